#include "engine/explore/worker.h"

#include "base/hash.h"
#include "base/thread.h"
#include "engine/explore/cache.h"

#include <string.h>

enum {
    KEY_BLOCK = 32,   /* keys that are sent on their way to the visited set together */
    KEY_BLOCKS = 3,   /* ... being filled, and on their way */
    APPLY_BATCH = 32, /* look-ups on their way to a cache */
    MOST_ASKS = 64,   /* with those that come up while a batch is looked at */
    WINDOW = 32,      /* states whose lists are made together */
    LIST_AHEAD = 5,   /* ... and are on their way */
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
typedef union key_slot {
    visited_slot exact;
    bitstate_slot bits;
} key_slot;

typedef struct key_block {
    uint64_t keys[KEY_BLOCK];
    key_slot slots[KEY_BLOCK];
    uint32_t count; /* of keys on their way */
} key_block;

/* The records of states that come next. */
typedef struct window {
    const tree_record *left[WINDOW];
    const tree_record *right[WINDOW];
    uint32_t count;
} window;

/* What is taken back when a chunk is given back. */
typedef struct tally {
    uint64_t transitions;
    uint64_t terminal;
} tally;

struct worker {
    team *m;
    unsigned index;
    cache caches[2];
    asking asks[2][MOST_ASKS]; /* one batch is looked at, one is filled */
    unsigned asking_now;       /* the one that is filled */
    unsigned asked;
    unsigned grown; /* a cache, and this many batches were asked before */
    key_block blocks[KEY_BLOCKS];
    unsigned filling; /* the block that keys are put into: those after it are older */
    uint64_t *next_key;
    uint64_t *block_end;
    window windows[2];   /* the present one and the next, in turn */
    key_chunk *out;      /* new states; NULL: none yet */
    tally tally;         /* of the chunk */
    uint64_t new_states; /* not yet told the team */
    wall wall;
    worker_fault fault;
    /* in order: */
    uint64_t ordinal; /* of the next successor */
    /* for worker_successor and worker_stray */
    uint64_t *wanted; /* where the successor is to be put; NULL: none is wanted */
    uint64_t wanted_ordinal;
    uint64_t *random; /* any will do; or NULL */
};

static void fill_block(worker *w, unsigned i);

worker *worker_new(team *m, unsigned index)
{
    worker *w = mem_alloc(sizeof *w);
    w->m = m;
    w->index = index;
    fill_block(w, 0);
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

/* Each of those that come by is as likely to be the last one that is. */
static bool is_wanted(worker *w)
{
    uint64_t ordinal = w->ordinal++;
    return w->random != NULL ? hash_random(w->random) % (ordinal + 1) == 0
                             : ordinal == w->wanted_ordinal;
}

/* Those of other processes go to them, and a single one that is wanted to who wants it.
 * What is left stays in order. */
static uint32_t sort_out(worker *w, uint64_t *keys, uint32_t count)
{
    team *m = w->m;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (w->wanted == NULL && !m->post(m->context, w->index, keys[i]))
            keys[kept++] = keys[i];
        if (w->wanted != NULL && is_wanted(w))
            *w->wanted = keys[i];
    }
    return kept;
}

static void prepare_exact(const visited *restrict v, const uint64_t *restrict keys,
                          key_slot *restrict slots, uint32_t count)
{
    uint64_t all = 0;
    for (uint32_t i = 0; i < count; i++) {
        all |= keys[i];
        slots[i].exact = visited_prepare(v, keys[i]);
    }
    assert(visited_fits(v, all));
    (void)all;
}

/* Sends the keys of the block that is being filled on their way. */
static void send_block(worker *w)
{
    const team *m = w->m;
    key_block *b = &w->blocks[w->filling];
    b->count = (uint32_t)(w->next_key - b->keys);
    w->tally.transitions += b->count;
    if (w->wanted != NULL || m->post != NULL)
        b->count = sort_out(w, b->keys, b->count);
    if (m->bits != NULL) {
        for (uint32_t i = 0; i < b->count; i++)
            b->slots[i].bits = bitstate_prepare(m->bits, b->keys[i]);
    } else {
        prepare_exact(m->seen, b->keys, b->slots, b->count);
    }
}

/* Key number I of a block is not old. */
static void take_answer(worker *w, const key_block *b, uint32_t i, visited_answer a)
{
    w->ordinal += i;
    if (a == VISITED_NEW)
        keep_new(w, b->keys[i]);
    else
        hit_wall(w, WALL_VISITED);
    w->ordinal -= i;
}

static void add_exact(worker *w, const key_block *b)
{
    visited *v = w->m->seen;
    for (uint32_t i = 0; i < b->count; i++) {
        visited_answer a = visited_add(v, b->slots[i].exact);
        if (a != VISITED_OLD)
            take_answer(w, b, i, a);
    }
}

static void add_bits(worker *w, const key_block *b)
{
    for (uint32_t i = 0; i < b->count; i++)
        if (bitstate_add(w->m->bits, b->slots[i].bits))
            take_answer(w, b, i, VISITED_NEW);
}

/* The keys of a block have arrived.  Behind a wall nothing counts any more: the chunk
 * is given back, and what was added meanwhile was kept. */
static void add_block(worker *w, key_block *b)
{
    if (w->wall != WALL_NONE)
        b->count = 0;
    if (w->m->bits != NULL)
        add_bits(w, b);
    else
        add_exact(w, b);
    w->ordinal += b->count;
    b->count = 0;
}

static void fill_block(worker *w, unsigned i)
{
    w->filling = i;
    w->next_key = w->blocks[i].keys;
    w->block_end = w->next_key + KEY_BLOCK;
}

static void next_block(worker *w)
{
    send_block(w);
    unsigned oldest = (w->filling + 1) % KEY_BLOCKS;
    add_block(w, &w->blocks[oldest]);
    fill_block(w, oldest);
}

static inline void emit(worker *w, uint32_t left, uint32_t right)
{
    *w->next_key++ = tree_key(left, right);
    if (w->next_key == w->block_end)
        next_block(w);
}

static void note_fault(worker *w, uint64_t key, bool is_end)
{
    team *m = w->m;
    if (w->random != NULL)
        return;
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

/* What is not in the caches, all of it at once: the tree is locked once, and what it
 * will have to look at is on its way early.  False: there is a wall. */
static bool fetch(worker *w, const asking *const *missing, unsigned count,
                  cached *found)
{
    tree_task tasks[MOST_ASKS];
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
        return false;
    for (unsigned i = 0; i < count; i++) {
        const asking *a = missing[i];
        grow_if_needed(w, &w->caches[a->side]);
        cache_put(&w->caches[a->side], found[i]);
    }
    return true;
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
            emit(w, e.id, a->other);
        else
            emit(w, a->other, e.id);
        return false;
    }
    if (e.effect == TREE_FAULT) {
        w->tally.transitions++;
        note_fault(w, a->from, false);
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

static inline void put_ask(worker *w, const asking *a)
{
    __builtin_prefetch(a->line);
    w->asks[w->asking_now][w->asked++] = *a;
}

/* What is asked in turn goes into the next batch; but not where order counts. */
static inline void ask_back(worker *w, const asking *next)
{
    if (w->asked == MOST_ASKS || w->m->trail != NULL)
        answer(w, *next);
    else
        put_ask(w, next);
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
        const asking *one = &a;
        cached found;
        const cached *known = find_cached(w, &a);
        if (known != NULL)
            found = *known;
        else if (!fetch(w, &one, 1, &found))
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

static void answer_batch(worker *w)
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
    if (count > 0 && w->wall == WALL_NONE)
        answer_missing(w, missing, count);
}

static inline void ask(worker *w, asking a)
{
    a.line = cache_place(&w->caches[a.side], a.id, a.effect);
    while (w->asked == MOST_ASKS && w->wall == WALL_NONE)
        answer_batch(w);
    if (w->asked == MOST_ASKS)
        return; /* there is a wall, and nothing counts any more */
    put_ask(w, &a);
    if (w->asked >= APPLY_BATCH || w->m->trail != NULL)
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

static void expand_records(worker *w, uint64_t key, const tree_record *left,
                           const tree_record *right)
{
    team *m = w->m;
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

static const tree_record *left_record(const team *m, uint64_t key)
{
    return tree_at(m->t, m->t->side[TREE_LEFT], (uint32_t)(key >> 32));
}

static const tree_record *right_record(const team *m, uint64_t key)
{
    return tree_at(m->t, m->t->side[TREE_RIGHT], (uint32_t)key);
}

static void expand(worker *w, uint64_t key)
{
    expand_records(w, key, left_record(w->m, key), right_record(w->m, key));
}

/* Nothing is on its way any more. */
static void flush(worker *w)
{
    while (w->asked > 0 && w->wall == WALL_NONE)
        answer_batch(w);
    w->asked = 0;
    send_block(w);
    for (unsigned i = 1; i <= KEY_BLOCKS; i++)
        add_block(w, &w->blocks[(w->filling + i) % KEY_BLOCKS]);
    fill_block(w, 0);
}

static inline void look_at_list(const tree *t, const tree_record *r)
{
    /* Partner: the release of whoever made the list, and perhaps room for it. */
    uint32_t list = atomic_load_explicit(&r->list, memory_order_acquire);
    if (list != 0)
        __builtin_prefetch(tree_entries(t, list));
}

/* The lists of a state that comes soon are on their way. */
static inline void look_ahead(const team *m, const window *now, uint32_t i)
{
    uint32_t ahead = i + LIST_AHEAD < now->count ? i + LIST_AHEAD : i;
    look_at_list(m->t, now->left[ahead]);
    look_at_list(m->t, now->right[ahead]);
}

/* The records of the states from FIRST on are on their way. */
static void look_far_ahead(const team *m, const key_chunk *chunk, uint32_t first,
                           window *next)
{
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

/* Makes what lists are missing in a window, all at once: the tree is locked once, and
 * what it will have to look at is on its way early. */
static void prepare_lists(worker *w, const uint64_t *keys, const window *now)
{
    half missing[2 * WINDOW];
    unsigned count = 0;
    for (uint32_t i = 0; i < now->count; i++) {
        if (!has_list(now->left[i]))
            missing[count++] = (half){TREE_LEFT, (uint32_t)(keys[i] >> 32)};
        if (!has_list(now->right[i]))
            missing[count++] = (half){TREE_RIGHT, (uint32_t)keys[i]};
    }
    if (count == 0)
        return;
    tree *t = w->m->t;
    lock_tree(w);
    for (unsigned i = 0; i < count; i++)
        tree_list_look(t, missing[i].side, missing[i].id);
    for (unsigned i = 0; i < count; i++)
        tree_list_reach(t, missing[i].side, missing[i].id);
    for (unsigned i = 0; i < count; i++)
        tree_list(t, missing[i].side, missing[i].id);
    unlock_tree(w);
}

static void expand_window(worker *w, const uint64_t *keys, const window *now)
{
    prepare_lists(w, keys, now);
    for (uint32_t i = 0; i < now->count && w->wall == WALL_NONE; i++) {
        look_ahead(w->m, now, i);
        expand_records(w, keys[i], now->left[i], now->right[i]);
    }
}

/* In any order, as fast as it goes.  What is not done is done again from the start. */
static void expand_chunk(worker *w, key_chunk *chunk)
{
    look_far_ahead(w->m, chunk, 0, &w->windows[0]);
    for (uint32_t i = 0; i < chunk->count && w->wall == WALL_NONE; i += WINDOW) {
        unsigned turn = i / WINDOW % 2;
        look_far_ahead(w->m, chunk, i + WINDOW, &w->windows[1 - turn]);
        expand_window(w, chunk->keys + i, &w->windows[turn]);
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

/* Expands KEY without adding anything; FOUND is changed if what is wanted is there. */
static void expand_for(worker *w, uint64_t key, uint64_t *found)
{
    assert(w->m->trail != NULL);
    w->wall = WALL_NONE;
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

uint64_t worker_stray(worker *w, uint64_t key, uint64_t *random)
{
    uint64_t found = key;
    w->random = random;
    expand_for(w, key, &found);
    w->random = NULL;
    return found;
}

bool worker_add_first(worker *w, uint64_t key)
{
    w->wall = WALL_NONE;
    team *m = w->m;
    visited_answer a = VISITED_NEW;
    if (m->bits != NULL)
        bitstate_add(m->bits, bitstate_prepare(m->bits, key));
    else
        a = visited_add(m->seen, visited_prepare(m->seen, key));
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
