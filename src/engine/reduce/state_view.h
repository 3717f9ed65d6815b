/* state_view.h -- a state with its enabled transitions, their footprints, and which
 * machines may still send to which.
 *
 * A view_transition is a transition of the core (ts.h), or a few that are made as one.
 * Its FOOTPRINT is the set of machines whose local state it changes, and the monitors
 * if they observe it.
 *
 * Lemma view-1.  Two transitions with disjoint footprints commute, in every network:
 *
 *   - Delivering y's message to z takes it out of y's outbox, changes z's local state
 *     and appends what z sends to z's outbox.  Delivering a message of z's outbox
 *     meanwhile takes one that was there before: from the other end of the outbox, or
 *     from another channel.
 *
 *   - A machine that acts by itself changes its local state and appends to its outbox;
 *     its pending effect arrives at z, which is in the footprint, too.  In P's own
 *     network it needs an empty outbox, so nothing of its own is delivered meanwhile.
 *
 *   - A machine that stops at each send (asi) does not read its inbox when it acts.  A
 *     message that arrives meanwhile waits, and is read afterwards in either order: so
 *     the footprint of the action is the target of its pending effect, without the
 *     machine itself.
 *
 *   - No other transition has a new machine in its footprint.
 *
 * So dependency is overlap of footprints.
 */
#ifndef REDUCE_STATE_VIEW_H
#define REDUCE_STATE_VIEW_H

#include "engine/reduce/local_cache.h"

typedef struct view_transition {
    transition m;
    uint32_t more;       /* index into state_view.quorum_moves: further deliveries */
    uint32_t more_count; /* their number */
    mask footprint;
    uint32_t owner;   /* the machine whose outbox or local state enables it */
    bool grows;       /* it makes a queue longer */
    value queue_left; /* the owner's queue abstraction without MESSAGE; */
    value message;    /* null: it is another kind of transition */
} view_transition;

/* A machine that exists. */
typedef struct machine_view {
    const local_info *own; /* what follows from its local state and outbox */
    machine_id machine;
    uint32_t decl;
    value local;
    value outbox;
    mask outbox_targets; /* targets of the messages in its outbox */
    mask first_target;   /* P's own network: footprint of its next effect, or 0 */
    mask may_know;       /* machines it may ever hold a reference to */
    mask may_send;       /* machines it may send to, by declaration */
    mask may_send_before_receive; /* ... before it receives another message */
    mask child_targets;           /* ... that its children in the outbox may send to */
    mask created_decls;  /* declarations of machines that it may still create */
    mask future_targets; /* declarations that it may send to, of machines yet to be
                            created */
    const acceptance *accepts;
    bool has_waiting_child; /* a creation waits in its outbox */
    bool can_unqueue;       /* may take a message from its queue abstraction */
    bool waits_for_outbox;  /* could act if its outbox were empty */
    bool is_observable;     /* monitors may observe it, now or later */
} machine_view;

typedef struct state_view {
    local_cache *g;
    const system_state *s;
    bool explores_all; /* no reduction: too many machines, or faults are enabled */
    bool is_too_large; /* too many machines for a mask */
    bool is_final;     /* no transition is enabled but faults */
    transition_list enabled;
    transition_list quorum_moves;
    VEC(view_transition) transitions;
    VEC(machine_view) machines;
    VEC(machine_view *) by_machine; /* NULL: the machine does not exist */
    mask present;                   /* machines that exist, as far as they have a bit */
    mask by_decl[MASK_DECLS];       /* ... of each declaration */
} state_view;

void state_view_fini(state_view *s); /* a zeroed view is empty */

/* Fills the view with STATE, which must not change while the view is used. */
void state_view_load(state_view *s, local_cache *g, const system_state *state);

/* May Y ever send a new message to a machine in TO? */
static inline bool state_view_may_send(const machine_view *y, mask to)
{
    return (y->may_know & y->may_send & to) != 0;
}

#endif
