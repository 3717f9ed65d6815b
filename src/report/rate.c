#include "report/rate.h"

enum {
    WINDOW = 5,        /* the window, in seconds */
    LEAST_WINDOW = 1,  /* fewer samples show no trend */
    STEADY_FALL = 5,   /* seconds after the peak before an end is predicted */
    MOST_LEFT = 86400, /* seconds; an estimate beyond that is meaningless */
};

/* The amount of work done.  A search that starts again counts its current pass, not
 * what it knew before. */
static uint64_t done(const engine_stats *s)
{
    if (s->phase == PHASE_EXECUTIONS)
        return s->executions + s->blocked;
    return s->phase == PHASE_SAMPLE ? s->schedules : s->pass_states;
}

static rate_sample sample_of(const engine_stats *s)
{
    return (rate_sample){s->seconds, done(s), s->frontier, s->memory};
}

void rate_see(rate_meter *p, const engine_stats *s)
{
    if (p->pass != s->pass || p->phase != s->phase)
        *p = (rate_meter){.pass = s->pass, .phase = s->phase};
    p->samples[p->count++ % RATE_SAMPLES] = sample_of(s);
    if (s->frontier >= p->peak) {
        p->peak = s->frontier;
        p->peak_depth = s->depth;
        p->peak_seconds = s->seconds;
    }
}

/* The oldest sample of the window; NULL: there is none. */
static const rate_sample *oldest(const rate_meter *p, double now)
{
    size_t kept = p->count < RATE_SAMPLES ? p->count : RATE_SAMPLES;
    for (size_t i = p->count - kept; i < p->count; i++) {
        const rate_sample *sample = &p->samples[i % RATE_SAMPLES];
        if (sample->seconds >= now - WINDOW && sample->seconds < now)
            return sample;
    }
    return NULL;
}

static double difference(uint64_t now, uint64_t then)
{
    return now >= then ? (double)(now - then) : -(double)(then - now);
}

/* A frontier that changes by less than a hundredth within the window is steady.  The
 * frontier of a depth-first search rises and falls all the time, so it has no trend. */
static rate_trend trend_of(double change, uint64_t frontier)
{
    double least = (double)frontier / 100;
    return change > least    ? TREND_GROWING
           : change < -least ? TREND_FALLING
                             : TREND_STEADY;
}

static double or_unknown(double seconds)
{
    return seconds >= 0 && seconds < MOST_LEFT ? seconds : -1;
}

/* A frontier that has been falling for long, and has fallen far, predicts the end. */
static double search_left(const rate_meter *p, const rate_view *v,
                          const engine_stats *s)
{
    bool falls = v->trend == TREND_FALLING && s->phase == PHASE_SEARCH &&
                 s->pass_states == s->states &&
                 s->seconds >= p->peak_seconds + STEADY_FALL &&
                 s->frontier < p->peak - p->peak / 10;
    return falls ? or_unknown((double)s->frontier / -v->frontier_rate) : -1;
}

static double schedules_left(const rate_view *v, const engine_stats *s,
                             const engine_options *o)
{
    if (v->per_second <= 0 || o->schedules < s->schedules)
        return -1;
    return or_unknown((double)(o->schedules - s->schedules) / v->per_second);
}

/* The engine estimates the total, and may be far off: an estimate below what is done
 * says nothing. */
static double executions_left(const rate_view *v, const engine_stats *s)
{
    double left = s->estimate - (double)(s->executions + s->blocked);
    return v->per_second > 0 && left > 0 ? or_unknown(left / v->per_second) : -1;
}

/* Predicts only if growth is more than noise, and part of the memory is used. */
static double memory_left(double grown, double seconds, const engine_stats *s,
                          const engine_options *o)
{
    size_t limit = o->limits.memory;
    if (limit == 0 || s->memory < limit / 10 || s->memory > limit ||
        grown < (double)limit / 1000)
        return -1;
    return or_unknown((double)(limit - s->memory) * seconds / grown);
}

rate_view rate_look(const rate_meter *p, const engine_stats *s, const engine_options *o)
{
    rate_view v = {.left = -1, .memory_left = -1};
    const rate_sample *then = oldest(p, s->seconds);
    if (then == NULL || p->pass != s->pass || p->phase != s->phase) {
        bool is_first = s->pass_states == s->states && s->seconds > 0;
        v.per_second = is_first && s->earlier <= 0 ? (double)done(s) / s->seconds : 0;
        return v;
    }
    double seconds = s->seconds - then->seconds;
    v.per_second = difference(done(s), then->done) / seconds;
    v.frontier_rate = difference(s->frontier, then->frontier) / seconds;
    if (s->phase == PHASE_SAMPLE) {
        v.left = schedules_left(&v, s, o);
    } else if (s->phase == PHASE_EXECUTIONS) {
        v.left = executions_left(&v, s);
    } else if (seconds >= LEAST_WINDOW && !o->depth_first) {
        v.trend = trend_of(difference(s->frontier, then->frontier), s->frontier);
        v.since_depth = p->peak_depth;
        v.left = search_left(p, &v, s);
    }
    if (seconds >= LEAST_WINDOW)
        v.memory_left = memory_left(difference(s->memory, then->memory), seconds, s, o);
    return v;
}
