/* Requests to the other side: answered by the worker's own caches, or by the tree.
 *
 * A batch is served in two turns: first the requests that a cache answers, then all
 * others together under the lock of the tree.  A transition whose requests come back to
 * the first side goes into the next batch.  In order (with a parent index), each
 * request is served to its end at once, so that successors come in the order of the
 * lists.
 *
 * Why it ends: a batch that is flushed waits for the lock, so every request in it is
 * served; each service consumes at least one request of a transition, and transitions
 * are finite. */
#include "base/thread.h"
#include "engine/explore/worker_private.h"

bool worker_try_lock_tree(worker *w)
{
    return pthread_mutex_trylock(&w->team->tree_lock) == 0;
}

/* The lock is held for microseconds, and waking a thread takes longer: so this spins
 * first. */
void worker_lock_tree(worker *w)
{
    enum { TRIES = 2000 };
    for (int i = 0; i < TRIES; i++) {
        if (worker_try_lock_tree(w))
            return;
        for (int k = 0; k < 8; k++)
            thread_pause();
    }
    pthread_mutex_lock(&w->team->tree_lock);
}

bool worker_unlock_tree(worker *w)
{
    core *c = w->team->tree->c;
    if (values_bytes(&c->vals) > VALUES_LIMIT / 8 * 7 && c->limit == STOP_NONE)
        c->limit = STOP_VALUES;
    pause_reason why = w->team->tree->pause != TREE_PAUSE_NONE   ? PAUSE_TREE
                       : c->was_stopped || c->limit != STOP_NONE ? PAUSE_STEP
                                                                 : PAUSE_NONE;
    pthread_mutex_unlock(&w->team->tree_lock);
    if (why != PAUSE_NONE)
        worker_pause(w, why);
    return why == PAUSE_NONE;
}

/* A cache grows while it misses often, and while it stays small compared with the
 * visited set: two bytes per state. */
static void grow_if_needed(worker *w, cache *c)
{
    unsigned bits = c->bits + 1;
    uint64_t states = atomic_load_explicit(&w->team->states, memory_order_relaxed);
    if (++c->misses <= (uint64_t)1 << c->bits || bits > w->team->cache_bits ||
        (bits > SMALL_CACHE_BITS && (uint64_t)sizeof(cache_line) << bits > states * 2))
        return;
    assert(bits <= w->team->cache_bits);
    cache_grow(c, bits);
    w->grown = 2;
}

static tree_task task_of(const pending_request *a)
{
    return (tree_task){.side = a->side, .id = a->id, .requests = a->requests};
}

static cache_entry entry_of(const pending_request *a, tree_results r)
{
    cache_entry found = {.id = a->id, .requests = a->requests};
    if (r.count == 1) {
        found.to.one = r.one;
    } else {
        found.requests |= CACHE_MANY;
        found.to.many = r.many;
    }
    return found;
}

/* Sends all MISSING requests to the tree at once, so that it can prefetch for all of
 * them.  The tree is locked; this unlocks it.  False: the worker must pause. */
static bool fetch(worker *w, const pending_request *const *missing, unsigned count,
                  cache_entry *found)
{
    tree_task tasks[MOST_REQUESTS];
    tree *t = w->team->tree;
    for (unsigned i = 0; i < count; i++) {
        tasks[i] = task_of(missing[i]);
        tree_prefetch_task(t, &tasks[i]);
    }
    for (unsigned i = 0; i < count; i++)
        tree_start_task(t, &tasks[i]);
    for (unsigned i = 0; i < count; i++)
        tree_prefetch_record(t, &tasks[i]);
    for (unsigned i = 0; i < count; i++)
        found[i] = entry_of(missing[i], tree_finish_task(t, &tasks[i]));
    if (!worker_unlock_tree(w))
        return false;
    for (unsigned i = 0; i < count; i++) {
        const pending_request *a = missing[i];
        grow_if_needed(w, &w->caches[a->side]);
        cache_put(&w->caches[a->side], found[i]);
    }
    return true;
}

static bool fetch_one(worker *w, const pending_request *a, cache_entry *found)
{
    worker_lock_tree(w);
    return fetch(w, &a, 1, found);
}

static inline const cache_entry *find_cached(const worker *w, const pending_request *a)
{
    const cache_line *line = a->line;
    if (w->grown > 0)
        line = cache_line_of(&w->caches[a->side], a->id, a->requests);
    return cache_find(line, a->id, a->requests);
}

/* Takes one result of A.  True: NEXT is its request to the other side. */
static inline bool take_result(worker *w, const pending_request *a, tree_entry e,
                               pending_request *next)
{
    if (e.requests == 0) {
        if (a->side == TREE_LEFT)
            worker_emit(w, e.id, a->other);
        else
            worker_emit(w, a->other, e.id);
        return false;
    }
    if (e.requests == TREE_FAULT) {
        w->tally.transitions++;
        worker_note_fault(w, a->from, false);
        return false;
    }
    *next = (pending_request){.id = a->other,
                              .requests = e.requests,
                              .other = e.id,
                              .side = 1 - a->side,
                              .from = a->from};
    next->line = cache_line_of(&w->caches[next->side], next->id, next->requests);
    return true;
}

static void serve(worker *w, pending_request a);

/* A request that follows goes into the next batch; but not where order counts. */
static inline void request_next(worker *w, const pending_request *next)
{
    if (w->batch_len == MOST_REQUESTS || w->team->parents != NULL)
        serve(w, *next);
    else
        worker_push_request(w, next);
}

/* FOUND may be in a cache, which request_next may change: so it is read before that. */
static inline void take_results(worker *w, const pending_request *a,
                                const cache_entry *found)
{
    pending_request next;
    if (!(found->requests & CACHE_MANY)) {
        if (take_result(w, a, found->to.one, &next))
            request_next(w, &next);
        return;
    }
    const tree_entry *many = found->to.many;
    for (uint32_t i = 0; i < many[-1].id && w->pause == PAUSE_NONE; i++)
        if (take_result(w, a, many[i], &next))
            request_next(w, &next);
}

/* A machine and its inbox take two turns for each message, and there may be very many.
 * So a single branch is followed by a loop, not by recursion. */
static void serve(worker *w, pending_request a)
{
    for (;;) {
        cache_entry found;
        const cache_entry *known = find_cached(w, &a);
        if (known != NULL)
            found = *known;
        else if (!fetch_one(w, &a, &found))
            return;
        pending_request next;
        if (found.requests & CACHE_MANY) {
            take_results(w, &a, &found);
            return;
        }
        if (!take_result(w, &a, found.to.one, &next))
            return;
        a = next;
    }
}

static void serve_missing(worker *w, const pending_request *const *missing,
                          unsigned count)
{
    cache_entry found[MOST_REQUESTS];
    if (!fetch(w, missing, count, found))
        return;
    for (unsigned i = 0; i < count && w->pause == PAUSE_NONE; i++)
        take_results(w, missing[i], &found[i]);
}

/* False: another worker holds the tree, and this one has other work to do meanwhile. */
static bool lock_tree_unless_busy(worker *w, unsigned count)
{
    bool can_wait = !w->is_flushing && w->team->parents == NULL &&
                    w->batch_len + count + APPLY_BATCH <= MOST_REQUESTS;
    if (can_wait)
        return worker_try_lock_tree(w);
    worker_lock_tree(w);
    return true;
}

/* Defers requests to the next batch: by then the tree may be free. */
static void defer_requests(worker *w, const pending_request *const *missing,
                           unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        pending_request a = *missing[i];
        a.line = cache_line_of(&w->caches[a.side], a.id, a.requests);
        worker_push_request(w, &a);
    }
    w->batch_limit = w->batch_len + APPLY_BATCH;
    assert(w->batch_limit <= MOST_REQUESTS);
}

void worker_serve_batch(worker *w)
{
    const pending_request *missing[MOST_REQUESTS];
    unsigned count = 0;
    const tree *t = w->team->tree;
    const pending_request *requests = w->batches[w->filling_batch];
    unsigned batched = w->batch_len;
    w->filling_batch = 1 - w->filling_batch;
    w->batch_len = 0;
    for (unsigned i = 0; i < batched && w->pause == PAUSE_NONE; i++) {
        const pending_request *a = &requests[i];
        const cache_entry *known = find_cached(w, a);
        if (known != NULL) {
            take_results(w, a, known);
        } else {
            __builtin_prefetch(tree_at(t, t->side[a->side], a->id));
            missing[count++] = a;
        }
    }
    assert(count <= MOST_REQUESTS);
    if (w->grown > 0)
        w->grown--;
    w->batch_limit = APPLY_BATCH;
    if (count == 0 || w->pause != PAUSE_NONE)
        return;
    if (lock_tree_unless_busy(w, count))
        serve_missing(w, missing, count);
    else
        defer_requests(w, missing, count);
}

void worker_flush_requests(worker *w)
{
    w->is_flushing = true;
    while (w->batch_len > 0 && w->pause == PAUSE_NONE)
        worker_serve_batch(w);
    w->is_flushing = false;
    w->batch_len = 0;
}
