/* file_watch.h -- waits for changes of the files of a model.
 *
 * A change is another text of a .p or .pproj file, or another list of these files.  The
 * system reports events in their folders (inotify); folders and not files, since
 * editors write a new file and rename it over the old one.  If the system cannot report
 * events, as on some network drives, the caller must call file_watch_look now and then.
 */
#ifndef CLI_FILE_WATCH_H
#define CLI_FILE_WATCH_H

#include "base/strbuf.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct file_watch file_watch;

/* INPUTS as on the command line; they must outlive the watch.  EXTRA: one more file to
 * watch, or NULL. */
file_watch *file_watch_new(const char *const *inputs, size_t count, const char *extra);
void file_watch_free(file_watch *v);

/* Becomes readable when something has happened; -1: the system reports no events. */
int file_watch_descriptor(const file_watch *v);

/* Waits for a short time until no more events come, since saving takes several steps.
 */
void file_watch_settle(file_watch *v);

/* Has something changed since the last call that returned true? WHAT describes the
 * change. */
bool file_watch_look(file_watch *v, strbuf *what);

#endif
