/* tour.h -- a run that somebody walks through: forward, back, and aside.
 *
 * A tour knows the moves made so far, as a trace and as a story, and the state that
 * they lead to.  To go back is to make the first moves again, in a core of its own: a
 * run of some hundred steps takes milliseconds.
 */
#ifndef REPORT_TOUR_H
#define REPORT_TOUR_H

#include "report/story.h"

#include "core/player.h"

typedef struct tour {
    const ir_program *ir;
    const ir_test *test;
    const core_options *options;
    const ir_expression *const *watched; /* may be NULL */
    size_t watched_count;
    core *c;
    player p;
    trace path;
    story story;
    replay_result end; /* a fault: the run has failed, or ended as it must not */
    bool is_over;      /* nothing can follow */
} tour;

/* What OPTIONS and WATCHED point to stays where it is. */
void tour_init(tour *t, const ir_program *ir, const ir_test *test,
               const core_options *options, const ir_expression *const *watched,
               size_t watched_count);
void tour_fini(tour *t);

size_t tour_length(const tour *t); /* steps made so far */

/* Makes a step; false after saying in WHY that it is none from here. */
bool tour_step(tour *t, const trace_step *s, strbuf *why);

/* Back to where COUNT steps have been made. */
void tour_rewind(tour *t, size_t count);

/* A way to go on from here. */
typedef struct alternative {
    trace_step step;
    const char *title;
    const char *choices; /* how they fall, in words; "" if there are none */
} alternative;

typedef struct alternatives {
    arena memory;
    VEC(alternative) list;
    bool is_cut; /* there are more */
} alternatives;

/* All ways to go on, always in the same order, faults last. */
void tour_alternatives(tour *t, alternatives *out); /* OUT is not yet one */
void alternatives_fini(alternatives *a);

#endif
