/* rate.h -- how fast a search is, whether its frontier grows, and how long it may take.
 *
 * A meter gets the statistics of an engine a few times a second, and keeps those of the
 * last seconds.  It estimates only what it has data for.  Every estimate assumes that
 * the search continues as it does now.
 */
#ifndef REPORT_RATE_H
#define REPORT_RATE_H

#include "engine/engine.h"

enum { RATE_SAMPLES = 40 };

typedef struct rate_sample {
    double seconds;
    uint64_t done; /* states; sample: schedules; dpor: executions */
    uint64_t frontier;
    size_t memory;
} rate_sample;

typedef struct rate_meter {
    rate_sample samples[RATE_SAMPLES]; /* a ring */
    size_t count; /* of all samples of this pass, including those overwritten */
    unsigned pass;
    engine_phase phase;
    uint64_t peak; /* the largest frontier of this pass */
    uint64_t peak_depth;
    double peak_seconds;
} rate_meter;

typedef enum rate_trend {
    TREND_UNKNOWN, /* there is no frontier, or it is too early */
    TREND_GROWING,
    TREND_STEADY,
    TREND_FALLING,
} rate_trend;

typedef struct rate_view {
    double per_second; /* states, schedules or executions in the last seconds */
    rate_trend trend;
    double frontier_rate; /* states a second; below 0: the frontier falls */
    uint64_t since_depth; /* if it falls: the depth at which the frontier was largest */
    double left;          /* seconds until the end at this rate; below 0: not known */
    double memory_left;   /* seconds until memory is used up; below 0: not known */
} rate_view;

/* A zeroed meter has seen nothing. */
void rate_see(rate_meter *p, const engine_stats *s);

rate_view rate_look(const rate_meter *p, const engine_stats *s,
                    const engine_options *o);

#endif
