/* revisit.h -- which receives a new send revisits, and how.
 *
 * When a send comes, receives that were there before it could have read it instead. The
 * graph in which one does keeps what was pushed before the receive and what happened
 * before the send; the rest is deleted.  Several graphs lead to the same one in this
 * way.  It is made from one of them only, that in which all that is deleted is as it
 * comes about without any revisit and with the first choice everywhere (MAXIMAL).
 * Section 4 of the paper; the condition is Algorithm 1, lines 17 to 22, as it stands
 * there.
 */
#ifndef ENGINE_DPOR_REVISIT_H
#define ENGINE_DPOR_REVISIT_H

#include "engine/dpor/egraph.h"

/* The receives that S, on top of the stack, revisits, to the end of OUT. */
void revisit_list(egraph *g, const event *s, event_list *out);

/* A revisit that has been made. */
typedef struct revisit {
    event *receive;    /* as it is now: a copy */
    size_t saved;      /* where what was on the stack, from the receive on, is kept */
    uint32_t position; /* of the receive */
} revisit;

/* S is on top of the stack.  What was there goes to SAVED. */
revisit revisit_make(egraph *g, event *r, event *s, event_list *saved);

/* The stack is as it was when make_revisit was over; now it is as before. */
void revisit_undo(egraph *g, revisit v, event_list *saved);

#endif
