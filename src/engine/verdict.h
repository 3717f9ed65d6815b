/* verdict.h -- what an engine has shown about a test. */
#ifndef ENGINE_VERDICT_H
#define ENGINE_VERDICT_H

#include "core/coverage.h"
#include "core/stop.h"
#include "core/trace.h"
#include "engine/engine_id.h"
#include "engine/stats.h"

typedef enum verdict_kind {
    VERDICT_EXHAUSTED, /* all states of this instance were visited, and all are fine */
    VERDICT_SAMPLED,   /* so many runs were fine */
    VERDICT_UNKNOWN,   /* the search ended early: see stop */
    VERDICT_COVERED,   /* most states were visited, and all those are fine */
    VERDICT_PROVED,    /* for any number of processes; by asi: for queues of any size */
    VERDICT_VIOLATED,  /* see the fault and the trace */
    VERDICT_REFUSED,   /* the search could not begin: see stop */
    VERDICT_SKIPPED,   /* there is nothing to check: see stop */
} verdict_kind;

typedef struct verdict {
    verdict_kind kind;
    engine_id engine;   /* that came to it, if the registry ran it */
    stop_reason stop;   /* of UNKNOWN, REFUSED and SKIPPED: why */
    const char *detail; /* ... in full, for reasons that have a detail; or NULL */
    fault fault;        /* of VIOLATED; its text lives in the trace */
    trace trace;
    engine_stats stats;
    coverage *coverage;   /* what was executed; NULL: nothing was begun */
    bool can_resume;      /* of UNKNOWN: what is known is in the checkpoint */
    bool saw_violation;   /* of UNKNOWN: there is one, but no path to it is known */
    uint64_t seen_within; /* ... and it is so many steps away; 0: not known */
} verdict;

void verdict_init(verdict *v);
void verdict_fini(verdict *v);

/* As programs read it. */
const char *verdict_word(verdict_kind kind);

/* Turns V into a refusal: the engine is not for this test.  WHY is a constant. */
void verdict_refuse(verdict *v, const char *why);

/* Turns V into a violation by F; keeps a copy of its text. */
void verdict_violated(verdict *v, const fault *f);

/* V gets what C has executed; nothing of a C that is NULL. */
void verdict_cover(verdict *v, const core *c);

#endif
