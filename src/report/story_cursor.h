/* story_cursor.h -- a run that a user makes step by step, and its story so far.
 *
 * The stepper shows it: evidence/trace_cursor.h makes the run, this module adds words.
 */
#ifndef REPORT_STORY_CURSOR_H
#define REPORT_STORY_CURSOR_H

#include "evidence/trace_cursor.h"
#include "report/story.h"

typedef struct story_cursor {
    trace_cursor at;
    story story;
    const ir_expression *const *watched; /* may be NULL */
    size_t watched_count;
} story_cursor;

/* OPTIONS and WATCHED must outlive the cursor; the cursor itself must not move. */
void story_cursor_init(story_cursor *s, const ir_program *ir, const ir_test *test,
                       const core_options *options, const ir_expression *const *watched,
                       size_t watched_count);
void story_cursor_fini(story_cursor *s);

/* A step that can follow. */
typedef struct story_alternative {
    trace_step step;
    const char *title;
    const char *choices; /* how they fall, in words; "" if there are none */
} story_alternative;

typedef struct story_alternatives {
    arena memory;
    VEC(story_alternative) list;
    bool is_cut; /* there are more */
} story_alternatives;

/* All steps that can follow, always in the same order, faults last. */
void story_alternatives_init(story_alternatives *a, story_cursor *s);
void story_alternatives_fini(story_alternatives *a);

#endif
