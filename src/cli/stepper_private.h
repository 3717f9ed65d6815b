/* stepper_private.h -- shared by the stepper*.c files. */
#ifndef CLI_STEPPER_PRIVATE_H
#define CLI_STEPPER_PRIVATE_H

#include "cli/breakpoints.h"
#include "cli/stepper.h"

#include "report/result.h"
#include "report/story_cursor.h"

#include <stdio.h>

typedef struct stepper {
    const stepper_input *in;
    story_cursor run;
    bool has_left; /* the run is not the given trace any more */
    breakpoint_list breakpoints;
    FILE *file;       /* of commands */
    bool is_terminal; /* a user types them */
    char last[4096];  /* the command before, for an empty line */
    uint64_t random;  /* for random steps */
    bool is_done;
    bool is_wrong; /* a command was invalid */
} stepper;

void stepper_put(strbuf *b); /* prints and frees it */
void stepper_complain(stepper *s, const char *text);
void stepper_trim(char *line); /* blanks at both ends */

/* Show the last step, and the end of the run if it has ended. */
void stepper_show_step(const stepper *s);
void stepper_show_end(const stepper *s);

/* Adds step NUMBER of the run so far; where the loop or tail of the trace begins, says
 * so. */
void stepper_add_step(const stepper *s, size_t number, strbuf *out);

/* At the end of a trace with a loop or a tail: that trace; else NULL. */
const trace *stepper_ended(const stepper *s);

static inline sources *stepper_sources(const stepper *s)
{
    return &s->in->m->program->src;
}

/* ---- Going (stepper_go.c) ---- */

void stepper_next(stepper *s, const char *text);
void stepper_back(stepper *s, const char *text);
void stepper_goto(stepper *s, const char *text);
void stepper_go_on(stepper *s, const char *text); /* to a breakpoint */
void stepper_until(stepper *s, const char *text);
void stepper_break(stepper *s, const char *text);
void stepper_delete(stepper *s, const char *text);
void stepper_list(stepper *s, const char *text);
void stepper_do(stepper *s, const char *text);

/* If there is no trace to follow, lists what can happen next. */
void stepper_offer(stepper *s);

/* ---- Looking (stepper_look.c) ---- */

void stepper_show(stepper *s, const char *text);
void stepper_print(stepper *s, const char *text);
void stepper_trace(stepper *s, const char *text);
void stepper_save(stepper *s, const char *text);

/* The run so far as a result, made by a replay. */
void stepper_result(const stepper *s, bool wants_enabled, result *r);

#endif
