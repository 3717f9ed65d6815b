/* trace.h -- a run, given by its transitions and choices.
 *
 * Every engine reports a violation in this form, and replay.h runs it again.  A trace
 * names machines by the path of their name, so it means the same in every process.
 */
#ifndef CORE_TRACE_H
#define CORE_TRACE_H

#include "core/system.h"

#define TRACE_NO_LOOP SIZE_MAX

typedef struct trace_step {
    transition_kind kind;
    const char *machine; /* path: the machine that acts or crashes, or the sender of the
                            message */
    uint32_t index;      /* of the message in its sender's outbox */
    const uint32_t *choices;
    uint32_t choice_count;
} trace_step;

/* After so many steps a run goes on at random for so many more, in which a spec is hot
 * (hot_tail.h).  The first of these may be among the steps of the trace, too. */
typedef struct trace_tail {
    size_t from;
    uint64_t steps; /* 0: there is no tail */
    uint64_t seed;
} trace_tail;

typedef struct trace {
    arena memory;
    VEC(trace_step) steps;
    size_t loop; /* the step from which the run repeats forever; or TRACE_NO_LOOP */
    trace_tail tail;
    uint64_t split_above; /* core_options of the search, if it split a step; else 0 */
} trace;

/* How many steps come before its loop or its tail; TRACE_NO_LOOP: it has neither. */
size_t trace_before_end(const trace *t);

/* Is step NUMBER, from 1 on, the first of its loop or its tail? */
bool trace_end_begins(const trace *t, size_t number);

void trace_init(trace *t);
void trace_fini(trace *t);

/* Adds a transition that was made in C. */
void trace_add(trace *t, const core *c, transition m, value choices);

void trace_copy(const trace *from, trace *to); /* TO is uninitialized */

/* Adds a step; copies the strings and choices that it points to. */
void trace_add_step(trace *t, const trace_step *step);

#endif
