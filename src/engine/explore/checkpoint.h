/* checkpoint.h -- a search that can go on later: all that it knows, in a file.
 *
 * The file says what it is of (program, test, options, version), and is only read for
 * the same.  It holds values, ids, visited states, both levels and the counts; caches
 * and lists are worked out again.  A search that goes on from it comes to the same
 * numbers as one that was never interrupted.
 */
#ifndef EXPLORE_CHECKPOINT_H
#define EXPLORE_CHECKPOINT_H

#include "engine/explore/worker.h"

/* IDENTITY: lines of text "what: which"; a difference in any is a reason to refuse.
 * WHY gets a sentence about what failed, without a full stop. */
MUST_CHECK bool checkpoint_save(const char *path, const char *identity, team *m,
                                strbuf *why);

/* Can a checkpoint be kept at PATH?  Not in place of anything else. */
MUST_CHECK bool checkpoint_may_write(const char *path, strbuf *why);

/* Fills in what SAVE wrote: the tree, the visited states, the levels and the counts of
 * M, whose levels must be empty; and the values of C, which must be new.  After a
 * failure all of these are of no use. */
MUST_CHECK bool checkpoint_load(const char *path, const char *identity, core *c,
                                unsigned cache_bits, team *m, strbuf *why);

#endif
