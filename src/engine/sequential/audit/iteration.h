/* loop.h -- one iteration that stands for all.  For audit_loop.c and
 * audit_judge.c only. */
#ifndef ENGINE_SEQUENTIAL_AUDIT_ITERATION_H
#define ENGINE_SEQUENTIAL_AUDIT_ITERATION_H

#include "engine/sequential/audit/summary.h"

/* A line that each iteration changes. */
typedef struct audit_effect {
    uint32_t from, to, message;
    bool some;
    term value; /* of what it leaves */
} audit_effect;

typedef VEC(audit_effect) audit_effect_list;

typedef struct audit_iteration {
    auditor *a;
    const derivation *d;
    uint32_t set, process;
    audit_state *base; /* as before the loop, with what changes forgotten */
    audit_generalizer general;

    /* what an iteration does */
    VEC(audit_summary) summaries; /* of the copy it changes, by end */
    audit_summary done;
    uint32_t copy; /* its name, if that is the same at all ends */
    audit_effect_list left, taken;
} audit_iteration;

const derivation_slot *audit_find_slot(const derivation *d, uint32_t index,
                                       uint32_t var);
audit_effect *audit_find_effect(const audit_effect_list *list, const audit_channel *l);

/* END is as an iteration that begins with START may leave it. */
bool audit_judge_end(audit_iteration *l, const audit_state *start,
                     const audit_state *end, uint32_t changed);

#endif
