/* post.h -- states on their way between ranks, each of which has ids of its own.
 *
 * A state belongs to one rank, which follows from its content alone.  What workers find
 * of others is put into boxes, and sent all at once.  On the way a state is the key
 * that it has on the rank that sends it; before its first use an id is DEFINED by the
 * parts below it (wire.h).  Who receives it keeps what the ids of each sender are here.
 *
 *     post_put ...            by all workers
 *     post_exchange           on all ranks
 *     post_take ...           until there is nothing left
 *
 * post_put may be called by each worker, INDEX, at any time, all else needs the tree
 * alone.
 */
#ifndef EXPLORE_POST_H
#define EXPLORE_POST_H

#include "engine/cluster.h"
#include "engine/explore/owner.h"

typedef struct post post;

/* MEND is called when the tree has a wall (see tree.h); false: it stays there, and what
 * was received is of no use. */
typedef struct post_options {
    const cluster *ranks;
    team *m;
    unsigned workers;
    owner_by by; /* the same on all ranks */
    bool (*mend)(void *context);
    void *context;
} post_options;

post *post_new(const post_options *o);
void post_free(post *p); /* accepts NULL */

/* The rank that a state belongs to. */
unsigned post_owner(post *p, uint64_t key);

/* False: it belongs to this rank, and nothing has happened. */
bool post_put(post *p, unsigned index, uint64_t key);

/* Keys that wait to be sent, about: as many by each worker as by the first. */
size_t post_waiting(const post *p);

/* Sends all that waits; to be called on all ranks. */
void post_exchange(post *p);

/* The next states received, as keys of this rank, COUNT at most; returns how many.  0:
 * there are no more, or the tree could not be mended. */
size_t post_take(post *p, uint64_t *keys, size_t count);

/* Bytes sent so far, and states in them. */
typedef struct post_statistics {
    uint64_t bytes;
    uint64_t states;
} post_statistics;

post_statistics post_stats(const post *p);

#endif
