/* check.h -- one test of a model in C, checked or run again: what syn_check and
 * syn_main share. */
#ifndef API_CHECK_H
#define API_CHECK_H

#include "synod.h"

#include "api/recording.h"
#include "report/result.h"

typedef struct check_request {
    const syn_test *test;
    syn_options options; /* see check_defaults */
    bool all_events;     /* traces tell of those that have no part in it, too */
    const model_notation *notation; /* of a model that was not written in C; or NULL.
                                 Then threads that come to max_events are left there,
                                 and what nobody reads may be for those that rest */
    sources *src; /* gets the files that the model was compiled from */
    const volatile sig_atomic_t *stop;                        /* or NULL */
    void (*progress)(void *context, const dpor_stats *stats); /* or NULL */
    void *context;
} check_request;

typedef struct checked {
    result result;
    recording recording; /* of a violation; otherwise it has no test */
} checked;

/* OPTIONS, which may be NULL, with every 0 that means a default replaced by it. */
syn_options check_defaults(const syn_options *options);

void check_run(const check_request *c, checked *out);
void check_fini(checked *c);

/* Makes the execution that S tells of once more.  The verdict is violated if it fails,
 * unknown if it does not any more, and refused if the model does something else. */
void check_replay(const check_request *c, const recording *s, checked *out);

/* Runs that execution straight through, each thread once and in the order of S, with
 * nothing caught: where the model fails or crashes, the process does.  For debuggers.
 */
void check_straight(const check_request *c, const recording *s);

/* There is nothing to run, for a REASON. */
void check_refuse(const check_request *c, const char *reason, checked *out);

/* How the reason begins of a model that does not do the same when it is run again. */
#define CHECK_NOT_DETERMINISTIC "the model is not deterministic: "

/* The reason of a replay that did not fail. */
#define CHECK_FAILS_NO_MORE "the run does not fail any more"

syn_outcome check_outcome(const result *r);
int check_exit_code(const result *r);

/* The statistics of the engine as reports know them.  IS_SAMPLE: of random executions.
 */
engine_stats check_stats(const dpor_stats *s, bool is_sample);

#endif
