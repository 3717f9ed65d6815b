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
 * components: a delivery changes the clocks of all machines.
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
    value asks; /* LIST of requests to other components; null: none */
} component_branch;

typedef VEC(component_branch) component_branches;

bool component_is_separable(const core *c); /* not in causal networks */

unsigned component_traits(const core *c, component_id cid,
                          component p); /* of ts_trait */

/* The branches of all transitions that start here. */
void component_initiate(core *c, component_id cid, component p,
                        component_branches *out);

/* The branches of the given transitions.  P may be the machine alone (OUTBOX_APART, see
 * ts.h) or its outbox alone (MACHINE_APART).  Then the machine requests of its outbox
 * to take effects in, a POST, and the outbox requests of the machine to receive what it
 * has sent to itself. */
void component_initiate_some(core *c, component p, const transition_list *moves,
                             component_branches *out);
#define MACHINE_APART VALUE_TRUE

/* Requests that are a POST; component_posted: what becomes of the outbox. */
bool component_is_post(const core *c, value ask);
uint32_t component_poster(const core *c, value post);
component_branch component_posted(core *c, value outbox, value post);

/* The branches of serving a request; none: the transition does not exist. */
void component_respond(core *c, component_id cid, component p, value ask,
                       component_branches *out);

/* The same, in place, if there is one branch without requests.  False: there is not,
 * and P is unchanged. */
bool component_respond_simply(core *c, component_id cid, component *p, value what);

/* Prefetches the memory that component_respond will read. */
void component_prefetch(const core *c, component p, value what);

/* The component that a request is for; COMPONENT_NONE: the transition fails. */
uint32_t component_request_target(const core *c, value ask);

/* A cache of changes of outboxes: the same ones are made again and again. */
outbox_cache *component_cache_new(void);
void component_cache_free(outbox_cache *p);

#endif
