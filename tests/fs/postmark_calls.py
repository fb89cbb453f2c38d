#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""postmark_calls.py TRACE KEY=VALUE...: whether a trace holds PostMark's calls, and only those.

The trace is that of strace -e trace=openat,read,write,close,unlink,unlinkat -s 0. What has to be
in it is worked out here from the description in docs/workloads/postmark.md, with Python's own
Mersenne Twister and lists that are looked through from their start: nothing is shared with the
program that is looked at. Compared are the order, every path, flags and modes, and of each read and
write how much was asked for and how much it was.

Keys: locations=a,b weights=3,1 number transactions low high seed subdirectories bias_read
bias_create buffering=yes|no read_block write_block; the defaults are PostMark's.
"""
import random
import re
import sys

STDIO = 4096  # bytes of a buffer of glibc's stdio


def stream(seed):
    """The 32-bit draws of MT19937, its words filled as in 1999."""
    words, x = [], seed
    for _ in range(624):
        high = x >> 16
        x = (x * 69069 + 1) % 2**32
        words.append(high * 2**16 + (x >> 16))
        x = (x * 69069 + 1) % 2**32
    twister = random.Random()
    twister.setstate((3, tuple(words) + (624,), None))
    return lambda below: twister.getrandbits(32) % below if below > 0 else 0


class Pool:
    """The files of a run, and the operations on them as tuples (kind, path, bytes)."""

    def __init__(self, plan):
        self.plan = plan
        self.draw = stream(plan['seed'])
        for _ in range(2 * plan['high']):
            self.draw(95)
        self.files = [None] * (2 * plan['number'])  # of each slot: [path, size]
        self.used = 0
        self.created = 0
        self.behind = 0  # the slot after the one filled last

    def create(self):
        if self.behind < len(self.files) and self.files[self.behind] is None:
            slot = self.behind
        elif self.used < len(self.files):
            slot = self.files.index(None)
        else:
            return
        plan = self.plan
        self.behind = slot + 1
        location = plan['locations'][0]
        if len(plan['locations']) > 1:
            tickets = [name for name, weight in zip(plan['locations'], plan['weights'])
                       for _ in range(weight)]
            location = tickets[self.draw(len(tickets))]
        path = location + '/'
        if plan['subdirectories'] > 1:
            path += 's%d/' % self.draw(plan['subdirectories'])
        self.created += 1
        size = plan['low'] + self.draw(plan['high'] - plan['low'])
        self.files[slot] = [path + str(self.created), size]
        self.used += 1
        yield 'create', self.files[slot][0], size

    def any_slot(self):
        while True:
            slot = self.draw(len(self.files))
            if self.files[slot] is not None:
                return slot

    def delete(self, slot):
        path = self.files[slot][0]
        self.files[slot] = None
        self.used -= 1
        yield 'delete', path, 0

    def read(self, slot):
        yield 'read', self.files[slot][0], self.files[slot][1]

    def append(self, slot):
        path, size = self.files[slot]
        if size < self.plan['high']:
            more = self.draw(self.plan['high'] - size) + 1
            self.files[slot][1] += more
            yield 'append', path, more

    def operations(self):
        plan = self.plan
        for _ in range(plan['number']):
            yield from self.create()
        for _ in range(plan['transactions']):
            if self.used == 0:
                return
            if plan['bias_read'] != -1:
                reads = self.draw(10) < plan['bias_read']
                yield from (self.read if reads else self.append)(self.any_slot())
            if plan['bias_create'] != -1:
                creates = self.draw(10) < plan['bias_create']
                yield from self.create() if creates else self.delete(self.any_slot())
        for slot, entry in enumerate(self.files):
            if entry is not None:
                yield from self.delete(slot)


OPENED = {  # kind: with buffering, without
    'create': ('O_WRONLY|O_CREAT|O_TRUNC, 0666', 'O_RDWR|O_CREAT, 0644'),
    'read': ('O_RDONLY', 'O_RDONLY'),
    'append': ('O_WRONLY|O_CREAT|O_APPEND, 0666', 'O_RDWR|O_APPEND'),
}


def calls_of(operation, plan):
    """The system calls of one operation."""
    kind, path, size = operation
    if kind == 'delete':
        yield 'unlink', path
        return
    name = 'read' if kind == 'read' else 'write'
    yield 'open', path, OPENED[kind][0 if plan['buffering'] else 1]
    block = STDIO if plan['buffering'] else plan[name + '_block']
    for _ in range(size // block):
        yield name, block, block
    rest = size % block
    if not plan['buffering']:
        yield name, rest, rest
    elif rest > 0:
        yield name, block if name == 'read' else rest, rest
    yield 'close',


CALL = re.compile(r'(?:\d+ +)?(\w+)\((.*)\) += (-?\d+)')


def calls_in(trace, locations):
    """The calls of the trace on files in the locations."""
    within = tuple(name + '/' for name in locations)
    open_file = None
    for line in trace:
        match = CALL.match(line)
        if not match:
            continue
        call, arguments, result = match.group(1), match.group(2), int(match.group(3))
        path = re.search(r'"([^"]*)"', arguments)
        path = path.group(1) if path else ''
        if call == 'openat' and path.startswith(within):
            yield 'open', path, arguments.split('", ')[1]
            open_file = result
        elif call in ('unlink', 'unlinkat') and path.startswith(within):
            yield 'unlink', path
        elif open_file is not None and int(arguments.split(',')[0]) == open_file:
            if call == 'close':
                yield 'close',
                open_file = None
            else:
                yield call, int(arguments.split(', ')[-1]), result


def plan_of(settings):
    plan = dict(locations=['.'], number=500, transactions=500, low=500, high=10000, seed=42,
                subdirectories=0, bias_read=5, bias_create=5, buffering=True, read_block=512,
                write_block=512)
    for setting in settings:
        key, value = setting.split('=')
        if key == 'locations':
            plan[key] = value.split(',')
        elif key == 'weights':
            plan[key] = [int(weight) for weight in value.split(',')]
        elif key == 'buffering':
            plan[key] = value == 'yes'
        else:
            plan[key] = int(value)
    plan.setdefault('weights', [1] * len(plan['locations']))
    return plan


def main(arguments):
    plan = plan_of(arguments[1:])
    wanted = (call for operation in Pool(plan).operations() for call in calls_of(operation, plan))
    count = 0
    with open(arguments[0], errors='replace') as trace:
        for call in calls_in(trace, plan['locations']):
            expected = next(wanted, 'the end')
            if call != expected:
                sys.exit('call %d is %s instead of %s' % (count + 1, call, expected))
            count += 1
    missing = next(wanted, None)
    if missing or count == 0:
        sys.exit('after %d calls there should be %s' % (count, missing))
    print('%d calls as they should be' % count)


if __name__ == '__main__':
    main(sys.argv[1:])
