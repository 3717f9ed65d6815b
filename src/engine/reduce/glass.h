/* glass.h -- what is to be known of one machine, from its local state and box alone.
 *
 * A state differs from the one before it in one or two machines.  So what is found out
 * about a machine is kept under its local state and its box, and looked up in all other
 * states in which it stands like that.
 *
 * Machines are bits, by slot; MASK_WORLD stands for monitors.
 */
#ifndef REDUCE_GLASS_H
#define REDUCE_GLASS_H

#include "core/system.h"
#include "engine/engine.h"
#include "engine/reduce/accept.h"
#include "engine/reduce/dead.h"
#include "engine/reduce/local_effects.h"

typedef uint64_t mask;

enum { MASK_SLOTS = 62 }; /* machines beyond: nothing is reduced */
#define MASK_WORLD     ((mask)1 << 63)
#define MASK_NOBODY    ((mask)1 << 62)
#define MASK_BIT(slot) ((mask)1 << (slot))

/* The bit of a machine, which it may not have. */
static inline mask mask_of(uint32_t slot)
{
    return slot < MASK_SLOTS ? MASK_BIT(slot) : MASK_WORLD;
}

/* Declarations are bits, too; those beyond share one. */
enum { MASK_DECLS = 63 };
static inline uint32_t decl_place(uint32_t decl)
{
    return decl < MASK_DECLS - 1 ? decl : MASK_DECLS - 1;
}

/* Where a machine may still send to. */
typedef struct voice {
    mask aims;  /* the machines, where that is clear by now; else MASK_WORLD */
    mask talks; /* declarations of those that it may send to */
    mask makes; /* declarations of machines that it may create, or those it creates */
} voice;

/* A message that may leave its box. */
typedef struct offer {
    uint32_t index;
    uint32_t target;
    uint32_t event;
} offer;

typedef struct sight {
    value local;
    value box;
    uint32_t slot;
    uint32_t decl;
    voice own;
    mask mutters; /* declarations that it may send to before it takes a message */
    mask knows;   /* whom it refers to, with its box */
    mask boxed;   /* whom the messages in its box are for */
    mask head;    /* P's own network: whom the first of them is for, or 0 */
    const acceptance *takes;
    const voice *children; /* whose creation waits in its box */
    uint32_t child_count;
    uint32_t offer_count;
    const offer *offers; /* not in causal networks */
    bool can_act;
    bool is_urgent;
    bool is_stuck; /* would go on by itself, but for its box */
    bool is_seen;  /* monitors may see something of it, now or later */
} sight;

/* What stays the same in a search. */
typedef struct glass {
    core *c;
    local_effects *effects;
    dead *dead;
    acceptor acceptor;
    reduction how;
    bool has_monitors;
    bool has_faults;  /* budgets for them */
    idmap known_refs; /* large value -> mask of machines that occur in it, + 1 */
    idmap sights;     /* local state, box -> sight */
    arena memory;     /* of sights */
} glass;

void glass_init(glass *g, core *c, const reduction *how);
void glass_fini(glass *g);

/* The machines that a value refers to; MASK_WORLD: some have no bit. */
mask glass_refs(glass *g, value x);

/* Of a machine that is there.  Stays as it is until glass_tidy. */
const sight *glass_look(glass *g, value local, value box);

/* Forgets sights when there are very many. */
void glass_tidy(glass *g);

#endif
