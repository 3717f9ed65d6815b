#include "base/source.h"

#include "base/utf8.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAX_BYTES     ((size_t)SOURCE_MAX_FILE_MB << 20)
#define STRINGIFY_(x) #x
#define STRINGIFY(x)  STRINGIFY_(x)

static const char too_large[] =
    "larger than the limit of " STRINGIFY(SOURCE_MAX_FILE_MB) " MB";

void sources_init(sources *s)
{
    *s = (sources){0};
    arena_init(&s->memory);
}

void sources_fini(sources *s)
{
    vec_each (f, &s->files)
        vec_free(&f->lines);
    vec_free(&s->files);
    arena_fini(&s->memory);
}

/* Each file owns one position behind its last byte: messages about its end use it. */
static const source_file *append(sources *s, const char *path, const char *text,
                                 size_t len)
{
    srcpos base = 1;
    if (s->files.len > 0) {
        const source_file *last = vec_last(&s->files);
        base = last->base + last->len + 1;
    }
    if (len >= UINT32_MAX - base - 1)
        return NULL;
    source_file f = {.path = arena_strndup(&s->memory, path, strlen(path)),
                     .text = text,
                     .len = (uint32_t)len,
                     .base = base};
    vec_push(&s->files, f);
    return vec_last(&s->files);
}

const source_file *sources_add(sources *s, const char *path, const char *text,
                               size_t len)
{
    return append(s, path, arena_strndup(&s->memory, text, len), len);
}

const source_file *sources_add_aside(sources *s, const char *path, const char *text,
                                     size_t len)
{
    const source_file *file = sources_add(s, path, text, len);
    if (file != NULL)
        vec_last(&s->files)->is_aside = true;
    return file;
}

/* Reads to the end of FD, which may be a pipe.  The buffer keeps one spare byte. */
static status read_all(int fd, size_t size_hint, arena *memory, const char **text,
                       size_t *len, const char **why)
{
    size_t cap = size_hint + 2;
    char *buffer = arena_alloc(memory, cap);
    *len = 0;
    for (;;) {
        ssize_t n = read(fd, buffer + *len, cap - *len - 1);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0) {
            *why = strerror(errno);
            return ST_IO;
        }
        if (n == 0)
            break;
        *len += (size_t)n;
        if (*len > MAX_BYTES) {
            *why = too_large;
            return ST_LIMIT;
        }
        if (*len == cap - 1) {
            char *larger = arena_alloc(memory, cap * 2);
            memcpy(larger, buffer, *len);
            buffer = larger;
            cap *= 2;
        }
    }
    buffer[*len] = '\0';
    *text = buffer;
    return ST_OK;
}

status sources_read_open(sources *s, int fd, const char *path, const source_file **out,
                         const char **why)
{
    struct stat info;
    if (fstat(fd, &info) != 0) {
        *why = strerror(errno);
        return ST_IO;
    }
    if (S_ISREG(info.st_mode) && (size_t)info.st_size > MAX_BYTES) {
        *why = too_large;
        return ST_LIMIT;
    }
    const char *text;
    size_t len;
    size_t hint = S_ISREG(info.st_mode) ? (size_t)info.st_size : 4096;
    status st = read_all(fd, hint, &s->memory, &text, &len, why);
    if (st != ST_OK)
        return st;
    *out = append(s, path, text, len);
    if (*out == NULL)
        *why = "all inputs together are larger than 4 GB";
    return *out == NULL ? ST_LIMIT : ST_OK;
}

status sources_read(sources *s, const char *path, const source_file **out,
                    const char **why)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        *why = strerror(errno);
        return ST_IO;
    }
    status st = sources_read_open(s, fd, path, out, why);
    close(fd);
    return st;
}

static size_t file_index(const sources *s, srcpos pos)
{
    assert(pos != SRC_NONE);
    size_t low = 0;
    size_t high = s->files.len;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (s->files.data[middle].base <= pos)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static bool ends_line(char c)
{
    return c == '\n' || c == '\r';
}

/* LF, CR and CRLF each end a line. */
static void find_lines(source_file *f)
{
    vec_push(&f->lines, 0);
    for (uint32_t i = 0; i < f->len; i++) {
        bool crlf = f->text[i] == '\r' && i + 1 < f->len && f->text[i + 1] == '\n';
        if (ends_line(f->text[i]) && !crlf)
            vec_push(&f->lines, i + 1);
    }
}

static size_t line_index(const source_file *f, uint32_t at)
{
    size_t low = 0;
    size_t high = f->lines.len;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (f->lines.data[middle] <= at)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* The first line begins after a byte order mark. */
static uint32_t bom_len(const source_file *f)
{
    return strncmp(f->text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
}

static uint32_t line_end(const source_file *f, size_t line)
{
    uint32_t end = line + 1 < f->lines.len ? f->lines.data[line + 1] : f->len;
    while (end > f->lines.data[line] && ends_line(f->text[end - 1]))
        end--;
    return end;
}

static uint32_t column_of(source_file *f, uint32_t start, uint32_t at)
{
    uint32_t from = start;
    uint32_t column = 1;
    if (f->last_offset >= start && f->last_offset <= at && f->last_column > 0) {
        from = f->last_offset;
        column = f->last_column;
    }
    column += (uint32_t)utf8_count(f->text + from, at - from);
    bool splits_char = ((unsigned char)f->text[at] & 0xc0) == 0x80;
    f->last_offset = at;
    f->last_column = splits_char ? 0 : column;
    return column;
}

const source_file *sources_file(const sources *s, srcpos pos)
{
    return vec_at(&s->files, file_index(s, pos));
}

src_place sources_place(sources *s, srcpos pos)
{
    source_file *f = vec_at(&s->files, file_index(s, pos));
    if (f->lines.len == 0)
        find_lines(f);
    uint32_t at = pos - f->base;
    assert(at <= f->len);
    size_t line = line_index(f, at);
    uint32_t start = f->lines.data[line];
    uint32_t end = line_end(f, line);
    if (line == 0)
        start += bom_len(f);
    if (end < start)
        end = start;
    at = at < start ? start : at > end ? end : at;
    return (src_place){
        .file = f,
        .line = (uint32_t)line + 1,
        .column = column_of(f, start, at),
        .line_text = f->text + start,
        .line_len = end - start,
        .offset = at - start,
    };
}

void sources_show_line(const sources *s, srcpos pos, strbuf *out)
{
    source_file f = *vec_at(&s->files, file_index(s, pos));
    f.lines.data = NULL;
    f.lines.len = f.lines.cap = 0;
    find_lines(&f);
    strbuf_printf(out, "%s:%zu", f.path, line_index(&f, pos - f.base) + 1);
    vec_free(&f.lines);
}
