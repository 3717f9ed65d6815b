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

/* Of LIMIT; 0: there is none.  The story of a run takes twice as much as its replay.
 * Runs of some 50,000 steps must be confirmed whatever the search may take. */
static size_t most_memory(size_t limit)
{
    enum { SHARE = 3, LEAST = 64 << 20 };
    return limit == 0 || limit / SHARE > LEAST ? limit / SHARE : LEAST;
}

void confirm_readable_run(result *r, const shrink_limits *limits)
{
    evidence_request q = result_finding(r);
    q.memory = most_memory(r->options->limits.memory);
    q.wants_whole_handlers = true;
    shrink_limits within;
    if (limits != NULL) {
        within = *limits;
        within.memory = q.memory;
        q.shrink = &within;
    }
    make_evidence(r, &q);
}
