/* model_fixture.h -- small programs, loaded and ready to run. */
#ifndef MODEL_FIXTURE_H
#define MODEL_FIXTURE_H

#include "engine/engine.h"
#include "ir/lower.h"
#include "lang/frontend.h"
#include "unit.h"

#include <string.h>

/* C runs the first test of the program. */
typedef struct model {
    program *p;
    ir_program *ir;
    core *c;
} model;

static inline model model_load(const char *text, const core_options *options)
{
    const frontend_options front = {.warnings_off = true};
    model m = {.p = frontend_load_text("t.p", text, strlen(text), &front)};
    vec_each (item, &m.p->diags.items)
        print_error("%s\n", (*item)->text);
    assert_int_equal(m.p->diags.errors, 0);
    m.ir = lower_program(m.p);
    m.c = core_new(m.ir, &m.ir->tests[0], options);
    return m;
}

static inline void model_free(model *m)
{
    core_free(m->c);
    ir_free(m->ir);
    program_free(m->p);
}

/* Sees every state of the program's first test. */
static inline void model_explore(const char *text, const engine_options *o, verdict *v)
{
    model m = model_load(text, &o->core);
    verdict_init(v);
    explore_run(m.ir, m.c->test, o, v);
    model_free(&m);
}

#endif
