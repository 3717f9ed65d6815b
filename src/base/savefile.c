#include "base/savefile.h"

#include "base/hash.h"
#include "base/mem.h"

#include <assert.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>

enum { BUFFER = 1 << 16, TEXT_MAX = 1 << 20 };

/* The checksum at the end covers all bytes before it.  add_sum computes it by reading
 * the file again, so it also covers what callers wrote through savefile_stream. */
struct savefile {
    FILE *file;
    strbuf path;
    strbuf temporary; /* its path; empty: the file is open for reading */
    off_t end;        /* reading: where the checksum begins */
    bool failed;
    int problem; /* errno of the first failure, 0: unknown */
};

static void note_failure(savefile *f)
{
    if (!f->failed)
        f->problem = errno;
    f->failed = true;
}

static savefile *open_file(const char *path, const char *temporary, const char *mode,
                           strbuf *why)
{
    FILE *file = fopen(temporary != NULL ? temporary : path, mode);
    if (file == NULL) {
        strbuf_puts(why, strerror(errno));
        return NULL;
    }
    setvbuf(file, NULL, _IOFBF, BUFFER);
    savefile *f = mem_alloc(sizeof *f);
    f->file = file;
    strbuf_puts(&f->path, path);
    if (temporary != NULL)
        strbuf_puts(&f->temporary, temporary);
    return f;
}

void savefile_temporary_path(const char *path, strbuf *out)
{
    strbuf_printf(out, "%s.part", path);
}

savefile *savefile_create(const char *path, strbuf *why)
{
    strbuf temporary = {0};
    savefile_temporary_path(path, &temporary);
    savefile *f = open_file(path, strbuf_text(&temporary), "w+be", why);
    strbuf_free(&temporary);
    return f;
}

savefile *savefile_open(const char *path, strbuf *why)
{
    savefile *f = open_file(path, NULL, "rbe", why);
    if (f == NULL)
        return NULL;
    /* If seeking fails, END stays 0 and every read fails. */
    if (fseeko(f->file, 0, SEEK_END) == 0)
        f->end = ftello(f->file) - (off_t)sizeof(uint64_t);
    rewind(f->file);
    return f;
}

FILE *savefile_stream(savefile *f)
{
    return f->file;
}

static void free_file(savefile *f)
{
    strbuf_free(&f->path);
    strbuf_free(&f->temporary);
    mem_free(f, sizeof *f);
}

void savefile_close(savefile *f)
{
    if (f == NULL)
        return;
    fclose(f->file);
    if (f->temporary.len > 0)
        unlink(strbuf_text(&f->temporary));
    free_file(f);
}

/* ---- The checksum ---- */

/* The checksum of the first LEN bytes. */
static bool sum_up(savefile *f, uint64_t len, uint64_t *sum)
{
    char buffer[4096];
    *sum = hash_u64(len + 1);
    rewind(f->file);
    while (len > 0) {
        size_t part = len < sizeof buffer ? (size_t)len : sizeof buffer;
        if (fread(buffer, 1, part, f->file) != part)
            return false;
        *sum = hash_u64(*sum + hash_bytes(buffer, part));
        len -= part;
    }
    return true;
}

static bool add_sum(savefile *f)
{
    uint64_t sum;
    off_t end = ftello(f->file);
    return end >= 0 && fflush(f->file) == 0 && sum_up(f, (uint64_t)end, &sum) &&
           fseeko(f->file, end, SEEK_SET) == 0 &&
           fwrite(&sum, sizeof sum, 1, f->file) == 1;
}

bool savefile_is_whole(savefile *f)
{
    uint64_t sum;
    uint64_t stored;
    bool ok = f->end >= 0 && sum_up(f, (uint64_t)f->end, &sum) &&
              fread(&stored, sizeof stored, 1, f->file) == 1 && stored == sum &&
              getc(f->file) == EOF;
    rewind(f->file);
    return ok;
}

/* ---- Writing ---- */

bool savefile_keep(savefile *f, strbuf *why)
{
    assert(f->temporary.len > 0);
    if (ferror(f->file) || f->failed || !add_sum(f) || fflush(f->file) != 0 ||
        fsync(fileno(f->file)) != 0)
        note_failure(f);
    if (fclose(f->file) != 0)
        note_failure(f);
    if (!f->failed && rename(strbuf_text(&f->temporary), strbuf_text(&f->path)) != 0)
        note_failure(f);
    bool ok = !f->failed;
    if (!ok) {
        strbuf_puts(why, strerror(f->problem));
        unlink(strbuf_text(&f->temporary));
    }
    free_file(f);
    return ok;
}

void savefile_put(savefile *f, const void *bytes, size_t len)
{
    assert(f->temporary.len > 0); /* open for writing */
    if (len > 0 && fwrite(bytes, 1, len, f->file) != len)
        note_failure(f);
}

void savefile_put_number(savefile *f, uint64_t n)
{
    savefile_put(f, &n, sizeof n);
}

void savefile_put_text(savefile *f, const char *text)
{
    size_t len = strlen(text);
    savefile_put_number(f, len);
    savefile_put(f, text, len);
}

/* ---- Reading ---- */

bool savefile_get(savefile *f, void *bytes, size_t len)
{
    assert(f->temporary.len == 0); /* open for reading */
    if (f->failed)
        return false;
    off_t at = ftello(f->file); /* the caller may have read from the stream */
    f->failed = at < 0 || at > f->end || len > (uint64_t)(f->end - at) ||
                (len > 0 && fread(bytes, 1, len, f->file) != len);
    return !f->failed;
}

bool savefile_get_number(savefile *f, uint64_t *n)
{
    return savefile_get(f, n, sizeof *n);
}

bool savefile_get_text(savefile *f, strbuf *out)
{
    uint64_t len;
    if (!savefile_get_number(f, &len) || len > TEXT_MAX) {
        f->failed = true;
        return false;
    }
    for (uint64_t i = 0; i < len; i++) {
        char c;
        if (!savefile_get(f, &c, 1))
            return false;
        strbuf_putc(out, c);
    }
    return true;
}
