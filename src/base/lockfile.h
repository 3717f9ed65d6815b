/* lockfile.h -- mutual exclusion of processes by an empty file.
 *
 * Releasing the lock removes the file.  The lock ends with the process that holds it,
 * even if that crashes; then the file stays, but does not block the next process.
 */
#ifndef BASE_LOCKFILE_H
#define BASE_LOCKFILE_H

#include "base/status.h"
#include "base/strbuf.h"

typedef struct lockfile lockfile;

/* NULL: WHY gets the reason, a sentence without a full stop.  On a file system without
 * locks, every process gets the lock. */
MUST_CHECK lockfile *lockfile_take(const char *path, strbuf *why);
void lockfile_release(lockfile *l); /* accepts NULL */

const char *lockfile_path(const lockfile *l);

#endif
