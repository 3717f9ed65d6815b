/* trial.h -- a short search with other options, to see whether they decide a test.
 *
 * It runs in the same process, up to a number of states, so it has the same result
 * every time; a limit of time only keeps it short where steps are very long.
 */
#ifndef CLI_TRIAL_H
#define CLI_TRIAL_H

#include "report/result.h"

enum { TRIAL_EXECUTIONS = 5000 }; /* of dpor */

typedef struct trial_options {
    engine_id engine;
    const ir_expression *const *within;
    size_t within_count;
    uint32_t narrow; /* 0: all alternatives */
    uint64_t depth;  /* 0: any */
    bool has_open_values;
    size_t memory;  /* at least so much of it; 0: as the user has limited it */
    double seconds; /* more than 0 */
} trial_options;

typedef struct trial {
    bool is_decided;
    bool is_only_long; /* the violation is a random run in which a spec was hot for long
                        */
    verdict_kind kind;
    uint64_t states;
    uint64_t depth;
    uint32_t handlers; /* that ran in the search or its random runs */
    uint32_t missing;  /* ... and not here */
} trial;

/* R is undecided.  If the trial has decided the test, *ANSWER becomes its verdict:
 * otherwise it stays UNKNOWN, as verdict_init has made it.  "Holds" decides it if there
 * is no bound; a violation always does, since a run within a bound is a run of the
 * test, but not if a spec was only hot for long at random. */
trial trial_run(const result *r, const trial_options *how, verdict *answer);

/* What the search of R has shown itself, as far as it came. */
trial trial_of_search(const result *r);

/* Does it leave out most of what ran before? */
static inline bool trial_is_hollow(const trial *t)
{
    return t->kind == VERDICT_WITHIN && 2 * t->missing > t->handlers;
}

/* Does the trial show something about all runs? */
static inline bool trial_is_unbounded(const trial *t)
{
    return t->is_decided && t->kind != VERDICT_WITHIN;
}

#endif
