/* setup.h -- from the command line to what an engine wants. */
#ifndef CLI_SETUP_H
#define CLI_SETUP_H

#include "api/options.h"
#include "cli/model.h"

#include "base/lockfile.h"
#include "engine/engine.h"
#include "report/trace_file.h"

/* Everything that the options of an engine point to. */
typedef struct setup {
    engine_options engine;
    arena memory;
    foreign *foreign;
    lockfile *lock;                /* on where checkpoints are kept, or NULL */
    bool has_budget[BUDGET_COUNT]; /* --faults has spoken of it */
} setup;

/* False after saying in WHY what makes no sense. */
bool setup_init(setup *s, const options *o, const ir_program *ir, strbuf *why);
void setup_fini(setup *s);

/* Reads crash=1:Server,loss=2 and the like into S. */
bool setup_faults(setup *s, const ir_program *ir, const char *text, strbuf *why);

bool setup_network(setup *s, const char *word);

/* The machines or events (of a BUDGET) that NAMES lists may fail. */
bool setup_budget(setup *s, const ir_program *ir, int budget, uint32_t count,
                  const char *const *names, size_t name_count, strbuf *why);

/* As the run T was made. */
bool setup_recorded(setup *s, const ir_program *ir, const recorded_trace *t,
                    strbuf *why);

/* The tests that NAME means (NULL: all), in order; none: WHY says so. */
typedef VEC(const ir_test *) test_list;
bool setup_tests(const p_model *m, const char *name, arena *memory, test_list *out,
                 strbuf *why);

/* NAME is that of the run WHOLE, or of the test that it is a run of. */
bool setup_is_run_of(const char *whole, const char *name);

#endif
