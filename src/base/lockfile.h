/* lockfile.h -- one process at a time: an empty file that only one can hold.
 *
 * It is gone when it is released.  The lock ends with the process that holds it,
 * however that ends; then the file stays, and is no obstacle to the next.
 */
#ifndef BASE_LOCKFILE_H
#define BASE_LOCKFILE_H

#include "base/status.h"
#include "base/strbuf.h"

typedef struct lockfile lockfile;

/* NULL: WHY gets a sentence about what is in the way, without a full stop.  Where the
 * file system has no locks, everybody gets one. */
MUST_CHECK lockfile *lockfile_take(const char *path, strbuf *why);
void lockfile_release(lockfile *l); /* accepts NULL */

const char *lockfile_path(const lockfile *l);

#endif
