/* hot_tail.h -- the last half of a random run that was cut off, if a spec is hot in it.
 *
 * Lemma hot-tail-1.  In a tail every transition is drawn uniformly among all that are
 * enabled, and so is every alternative of a choice.  If no more than n of them are
 * enabled at a time, each has a probability of at least 1/n.  So in a tail that goes on
 * forever, whatever is enabled again and again is taken again and again, with
 * probability 1: the run is fair (fair_label.h).  A spec that is hot in a long tail
 * and never cold is therefore hot forever, or cools down only after a time that is
 * rarely so long.  Without an exact search nobody knows which: a hot tail is a finding
 * that says how long it was.  A schedule by priorities would show nothing: it may
 * starve a machine for as long as the run is.
 *
 * As in P, a state that is neither hot nor cold does not cool, and does not count as
 * hot: a spec must be hot after at least half of the steps of a tail, and at its end.
 *
 * The steps of a tail follow from a number, its seed, and from the state it begins in.
 */
#ifndef CORE_HOT_TAIL_H
#define CORE_HOT_TAIL_H

#include "core/system.h"

/* The tail so far. */
typedef struct hot_tail {
    VEC(uint64_t) hot; /* by monitor: after how many steps it was hot */
    VEC(bool) cooled;  /* by monitor: it has been cold */
    uint64_t steps;
} hot_tail;

void hot_tail_begin(hot_tail *t, const core *c);
void hot_tail_free(hot_tail *t);

/* A step leads to AFTER; COOLED: see transition_result. */
void hot_tail_note(hot_tail *t, const core *c, const system_state *after, value cooled);

/* The first spec for which this is a hot tail, if it ends here: the number of the
 * monitor, or IR_NONE. */
uint32_t hot_tail_spec(const hot_tail *t, const core *c, const system_state *at);

/* The random numbers of step K, from 0 on: first which transition it is, then its
 * choices. */
uint64_t hot_tail_random(uint64_t seed, uint64_t k);
transition hot_tail_draw(const transition_list *enabled, uint64_t *random);

#endif
