#include "engine/explore/spill.h"

#include "base/hash.h"
#include "base/mem.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* How far the system reads ahead of the last block read. */
#define AHEAD ((uint64_t)4 << 20)

struct spill {
    int file;
    char *dir; /* for messages */
    /* Both count bytes of the file and publish no memory: relaxed suffices. */
    _Atomic uint64_t end;
    _Atomic uint64_t fetched; /* all bytes up to here were requested from the system */
};

static status failed(const spill *s, const char *what, const char *reason, strbuf *why)
{
    strbuf_printf(why, "cannot %s the temporary file in '%s': %s", what, s->dir,
                  reason);
    return ST_IO;
}

status spill_new(const char *dir, spill **out, strbuf *why)
{
    strbuf path = {0};
    strbuf_printf(&path, "%s/synod-spill-XXXXXX", dir);
    int file = mkostemp(path.data, O_CLOEXEC);
    if (file < 0) {
        strbuf_printf(why, "cannot make a temporary file in '%s': %s", dir,
                      strerror(errno));
        strbuf_free(&path);
        return ST_IO;
    }
    unlink(path.data);
    strbuf_free(&path);
    spill *s = mem_alloc(sizeof *s);
    s->file = file;
    s->dir = mem_alloc(strlen(dir) + 1);
    memcpy(s->dir, dir, strlen(dir) + 1);
    *out = s;
    return ST_OK;
}

void spill_free(spill *s)
{
    if (s == NULL)
        return;
    close(s->file);
    mem_free(s->dir, strlen(s->dir) + 1);
    mem_free(s, sizeof *s);
}

static status write_all(const spill *s, const char *bytes, size_t len, uint64_t at,
                        strbuf *why)
{
    while (len > 0) {
        ssize_t n = pwrite(s->file, bytes, len, (off_t)at);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return failed(s, "write to", strerror(n < 0 ? errno : ENOSPC), why);
        bytes += n;
        at += (uint64_t)n;
        len -= (size_t)n;
    }
    return ST_OK;
}

status spill_write(spill *s, const void *bytes, uint32_t len, spill_block *out,
                   strbuf *why)
{
    assert(len > 0);
    uint64_t at = atomic_fetch_add_explicit(&s->end, len, memory_order_relaxed);
    status st = write_all(s, bytes, len, at, why);
    if (st != ST_OK)
        return st; /* leaves a hole in the file, which takes no space */
    *out = (spill_block){.offset = at, .len = len, .sum = hash_bytes(bytes, len)};
    return ST_OK;
}

static status read_all(const spill *s, char *bytes, size_t len, uint64_t at,
                       strbuf *why)
{
    while (len > 0) {
        ssize_t n = pread(s->file, bytes, len, (off_t)at);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return failed(s, "read", strerror(errno), why);
        if (n == 0)
            return failed(s, "read", "it is shorter than expected", why);
        bytes += n;
        at += (uint64_t)n;
        len -= (size_t)n;
    }
    return ST_OK;
}

/* Blocks are read in about the order in which they were written.  This requests
 * read-ahead once per stretch, when half of the last one is used up.  A read far before
 * the last stretch means that a reader has started again from the front. */
static void fetch_ahead(spill *s, uint64_t at)
{
    uint64_t fetched = atomic_load_explicit(&s->fetched, memory_order_relaxed);
    bool is_again = fetched > at + 2 * AHEAD;
    if (fetched >= at + AHEAD / 2 && !is_again)
        return;
    uint64_t from = fetched > at && !is_again ? fetched : at;
    if (atomic_compare_exchange_strong_explicit(&s->fetched, &fetched, at + AHEAD,
                                                memory_order_relaxed,
                                                memory_order_relaxed))
        posix_fadvise(s->file, (off_t)from, (off_t)(at + AHEAD - from),
                      POSIX_FADV_WILLNEED);
}

status spill_read(spill *s, const spill_block *block, void *bytes, strbuf *why)
{
    assert(block->offset + block->len <= spill_size(s));
    fetch_ahead(s, block->offset);
    status st = read_all(s, bytes, block->len, block->offset, why);
    if (st != ST_OK)
        return st;
    if (hash_bytes(bytes, block->len) != block->sum)
        return failed(s, "read", "its content is damaged", why);
    return ST_OK;
}

void spill_drop(spill *s)
{
    /* If it fails, the old bytes are overwritten later. */
    int unimportant = ftruncate(s->file, 0);
    (void)unimportant;
    atomic_store_explicit(&s->end, 0, memory_order_relaxed);
    atomic_store_explicit(&s->fetched, 0, memory_order_relaxed);
}

uint64_t spill_size(const spill *s)
{
    return atomic_load_explicit(&s->end, memory_order_relaxed);
}
