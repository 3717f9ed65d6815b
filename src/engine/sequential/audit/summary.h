/* summary.h -- the summary of a copy that each iteration changes.  For iteration.c
 * only. */
#ifndef ENGINE_SEQUENTIAL_AUDIT_SUMMARY_H
#define ENGINE_SEQUENTIAL_AUDIT_SUMMARY_H

#include "engine/sequential/audit/audit_private.h"

/* A copy as one end of an iteration leaves it, generalized to any copy: whatever is new
 * in the iteration is each copy's own.  In its channels the copy's number is `done`. */
typedef struct audit_summary {
    audit_unit unit;
    VEC(audit_channel) channels;
} audit_summary;

typedef struct audit_generalizer {
    auditor *a;
    uint32_t names, unknowns; /* those from here on are new in the iteration */
    uint32_t done;
} audit_generalizer;

/* OUT must be given to audit_summary_fini. */
void audit_summary_make(const audit_generalizer *how, const audit_state *end,
                        uint32_t index, audit_summary *out);
void audit_summary_fini(audit_summary *i);

/* Are X and Y equal up to the numbers of unknowns that are each copy's own? */
bool audit_summary_is_like(auditor *a, const audit_summary *x, const audit_summary *y);

/* INTO covers all COUNT summaries: a value is that of one of them.  False: they differ
 * in more than values. */
bool audit_summary_join(auditor *a, const audit_summary *summaries, size_t count,
                        audit_summary *into);

#endif
