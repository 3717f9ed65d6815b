/* c_story.h -- an execution of a model in C as a story (report/story.h), which all
 * reports render. */
#ifndef API_C_STORY_H
#define API_C_STORY_H

#include "api/model/model.h"
#include "report/result.h"

/* A text of syn_note, or the new value of a variable. */
typedef struct c_note {
    size_t event; /* the next event of the execution; their number: at the end */
    uint32_t thread;
    const char *variable; /* or NULL */
    const char *text;
    model_place place;
} c_note;

typedef VEC(c_note) c_notes;

typedef struct c_story_input {
    model *m;
    sources *src;
    const dpor_result *end; /* of an exploration that found a violation */
    const c_notes *notes;   /* or NULL */
    bool all_events;        /* not only those that the failure depends on */
} c_story_input;

/* Fills in the fault, the trace and the story of R. */
void c_story_make(const c_story_input *t, result *r);

#endif
