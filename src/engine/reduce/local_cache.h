/* glass.h -- what is to be known of one machine, from its local state and box alone.
 *
 * A state differs from the one before it in one or two machines.  So what is found out
 * about a machine is kept under its local state and its box, and looked up in all other
 * states in which it stands like that.
 *
 * Machines are bits, by slot; MASK_WORLD stands for monitors.
 */
#ifndef REDUCE_LOCAL_CACHE_H
#define REDUCE_LOCAL_CACHE_H

#include "core/system.h"
#include "engine/engine.h"
#include "engine/reduce/acceptance.h"
#include "engine/reduce/dead.h"
#include "engine/reduce/local_effects.h"
#include "engine/reduce/mask.h"

/* Where a machine may still send to. */
typedef struct send_targets {
    mask known_targets; /* the machines, where that is clear by now; else MASK_WORLD */
    mask target_decls;  /* declarations of those that it may send to */
    mask created_decls; /* declarations of machines that it may create, or those it
                           creates */
} send_targets;

/* A message that may leave its box. */
typedef struct deliverable {
    uint32_t index;
    uint32_t target;
    uint32_t event;
} deliverable;

typedef struct local_info {
    value local;
    value outbox;
    uint32_t slot;
    uint32_t decl;
    send_targets own;
    mask may_send_before_receive; /* declarations that it may send to before it takes a
                                     message */
    mask may_know;                /* whom it refers to, with its box */
    mask outbox_targets;          /* whom the messages in its box are for */
    mask first_target; /* P's own network: whom the first of them is for, or 0 */
    const acceptance *accepts;
    const send_targets *children; /* whose creation waits in its box */
    uint32_t child_count;
    uint32_t deliverable_count;
    const deliverable *deliverables; /* not in causal networks */
    bool can_act;
    bool is_urgent;
    bool waits_for_outbox; /* would go on by itself, but for its box */
    bool is_observable;    /* monitors may see something of it, now or later */
} local_info;

/* What stays the same in a search. */
typedef struct local_cache {
    core *c;
    local_effects *effects;
    dead *dead;
    acceptance_table acceptance;
    reduction reduction;
    bool has_monitors;
    bool has_faults;   /* budgets for them */
    idmap known_masks; /* large value -> mask of machines that occur in it, + 1 */
    idmap infos;       /* local state, box -> sight */
    arena memory;      /* of sights */
} local_cache;

void local_cache_init(local_cache *g, core *c, const reduction *options);
void local_cache_fini(local_cache *g);

/* The machines that a value refers to; MASK_WORLD: some have no bit. */
mask local_cache_refs(local_cache *g, value x);

/* Of a machine that is there.  Stays as it is until glass_tidy. */
const local_info *local_cache_get(local_cache *g, value local, value box);

/* Forgets sights when there are very many. */
void local_cache_trim(local_cache *g);

#endif
