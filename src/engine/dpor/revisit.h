/* revisit.h -- which receives a new send revisits, and how.
 *
 * When the search adds a send, earlier receives could have read it instead.  The graph
 * in which such a receive does so keeps the events below the receive and the events
 * that happened before the send; the revisit deletes all others.  Revisits of several
 * graphs lead to the same graph.  Only one of them is made: that from the graph in
 * which every deleted event is MAXIMAL, that is, as the search adds it without any
 * revisit and in the first branch.  See section 4 of the paper; the condition is lines
 * 17 to 22 of its Algorithm 1.
 */
#ifndef ENGINE_DPOR_REVISIT_H
#define ENGINE_DPOR_REVISIT_H

#include "engine/dpor/egraph.h"

/* Appends to OUT the receives that S, the top of the stack, revisits. */
void revisit_list(egraph *g, const event *s, event_list *out);

/* A revisit that was made and can be undone. */
typedef struct revisit {
    event *receive;    /* the copy that reads the new send */
    size_t saved;      /* index in SAVED of the old stack, from the receive on */
    uint32_t position; /* of the receive */
} revisit;

/* Lets R read S, the top of the stack.  The old stack from R on goes to SAVED. */
revisit revisit_make(egraph *g, event *r, event *s, event_list *saved);

/* Restores the stack as it was before revisit_make.  It must be as revisit_make has
 * left it. */
void revisit_undo(egraph *g, revisit v, event_list *saved);

#endif
