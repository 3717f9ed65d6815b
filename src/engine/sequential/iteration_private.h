/* iteration_private.h -- shared by iteration.c, iteration_judge.c and iteration_done.c.
 */
#ifndef ENGINE_SEQUENTIAL_ITERATION_PRIVATE_H
#define ENGINE_SEQUENTIAL_ITERATION_PRIVATE_H

#include "engine/sequential/iteration.h"

/* ---- iteration_judge.c ---- */

/* S is an end of the iteration: does it equal the start, except for permitted changes?
 * Adds what it learns to IT.  False: it does not, and the reason is recorded. */
bool iteration_judge(iteration *it, seq_state *s);

/* True (and recorded) if S contains an error that does not depend on the loop. */
bool iteration_is_hopeless(iteration *it, const seq_state *s);

/* Record that iterations are not alike; both return false. */
bool iteration_refuse_difference(iteration *it, const seq_state *s, uint32_t index);
bool iteration_refuse_crowd(iteration *it, const seq_state *s, uint32_t a, uint32_t b);

iteration_leftover *iteration_find_left(const iteration_leftover_list *list,
                                        const seq_channel *c);

/* ---- iteration_done.c ---- */

/* The iteration changed copy INDEX for good: joins it into the summary IT->done. */
bool iteration_judge_copy(iteration *it, const seq_state *s, uint32_t index);

#endif
