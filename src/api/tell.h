/* tell.h -- an execution of a model in C as a story (report/story.h), which all reports
 * render. */
#ifndef API_TELL_H
#define API_TELL_H

#include "api/model/model.h"
#include "report/result.h"

/* A text of syn_note, or the new value of a variable. */
typedef struct told_note {
    size_t event; /* the next event of the execution; their number: at the end */
    uint32_t thread;
    const char *variable; /* or NULL */
    const char *text;
    model_place place;
} told_note;

typedef VEC(told_note) told_notes;

typedef struct telling {
    model *m;
    sources *src;
    const dpor_result *end;  /* of an exploration that found a violation */
    const told_notes *notes; /* or NULL */
    bool all_events;         /* not only those that the failure depends on */
} telling;

/* Fills in the fault, the trace and the story of R. */
void tell_violation(const telling *t, result *r);

#endif
