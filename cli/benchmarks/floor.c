/* The least that a client by epoll costs: one epoll_wait per batch of responses, one read and one write per request, nothing else.
 *
 *   floor PORT CONNECTIONS SECONDS [REQUESTS_PER_SECOND]
 *
 * Without a rate each connection sends again as soon as it has its response. With one, each request is sent when it is due, or as soon
 * as a connection is idle; how late is printed. The length of the first response is that of all. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define BATCH 512
#define LATE_STEP_NANOS 10000
#define LATE_STEPS 1000000 /* 10 s */

static const char request[] = "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
static char buffer[1 << 16];
static uint32_t late[LATE_STEPS];
static int *missing; /* bytes of each connection's response */
static int *idle, idles;
static int length;

static void fail(const char *what) {
    fprintf(stderr, "floor: %s: %s\n", what, strerror(errno));
    exit(1);
}

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static int connected(int port) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int file = socket(AF_INET, SOCK_STREAM, 0);
    if (file < 0 || connect(file, (struct sockaddr *)&address, sizeof address) < 0) fail("cannot connect");
    return file;
}

static void ask(int file) {
    if (write(file, request, sizeof request - 1) != sizeof request - 1) fail("cannot send");
    missing[file] = length;
}

/* Asks once to learn how long a response is. */
static int response_length(int port) {
    int file = connected(port), got = 0;
    if (write(file, request, sizeof request - 1) < 0) fail("cannot send");
    for (;;) {
        int more = read(file, buffer + got, sizeof buffer - 1 - got);
        if (more <= 0) fail("no response");
        buffer[got += more] = 0;
        char *end = strstr(buffer, "\r\n\r\n"), *content = strcasestr(buffer, "\r\nContent-Length:");
        if (strncmp(buffer, "HTTP/1.1 200", 12) != 0) fail("a response other than 200");
        if (end && content) {
            close(file);
            return end + 4 - buffer + atoi(content + 17);
        }
    }
}

int main(int count, char **arguments) {
    if (count < 4) return fprintf(stderr, "floor PORT CONNECTIONS SECONDS [REQUESTS_PER_SECOND]\n"), 2;
    int port = atoi(arguments[1]), connections = atoi(arguments[2]), seconds = atoi(arguments[3]);
    int64_t rate = count > 4 ? atoi(arguments[4]) : 0, done = 0, sent = 0;
    struct rlimit files;
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    prctl(PR_SET_TIMERSLACK, 1);
    length = response_length(port);
    missing = calloc(connections + 64, sizeof *missing);
    idle = calloc(connections, sizeof *idle);
    int poll = epoll_create1(0);
    for (int i = 0; i < connections; i++) {
        int file = connected(port);
        struct epoll_event event = {.events = EPOLLIN, .data.fd = file};
        if (file >= connections + 64 || epoll_ctl(poll, EPOLL_CTL_ADD, file, &event) < 0) fail("cannot wait");
        idle[idles++] = file;
    }
    struct epoll_event events[BATCH];
    int64_t begin = now(), end = begin + seconds * 1000000000LL, time = begin;
    if (rate == 0)
        while (idles > 0) ask(idle[--idles]);
    while (time < end) {
        int64_t due = rate ? begin + sent * 1000000000LL / rate : end;
        while (rate && due <= time && idles > 0) {
            int64_t step = (time - due) / LATE_STEP_NANOS;
            late[step < LATE_STEPS ? step : LATE_STEPS - 1]++;
            ask(idle[--idles]);
            due = begin + ++sent * 1000000000LL / rate;
        }
        int64_t wait = idles > 0 ? due - time : end - time;
        struct timespec timeout = {wait > 0 ? wait / 1000000000LL : 0, wait > 0 ? wait % 1000000000LL : 0};
        int ready = epoll_pwait2(poll, events, BATCH, &timeout, NULL);
        if (ready < 0) fail("cannot wait");
        for (int i = 0; i < ready; i++) {
            int file = events[i].data.fd, got = read(file, buffer, sizeof buffer);
            if (got <= 0) fail("a connection was closed");
            if ((missing[file] -= got) < 0) fail("a response of another length");
            if (missing[file] > 0) continue;
            done++;
            if (rate) idle[idles++] = file;
            else ask(file);
        }
        time = now();
    }
    printf("%lld requests in %d s\n", (long long)done, seconds);
    int64_t below = 0;
    int p99 = 0;
    while (rate && p99 < LATE_STEPS - 1 && (below += late[p99]) * 100 < sent * 99) p99++;
    if (rate) printf("late p99 %.3f ms\n", (p99 + 1) * LATE_STEP_NANOS / 1e6);
    return 0;
}
