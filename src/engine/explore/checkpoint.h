/* checkpoint.h -- a file from which a search can be resumed.
 *
 * The file names its program, test, options and version, and is read for the same ones
 * only.  It holds values, ids, visited states, both levels and the counts; caches and
 * lists are computed again.  A resumed search ends with the same numbers as one that
 * was never interrupted.
 */
#ifndef EXPLORE_CHECKPOINT_H
#define EXPLORE_CHECKPOINT_H

#include "engine/explore/worker.h"

/* IDENTITY: lines of text "what: which"; a file that differs in any line is refused.
 * WHY gets a sentence about the failure, without a full stop. */
MUST_CHECK bool checkpoint_save(const char *path, const char *identity, team *m,
                                strbuf *why);

/* True if a checkpoint can be written to PATH.  It replaces nothing but a
 * checkpoint. */
MUST_CHECK bool checkpoint_may_write(const char *path, strbuf *why);

/* Restores what SAVE wrote: the tree, the visited states, the levels and the counts of
 * M, whose levels must be empty; and the values of C, which must be new.  After a
 * failure all of these must be thrown away. */
MUST_CHECK bool checkpoint_load(const char *path, const char *identity, core *c,
                                unsigned cache_bits, team *m, strbuf *why);

#endif
