/* progress.h -- shows the progress of an engine: on lines of a terminal that are
 * redrawn, as a plain line now and then, or as JSON; and a snapshot for each SIGUSR1.
 */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include "api/options.h"
#include "report/screen.h"

#include "report/progress_text.h"
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
    double every; /* initial seconds between two lines */
    double next;  /* when the next line is due */
    rate_meter meter;
    uint64_t begun; /* clock_ns: when the test began */
    bool is_quiet;
    bool is_auto;   /* several engines may run */
    result *result; /* of the current test, or NULL */
} progress;

/* Sets P up as the command line asks, and makes E report to P. */
void progress_init(progress *p, const options *o, engine_options *e);

/* From now on SIGUSR1 asks for a snapshot instead of ending the process.  All ranks
 * must call this, also those that report nothing. */
void progress_catch_signal(void);

/* A test begins, or another engine takes over; R has its name, engine and options.
 * progress_end removes everything from the screen. */
void progress_begin(progress *p, result *r);
void progress_end(progress *p, const verdict *v);

/* Prints TEXT while a test runs. */
void progress_notice(void *context, const char *text);

/* Adds TEXT, a decision about the test and its reason, to the notices of the result.
 * Prints it once, unless the user wants quiet. */
void progress_remark(void *context, const char *text);

/* The same, but prints it only if the user asked for progress. */
void progress_aside(void *context, const char *text);

#endif
