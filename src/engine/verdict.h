/* verdict.h -- what an engine has shown about a test. */
#ifndef ENGINE_VERDICT_H
#define ENGINE_VERDICT_H

#include "core/coverage.h"
#include "core/openint_why.h"
#include "core/stop.h"
#include "core/trace.h"
#include "engine/engine_id.h"
#include "engine/stats.h"

typedef enum verdict_kind {
    VERDICT_EXHAUSTED, /* all states of this instance were visited, without a violation
                        */
    VERDICT_SAMPLED,   /* that many runs had no violation */
    VERDICT_UNKNOWN,   /* the search ended early: see stop */
    VERDICT_COVERED,   /* most states were visited, without a violation */
    VERDICT_WITHIN,    /* ... all states within the bounds that the user has set, and
                          there are others: see stats.outside, deeper and
                          narrowed_choices */
    VERDICT_PROVED,    /* for any number of processes; by asi: for queues of any size */
    VERDICT_VIOLATED,  /* see the fault and the trace */
    VERDICT_REFUSED,   /* the search could not begin: see stop */
    VERDICT_SKIPPED,   /* there is nothing to check: see stop */
} verdict_kind;

typedef struct verdict {
    verdict_kind kind;
    engine_id engine;   /* the engine that found it, if the registry ran it */
    stop_reason stop;   /* of UNKNOWN, REFUSED and SKIPPED: why */
    const char *detail; /* ... in full, for reasons that have a detail; or NULL */
    fault fault;        /* of VIOLATED; its text lives in the trace */
    trace trace;
    bool is_shortest; /* of VIOLATED: no violation has a trace with fewer steps */
    engine_stats stats;
    coverage *coverage;           /* what was executed; NULL: nothing was executed */
    bool has_open_values;         /* each state stands for all values that fit */
    openint_reasons known_values; /* ... if wanted: why they became known */
    bool can_resume;         /* of UNKNOWN: a checkpoint holds the visited states */
    bool needs_fair_choices; /* no spec is hot forever, but one could be if choices were
                                unfair */
    uint64_t random_runs;    /* of auto: made beside the search, without a violation */
    coverage *sampled;       /* ... and what they executed; or NULL */
    hot_count random_hot;    /* ... and how many of them were hot for long */
    bool saw_violation; /* of UNKNOWN: a violation exists, but no path to it is known */
    uint64_t
        violation_within; /* ... and it is at most so many steps away; 0: unknown */
} verdict;

void verdict_init(verdict *v);
void verdict_fini(verdict *v);

/* The verdict as programs read it. */
const char *verdict_word(verdict_kind kind);

/* The verdict of a search without a violation that has left out only what STATS
 * counts; COMPLETE: if that is nothing. */
verdict_kind verdict_complete(verdict_kind complete, const engine_stats *stats);

/* Makes V a refusal: the engine does not apply to this test.  WHY is a constant. */
void verdict_refuse(verdict *v, const char *why);

/* Makes V a violation by F; copies its text. */
void verdict_violated(verdict *v, const fault *f);

/* Counts the choices that C has narrowed. */
void verdict_count_narrowed(verdict *v, const core *c);

/* Adds the coverage of C to V; if a step was cut off, a verdict about all runs becomes
 * UNKNOWN, and if a choice was narrowed, WITHIN.  C may be NULL. */
void verdict_cover(verdict *v, const core *c);

#endif
