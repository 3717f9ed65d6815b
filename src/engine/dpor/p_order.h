/* p_order.h -- an execution of a P program, put into an order of time.
 *
 * Events are in an order in which P can make them iff each comes after those that it
 * follows from (program order, reads-from, creations), messages to a machine or to
 * specs are sent in the order in which they are taken, if the network keeps that order
 * (overtakes, see consistent.h), a machine that crashes while it waits does so before
 * any message is sent that it would have taken, and no other event comes between glued
 * events. All of these constraints say "earlier than", so such an order exists iff they
 * have no cycle.
 */
#ifndef ENGINE_DPOR_P_ORDER_H
#define ENGINE_DPOR_P_ORDER_H

#include "engine/dpor/dpor.h"
#include "engine/dpor/p_program.h"

#define P_NO_THREAD UINT32_MAX
#define P_NO_EVENT  SIZE_MAX

typedef struct p_link {
    size_t before;
    size_t after;
} p_link;

typedef struct p_order {
    const p_program *p;
    const dpor_execution *e;
    VEC(op) ops;          /* by event */
    VEC(size_t) previous; /* by event: of its thread, or its creation; or P_NO_EVENT */
    VEC(size_t) next;     /* by event: of its thread */
    VEC(bool) is_kept;    /* by event */
    VEC(size_t) readers;  /* by event: who takes it */
    VEC(p_link) links;    /* what comes before what */
    VEC(size_t) sorted;   /* those that are kept */
} p_order;

/* Keeps only the causes of the failure of thread FAILED; P_NO_THREAD: keeps all events.
 * False: there is no such order. */
bool p_order_make(p_order *o, const p_program *p, const dpor_execution *e,
                  uint32_t failed);
void p_order_fini(p_order *o);

/* The last one of the events that are glued together with I, from I on. */
size_t p_order_last_glued(const p_order *o, size_t i);

/* Does event A happen before B, by program order, reads-from and creations? */
bool p_order_is_before(const p_order *o, size_t a, size_t b);

#endif
