/* index_loop.h -- loops that visit a collection by its indices.
 *
 *     i = 0;
 *     while (i < sizeof(xs)) { ... xs[i] ... i = i + 1; }
 *
 * is how P programs iterated before the language had `foreach`, and many still do.
 *
 * Lemma index-1.  Let the loop begin with i = 0 on every path, test i < sizeof(xs)
 * before each iteration, end each iteration with its only change of i, i = i + 1, and
 * change xs nowhere.  Then it visits each element of xs once, in the order of xs, and
 * i = sizeof(xs) behind it.  So where the body reads i only to get xs[i] and is left
 * at its end only, the loop is `foreach (x in xs)`.
 *
 * The caller checks what the body does, and that functions that it calls do not change
 * xs.
 */
#ifndef ANALYSIS_INDEX_LOOP_H
#define ANALYSIS_INDEX_LOOP_H

#include "ir/ir.h"

#include <stdbool.h>

/* xs: a variable, or a field of a tuple in a variable. */
typedef struct index_collection {
    ir_operand variable;
    uint32_t field; /* IR_NONE: the variable itself */
} index_collection;

typedef struct index_loop {
    index_collection collection;
    ir_operand index;
    ir_pc head;  /* its LOOP */
    ir_pc first; /* of the body, behind the test */
    ir_pc step;  /* i = i + 1, where the body ends */
    ir_pc after;
} index_loop;

/* The loop around PC that visits the collection which SET_GET or SEQ_GET at PC reads,
 * by the index that it reads; false: there is none. */
bool index_loop_find(const ir_program *ir, const ir_function *f, ir_pc pc,
                     index_loop *out);

/* Does the instruction at PC get the element of the current iteration? */
bool index_loop_gets(const ir_function *f, const index_loop *l, ir_pc pc);

#endif
