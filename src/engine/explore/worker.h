/* worker.h -- one thread of a breadth-first search.
 *
 * Workers take chunks of keys of the present level, look up all successors and put the
 * new ones into the next level.  They share the tree, which one of them at a time may
 * change, and the set of visited states; each has caches of its own for the two
 * look-ups that a transition costs, and lets memory run ahead: keys wait in a batch
 * between the moment at which their place is asked for and the moment at which it is
 * looked at.
 *
 * Where something must be mended first that needs all workers to be elsewhere (a table
 * is full, a machine has no leaf), a worker says so and gives its chunk back: expanding
 * a state again changes nothing but the number of transitions, which is taken back.
 */
#ifndef EXPLORE_WORKER_H
#define EXPLORE_WORKER_H

#include "engine/explore/bitstate.h"
#include "engine/explore/level.h"
#include "engine/explore/parent_index.h"
#include "engine/explore/tree.h"
#include "engine/explore/visited.h"

#include <pthread.h>

/* What cannot go on before it is mended. */
typedef enum pause_reason {
    PAUSE_NONE,
    PAUSE_VISITED_FULL, /* the set of visited states is full */
    PAUSE_TREE,         /* see the tree */
    PAUSE_STEP,         /* a step was cut short: see the core */
    PAUSE_DISK,         /* see the levels */
    PAUSE_STATE_LIMIT,  /* no more states are wanted */
} pause_reason;

enum { TEAM_ALIGNMENT = 128 }; /* bytes: two lines, since they are fetched in pairs */

/* What workers share. */
typedef struct team {
    tree *tree;
    visited *visited;
    bitstate *bitstate; /* instead of SEEN, where that would be too large; or NULL */
    chunk_pool *pool;
    level *now;
    level *next;
    uint64_t depth;     /* of the states in NOW */
    uint64_t max_depth; /* 0: none */
    uint64_t max_states;
    uint64_t spent_ms;   /* on all this, earlier runs included, as of a checkpoint */
    unsigned cache_bits; /* of a worker's own caches, at most */
    uint32_t keys_per_chunk; /* fewer than fit where there are few */
    bool keeps_going;        /* after violations, for tests */
    parent_index *parents;   /* one worker only, in order; or NULL */
    /* Called with every new state, by one worker only. */
    void (*on_state)(void *context, uint64_t key);
    /* With goes_on: a state whose expansion is a violation. */
    void (*on_fault)(void *context, uint64_t key);
    void *context;
    /* Of several processes: true if the state is none of this one, and taken care of.
     * Called by worker INDEX for every successor; or NULL. */
    bool (*forward)(void *context, unsigned index, uint64_t key);
    /* Asked between chunks by worker 0; true: all of them must end. */
    bool (*should_stop)(void *context);
    /* What is written while all read the above is kept apart from it. */
    _Alignas(TEAM_ALIGNMENT) pthread_mutex_t tree_lock; /* for changing the tree */
    _Alignas(
        TEAM_ALIGNMENT) _Atomic bool must_end; /* all workers stop after their chunk */
    _Atomic bool is_cut;                       /* a state was too deep */
    _Atomic bool has_fault;
    _Atomic int pause;
    _Atomic uint64_t states;
    _Atomic uint64_t transitions;
    _Atomic uint64_t terminal;
    _Atomic uint64_t claimed; /* keys that workers have, and that no level counts */
} team;

/* A worker's own caches: at most 2^this lines each, of four entries. */
enum { WORKER_CACHE_BITS = 18 };

typedef struct worker worker;

worker *worker_new(team *m, unsigned index);
void worker_free(worker *w); /* accepts NULL */

/* Takes chunks until there are none left, or all must end, or there is a wall. */
void worker_run(worker *w);

/* Forgets what it knows of the tree: there is another one. */
void worker_forget(worker *w);

/* Adds the first state; false: there is no room. */
bool worker_add_first(worker *w, uint64_t key);

/* A violation while in order: the state whose expansion it is, by number. */
typedef struct worker_fault {
    uint64_t key;
    bool is_end; /* the run ends there; otherwise one of its moves fails */
} worker_fault;

const worker_fault *worker_found(const worker *w);

/* The successor number ORDINAL of KEY. */
uint64_t worker_successor(worker *w, uint64_t key, uint64_t ordinal);

/* One of the successors of KEY, drawn with the numbers that follow from RANDOM; KEY if
 * there is none, or a wall before it.  Violations are not noted.  In order only. */
uint64_t worker_random_successor(worker *w, uint64_t key, uint64_t *random);

#endif
