// SPDX-License-Identifier: GPL-3.0-or-later
#include "classic/dbench_shared.h"
#include "classic/stop.h"
#include "core/auto.h"
#include "core/log.h"

#include <arpa/inet.h>
#include <errno.h>
#include <inttypes.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

/*
 * The exchange of tbench: a message of S bytes begins with S - 4 and R - 4 as big-endian words,
 * its answer of R bytes with R - 4. The sizes are those of tbench since 3.0.
 */
enum { HEADER = 8, MOST_MESSAGE = DBENCH_MOST_BYTES + 65536, MOST_COUNT = 10000, PATIENCE_S = 60 };

struct link {
	int fd;
	char *message;
};

struct sizes {
	uint64_t send, receive;
};

static int why(ssize_t n)
{
	if (n == 0)
		return -EPIPE;
	return errno == EAGAIN ? -ETIMEDOUT : -errno;
}

static int send_all(int fd, const char *data, size_t size)
{
	while (size > 0) {
		ssize_t n = send(fd, data, size, MSG_NOSIGNAL);
		if (n < 0 && errno == EINTR && !stop_asked())
			continue;
		if (n <= 0)
			return why(n);
		data += n;
		size -= (size_t)n;
	}
	return 0;
}

/* data NULL: it is thrown away where it came in. -EPIPE at its end. */
static int receive_all(int fd, char *data, size_t size)
{
	static char sink[65536];

	while (size > 0) {
		size_t part = data ? size : min_u64(size, sizeof(sink));
		ssize_t n = recv(fd, data ? data : sink, part, data ? MSG_WAITALL : MSG_TRUNC);
		if (n < 0 && errno == EINTR && !stop_asked())
			continue;
		if (n <= 0)
			return why(n);
		data = data ? data + n : NULL;
		size -= (size_t)n;
	}
	return 0;
}

static struct sizes sizes_of(const struct dbench_replay *r, const struct dbench_op *op)
{
	uint64_t path = 0, other = 0;

	if (op->kind <= DBENCH_FIND_FIRST && op->names[0] < dbench_name_count(r->load)) {
		const struct dbench_path *p = dbench_path(r, op, 0);
		path = p->path ? 2 * strlen(p->path) : 0;
	}
	switch (op->kind) {
	case DBENCH_UNLINK:
	case DBENCH_MKDIR:
	case DBENCH_RMDIR:
		return (struct sizes){ 43 + path, 39 };
	case DBENCH_NTCREATEX:
		return (struct sizes){ 74 + path, 87 };
	case DBENCH_WRITEX:
		return (struct sizes){ 59 + op->args[2], 55 };
	case DBENCH_READX:
		return (struct sizes){ 59, 59 + min_u64(op->args[3], DBENCH_MOST_BYTES) };
	case DBENCH_CLOSE:
		return (struct sizes){ 47, 39 };
	case DBENCH_RENAME:
		other = 2 * strlen(dbench_path(r, op, 1)->path);
		return (struct sizes){ 47 + path + other, 39 };
	case DBENCH_FLUSH:
		return (struct sizes){ 41, 39 };
	case DBENCH_QUERY_PATH:
		return (struct sizes){ 55 + path, 71 };
	case DBENCH_QUERY_FILE:
	case DBENCH_QUERY_FS:
		return (struct sizes){ 59, 71 };
	case DBENCH_FIND_FIRST:
		return (struct sizes){ 59 + path, 39 + 90 * min_u64(op->args[2], MOST_COUNT) };
	case DBENCH_SET_FILE:
		return (struct sizes){ 71, 47 };
	default: /* the locks */
		return (struct sizes){ 51, 39 };
	}
}

static int exchange(const struct link *l, struct sizes s)
{
	uint32_t words[2] = { htonl((uint32_t)s.send - 4), htonl((uint32_t)s.receive - 4) }, length;

	memcpy(l->message, words, sizeof(words));
	int ret = send_all(l->fd, l->message, s.send);
	if (ret == 0)
		ret = receive_all(l->fd, (char *)&length, sizeof(length));
	if (ret == 0 && ntohl(length) != (uint32_t)s.receive - 4)
		ret = -EPROTO;
	return ret < 0 ? ret : receive_all(l->fd, NULL, s.receive - 4);
}

/* An operation as a message. The server has no files: what the load expects is what comes. */
static int64_t tbench_call(struct dbench_replay *r, const struct dbench_op *op)
{
	if (op->kind == DBENCH_DELTREE)
		return 0;
	int ret = exchange(r->context, sizes_of(r, op));
	if (ret < 0)
		return ret;
	if (op->expect == DBENCH_FAILS)
		return -ENOENT;
	if (op->kind == DBENCH_READX)
		return (int64_t)min_u64(op->args[3], op->args[2]);
	return op->kind == DBENCH_WRITEX ? (int64_t)op->args[2] : 0;
}

static void set_options(int fd, const char *wanted)
{
	int on = 1;

	/* Without them it works as well, only slower. */
	if (strstr(wanted, "TCP_NODELAY"))
		(void)setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
	if (strstr(wanted, "SO_REUSEADDR"))
		(void)setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
}

/* A server that hangs must not make its clients hang: they fail with ETIMEDOUT. */
static void set_patience(int fd)
{
	const struct timeval patience = { .tv_sec = PATIENCE_S };

	/* Cannot fail on a socket. */
	(void)setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
	(void)setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof(patience));
}

static int connect_to(const struct dbench_args *args, int *fd, struct error *err)
{
	const struct addrinfo hints = { .ai_socktype = SOCK_STREAM };
	struct addrinfo *found = NULL;
	char port[16];
	int ret = -EHOSTUNREACH;

	(void)snprintf(port, sizeof(port), "%" PRIu64, args->port);
	int code = getaddrinfo(args->tbench, port, &hints, &found);
	if (code != 0)
		return fail(err, EHOSTUNREACH, "%s: %s", args->tbench, gai_strerror(code));
	for (struct addrinfo *a = found; a; a = a->ai_next) {
		*fd = socket(a->ai_family, a->ai_socktype | SOCK_CLOEXEC, a->ai_protocol);
		if (*fd >= 0 && connect(*fd, a->ai_addr, a->ai_addrlen) == 0) {
			ret = 0;
			break;
		}
		ret = fail_errno(err, "connect to %s port %s", args->tbench, port);
		auto_close(fd);
	}
	freeaddrinfo(found);
	return ret;
}

int tbench_connect(struct dbench_replay *r, const struct dbench_args *args, struct error *err)
{
	struct link *l = calloc(1, sizeof(*l));
	char *message = calloc(1, r->load->most_bytes + 65536);
	int fd = -1;

	if (!l || !message) {
		free(l);
		free(message);
		return fail(err, ENOMEM, "no memory for messages");
	}
	*l = (struct link){ .fd = -1, .message = message };
	r->context = l;
	r->call = tbench_call;
	int ret = connect_to(args, &fd, err);
	l->fd = fd;
	if (ret < 0)
		return ret;
	set_options(fd, args->tcp_options);
	set_patience(fd);
	ret = exchange(l, (struct sizes){ HEADER, HEADER });
	if (ret < 0) {
		errno = -ret;
		return fail_errno(err, "say hello to %s", args->tbench);
	}
	return 0;
}

void tbench_close(struct dbench_replay *r)
{
	struct link *l = r->context;

	if (!l)
		return;
	auto_close(&l->fd);
	free(l->message);
	free(l);
	r->context = NULL;
}

/* One connection, until the client closes it; sizes that no load has end it. */
static int serve_one(int fd)
{
	char *answer = calloc(1, MOST_MESSAGE);
	uint32_t words[2];
	int ret = answer ? 0 : -ENOMEM;

	while (ret == 0 && (ret = receive_all(fd, (char *)words, sizeof(words))) == 0) {
		uint64_t rest = (uint64_t)ntohl(words[0]) - 4,
			 answered = (uint64_t)ntohl(words[1]) + 4;
		if (ntohl(words[0]) < 4 || rest > MOST_MESSAGE || answered > MOST_MESSAGE) {
			ret = -EPROTO;
			break;
		}
		ret = receive_all(fd, NULL, rest);
		memcpy(answer, &words[1], sizeof(words[1]));
		if (ret == 0)
			ret = send_all(fd, answer, answered);
	}
	free(answer);
	return ret == -EPIPE || ret == -ECONNRESET ? EXIT_SUCCESS : EXIT_FAILURE;
}

static int listen_on(const struct dbench_args *args, struct error *err)
{
	struct sockaddr_in6 any = {
		.sin6_family = AF_INET6,
		.sin6_port = htons((uint16_t)args->port),
		.sin6_addr = IN6ADDR_ANY_INIT,
	};
	struct sockaddr_in any4 = {
		.sin_family = AF_INET,
		.sin_port = htons((uint16_t)args->port),
	};
	int fd = socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC, 0), ret = -1;

	if (fd >= 0) {
		int off = 0;
		/* Both families, whatever net.ipv6.bindv6only says. */
		(void)setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof(off));
		set_options(fd, args->tcp_options);
		ret = bind(fd, (struct sockaddr *)&any, sizeof(any));
	}
	if (fd < 0) { /* a kernel without IPv6 */
		fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
		set_options(fd, args->tcp_options);
		ret = bind(fd, (struct sockaddr *)&any4, sizeof(any4));
	}
	if (ret == 0 && listen(fd, 1024) == 0)
		return fd;
	ret = fail_errno(err, "listen on port %" PRIu64, args->port);
	auto_close(&fd);
	return ret;
}

static void serve_forked(int listener, int fd, const struct dbench_args *args, pid_t parent)
{
	pid_t pid = fork();

	if (pid < 0)
		log_error("dbench: serve a client: %s", strerror(errno));
	if (pid != 0)
		return;
	if (prctl(PR_SET_PDEATHSIG, SIGKILL) < 0 || getppid() != parent)
		_exit(EXIT_FAILURE);
	(void)close(listener); /* the parent's */
	set_options(fd, args->tcp_options);
	_exit(serve_one(fd));
}

int tbench_serve(const struct dbench_args *args)
{
	struct error err = { 0 };
	pid_t parent = getpid();
	AUTO_CLOSE int listener = listen_on(args, &err);

	if (listener < 0) {
		log_error("dbench: %s", err.text);
		return EXIT_FAILURE;
	}
	log_info("dbench: serving tbench on port %" PRIu64, args->port);
	while (!stop_asked()) {
		struct pollfd waiting = { .fd = listener, .events = POLLIN };
		while (waitpid(-1, NULL, WNOHANG) > 0)
			;
		/* Not for ever: a signal between the look at it and the wait would be lost. */
		if (poll(&waiting, 1, 500) <= 0)
			continue;
		AUTO_CLOSE int fd = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
		if (fd >= 0)
			serve_forked(listener, fd, args, parent);
	}
	return stop_status(stop_asked());
}
