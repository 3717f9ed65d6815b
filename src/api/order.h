/* order.h -- the events of an execution in the order in which reports show them: events
 * of one thread stay together as far as possible, and the failure comes last. */
#ifndef API_ORDER_H
#define API_ORDER_H

#include "engine/dpor/dpor.h"

/* The events of one thread between two receives: one step of a report. */
typedef struct stretch {
    uint32_t thread;
    size_t from, to; /* of the list, TO excluded */
} stretch;

typedef struct event_order {
    VEC(size_t) list; /* events of the execution */
    VEC(stretch) stretches;
    /* By event of the execution: */
    bool *is_past;  /* the failure depends on it */
    size_t *before; /* its predecessor in its thread, or the event that spawned it */
    size_t *next;   /* its successor in its thread, or ORDER_NONE */
    size_t count;   /* events of the execution */
} event_order;

#define ORDER_NONE SIZE_MAX

/* The causal past of the last event of THREAD; UINT32_MAX: all events.  ALL: the list
 * has the other events, too. */
void order_init(event_order *o, const dpor_program *p, const dpor_execution *e,
                uint32_t thread, bool all);
void order_fini(event_order *o);

/* The local state of THREAD at the end of an execution, where it has ended, waits or
 * fails. */
local_id order_last_local(const dpor_program *p, const dpor_execution *e,
                          uint32_t thread);

/* All threads of an execution, in the order in which they were spawned. */
typedef VEC(uint32_t) thread_list;
void order_threads(const dpor_program *p, const dpor_execution *e, thread_list *out);

/* The first thread that is about to send to a thread, or to join one, whose spawn did
 * not happen before, and its LOCAL state; or UINT32_MAX. */
uint32_t order_stray(const dpor_program *p, const dpor_execution *e, local_id *local);

/* The first thread that fails at the end, or UINT32_MAX. */
uint32_t order_failed(const dpor_program *p, const dpor_execution *e);

#endif
