#include "report/path_map.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* PATH without links and dots; unchanged if the file does not exist any more. */
static const char *absolute(path_map *w, const char *path)
{
    char whole[PATH_MAX];
    if (realpath(path, whole) == NULL)
        return path;
    return arena_strndup(&w->memory, whole, strlen(whole));
}

static const char *find_base(path_map *w)
{
    const char *checkout = getenv("GITHUB_WORKSPACE");
    const char *base =
        absolute(w, checkout != NULL && checkout[0] == '/' ? checkout : ".");
    return strcmp(base, "/") == 0 ? "" : base;
}

path_map_file path_map_find(path_map *w, const char *path)
{
    const char *whole = absolute(w, path);
    size_t len = strlen(w->base);
    if (strcmp(whole, w->base) == 0)
        return (path_map_file){".", true};
    if (strncmp(whole, w->base, len) == 0 && whole[len] == '/')
        return (path_map_file){whole + len + 1, true};
    return (path_map_file){whole, whole[0] != '/'};
}

void path_map_init(path_map *w, const sources *src)
{
    *w = (path_map){.count = src->files.len};
    arena_init(&w->memory);
    w->base = find_base(w);
    w->files = ARENA_ARRAY(&w->memory, path_map_file, w->count + 1);
    for (size_t i = 0; i < w->count; i++)
        w->files[i] = path_map_find(w, src->files.data[i].path);
}

void path_map_fini(path_map *w)
{
    if (w->files != NULL)
        arena_fini(&w->memory);
    *w = (path_map){0};
}

size_t path_map_index(const sources *src, const source_file *file)
{
    return (size_t)(file - src->files.data);
}

/* Keeps the unreserved characters of RFC 3986, and slashes. */
static bool is_plain(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           (c != '\0' && strchr("-._~/", c) != NULL);
}

void path_map_uri(const char *path, strbuf *out)
{
    for (; *path != '\0'; path++) {
        if (is_plain(*path))
            strbuf_putc(out, *path);
        else
            strbuf_printf(out, "%%%02X", (unsigned char)*path);
    }
}
