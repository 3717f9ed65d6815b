#include "api/places.h"

#include <string.h>

static size_t find_file(const sources *src, const char *path)
{
    size_t found = SIZE_MAX; /* the latest one is the longest */
    for (size_t i = 0; i < src->files.len; i++)
        if (strcmp(src->files.data[i].path, path) == 0)
            found = i;
    return found;
}

static size_t add_blank(sources *src, const char *path, size_t lines)
{
    enum { LEAST = 5000 }; /* so that it seldom has to be done again */
    lines = lines > LEAST ? lines : LEAST;
    char *text = mem_alloc(lines);
    memset(text, '\n', lines);
    const source_file *file = sources_add_aside(src, path, text, lines);
    mem_free(text, lines);
    return file != NULL ? src->files.len - 1 : SIZE_MAX;
}

static size_t add_file(sources *src, const char *path, size_t lines)
{
    const source_file *file;
    const char *why;
    if (sources_read(src, path, &file, &why) == ST_OK)
        return src->files.len - 1;
    return add_blank(src, path, lines);
}

/* The first character of line LINE that is not a blank; NULL: the file has fewer lines.
 */
static const char *find_line(const source_file *file, int line)
{
    const char *at = file->text;
    const char *end = file->text + file->len;
    for (int i = 1; i < line; i++) {
        at = memchr(at, '\n', (size_t)(end - at));
        if (at == NULL)
            return NULL;
        at++;
    }
    while (at < end && (*at == ' ' || *at == '\t'))
        at++;
    return at;
}

srcpos places_find(sources *src, const char *path, int line)
{
    if (path == NULL || line <= 0)
        return SRC_NONE;
    size_t lines = (size_t)line + 1;
    size_t i = find_file(src, path);
    if (i == SIZE_MAX)
        i = add_file(src, path, lines);
    if (i == SIZE_MAX)
        return SRC_NONE;
    const char *at = find_line(&src->files.data[i], line);
    if (at == NULL) { /* it is shorter than when it was compiled */
        i = add_blank(src, path, 2 * lines);
        at = i != SIZE_MAX ? find_line(&src->files.data[i], line) : NULL;
    }
    if (i == SIZE_MAX)
        return SRC_NONE;
    const source_file *file = &src->files.data[i];
    return at != NULL ? file->base + (srcpos)(at - file->text) : SRC_NONE;
}
