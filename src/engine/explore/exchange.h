/* exchange.h -- sends states between ranks, each of which has ids of its own.
 *
 * A state belongs to one rank, which follows from its content alone (owner.h).  Workers
 * collect the states that they find for other ranks in buffers, which are sent all at
 * once.  On the wire a state is the key that it has on the sending rank.  Before the
 * first use of an id, the sender DEFINES it by the components below it (wire.h); the
 * receiver keeps, for each sender, the map from its ids to the ids here.
 *
 *     exchange_put ...        by all workers
 *     exchange_send_all       on all ranks
 *     exchange_take ...       until it returns 0
 *
 * Each worker may call exchange_put with its INDEX at any time; all other functions
 * need exclusive access to the tree.
 */
#ifndef EXPLORE_EXCHANGE_H
#define EXPLORE_EXCHANGE_H

#include "engine/cluster.h"
#include "engine/explore/owner.h"

typedef struct exchange exchange;

/* RESOLVE is called when the tree pauses (tree.h); false: the pause remains, and the
 * received states are unusable. */
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

/* Buffers a state of another rank; false: it belongs to this rank, nothing is done. */
bool exchange_put(exchange *p, unsigned index, uint64_t key);

/* About how many keys wait to be sent: worker 0 stands for all. */
size_t exchange_waiting(const exchange *p);

/* Sends all buffers; to be called on all ranks. */
void exchange_send_all(exchange *p);

/* The next states received, as keys of this rank, COUNT at most; returns how many.  0:
 * there are no more, or the tree's pause could not be resolved. */
size_t exchange_take(exchange *p, uint64_t *keys, size_t count);

/* Bytes sent so far, and states in them. */
typedef struct exchange_statistics {
    uint64_t bytes;
    uint64_t states;
} exchange_statistics;

exchange_statistics exchange_stats(const exchange *p);

#endif
