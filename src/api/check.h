/* check.h -- checks one test of a model in C, or replays a violation of it: what
 * syn_check and syn_main share. */
#ifndef API_CHECK_H
#define API_CHECK_H

#include "synod.h"

#include "api/recording.h"
#include "report/result.h"

typedef struct check_request {
    const syn_test *test;
    syn_options options; /* see check_defaults */
    bool all_events; /* traces show events that the failure does not depend on, too */
    const model_notation *notation; /* of a model that is not written in C; or NULL.
                                 With one, a thread that reaches max_events stays there,
                                 and unread messages to threads at rest are violations
                                 */
    sources *src;                   /* the source files of the model are added to it */
    const volatile sig_atomic_t *stop;                        /* or NULL */
    void (*progress)(void *context, const dpor_stats *stats); /* or NULL */
    void *context;
} check_request;

typedef struct checked {
    result result;
    recording recording; /* of a violation; else its test is NULL */
    bool has_lossy;      /* a message could get lost */
} checked;

/* OPTIONS (may be NULL) with defaults in place of zeros. */
syn_options check_defaults(const syn_options *options);

void check_run(const check_request *c, checked *out);
void check_fini(checked *c);

/* Replays the execution of recording S.  The verdict is violated if it fails, unknown
 * if it does not fail any more, and refused if the model does something else. */
void check_replay(const check_request *c, const recording *s, checked *out);

/* Runs the execution of S straight through, each thread once and in the order of S,
 * with nothing caught: if the model fails or crashes, so does the process.  For
 * debuggers. */
void check_straight(const check_request *c, const recording *s);

/* There is nothing to run; WHY explains it. */
void check_refuse(const check_request *c, const char *why, checked *out);

syn_outcome check_outcome(const result *r);
int check_exit_code(const result *r);

/* The statistics of the engine as reports know them.  IS_SAMPLE: of random executions.
 */
engine_stats check_stats(const dpor_stats *s, bool is_sample);

#endif
