/* What moves ask of the other side: in the worker's own caches, or of the tree. */
#include "base/thread.h"
#include "engine/explore/worker_inside.h"

bool worker_try_to_lock_tree(worker *w)
{
    return pthread_mutex_trylock(&w->m->tree_lock) == 0;
}

/* It is held for microseconds, and to be woken takes longer than that. */
void worker_lock_tree(worker *w)
{
    enum { TRIES = 2000 };
    for (int i = 0; i < TRIES; i++) {
        if (worker_try_to_lock_tree(w))
            return;
        for (int k = 0; k < 8; k++)
            thread_pause();
    }
    pthread_mutex_lock(&w->m->tree_lock);
}

bool worker_unlock_tree(worker *w)
{
    core *c = w->m->t->c;
    if (values_bytes(&c->vals) > VALUES_LIMIT / 8 * 7 && c->limit == STOP_NONE)
        c->limit = STOP_VALUES;
    wall met = w->m->t->wall != TREE_OPEN                ? WALL_TREE
               : c->was_stopped || c->limit != STOP_NONE ? WALL_STEP
                                                         : WALL_NONE;
    pthread_mutex_unlock(&w->m->tree_lock);
    if (met != WALL_NONE)
        worker_hit_wall(w, met);
    return met == WALL_NONE;
}

/* Misses are worth a larger cache while there are many of them, and while it stays
 * small beside the states: two bytes of a cache for each. */
static void grow_if_needed(worker *w, cache *c)
{
    unsigned bits = c->bits + 1;
    uint64_t states = atomic_load_explicit(&w->m->states, memory_order_relaxed);
    if (++c->misses <= (uint64_t)1 << c->bits || bits > w->m->cache_bits ||
        (bits > SMALL_CACHE_BITS && (uint64_t)sizeof(cache_line) << bits > states * 2))
        return;
    cache_grow(c, bits);
    w->grown = 2;
}

static tree_task task_of(const asking *a)
{
    return (tree_task){.side = a->side, .id = a->id, .effect = a->effect};
}

static cached cached_as(const asking *a, tree_results r)
{
    cached found = {.id = a->id, .effect = a->effect};
    if (r.count == 1) {
        found.to.one = r.one;
    } else {
        found.effect |= CACHED_MANY;
        found.to.many = r.many;
    }
    return found;
}

/* What is not in the caches, all of it at once: what the tree will have to look at is
 * on its way early.  Unlocks the tree.  False: there is a wall. */
static bool fetch(worker *w, const asking *const *missing, unsigned count,
                  cached *found)
{
    tree_task tasks[MOST_ASKS];
    tree *t = w->m->t;
    for (unsigned i = 0; i < count; i++) {
        tasks[i] = task_of(missing[i]);
        tree_look(t, &tasks[i]);
    }
    for (unsigned i = 0; i < count; i++)
        tree_start(t, &tasks[i]);
    for (unsigned i = 0; i < count; i++)
        tree_reach(t, &tasks[i]);
    for (unsigned i = 0; i < count; i++)
        found[i] = cached_as(missing[i], tree_finish(t, &tasks[i]));
    if (!worker_unlock_tree(w))
        return false;
    for (unsigned i = 0; i < count; i++) {
        const asking *a = missing[i];
        grow_if_needed(w, &w->caches[a->side]);
        cache_put(&w->caches[a->side], found[i]);
    }
    return true;
}

static bool fetch_one(worker *w, const asking *a, cached *found)
{
    worker_lock_tree(w);
    return fetch(w, &a, 1, found);
}

static inline const cached *find_cached(const worker *w, const asking *a)
{
    const cache_line *line = a->line;
    if (w->grown > 0)
        line = cache_place(&w->caches[a->side], a->id, a->effect);
    return cache_find(line, a->id, a->effect);
}

/* One way in which what was asked can go.  True: NEXT is asked of the other side. */
static inline bool take_result(worker *w, const asking *a, tree_entry e, asking *next)
{
    if (e.effect == 0) {
        if (a->side == TREE_LEFT)
            worker_emit(w, e.id, a->other);
        else
            worker_emit(w, a->other, e.id);
        return false;
    }
    if (e.effect == TREE_FAULT) {
        w->tally.transitions++;
        worker_note_fault(w, a->from, false);
        return false;
    }
    *next = (asking){.id = a->other,
                     .effect = e.effect,
                     .other = e.id,
                     .side = 1 - a->side,
                     .from = a->from};
    next->line = cache_place(&w->caches[next->side], next->id, next->effect);
    return true;
}

static void answer(worker *w, asking a);

/* What is asked in turn goes into the next batch; but not where order counts. */
static inline void ask_back(worker *w, const asking *next)
{
    if (w->asked == MOST_ASKS || w->m->trail != NULL)
        answer(w, *next);
    else
        worker_put_ask(w, next);
}

/* FOUND may be in a cache, which changes when more is asked: it is read before that. */
static inline void take_results(worker *w, const asking *a, const cached *found)
{
    asking next;
    if (!(found->effect & CACHED_MANY)) {
        if (take_result(w, a, found->to.one, &next))
            ask_back(w, &next);
        return;
    }
    const tree_entry *many = found->to.many;
    for (uint32_t i = 0; i < many[-1].id && w->wall == WALL_NONE; i++)
        if (take_result(w, a, many[i], &next))
            ask_back(w, &next);
}

/* To go through an inbox takes two turns for each message, and there may be very many.
 * So a single way is followed without a call within a call. */
static void answer(worker *w, asking a)
{
    for (;;) {
        cached found;
        const cached *known = find_cached(w, &a);
        if (known != NULL)
            found = *known;
        else if (!fetch_one(w, &a, &found))
            return;
        asking next;
        if (found.effect & CACHED_MANY) {
            take_results(w, &a, &found);
            return;
        }
        if (!take_result(w, &a, found.to.one, &next))
            return;
        a = next;
    }
}

static void answer_missing(worker *w, const asking *const *missing, unsigned count)
{
    cached found[MOST_ASKS];
    if (!fetch(w, missing, count, found))
        return;
    for (unsigned i = 0; i < count && w->wall == WALL_NONE; i++)
        take_results(w, missing[i], &found[i]);
}

/* False: another worker has the tree, and there is other work to do meanwhile. */
static bool get_tree(worker *w, unsigned count)
{
    bool can_wait = !w->is_flushing && w->m->trail == NULL &&
                    w->asked + count + APPLY_BATCH <= MOST_ASKS;
    if (can_wait)
        return worker_try_to_lock_tree(w);
    worker_lock_tree(w);
    return true;
}

/* With the next batch: by then the tree may be free. */
static void ask_again(worker *w, const asking *const *missing, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        asking a = *missing[i];
        a.line = cache_place(&w->caches[a.side], a.id, a.effect);
        worker_put_ask(w, &a);
    }
    w->ask_limit = w->asked + APPLY_BATCH;
}

void worker_answer_batch(worker *w)
{
    const asking *missing[MOST_ASKS];
    unsigned count = 0;
    const tree *t = w->m->t;
    const asking *asks = w->asks[w->asking_now];
    unsigned asked = w->asked;
    w->asking_now = 1 - w->asking_now;
    w->asked = 0;
    for (unsigned i = 0; i < asked && w->wall == WALL_NONE; i++) {
        const asking *a = &asks[i];
        const cached *known = find_cached(w, a);
        if (known != NULL) {
            take_results(w, a, known);
        } else {
            __builtin_prefetch(tree_at(t, t->side[a->side], a->id));
            missing[count++] = a;
        }
    }
    if (w->grown > 0)
        w->grown--;
    w->ask_limit = APPLY_BATCH;
    if (count == 0 || w->wall != WALL_NONE)
        return;
    if (get_tree(w, count))
        answer_missing(w, missing, count);
    else
        ask_again(w, missing, count);
}

void worker_flush_asks(worker *w)
{
    w->is_flushing = true;
    while (w->asked > 0 && w->wall == WALL_NONE)
        worker_answer_batch(w);
    w->is_flushing = false;
    w->asked = 0;
}
