/* executions.h -- how many executions dpor would have to explore.
 *
 * It explores the first ones, and estimates the others by random walks (Knuth 1975).
 * Both are counts, so the result is the same every time.
 */
#ifndef DIAGNOSE_EXECUTIONS_H
#define DIAGNOSE_EXECUTIONS_H

#include "engine/engine.h"

typedef struct executions {
    bool is_decided; /* the first ones are all, or one is a violation */
    double estimate; /* of all; 0: there is none */
    bool is_steady;  /* two estimates agree: of endless runs they rarely do */
} executions;

/* O is for any engine.  At most MOST executions, and SECONDS in any case. */
void executions_make(executions *x, const ir_program *ir, const ir_test *test,
                     const engine_options *o, uint64_t most, double seconds);

#endif
