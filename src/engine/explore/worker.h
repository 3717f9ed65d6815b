/* worker.h -- one thread of a breadth-first search.
 *
 * Workers take chunks of keys of the current level, look up all successors and add the
 * new ones to the next level.  They share the tree, which one worker at a time may
 * change, and the set of visited states.  A transition costs two look-ups: one in the
 * worker's own cache of the tree, one in the visited set.  Both hide the latency of
 * memory: a request or a key waits in a batch between the prefetch of its cache line
 * and its use.
 *
 * PAUSES.  Some operations need all workers stopped: a table is full and must grow, a
 * machine has no leaf in the tree, the disk fails.  A worker that needs one records the
 * reason, and gives its chunk back.  The chunk is expanded again after the reason is
 * resolved.  That is safe: new successors stay in the next level, known ones are found
 * again, and the transitions of an unfinished chunk are not counted.
 */
#ifndef EXPLORE_WORKER_H
#define EXPLORE_WORKER_H

#include "engine/explore/bitstate.h"
#include "engine/explore/level.h"
#include "engine/explore/parent_index.h"
#include "engine/explore/tree.h"
#include "engine/explore/visited.h"

#include <pthread.h>

/* Why all workers must stop before the search can continue. */
typedef enum pause_reason {
    PAUSE_NONE,
    PAUSE_VISITED_FULL, /* the set of visited states is full */
    PAUSE_TREE,         /* tree.pause says why */
    PAUSE_STEP,         /* a step was cut short: core.limit, core.was_stopped */
    PAUSE_DISK,         /* level_error says why */
    PAUSE_STATE_LIMIT,  /* the limit of states is reached */
    PAUSE_IS_OVER,      /* the search ends: team.is_over */
} pause_reason;

enum { TEAM_ALIGNMENT = 128 }; /* two cache lines, which are fetched in pairs */

/* The data that workers share. */
typedef struct team {
    tree *tree;
    visited *visited;
    bitstate
        *bitstate; /* in place of VISITED, where that would be too large; or NULL */
    chunk_pool *pool;
    level *now;
    level *next;
    uint64_t depth;     /* of the states in NOW */
    uint64_t max_depth; /* 0: none */
    uint64_t max_states;
    uint64_t spent_ms; /* by the search and the runs that it resumes; at checkpoints */
    unsigned cache_bits;     /* of a worker's own caches, at most */
    uint32_t keys_per_chunk; /* smaller than a chunk where the level is small */
    bool keeps_going;        /* after violations, for tests */
    parent_index *parents;   /* in order, with one worker; or NULL */
    /* Called with every new state, by one worker only. */
    void (*on_state)(void *context, uint64_t key);
    /* With keeps_going: called with a state whose expansion is a violation. */
    void (*on_fault)(void *context, uint64_t key);
    void *context;
    /* Distributed search: true if another rank owns the state; it has been forwarded.
     * Worker INDEX calls it for every successor.  Or NULL. */
    bool (*forward)(void *context, unsigned index, uint64_t key);
    /* Worker 0 calls it between chunks; true: all workers must stop. */
    bool (*should_stop)(void *context);
    /* Any worker calls it among very many successors, with no lock; true: the search is
     * over.  Or NULL: it must go on. */
    bool (*is_over)(void *context);
    /* Fields that workers write lie apart from those above, which all of them read. */
    _Alignas(TEAM_ALIGNMENT) pthread_mutex_t tree_lock; /* guards changes of the tree */
    _Alignas(TEAM_ALIGNMENT) _Atomic bool must_end; /* workers stop after their chunk */
    _Atomic bool has_fault;
    _Atomic int pause; /* the first pause_reason of any worker */
    _Atomic uint64_t states;
    _Atomic uint64_t transitions;
    _Atomic uint64_t terminal;
    _Atomic uint64_t outside; /* states that were not expanded: see within.h */
    _Atomic uint64_t deeper;  /* ... because they are too deep */
    _Atomic uint64_t claimed; /* keys that workers hold and no level counts */
} team;

/* A worker's own caches: at most 2^this lines each, of four entries. */
enum { WORKER_CACHE_BITS = 18 };

typedef struct worker worker;

worker *worker_new(team *m, unsigned index);
void worker_free(worker *w); /* accepts NULL */

/* Expands chunks until the level is empty, or all must end, or it has to pause. */
void worker_run(worker *w);

/* Drops the caches: the team has another tree. */
void worker_forget(worker *w);

/* Adds the first state; false: there is no room. */
bool worker_add_first(worker *w, uint64_t key);

/* In order: the violation that ended the run. */
typedef struct worker_fault {
    uint64_t key; /* the state whose expansion is the violation */
    bool is_end;  /* the run ends there; otherwise one of its transitions fails */
} worker_fault;

const worker_fault *worker_found(const worker *w);

/* The successor number ORDINAL of KEY.  In order only. */
uint64_t worker_successor(worker *w, uint64_t key, uint64_t ordinal);

/* A successor of KEY, each with equal probability, drawn with numbers that follow from
 * RANDOM; KEY if there is none, or if the worker had to pause first.  Violations are
 * ignored.  *LEFT is lessened by the number of successors, to 0 at the least.  In order
 * only. */
uint64_t worker_random_successor(worker *w, uint64_t key, uint64_t *random,
                                 uint64_t *left);

#endif
