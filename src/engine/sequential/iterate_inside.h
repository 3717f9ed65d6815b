/* iterate_inside.h -- what iterate.c, judge.c and done.c know of each other. */
#ifndef ENGINE_SEQUENTIAL_ITERATE_INSIDE_H
#define ENGINE_SEQUENTIAL_ITERATE_INSIDE_H

#include "engine/sequential/iterate.h"

/* ---- judge.c ---- */

/* S is an end of the iteration: is it as the beginning was, but for what may change?
 * What is learned goes into IT.  False: it is not, and somebody was blamed. */
bool judge(iteration *it, state *s);

/* Something cannot be right, whatever the loop does: true, it was blamed. */
bool is_hopeless(iteration *it, const state *s);

/* Iterations are not alike: false. */
bool differs(iteration *it, const state *s, uint32_t index);
bool crowd(iteration *it, const state *s, uint32_t a, uint32_t b);

leftover *find_left(const leftover_list *list, const chan *c);

/* ---- done.c ---- */

/* Copy INDEX was changed for good: all copies will be as it is. */
bool judge_changed(iteration *it, const state *s, uint32_t index);

#endif
