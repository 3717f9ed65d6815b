#include "engine/explore/worker.h"

#include "base/thread.h"
#include "engine/explore/cache.h"

#include <string.h>

enum {
    RING = 64,            /* keys on their way to the visited set, a power of two */
    APPLY_BATCH = 32,     /* look-ups on their way to a cache */
    WINDOW = 32,          /* states whose lists are made together */
    LIST_AHEAD = 5,       /* ... and are on their way */
    FIRST_CACHE_BITS = 8, /* lines of a cache */
    SMALL_CACHE_BITS = 14,
};

/* ---- Workers ---- */

/* A transition that still asks something of SIDE, in the state ID there. */
typedef struct asking {
    uint32_t id;
    uint32_t effect;
    uint32_t other; /* the new id of the other side */
    uint32_t side;
    uint64_t from;          /* the state that it is a transition of */
    const cache_line *line; /* where the cache has the answer, if it has not grown */
} asking;

/* The place of a key in whichever set there is. */
typedef union ring_slot {
    visited_slot exact;
    bitstate_slot bits;
} ring_slot;

/* What is taken back when a chunk is given back. */
typedef struct tally {
    uint64_t transitions;
    uint64_t terminal;
} tally;

struct worker {
    team *m;
    unsigned index;
    cache caches[2];
    asking asks[APPLY_BATCH];
    unsigned asked;
    bool has_grown; /* a cache, since the first of them was asked */
    uint64_t keys[RING];
    ring_slot slots[RING];
    unsigned ring_first; /* the oldest */
    unsigned ring_count;
    key_chunk *out;      /* new states; NULL: none yet */
    tally tally;         /* of the chunk */
    uint64_t new_states; /* not yet told the team */
    wall wall;
    worker_fault fault;
    /* in order: */
    uint64_t ordinal; /* of the next successor */
    /* for worker_successor */
    uint64_t *wanted; /* where the successor is to be put; NULL: none is wanted */
    uint64_t wanted_ordinal;
};

worker *worker_new(team *m, unsigned index)
{
    worker *w = mem_alloc(sizeof *w);
    w->m = m;
    w->index = index;
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
        chunk_put(w->m->pool, w->out);
    mem_free(w, sizeof *w);
}

void worker_forget(worker *w)
{
    for (int i = 0; i < 2; i++) {
        if (w->caches[i].lines != NULL)
            cache_fini(&w->caches[i]);
        unsigned most = w->m->cache_bits;
        cache_init(&w->caches[i], most < FIRST_CACHE_BITS ? most : FIRST_CACHE_BITS);
    }
}

const worker_fault *worker_found(const worker *w)
{
    return &w->fault;
}

/* ---- Results ---- */

static void hit_wall(worker *w, wall what)
{
    if (w->wall != WALL_NONE)
        return;
    w->wall = what;
    int none = WALL_NONE;
    /* The first one counts; who mends it has joined the threads before. */
    atomic_compare_exchange_strong_explicit(&w->m->wall, &none, (int)what,
                                            memory_order_relaxed, memory_order_relaxed);
    atomic_store_explicit(&w->m->must_end, true, memory_order_relaxed);
}

/* A new chunk to the next level.  What is in it counts whatever happens. */
static void give_chunk(worker *w)
{
    if (w->out == NULL || w->out->count == 0)
        return;
    key_chunk *full = w->out;
    w->out = NULL;
    if (level_add(w->m->next, full) != ST_OK)
        hit_wall(w, WALL_DISK);
}

static void keep_new(worker *w, uint64_t key)
{
    team *m = w->m;
    if (m->max_states == 0)
        w->new_states++;
    else if (atomic_fetch_add_explicit(&m->states, 1, memory_order_relaxed) >=
             m->max_states)
        hit_wall(w, WALL_STATE_LIMIT);
    if (w->out == NULL)
        w->out = chunk_get(m->pool);
    w->out->keys[w->out->count++] = key;
    if (w->out->count >= m->keys_per_chunk)
        give_chunk(w);
    if (m->trail != NULL)
        trail_add(m->trail, w->ordinal);
    if (m->see != NULL)
        m->see(m->context, key);
}

static inline ring_slot prepare(const team *m, uint64_t key)
{
    if (m->bits != NULL)
        return (ring_slot){.bits = bitstate_prepare(m->bits, key)};
    return (ring_slot){.exact = visited_prepare(m->seen, key)};
}

static inline visited_answer add(team *m, ring_slot s)
{
    if (m->bits != NULL)
        return bitstate_add(m->bits, s.bits) ? VISITED_NEW : VISITED_OLD;
    return visited_add(m->seen, s.exact);
}

/* The oldest key that is on its way has arrived. */
static inline void add_oldest(worker *w)
{
    unsigned i = w->ring_first;
    w->ring_first = (i + 1) % RING;
    w->ring_count--;
    switch (add(w->m, w->slots[i])) {
    case VISITED_NEW:
        keep_new(w, w->keys[i]);
        break;
    case VISITED_FULL:
        hit_wall(w, WALL_VISITED);
        break;
    case VISITED_OLD:
        break;
    }
    w->ordinal++;
}

static inline void emit(worker *w, uint32_t left, uint32_t right)
{
    uint64_t key = tree_key(left, right);
    w->tally.transitions++;
    if (w->wanted != NULL) {
        if (w->ordinal++ == w->wanted_ordinal)
            *w->wanted = key;
        return;
    }
    if (w->m->post != NULL && w->m->post(w->m->context, w->index, key))
        return;
    if (w->ring_count == RING)
        add_oldest(w);
    unsigned i = (w->ring_first + w->ring_count++) % RING;
    w->keys[i] = key;
    w->slots[i] = prepare(w->m, key);
}

static void note_fault(worker *w, uint64_t key, bool is_end)
{
    team *m = w->m;
    if (m->goes_on) {
        m->see_fault(m->context, key);
        return;
    }
    w->fault = (worker_fault){key, is_end};
    atomic_store_explicit(&m->has_fault, true, memory_order_relaxed);
    atomic_store_explicit(&m->must_end, true, memory_order_relaxed);
}

/* ---- Look-ups ---- */

/* It is held for microseconds, and to be woken takes longer than that. */
static void lock_tree(worker *w)
{
    enum { TRIES = 2000 };
    for (int i = 0; i < TRIES; i++) {
        if (pthread_mutex_trylock(&w->m->tree_lock) == 0)
            return;
        for (int k = 0; k < 8; k++)
            thread_pause();
    }
    pthread_mutex_lock(&w->m->tree_lock);
}

/* True: what the tree has said is complete. */
static bool unlock_tree(worker *w)
{
    core *c = w->m->t->c;
    if (values_bytes(&c->vals) > VALUES_LIMIT / 8 * 7 && c->limit == NULL)
        c->limit = "there are too many different values";
    wall met = w->m->t->wall != TREE_OPEN           ? WALL_TREE
               : c->was_stopped || c->limit != NULL ? WALL_STEP
                                                    : WALL_NONE;
    pthread_mutex_unlock(&w->m->tree_lock);
    if (met != WALL_NONE)
        hit_wall(w, met);
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
    w->has_grown = true;
}

/* One way in which what was asked can go. */
static void take_result(worker *w, const asking *a, tree_entry e);

static void take_results(worker *w, const asking *a, const cached *found)
{
    if (!(found->effect & CACHED_MANY)) {
        take_result(w, a, found->to.one);
        return;
    }
    const tree_entry *many = found->to.many;
    for (uint32_t i = 0; i < many[-1].id && w->wall == WALL_NONE; i++)
        take_result(w, a, many[i]);
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

/* What is not in the caches, all of it at once: the tree is locked once, and what it
 * will have to look at is on its way early. */
static void answer_missing(worker *w, const asking *const *missing, unsigned count)
{
    cached found[APPLY_BATCH];
    tree_task tasks[APPLY_BATCH];
    tree *t = w->m->t;
    lock_tree(w);
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
    if (!unlock_tree(w))
        return;
    for (unsigned i = 0; i < count; i++) {
        const asking *a = missing[i];
        grow_if_needed(w, &w->caches[a->side]);
        cache_put(&w->caches[a->side], found[i]);
    }
    for (unsigned i = 0; i < count && w->wall == WALL_NONE; i++)
        take_results(w, missing[i], &found[i]);
}

static inline bool find_cached(const worker *w, const asking *a, cached *found)
{
    const cache_line *line = a->line;
    if (w->has_grown)
        line = cache_place(&w->caches[a->side], a->id, a->effect);
    return cache_find(line, a->id, a->effect, found);
}

static void answer(worker *w, const asking *a)
{
    cached found;
    if (find_cached(w, a, &found))
        take_results(w, a, &found);
    else
        answer_missing(w, &a, 1);
}

static void take_result(worker *w, const asking *a, tree_entry e)
{
    if (e.effect == 0) {
        if (a->side == TREE_LEFT)
            emit(w, e.id, a->other);
        else
            emit(w, a->other, e.id);
    } else if (e.effect == TREE_FAULT) {
        w->tally.transitions++;
        note_fault(w, a->from, false);
    } else {
        asking more = {.id = a->other,
                       .effect = e.effect,
                       .other = e.id,
                       .side = 1 - a->side,
                       .from = a->from};
        more.line = cache_place(&w->caches[more.side], more.id, more.effect);
        answer(w, &more);
    }
}

static void answer_batch(worker *w)
{
    const asking *missing[APPLY_BATCH];
    unsigned count = 0;
    const tree *t = w->m->t;
    for (unsigned i = 0; i < w->asked && w->wall == WALL_NONE; i++) {
        const asking *a = &w->asks[i];
        cached found;
        if (find_cached(w, a, &found)) {
            take_results(w, a, &found);
        } else {
            __builtin_prefetch(tree_at(t, t->side[a->side], a->id));
            missing[count++] = a;
        }
    }
    if (count > 0 && w->wall == WALL_NONE)
        answer_missing(w, missing, count);
    w->asked = 0;
    w->has_grown = false;
}

static inline void ask(worker *w, asking a)
{
    a.line = cache_place(&w->caches[a.side], a.id, a.effect);
    __builtin_prefetch(a.line);
    w->asks[w->asked] = a;
    if (++w->asked == APPLY_BATCH || w->m->trail != NULL)
        answer_batch(w);
}

/* ---- Expanding a state ---- */

/* All moves that begin below one side. */
static void expand_side(worker *w, uint64_t key, const tree_record *r, uint32_t side)
{
    const tree_entry *list = tree_entries(w->m->t, r->list);
    uint32_t other = side == TREE_LEFT ? (uint32_t)key : (uint32_t)(key >> 32);
    uint32_t count = r->info >> TREE_TRAIT_BITS;
    for (uint32_t i = 0; i < count && w->wall == WALL_NONE; i++) {
        tree_entry e = list[i];
        if (e.effect == 0) {
            emit(w, side == TREE_LEFT ? e.id : other, side == TREE_LEFT ? other : e.id);
        } else if (e.effect == TREE_FAULT) {
            w->tally.transitions++;
            note_fault(w, key, false);
        } else {
            ask(w, (asking){.id = other,
                            .effect = e.effect,
                            .other = e.id,
                            .side = 1 - side,
                            .from = key});
        }
    }
}

static bool make_lists(worker *w, uint64_t key)
{
    lock_tree(w);
    tree_list(w->m->t, TREE_LEFT, (uint32_t)(key >> 32));
    tree_list(w->m->t, TREE_RIGHT, (uint32_t)key);
    return unlock_tree(w);
}

static void end_of_run(worker *w, uint64_t key, unsigned traits)
{
    const team *m = w->m;
    w->tally.terminal++;
    if ((traits & PART_WAITS && !m->may_wait) ||
        (traits & PART_HAS_MAIL && !m->may_leave_mail) || traits & PART_IS_HOT)
        note_fault(w, key, true);
}

static bool has_list(const tree_record *r)
{
    /* Partner: the release of whoever made the list. */
    return atomic_load_explicit(&r->list, memory_order_acquire) != 0;
}

/* Names move when there is a new one. */
static int first_urgent(worker *w, const tree_record *left, const tree_record *right)
{
    lock_tree(w);
    int side = tree_first_urgent(w->m->t, left, right);
    pthread_mutex_unlock(&w->m->tree_lock);
    return side;
}

static void expand(worker *w, uint64_t key)
{
    team *m = w->m;
    const tree *t = m->t;
    const tree_record *left = tree_at(t, t->side[TREE_LEFT], (uint32_t)(key >> 32));
    const tree_record *right = tree_at(t, t->side[TREE_RIGHT], (uint32_t)key);
    if ((!has_list(left) || !has_list(right)) && !make_lists(w, key))
        return;
    unsigned traits = (left->info | right->info) & TREE_TRAITS;
    if (!(traits & PART_MOVES)) {
        end_of_run(w, key, traits);
    } else if (m->max_depth > 0 && m->depth >= m->max_depth && w->wanted == NULL) {
        atomic_store_explicit(&m->is_cut, true, memory_order_relaxed);
        return;
    }
    bool takes_left = !(right->info & PART_URGENT);
    bool takes_right = !(left->info & PART_URGENT);
    if (!takes_left && !takes_right) {
        takes_left = first_urgent(w, left, right) == TREE_LEFT;
        takes_right = !takes_left;
    }
    if (takes_left)
        expand_side(w, key, left, TREE_LEFT);
    if (takes_right)
        expand_side(w, key, right, TREE_RIGHT);
}

static void flush(worker *w)
{
    answer_batch(w);
    while (w->ring_count > 0 && w->wall == WALL_NONE)
        add_oldest(w);
    w->ring_count = 0;
}

/* The lists of a state that comes soon are on their way. */
static inline void look_ahead(const team *m, const key_chunk *chunk, uint32_t i)
{
    const tree *t = m->t;
    uint64_t key = chunk->keys[i + LIST_AHEAD < chunk->count ? i + LIST_AHEAD : i];
    const tree_record *left = tree_at(t, t->side[TREE_LEFT], (uint32_t)(key >> 32));
    const tree_record *right = tree_at(t, t->side[TREE_RIGHT], (uint32_t)key);
    /* Partner: the release of whoever made the list, and perhaps room for it. */
    uint32_t list = atomic_load_explicit(&left->list, memory_order_acquire);
    if (list != 0)
        __builtin_prefetch(tree_entries(t, list));
    list = atomic_load_explicit(&right->list, memory_order_acquire);
    if (list != 0)
        __builtin_prefetch(tree_entries(t, list));
}

/* The records of the states from FIRST on are on their way. */
static void look_far_ahead(const team *m, const key_chunk *chunk, uint32_t first)
{
    const tree *t = m->t;
    for (uint32_t i = first; i < first + WINDOW && i < chunk->count; i++) {
        uint64_t key = chunk->keys[i];
        __builtin_prefetch(tree_at(t, t->side[TREE_LEFT], (uint32_t)(key >> 32)));
        __builtin_prefetch(tree_at(t, t->side[TREE_RIGHT], (uint32_t)key));
    }
}

/* ---- Chunks ---- */

static void tell_team(worker *w)
{
    team *m = w->m;
    atomic_fetch_add_explicit(&m->transitions, w->tally.transitions,
                              memory_order_relaxed);
    atomic_fetch_add_explicit(&m->terminal, w->tally.terminal, memory_order_relaxed);
    w->tally = (tally){0};
}

static void tell_states(worker *w)
{
    atomic_fetch_add_explicit(&w->m->states, w->new_states, memory_order_relaxed);
    w->new_states = 0;
}

/* Of one side of a state. */
typedef struct half {
    int side;
    uint32_t id;
} half;

static bool lacks_list(const team *m, half h)
{
    return !has_list(tree_at(m->t, m->t->side[h.side], h.id));
}

/* Makes what lists are missing for the states from FIRST on, all at once: the tree is
 * locked once, and what it will have to look at is on its way early. */
static void prepare_lists(worker *w, const key_chunk *chunk, uint32_t first)
{
    half missing[2 * WINDOW];
    unsigned count = 0;
    for (uint32_t i = first; i < first + WINDOW && i < chunk->count; i++) {
        const half left = {TREE_LEFT, (uint32_t)(chunk->keys[i] >> 32)};
        const half right = {TREE_RIGHT, (uint32_t)chunk->keys[i]};
        if (lacks_list(w->m, left))
            missing[count++] = left;
        if (lacks_list(w->m, right))
            missing[count++] = right;
    }
    if (count == 0)
        return;
    tree *t = w->m->t;
    lock_tree(w);
    for (unsigned i = 0; i < count; i++)
        tree_list_look(t, missing[i].side, missing[i].id);
    for (unsigned i = 0; i < count; i++)
        tree_list(t, missing[i].side, missing[i].id);
    unlock_tree(w);
}

/* In any order, as fast as it goes.  What is not done is done again from the start. */
static void expand_chunk(worker *w, key_chunk *chunk)
{
    look_far_ahead(w->m, chunk, 0);
    for (uint32_t i = 0; i < chunk->count && w->wall == WALL_NONE; i++) {
        if (i % WINDOW == 0) {
            look_far_ahead(w->m, chunk, i + WINDOW);
            prepare_lists(w, chunk, i);
        }
        look_ahead(w->m, chunk, i);
        expand(w, chunk->keys[i]);
    }
    flush(w);
    if (w->wall == WALL_NONE) {
        chunk->count = 0;
        tell_team(w);
    }
    w->tally = (tally){0};
}

/* One state after the other, each to its end. */
static void expand_in_order(worker *w, key_chunk *chunk)
{
    team *m = w->m;
    uint32_t done = 0;
    while (done < chunk->count && w->wall == WALL_NONE) {
        w->ordinal = 0;
        expand(w, chunk->keys[done]);
        flush(w);
        if (w->wall == WALL_NONE) {
            tell_team(w);
            if (atomic_load_explicit(&m->has_fault, memory_order_relaxed))
                break;
            trail_next(m->trail);
            done++;
        }
        w->tally = (tally){0};
    }
    chunk->count -= done;
    memmove(chunk->keys, chunk->keys + done, chunk->count * sizeof *chunk->keys);
}

/* The rest of a chunk goes back to where it came from, to be taken first. */
static void give_back(worker *w, key_chunk *chunk)
{
    team *m = w->m;
    if (chunk->count == 0)
        chunk_put(m->pool, chunk);
    else
        level_put_back(m->now, chunk);
}

void worker_run(worker *w)
{
    team *m = w->m;
    w->wall = WALL_NONE;
    while (!atomic_load_explicit(&m->must_end, memory_order_relaxed)) {
        key_chunk *chunk = NULL;
        if (level_take(m->now, &chunk) != ST_OK)
            hit_wall(w, WALL_DISK);
        if (chunk == NULL)
            break;
        if (m->trail != NULL)
            expand_in_order(w, chunk);
        else
            expand_chunk(w, chunk);
        tell_states(w);
        give_back(w, chunk);
        if (w->index == 0 && m->is_over(m->context))
            atomic_store_explicit(&m->must_end, true, memory_order_relaxed);
    }
    give_chunk(w);
}

uint64_t worker_successor(worker *w, uint64_t key, uint64_t ordinal)
{
    uint64_t found = 0;
    assert(w->m->trail != NULL);
    w->wall = WALL_NONE;
    w->wanted = &found;
    w->wanted_ordinal = ordinal;
    w->ordinal = 0;
    expand(w, key);
    flush(w);
    w->wanted = NULL;
    w->tally = (tally){0};
    return found;
}

bool worker_add_first(worker *w, uint64_t key)
{
    w->wall = WALL_NONE;
    team *m = w->m;
    visited_answer a = add(m, prepare(m, key));
    assert(a != VISITED_OLD);
    if (a == VISITED_FULL)
        return false;
    trail *kept = m->trail;
    m->trail = NULL; /* it has no parent */
    keep_new(w, key);
    m->trail = kept;
    tell_states(w);
    give_chunk(w);
    return true;
}
