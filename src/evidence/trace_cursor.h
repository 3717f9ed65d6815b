/* trace_cursor.h -- a run that a user makes step by step: forward, back, and aside.
 *
 * A cursor has the transitions made so far, as a trace, and the state that they lead
 * to.  To go back, it makes the first transitions again in a fresh core: a run of a few
 * hundred steps takes milliseconds.
 */
#ifndef EVIDENCE_TRACE_CURSOR_H
#define EVIDENCE_TRACE_CURSOR_H

#include "evidence/replay.h"

typedef struct trace_cursor {
    const ir_program *ir;
    const ir_test *test;
    const core_options *options;
    replay_observer *see;
    void *context;
    core *c;
    player p;
    trace path;
    replay_result
        end;      /* with a fault: the run has failed, or must not end in this state */
    bool is_over; /* no step can follow */
} trace_cursor;

/* OPTIONS must outlive the cursor.  SEE is called for the start of the run, for each
 * step, and for all of them again after a rewind. */
void trace_cursor_init(trace_cursor *t, const ir_program *ir, const ir_test *test,
                       const core_options *options, replay_observer *see,
                       void *context);
void trace_cursor_fini(trace_cursor *t);

size_t trace_cursor_length(const trace_cursor *t); /* steps made so far */

/* Makes a step; false: it is not possible here, and WHY says so. */
bool trace_cursor_step(trace_cursor *t, const trace_step *s, strbuf *why);

/* Goes back to where COUNT steps were made. */
void trace_cursor_rewind(trace_cursor *t, size_t count);

/* A transition with one outcome of its choices. */
typedef struct trace_branch {
    transition m;
    value choices; /* LIST of ints */
} trace_branch;

typedef VEC(trace_branch) trace_branch_list;

/* All branches from here, always in the same order, faults last; true: there are more
 * than OUT has. */
bool trace_cursor_branches(trace_cursor *t, trace_branch_list *out);

/* B as a step that can be made; MEMORY keeps what it points to. */
trace_step trace_cursor_branch_step(const trace_cursor *t, const trace_branch *b,
                                    arena *memory);

/* What would happen in step S, which is B; valid until the next call. */
const note_list *trace_cursor_try(trace_cursor *t, const trace_branch *b,
                                  const trace_step *s);

#endif
