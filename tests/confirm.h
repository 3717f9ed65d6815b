/* confirm.h -- confirms the violation of a result, as it was found.  For tests that do
 * not link cli/confirm.c. */
#ifndef TESTS_CONFIRM_H
#define TESTS_CONFIRM_H

#include "report/result.h"

static inline void confirm_shrunk(result *r, const shrink_limits *limits)
{
    evidence_request q = result_finding(r);
    q.shrink = limits;
    evidence e;
    evidence_make(&e, &q);
    result_read_evidence(r, &e);
    evidence_fini(&e);
}

static inline void confirm_as_found(result *r)
{
    confirm_shrunk(r, NULL);
}

#endif
