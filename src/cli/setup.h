/* setup.h -- from the command line to the options of an engine.  No other file of cli
 * changes these options. */
#ifndef CLI_SETUP_H
#define CLI_SETUP_H

#include "api/options.h"
#include "cli/eval.h"
#include "cli/model.h"

#include "base/lockfile.h"
#include "engine/registry.h"
#include "report/trace_file.h"

/* Everything that the options of an engine point to. */
typedef struct setup {
    engine_options engine;
    arena memory;
    lockfile *lock; /* on the place of checkpoints, or NULL */
} setup;

/* BOUNDS: those of --within, or NULL.  False: WHY says which option makes no sense. */
bool setup_init(setup *s, const options *o, const p_model *m,
                const expression_list *bounds, strbuf *why);
void setup_fini(setup *s);

/* E becomes the options for one test and ENGINE.  SHARE: the seconds that are its share
 * of --budget, or 0. */
void setup_for_test(const setup *s, engine_id engine, double share, engine_options *e);

/* The ranks of C search together. */
void setup_ranks(setup *s, const options *o, const cluster *c);

/* Removes crashes, which need not be explored. */
void setup_leave_out_crashes(engine_options *e);

/* The options with which the run T was made. */
bool setup_recorded(setup *s, const ir_program *ir, const recorded_trace *t,
                    strbuf *why);

/* The tests that NAME means (NULL: all), in order; none: WHY says so. */
typedef VEC(const ir_test *) test_list;
bool setup_tests(const p_model *m, const char *name, arena *memory, test_list *out,
                 strbuf *why);

/* Does PATTERN stand for the run WHOLE, or for the test of which WHOLE is a run? */
bool setup_is_meant(const char *whole, const char *pattern);

#endif
