/* Successors go to the visited set, and new states to the next level.
 *
 * Keys pass through KEY_BLOCKS blocks in a ring:
 *
 *     block 0          block 1            block 2
 *     is filled        waits for memory   waits longest
 *       |                                    |
 *       +-- full: prefetch its places        +-- add its keys, then fill it
 *
 * Every key is added exactly once: a block is added before it is filled again, and
 * worker_flush_keys adds all of them, the oldest first.  So successors are added in the
 * order in which they are emitted, which `ordinal` counts on. */
#include "base/hash.h"
#include "engine/explore/worker_private.h"

void worker_note_fault(worker *w, uint64_t key, bool is_end)
{
    team *m = w->team;
    if (w->random != NULL)
        return;
    if (m->keeps_going) {
        m->on_fault(m->context, key);
        return;
    }
    w->fault = (worker_fault){key, is_end};
    atomic_store_explicit(&m->has_fault, true, memory_order_relaxed);
    atomic_store_explicit(&m->must_end, true, memory_order_relaxed);
}

void worker_pause(worker *w, pause_reason why)
{
    if (w->pause != PAUSE_NONE)
        return;
    assert(why != PAUSE_NONE);
    w->pause = why;
    int none = PAUSE_NONE;
    /* The first reason counts; the thread that resolves it has joined all workers. */
    atomic_compare_exchange_strong_explicit(&w->team->pause, &none, (int)why,
                                            memory_order_relaxed, memory_order_relaxed);
    atomic_store_explicit(&w->team->must_end, true, memory_order_relaxed);
}

/* The states in the chunk count even if the level reports a failure: it keeps them. */
void worker_give_chunk(worker *w)
{
    if (w->out == NULL || w->out->count == 0)
        return;
    key_chunk *full = w->out;
    w->out = NULL;
    if (level_add(w->team->next, full) != ST_OK)
        worker_pause(w, PAUSE_DISK);
}

void worker_keep_new(worker *w, uint64_t key)
{
    team *m = w->team;
    if (m->max_states == 0)
        w->new_states++;
    else if (atomic_fetch_add_explicit(&m->states, 1, memory_order_relaxed) >=
             m->max_states)
        worker_pause(w, PAUSE_STATE_LIMIT);
    if (w->out == NULL)
        w->out = chunk_get(m->pool);
    w->out->keys[w->out->count++] = key;
    if (w->out->count >= m->keys_per_chunk)
        worker_give_chunk(w);
    if (m->parents != NULL)
        parent_index_add(m->parents, w->ordinal);
    if (m->on_state != NULL)
        m->on_state(m->context, key);
}

/* Reservoir sampling: number n replaces the choice with probability 1 / (n + 1), so
 * that in the end all successors are equally likely. */
static bool is_wanted(worker *w)
{
    uint64_t ordinal = w->ordinal++;
    return w->random != NULL ? hash_random(w->random) % (ordinal + 1) == 0
                             : ordinal == w->wanted_ordinal;
}

/* Forwards keys of other ranks, or stores the one successor that is wanted.  Compacts
 * the remaining keys, in order; returns how many. */
static uint32_t sort_out(worker *w, uint64_t *keys, uint32_t count)
{
    team *m = w->team;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (w->wanted == NULL && !m->forward(m->context, w->index, keys[i]))
            keys[kept++] = keys[i];
        if (w->wanted != NULL && is_wanted(w))
            *w->wanted = keys[i];
    }
    return kept;
}

static void prepare_exact(const visited *restrict v, const uint64_t *restrict keys,
                          key_slot *restrict cids, uint32_t count)
{
    uint64_t all = 0;
    for (uint32_t i = 0; i < count; i++) {
        all |= keys[i];
        cids[i].exact = visited_prepare(v, keys[i]);
    }
    assert(visited_fits(v, all));
    (void)all;
}

/* Prefetches the places of the keys of the block that is being filled. */
static void send_block(worker *w)
{
    const team *m = w->team;
    key_block *b = &w->blocks[w->filling];
    b->count = (uint32_t)(w->next_key - b->keys);
    assert(b->count <= KEY_BLOCK);
    w->tally.transitions += b->count;
    if (w->wanted != NULL || m->forward != NULL)
        b->count = sort_out(w, b->keys, b->count);
    if (m->bitstate != NULL) {
        for (uint32_t i = 0; i < b->count; i++)
            b->cids[i].bits = bitstate_prepare(m->bitstate, b->keys[i]);
    } else {
        prepare_exact(m->visited, b->keys, b->cids, b->count);
    }
}

/* Key number I of a block is new, or there was no room for it. */
static void take_answer(worker *w, const key_block *b, uint32_t i, visited_answer a)
{
    w->ordinal += i;
    if (a == VISITED_NEW)
        worker_keep_new(w, b->keys[i]);
    else
        worker_pause(w, PAUSE_VISITED_FULL);
    w->ordinal -= i;
}

static void add_exact(worker *w, const key_block *b)
{
    visited *v = w->team->visited;
    for (uint32_t i = 0; i < b->count; i++) {
        visited_answer a = visited_add(v, b->cids[i].exact);
        if (a != VISITED_OLD)
            take_answer(w, b, i, a);
    }
}

static void add_bits(worker *w, const key_block *b)
{
    for (uint32_t i = 0; i < b->count; i++)
        if (bitstate_add(w->team->bitstate, b->cids[i].bits))
            take_answer(w, b, i, VISITED_NEW);
}

/* The places of a block have arrived.  A worker that pauses drops its keys: the chunk
 * is given back, and will emit them again.  New states added so far have been kept. */
static void add_block(worker *w, key_block *b)
{
    if (w->pause != PAUSE_NONE)
        b->count = 0;
    if (w->team->bitstate != NULL)
        add_bits(w, b);
    else
        add_exact(w, b);
    w->ordinal += b->count;
    b->count = 0;
}

static void fill_block(worker *w, unsigned i)
{
    assert(w->blocks[i].count == 0);
    w->filling = i;
    w->next_key = w->blocks[i].keys;
    w->block_end = w->next_key + KEY_BLOCK;
}

/* A state may have very many successors, and a chunk has many states. */
static void look_among_successors(worker *w)
{
    enum { NOW_AND_THEN = 1 << 11 };
    team *m = w->team;
    if (++w->sent_blocks % NOW_AND_THEN == 0 && m->is_over != NULL &&
        m->is_over(m->context))
        worker_pause(w, PAUSE_IS_OVER);
}

void worker_next_block(worker *w)
{
    look_among_successors(w);
    send_block(w);
    assert(w->next_key == w->block_end);
    unsigned oldest = (w->filling + 1) % KEY_BLOCKS;
    add_block(w, &w->blocks[oldest]);
    fill_block(w, oldest);
}

void worker_start_keys(worker *w)
{
    fill_block(w, 0);
}

void worker_flush_keys(worker *w)
{
    send_block(w);
    for (unsigned i = 1; i <= KEY_BLOCKS; i++)
        add_block(w, &w->blocks[(w->filling + i) % KEY_BLOCKS]);
    fill_block(w, 0);
}
