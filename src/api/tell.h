/* tell.h -- an execution of a model in C as a story, so that all reports show it. */
#ifndef API_TELL_H
#define API_TELL_H

#include "api/model/model.h"
#include "report/result.h"

/* What syn_note wrote, by event; or what a variable has become. */
typedef struct told_note {
    size_t event; /* before which it was written; the number of all: at the end */
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
    bool all_events;         /* and not only those that the failure follows from */
} telling;

/* Fills in what R says of a violation: its fault, its trace, and the story of it. */
void tell_violation(const telling *t, result *r);

#endif
