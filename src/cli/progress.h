/* progress.h -- how far an engine is: a live line on a terminal, plain lines else. */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include "engine/engine.h"

typedef struct progress {
    bool is_live;  /* on a terminal: one line that changes */
    bool is_shown; /* a live line is on the screen */
    const char *test;
    double next; /* seconds, for plain lines */
} progress;

void progress_show(void *context, const engine_stats *stats);

/* Something to be said in between. */
void progress_notice(void *context, const char *text);

/* Takes a live line off the screen. */
void progress_clear(progress *p);

#endif
