#include "cli/check_icet.h"

#include "cli/cmd.h"
#include "cli/command_line.h"
#include "cli/icet_input.h"
#include "cli/icet_verdict.h"
#include "cli/instances.h"
#include "cli/interrupt.h"
#include "cli/outputs.h"
#include "cli/summary.h"

#include "base/clock.h"
#include "engine/sequential/audit/audit.h"
#include "report/left_out.h"
#include "report/proof.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

/* ---- Is it meant ---- */

bool check_icet_takes(const options *o, const char *const *inputs, size_t count)
{
    return registry_find(o->engine) == ENGINE_SEQUENTIAL ||
           icet_input_is_meant(inputs, count);
}

/* ---- A session ---- */

typedef struct session {
    const options *o;
    const char *const *inputs;
    size_t input_count;
    icet_input in;
    outputs out;
    summary sum;
    trace_quota traces;
} session;

/* What auto means for a model in IceT. */
static bool is_sequential(const options *o)
{
    engine_id engine = registry_find(o->engine);
    return engine == ENGINE_SEQUENTIAL || engine == ENGINE_AUTO;
}

/* A given option that only proof attempts and the instances after them read; or NULL.
 */
static const char *proof_option(const options *o)
{
    static const char *const names[] = {"show-program", "derivation", "bound",
                                        "instance-time"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (options_is_given(o, names[i]))
            return names[i];
    return NULL;
}

static bool fit_together(const options *o, bool is_icet, strbuf *why)
{
    if (!is_sequential(o) && registry_find(o->engine) != ENGINE_DPOR)
        strbuf_printf(why,
                      "--engine=%s does not support IceT; use sequential (any number "
                      "of processes) or dpor (the sizes of --sizes)",
                      o->engine);
    else if (is_icet && o->test != NULL)
        strbuf_puts(why, "--test: a model in IceT has no tests; name its file");
    else if (is_sequential(o) && o->sizes != NULL)
        strbuf_puts(why, "--sizes: only with --engine=dpor; a proof is for all sizes");
    else if (!is_sequential(o) && proof_option(o) != NULL)
        strbuf_printf(why, "--%s: only with --engine=sequential", proof_option(o));
    else
        return true;
    return false;
}

/* ---- One model ---- */

static const char *keep(result *r, strbuf *text)
{
    const char *copy = arena_strndup(&r->memory, strbuf_text(text), text->len);
    strbuf_free(text);
    return copy;
}

/* The options that the result depends on. */
static const char *settings(const session *s, const icet_model *m,
                            const uint32_t *sizes, result *r)
{
    strbuf b = {0};
    strbuf_printf(&b, "\"bound\": %llu, \"instance_time\": %llu, \"sizes\": {",
                  (unsigned long long)s->o->bound,
                  (unsigned long long)s->o->instance_time);
    for (uint32_t i = 0; sizes != NULL && i < m->program.set_count; i++) {
        const char *name = m->program.sets[i].name;
        strbuf_puts(&b, i > 0 ? ", " : "");
        strbuf_json(&b, name, strlen(name));
        strbuf_printf(&b, ": %u", sizes[i]);
    }
    strbuf_putc(&b, '}');
    return keep(r, &b);
}

/* The same in words; NULL: all have their defaults. */
static const char *conditions(const icet_model *m, const uint32_t *sizes, result *r)
{
    strbuf b = {0};
    if (sizes == NULL || m->program.set_count == 0)
        return NULL;
    proof_sizes(&m->program, sizes, &b);
    return keep(r, &b);
}

static void complete(session *s, const icet_model *m, const uint32_t *sizes, result *r)
{
    strbuf again = {0};
    bool is_p = m->path == NULL;
    r->name = m->name;
    r->engine = is_sequential(s->o) ? ENGINE_SEQUENTIAL : ENGINE_DPOR;
    r->settings = settings(s, m, sizes, r);
    r->conditions = r->proof == NULL ? conditions(m, sizes, r) : NULL;
    command_line_write(s->o, IN_ICET, is_p ? s->inputs : &m->path,
                       is_p ? s->input_count : 1, is_p ? m->name : NULL, 0, &again);
    r->command = keep(r, &again);
    if (is_p)
        r->unchecked = unchecked_of(s->in.p.ir);
    if (r->pos == SRC_NONE)
        r->pos = m->pos != SRC_NONE ? m->pos : m->program.processes[0].pos;
}

static void report_result(session *s, result *r)
{
    icet_verdict_print(s->o, s->in.src, r, &s->traces);
    outputs_add(&s->out, r);
    summary_add(&s->sum, r);
}

/* The audit replays the derivation by the rules alone.  False: the derivation is wrong.
 */
static bool confirm(session *s, const icet_model *m, const sequential_result *found)
{
    audit_report report;
    if (found->kind != SEQUENTIAL_HOLDS ||
        audit_derivation(&m->program, found, &report))
        return true;
    fprintf(stderr,
            "synod: fault: the proof of %s was not confirmed: %s.\nThis is a fault in "
            "Synod, not in the model; please report it.\n",
            m->name, report.why);
    s->sum.is_broken = true;
    return false;
}

/* R is the result of the failing instance, or an empty one. */
static void conclude(session *s, const icet_model *m, const proof *p, bool is_confirmed,
                     double seconds, result *r)
{
    r->proof = p;
    r->verdict.stats.seconds = seconds;
    if (!is_confirmed) {
        r->verdict.kind = VERDICT_UNKNOWN;
        r->verdict.stop = STOP_NOT_CONFIRMED;
    } else if (p->found->kind == SEQUENTIAL_HOLDS) {
        r->verdict.kind = VERDICT_PROVED;
    } else if (p->sizes == NULL) {
        strbuf reason = {0};
        r->verdict.kind = VERDICT_UNKNOWN;
        proof_reason(p, &reason);
        r->verdict.stop = STOP_NO_PROOF;
        r->verdict.detail = keep(r, &reason);
        r->pos = p->found->pos;
    }
    complete(s, m, p->sizes, r);
}

/* Set when the prover must stop: the time is up, or the user has interrupted it. */
static volatile int is_over;
static uint64_t end_ns; /* of --max-time */

static void look_at_time(int signal_number)
{
    (void)signal_number;
    is_over = is_over || interrupted || clock_ns() > end_ns;
}

enum { LOOK_US = 20000 };

/* Without --max-time no timer is needed. */
static void watch_time(const options *o, bool is_on)
{
    if (o->max_time == 0)
        return;
    is_over = 0;
    end_ns = clock_ns() + o->max_time * 1000000000;
    signal(SIGALRM, is_on ? look_at_time : SIG_IGN);
    struct itimerval every = {{0, is_on ? LOOK_US : 0}, {0, is_on ? LOOK_US : 0}};
    setitimer(ITIMER_REAL, &every, NULL);
}

static void prove(session *s, const icet_model *m)
{
    sequential_result found;
    instances tried;
    uint64_t begin = clock_ns();
    watch_time(s->o, true);
    sequential_prove(
        &m->program,
        &(sequential_options){.solver = true,
                              .stop = s->o->max_time > 0 ? &is_over : &interrupted},
        &found);
    watch_time(s->o, false);
    bool is_confirmed = confirm(s, m, &found);
    proof p = {.program = &m->program, .found = &found, .bound = s->o->bound};
    instances_init(&tried, m->name);
    if (found.kind != SEQUENTIAL_HOLDS)
        instances_try(&tried, s->o, s->in.src, &m->program);
    p.tried = tried.tried.done;
    p.cut = tried.tried.first_cut;
    p.why_cut = tried.tried.reason;
    p.ints = tried.tried.ints;
    p.sizes = tried.sizes;
    conclude(s, m, &p, is_confirmed, (double)(clock_ns() - begin) * 1e-9, tried.result);
    report_result(s, tried.result);
    instances_fini(&tried);
    sequential_fini(&found);
}

/* Explores only the instance of --sizes. */
static void explore(session *s, const icet_model *m)
{
    instances tried;
    strbuf why = {0};
    instances_init(&tried, m->name);
    if (instances_explore(&tried, s->o, s->in.src, &m->program, &why)) {
        complete(s, m, tried.sizes, tried.result);
        report_result(s, tried.result);
    } else {
        strbuf text = {0};
        strbuf_printf(&text, "%s: %s", m->name, strbuf_text(&why));
        cmd_error(strbuf_text(&text));
        strbuf_free(&text);
        s->sum.is_refused = true;
    }
    instances_fini(&tried);
    strbuf_free(&why);
}

/* ---- All of them ---- */

static void show_messages(const options *o, const icet_input *in)
{
    if (in->p.program != NULL)
        model_show_messages(o, in->p.program);
    else
        model_show_diags(o, in->diags);
}

static void leave_out(session *s, const icet_model *m)
{
    result r;
    result_init_named(&r, m->name);
    complete(s, m, NULL, &r);
    r.verdict.kind = VERDICT_UNKNOWN;
    r.verdict.stop = STOP_NOT_CHECKED;
    outputs_add(&s->out, &r);
    s->sum.left_out++;
    result_fini(&r);
}

/* "17 models: 15 proved, 1 violated, 1 unknown" */
static void say_sum(const session *s)
{
    size_t counts[VERDICT_SKIPPED + 1] = {0};
    const char *separator = ": ";
    if (s->sum.rows.len < 2 || s->o->quiet)
        return;
    vec_each (row, &s->sum.rows)
        counts[row->kind]++;
    printf("%zu models", s->sum.rows.len);
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        if (counts[i] == 0)
            continue;
        printf("%s%zu %s", separator, counts[i], verdict_word((verdict_kind)i));
        separator = ", ";
    }
    putchar('\n');
}

/* --fail-fast: is the first violation found? */
static bool is_enough(const session *s)
{
    vec_each (row, &s->sum.rows)
        if (row->kind == VERDICT_VIOLATED)
            return s->o->fail_fast;
    return false;
}

static int check_models(session *s)
{
    name_list spared = {0};
    interrupt_catch();
    s->traces.most = s->o->max_traces;
    vec_each (m, &s->in.models) {
        if (is_enough(s)) {
            leave_out(s, m);
            vec_push(&spared, m->name);
        } else if (interrupted) {
            printf("%s: not checked\n", m->name);
            leave_out(s, m);
        } else if (is_sequential(s->o)) {
            prove(s, m);
        } else {
            explore(s, m);
        }
    }
    trace_quota_print(&s->traces);
    if (!s->o->quiet)
        left_out_print(&spared, "model");
    vec_free(&spared);
    say_sum(s);
    int code = summary_code(&s->sum);
    if (outputs_close(&s->out, code) || code == EXIT_VIOLATED)
        return code;
    return EXIT_INPUT;
}

static int load_and_check(session *s)
{
    bool ok = icet_input_load(&s->in, s->o, s->inputs, s->input_count);
    outputs_init(&s->out, s->o, s->inputs, s->input_count);
    outputs_see(&s->out, s->in.src, s->in.diags);
    show_messages(s->o, &s->in);
    int code = EXIT_INPUT;
    if (!ok)
        outputs_give_up(&s->out, code);
    else if (outputs_open(&s->out))
        code = check_models(s);
    outputs_fini(&s->out);
    summary_fini(&s->sum);
    icet_input_fini(&s->in);
    return code;
}

int check_icet(const options *o, const char *const *inputs, size_t count)
{
    session s = {.o = o, .inputs = inputs, .input_count = count};
    strbuf why = {0};
    bool is_icet = icet_input_is_meant(inputs, count);
    int code = fit_together(o, is_icet, &why) ? load_and_check(&s)
                                              : cmd_error(strbuf_text(&why));
    strbuf_free(&why);
    return code;
}

/* ---- Nothing but reading ---- */

static void say_model(const icet_model *m)
{
    const icet_program *p = &m->program;
    printf("%s: ok: %u process%s, %u message%s\n", m->name, p->process_count,
           p->process_count == 1 ? "" : "es", p->message_count,
           p->message_count == 1 ? "" : "s");
}

int check_icet_compile(const options *o, const char *const *inputs, size_t count)
{
    icet_input in;
    outputs out;
    bool ok = icet_input_load(&in, o, inputs, count);
    outputs_init(&out, o, inputs, count);
    outputs_see(&out, in.src, in.diags);
    show_messages(o, &in);
    if (!ok)
        outputs_give_up(&out, EXIT_INPUT);
    else
        ok = outputs_open(&out) && outputs_close(&out, EXIT_OK);
    for (size_t i = 0; i < in.models.len && ok && !o->quiet; i++)
        say_model(&in.models.data[i]);
    outputs_fini(&out);
    icet_input_fini(&in);
    return ok ? EXIT_OK : EXIT_INPUT;
}
