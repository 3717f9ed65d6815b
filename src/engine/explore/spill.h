/* spill.h -- a temporary file of blocks of bytes, for data that does not fit into
 * memory.
 *
 * The file is unlinked at once, so nothing is left behind however the process ends.
 * Blocks are appended and stay until all are dropped together.  A read checks the
 * block: it returns the bytes that were written, or an error.  Thread-safe, except for
 * spill_new, spill_free and spill_drop.  A process under a limit for file sizes must
 * ignore SIGXFSZ to get the error instead of the signal.
 *
 * WHY gets a sentence about the failure, without a full stop.
 */
#ifndef EXPLORE_SPILL_H
#define EXPLORE_SPILL_H

#include "base/strbuf.h"

#include <stdint.h>

typedef struct spill spill;

typedef struct spill_block {
    uint64_t offset;
    uint64_t sum; /* kept here, not in the file: it also detects a wrong block */
    uint32_t len;
} spill_block;

MUST_CHECK status spill_new(const char *dir, spill **out, strbuf *why);
void spill_free(spill *s); /* accepts NULL */

MUST_CHECK status spill_write(spill *s, const void *bytes, uint32_t len,
                              spill_block *out, strbuf *why);

/* BYTES has room for BLOCK's length.  Blocks after it are read ahead. */
MUST_CHECK status spill_read(spill *s, const spill_block *block, void *bytes,
                             strbuf *why);

void spill_drop(spill *s); /* drops all blocks and returns the disk space */

uint64_t spill_size(const spill *s); /* bytes in the file */

#endif
