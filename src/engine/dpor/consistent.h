/* consistent.h -- which sends a receive may read.
 *
 * The candidates of a receive are the sends to its mailbox that its filter accepts and
 * that no earlier receive has read.  The receive may read a candidate unless another
 * candidate comes BEFORE it by the rule of their network:
 *
 *   p2p     the same thread sent it earlier;
 *   causal  it happened before;
 *   mbox    it must have entered the mailbox earlier.
 *
 * When a receive reads S, all other candidates must enter the mailbox after S.  So the
 * graph has an edge S -> X for each of them (S OVERTAKES X).  A graph is consistent
 * under mbox iff these edges, program order, reads-from, spawn and join together have
 * no cycle: each edge says "earlier than", so every linear order that respects the
 * edges makes all sends enter the queues as the receives found them, and a cycle admits
 * no order.  A candidate X comes before S iff there is a path from X to S.  (A path
 * leaves an unread X only by program order or, at the end of its thread, by a join; a
 * new event is the target of all its edges.  So only a read can close a cycle, and it
 * is enough to look at candidates.)
 *
 * p2p and causal need no such edges: whenever S is in the graph, so are all sends that
 * come before S.  Hence a later event never invalidates an earlier read.
 *
 * All of this assumes that each mailbox has one owner, whose receives are in program
 * order.
 */
#ifndef ENGINE_DPOR_CONSISTENT_H
#define ENGINE_DPOR_CONSISTENT_H

#include "engine/dpor/egraph.h"

/* A part of the graph: the events up to LIMIT on the stack, and those that happened
 * before SEND.  Both NULL: the whole graph. */
typedef struct egraph_view {
    const event *limit;
    const event *send;
} egraph_view;

/* T is at a receive: is there a message for it? */
bool consistent_can_receive(egraph *g, const dpor_thread *t);

/* Appends to OUT the sends that the next receive of T may read, by the ranks of their
 * senders. */
void consistent_list_sources(egraph *g, const dpor_thread *t, event_list *out);

/* May receive R read S, in the graph of the events below R and those that happened
 * before S? */
bool consistent_may_reread(egraph *g, const event *r, const event *s);

/* The first send, by rank, that R may read in view V; or NULL.  It is the source that
 * the maximality condition of revisit.h requires. */
const event *consistent_tie_breaker(egraph *g, egraph_view v, const event *r);

/* Does S overtake X: has a receive read S although its filter accepts X, too? */
bool consistent_is_queued_before(const egraph *g, const event *s, const event *x);

#endif
