/* component.h -- transitions, one component at a time.
 *
 * system.h applies a transition to a whole state.  This driver of the same relation
 * (ts.h) holds one component only and writes down the requests that it sends to others.
 * What a component does depends on its own value and on the request, and on nothing
 * else, so an engine computes it once and looks it up ever after.
 *
 * An engine carries out a transition like this: component_initiate at the machine that
 * it starts at, then component_respond for each request, in order.  The requests of a
 * response go in front of those that are left.  If a request fails or has no response,
 * the transition ends.
 *
 * Components are machines with their outboxes, the environment (env.h), and inboxes
 * that are kept apart (inbox.h).  In causal networks a state does not split into
 * components: see component_is_separable.
 */
#ifndef CORE_COMPONENT_H
#define CORE_COMPONENT_H

#include "core/ts.h"

/* The value of a component.  An absent machine: two nulls.  The environment: the LIST
 * of its columns, and null.  An inbox: the LIST of its messages, and null. */
typedef struct component {
    value local;
    value outbox;
} component;

/* Which component it is: a machine id, the same with a bit for its inbox, or
 * COMPONENT_ENV. */
typedef uint32_t component_id;
#define COMPONENT_NONE      MACHINE_NONE
#define COMPONENT_ENV       (COMPONENT_NONE - 1)
#define COMPONENT_INBOX_BIT (1u << 31)

static inline bool component_is_inbox(component_id cid)
{
    return (cid & COMPONENT_INBOX_BIT) != 0 && cid < COMPONENT_ENV;
}

/* Names of components as values, and back. */
value component_name(core *c, component_id cid);
component_id component_named(const core *c, value name);

/* One of several results of a transition or a request. */
typedef struct component_branch {
    component to;
    value requests; /* LIST of requests to other components; null: none */
} component_branch;

typedef VEC(component_branch) component_branches;

/* Does a state split into components?  Not in causal networks.
 *
 * There, outboxes hold clocks (network.h).  A delivery must compare the clock of its
 * message with what is pending in all outboxes, and then lowers counts in all clocks.
 * So what a machine does would depend on the values of others.
 *
 * Clocks in a column of the environment would be sound.  The column holds, for each
 * machine, its clock and the target and clock of each pending message; outboxes are
 * those of p2p.  The environment serves three requests: messages were sent to these
 * targets; the first message to this target leaves, unless one that happened before it
 * is pending (otherwise there is no such transition); a machine was created.  Column
 * and outboxes have the same content as outboxes with clocks, so states are the same.
 * Fairness needs no change.  Suppose that a message is pending throughout a cycle.  The
 * set of pending messages to its target that happened before it cannot grow, so on a
 * cycle it is constant.  Its least message, or the message itself if the set is empty,
 * may leave throughout and does not.  So the cycle is unfair, whether fairness is about
 * messages that are pending or messages that may leave.
 *
 * But such a column does not pay.  It was built and measured: single runs of the
 * explicit engine with one thread, on models of bench/peers.  "columns" are its
 * different values in reachable states, "entries" the different values of what it holds
 * for one machine.
 *
 *                           states    columns  entries   now            with a column
 *   german, 5 caches     1,457,575     99,631      986   6.2 s 175 MB   4.2 s 140 MB
 *   ring, 10 nodes       1,244,850     58,786       55   5.4 s 179 MB   4.9 s  71 MB
 *   commit, 6 machines     489,617     45,730      870   4.5 s  60 MB   2.8 s  77 MB
 *   paxos, 2 and 4         592,549    331,143   13,478   3.8 s  78 MB   9.0 s 300 MB
 *
 * One component whose values are all combinations of clocks ties the machines together
 * again: in paxos it has a value for every second state, so little that is computed for
 * it is used again.  Rows become worse, too (paxos depth first: 7.7 s and 283 MB
 * instead of 3.3 s and 78 MB), since every delivery makes a new large value.  In the
 * sets engine, which was not measured, images enumerate the values of a column.
 *
 * Entries of single machines are few.  They would be good components, but "lower your
 * counts of this sender" is a request to all machines, and requests go to one component
 * that the requester names. */
bool component_is_separable(const core *c);

unsigned component_traits(const core *c, component_id cid,
                          component p); /* of ts_trait */

/* The branches of all transitions that start here. */
void component_initiate(core *c, component_id cid, component p,
                        component_branches *out);

/* The branches of the given transitions.  P may be the machine alone (OUTBOX_APART, see
 * ts.h) or its outbox alone (MACHINE_APART).  Then the machine requests of its outbox
 * to take effects in, a POST, and the outbox requests of the machine to receive what it
 * has sent to itself. */
void component_initiate_some(core *c, component p, const transition_list *transitions,
                             component_branches *out);
#define MACHINE_APART VALUE_TRUE

/* Requests that are a POST; component_posted: what becomes of the outbox. */
bool component_is_post(const core *c, value request);
uint32_t component_poster(const core *c, value post);
component_branch component_posted(core *c, value outbox, value post);

/* The branches of serving a request; none: the transition does not exist. */
void component_respond(core *c, component_id cid, component p, value request,
                       component_branches *out);

/* The same, in place, if there is one branch without requests.  False: there is not,
 * and P is unchanged. */
bool component_respond_simply(core *c, component_id cid, component *p, value what);

/* Prefetches the memory that component_respond will read. */
void component_prefetch(const core *c, component p, value what);

/* The component that a request is for; COMPONENT_NONE: the transition fails. */
uint32_t component_request_target(const core *c, value request);

/* A cache of changes of outboxes: the same ones are made again and again. */
outbox_cache *component_cache_new(void);
void component_cache_free(outbox_cache *p);

#endif
