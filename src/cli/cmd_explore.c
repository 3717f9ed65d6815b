/* synod explore: the user makes a run step by step. */
#include "cli/cmd.h"
#include "cli/eval.h"
#include "cli/stepper.h"

#include <stdio.h>
#include <string.h>

/* Finds the one run of one test; if the model has several, the user must choose. */
static bool choose_test(const p_model *m, const options *o, setup *s,
                        const ir_test **test, strbuf *why)
{
    test_list tests = {0};
    bool ok = setup_tests(m, o->test, &s->memory, &tests, why);
    if (ok && tests.len > 1) {
        strbuf_printf(why, "there are %zu tests; choose one with --test:", tests.len);
        vec_each (one, &tests)
            strbuf_printf(why, " %s", (*one)->name);
        ok = false;
    }
    if (ok && tests.data[0]->main_interface == IR_NONE) {
        strbuf_puts(why, "the test has no main machine");
        ok = false;
    }
    if (ok)
        *test = tests.data[0];
    vec_free(&tests);
    return ok;
}

static int explore(p_model *m, const options *o, const char *const *args, size_t count)
{
    setup s;
    trace_options v = {0};
    expression_list watched = {0};
    const ir_test *test = NULL;
    strbuf why = {0};
    int code = EXIT_INPUT;
    bool ok = setup_init(&s, o, m, NULL, &why) &&
              trace_options_init(&v, o, m->ir, &why) &&
              choose_test(m, o, &s, &test, &why);
    if (!ok)
        cmd_error(strbuf_text(&why));
    if (ok && eval_compile(m, o, &watched)) {
        const stepper_input in = {.o = o,
                                  .m = m,
                                  .test = test,
                                  .setup = &s,
                                  .view = &v,
                                  .watched = watched.data,
                                  .watched_count = watched.len,
                                  .sources = args,
                                  .source_count = count};
        code = stepper_run(&in);
    }
    vec_free(&watched);
    trace_options_fini(&v);
    setup_fini(&s);
    strbuf_free(&why);
    return code;
}

int cmd_explore(const options *o, const char *const *args, size_t count)
{
    p_model m = model_load_to_run(o, args, count, NULL, NULL);
    int code = m.ir != NULL ? explore(&m, o, args, count) : EXIT_INPUT;
    model_fini(&m);
    return code;
}
