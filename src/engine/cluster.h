/* cluster.h -- several processes that search together, and how they exchange data.
 *
 * Every process is a RANK; rank 0 is the one that reports.  All ranks call the same
 * functions in the same order, and no call returns before all ranks have made it.  The
 * owner of the cluster supplies the transport.  Only one thread of a rank at a time may
 * call.
 */
#ifndef ENGINE_CLUSTER_H
#define ENGINE_CLUSTER_H

#include "base/strbuf.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct cluster {
    unsigned rank;
    unsigned count;      /* of ranks */
    unsigned count_here; /* of the ranks on this host, which share its memory */
    void *context;
    /* Replaces each number by its sum over all ranks. */
    void (*sum)(void *context, uint64_t *numbers, size_t count);
    /* OUT[i] goes to rank i, and IN[i] becomes what rank i has sent; this includes the
     * rank itself. */
    void (*exchange)(void *context, const strbuf *out, strbuf *in);
} cluster;

/* True on all ranks if HERE is true on any rank. */
bool cluster_any(const cluster *c, bool here);

/* Rank 0 calls GET with the B of each other rank. */
void cluster_gather(const cluster *c, const strbuf *b,
                    void (*get)(void *context, const strbuf *b), void *context);

/* The value of HERE on rank 0. */
uint64_t cluster_first(const cluster *c, uint64_t here);

/* Copies the B of rank 0 to all ranks. */
void cluster_share(const cluster *c, strbuf *b);

/* Copies to all ranks the B of the first rank on which it is not empty. */
void cluster_share_first(const cluster *c, strbuf *b);

#endif
