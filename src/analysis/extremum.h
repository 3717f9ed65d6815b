/* extremum.h -- statements that keep the least or the largest number.
 *
 *     if (x < v) v = x;      keeps the least in v
 *     if (v < x) v = x;      the largest; `<=` does the same
 *
 * x is a variable, or an expression that is computed twice in the same way: then the
 * instructions before the comparison and those below it are equal but for the last
 * destination, and both times they read the same values.
 */
#ifndef ANALYSIS_EXTREMUM_H
#define ANALYSIS_EXTREMUM_H

#include "ir/ir.h"

#include <stdbool.h>

typedef struct extremum {
    ir_operand variable; /* v */
    bool is_least;
    ir_pc test;  /* the comparison */
    ir_pc store; /* the only instruction of the statement that writes v */
} extremum;

/* Is the comparison at PC that of such a statement? */
bool extremum_find(const ir_function *f, ir_pc pc, extremum *out);

#endif
