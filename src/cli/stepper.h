/* stepper.h -- goes through a run by commands: synod replay --step, synod explore.
 *
 * Commands come from a terminal or from a script, one a line.  The stepper computes no
 * transition itself: report/story_cursor.h makes the steps and tells the story, so it
 * shows what a report of the same run would show.
 */
#ifndef CLI_STEPPER_H
#define CLI_STEPPER_H

#include "cli/model.h"
#include "cli/setup.h"
#include "cli/trace_options.h"

#include "core/trace.h"
#include "ir/expression.h"

typedef struct stepper_input {
    const options *o;
    p_model *m;
    const ir_test *test;
    const setup *setup;
    const trace_options *view;
    const ir_expression *const *watched;
    size_t watched_count;
    const trace *trace;         /* to follow, or NULL */
    const char *trace_path;     /* where it was read from, or NULL */
    const char *const *sources; /* what the model was loaded from, for `save` */
    size_t source_count;
} stepper_input;

/* Reads commands until there are no more.  Returns the exit code: a script with an
 * invalid command is wrong input. */
int stepper_run(const stepper_input *in);

#endif
