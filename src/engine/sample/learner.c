#include "engine/sample/learner.h"

#include "base/hash.h"
#include "base/mem.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum { ESTIMATES = 1 << 14, NO_ESTIMATE = ESTIMATES };

/* How fast estimates change, and how much the future counts. */
#define LEARNING_RATE 0.3f
#define DISCOUNT      0.7f
#define PRICE         1.0f

struct learner {
    float estimates[ESTIMATES]; /* of what a transition and all that follow yield */
    size_t last; /* the estimate of the transition that was taken last; or NO_ESTIMATE
                  */
};

learner *learner_new(void)
{
    learner *l = mem_alloc(sizeof *l);
    learner_reset(l);
    return l;
}

void learner_free(learner *l)
{
    if (l != NULL)
        mem_free(l, sizeof *l);
}

void learner_reset(learner *l)
{
    memset(l->estimates, 0, sizeof l->estimates);
    learner_start(l);
}

void learner_start(learner *l)
{
    l->last = NO_ESTIMATE;
}

static size_t index_of(uint64_t state, uint64_t action)
{
    return hash_u64(state + hash_u64(action)) % ESTIMATES;
}

static void learn(learner *l, float best)
{
    if (l->last == NO_ESTIMATE)
        return;
    float *e = &l->estimates[l->last];
    *e += LEARNING_RATE * (DISCOUNT * best - PRICE - *e);
}

/* A number in [0, 1). */
static double fraction(uint64_t *random)
{
    return (double)(hash_random(random) >> 11) * 0x1p-53;
}

static double weight(const learner *l, uint64_t state, uint64_t action)
{
    return exp((double)l->estimates[index_of(state, action)]);
}

/* Draws by softmax: estimates are not above 0, so no weight is above 1. */
size_t learner_choose(learner *l, uint64_t state, const uint64_t *actions, size_t count,
                      uint64_t *random)
{
    assert(count > 0);
    float best = l->estimates[index_of(state, actions[0])];
    double all = 0;
    for (size_t i = 0; i < count; i++) {
        best = fmaxf(best, l->estimates[index_of(state, actions[i])]);
        all += weight(l, state, actions[i]);
    }
    learn(l, best);
    double at = fraction(random) * all;
    size_t chosen = 0;
    for (at -= weight(l, state, actions[0]); at >= 0 && chosen + 1 < count;)
        at -= weight(l, state, actions[++chosen]);
    l->last = index_of(state, actions[chosen]);
    return chosen;
}
