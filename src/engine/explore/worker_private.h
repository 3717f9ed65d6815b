/* worker_private.h -- the internals of a worker: for the files that implement it.
 *
 *   worker.c           expands states: lists of transitions, windows, chunks
 *   worker_requests.c  serves requests to the other side, in batches
 *   worker_keys.c      brings successors to the visited set, in blocks
 *
 *   chunk of keys --> list of each side --+--> done: successor ----------> key block
 *                                         |                                   |
 *                                         +--> requests --> batch --> cache --+
 *                                              left         ^          | miss
 *                                                           |          v
 *                                                           +------- tree (locked)
 */
#ifndef EXPLORE_WORKER_PRIVATE_H
#define EXPLORE_WORKER_PRIVATE_H

#include "engine/explore/cache.h"
#include "engine/explore/worker.h"

enum {
    KEY_BLOCK = 32,      /* keys whose places in the visited set are fetched together */
    KEY_BLOCKS = 3,      /* one is filled, the others wait for memory */
    APPLY_BATCH = 32,    /* requests whose cache lines are fetched together */
    MOST_REQUESTS = 128, /* with those that follow, or wait for the tree */
    WINDOW = 32,         /* states whose lists are made together */
    LIST_AHEAD = 5,      /* states between the prefetch of a list and its use */
    FIRST_CACHE_BITS = 2, /* lines of a cache: small, so that tests see it grow */
    SMALL_CACHE_BITS = 14,
};

/* A transition with REQUESTS left for SIDE, which is in state ID. */
typedef struct pending_request {
    uint32_t id;
    uint32_t requests;
    uint32_t other; /* the new id of the other side */
    uint32_t side;
    uint64_t from;          /* the state that the transition leaves */
    const cache_line *line; /* of the answer; stale once the cache has grown */
} pending_request;

/* The slot of a key in the exact set or in the bitstate set. */
typedef union key_slot {
    visited_slot exact;
    bitstate_slot bits;
} key_slot;

typedef struct key_block {
    uint64_t keys[KEY_BLOCK];
    key_slot cids[KEY_BLOCK];
    uint32_t count; /* of keys that are being fetched */
} key_block;

/* The records of the states of a chunk from FIRST on. */
typedef struct window {
    uint32_t first;
    const tree_record *left[WINDOW];
    const tree_record *right[WINDOW];
    uint32_t count;
} window;

/* The counts of a chunk: published when it is done, dropped when it is given back. */
typedef struct tally {
    uint64_t transitions;
    uint64_t terminal;
    uint64_t outside;
    uint64_t deeper;
} tally;

struct worker {
    team *team;
    unsigned index;
    cache caches[2];
    pending_request batches[2][MOST_REQUESTS]; /* one is served, one is filled */
    unsigned filling_batch;                    /* the one that is filled */
    unsigned batch_len;                        /* its length */
    unsigned batch_limit;                      /* the length at which it is served */
    bool is_flushing;
    unsigned grown; /* batches left whose `line` is stale, as a cache has grown */
    key_block blocks[KEY_BLOCKS];
    uint32_t sent_blocks; /* how many were filled */
    unsigned filling;     /* the block that is filled; the one after it is the oldest */
    uint64_t *next_key;
    uint64_t *block_end;
    window windows[3];   /* the present one and the next two, in turn */
    key_chunk *out;      /* new states; NULL: none yet */
    tally tally;         /* of the present chunk */
    uint64_t new_states; /* not yet published to the team */
    uint64_t claimed;    /* the share of team.claimed that is this worker's */
    pause_reason pause;
    worker_fault fault;
    /* In order: */
    uint64_t ordinal; /* of the next successor */
    /* For worker_successor and worker_random_successor: */
    uint64_t *wanted; /* where the successor is stored; NULL: none is wanted */
    uint64_t wanted_ordinal;
    uint64_t *random; /* any successor will do; or NULL */
};

/* ---- Keys ---- */

/* The worker must stop as soon as it can, for this reason; so must all others. */
void worker_pause(worker *w, pause_reason why);

/* A violation in the expansion of KEY; IS_END: the run ends there. */
void worker_note_fault(worker *w, uint64_t key, bool is_end);

/* Successors are put into a block.  When it is full, its places in the visited set are
 * prefetched, and the keys of the oldest block, whose places have arrived, are added.
 */
void worker_start_keys(worker *w); /* with all blocks empty */
void worker_next_block(worker *w); /* the present one is full */
void worker_flush_keys(worker *w); /* adds all keys; leaves all blocks empty */
void worker_keep_new(worker *w, uint64_t key);
void worker_give_chunk(worker *w); /* hands the new states to the next level */

/* A successor. */
static inline void worker_emit(worker *w, uint32_t left, uint32_t right)
{
    *w->next_key++ = tree_key(left, right);
    if (w->next_key == w->block_end)
        worker_next_block(w);
}

/* ---- Requests ---- */

void worker_lock_tree(worker *w);
bool worker_try_lock_tree(worker *w);
bool worker_unlock_tree(worker *w); /* true: all answers of the tree are complete */

/* Requests wait in a batch while their cache lines are fetched. */
void worker_serve_batch(worker *w);
void worker_flush_requests(worker *w); /* serves all of them */

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
        return; /* the worker pauses: the chunk will be expanded again */
    /* Not earlier: serving a batch may have grown the cache. */
    a.line = cache_line_of(&w->caches[a.side], a.id, a.requests);
    worker_push_request(w, &a);
    if (w->batch_len >= w->batch_limit || w->team->parents != NULL)
        worker_serve_batch(w);
}

#endif
