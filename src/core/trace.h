/* trace.h -- a run, as the choices that lead through it.
 *
 * Every engine reports a violation like this, and replay.h runs it again.  Machines go
 * by the path of their name, so a trace means the same in every process.
 */
#ifndef CORE_TRACE_H
#define CORE_TRACE_H

#include "core/system.h"

#define TRACE_NO_LOOP SIZE_MAX

typedef struct trace_step {
    transition_kind kind;
    const char *machine; /* path: who acts or crashes; of messages: who sent it */
    uint32_t index;      /* of the message in its sender's box */
    const uint32_t *choices;
    uint32_t choice_count;
} trace_step;

typedef struct trace {
    arena memory;
    VEC(trace_step) steps;
    size_t loop; /* where the run goes on from, for ever; or TRACE_NO_LOOP */
} trace;

void trace_init(trace *t);
void trace_fini(trace *t);

/* Adds a move that was made in C. */
void trace_add(trace *t, const core *c, transition m, value choices);

void trace_copy(const trace *from, trace *to); /* TO is not yet one */

/* Adds a step; copies what it points to. */
void trace_add_step(trace *t, const trace_step *step);

#endif
