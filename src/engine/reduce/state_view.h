/* scene.h -- a state, looked at closely: who is in it, what may happen next, who may
 * still send to whom.
 *
 * An EVENT is a move, or a few moves that are made as one; it TOUCHES the machines
 * whose local state it changes, and the monitors if it lets them see something.
 *
 * Two events that touch nothing in common commute, in every network:
 *
 *   - to deliver y's message to z takes it out of y's box, changes z's local state and
 *     puts what z sends at the end of z's box.  To deliver something of z's box
 *     meanwhile takes out what is there already: the other end of the box, or another
 *     channel;
 *
 *   - a machine that goes on by itself changes its local state and puts things at the
 *     end of its box; what it held back arrives at z, which it touches, too.  In P's
 *     own network it needs an empty box, so nothing of its own is delivered meanwhile;
 *
 *   - a machine that stops at each send (asi) does not look at its inbox when it goes
 *     on.  What comes meanwhile waits, and is looked at afterwards in either order: so
 *     to go on touches the target of what it held back, and not itself;
 *
 *   - what comes into being is touched by nobody else.
 *
 * So what matters of an event is whom it touches.
 */
#ifndef REDUCE_STATE_VIEW_H
#define REDUCE_STATE_VIEW_H

#include "engine/reduce/local_cache.h"

typedef struct transition {
    move m;
    uint32_t more;       /* of scene.quorums: what comes with it, */
    uint32_t more_count; /* so many messages */
    mask footprint;
    uint32_t owner;   /* whose box or local state it comes from */
    bool grows;       /* a queue gets longer by it */
    value queue_left; /* what is left of the owner's tail, of which MESSAGE is taken; */
    value message;    /* null: it is about something else */
} transition;

/* A machine that is there. */
typedef struct machine_view {
    const local_info *own; /* what follows from its local state and box */
    uint32_t slot;
    uint32_t decl;
    value local;
    value outbox;
    mask outbox_targets; /* whom the messages in its box are for */
    mask first_target;   /* P's own network: whom what it does next touches, or 0 */
    mask may_know;       /* whom it may ever know */
    mask may_send;       /* whom it may send to, going by their declarations */
    mask may_send_before_receive; /* ... before it takes another message */
    mask child_targets;  /* whom machines may send to whose creation waits in its box */
    mask created_decls;  /* declarations of machines that are yet to be created by it */
    mask future_targets; /* declarations that it may send to which are yet to be created
                          */
    const acceptance *accepts;
    bool has_waiting_child; /* a creation waits in its box */
    bool can_unqueue;       /* may take something from its tail */
    bool waits_for_outbox;  /* would go on by itself, but for its box */
    bool is_observable;     /* monitors may see something of it, now or later */
} machine_view;

typedef struct state_view {
    local_cache *g;
    const system_state *s;
    bool explores_all; /* there are too many machines, or faults that may happen */
    bool is_too_large; /* there are too many machines */
    bool is_final;     /* nothing can happen but faults */
    move_list moves;
    move_list quorum_moves;
    VEC(transition) transitions;
    VEC(machine_view) machines;
    VEC(machine_view *) by_slot; /* NULL: it is not there */
    mask present;             /* machines that are there, but for those without a bit */
    mask by_decl[MASK_DECLS]; /* ... of each declaration */
} state_view;

void state_view_fini(state_view *s); /* a zeroed scene is an empty one */

/* Looks at STATE, which must stay as it is meanwhile. */
void state_view_load(state_view *s, local_cache *g, const system_state *state);

/* May Y ever send something new to those in TO? */
static inline bool state_view_may_send(const machine_view *y, mask to)
{
    return (y->may_know & y->may_send & to) != 0;
}

#endif
