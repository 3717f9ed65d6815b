/* where.h -- the files of a model as others name them: relative to a base folder.
 *
 * The base is the checkout in GitHub Actions (GITHUB_WORKSPACE), else the folder one is
 * in.  Made once, so that nothing has to be asked of the file system later.
 */
#ifndef REPORT_WHERE_H
#define REPORT_WHERE_H

#include "base/source.h"
#include "base/strbuf.h"

typedef struct where_file {
    const char *path; /* relative to the base; if the file is elsewhere, absolute */
    bool is_below;    /* the base */
} where_file;

typedef struct where {
    arena memory;
    const char *base;  /* absolute, without a slash at its end */
    where_file *files; /* as in the sources */
    size_t count;
} where;

void where_init(where *w, const sources *src);
void where_fini(where *w); /* accepts a zeroed one */

/* Of a file or folder that is none of the sources. */
where_file where_find(where *w, const char *path);

size_t where_index(const sources *src, const source_file *file);

/* PATH as it is written in a URI. */
void where_uri(const char *path, strbuf *out);

#endif
