#include "cli/confirm.h"

static void make_evidence(result *r, const evidence_request *q)
{
    evidence e;
    evidence_make(&e, q);
    result_read_evidence(r, &e);
    evidence_fini(&e);
}

void confirm_run(result *r)
{
    const evidence_request q = result_finding(r);
    make_evidence(r, &q);
}

void confirm_readable_run(result *r, const shrink_limits *limits)
{
    evidence_request q = result_finding(r);
    q.wants_whole_handlers = true;
    q.shrink = limits;
    make_evidence(r, &q);
}
