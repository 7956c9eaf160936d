/* Preloaded into a process it adds to the wall clock what a file says: eight bytes, nanoseconds. The machine's clock stays as it is. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static volatile int64_t *offset;

__attribute__((constructor)) static void map(void) {
    const char *path = getenv("CLOCK_OFFSET_FILE");
    int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    void *page = file < 0 ? MAP_FAILED : mmap(NULL, sizeof *offset, PROT_READ, MAP_SHARED, file, 0);
    if (page != MAP_FAILED) offset = page;
    if (file >= 0) close(file);
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    int failed = (int)syscall(SYS_clock_gettime, clock, time);
    if (failed == 0 && clock == CLOCK_REALTIME && offset) {
        int64_t nanos = time->tv_nsec + *offset % 1000000000;
        time->tv_sec += *offset / 1000000000 + (nanos < 0 ? -1 : nanos / 1000000000);
        time->tv_nsec = (nanos + 1000000000) % 1000000000;
    }
    return failed;
}
