/* Expansion of states, chunk by chunk.
 *
 * A worker looks ahead in its chunk by windows of WINDOW states:
 *
 *     chunk:  ... | present window | next window | window after that | ...
 *                  expand           make lists    prefetch records
 *
 * Why no successor is lost.  Each side's list has all transitions that start there
 * (tree.h); an urgent machine goes first, on whichever side it is.  Requests left go
 * through worker_requests.c, successors through worker_keys.c; both are flushed before
 * the chunk counts as done.  A worker that pauses does not count the chunk, and gives
 * it back whole: the visited set makes the second expansion harmless. */
#include "engine/explore/worker_private.h"

#include <string.h>

worker *worker_new(team *m, unsigned index)
{
    worker *w = mem_alloc(sizeof *w);
    w->team = m;
    w->index = index;
    assert(m->cache_bits > 0);
    w->batch_limit = APPLY_BATCH;
    worker_start_keys(w);
    worker_forget(w);
    return w;
}

void worker_free(worker *w)
{
    if (w == NULL)
        return;
    cache_fini(&w->caches[0]);
    cache_fini(&w->caches[1]);
    if (w->out != NULL)
        chunk_put(w->team->pool, w->out);
    mem_free(w, sizeof *w);
}

void worker_forget(worker *w)
{
    for (int i = 0; i < 2; i++) {
        if (w->caches[i].lines != NULL)
            cache_fini(&w->caches[i]);
        unsigned most = w->team->cache_bits;
        cache_init(&w->caches[i], most < FIRST_CACHE_BITS ? most : FIRST_CACHE_BITS);
    }
}

const worker_fault *worker_found(const worker *w)
{
    return &w->fault;
}

/* ---- Expanding a state ---- */

/* Emits or requests all transitions that start on one side. */
static void expand_side(worker *w, uint64_t key, const tree_record *r, uint32_t side)
{
    const tree_entry *list = tree_entries(w->team->tree, r->list);
    uint32_t other = side == TREE_LEFT ? (uint32_t)key : (uint32_t)(key >> 32);
    uint32_t count = r->info >> TREE_TRAIT_BITS;
    for (uint32_t i = 0; i < count && w->pause == PAUSE_NONE; i++) {
        tree_entry e = list[i];
        if (e.requests == 0) {
            worker_emit(w, side == TREE_LEFT ? e.id : other,
                        side == TREE_LEFT ? other : e.id);
        } else if (e.requests == TREE_FAULT) {
            w->tally.transitions++;
            worker_note_fault(w, key, false);
        } else {
            worker_add_request(w, (pending_request){.id = other,
                                                    .requests = e.requests,
                                                    .other = e.id,
                                                    .side = 1 - side,
                                                    .from = key});
        }
    }
}

static bool make_lists(worker *w, uint64_t key)
{
    worker_lock_tree(w);
    tree_list(w->team->tree, TREE_LEFT, (uint32_t)(key >> 32));
    tree_list(w->team->tree, TREE_RIGHT, (uint32_t)key);
    return worker_unlock_tree(w);
}

static void end_of_run(worker *w, uint64_t key, unsigned traits)
{
    w->tally.terminal++;
    if (ts_final(w->team->tree->c, traits) != FAULT_NONE)
        worker_note_fault(w, key, true);
}

static bool has_list(const tree_record *r)
{
    /* Partner: the release in keep_list of tree_moves.c. */
    return atomic_load_explicit(&r->list, memory_order_acquire) != 0;
}

/* Names may be reallocated when there is a new one, hence the lock. */
static int first_urgent(worker *w, const tree_record *left, const tree_record *right)
{
    worker_lock_tree(w);
    int side = tree_first_urgent(w->team->tree, left, right);
    pthread_mutex_unlock(&w->team->tree_lock);
    return side;
}

/* A state outside the bound is never expanded, one that is too deep only if the run
 * ends there.  Neither is the end of a run, unless nothing is enabled in it. */
static bool is_left_alone(worker *w, unsigned traits)
{
    const team *m = w->team;
    bool is_end = !(traits & TRAIT_ENABLED);
    if (traits & TRAIT_OUTSIDE) {
        w->tally.outside += !is_end || core_has_faults(m->tree->c);
        return true;
    }
    if (m->max_depth == 0 || m->depth < m->max_depth || w->wanted != NULL || is_end)
        return false;
    w->tally.deeper++;
    return true;
}

static void expand_records(worker *w, uint64_t key, const tree_record *left,
                           const tree_record *right)
{
    if ((!has_list(left) || !has_list(right)) && !make_lists(w, key))
        return;
    unsigned traits = (left->info | right->info) & TREE_TRAITS;
    if (!(traits & TRAIT_ENABLED))
        end_of_run(w, key, traits & ~(unsigned)TRAIT_OUTSIDE);
    if (is_left_alone(w, traits))
        return;
    bool takes_left = !(right->info & TRAIT_URGENT);
    bool takes_right = !(left->info & TRAIT_URGENT);
    if (!takes_left && !takes_right) {
        takes_left = first_urgent(w, left, right) == TREE_LEFT;
        takes_right = !takes_left;
    }
    if (takes_left)
        expand_side(w, key, left, TREE_LEFT);
    if (takes_right)
        expand_side(w, key, right, TREE_RIGHT);
}

static const tree_record *left_record(const team *m, uint64_t key)
{
    return tree_at(m->tree, m->tree->side[TREE_LEFT], (uint32_t)(key >> 32));
}

static const tree_record *right_record(const team *m, uint64_t key)
{
    return tree_at(m->tree, m->tree->side[TREE_RIGHT], (uint32_t)key);
}

static void expand(worker *w, uint64_t key)
{
    expand_records(w, key, left_record(w->team, key), right_record(w->team, key));
}

/* Serves all requests, then adds all keys: no batch and no block is left. */
static void flush(worker *w)
{
    worker_flush_requests(w);
    worker_flush_keys(w);
    assert(w->batch_len == 0 && w->next_key == w->blocks[w->filling].keys);
}

static inline void prefetch_list(const tree *t, const tree_record *r)
{
    /* Partner: the release in keep_list of tree_moves.c, after the entries are there.
     */
    uint32_t list = atomic_load_explicit(&r->list, memory_order_acquire);
    if (list != 0)
        __builtin_prefetch(tree_entries(t, list));
}

/* Prefetches the lists of a state that is expanded soon. */
static inline void prefetch_lists_ahead(const team *m, const window *now, uint32_t i)
{
    uint32_t ahead = i + LIST_AHEAD < now->count ? i + LIST_AHEAD : i;
    prefetch_list(m->tree, now->left[ahead]);
    prefetch_list(m->tree, now->right[ahead]);
}

/* Prefetches the records of the states from FIRST on. */
static void prefetch_window(const team *m, const key_chunk *chunk, uint32_t first,
                            window *next)
{
    next->first = first;
    next->count = 0;
    for (uint32_t i = first; i < first + WINDOW && i < chunk->count; i++) {
        const tree_record *left = left_record(m, chunk->keys[i]);
        const tree_record *right = right_record(m, chunk->keys[i]);
        __builtin_prefetch(left);
        __builtin_prefetch(right);
        next->left[next->count] = left;
        next->right[next->count++] = right;
    }
}

/* ---- Chunks ---- */

static void publish_tally(worker *w)
{
    team *m = w->team;
    atomic_fetch_add_explicit(&m->transitions, w->tally.transitions,
                              memory_order_relaxed);
    atomic_fetch_add_explicit(&m->terminal, w->tally.terminal, memory_order_relaxed);
    atomic_fetch_add_explicit(&m->outside, w->tally.outside, memory_order_relaxed);
    atomic_fetch_add_explicit(&m->deeper, w->tally.deeper, memory_order_relaxed);
    w->tally = (tally){0};
}

static void publish_states(worker *w)
{
    atomic_fetch_add_explicit(&w->team->states, w->new_states, memory_order_relaxed);
    w->new_states = 0;
}

/* If levels are small, workers may hold all their keys: TAKEN to be expanded, or new
 * and not yet given to the next level. */
static void publish_claimed(worker *w, uint32_t taken)
{
    uint64_t claimed = taken + (w->out != NULL ? w->out->count : 0);
    if (claimed != w->claimed)
        atomic_fetch_add_explicit(&w->team->claimed, claimed - w->claimed,
                                  memory_order_relaxed);
    w->claimed = claimed;
}

/* One side of a state. */
typedef struct half {
    int side;
    uint32_t id;
} half;

/* Adds the sides of a window that have no list yet. */
static unsigned find_missing(const key_chunk *chunk, const window *of, half *missing,
                             unsigned count)
{
    for (uint32_t i = 0; i < of->count; i++) {
        uint64_t key = chunk->keys[of->first + i];
        if (!has_list(of->left[i]))
            missing[count++] = (half){TREE_LEFT, (uint32_t)(key >> 32)};
        if (!has_list(of->right[i]))
            missing[count++] = (half){TREE_RIGHT, (uint32_t)key};
    }
    return count;
}

/* Makes all missing lists of a window at once, so that the tree can prefetch for all of
 * them.  Includes the next window; if only that one has any, it makes them only if no
 * other worker has the tree. */
static void prepare_lists(worker *w, const key_chunk *chunk, const window *now,
                          const window *next)
{
    half missing[4 * WINDOW];
    unsigned needed = find_missing(chunk, now, missing, 0);
    unsigned count = find_missing(chunk, next, missing, needed);
    if (count == 0 || (needed == 0 && !worker_try_lock_tree(w)))
        return;
    if (needed > 0)
        worker_lock_tree(w);
    tree *t = w->team->tree;
    for (unsigned i = 0; i < count; i++)
        tree_prefetch_list_buckets(t, missing[i].side, missing[i].id);
    for (unsigned i = 0; i < count; i++)
        tree_prefetch_list_records(t, missing[i].side, missing[i].id);
    for (unsigned i = 0; i < count; i++)
        tree_list(t, missing[i].side, missing[i].id);
    worker_unlock_tree(w);
}

static void expand_window(worker *w, const key_chunk *chunk, const window *now)
{
    for (uint32_t i = 0; i < now->count && w->pause == PAUSE_NONE; i++) {
        prefetch_lists_ahead(w->team, now, i);
        expand_records(w, chunk->keys[now->first + i], now->left[i], now->right[i]);
    }
}

/* In any order, for speed.  If the worker pauses, the whole chunk is expanded again. */
static void expand_chunk(worker *w, key_chunk *chunk)
{
    window *now = &w->windows[0];
    window *next = &w->windows[1];
    window *after = &w->windows[2];
    prefetch_window(w->team, chunk, 0, now);
    prefetch_window(w->team, chunk, WINDOW, next);
    for (uint32_t i = 0; i < chunk->count && w->pause == PAUSE_NONE; i += WINDOW) {
        prefetch_window(w->team, chunk, i + 2 * WINDOW, after);
        prepare_lists(w, chunk, now, next);
        expand_window(w, chunk, now);
        window *done = now;
        now = next;
        next = after;
        after = done;
    }
    flush(w);
    if (w->pause == PAUSE_NONE) {
        chunk->count = 0;
        publish_tally(w);
    }
    w->tally = (tally){0};
}

/* One state after the other: ordinals and the parent index depend on the order. */
static void expand_in_order(worker *w, key_chunk *chunk)
{
    team *m = w->team;
    assert(w->index == 0);
    uint32_t done = 0;
    while (done < chunk->count && w->pause == PAUSE_NONE) {
        w->ordinal = 0;
        expand(w, chunk->keys[done]);
        flush(w);
        if (w->pause == PAUSE_NONE) {
            publish_tally(w);
            if (atomic_load_explicit(&m->has_fault, memory_order_relaxed))
                break;
            parent_index_next(m->parents);
            done++;
        }
        w->tally = (tally){0};
    }
    chunk->count -= done;
    memmove(chunk->keys, chunk->keys + done, chunk->count * sizeof *chunk->keys);
}

/* Returns the rest of a chunk to its level, which hands it out first. */
static void give_back(worker *w, key_chunk *chunk)
{
    team *m = w->team;
    if (chunk->count == 0)
        chunk_put(m->pool, chunk);
    else
        level_put_back(m->now, chunk);
}

void worker_run(worker *w)
{
    team *m = w->team;
    w->pause = PAUSE_NONE;
    while (!atomic_load_explicit(&m->must_end, memory_order_relaxed)) {
        key_chunk *chunk = NULL;
        if (level_take(m->now, &chunk) != ST_OK)
            worker_pause(w, PAUSE_DISK);
        if (chunk == NULL)
            break;
        assert(chunk->count > 0 && chunk->count <= KEY_CHUNK_KEYS);
        publish_claimed(w, chunk->count);
        if (m->parents != NULL)
            expand_in_order(w, chunk);
        else
            expand_chunk(w, chunk);
        publish_states(w);
        give_back(w, chunk);
        publish_claimed(w, 0);
        if (w->index == 0 && m->should_stop(m->context))
            atomic_store_explicit(&m->must_end, true, memory_order_relaxed);
    }
    worker_give_chunk(w);
    publish_claimed(w, 0);
    assert(w->claimed == 0 && w->new_states == 0);
}

/* Expands KEY without adding successors; stores the wanted one in FOUND. */
static void expand_for(worker *w, uint64_t key, uint64_t *found)
{
    assert(w->team->parents != NULL);
    w->pause = PAUSE_NONE;
    w->wanted = found;
    w->ordinal = 0;
    expand(w, key);
    flush(w);
    w->wanted = NULL;
    w->tally = (tally){0};
}

uint64_t worker_successor(worker *w, uint64_t key, uint64_t ordinal)
{
    uint64_t found = 0;
    w->wanted_ordinal = ordinal;
    expand_for(w, key, &found);
    return found;
}

uint64_t worker_random_successor(worker *w, uint64_t key, uint64_t *random,
                                 uint64_t *left)
{
    uint64_t found = key;
    w->random = random;
    expand_for(w, key, &found);
    w->random = NULL;
    *left -= w->ordinal < *left ? w->ordinal : *left;
    return found;
}

bool worker_add_first(worker *w, uint64_t key)
{
    w->pause = PAUSE_NONE;
    team *m = w->team;
    visited_answer a = VISITED_NEW;
    if (m->bitstate != NULL)
        bitstate_add(m->bitstate, bitstate_prepare(m->bitstate, key));
    else
        a = visited_add(m->visited, visited_prepare(m->visited, key));
    assert(a != VISITED_OLD);
    if (a == VISITED_FULL)
        return false;
    parent_index *kept = m->parents;
    m->parents = NULL; /* it has no parent */
    worker_keep_new(w, key);
    m->parents = kept;
    publish_states(w);
    worker_give_chunk(w);
    return true;
}
