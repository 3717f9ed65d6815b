/* strategy.h -- chooses the next transition of a random run.
 *
 * random: any of them, with equal probability.
 * pct: machines have priorities.  The highest goes first; at a few random points of the
 *   run the one that would go next falls below all others (Burckhardt et al., "A
 *   randomized scheduler with probabilistic guarantees of finding bugs", 2010).
 * pos: every transition draws a priority when it becomes enabled.  The highest goes
 *   first, and those that race with it draw again (Yuan et al., "Partial order aware
 *   concurrency sampling", 2018).
 * rl: see learner.h.
 * feedback: random here; the stream of a run is drawn from a corpus (corpus.h).
 */
#ifndef SAMPLE_STRATEGY_H
#define SAMPLE_STRATEGY_H

#include "engine/engine.h"

typedef struct strategy strategy;

/* LENGTH: the expected number of steps of a run, for pct. */
strategy *strategy_new(sample_strategy kind, unsigned pct_depth, uint64_t length);
void strategy_free(strategy *s);

/* Forgets what runs before have taught. */
void strategy_reset(strategy *s);

/* Starts a new run. */
void strategy_start(strategy *s, uint64_t *random);

/* The index of the next transition in ENABLED, which is not empty. */
size_t strategy_choose(strategy *s, const core *c, const system_state *state,
                       const transition_list *enabled, uint64_t *random);

#endif
