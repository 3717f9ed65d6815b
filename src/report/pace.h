/* pace.h -- how fast a run is lately, where it is heading, and how long it may take.
 *
 * Feed it what the engine tells of its progress, a few times a second; it remembers the
 * last seconds.  Estimates are given only where there is something to go by, and say no
 * more than how it would be if all went on as it does.
 */
#ifndef REPORT_PACE_H
#define REPORT_PACE_H

#include "engine/engine.h"

enum { PACE_SAMPLES = 40 };

typedef struct pace_sample {
    double seconds;
    uint64_t done; /* states, or schedules of sampling */
    uint64_t frontier;
    size_t memory;
} pace_sample;

typedef struct pace {
    pace_sample samples[PACE_SAMPLES]; /* a ring */
    size_t count;                      /* of all that there were in this pass */
    unsigned pass;
    engine_phase phase;
    uint64_t peak; /* the largest frontier of this pass */
    uint64_t peak_depth;
    double peak_seconds;
} pace;

typedef enum pace_trend {
    TREND_UNKNOWN, /* the frontier says nothing, or it is too early to tell */
    TREND_GROWING,
    TREND_STEADY,
    TREND_FALLING,
} pace_trend;

typedef struct pace_view {
    double rate; /* states (or schedules) a second, lately */
    pace_trend trend;
    double frontier_rate; /* states a second; below 0: it falls */
    uint64_t since_depth; /* of falling: where the frontier was largest */
    double left;          /* seconds, if it goes on like this; below 0: who knows */
    double memory_left;   /* seconds until memory is used up; below 0: who knows */
} pace_view;

/* A zeroed pace has seen nothing. */
void pace_see(pace *p, const engine_stats *s);

pace_view pace_look(const pace *p, const engine_stats *s, const engine_options *o);

#endif
