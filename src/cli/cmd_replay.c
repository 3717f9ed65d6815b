/* synod replay: runs the violations and witnesses of a --json file again.
 *
 * A run depends on the network, fault budgets and granularity under which it was found;
 * the file records them, and setup_recorded restores them.  The model may have changed
 * since, which gives a warning; a run that does not fit the model is an input error.
 * The exit code says whether things are as they should be: a violation should be gone,
 * a witness should still cover its scenario.
 */
#include "cli/cmd.h"
#include "cli/command_line.h"
#include "cli/confirm.h"
#include "cli/eval.h"
#include "cli/model.h"
#include "cli/outputs.h"
#include "cli/setup.h"
#include "cli/stepper.h"
#include "cli/trace_options.h"
#include "cli/unused_options.h"
#include "cli/witness.h"

#include "core/foreign.h"
#include "lang/input.h"
#include "report/json.h"
#include "report/text.h"
#include "report/trace_file.h"
#include "report/trace_quota.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

typedef struct session {
    const options *o;
    trace_file file;
    p_model m;
    expression_list watched;
    trace_options view;
    trace_quota traces;
    const char *const *inputs; /* given after the trace */
    size_t input_count;
    const char *path; /* of the trace */
    outputs out;      /* zeroed: no page is wanted */
    strbuf command;   /* the command itself, quoted */
    bool has_warned;  /* that the foreign functions have changed */
    int code;
} session;

static void note_code(session *s, int code)
{
    /* The exit code of an input error takes precedence over that of a violation. */
    if (s->code == EXIT_OK || code == EXIT_INPUT)
        s->code = code;
}

/* The run of exactly that name, not another one whose name begins with it. */
static const ir_test *exact(const test_list *tests, const char *name)
{
    vec_each (test, tests)
        if (strcmp((*test)->name, name) == 0)
            return *test;
    return tests->data[0];
}

/* Sets up the options that the run was made with. */
static bool set_up(session *s, const recorded_trace *t, setup *out, strbuf *why)
{
    return setup_init(out, s->o, &s->m, NULL, why) &&
           setup_recorded(out, s->m.ir, t, why) &&
           (t->scenario == NULL ||
            witness_goal(s->m.ir, t->scenario, &out->engine.core.goal, why));
}

static void print_result(session *s, result *r, const recorded_trace *t)
{
    strbuf b = {0};
    if (!s->o->quiet)
        eval_warn(&s->watched, s->m.ir, r->test);
    if (!s->o->quiet && trace_quota_take(&s->traces))
        trace_text(&s->m.program->src, r, &s->view.trace, &b);
    const char *kind = fault_word(r->verdict.fault.kind);
    if (r->verdict.fault.kind == FAULT_WITNESS)
        strbuf_printf(&b, "%s: scenario %s is covered again\n", r->test->name,
                      t->scenario);
    else if (r->verdict.fault.kind == FAULT_NONE && t->scenario != NULL)
        strbuf_printf(&b, "%s: the run no longer covers scenario %s\n", r->test->name,
                      t->scenario);
    else if (r->verdict.fault.kind == FAULT_NONE)
        strbuf_printf(&b, "%s: the run %s\n", r->test->name,
                      t->kind != NULL ? "no longer fails" : "does not fail");
    else if (t->kind == NULL)
        strbuf_printf(&b, "%s: the run now fails: %s\n", r->test->name,
                      fault_title(r->verdict.fault.kind));
    else if (strcmp(kind, t->kind) != 0)
        strbuf_printf(&b, "%s: the run fails differently: %s, not %s\n", r->test->name,
                      kind, t->kind);
    else
        strbuf_printf(&b, "%s: violated again: %s\n", r->test->name,
                      fault_title(r->verdict.fault.kind));
    fputs(strbuf_text(&b), stdout);
    strbuf_free(&b);
}

static void write_result(session *s, result *r, const recorded_trace *t)
{
    bool fails = r->verdict.fault.kind != FAULT_NONE;
    r->verdict.kind = fails ? VERDICT_VIOLATED : VERDICT_UNKNOWN;
    if (!fails)
        r->verdict.stop = t->kind != NULL ? STOP_NO_FAILURE : STOP_BY_HAND;
    r->command = strbuf_text(&s->command);
    outputs_add(&s->out, r);
}

/* A violation should be gone; a witness should still cover its scenario. */
static bool is_as_it_should_be(const result *r, const recorded_trace *t)
{
    return r->verdict.fault.kind == (t->scenario != NULL ? FAULT_WITNESS : FAULT_NONE);
}

static void replay_on(session *s, const ir_test *test, recorded_trace *t, setup *with)
{
    result r;
    result_init(&r, s->m.ir, test);
    r.options = &with->engine;
    r.watched = s->watched.data;
    r.watched_count = s->watched.len;
    r.story.wants_enabled = s->o->html != NULL;
    trace_fini(&r.verdict.trace);
    r.verdict.trace = t->trace;
    trace_init(&t->trace);
    confirm_run(&r);
    if (r.bad_replay != NULL) {
        fprintf(stderr, "synod: error: the trace of %s does not fit the model: %s\n",
                test->name, r.bad_replay);
        note_code(s, EXIT_INPUT);
    } else {
        print_result(s, &r, t);
        if (t->scenario == NULL)
            write_result(s, &r, t);
        note_code(s, is_as_it_should_be(&r, t) ? EXIT_OK : EXIT_VIOLATED);
    }
    result_fini(&r);
}

/* The user steps along the trace. */
static void walk(session *s, const ir_test *test, const recorded_trace *t,
                 const setup *with)
{
    const bool has_inputs = s->input_count > 0;
    const stepper_input in = {.o = s->o,
                              .m = &s->m,
                              .test = test,
                              .setup = with,
                              .view = &s->view,
                              .watched = s->watched.data,
                              .watched_count = s->watched.len,
                              .trace = &t->trace,
                              .trace_path = s->path,
                              .sources = has_inputs ? s->inputs : s->file.inputs.data,
                              .source_count =
                                  has_inputs ? s->input_count : s->file.inputs.len};
    note_code(s, stepper_run(&in));
}

/* Once for all traces of a file. */
static void warn_of_other_library(session *s, const recorded_trace *t,
                                  const setup *with)
{
    if (t->foreign == 0 ||
        t->foreign == foreign_fingerprint(with->engine.core.foreign) || s->has_warned)
        return;
    fputs(
        "synod: warning: the library of foreign functions has changed since the trace "
        "was made\n",
        stderr);
    s->has_warned = true;
}

static void replay_one(session *s, recorded_trace *t)
{
    strbuf why = {0};
    test_list tests = {0};
    setup with;
    if (set_up(s, t, &with, &why) &&
        setup_tests(&s->m, t->test, &with.memory, &tests, &why) &&
        exact(&tests, t->test)->main_interface != IR_NONE) {
        warn_of_other_library(s, t, &with);
        if (s->o->step)
            walk(s, exact(&tests, t->test), t, &with);
        else
            replay_on(s, exact(&tests, t->test), t, &with);
    } else {
        note_code(s, cmd_error(why.len > 0 ? strbuf_text(&why)
                                           : "the test has no main machine"));
    }
    setup_fini(&with);
    vec_free(&tests);
    strbuf_free(&why);
}

static bool is_meant(const session *s, const char *test)
{
    return s->o->test == NULL || setup_is_meant(test, s->o->test);
}

static void replay_all(session *s)
{
    bool is_first = true;
    s->traces.most = s->o->max_traces;
    if (json_fingerprint(&s->m.program->src) != s->file.fingerprint)
        fputs("synod: warning: the model has changed since the trace was made\n",
              stderr);
    vec_each (t, &s->file.traces) {
        if (!is_meant(s, t->test))
            continue;
        if (!s->o->step || is_first) {
            replay_one(s, t);
        } else {
            fputs("synod: the file has more traces; select one with --test\n", stderr);
            break;
        }
        is_first = false;
    }
    trace_quota_print(&s->traces);
}

/* ---- Nothing to replay ---- */

static bool has_trace(const session *s)
{
    vec_each (t, &s->file.traces)
        if (is_meant(s, t->test))
            return true;
    return false;
}

/* No violation is no mistake, unless the file has no such test. */
static int report_no_trace(const session *s)
{
    bool has_test = false;
    vec_each (name, &s->file.tests)
        has_test |= is_meant(s, *name);
    if (!has_test)
        return cmd_error(s->o->test != NULL ? "the file has no result of that test"
                                            : "the file has no results");
    if (!s->o->quiet)
        printf("nothing to replay: %s\n", s->o->test == NULL
                                              ? "no test was violated"
                                              : "the test was not violated");
    if (s->o->html != NULL)
        fprintf(stderr, "synod: '%s' was not written\n", s->o->html);
    return EXIT_OK;
}

/* False: writing PAGE would overwrite the recorded trace, which may be the only copy.
 */
static bool is_kept(const char *page, const char *recorded)
{
    struct stat a;
    struct stat b;
    if (stat(page, &a) != 0 || stat(recorded, &b) != 0 || !S_ISREG(a.st_mode) ||
        a.st_dev != b.st_dev || a.st_ino != b.st_ino)
        return true;
    fprintf(stderr, "synod: error: --html would overwrite the trace: '%s'\n", page);
    return false;
}

static void replay_and_write(session *s, const char *recorded)
{
    if (!is_kept(s->o->html, recorded) || !outputs_open(&s->out)) {
        s->code = EXIT_INPUT;
        return;
    }
    strbuf_puts(&s->command, "synod replay ");
    strbuf_shell(&s->command, recorded);
    replay_all(s);
    if (!outputs_close(&s->out, s->code) && s->code == EXIT_OK)
        s->code = EXIT_INPUT;
}

/* A trace has the path of its model as it was given then, perhaps relative to another
 * folder. */
static void hint_at_model(const char *recorded, const char *const *inputs, size_t count)
{
    struct stat is;
    strbuf name = {0};
    strbuf_shell(&name, recorded);
    for (size_t i = 0; i < count; i++) {
        if (stat(inputs[i], &is) == 0)
            continue;
        fprintf(stderr,
                "synod: the model of the trace was not found; name it: synod replay %s "
                "MODEL...\n",
                strbuf_text(&name));
        break;
    }
    strbuf_free(&name);
}

/* Did the model of the trace come from the standard input? Then the user must name it
 * now. */
static bool is_model_known(const session *s, const char *recorded, size_t count)
{
    bool is_known = true;
    vec_each (path, &s->file.inputs)
        is_known &= count > 1 || !input_is_standard(*path);
    if (is_known)
        return true;
    strbuf name = {0};
    strbuf_shell(&name, recorded);
    fprintf(stderr,
            "synod: error: the model of the trace came from the standard input; name "
            "it: synod replay %s MODEL...\n",
            strbuf_text(&name));
    strbuf_free(&name);
    return false;
}

static int replay_file(session *s, const char *const *args, size_t count)
{
    options o = *s->o;
    o.strict_p |= s->file.strict_p;
    s->path = args[0];
    s->inputs = args + 1;
    s->input_count = count - 1;
    const char *const *inputs = count > 1 ? args + 1 : s->file.inputs.data;
    size_t input_count = count > 1 ? count - 1 : s->file.inputs.len;
    if (o.html != NULL)
        outputs_init_page(&s->out, &o, inputs, input_count);
    s->m = model_load_to_run(&o, inputs, input_count,
                             o.html != NULL ? outputs_see_model : NULL, &s->out);
    strbuf why = {0};
    if (s->m.ir == NULL && count == 1)
        hint_at_model(args[0], inputs, input_count);
    if (s->m.ir == NULL && o.html != NULL && is_kept(o.html, args[0]))
        outputs_give_up(&s->out, EXIT_INPUT);
    if (s->m.ir == NULL || !eval_compile(&s->m, &o, &s->watched))
        s->code = EXIT_INPUT;
    else if (!trace_options_init(&s->view, s->o, s->m.ir, &why))
        s->code = cmd_error(strbuf_text(&why));
    else if (o.html != NULL)
        replay_and_write(s, args[0]);
    else
        replay_all(s);
    outputs_fini(&s->out);
    strbuf_free(&s->command);
    strbuf_free(&why);
    trace_options_fini(&s->view);
    vec_free(&s->watched);
    model_fini(&s->m);
    return s->code;
}

static void print_remark(void *context, const char *text)
{
    (void)context;
    fprintf(stderr, "synod: %s\n", text);
}

int cmd_replay(const options *o, const char *const *args, size_t count)
{
    session s = {.o = o};
    strbuf why = {0};
    if (count == 0)
        return cmd_error("replay needs a file that --json wrote");
    if (o->step && o->html != NULL)
        return cmd_error("--html does not work with --step");
    if (!o->quiet)
        unused_options_report(o, REPLAY, print_remark, NULL);
    int code;
    if (trace_file_read(&s.file, args[0], &why)) {
        code = !has_trace(&s)                        ? report_no_trace(&s)
               : !is_model_known(&s, args[0], count) ? EXIT_INPUT
                                                     : replay_file(&s, args, count);
    } else {
        fprintf(stderr, "synod: error: cannot replay '%s': %s\n", args[0],
                strbuf_text(&why));
        code = EXIT_INPUT;
    }
    trace_file_free(&s.file);
    strbuf_free(&why);
    return code;
}
