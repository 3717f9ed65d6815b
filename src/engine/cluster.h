/* cluster.h -- several processes that search together: what they can tell each other.
 *
 * Every process is a RANK; rank 0 is the one that people hear of.  All ranks call the
 * same functions in the same order, and none returns before all have called it.  How
 * bytes get from one to another is left to whoever makes the cluster.  One thread of a
 * rank at a time.
 */
#ifndef ENGINE_CLUSTER_H
#define ENGINE_CLUSTER_H

#include "base/strbuf.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct cluster {
    unsigned rank;
    unsigned count;      /* of ranks */
    unsigned count_here; /* of those on this host, which share its memory */
    void *context;
    /* Replaces each number by the sum of those of all ranks. */
    void (*sum)(void *context, uint64_t *numbers, size_t count);
    /* OUT[i] goes to rank i, IN[i] becomes what rank i has sent; the own rank too. */
    void (*exchange)(void *context, const strbuf *out, strbuf *in);
} cluster;

/* Is it so on any rank? */
bool cluster_any(const cluster *c, bool here);

/* GET is given, on rank 0, what each of the other ranks has in B. */
void cluster_gather(const cluster *c, const strbuf *b,
                    void (*get)(void *context, const strbuf *b), void *context);

/* Number on rank 0. */
uint64_t cluster_first(const cluster *c, uint64_t here);

/* B becomes on all ranks what it is on rank 0. */
void cluster_share(const cluster *c, strbuf *b);

/* B becomes on all ranks what it is on the first one on which it is not empty. */
void cluster_share_first(const cluster *c, strbuf *b);

#endif
