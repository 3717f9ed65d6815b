/* drift.h -- which way the variables of a machine can go: up, down, or both.
 *
 * A ballot only rises: `if (p.ballot > promised) promised = p.ballot;`.  Found by
 * walking through each function once, along all its ways, without knowing any value.
 * The walk knows of each slot where it was taken from, and of each way which
 * comparisons it has passed.  An assignment to field f goes UP when it is
 *
 *   - f = v, after a comparison of v with f that says v >= f, with f not written since:
 *     v is the same value as then, for values are followed and not variables;
 *   - f = f + k for a number k > 0 that is not too large, but see below;
 *   - f = true;
 *
 * DOWN is the same the other way round, f = f is neither, and everything else is both.
 * Values that a `receive`, a call or a loop may have changed are new ones; during a
 * call or a loop all fields may change.  Nobody else changes a field between two
 * instructions: a machine that pauses or waits in a `receive` runs no other handler.
 *
 * Numbers wrap.  A field that goes up by k's (at most DRIFT_STRIDE each) and in no
 * other way, from anything up to DRIFT_FAR, wraps after 2^52 additions or more.  Before
 * that it never holds the same value twice, so each of them belongs to a local step of
 * its own, which a search has to execute.  At a billion a second that takes 52 days: a
 * search that has ended saw no such run.  Where a field also takes values from
 * elsewhere, sums are not trusted.
 *
 * LOOSE: it may come to hold something of another kind than its type says.  Casts look
 * at the outermost constructor only, so a value out of a tuple may be anything; what
 * was computed or compared as a number is one.
 */
#ifndef REDUCE_DRIFT_H
#define REDUCE_DRIFT_H

#include "ir/ir.h"

#include "base/bits.h"

#define DRIFT_STRIDE ((int64_t)1 << 10)
#define DRIFT_FAR    ((int64_t)1 << 62)

/* Of one function, without what it calls: fields of its machine, which it does this to.
 * What is in none of them is not written. */
typedef struct drift {
    bits rises;
    bits falls;
    bits loose;
    bits sums;  /* among those that go one way: by numbers that are added */
    bits leaps; /* ... by other values */
} drift;

void drift_fini(drift *d);

/* Adds what FUNCTION does. */
void drift_read(const ir_program *ir, uint32_t function, drift *d);

#endif
