/* learner.h -- Q-learning of schedules that lead to new states.
 *
 * Every transition has a price of 1, so those that were taken often from a state become
 * unattractive, and so do the ways to states where everything was tried (Mukherjee et
 * al., "Learning-based controlled concurrency testing", 2020).  The table has a fixed
 * size: transitions with the same hash share an estimate, which costs only some
 * guidance.
 */
#ifndef SAMPLE_LEARNER_H
#define SAMPLE_LEARNER_H

#include <stddef.h>
#include <stdint.h>

typedef struct learner learner;

learner *learner_new(void);
void learner_free(learner *l);

/* Forgets everything. */
void learner_reset(learner *l);

/* A new run begins. */
void learner_start(learner *l);

/* The index of the next transition.  STATE and ACTIONS are hashes; COUNT > 0. */
size_t learner_choose(learner *l, uint64_t state, const uint64_t *actions, size_t count,
                      uint64_t *random);

#endif
