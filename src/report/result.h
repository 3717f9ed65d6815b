/* result.h -- the verdict on one test, checked and ready to be shown. */
#ifndef REPORT_RESULT_H
#define REPORT_RESULT_H

#include "engine/registry.h"
#include "engine/shrink/shrink.h"
#include "report/story.h"

typedef struct result {
    const ir_program
        *ir; /* NULL: a model in C or IceT, which has the next two neither */
    const ir_test *test;
    const engine_options *options;
    const char *name;          /* of the test */
    srcpos pos;                /* ... and where it stands, or SRC_NONE */
    const struct proof *proof; /* of the sequential engine; or NULL */
    engine_id engine;          /* ENGINE_NONE: there is none */
    const char *settings;   /* of such a model: what the result depends on, as JSON */
    const char *conditions; /* ... and what of it is not as usual, in words; or NULL */
    double budget; /* seconds that were its share of --budget; 0: there is none */
    bool is_out_of_budget;               /* they were used up, and that ended it */
    const char *command;                 /* that comes to the same result; or NULL */
    const ir_expression *const *watched; /* whose values the story is to tell */
    size_t watched_count;
    verdict verdict;
    /* of a violation, from running it again */
    story story;
    const char *machine;    /* who failed, or NULL */
    const char *state;      /* where it was, or NULL */
    const char *event;      /* what it was handling, or NULL */
    const char *bad_replay; /* it did not fail again: a fault in Synod */
    size_t shrunk_from;     /* steps that it had before it was shrunk; 0: it was not */
    const struct witness *witnesses; /* runs that cover scenarios */
    size_t witness_count;
    /* Crashes that were asked for and that the options do not have, because a machine
     * that crashes is a slow one here: see core/crash.h. */
    fault_budget crashes;
    VEC(const char *) notices; /* what was decided about the test, and why; each once */
    arena memory;
} result;

/* A run that covers a scenario: its fault is that. */
typedef struct witness {
    const ir_machine *scenario;
    engine_options options; /* that it was found with */
    result run;
} witness;

void result_init(result *r, const ir_program *ir, const ir_test *test);
void result_init_named(result *r, const char *name); /* of a model in C */
void result_fini(result *r);

/* Keeps a notice; false: it is there already. */
bool result_note(result *r, const char *text);

/* What may go wrong, as the user asked for it. */
const fault_budget *result_budget(const result *r, int budget);

/* States are counted as one set. */
bool result_is_set(const result *r);

/* Not every state was visited, but every one that matters. */
bool result_is_reduced(const result *r);

/* Runs a violation again and fills in the steps. */
void result_replay(result *r);

/* The same for a shorter run that fails in the same way, if one is found. */
void result_shrink_and_replay(result *r, const shrink_limits *limits);

/* The same for a trace from elsewhere: whatever it ends with is the verdict's fault. */
void result_replay_any(result *r);

#endif
