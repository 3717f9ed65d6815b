/* synod check: runs an engine over the tests of a model.
 *
 * A violation is replayed before it is printed (check_violation), so that the verdict
 * "violated" never depends on the engine alone.  With --budget a test gets a share of
 * the time; tests that use up their share run again after the others, until none of
 * them would get more time than before.  With --mpi all ranks run the same tests in the
 * same order: rank 0 decides (ranks_any) and prints.  Running out of memory is not the
 * model's fault: on_no_memory reports what is known, without allocating.
 */
#include "cli/budget.h"
#include "cli/check_icet.h"
#include "cli/checking.h"
#include "cli/cmd.h"
#include "cli/confirm.h"
#include "cli/crashes.h"
#include "cli/engine_choice.h"
#include "cli/eval.h"
#include "cli/icet_input.h"
#include "cli/identity.h"
#include "cli/interrupt.h"
#include "cli/model.h"
#include "cli/outputs.h"
#include "cli/progress.h"
#include "cli/ranks.h"
#include "cli/remedy.h"
#include "cli/setup.h"
#include "cli/summary.h"
#include "cli/trace_options.h"
#include "cli/unused_options.h"
#include "cli/witness.h"

#include "base/clock.h"
#include "base/savefile.h"
#include "core/foreign_guard.h"
#include "report/coverage.h"
#include "report/dot.h"
#include "report/known_values.h"
#include "report/left_out.h"
#include "report/state_graph.h"
#include "report/stop_text.h"
#include "report/text.h"
#include "report/trace_quota.h"
#include "report/why.h"

#include <assert.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef struct session {
    const options *o;
    engine_id engine; /* that runs first */
    bool is_auto;     /* other engines may take over */
    ranks ranks;
    p_model m;
    expression_list watched;
    expression_list bounds; /* of --within */
    setup s;
    trace_options view;
    trace_quota traces;
    test_list tests;
    progress p;
    outputs out;
    summary sum;
    budget budget;
    bool has_failed;     /* a test is violated */
    VEC(result) stopped; /* tests that have used up their share of the budget */
    const checking *checking;
} session;

/* ---- Running out of memory is no fault of the model ---- */

/* The current session and test, or NULL. */
static session *running_session;
static const result *running;

static void put(int file, const char *text, size_t len)
{
    while (len > 0) {
        ssize_t done = write(file, text, len);
        if (done <= 0)
            return;
        text += done;
        len -= (size_t)done;
    }
}

/* Prints what is known about a test. */
static void say_unknown(const session *s, const result *r)
{
    const engine_stats *t = &r->verdict.stats;
    char text[600];
    int len = snprintf(text, sizeof text, "%.200s: unknown: %s", r->test->name,
                       stop_words(r->verdict.stop));
    char states[TEXT_DIGITS];
    char transitions[TEXT_DIGITS];
    char depth[TEXT_DIGITS];
    if (t->states > 0)
        len += snprintf(
            text + len, sizeof text - (size_t)len,
            " after %s states, %s transitions, depth %s; no violation so far",
            text_digits(t->states, states), text_digits(t->transitions, transitions),
            text_digits(t->depth, depth));
    text[len++] = '\n';
    screen_wipe_at_once();
    put(ranks_is_first(&s->ranks) ? STDOUT_FILENO : STDERR_FILENO, text, (size_t)len);
}

static void rescue(session *s, const result *r, stop_reason why)
{
    result known = *r;
    known.verdict.kind = VERDICT_UNKNOWN;
    known.verdict.stop = why;
    say_unknown(s, &known);
    outputs_rescue_result(&s->out, &known);
}

/* Prints what is known about the current test, and writes the results of earlier ones.
 * Must not allocate.  If no engine runs, only writes the results. */
static void on_no_memory(void)
{
    static atomic_flag is_said = ATOMIC_FLAG_INIT;
    static _Thread_local int calls;
    session *s = running_session;
    if (s == NULL || ++calls > 2)
        return;
    int code = summary_code(&s->sum) == EXIT_OK ? EXIT_UNKNOWN : summary_code(&s->sum);
    if (calls == 2) { /* too little memory was reserved for the result */
        outputs_rescue(&s->out);
        outputs_rescue_end(&s->out, code);
        _exit(code);
    }
    while (atomic_flag_test_and_set(&is_said))
        pause(); /* another thread prints it */
    outputs_rescue(&s->out);
    if (running == NULL) {
        outputs_rescue_end(&s->out, EXIT_FAULT);
        return;
    }
    vec_each (r, &s->stopped)
        if (r->test != NULL)
            rescue(s, r, r->verdict.stop);
    rescue(s, running, STOP_SYSTEM_MEMORY);
    interrupt_remove_remains();
    outputs_rescue_end(&s->out, code);
    _exit(code);
}

/* A foreign function crashes, or is not pure. */
static void on_foreign_end(void)
{
    screen_wipe_at_once();
    interrupt_remove_remains();
}

/* ---- One test ---- */

static void report_checkpoint(session *s)
{
    strbuf b = {0};
    strbuf_printf(&b, "checkpoint written to '%s'; continue with --resume '%s'",
                  s->o->checkpoint, s->o->checkpoint);
    progress_notice(&s->p, strbuf_text(&b));
    strbuf_free(&b);
}

static void add_reduction(const result *r, strbuf *out)
{
    if (!result_is_reduced(r))
        return;
    strbuf_puts(out, r->verdict.kind == VERDICT_VIOLATED ? "    " : "  ");
    text_reduction(r, out);
    strbuf_putc(out, '\n');
}

/* --quiet trusts a test that holds.  Within a bound that holds nowhere any test does.
 */
static void warn_of_bound(const result *r)
{
    coverage_report c;
    if (r->verdict.kind != VERDICT_WITHIN || r->verdict.coverage == NULL)
        return;
    coverage_report_init(&c, r);
    if (c.has_missed && coverage_is_hollow(&c))
        fprintf(stderr,
                "synod: warning: %s holds within a bound that leaves next to nothing: "
                "%s\n",
                r->test->name, vec_at(&c.notes, 0)->text);
    coverage_report_fini(&c);
}

static void print_result(session *s, result *r)
{
    strbuf b = {0};
    strbuf_printf(&b, "%s: ", r->test->name);
    text_verdict(&s->m.program->src, r, &b);
    strbuf_putc(&b, '\n');
    if (r->verdict.kind != VERDICT_VIOLATED && !s->o->quiet)
        add_reduction(r, &b);
    if (r->verdict.kind == VERDICT_VIOLATED && !s->o->quiet &&
        trace_quota_take(&s->traces)) {
        eval_warn(&s->watched, s->m.ir, r->test);
        strbuf_puts(&b, "    ");
        text_search(r, &b);
        strbuf_putc(&b, '\n');
        add_reduction(r, &b);
        trace_text(&s->m.program->src, r, &s->view.trace, &b);
    }
    if (!s->o->quiet)
        known_values_text(&s->m.program->src, r, &b);
    if (r->diagnosis != NULL && !s->o->quiet)
        why_text(&s->m.program->src, r, &b);
    if (r->verdict.coverage != NULL && !s->o->quiet &&
        (summary_is_fine(r) || s->o->coverage))
        coverage_text_result(r, &s->m.program->src, s->o->coverage, &b);
    if (r->verdict.coverage != NULL && s->o->witness != NULL && !s->o->quiet)
        witness_text(&s->m.program->src, s->o, r, &s->view.trace, &b);
    if (s->o->quiet)
        warn_of_bound(r);
    if (!summary_is_fine(r) || !s->o->quiet)
        fputs(strbuf_text(&b), stdout);
    fflush(stdout);
    if (r->verdict.can_resume && !s->o->quiet)
        report_checkpoint(s);
    strbuf_free(&b);
}

/* Is the run shrunk for anybody to read it? */
static bool wants_short_run(const session *s)
{
    return !s->o->no_shrink && ((!s->o->quiet && trace_quota_has_room(&s->traces)) ||
                                outputs_show_runs(&s->out) || s->checking->see != NULL);
}

/* A run that is the shortest already can only be put in order: that is worth less time.
 */
static double shrink_seconds(const session *s, const result *r)
{
    double seconds = (double)s->o->shrink_time;
    return r->verdict.is_shortest && seconds > 1 ? 1 : seconds;
}

/* The run is too long for the memory that there is.  No report has it. */
static void leave_unconfirmed(result *r)
{
    verdict *v = &r->verdict;
    trace_fini(&v->trace);
    trace_init(&v->trace);
    v->fault = (fault){0};
    v->kind = VERDICT_UNKNOWN;
    v->stop = STOP_MEMORY;
    v->detail = "a run that fails was not confirmed: the memory limit was reached";
    v->saw_violation = true;
}

/* A violation that cannot be confirmed is a fault in Synod. */
static void check_violation(session *s, result *r)
{
    const shrink_limits limits = {.seconds = shrink_seconds(s, r),
                                  .is_shortest = r->verdict.is_shortest,
                                  .stop = &interrupted};
    confirm_readable_run(r, wants_short_run(s) ? &limits : NULL);
    if (r->lacks_memory)
        leave_unconfirmed(r);
    if (r->bad_replay == NULL)
        return;
    fprintf(stderr,
            "synod: fault: the violation of %s did not replay: %s.\nThis is a fault "
            "in Synod, not in the model; please report it.\n",
            r->test->name, r->bad_replay);
    s->sum.is_broken = true;
    /* The documents must not lack a test, and the violation is not to be relied on. */
    r->verdict.kind = VERDICT_UNKNOWN;
    r->verdict.stop = STOP_NOT_REPLAYED;
    r->verdict.saw_violation = true;
}

static void refuse(session *s, const result *r)
{
    strbuf room = {0};
    fprintf(stderr, "synod: error: %s: %s\n", r->test->name,
            stop_text_verdict(&r->verdict, &room));
    strbuf_free(&room);
    s->sum.is_refused = true;
}

static void find_witnesses(session *s, result *r, witness_list *out)
{
    if (s->o->witness == NULL || r->verdict.coverage == NULL || r->bad_replay != NULL)
        return;
    s->sum.is_broken |= !witness_find(s->o, r, out);
    r->witnesses = out->data;
    r->witness_count = out->len;
}

/* Does a measurement after the verdict tell the user anything? It may decide the test:
 * then the exit code must not depend on --quiet. */
static bool wants_diagnosis(const session *s, const result *r)
{
    bool is_seen = !s->o->quiet || outputs_show_runs(&s->out);
    bool is_open = r->verdict.kind == VERDICT_UNKNOWN && r->bad_replay == NULL &&
                   r->verdict.stop != STOP_INTERRUPTED;
    return interrupted == 0 && (is_open || (is_seen && s->o->profile));
}

/* How long advice may take: who limits the time wants no more than a little on top. */
static double advice_seconds(const session *s, const result *r)
{
    const double usual = 20;
    const double limited = 5;
    double part = r->budget / 5;
    if (r->budget > 0)
        return part < limited ? part : limited;
    return s->o->max_time > 0 ? limited : usual;
}

/* Says why the test is undecided, and what to do; D gets what was measured.  *ANSWER:
 * see remedy_find. */
static void explain_unknown(session *s, result *r, diagnosis *d, verdict *answer)
{
    bool is_open = r->verdict.kind == VERDICT_UNKNOWN;
    double seconds = advice_seconds(s, r);
    const remedy_request q = {.o = s->o,
                              .m = &s->m,
                              .inputs = s->out.inputs,
                              .input_count = s->out.input_count,
                              .d = d,
                              .end = clock_ns() + (uint64_t)(seconds * 1e9)};
    diagnosis_limits limits = diagnosis_usual_limits;
    if (seconds / 2 < limits.seconds)
        limits.seconds = seconds / 2;
    running = r; /* memory may run out here, too */
    diagnosis_make(d, r->ir, r->test, r->options, is_open ? &r->verdict : NULL,
                   &limits);
    r->diagnosis = d;
    r->shows_profile = s->o->profile;
    if (is_open)
        remedy_find(&q, r, answer);
    running = NULL;
}

/* Says which engine the verdict is of, and why it is no longer that of R. */
static void note_adoption(result *r, engine_id engine)
{
    strbuf room = {0};
    strbuf text = {0};
    strbuf_printf(&text, "by --engine=%s, tried because %s", registry_name(engine),
                  stop_text_verdict(&r->verdict, &room));
    result_note(r, strbuf_text(&text));
    r->origin = *vec_last(&r->notices);
    strbuf_free(&room);
    strbuf_free(&text);
}

/* The verdict of a trial becomes that of the test. */
static void adopt(result *r, verdict *answer)
{
    engine_options *e = ARENA_NEW(&r->memory, engine_options);
    note_adoption(r, answer->engine);
    *e = *r->options;
    e->depth_first = false; /* a trial is not */
    e->bitstate = 0;
    registry_prepare(answer->engine, e);
    r->options = e;
    r->engine = answer->engine;
    answer->stats.seconds += r->verdict.stats.seconds;
    verdict_fini(&r->verdict);
    r->verdict = *answer;
    verdict_init(answer);
    r->is_out_of_budget = false;
    r->advice = r->expected = NULL;
    r->is_tried = false;
}

/* A violation is replayed, so it does not matter who has found it.  Who names an engine
 * asks for its proof; `auto` may take that of any engine. */
static bool may_adopt(const session *s, const verdict *answer)
{
    return answer->kind == VERDICT_VIOLATED ||
           (s->is_auto && answer->kind != VERDICT_UNKNOWN);
}

/* The diagnosis of a test that is undecided, or its profile; D is to be freed if R has
 * it then. */
static void diagnose(session *s, result *r, diagnosis *d)
{
    verdict answer;
    verdict_init(&answer);
    explain_unknown(s, r, d, &answer);
    if (may_adopt(s, &answer)) {
        adopt(r, &answer);
        vec_clear(&d->reasons);
        if (r->verdict.kind == VERDICT_VIOLATED)
            check_violation(s, r);
    }
    verdict_fini(&answer);
}

static void begin_engine(session *s, result *r)
{
    if (ranks_is_first(&s->ranks))
        progress_begin(&s->p, r);
}

static void remark(void *context, const char *text)
{
    session *s = context;
    if (text[0] != '\0' && ranks_is_first(&s->ranks))
        progress_remark(&s->p, text);
}

/* The current test, for `auto`, which switches from engine to engine. */
typedef struct handover {
    session *s;
    result *r;
    engine_options *e; /* R's */
} handover;

static void on_begin(void *context, engine_id engine)
{
    handover *h = context;
    h->r->engine = engine;
    registry_prepare(engine, h->e);
    begin_engine(h->s, h->r);
}

static void on_switch(void *context, const engine_switch *change)
{
    handover *h = context;
    strbuf text = {0};
    stop_text_switch(change, &text);
    if (ranks_is_first(&h->s->ranks))
        progress_aside(&h->s->p, strbuf_text(&text));
    strbuf_free(&text);
}

/* False: do not run the engine. */
static bool settle_crashes(session *s, result *r, engine_options *e)
{
    strbuf text = {0};
    bool ok = crashes_settle(s->o, r, e, &text);
    remark(s, strbuf_text(&text));
    strbuf_free(&text);
    return ok;
}

static void run_engine(session *s, result *r, engine_options *e)
{
    handover h = {s, r, e};
    e->on_begin = on_begin;
    e->on_switch = on_switch;
    e->host = &h;
    registry_run(s->is_auto ? ENGINE_AUTO : r->engine, r->ir, r->test, e, &r->verdict);
    e->host = NULL;
}

static void run_test(session *s, const ir_test *test, double share, result *r)
{
    result_init(r, s->m.ir, test);
    engine_options *e = ARENA_NEW(&r->memory, engine_options);
    setup_for_test(&s->s, s->engine, share, e);
    r->engine = s->engine;
    r->options = e;
    r->budget = share;
    r->story.wants_enabled = s->o->json != NULL || s->o->html != NULL;
    r->watched = s->watched.data;
    r->watched_count = s->watched.len;
    begin_engine(s, r);
    if (ranks_is_first(&s->ranks) && !s->o->quiet)
        eval_warn_bounds(&s->bounds, s->m.ir, test);
    bool ok = settle_crashes(s, r, e);
    strbuf identity = {0};
    identity_write(&s->m.program->src, s->m.ir, test, e, &identity);
    e->identity = strbuf_text(&identity);
    outputs_expect(&s->out, test);
    running = r;
    if (ok)
        run_engine(s, r, e);
    running = NULL;
    e->identity = NULL;
    if (ranks_is_first(&s->ranks))
        progress_end(&s->p, &r->verdict);
    strbuf_free(&identity);
}

/* If nothing but proofs is claimed, "holds" would be no answer. */
static void doubt_unchecked(result *r)
{
    if (unchecked_has_any(&r->unchecked) && summary_is_fine(r) &&
        !r->options->core.strict_quiescence && unchecked_is_all(r->ir, r->test)) {
        r->verdict.kind = VERDICT_UNKNOWN;
        r->verdict.stop = STOP_ONLY_PROOFS;
    }
}

/* No engine looks at the proof dialect. */
static void note_unchecked(result *r)
{
    strbuf text = {0};
    r->unchecked = unchecked_of(r->ir);
    if (!unchecked_has_any(&r->unchecked))
        return;
    unchecked_text(&r->unchecked, &text);
    result_note(r, strbuf_text(&text));
    strbuf_free(&text);
}

/* Prints and writes the result. */
static void report_result(session *s, result *r)
{
    if (!ranks_is_first(&s->ranks)) {
        result_fini(r);
        return;
    }
    if (r->verdict.kind == VERDICT_REFUSED) {
        refuse(s, r);
        outputs_add(&s->out, r);
        result_fini(r);
        return;
    }
    if (r->verdict.kind == VERDICT_VIOLATED)
        check_violation(s, r);
    note_unchecked(r);
    doubt_unchecked(r);
    diagnosis measured;
    if (wants_diagnosis(s, r))
        diagnose(s, r, &measured);
    doubt_unchecked(r);
    witness_list witnesses = {0};
    find_witnesses(s, r, &witnesses);
    if (r->bad_replay == NULL)
        print_result(s, r);
    outputs_add(&s->out, r);
    if (r->bad_replay == NULL) {
        if (s->checking->see != NULL)
            s->checking->see(s->checking->context, r);
        summary_add(&s->sum, r);
        s->has_failed |= r->verdict.kind == VERDICT_VIOLATED;
    }
    witness_list_fini(&witnesses);
    if (r->diagnosis != NULL)
        diagnosis_fini(&measured);
    result_fini(r);
}

/* ---- All of them ---- */

/* A test that does not run is a result in all documents, so that its absence is not
 * taken for success. */
static void leave_out(session *s, const ir_test *test, verdict_kind kind,
                      stop_reason why)
{
    result r;
    result_init(&r, s->m.ir, test);
    r.engine = s->engine;
    r.options = &s->s.engine;
    r.verdict.kind = kind;
    r.verdict.stop = why;
    outputs_add(&s->out, &r);
    result_fini(&r);
}

/* Did the test use up its share, so that it may run again after the others? Rank 0
 * decides. */
static bool is_stopped(const session *s, result *r)
{
    r->is_out_of_budget = r->verdict.kind == VERDICT_UNKNOWN && r->budget > 0 &&
                          r->verdict.stop == STOP_TIME &&
                          r->verdict.violation_within == 0 &&
                          r->options->limits.seconds >= r->budget;
    return ranks_any(&s->ranks, r->is_out_of_budget && ranks_is_first(&s->ranks));
}

/* --fail-fast: is the first violation found? Only rank 0 knows. */
static bool is_enough(const session *s)
{
    return s->o->fail_fast && s->has_failed;
}

/* COUNT: tests still to be run, including this one. */
static void check_test(session *s, const ir_test *test, size_t count)
{
    result r;
    run_test(s, test, s->budget.is_set ? budget_share(&s->budget, count) : 0, &r);
    if (is_stopped(s, &r))
        vec_push(&s->stopped, r);
    else
        report_result(s, &r);
}

/* Runs stopped tests again, in order, with the rest of the budget.  False: none would
 * get more time than before. */
static bool go_on(session *s)
{
    bool has_run = false;
    size_t kept = 0;
    for (size_t i = 0; i < s->stopped.len; i++) {
        result r = s->stopped.data[i];
        double share = budget_again(&s->budget, r.budget, s->stopped.len - i);
        bool is_worth_it = share > 0 && interrupted == 0 && !is_enough(s);
        s->stopped.data[i].test = NULL; /* R owns it now */
        bool is_kept = !ranks_any(&s->ranks, is_worth_it && ranks_is_first(&s->ranks));
        if (!is_kept) {
            const ir_test *test = r.test;
            result_fini(&r);
            run_test(s, test, share, &r);
            has_run = true;
            is_kept = is_stopped(s, &r);
        }
        if (is_kept)
            s->stopped.data[kept++] = r;
        else
            report_result(s, &r);
    }
    s->stopped.len = kept;
    return has_run;
}

static void finish_stopped(session *s)
{
    while (s->stopped.len > 0 && go_on(s))
        ;
    vec_each (r, &s->stopped)
        report_result(s, r);
    vec_clear(&s->stopped);
}

static void check_tests(session *s)
{
    size_t count = s->tests.len;
    name_list spared = {0};
    budget_start(&s->budget);
    vec_each (test, &s->tests) {
        if (ranks_any(&s->ranks, is_enough(s))) {
            leave_out(s, *test, VERDICT_UNKNOWN, STOP_NOT_CHECKED);
            s->sum.left_out++;
            vec_push(&spared, (*test)->name);
        } else if (ranks_any(&s->ranks, interrupted != 0)) {
            printf("%s: not checked\n", (*test)->name);
            leave_out(s, *test, VERDICT_UNKNOWN, STOP_NOT_CHECKED);
            s->sum.left_out++;
        } else if ((*test)->main_interface == IR_NONE) {
            printf("%s: skipped: the test has no main machine\n", (*test)->name);
            leave_out(s, *test, VERDICT_SKIPPED, STOP_NO_MAIN);
        } else {
            check_test(s, *test, count);
        }
        count--;
    }
    finish_stopped(s);
    if (ranks_is_first(&s->ranks) && !s->o->quiet)
        left_out_print(&spared, "test");
    vec_free(&spared);
}

/* The exit code of a violation takes precedence over that of an output that cannot be
 * written. */
static int close_outputs(session *s)
{
    int code = summary_code(&s->sum);
    if (!ranks_is_first(&s->ranks) || outputs_close(&s->out, code))
        return code;
    return code == EXIT_VIOLATED || code == EXIT_FAULT ? code : EXIT_INPUT;
}

static int run_tests(session *s)
{
    bool ok = !ranks_is_first(&s->ranks) || outputs_open(&s->out);
    if (!ranks_all_could(&s->ranks, ok, "begin"))
        return EXIT_INPUT;
    running_session = s;
    s->traces.most = s->o->max_traces;
    check_tests(s);
    trace_quota_print(&s->traces);
    if (s->sum.rows.len > 1 && !s->o->quiet)
        summary_print(&s->sum, s->m.ir, s->tests.data, s->tests.len);
    running_session = NULL;
    return close_outputs(s);
}

/* A checkpoint is for one test. */
static bool is_one_test(const session *s, strbuf *why)
{
    const char *option = s->o->checkpoint != NULL ? "--checkpoint" : "--resume";
    if ((s->o->checkpoint == NULL && s->o->resume == NULL) || s->tests.len == 1)
        return true;
    strbuf_printf(why, "%s: the model has %zu tests; choose one with --test", option,
                  s->tests.len);
    return false;
}

/* The graph is drawn before any test runs, so that one that is too large is refused at
 * once. */
static bool draw(session *s, strbuf *why)
{
    strbuf *machines = outputs_text(&s->out, OUTPUT_DOT);
    strbuf *states = outputs_text(&s->out, OUTPUT_DOT_STATES);
    if (machines != NULL)
        dot_machines(s->m.ir, machines);
    if (states == NULL)
        return true;
    const ir_test *test = s->tests.data[0];
    if (s->tests.len == 1 && test->main_interface != IR_NONE)
        return state_graph_write(s->m.ir, test, &s->s.engine.core, states, why);
    if (s->tests.len == 1)
        strbuf_puts(why, "--dot-states: the test has no main machine");
    else
        strbuf_printf(why,
                      "--dot-states: the model has %zu tests; choose one with --test",
                      s->tests.len);
    return false;
}

static void set_ranks(session *s)
{
    const cluster *c = ranks_cluster(&s->ranks);
    if (c != NULL)
        setup_ranks(&s->s, s->o, c);
}

static void set_progress(session *s)
{
    if (ranks_is_first(&s->ranks))
        progress_init(&s->p, s->o, &s->s.engine);
}

static void note_lock(setup *s)
{
    if (s->lock != NULL)
        interrupt_note_lock(lockfile_path(s->lock));
}

/* A user who forgets --resume must not lose the checkpoint of an earlier run. */
static void warn_of_old_checkpoint(const options *o)
{
    if (o->checkpoint != NULL && o->resume == NULL && !o->quiet &&
        access(o->checkpoint, F_OK) == 0)
        fprintf(stderr,
                "synod: the checkpoint '%s' will be replaced; to continue from it, use "
                "--resume '%s'\n",
                o->checkpoint, o->checkpoint);
}

static void report_unused_options(session *s)
{
    if (ranks_is_first(&s->ranks) && !s->o->quiet)
        unused_options_report(s->o, CHECK, progress_notice, &s->p);
}

static void choose_engine(session *s)
{
    s->engine = engine_choice(s->o);
    s->is_auto = s->engine == ENGINE_AUTO;
    if (s->is_auto)
        s->engine = ENGINE_EXPLICIT;
}

static int list_tests(session *s)
{
    arena memory;
    strbuf why = {0};
    int code = EXIT_OK;
    arena_init(&memory);
    if (s->o->test != NULL && !setup_tests(&s->m, s->o->test, &memory, &s->tests, &why))
        code = cmd_error(strbuf_text(&why));
    else if (s->o->test == NULL)
        model_print_tests(&s->m);
    vec_each (test, &s->tests)
        puts((*test)->name);
    strbuf_free(&why);
    arena_fini(&memory);
    return code;
}

/* There is no test, but a claim that no engine looks at: no mistake of the user. */
static bool has_only_proofs(const session *s)
{
    assert(s->m.ir != NULL);
    unchecked u = unchecked_of(s->m.ir);
    return s->m.ir->test_count == 0 && s->o->test == NULL && unchecked_has_any(&u);
}

static int report_only_proofs(session *s)
{
    strbuf text = {0};
    unchecked u = unchecked_of(s->m.ir);
    if (!ranks_is_first(&s->ranks))
        return EXIT_UNKNOWN;
    strbuf_puts(&text, "nothing was checked: ");
    unchecked_text(&u, &text);
    strbuf_puts(&text, ", and the model has no test and no machine named Main");
    diag_item hint = {.severity = DIAG_HINT,
                      .text = "write a test for Synod to check; proofs are for P's own "
                              "PVerifier (p compile)"};
    const diag_item reason = {.severity = DIAG_WARNING,
                              .text = strbuf_text(&text),
                              .code = "only-proofs",
                              .details = &hint};
    outputs_see_reason(&s->out, &reason);
    bool ok = outputs_open_without_results(&s->out);
    printf("%s\n  = hint: %s\n", reason.text, hint.text);
    strbuf_free(&text);
    return ok && outputs_close(&s->out, EXIT_UNKNOWN) ? EXIT_UNKNOWN : EXIT_INPUT;
}

static int check_model(session *s)
{
    strbuf why = {0};
    if (s->o->list_tests)
        return list_tests(s);
    if (has_only_proofs(s))
        return report_only_proofs(s);
    bool ok = setup_init(&s->s, s->o, &s->m, &s->bounds, &why) &&
              trace_options_init(&s->view, s->o, s->m.ir, &why) &&
              setup_tests(&s->m, s->o->test, &s->s.memory, &s->tests, &why) &&
              is_one_test(s, &why) && witness_check(s->o, s->m.ir, &why) &&
              budget_init(&s->budget, s->o->budget, &why) && draw(s, &why);
    int code = EXIT_INPUT;
    if (!ok)
        cmd_error(strbuf_text(&why));
    if (ranks_all_could(&s->ranks, ok, "be set up")) {
        ranks_speak(&s->ranks);
        note_lock(&s->s);
        warn_of_old_checkpoint(s->o);
        s->s.engine.stop = &interrupted;
        choose_engine(s);
        set_ranks(s);
        set_progress(s);
        report_unused_options(s);
        code = run_tests(s);
    }
    interrupt_note_lock(NULL);
    trace_options_fini(&s->view);
    setup_fini(&s->s);
    strbuf_free(&why);
    return code;
}

static int check_loaded(session *s)
{
    interrupt_catch();
    mem_on_failure(on_no_memory);
    foreign_guard_on_end(on_foreign_end);
    int code = check_model(s);
    vec_free(&s->tests);
    vec_free(&s->watched);
    vec_free(&s->bounds);
    summary_fini(&s->sum);
    vec_free(&s->stopped);
    return code;
}

static bool compile_expressions(session *s)
{
    return eval_compile(&s->m, s->o, &s->watched) &&
           eval_compile_bounds(&s->m, s->o, &s->bounds);
}

int checking_run(const checking *c)
{
    session s = {.o = c->o, .ranks = {.errors = -1}, .m = *c->m, .checking = c};
    s.out = *c->out;
    int code = EXIT_INPUT;
    if (compile_expressions(&s))
        code = check_loaded(&s);
    *c->out = s.out; /* the caller owns it */
    return code;
}

static int load_and_check(session *s, const char *const *args, size_t count)
{
    bool is_first = ranks_is_first(&s->ranks);
    int code = EXIT_INPUT;
    if (is_first)
        outputs_init(&s->out, s->o, args, count);
    s->m = model_load_to_run(s->o, args, count, is_first ? outputs_see_model : NULL,
                             &s->out);
    if (is_first && s->m.ir == NULL)
        outputs_give_up(&s->out, code);
    bool ok = s->m.ir != NULL && compile_expressions(s);
    if (ranks_all_could(&s->ranks, ok, "load the model"))
        code = check_loaded(s);
    code = ranks_close(&s->ranks, code);
    outputs_fini(&s->out);
    model_fini(&s->m);
    return code;
}

int cmd_check(const options *o, const char *const *args, size_t count)
{
    if (check_icet_takes(o, args, count))
        return check_icet(o, args, count);
    icet_input_note_left_out(o, args, count);
    session s = {.o = o, .checking = &(checking){0}};
    strbuf why = {0};
    progress_catch_signal();
    int code = ranks_open(&s.ranks, o->mpi, &why) ? load_and_check(&s, args, count)
                                                  : cmd_error(strbuf_text(&why));
    strbuf_free(&why);
    return code;
}
