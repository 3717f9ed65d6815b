#include "engine/dpor/schedule.h"

#include "base/hash.h"
#include "engine/dpor/consistent.h"

#include "base/invariant.h"

#include <assert.h>

bool schedule_can_join(const egraph *g, uint32_t whom)
{
    const dpor_thread *t = whom < g->threads.len ? egraph_thread(g, whom) : NULL;
    return t != NULL && t->is_present && t->next.kind == OP_END;
}

/* Is T, which is at a receive or join, enabled? */
static inline bool can_go_on(egraph *g, const dpor_thread *t)
{
    INVARIANT(t->next.kind == OP_JOIN || t->next.kind == OP_RECEIVE);
    if (t->next.kind == OP_JOIN)
        return schedule_can_join(g, t->next.thread);
    return !t->next.is_blocking || consistent_can_receive(g, t);
}

static uint32_t most_urgent(const egraph *g, const thread_set *s)
{
    uint32_t best = NO_THREAD;
    for (size_t i = 0; i < s->len; i++)
        for (uint64_t left = s->data[i]; left != 0; left &= left - 1) {
            uint32_t t = (uint32_t)(64 * i) + (uint32_t)__builtin_ctzll(left);
            if (best == NO_THREAD ||
                egraph_thread(g, t)->priority > egraph_thread(g, best)->priority)
                best = t;
        }
    return best;
}

static uint32_t first_runnable(const egraph *g)
{
    if (g->has_priorities)
        return most_urgent(g, &g->runnable);
    for (size_t i = 0; i < g->runnable.len; i++)
        if (g->runnable.data[i] != 0)
            return (uint32_t)(64 * i) + (uint32_t)__builtin_ctzll(g->runnable.data[i]);
    return NO_THREAD;
}

/* Threads that were spawned last go first, since their parents usually wait for their
 * results. */
static uint32_t last_waiting(egraph *g)
{
    uint32_t best = NO_THREAD;
    for (size_t i = g->waiting.len; i > 0; i--)
        for (uint64_t left = g->waiting.data[i - 1]; left != 0;) {
            uint32_t bit = 63 - (uint32_t)__builtin_clzll(left);
            uint32_t t = (uint32_t)(64 * (i - 1)) + bit;
            left &= ~((uint64_t)1 << bit);
            if (best != NO_THREAD &&
                egraph_thread(g, best)->priority >= egraph_thread(g, t)->priority)
                continue;
            if (!can_go_on(g, egraph_thread(g, t)))
                continue;
            if (!g->has_priorities)
                return t;
            best = t;
        }
    return best;
}

static bool is_enabled(egraph *g, uint32_t t)
{
    return egraph_set_has(&g->runnable, t) ||
           (egraph_set_has(&g->waiting, t) && can_go_on(g, egraph_thread(g, t)));
}

static uint32_t leftmost(egraph *g)
{
    for (uint32_t t = 0; t < g->threads.len; t++)
        if (is_enabled(g, t))
            return t;
    return NO_THREAD;
}

static uint32_t any_thread(egraph *g, uint64_t *random)
{
    uint32_t chosen = NO_THREAD;
    uint64_t count = 0;
    for (uint32_t t = 0; t < g->threads.len; t++)
        if (is_enabled(g, t) && hash_random(random) % ++count == 0)
            chosen = t;
    return chosen;
}

uint32_t schedule_next(egraph *g, dpor_schedule schedule, uint64_t *random)
{
    switch (schedule) {
    case DPOR_LEFT_TO_RIGHT:
        return leftmost(g);
    case DPOR_RANDOM:
        return any_thread(g, random);
    case DPOR_SENDS_FIRST:
        break;
    }
    uint32_t t = first_runnable(g);
    return t != NO_THREAD ? t : last_waiting(g);
}
