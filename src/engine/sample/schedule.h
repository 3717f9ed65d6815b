/* schedule.h -- a random run, recorded as it is made.
 *
 * Recording must cost little: nearly all runs are dropped.  Machines are ids of the
 * core that makes the run, so a schedule becomes a trace before that core goes.
 */
#ifndef SAMPLE_SCHEDULE_H
#define SAMPLE_SCHEDULE_H

#include "core/trace.h"

typedef struct schedule_step {
    transition m;
    uint32_t choices; /* made in this step and before it */
} schedule_step;

typedef struct schedule {
    VEC(schedule_step) steps;
    VEC(uint32_t) choices;
} schedule;

void schedule_clear(schedule *s);
void schedule_free(schedule *s);

/* CHOICES: a LIST of ints. */
void schedule_add(schedule *s, const core *c, transition m, value choices);

/* The first COUNT steps; TO is initialized and empty. */
void schedule_to_trace(const schedule *s, size_t count, const core *c, trace *to);

#endif
