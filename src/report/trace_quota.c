#include "report/trace_quota.h"

#include <inttypes.h>
#include <stdio.h>

bool trace_quota_has_room(const trace_quota *q)
{
    return q->seen < q->most;
}

bool trace_quota_take(trace_quota *q)
{
    bool has_room = trace_quota_has_room(q);
    q->seen++;
    return has_room;
}

void trace_quota_print(const trace_quota *q)
{
    if (q->seen <= q->most)
        return;
    uint64_t left = q->seen - q->most;
    printf("%" PRIu64 " %strace%s not shown; --max-traces=%" PRIu64 " shows %s\n", left,
           q->most > 0 ? "more " : "", left == 1 ? " is" : "s are", q->seen,
           left == 1 ? "it" : "them");
}
