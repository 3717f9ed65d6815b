/* naive.h -- all behaviours of an MPL program by brute force: it tries every
 * interleaving, with the communication models as an observer of the network defines
 * them.  It is the reference for the DPOR engine and shares nothing with it.
 *
 * A behaviour is the list of what each thread did, as text:
 *
 *     C w s s~ j | r0.1 n- c1     complete; thread 1 received what thread 0 sent first
 *
 * Behaviours that differ only in the order of events of different threads are one.
 */
#ifndef MPL_NAIVE_H
#define MPL_NAIVE_H

#include "base/intern.h"
#include "mpl.h"

typedef struct naive_result {
    bool is_too_big; /* the limit was reached: the rest is not all */
    uint64_t states;
    uint64_t executions; /* graphs in which all but waiting daemons ended */
    uint64_t blocked;    /* the others that cannot go on */
    uint64_t errors;     /* of these, with a thread that failed */
    uint64_t deadlocks;  /* of these, in which no thread failed or assumed wrongly */
    uint64_t unread;     /* graphs with a message to a thread that has ended */
    intern graphs;       /* all of them, by their text */
} naive_result;

/* What a thread does next, in a run that somebody else thought of. */
typedef struct naive_step {
    uint32_t thread;
    bool is_lost;     /* SEND */
    bool got_nothing; /* RECEIVE, or else what event INDEX of FROM sent */
    uint32_t from, index;
    uint32_t choice; /* CHOOSE */
} naive_step;

/* Looks at MOST_STATES at most. */
void naive_run(const mpl_program *p, uint64_t most_states, naive_result *r);
void naive_result_free(naive_result *r);

/* NULL if the steps can happen in this order, or why not. */
const char *naive_follow(const mpl_program *p, const naive_step *steps, size_t count);

#endif
