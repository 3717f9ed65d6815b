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
#ifndef REDUCE_SCENE_H
#define REDUCE_SCENE_H

#include "engine/reduce/glass.h"

typedef struct scene_event {
    move m;
    uint32_t more;       /* of scene.quorums: what comes with it, */
    uint32_t more_count; /* so many messages */
    mask touches;
    uint32_t owner; /* whose box or local state it comes from */
    bool grows;     /* a queue gets longer by it */
    value tail;     /* what is left of the owner's tail, of which MESSAGE is taken; */
    value message;  /* null: it is about something else */
} scene_event;

/* A machine that is there. */
typedef struct actor {
    const sight *own; /* what follows from its local state and box */
    uint32_t slot;
    uint32_t decl;
    value local;
    value box;
    mask boxed;   /* whom the messages in its box are for */
    mask head;    /* P's own network: whom what it does next touches, or 0 */
    mask knows;   /* whom it may ever know */
    mask speaks;  /* whom it may send to, going by their declarations */
    mask mutters; /* ... before it takes another message */
    mask unborn;  /* whom machines may send to whose creation waits in its box */
    mask makes;   /* declarations of machines that are yet to be created by it */
    mask calls;   /* declarations that it may send to which are yet to be created */
    const acceptance *takes;
    bool has_unborn; /* a creation waits in its box */
    bool is_fed;     /* may take something from its tail */
    bool is_stuck;   /* would go on by itself, but for its box */
    bool is_seen;    /* monitors may see something of it, now or later */
} actor;

typedef struct scene {
    glass *g;
    const system_state *s;
    bool is_wide;    /* there are too many machines, or faults that may happen */
    bool is_crowded; /* there are too many machines */
    bool has_ended;  /* nothing can happen but faults */
    move_list moves;
    move_list quorums;
    VEC(scene_event) events;
    VEC(actor) actors;
    VEC(actor *) by_slot;     /* NULL: it is not there */
    mask present;             /* machines that are there, but for those without a bit */
    mask by_decl[MASK_DECLS]; /* ... of each declaration */
} scene;

void scene_fini(scene *s); /* a zeroed scene is an empty one */

/* Looks at STATE, which must stay as it is meanwhile. */
void scene_look(scene *s, glass *g, const system_state *state);

/* May Y ever send something new to those in TO? */
static inline bool actor_sends(const actor *y, mask to)
{
    return (y->knows & y->speaks & to) != 0;
}

#endif
