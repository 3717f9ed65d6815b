/* strategy.h -- which move comes next in a random run.
 *
 * random: any of them, with equal chances.
 * pct: machines have priorities; the highest goes first, and at a few random points of
 *   the run the one that would go next falls behind all others (Burckhardt et al., "A
 *   randomized scheduler with probabilistic guarantees of finding bugs", 2010).
 * pos: every move draws a priority when it becomes possible, the highest goes first,
 * and those that race with it draw again (Yuan et al., "Partial order aware concurrency
 *   sampling", 2018).
 */
#ifndef SAMPLE_STRATEGY_H
#define SAMPLE_STRATEGY_H

#include "engine/engine.h"

typedef struct strategy strategy;

/* LENGTH: how many steps a run is expected to have; pct wants to know. */
strategy *strategy_new(sample_strategy kind, unsigned pct_depth, uint64_t length);
void strategy_free(strategy *s);

/* A new run begins. */
void strategy_start(strategy *s, uint64_t *random);

/* The index of the next move among MOVES (there is at least one). */
size_t strategy_choose(strategy *s, const core *c, const system_state *state,
                       const move_list *moves, uint64_t *random);

#endif
