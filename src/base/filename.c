#include "base/filename.h"

#include <string.h>
#include <sys/stat.h>

static bool is_part(const char *part, size_t len, const char *text)
{
    return strlen(text) == len && memcmp(part, text, len) == 0;
}

/* Removes the last part of B, unless that is "..".  False: there is none. */
static bool remove_last(strbuf *b, size_t start)
{
    size_t end = b->len;
    while (end > start && b->data[end - 1] != '/')
        end--;
    if (b->len == start || is_part(b->data + end, b->len - end, ".."))
        return false;
    b->len = end > start ? end - 1 : end;
    b->data[b->len] = '\0';
    return true;
}

static void add_part(strbuf *b, size_t start, const char *part, size_t len)
{
    if (len == 0 || is_part(part, len, "."))
        return;
    if (is_part(part, len, "..") && remove_last(b, start))
        return;
    if (b->len > start)
        strbuf_putc(b, '/');
    strbuf_add(b, part, len);
}

static bool is_same(const char *a, const char *b)
{
    struct stat x;
    struct stat y;
    return stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev &&
           x.st_ino == y.st_ino;
}

void filename_tidy(const char *path, strbuf *out)
{
    strbuf tidy = {0};
    if (path[0] == '/')
        strbuf_putc(&tidy, '/');
    size_t start = tidy.len;
    for (const char *at = path; *at != '\0';) {
        size_t len = strcspn(at, "/");
        add_part(&tidy, start, at, len);
        at += len + (at[len] == '/');
    }
    if (tidy.len == 0)
        strbuf_putc(&tidy, '.');
    strbuf_puts(out, is_same(path, strbuf_text(&tidy)) ? strbuf_text(&tidy) : path);
    strbuf_free(&tidy);
}
