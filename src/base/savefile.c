#include "base/savefile.h"

#include "base/hash.h"
#include "base/mem.h"
#include "base/newfile.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BUFFER = 1 << 16, TEXT_MAX = 1 << 20 };

/* The checksum at the end covers all bytes before it.  add_sum computes it by reading
 * the file again, so it also covers what callers wrote through savefile_stream. */
struct savefile {
    FILE *file;
    newfile target; /* not prepared: the file is open for reading */
    off_t end;      /* reading: where the checksum begins */
    bool failed;
    int problem; /* errno of the first failure, 0: unknown */
};

static void note_failure(savefile *f)
{
    if (!f->failed)
        f->problem = errno;
    f->failed = true;
}

static void explain(strbuf *why)
{
    strbuf_puts(why, strerror(errno));
}

/* For what has a checksum at its end, and is read again. */
static bool is_no_regular_file(strbuf *why)
{
    strbuf_puts(why, "it is not a regular file");
    return false;
}

static bool is_being_written(const savefile *f)
{
    return newfile_is_prepared(&f->target);
}

/* Owns DESCRIPTOR. */
static bool open_stream(savefile *f, int descriptor, const char *mode)
{
    f->file = descriptor >= 0 ? fdopen(descriptor, mode) : NULL;
    if (f->file != NULL)
        setvbuf(f->file, NULL, _IOFBF, BUFFER);
    else if (descriptor >= 0)
        close(descriptor);
    return f->file != NULL;
}

static bool prepare(newfile *f, const char *path, strbuf *why)
{
    if (!newfile_prepare(f, path)) {
        explain(why);
        return false;
    }
    return f->folder >= 0 || is_no_regular_file(why);
}

/* A stream closes its descriptor, and so does newfile: each has its own. */
static bool begin(savefile *f, strbuf *why)
{
    bool ok = newfile_begin(&f->target) &&
              open_stream(f, fcntl(f->target.file, F_DUPFD_CLOEXEC, 3), "w+b");
    if (!ok)
        explain(why);
    return ok;
}

savefile *savefile_create(const char *path, strbuf *why)
{
    savefile *f = mem_alloc(sizeof *f);
    if (prepare(&f->target, path, why) && begin(f, why))
        return f;
    savefile_close(f);
    return NULL;
}

bool savefile_may_create(const char *path, strbuf *why)
{
    newfile target;
    bool ok = prepare(&target, path, why);
    newfile_fini(&target);
    return ok;
}

static bool open_to_read(savefile *f, const char *path, strbuf *why)
{
    struct stat is;
    int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC); /* it may be a pipe */
    if (file >= 0 && fstat(file, &is) == 0 && !S_ISREG(is.st_mode)) {
        close(file);
        return is_no_regular_file(why);
    }
    if (!open_stream(f, file, "rb")) {
        explain(why);
        return false;
    }
    /* If seeking fails, END stays 0 and every read fails. */
    if (fseeko(f->file, 0, SEEK_END) == 0)
        f->end = ftello(f->file) - (off_t)sizeof(uint64_t);
    rewind(f->file);
    return true;
}

savefile *savefile_open(const char *path, strbuf *why)
{
    savefile *f = mem_alloc(sizeof *f);
    f->target = NEWFILE_NONE;
    if (open_to_read(f, path, why))
        return f;
    savefile_close(f);
    return NULL;
}

FILE *savefile_stream(savefile *f)
{
    return f->file;
}

void savefile_close(savefile *f)
{
    if (f == NULL)
        return;
    if (f->file != NULL)
        fclose(f->file);
    newfile_fini(&f->target);
    mem_free(f, sizeof *f);
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
    assert(is_being_written(f));
    if (ferror(f->file) || f->failed || !add_sum(f) || fflush(f->file) != 0)
        note_failure(f);
    if (!f->failed && !newfile_keep(&f->target))
        note_failure(f);
    bool ok = !f->failed;
    if (!ok)
        strbuf_puts(why, strerror(f->problem));
    savefile_close(f);
    return ok;
}

void savefile_put(savefile *f, const void *bytes, size_t len)
{
    assert(is_being_written(f));
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
    assert(!is_being_written(f));
    if (f->failed)
        return false;
    off_t at = ftello(f->file); /* the caller may have read from the stream */
    f->failed = at < 0 || at > f->end || len > (uint64_t)(f->end - at) ||
                (len > 0 && fread(bytes, 1, len, f->file) != len);
    return !f->failed;
}

bool savefile_is_at_end(const savefile *f)
{
    return !f->failed && ftello(f->file) == f->end;
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
