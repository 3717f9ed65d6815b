/* savefile.h -- a binary file that is written whole or not at all, with a checksum.
 *
 * newfile.h replaces the old content at once.  The checksum at the end protects readers
 * from damaged files, and not from forged ones: readers check what they read.
 *
 * Numbers have the byte order of this machine.  After a failed operation all later ones
 * fail too, so it is enough to check the last.  Not thread-safe.
 */
#ifndef BASE_SAVEFILE_H
#define BASE_SAVEFILE_H

#include "base/status.h"
#include "base/strbuf.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct savefile savefile;

/* NULL: WHY gets the reason, a sentence without a full stop. */
MUST_CHECK savefile *savefile_create(const char *path, strbuf *why);
MUST_CHECK savefile *savefile_open(const char *path, strbuf *why);

/* Can PATH be written?  False: WHY gets the reason. */
MUST_CHECK bool savefile_may_create(const char *path, strbuf *why);

/* Both close and free the file.  KEEP puts a written file in place; false if any
 * operation since savefile_create failed, and then the temporary file is removed. CLOSE
 * discards a written file. */
MUST_CHECK bool savefile_keep(savefile *f, strbuf *why);
void savefile_close(savefile *f); /* accepts NULL */

void savefile_put(savefile *f, const void *bytes, size_t len);
void savefile_put_number(savefile *f, uint64_t n);
void savefile_put_text(savefile *f, const char *text);

/* False: the file ends, cannot be read, or is damaged.  Trust nothing before
 * savefile_is_whole has returned true. */
MUST_CHECK bool savefile_get(savefile *f, void *bytes, size_t len);
MUST_CHECK bool savefile_get_number(savefile *f, uint64_t *n);
MUST_CHECK bool savefile_get_text(savefile *f, strbuf *out);

/* True if everything up to the checksum was read. */
MUST_CHECK bool savefile_is_at_end(const savefile *f);

/* Reads a file that was just opened to its end, compares the checksum, and rewinds. */
MUST_CHECK bool savefile_is_whole(savefile *f);

/* For callers that read and write the stream directly, and check what they read. */
FILE *savefile_stream(savefile *f);

#endif
