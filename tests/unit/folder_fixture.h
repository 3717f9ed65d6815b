/* folder_fixture.h -- a temporary folder of a test's own, and files in it. */
#ifndef FOLDER_FIXTURE_H
#define FOLDER_FIXTURE_H

#include "base/strbuf.h"
#include "unit.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct folder {
    char path[256];
    char file[300]; /* the one that the test is about */
    char part[320]; /* another one */
} folder;

static inline void folder_make(folder *f)
{
    const char *top = getenv("TMPDIR");
    snprintf(f->path, sizeof f->path, "%s/synod-test-XXXXXX",
             top != NULL && strlen(top) < 200 ? top : "/tmp");
    assert_non_null(mkdtemp(f->path));
    snprintf(f->file, sizeof f->file, "%s/file", f->path);
    snprintf(f->part, sizeof f->part, "%s.part", f->file);
}

static inline size_t folder_count(const folder *f)
{
    size_t count = 0;
    DIR *dir = opendir(f->path);
    assert_non_null(dir);
    while (readdir(dir) != NULL)
        count++;
    closedir(dir);
    return count - 2;
}

/* It must be empty but for the file. */
static inline void folder_remove(folder *f)
{
    unlink(f->file);
    assert_int_equal(rmdir(f->path), 0);
}

/* Descriptors in use: a failure must not leave any open. */
static inline size_t open_files(void)
{
    return folder_count(&(folder){.path = "/proc/self/fd"});
}

static inline void file_read(const char *path, strbuf *out)
{
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    strbuf_clear(out);
    char buffer[4096];
    for (size_t n; (n = fread(buffer, 1, sizeof buffer, f)) > 0;)
        strbuf_add(out, buffer, n);
    fclose(f);
}

static inline void file_write(const char *path, const void *bytes, size_t len)
{
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, len, f), len);
    assert_int_equal(fclose(f), 0);
}

#endif
