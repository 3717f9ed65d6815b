/* result.h -- the verdict on one test, confirmed and ready to be shown.
 *
 * An engine fills in the verdict.  If it is a violation, evidence/ confirms it, and
 * result_read_evidence fills in the story and the fields below it.  Reports only read
 * a result.  It owns what its arena, verdict and story hold; everything else that it
 * points to must outlive it.
 */
#ifndef REPORT_RESULT_H
#define REPORT_RESULT_H

#include "engine/registry.h"
#include "report/story.h"
#include "report/unchecked.h"

typedef struct result {
    /* A model in C or IceT has none of these three: they are NULL. */
    const ir_program *ir;
    const ir_test *test;
    const engine_options *options;
    const char *name;          /* of the test */
    srcpos pos;                /* ... and its position, or SRC_NONE */
    const struct proof *proof; /* of the sequential engine; or NULL */
    engine_id engine;          /* ENGINE_NONE: there is none */
    const char *settings;   /* of a model in C or IceT: the relevant options, as JSON */
    const char *conditions; /* ... those not at their default, in words; or NULL */
    const char *shows_waiting; /* ... the option with which waiting for ever is a
                                  violation, if it is not given; or NULL */
    double budget;             /* its share of --budget in seconds; 0: there is none */
    bool is_out_of_budget;     /* the search stopped because that share was used up */
    const char *command;       /* a command that gives the same result; or NULL */
    const ir_expression *const *watched; /* expressions whose values the story shows */
    size_t watched_count;
    unchecked unchecked; /* what the verdict does not cover */
    verdict verdict;
    /* Of a violation, from its confirmed run: */
    story story;
    const char *machine;    /* the machine that failed, or NULL */
    const char *state;      /* ... its state, or NULL */
    const char *event;      /* ... the event that it was handling, or NULL */
    const char *bad_replay; /* why the run is not confirmed, Synod's fault; or NULL */
    bool lacks_memory;  /* the run is not confirmed, as that takes too much memory */
    size_t shrunk_from; /* steps before the trace was shrunk; 0: it was not */
    const struct witness *witnesses; /* runs that cover scenarios */
    size_t witness_count;
    /* Crashes that the user asked for and that OPTIONS leaves out, because no machine
     * can distinguish a crashed machine from a slow one: see core/crash.h. */
    fault_budget crashes;
    const struct diagnosis *diagnosis; /* what was measured afterwards; or NULL */
    const char *advice;                /* of UNKNOWN: a command to try; or NULL */
    const char *expected;              /* ... and what it did, or may do; or NULL */
    bool is_tried;                     /* ... it was tried, and did that */
    const char *origin; /* which engine has found the verdict, if it was tried when the
                           first one had ended; or NULL */
    bool shows_profile; /* the user wants to see the space profile */
    VEC(const char *) notices; /* decisions about the test with their reasons */
    arena memory;
} result;

/* A run that covers a scenario; its fault is FAULT_WITNESS. */
typedef struct witness {
    const ir_machine *scenario;
    engine_options options; /* of the search that found it */
    result run;
} witness;

void result_init(result *r, const ir_program *ir, const ir_test *test);
void result_init_named(result *r, const char *name); /* of a model in C */
void result_fini(result *r);

/* Adds a notice; false: R has it already. */
bool result_note(result *r, const char *text);

/* The budget of faults that the user asked for. */
const fault_budget *result_budget(const result *r, int budget);

/* Did the engine count states as sets? */
bool result_is_set(const result *r);

/* Did the engine visit only the states that matter? */
bool result_is_reduced(const result *r);

/* Does the test hold only because choices are fair? */
bool result_needs_fair_choices(const result *r);

/* A spec stays hot on some cycle unless a fair run leaves it, perhaps by an alternative
 * that --narrow has left out. */
bool result_has_narrow_cycles(const result *r);

/* What there is to confirm: the trace of R's verdict, which must end with its fault, or
 * in any way if it has none.  R keeps what the request points to. */
evidence_request result_finding(const result *r);

/* R's verdict gets the run as it is to be shown, R the story and the rest that is known
 * from E. */
void result_read_evidence(result *r, const evidence *e);

#endif
