/* done.h -- what an iteration makes of a copy.  For audit_loop.c only. */
#ifndef ENGINE_SEQUENTIAL_AUDIT_SUMMARY_H
#define ENGINE_SEQUENTIAL_AUDIT_SUMMARY_H

#include "engine/sequential/audit/audit_private.h"

/* A copy as one end leaves it, said of any copy: what is new is each one's own.  In
 * its lines DONE is its number. */
typedef struct audit_summary {
    audit_unit unit;
    VEC(audit_channel) channels;
} audit_summary;

typedef struct audit_generalizer {
    auditor *a;
    uint32_t names, unknowns; /* what is new in an iteration has numbers from here on */
    uint32_t done;
} audit_generalizer;

void audit_summary_make(const audit_generalizer *how, const audit_state *end,
                        uint32_t index, audit_summary *out);
void audit_summary_fini(audit_summary *i);

/* Are they the same, but for the numbers of what is each copy's own? */
bool audit_summary_is_like(auditor *a, const audit_summary *x, const audit_summary *y);

/* INTO is all of COUNT images: a value is that of one of them.  False: they are not in
 * the same place, or have other messages. */
bool audit_summary_join(auditor *a, const audit_summary *summaries, size_t count,
                        audit_summary *into);

#endif
