#include "report/where.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* PATH without links and dots; as it is if there is no such file any more. */
static const char *absolute(where *w, const char *path)
{
    char whole[PATH_MAX];
    if (realpath(path, whole) == NULL)
        return path;
    return arena_strndup(&w->memory, whole, strlen(whole));
}

static const char *find_base(where *w)
{
    const char *checkout = getenv("GITHUB_WORKSPACE");
    const char *base =
        absolute(w, checkout != NULL && checkout[0] == '/' ? checkout : ".");
    return strcmp(base, "/") == 0 ? "" : base;
}

where_file where_find(where *w, const char *path)
{
    const char *whole = absolute(w, path);
    size_t len = strlen(w->base);
    if (strcmp(whole, w->base) == 0)
        return (where_file){".", true};
    if (strncmp(whole, w->base, len) == 0 && whole[len] == '/')
        return (where_file){whole + len + 1, true};
    return (where_file){whole, whole[0] != '/'};
}

void where_init(where *w, const sources *src)
{
    *w = (where){.count = src->files.len};
    arena_init(&w->memory);
    w->base = find_base(w);
    w->files = ARENA_ARRAY(&w->memory, where_file, w->count + 1);
    for (size_t i = 0; i < w->count; i++)
        w->files[i] = where_find(w, src->files.data[i].path);
}

void where_fini(where *w)
{
    if (w->files != NULL)
        arena_fini(&w->memory);
    *w = (where){0};
}

size_t where_index(const sources *src, const source_file *file)
{
    return (size_t)(file - src->files.data);
}

/* What RFC 3986 calls unreserved, and the slashes between folders. */
static bool is_plain(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           (c != '\0' && strchr("-._~/", c) != NULL);
}

void where_uri(const char *path, strbuf *out)
{
    for (; *path != '\0'; path++) {
        if (is_plain(*path))
            strbuf_putc(out, *path);
        else
            strbuf_printf(out, "%%%02X", (unsigned char)*path);
    }
}
