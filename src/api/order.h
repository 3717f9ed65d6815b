/* order.h -- the events of an execution in the order in which they are told: what one
 * thread does at a stretch stands together, and what fails comes last. */
#ifndef API_ORDER_H
#define API_ORDER_H

#include "engine/dpor/dpor.h"

/* What one thread does between two receives: one step of the story. */
typedef struct stretch {
    uint32_t thread;
    size_t from, to; /* of the list, TO excluded */
} stretch;

typedef struct event_order {
    VEC(size_t) list; /* events of the execution */
    VEC(stretch) stretches;
    bool *is_past;  /* of each event of the execution: the failure follows from it */
    size_t *before; /* ... the last event of its thread before it, or that spawned it */
    size_t *next;   /* ... the next one of its thread, or ORDER_NONE */
    size_t count;   /* of events in the execution */
} event_order;

#define ORDER_NONE SIZE_MAX

/* The past of what THREAD did last; UINT32_MAX: everything counts as past.  Only that
 * is told unless ALL. */
void order_init(event_order *o, const dpor_program *p, const dpor_execution *e,
                uint32_t thread, bool all);
void order_fini(event_order *o);

/* What THREAD does next at the end of an execution: it has ended, waits, or fails. */
local_id order_last_local(const dpor_program *p, const dpor_execution *e,
                          uint32_t thread);

/* All threads of an execution, in the order in which they were spawned. */
typedef VEC(uint32_t) thread_list;
void order_threads(const dpor_program *p, const dpor_execution *e, thread_list *out);

/* The first of them that fails at the end, or UINT32_MAX. */
uint32_t order_failed(const dpor_program *p, const dpor_execution *e);

#endif
