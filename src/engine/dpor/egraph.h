/* egraph.h -- an execution graph, as a stack of events.
 *
 * The stack is the insertion order of the paper.  Pushing an event updates everything
 * the engine knows about the graph (local states of threads, unread messages, enabled
 * threads), and popping it restores the previous values, so the engine never copies or
 * recomputes a graph.  A backward revisit pops events and pushes those again that it
 * keeps.
 *
 * A revisited receive is below the send that it reads.  So a source may be pushed after
 * its reader; such a send counts as read from the moment it is pushed.
 *
 * Clocks: event E stores, for every thread, how many of the thread's events happened
 * before E or are E (by program order, reads-from, spawn, join).  The source of a
 * receive is not in the clock of the receive, but in that of the thread's next event.
 * Hence a clock never changes: the set of events that a revisit keeps does not depend
 * on the receive that it changes.
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
    uint32_t input;  /* of advance, which led from BEFORE to AFTER */
    bool is_present; /* on the stack */
    bool is_lost;    /* SEND */
    event *previous; /* of its thread, or NULL */
    event *source;   /* RECEIVE: the send that it reads, or NULL */
    event *reader;   /* SEND: the receive that reads it, or NULL */
    event *unread_next, *unread_previous;
    uint32_t *clock;
    uint32_t led_from;  /* the leads_from that this event has overwritten */
    uint32_t clock_len; /* threads beyond it: 0 */
    uint32_t clock_cap;
};

typedef VEC(event *) event_list;

/* A thread, and its mailbox. */
typedef struct dpor_thread {
    bool is_present; /* spawned */
    bool is_cut;     /* at the bound of events */
    uint32_t number;
    uint32_t rank; /* in the program's total order */
    int priority;
    uint32_t len;
    local_id local;
    op next;
    event *last;      /* or NULL */
    event *spawn;     /* or NULL */
    event unread;     /* head of the ring of unread sends */
    event_list sends; /* to this thread, in stack order */
    event_list receives;
    uint32_t mbox_sends; /* how many of SENDS have DPOR_MBOX */
    uint32_t joins;      /* how many threads have joined this one */
    uint32_t leads_from; /* index of its last event on which events of other threads
                            depend: a send that is read, a spawn; 0: none */
} dpor_thread;

typedef VEC(uint64_t) thread_set;

typedef struct egraph {
    const dpor_program *program;
    event_list order;
    VEC(dpor_thread *) threads;   /* by number; NULL: not met yet */
    VEC(uint32_t) by_rank;        /* numbers */
    thread_set runnable;          /* enabled in any case */
    thread_set waiting;           /* at a receive or join, perhaps enabled */
    uint32_t failed;              /* threads at OP_FAIL */
    uint32_t stuck;               /* threads at OP_FAIL or OP_BLOCK, or cut */
    uint32_t cut;                 /* threads at the bound */
    uint32_t bound;               /* most events of a thread */
    uint32_t lost;                /* lost sends */
    uint32_t spent[DPOR_BUDGETS]; /* by choices other than 0 */
    bool has_priorities;
    event_list pool; /* free events, for reuse */
    /* scratch of consistent.c */
    event_list candidates;
    event_list late;
    VEC(uint32_t) closure;
} egraph;

/* The graph with thread 0 and no event. */
void egraph_init(egraph *g, const dpor_program *p, uint32_t bound);
void egraph_free(egraph *g);

/* The next event of THREAD, not yet pushed.  A receive also needs egraph_set_source, a
 * choice egraph_set_choice. */
event *egraph_new_event(egraph *g, uint32_t thread);
event *egraph_copy_event(egraph *g, const event *e);
void egraph_free_event(egraph *g, event *e);

/* The send that receive E reads (or NULL), the alternative that choice E takes; the
 * local state after E follows from it.  E is not on the stack. */
void egraph_set_source(egraph *g, event *e, event *source);
void egraph_set_choice(egraph *g, event *e, uint32_t alternative);

void egraph_push(egraph *g, event *e);
event *egraph_pop(egraph *g);

/* All that is derived from the stack agrees with it (egraph_check.c). */
bool egraph_check(const egraph *g);

/* Did X happen before E, or is it E?  E must not be a receive that reads X, since that
 * is not in its clock. */
static inline bool egraph_happens_before(const event *x, const event *e)
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

static inline bool egraph_set_has(const thread_set *s, uint32_t i)
{
    return i / 64 < s->len && (s->data[i / 64] >> i % 64 & 1) != 0;
}

#endif
