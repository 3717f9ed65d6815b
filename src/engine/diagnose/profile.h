/* profile.h -- a space profile: of what the states of a test differ in.
 *
 * A breadth-first search over the first states counts, for every machine, how many
 * different local states it has, and how many different values each part of them: the
 * place in its code, its variables, its inbox and its outbox.  A state is made of
 * machines and outboxes (and specs, and faults that are left), so the product of their
 * counts is at least the number of states.  For that, a machine that does not exist yet
 * is one more value.  The search judges no cycles, but notes whether a run fails.
 */
#ifndef DIAGNOSE_PROFILE_H
#define DIAGNOSE_PROFILE_H

#include "core/system.h"

typedef enum profile_kind {
    PROFILE_FAULTS, /* budgets that are left */
    PROFILE_SPEC,   /* the local state of a spec */
    PROFILE_MACHINE,
    PROFILE_OUTBOX,
    /* Parts of the SPEC or MACHINE before it: */
    PROFILE_CONTROL, /* the state, and the place in the code with its variables */
    PROFILE_FIELD,
    PROFILE_INBOX,
} profile_kind;

static inline bool profile_is_factor(profile_kind kind)
{
    return kind <= PROFILE_OUTBOX;
}

typedef struct profile_part {
    profile_kind kind;
    uint32_t decl;        /* of the machine or spec; FAULTS: IR_NONE */
    const char *machine;  /* Client(1.2); FAULTS: NULL */
    const char *variable; /* of FIELD; or NULL */
    srcpos pos;           /* of the machine or the variable; FAULTS: SRC_NONE */
    uint64_t distinct;
} profile_part;

typedef struct profile {
    VEC(profile_part) parts; /* specs, then machines by name */
    uint64_t states;
    uint64_t depth;       /* all runs of so many steps were looked at */
    bool is_complete;     /* there are no more states */
    bool has_fault;       /* a run of these states fails */
    uint64_t fault_depth; /* ... and a search of runs of so many steps finds it */
    double product;
    arena memory;
} profile;

/* Looks at the first MOST_STATES states of runs of up to MOST_DEPTH steps (0: of any
 * length); of a step with more than MOST_OUTCOMES, only at some of its outcomes. */
void profile_make(profile *p, core *c, uint64_t most_states, uint64_t most_depth,
                  uint64_t most_outcomes);
void profile_fini(profile *p);

/* The machine, outbox or spec with the most values; its part with the most values (or
 * itself).  NULL: there are no states. */
const profile_part *profile_largest(const profile *p, const profile_part **part);

#endif
