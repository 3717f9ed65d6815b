/* worker_inside.h -- a worker from within: for the files that it is made of.
 *
 *   worker.c       expands states: lists of moves, windows and chunks
 *   worker_asks.c  looks up what moves ask of the other side, in batches
 *   worker_keys.c  brings successors to the visited set, in blocks
 */
#ifndef EXPLORE_WORKER_PRIVATE_H
#define EXPLORE_WORKER_PRIVATE_H

#include "engine/explore/cache.h"
#include "engine/explore/worker.h"

enum {
    KEY_BLOCK = 32,   /* keys that are sent on their way to the visited set together */
    KEY_BLOCKS = 3,   /* ... being filled, and on their way */
    APPLY_BATCH = 32, /* look-ups on their way to a cache */
    MOST_REQUESTS = 128,  /* with those that come up meanwhile, or wait for the tree */
    WINDOW = 32,          /* states whose lists are made together */
    LIST_AHEAD = 5,       /* ... and are on their way */
    FIRST_CACHE_BITS = 2, /* lines of a cache: small tests make it grow too */
    SMALL_CACHE_BITS = 14,
};

/* A transition that still asks something of SIDE, in the state ID there. */
typedef struct pending_request {
    uint32_t id;
    uint32_t requests;
    uint32_t other; /* the new id of the other side */
    uint32_t side;
    uint64_t from;          /* the state that it is a transition of */
    const cache_line *line; /* where the cache has the answer, if it has not grown */
} pending_request;

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

/* The records of the states of a chunk from FIRST on. */
typedef struct window {
    uint32_t first;
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
    team *team;
    unsigned index;
    cache caches[2];
    pending_request batches[2]
                           [MOST_REQUESTS]; /* one batch is looked at, one is filled */
    unsigned filling_batch;                 /* the one that is filled */
    unsigned batch_len;
    unsigned batch_limit; /* when so many are asked, they are looked at */
    bool is_flushing;
    unsigned grown; /* a cache, and this many batches were asked before */
    key_block blocks[KEY_BLOCKS];
    unsigned filling; /* the block that keys are put into: those after it are older */
    uint64_t *next_key;
    uint64_t *block_end;
    window windows[3];   /* the present one and the next two, in turn */
    key_chunk *out;      /* new states; NULL: none yet */
    tally tally;         /* of the chunk */
    uint64_t new_states; /* not yet told the team */
    uint64_t claimed;    /* keys in its hands, as far as the team knows */
    pause_reason pause;
    worker_fault fault;
    /* in order: */
    uint64_t ordinal; /* of the next successor */
    /* for worker_successor and worker_stray */
    uint64_t *wanted; /* where the successor is to be put; NULL: none is wanted */
    uint64_t wanted_ordinal;
    uint64_t *random; /* any will do; or NULL */
};

/* ---- Keys ---- */

/* Something must be mended first: the worker is to end as soon as it can. */
void worker_pause(worker *w, pause_reason why);

/* A violation in the expansion of KEY; IS_END: the run ends there. */
void worker_note_fault(worker *w, uint64_t key, bool is_end);

/* Successors are put into a block; when it is full, its keys are sent on their way and
 * those of the oldest one, which have arrived, are added. */
void worker_start_keys(worker *w); /* with all blocks empty */
void worker_next_block(worker *w); /* the present one is full */
void worker_flush_keys(worker *w); /* none is on its way any more */
void worker_keep_new(worker *w, uint64_t key);
void worker_give_chunk(worker *w); /* what new states there are */

/* A successor. */
static inline void worker_emit(worker *w, uint32_t left, uint32_t right)
{
    *w->next_key++ = tree_key(left, right);
    if (w->next_key == w->block_end)
        worker_next_block(w);
}

/* ---- Asks ---- */

void worker_lock_tree(worker *w);
bool worker_try_lock_tree(worker *w);
bool worker_unlock_tree(worker *w); /* true: what the tree has said is complete */

/* What is asked waits in a batch while the lines of the cache are on their way. */
void worker_serve_batch(worker *w);
void worker_flush_requests(worker *w); /* nothing is asked any more */

static inline void worker_push_request(worker *w, const pending_request *a)
{
    __builtin_prefetch(a->line);
    w->batches[w->filling_batch][w->batch_len++] = *a;
}

static inline void worker_add_request(worker *w, pending_request a)
{
    while (w->batch_len == MOST_REQUESTS && w->pause == PAUSE_NONE)
        worker_serve_batch(w);
    if (w->batch_len == MOST_REQUESTS)
        return; /* there is a wall, and nothing counts any more */
    /* Not before: the cache may have grown, any number of batches ago. */
    a.line = cache_line_of(&w->caches[a.side], a.id, a.requests);
    worker_push_request(w, &a);
    if (w->batch_len >= w->batch_limit || w->team->parents != NULL)
        worker_serve_batch(w);
}

#endif
