/* roles.h -- who plays which role in a state.
 *
 * A role is played by machines that may change names with each other: the children of
 * one machine, made by one interface, which are there.  It depends on nothing but who
 * is there; the last answer is often the next one.
 */
#ifndef REDUCE_ROLES_H
#define REDUCE_ROLES_H

#include "engine/reduce/likeness.h"

typedef struct role {
    uint64_t kind;   /* of its members */
    uint32_t parent; /* slot */
    uint32_t depth;
    uint32_t first; /* of its members, in cast.members */
    uint32_t count; /* two or more */
} role;

/* A machine that has a kind. */
typedef struct mover {
    uint32_t slot;
    uint32_t parent;
    uint32_t role; /* or ROLE_NONE */
} mover;

#define ROLE_NONE UINT32_MAX

typedef struct cast {
    VEC(role) roles;       /* those of the least depth first */
    VEC(uint32_t) members; /* slots, of each role by number */
    VEC(mover) movers;     /* all of them: those of the least depth first */
    double group;          /* in how many ways names can be changed */
} cast;

typedef struct casts casts;

casts *casts_new(core *c, likenesses *l);
void casts_free(casts *k); /* accepts NULL */

/* Good until the next call. */
const cast *cast_of(casts *k, const system_state *s);

#endif
