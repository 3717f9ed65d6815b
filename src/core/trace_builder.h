/* trace_builder.h -- makes a run transition by transition, and its trace.
 *
 * For those who know a run by other means than its transitions, such as the order of
 * its messages and the choices of each machine, and look for the transitions that make
 * the same run.
 */
#ifndef CORE_TRACE_BUILDER_H
#define CORE_TRACE_BUILDER_H

#include "core/player.h"
#include "core/trace.h"

typedef struct trace_builder {
    core *c;
    player play;
    VEC(script_feed) feeds; /* by machine id: the choices that it makes */
    trace *made;
    bool has_failed; /* the last transition is a violation, see player_fault */
    bool is_pruned;  /* the last transition does not exist, as a spec assumes so */
    /* Called after the start of the run and after each transition, also after one that
     * failed; false: the run is of no use.  May be NULL. */
    bool (*on_step)(void *context);
    void *context;
} trace_builder;

/* MADE gets the trace.  From trace_builder_begin to trace_builder_fini, C belongs to
 * the builder. */
void trace_builder_init(trace_builder *b, core *c, trace *made);
void trace_builder_fini(trace_builder *b);

/* Machine ID makes this choice, after those that were added for it before. */
void trace_builder_add_choice(trace_builder *b, machine_id id, uint32_t choice);

/* All of the following return false if the run cannot go on like this.  When the run
 * has failed they return true; has_failed says so. */

/* Starts the run, and the machines that are new in it. */
bool trace_builder_begin(trace_builder *b);

/* Makes one transition; false also if it is not enabled. */
bool trace_builder_make(trace_builder *b, transition m);

/* Starts new machines: they go before any other transition (ts.h). */
bool trace_builder_start_new(trace_builder *b);

/* Makes M, then starts new machines. */
bool trace_builder_advance(trace_builder *b, transition m);

#endif
