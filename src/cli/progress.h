/* progress.h -- how far an engine is: some lines of a terminal that change, plain lines
 * now and then, or JSON; and a snapshot whenever SIGUSR1 asks for one. */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include "api/options.h"
#include "report/screen.h"

#include "report/interim.h"
#include "report/result.h"

typedef enum progress_mode {
    PROGRESS_OFF,
    PROGRESS_LIVE, /* on a terminal, in place */
    PROGRESS_LINES,
    PROGRESS_JSON,
} progress_mode;

typedef struct progress {
    progress_mode mode;
    screen screen;
    bool use_bold;
    double every; /* seconds between two lines, at first */
    double next;  /* when the next is due */
    pace pace;
    uint64_t begun; /* clock_ns: when the test did */
    bool is_quiet;
    bool is_auto;
    result *result; /* of the test that is being checked, or NULL */
} progress;

/* What the command line asks for, into the options of an engine. */
void progress_init(progress *p, const options *o, engine_options *e);

/* SIGUSR1 asks, and ends nothing any more; ranks that say nothing need that too. */
void progress_catch_signal(void);

/* A test begins, or an engine that goes on with it; it ends, and nothing of it stays
 * on the screen.  R has its name, engine and options. */
void progress_begin(progress *p, result *r);
void progress_end(progress *p, const verdict *v);

/* Something to be said in between. */
void progress_notice(void *context, const char *text);

/* What was decided about the test and why.  It belongs to the result, is said once, and
 * not to who wants quiet. */
void progress_remark(void *context, const char *text);

/* The same, said only to who wants to know how far it is. */
void progress_aside(void *context, const char *text);

#endif
