/* spill_fixture.h -- damages the temporary file of a level or a spill. */
#ifndef SPILL_FIXTURE_H
#define SPILL_FIXTURE_H

#include "unit.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

/* The descriptor of this process's only temporary file; -1: there is none. */
static inline int spill_file(void)
{
    int found = -1;
    DIR *dir = opendir("/proc/self/fd");
    assert_non_null(dir);
    for (struct dirent *d = readdir(dir); d != NULL; d = readdir(dir)) {
        char target[4096] = {0};
        ssize_t len = readlinkat(dirfd(dir), d->d_name, target, sizeof target - 1);
        if (len > 0 && strstr(target, "/synod-spill-") != NULL)
            found = atoi(d->d_name);
    }
    closedir(dir);
    return found;
}

static inline off_t spill_file_size(void)
{
    struct stat about;
    assert_int_equal(fstat(spill_file(), &about), 0);
    return about.st_size;
}

/* All accesses to descriptor FILE go to PATH from now on; returns what undoes it. */
static inline int redirect(int file, const char *path, int flags)
{
    int saved = dup(file);
    int other = open(path, flags);
    assert_true(saved >= 0);
    assert_true(other >= 0);
    assert_true(dup2(other, file) == file);
    close(other);
    return saved;
}

static inline void undo_redirect(int file, int saved)
{
    assert_true(dup2(saved, file) == file);
    close(saved);
}

/* No file may grow beyond BYTES; RLIM_INFINITY: as before. */
static inline void limit_files(rlim_t bytes)
{
    signal(SIGXFSZ, SIG_IGN);
    struct rlimit limit;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    limit.rlim_cur = bytes < limit.rlim_max ? bytes : limit.rlim_max;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

static inline void flip_byte(int file, off_t at)
{
    unsigned char byte;
    assert_int_equal(pread(file, &byte, 1, at), 1);
    byte ^= 0x10;
    assert_int_equal(pwrite(file, &byte, 1, at), 1);
}

#endif
