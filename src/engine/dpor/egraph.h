/* egraph.h -- an execution graph, as a stack of events.
 *
 * The stack is the insertion order of the paper.  All that is known of a graph (where
 * threads are, what is unread, who can go on) is changed by pushing an event and undone
 * by popping it, so nothing is ever copied or computed anew.  A backward revisit pops
 * events, and pushes those again that stay.
 *
 * A revisited receive stands before the send it reads.  So a source may be pushed after
 * its reader: such a send is read from the moment on at which it comes.
 *
 * Clocks: event E has, for every thread, how many of its events happened before E or
 * are E (program order, reads-from, spawn, join).  What a receive reads is not in its
 * own clock, but in that of the thread's next event.  Hence a clock never changes: what
 * a revisit keeps does not depend on the receive that it changes.
 */
#ifndef ENGINE_DPOR_EGRAPH_H
#define ENGINE_DPOR_EGRAPH_H

#include "base/vec.h"
#include "engine/dpor/program.h"

typedef struct event event;

struct event {
    op op;
    uint32_t thread;
    uint32_t index;    /* in its thread, from 1 */
    uint32_t position; /* in the stack */
    local_id before, after;
    uint32_t told;
    bool is_present; /* in the stack */
    bool is_lost;    /* SEND */
    event *previous; /* of its thread, or NULL */
    event *source;   /* RECEIVE: what it reads, or NULL */
    event *reader;   /* SEND: who reads it, or NULL */
    event *unread_next, *unread_previous;
    uint32_t *clock;
    uint32_t
        led_from; /* LEADS_FROM before it was pushed, of the thread that it changed */
    uint32_t clock_len; /* later threads: 0 */
    uint32_t clock_cap;
};

typedef VEC(event *) event_list;

/* A thread, and its mailbox. */
typedef struct dpor_thread {
    bool is_present; /* it was spawned */
    bool is_cut;
    uint32_t number;
    uint32_t rank; /* in the order of the program */
    int priority;
    uint32_t len;
    local_id local;
    op next;
    event *last;      /* or NULL */
    event *spawn;     /* or NULL */
    event unread;     /* head of the ring of sends that nobody has read */
    event_list sends; /* to it, in the order of the stack */
    event_list receives;
    uint32_t mbox_sends; /* how many of SENDS have COMM_MBOX */
    uint32_t joins;      /* how many have joined it */
    uint32_t leads_from; /* its last event that others follow from: a send that is read,
                            a spawn; 0: none */
} dpor_thread;

typedef VEC(uint64_t) thread_set;

typedef struct egraph {
    const dpor_program *program;
    event_list order;
    VEC(dpor_thread *) threads; /* by number; there may be some nobody has met */
    VEC(uint32_t) by_rank;      /* numbers */
    thread_set runnable;        /* can go on whatever happens */
    thread_set waiting;         /* at a receive or join */
    uint32_t failed;            /* threads at OP_FAIL */
    uint32_t stuck;             /* ... or OP_BLOCK, or cut */
    uint32_t cut;               /* threads that have come to the bound */
    uint32_t bound;             /* events of a thread: then it goes no further */
    uint32_t lost;              /* sends */
    bool has_priorities;
    event_list pool; /* to be used again */
    size_t pool_bytes;
    /* scratch of consistent.c */
    event_list candidates;
    event_list late;
    VEC(uint32_t) closure;
} egraph;

/* With thread 0.  BOUND: see there. */
void egraph_init(egraph *g, const dpor_program *p, uint32_t bound);
void egraph_free(egraph *g);

/* The next event of thread T, not yet pushed.  Of receives and choices: see event_tell.
 */
event *event_new(egraph *g, uint32_t thread);
event *event_copy(egraph *g, const event *e);
void event_free(egraph *g, event *e);

/* What it reads (or NULL), which way it goes; its thread goes on from there. */
void event_read(egraph *g, event *e, event *source);
void event_choose(egraph *g, event *e, uint32_t way);

void egraph_push(egraph *g, event *e);
event *egraph_pop(egraph *g);

/* All that is derived from the stack agrees with it (egraph_check.c). */
bool egraph_check(const egraph *g);

/* Did X happen before E, or is it E?  E must not be a receive that reads X. */
static inline bool event_is_before(const event *x, const event *e)
{
    return x->thread < e->clock_len && e->clock[x->thread] >= x->index;
}

static inline dpor_thread *egraph_thread(const egraph *g, uint32_t number)
{
    return g->threads.data[number];
}

static inline dpor_thread *egraph_mailbox(const egraph *g, const event *e)
{
    return g->threads.data[e->op.kind == OP_SEND ? e->op.thread : e->thread];
}

static inline bool set_has(const thread_set *s, uint32_t i)
{
    return i / 64 < s->len && (s->data[i / 64] >> i % 64 & 1) != 0;
}

#endif
