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
#ifndef EXPLORE_EXCHANGE_H
#define EXPLORE_EXCHANGE_H

#include "engine/cluster.h"
#include "engine/explore/owner.h"

typedef struct exchange exchange;

/* MEND is called when the tree has a wall (see tree.h); false: it stays there, and what
 * was received is of no use. */
typedef struct exchange_options {
    const cluster *ranks;
    team *team;
    unsigned workers;
    owner_by by; /* the same on all ranks */
    bool (*resolve)(void *context);
    void *context;
} exchange_options;

exchange *exchange_new(const exchange_options *o);
void exchange_free(exchange *p); /* accepts NULL */

/* The rank that a state belongs to. */
unsigned exchange_owner(exchange *p, uint64_t key);

/* False: it belongs to this rank, and nothing has happened. */
bool exchange_put(exchange *p, unsigned index, uint64_t key);

/* Keys that wait to be sent, about: as many by each worker as by the first. */
size_t exchange_waiting(const exchange *p);

/* Sends all that waits; to be called on all ranks. */
void exchange_send_all(exchange *p);

/* The next states received, as keys of this rank, COUNT at most; returns how many.  0:
 * there are no more, or the tree could not be mended. */
size_t exchange_take(exchange *p, uint64_t *keys, size_t count);

/* Bytes sent so far, and states in them. */
typedef struct exchange_statistics {
    uint64_t bytes;
    uint64_t states;
} exchange_statistics;

exchange_statistics exchange_stats(const exchange *p);

#endif
