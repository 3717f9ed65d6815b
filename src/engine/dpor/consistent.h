/* consistent.h -- which sends a receive may read.
 *
 * Candidates are the sends to its mailbox that it wants and that no earlier receive has
 * read.  A candidate may be read unless another one comes BEFORE it by the rules of
 * their communication model:
 *
 *   p2p     the same thread sent it earlier;
 *   causal  it happened before;
 *   mbox    it must have been put into the mailbox earlier.
 *
 * When a receive reads S, all other candidates must come into the mailbox after S.  So
 * the graph says S -> X for each of them (S OVERTAKES X), and a graph is consistent
 * under mbox iff these edges together with program order, reads-from, spawn and join
 * have no cycle: each edge says "earlier than", so any order without contradictions
 * puts all sends into queues as the receives found them, and a cycle admits none.  A
 * candidate X comes before S if a path leads from X to S.  (A path leaves an unread X
 * only by program order or, from the end of its thread, by a join; a new event is the
 * end of all its edges; so reads are the only moments at which a cycle can come about,
 * and looking at candidates is enough.)
 *
 * For p2p and causal no such edges are needed: there, what comes before S is in the
 * graph whenever S is, so a later event never makes an earlier read wrong.
 *
 * All of this holds for one owner of each mailbox: its receives are in program order.
 */
#ifndef ENGINE_DPOR_CONSISTENT_H
#define ENGINE_DPOR_CONSISTENT_H

#include "engine/dpor/egraph.h"

/* A part of the graph: what was pushed up to LIMIT, and what happened before SEND. Both
 * NULL: all of it. */
typedef struct egraph_view {
    const event *limit;
    const event *send;
} egraph_view;

/* Is there something to read for a thread at a receive? */
bool consistent_can_receive(egraph *g, const dpor_thread *t);

/* The sends that the next receive of T may read, in the order of their senders' ranks,
 * to the end of OUT. */
void consistent_list_sources(egraph *g, const dpor_thread *t, event_list *out);

/* May receive R read S, with all that was pushed before R or happened before S? */
bool consistent_may_reread(egraph *g, const event *r, const event *s);

/* The first send, by rank, that R could read in a view; or NULL. */
const event *consistent_tie_breaker(egraph *g, egraph_view v, const event *r);

/* Was S before X in a queue?  So if a receive took S although it wanted X. */
bool consistent_is_queued_before(const egraph *g, const event *s, const event *x);

#endif
