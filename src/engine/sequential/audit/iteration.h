/* iteration.h -- one iteration that stands for all.  For iteration.c and
 * iteration_judge.c only. */
#ifndef ENGINE_SEQUENTIAL_AUDIT_ITERATION_H
#define ENGINE_SEQUENTIAL_AUDIT_ITERATION_H

#include "engine/sequential/audit/summary.h"

/* A channel that each iteration changes. */
typedef struct audit_effect {
    uint32_t from, to, message;
    bool some;
    term value; /* of the message that it leaves there */
} audit_effect;

typedef VEC(audit_effect) audit_effect_list;

typedef struct audit_iteration {
    auditor *a;
    const derivation *d;
    uint32_t set, process;
    audit_state *base; /* the state before the loop, with widened variables */
    audit_generalizer general;

    /* the effect of an iteration */
    VEC(audit_summary) summaries; /* of the copy it changes, by end */
    audit_summary done;           /* all of them joined */
    uint32_t copy;                /* the copy's name, if all ends agree on it */
    audit_effect_list left, taken;
} audit_iteration;

const derivation_slot *audit_find_slot(const derivation *d, uint32_t index,
                                       uint32_t var);
audit_effect *audit_find_effect(const audit_effect_list *list, const audit_channel *l);

/* Is END a permitted end of an iteration that begins in START? */
bool audit_judge_end(audit_iteration *l, const audit_state *start,
                     const audit_state *end, uint32_t changed);

#endif
