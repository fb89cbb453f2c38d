// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json.h"
#include "io/disk.h"

/*
 * What a disk is and how its queue is set, into an object: null where it is not known, and the
 * reason under the same name in `unknown`. No serial number, which is nobody's business.
 */
void disk_facts(const struct disk *disk, json_t *facts, json_t *unknown);

/* All that a disk rests on, disks[1] and on: an array of such objects. */
json_t *disk_facts_below(const struct disk *disks, size_t count);
