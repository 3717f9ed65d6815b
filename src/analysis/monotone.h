/* monotone.h -- in which direction the fields of a machine may change.
 *
 * A ballot only increases: `if (p.ballot > promised) promised = p.ballot;`.  The
 * analysis runs through each function once, along all its paths, without knowing any
 * value.  It tracks for each slot where its value came from, and for each path the
 * comparisons that the path has passed.  An assignment to field f INCREASES it when it
 * is
 *
 *   - f = v, after a comparison of v with f that says v >= f, with f not written since:
 *     v is the same value as in the comparison, for the analysis follows values and not
 *     variables;
 *   - f = f + k for a constant k > 0 of at most MONOTONE_STRIDE, but see below;
 *   - f = true;
 *
 * DECREASES is the mirror image, f = f is neither, and everything else is both.  Values
 * that a `receive`, a call or a loop may have changed are new ones; during a call or
 * a loop all fields may change.  Nobody else changes a field between two instructions:
 * a machine that pauses or waits in a `receive` runs no other handler.
 *
 * Lemma monotone-1 (sums do not wrap in a finished search).  Numbers wrap.  A field
 * that increases by constants (at most MONOTONE_STRIDE each) and in no other way, from
 * a value of at most MONOTONE_FAR, wraps after 2^52 additions or more.  Before that it
 * never holds the same value twice, so each addition belongs to a local step of its
 * own, which a search has to execute.  At a billion a second that takes 52 days: a
 * search that has ended saw no such run.  Where a field also takes values from
 * elsewhere (JUMPS), sums are not trusted and the field may change in both directions.
 *
 * UNTYPED: the field may hold a value of another kind than its type says.  Casts check
 * the outermost constructor only, so a value out of a tuple may be anything; a value
 * that was computed or compared as a number is a number.
 */
#ifndef ANALYSIS_MONOTONE_H
#define ANALYSIS_MONOTONE_H

#include "base/bits.h"
#include "ir/ir.h"

#define MONOTONE_STRIDE ((int64_t)1 << 10)
#define MONOTONE_FAR    ((int64_t)1 << 62)

/* Sets of fields of the machine, for one function without its calls.  A field in none
 * of them is not changed. */
typedef struct monotone {
    bits increases;
    bits decreases;
    bits untyped;
    bits sums;  /* changed in one direction, by adding a constant */
    bits jumps; /* changed in one direction, by any other value */
} monotone;

void monotone_fini(monotone *m);

/* Adds what FUNCTION does. */
void monotone_add(const ir_program *ir, uint32_t function, monotone *m);

#endif
