/* iterate_inside.h -- what iterate.c, judge.c and done.c know of each other. */
#ifndef ENGINE_SEQUENTIAL_ITERATION_PRIVATE_H
#define ENGINE_SEQUENTIAL_ITERATION_PRIVATE_H

#include "engine/sequential/iteration.h"

/* ---- judge.c ---- */

/* S is an end of the iteration: is it as the beginning was, but for what may change?
 * What is learned goes into IT.  False: it is not, and somebody was blamed. */
bool iteration_judge(iteration *it, seq_state *s);

/* Something cannot be right, whatever the loop does: true, it was blamed. */
bool iteration_is_hopeless(iteration *it, const seq_state *s);

/* Iterations are not alike: false. */
bool iteration_refuse_difference(iteration *it, const seq_state *s, uint32_t index);
bool iteration_refuse_crowd(iteration *it, const seq_state *s, uint32_t a, uint32_t b);

iteration_leftover *iteration_find_left(const iteration_leftover_list *list, const seq_channel *c);

/* ---- done.c ---- */

/* Copy INDEX was changed for good: all copies will be as it is. */
bool iteration_judge_copy(iteration *it, const seq_state *s, uint32_t index);

#endif
