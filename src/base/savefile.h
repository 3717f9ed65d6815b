/* savefile.h -- a file that is there whole or not at all.
 *
 * What is written goes to a file beside the one wanted; savefile_keep makes it durable
 * and puts it in place, so that a crash at any moment leaves the old content or the
 * new. A checksum goes with it, and a reader gets nothing that was not written.
 *
 * Bytes are in this machine's order.  A failed operation makes all later ones fail too,
 * so it is enough to look at the end.  Not thread-safe.
 */
#ifndef BASE_SAVEFILE_H
#define BASE_SAVEFILE_H

#include "base/status.h"
#include "base/strbuf.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct savefile savefile;

/* WHY gets a sentence about what failed, without a full stop. */
MUST_CHECK savefile *savefile_create(const char *path, strbuf *why); /* or NULL */
MUST_CHECK savefile *savefile_open(const char *path, strbuf *why);   /* or NULL */

/* Where a file for PATH is written before it is kept. */
void savefile_part(const char *path, strbuf *out);

/* Both end with the file closed.  KEEP: false if anything went wrong since the file was
 * made, and then there is no trace of it.  CLOSE: without that. */
MUST_CHECK bool savefile_keep(savefile *f, strbuf *why);
void savefile_close(savefile *f); /* accepts NULL */

void savefile_put(savefile *f, const void *bytes, size_t len);
void savefile_put_number(savefile *f, uint64_t n);
void savefile_put_text(savefile *f, const char *text);

/* False: the file ends, or cannot be read, or is damaged.  Nothing is trusted before
 * savefile_is_whole has said so. */
MUST_CHECK bool savefile_get(savefile *f, void *bytes, size_t len);
MUST_CHECK bool savefile_get_number(savefile *f, uint64_t *n);
MUST_CHECK bool savefile_get_text(savefile *f, strbuf *out);

/* Reads all of a file that was just opened and checks it; then it is at its start
 * again. */
MUST_CHECK bool savefile_is_whole(savefile *f);

/* For those who write and read by themselves, and check what they read. */
FILE *savefile_stream(savefile *f);

#endif
