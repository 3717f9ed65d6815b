/* diff_bounds.h -- bounds of the differences of int variables, with all their
 * consequences.
 *
 * A row for each variable, in ascending order of their ids, and row 0 for the number
 * zero: at [i][j] is the least bound of x_i - x_j.  Bounds are always closed: each is
 * the least that follows from all.  Hence equal sets of solutions over the ints have
 * equal bounds, and to drop a variable is to drop its row and column: the bounds that
 * remain describe exactly the solutions of the others (the matrix of such a system is
 * totally unimodular: where there is a real solution, there is one in ints).
 */
#ifndef CORE_DIFF_BOUNDS_H
#define CORE_DIFF_BOUNDS_H

#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>

/* Instead of a variable: the number zero. */
#define DIFF_ZERO UINT32_MAX

typedef VEC(uint32_t) diff_bounds_variables; /* ascending */

typedef struct diff_bounds {
    diff_bounds_variables variables;
    VEC(int64_t) at; /* rows of variables.len + 1 */
} diff_bounds;

void diff_bounds_fini(diff_bounds *b); /* a zeroed one knows nothing of no variable */
void diff_bounds_clear(diff_bounds *b);
void diff_bounds_copy(const diff_bounds *from, diff_bounds *to);

bool diff_bounds_has(const diff_bounds *b, uint32_t variable);

/* Adds a variable that B does not have, in LEAST..MOST. */
void diff_bounds_add(diff_bounds *b, uint32_t variable, int64_t least, int64_t most);
void diff_bounds_drop(diff_bounds *b, uint32_t variable);

/* The least bound of X - Y, which B has, or which are DIFF_ZERO. */
int64_t diff_bounds_of(const diff_bounds *b, uint32_t x, uint32_t y);

/* Learns that X - Y <= MOST; false: there is no solution any more, and B is of no use.
 */
bool diff_bounds_limit(diff_bounds *b, uint32_t x, uint32_t y, int64_t most);

/* Does B say of its variable number I no more than LEAST..MOST, and what follows? */
bool diff_bounds_is_idle(const diff_bounds *b, size_t i, int64_t least, int64_t most);

#endif
