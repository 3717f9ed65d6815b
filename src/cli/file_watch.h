/* file_watch.h -- waits for changes of the files that a model is made of.
 *
 * What counts is the text of the .p and .pproj files, and which there are.  The system
 * tells when something happens in their folders: in folders, since editors write a new
 * file and put it in the place of the old one.  Where it cannot tell, as on some
 * network drives, it is up to the caller to look now and then.
 */
#ifndef CLI_FILE_WATCH_H
#define CLI_FILE_WATCH_H

#include "base/strbuf.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct file_watch file_watch;

/* INPUTS as on the command line, which must outlive it.  EXTRA: one more file that
 * matters, or NULL. */
file_watch *file_watch_new(const char *const *inputs, size_t count, const char *extra);
void file_watch_free(file_watch *v);

/* Becomes readable when something has happened; -1: the system does not tell. */
int file_watch_descriptor(const file_watch *v);

/* Waits until nothing more happens, but not for long: saving takes several steps. */
void file_watch_settle(file_watch *v);

/* Whether something is different from when this was last true; WHAT says in words what
 * that is. */
bool file_watch_look(file_watch *v, strbuf *what);

#endif
