/* path_map.h -- paths of the files of a model, relative to a base folder.
 *
 * The base is the checkout in GitHub Actions (GITHUB_WORKSPACE), else the current
 * folder.  The map is made once, so that reports need not ask the file system later.
 */
#ifndef REPORT_PATH_MAP_H
#define REPORT_PATH_MAP_H

#include "base/source.h"
#include "base/strbuf.h"

typedef struct path_map_file {
    const char
        *path;     /* relative to the base, or absolute if the file is not below it */
    bool is_below; /* it is below the base */
} path_map_file;

typedef struct path_map {
    arena memory;
    const char *base;     /* absolute, without a slash at its end */
    path_map_file *files; /* in the order of the sources */
    size_t count;
} path_map;

void path_map_init(path_map *w, const sources *src);
void path_map_fini(path_map *w); /* accepts a zeroed one */

/* For a file or folder that is not one of the sources. */
path_map_file path_map_find(path_map *w, const char *path);

size_t path_map_index(const sources *src, const source_file *file);

/* Adds PATH as a part of a URI. */
void path_map_uri(const char *path, strbuf *out);

#endif
