/* local_cache.h -- facts about one machine that follow from its local state and outbox
 * alone.
 *
 * A state differs from its predecessor in one or two machines.  So the results for a
 * machine are cached under its local state and outbox, and reused in all other states
 * where the machine has both.
 */
#ifndef REDUCE_LOCAL_CACHE_H
#define REDUCE_LOCAL_CACHE_H

#include "core/system.h"
#include "engine/engine.h"
#include "engine/reduce/acceptance.h"
#include "engine/reduce/dead.h"
#include "engine/reduce/local_effects.h"
#include "engine/reduce/mask.h"

/* The machines that a machine may still send to. */
typedef struct send_targets {
    mask known_targets; /* the machines, if they are known by now; else MASK_MONITORS */
    mask target_decls;  /* declarations of machines that it may send to */
    mask created_decls; /* declarations that it, or its descendants, may create */
} send_targets;

/* A message that may leave the outbox. */
typedef struct deliverable {
    uint32_t index;
    uint32_t target;
    uint32_t event;
} deliverable;

typedef struct local_info {
    value local;
    value outbox;
    machine_id machine;
    uint32_t decl;
    send_targets own;
    mask may_send_before_receive; /* declarations, before it receives a message */
    mask may_know;                /* machines that it refers to, its outbox included */
    mask outbox_targets;          /* targets of the messages in its outbox */
    mask first_target; /* P's own network: target of the first of them, or 0 */
    const acceptance *accepts;
    const send_targets *children; /* creations that wait in its outbox */
    uint32_t child_count;
    uint32_t deliverable_count;
    const deliverable *deliverables; /* not in causal networks */
    bool can_act;
    bool is_urgent;
    bool waits_for_outbox; /* could act if its outbox were empty */
    bool is_observable;    /* monitors may observe it, now or later */
} local_info;

/* One for each search. */
typedef struct local_cache {
    core *c;
    local_effects *effects;
    dead *dead;
    acceptance_table acceptance;
    reduction reduction;
    bool has_monitors;
    bool has_faults;   /* there are budgets for them */
    idmap known_masks; /* large value -> mask of the machines in it, + 1 */
    idmap infos;       /* local state, outbox -> local_info */
    arena memory;      /* of infos */
} local_cache;

void local_cache_init(local_cache *g, core *c, const reduction *options);
void local_cache_fini(local_cache *g);

/* The machines that a value refers to; MASK_MONITORS: some have no bit. */
mask local_cache_refs(local_cache *g, value x);

/* Of a machine that exists.  Valid until local_cache_trim. */
const local_info *local_cache_get(local_cache *g, value local, value outbox);

/* Forgets everything when there are very many entries. */
void local_cache_trim(local_cache *g);

#endif
