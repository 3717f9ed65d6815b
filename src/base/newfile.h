/* newfile.h -- a file that is written whole or not at all.
 *
 * The content goes to a temporary file beside the target, NAME.<16 hex digits>.part,
 * that is made with O_EXCL and so is always ours.  newfile_keep makes it durable,
 * renames it and makes the folder durable: a crash, a kill or a full disk at any moment
 * leaves the old content or the new.  Writers of the same target do not disturb each
 * other; the last one to finish wins.
 *
 * Three targets cannot be replaced and are written directly: what is no regular file (a
 * pipe, a device), an open file (/dev/stdout, /dev/fd/N), and one that is appended to.
 *
 * Functions that fail set errno.  A struct that newfile_prepare has filled allocates
 * nothing later: it can be used when memory has run out.  Not thread-safe.
 */
#ifndef BASE_NEWFILE_H
#define BASE_NEWFILE_H

#include "base/status.h"
#include "base/strbuf.h"

#include <stdbool.h>
#include <sys/stat.h>

typedef struct newfile {
    int file;         /* that is written to; -1: none is open */
    int folder;       /* of the target; -1: the file is written directly */
    strbuf name;      /* of the target in its folder; links were followed */
    strbuf temporary; /* name of the temporary file */
    bool truncates;   /* a regular file that is written directly */
    bool has_old;     /* there is something to replace: */
    struct stat old;
} newfile;

#define NEWFILE_NONE ((newfile){.file = -1, .folder = -1})

/* Can PATH be written?  Opens what is written directly; of all others, it makes a
 * temporary file and removes it again.  False: it cannot, and F is NEWFILE_NONE. */
MUST_CHECK bool newfile_prepare(newfile *f, const char *path);
MUST_CHECK bool newfile_prepare_append(newfile *f, const char *path);
/* The same for an open file that F owns from now on. */
void newfile_take(newfile *f, int file);
void newfile_fini(newfile *f); /* drops what was not kept, and keeps errno */

static inline bool newfile_is_prepared(const newfile *f)
{
    return f->file >= 0 || f->folder >= 0;
}

/* What is at the target now; false: nothing. */
MUST_CHECK bool newfile_stat(const newfile *f, struct stat *out);
/* Both have the same target. */
bool newfile_is_same(const newfile *a, const newfile *b);

/* F->file is open, and F must not move, until one of the other two is called. */
MUST_CHECK bool newfile_begin(newfile *f);
MUST_CHECK bool newfile_keep(newfile *f);
void newfile_drop(newfile *f); /* keeps errno */

/* All three in one.  False: the target is as it was. */
MUST_CHECK bool newfile_write(newfile *f, const strbuf *text);

/* For signal handlers of a process that is about to end: removes the temporary file
 * that is being written. */
void newfile_remove_unfinished(void);

#endif
