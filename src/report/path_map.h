/* path_map.h -- the files of a model as others name them: relative to a base folder.
 *
 * The base is the checkout in GitHub Actions (GITHUB_WORKSPACE), else the folder one is
 * in.  Made once, so that nothing has to be asked of the file system later.
 */
#ifndef REPORT_PATH_MAP_H
#define REPORT_PATH_MAP_H

#include "base/source.h"
#include "base/strbuf.h"

typedef struct path_map_file {
    const char *path; /* relative to the base; if the file is elsewhere, absolute */
    bool is_below;    /* the base */
} path_map_file;

typedef struct path_map {
    arena memory;
    const char *base;     /* absolute, without a slash at its end */
    path_map_file *files; /* as in the sources */
    size_t count;
} path_map;

void path_map_init(path_map *w, const sources *src);
void path_map_fini(path_map *w); /* accepts a zeroed one */

/* Of a file or folder that is none of the sources. */
path_map_file path_map_find(path_map *w, const char *path);

size_t path_map_index(const sources *src, const source_file *file);

/* PATH as it is written in a URI. */
void path_map_uri(const char *path, strbuf *out);

#endif
