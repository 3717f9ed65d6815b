/* Checks one test of a model in C: runs the engine, and turns its result into a
 * verdict.
 *
 * Nothing is reported before it is confirmed: a violation is run again, thread by
 * thread and then in its own order, and so is, from time to time, an execution without
 * a violation.  This reveals a model that is not deterministic, and the verdict is
 * refused instead of wrong.
 */
#include "api/check.h"

#include "api/c_story.h"
#include "api/exit_codes.h"
#include "api/failure.h"
#include "api/order.h"
#include "api/places.h"
#include "api/settings.h"
#include "report/text.h"

#include <string.h>

/* One test while it is explored. */
typedef struct exploration {
    const check_request *c;
    model *m;
    uint64_t executions; /* number of executions so far */
    dpor_result end;
} exploration;

syn_options check_defaults(const syn_options *options)
{
    syn_options o = options != NULL ? *options : (syn_options){0};
    if (o.model == SYN_DEFAULT)
        o.model = SYN_P2P;
    if (o.samples == 0)
        o.samples = 10000;
    if (o.max_events == 0)
        o.max_events = DPOR_MAX_EVENTS;
    if (o.step_seconds == 0)
        o.step_seconds = 5;
    if (o.stack_size == 0)
        o.stack_size = 64 << 10;
    return o;
}

static model *new_model(const check_request *c, bool is_bare)
{
    static const dpor_network networks[] = {
        [SYN_DEFAULT] = DPOR_P2P,   [SYN_BAG] = DPOR_BAG,   [SYN_P2P] = DPOR_P2P,
        [SYN_CAUSAL] = DPOR_CAUSAL, [SYN_MBOX] = DPOR_MBOX,
    };
    return model_new(c->test, &(model_options){.network = networks[c->options.model],
                                               .step_seconds = c->options.step_seconds,
                                               .stack_size = c->options.stack_size,
                                               .is_bare = is_bare,
                                               .notation = c->notation});
}

/* ---- While it runs ---- */

/* After 1, 2, 4, 8, ... executions: the effect of a clock or a global variable appears
 * early. */
static bool is_time_to_verify(uint64_t executions)
{
    return (executions & (executions - 1)) == 0;
}

static bool wants_end(void *context)
{
    exploration *x = context;
    x->executions++;
    return is_time_to_verify(x->executions) || model_wants_end(x->m);
}

static bool at_end(void *context, const dpor_execution *e, bool is_blocked)
{
    exploration *x = context;
    (void)is_blocked;
    if (is_time_to_verify(x->executions))
        model_verify(x->m, e);
    return model_wants_end(x->m) && !model_at_end(x->m, e);
}

static stop_reason trouble(void *context, const char **detail)
{
    const exploration *x = context;
    *detail = model_disorder(x->m);
    return model_disorder_kind(x->m);
}

static void finish(void *context)
{
    const exploration *x = context;
    model_verify_filters(x->m);
}

static void report_progress(void *context, const dpor_stats *stats)
{
    const exploration *x = context;
    x->c->progress(x->c->context, stats);
}

static void explore(exploration *x, const syn_options *o)
{
    static const dpor_schedule schedules[] = {
        [SYN_SENDS_FIRST] = DPOR_SENDS_FIRST,
        [SYN_LEFT_TO_RIGHT] = DPOR_LEFT_TO_RIGHT,
        [SYN_RANDOM] = DPOR_RANDOM,
    };
    dpor_options d = {
        .schedule = schedules[o->schedule],
        .seed = o->seed,
        .eager = o->eager,
        .keep_going = o->keep_going,
        .keep_going_at_end = o->keep_going,
        .deadlock_is_violation = o->deadlock_is_violation,
        .unread_is_violation = o->unread_is_violation,
        .unread_at_rest = o->unread_is_violation && x->c->notation != NULL,
        .stray_is_violation = x->c->notation == NULL,
        .cuts = x->c->notation != NULL,
        .sample = o->engine == SYN_SAMPLE,
        .samples = o->samples,
        .lose = o->lose,
        .jobs = o->jobs,
        .max_executions = o->max_executions,
        .max_events = o->max_events,
        .max_seconds = o->max_seconds,
        .max_memory = o->max_memory,
        .stop = x->c->stop,
        .progress = x->c->progress != NULL ? report_progress : NULL,
        .at_end = at_end,
        .wants_end = wants_end,
        .trouble = trouble,
        .finish = finish,
        .context = x,
    };
    dpor_run_program(model_program(x->m), &d, &x->end);
}

/* ---- The result ---- */

engine_stats check_stats(const dpor_stats *s, bool is_sample)
{
    return (engine_stats){
        .phase = PHASE_EXECUTIONS,
        .executions = s->executions,
        .blocked = s->blocked,
        .waiting = s->waiting,
        .errors = s->errors,
        .revisits = s->revisits,
        .estimate = s->estimate,
        .depth = s->longest,
        .schedules = is_sample ? s->executions + s->blocked : 0,
        .memory = s->memory,
        .seconds = s->seconds,
    };
}

static const char *keep(result *r, strbuf *b)
{
    const char *text = arena_strndup(&r->memory, strbuf_text(b), b->len);
    strbuf_free(b);
    return text;
}

static void begin_result(const check_request *c, checked *out)
{
    result *r = &out->result;
    strbuf settings = {0};
    strbuf words = {0};
    result_init_named(r, c->test->name);
    recording_init(&out->recording);
    out->has_lossy = false;
    r->engine = c->options.engine == SYN_SAMPLE ? ENGINE_SAMPLE : ENGINE_DPOR;
    settings_json(&c->options, &settings);
    settings_words(&c->options, &words);
    r->settings = keep(r, &settings);
    r->conditions = words.len > 0 ? keep(r, &words) : NULL;
}

/* ---- A violation ---- */

typedef struct hearing {
    c_notes notes;
    arena *memory;
} hearing;

static void hear(void *context, size_t i, uint32_t thread, const model_note *n)
{
    hearing *h = context;
    c_note one = {.event = i,
                  .thread = thread,
                  .text = arena_strndup(h->memory, n->text, strlen(n->text)),
                  .place = n->place};
    if (n->variable != NULL)
        one.variable = arena_strndup(h->memory, n->variable, strlen(n->variable));
    vec_push(&h->notes, one);
}

static void fill_recording(const check_request *c, const result *r, recording *s)
{
    s->test = r->name;
    s->fault = fault_word(r->verdict.fault.kind);
    s->text = r->verdict.fault.text;
    s->model = c->options.model;
    s->lose = c->options.lose;
    s->stack_size = c->options.stack_size;
}

static void make_story(const check_request *c, model *m, const dpor_result *end,
                       const c_notes *notes, checked *out)
{
    c_story_input t = {
        .m = m, .src = c->src, .end = end, .notes = notes, .all_events = c->all_events};
    c_story_make(&t, &out->result);
    recording_take(&out->recording, m, end);
    fill_recording(c, &out->result, &out->recording);
}

/* A violation is first run again, thread by thread and in its own order.  If threads
 * share memory, at least one of the two shows it. */
static void conclude_violation(exploration *x, checked *out)
{
    hearing h = {.memory = &out->result.memory};
    model_verify(x->m, &x->end.execution);
    model_replay(x->m, &x->end.execution, true, hear, &h);
    if (model_disorder(x->m) == NULL)
        make_story(x->c, x->m, &x->end, &h.notes, out);
    vec_free(&h.notes);
}

/* After a search with keep_going that has met violations: searches for the first. */
static void find_first(exploration *x)
{
    syn_options o = x->c->options;
    o.keep_going = false;
    o.jobs = 1;
    dpor_result_free(&x->end);
    explore(x, &o);
}

static void refuse(result *r, stop_reason why, const char *detail)
{
    r->verdict.kind = VERDICT_REFUSED;
    r->verdict.stop = why;
    r->verdict.detail = arena_strndup(&r->memory, detail, strlen(detail));
}

static void note_stop(const exploration *x, result *r)
{
    strbuf limit = {0};
    const char *detail = x->end.detail;
    r->verdict.kind = VERDICT_UNKNOWN;
    r->verdict.stop = x->end.end == DPOR_STOPPED ? x->end.stop : STOP_NO_END;
    if (r->verdict.stop != STOP_NO_END) {
        if (detail != NULL)
            r->verdict.detail = arena_strndup(&r->memory, detail, strlen(detail));
        return;
    }
    text_count(x->c->options.max_events, &limit);
    r->verdict.detail = keep(r, &limit);
}

/* Where the test begins: the first call of its first thread. */
static srcpos find_beginning(const check_request *c, model *m)
{
    const dpor_program *p = model_program(m);
    model_place at = model_where(m, p->begin(p->context));
    return places_find(c->src, at.file, at.line);
}

static void conclude(exploration *x, checked *out)
{
    result *r = &out->result;
    r->pos = find_beginning(x->c, x->m);
    bool is_sample = x->c->options.engine == SYN_SAMPLE;
    r->verdict.stats = check_stats(&x->end.stats, is_sample);
    r->shows_waiting = !x->c->options.deadlock_is_violation && x->c->notation == NULL
                           ? "--deadlock"
                           : NULL;
    out->has_lossy = x->end.stats.lossy > 0;
    if (x->end.stats.errors > 0 && x->end.end != DPOR_VIOLATED && !x->end.is_trouble)
        find_first(x);
    if (x->end.end == DPOR_VIOLATED)
        conclude_violation(x, out);
    if (x->end.end == DPOR_STOPPED && x->end.is_trouble) {
        refuse(r, x->end.stop, x->end.detail);
    } else if (model_disorder(x->m) != NULL) {
        refuse(r, model_disorder_kind(x->m), model_disorder(x->m));
    } else if (x->end.end == DPOR_STOPPED ||
               (x->end.end == DPOR_DONE && x->end.stats.cut > 0)) {
        note_stop(x, r);
    } else if (x->end.end != DPOR_VIOLATED) {
        r->verdict.kind = is_sample ? VERDICT_SAMPLED : VERDICT_EXHAUSTED;
    }
}

void check_run(const check_request *c, checked *out)
{
    exploration x = {.c = c, .m = new_model(c, false)};
    begin_result(c, out);
    explore(&x, &c->options);
    conclude(&x, out);
    dpor_result_free(&x.end);
    model_free(x.m);
}

void check_fini(checked *c)
{
    result_fini(&c->result);
    recording_fini(&c->recording);
}

/* ---- Replay ---- */

static uint32_t find_unread(model *m, const dpor_execution *e)
{
    const dpor_program *p = model_program(m);
    for (size_t i = 0; i < e->len; i++) {
        op is = *p->look(p->context, e->data[i].local);
        bool is_read = is.kind != OP_SEND || e->data[i].is_lost;
        for (size_t k = i + 1; k < e->len && !is_read; k++)
            is_read = e->data[k].source == i;
        if (is_read)
            continue;
        uint32_t whose = is.thread;
        is = *p->look(p->context, order_last_local(p, e, is.thread));
        if (is.kind == OP_END || is.may_wait)
            return whose;
    }
    return FAILURE_NOBODY;
}

static bool has_stuck(model *m, const dpor_execution *e)
{
    thread_list all = {0};
    bool found = false;
    order_threads(model_program(m), e, &all);
    vec_each (thread, &all)
        found |= failure_is_stuck(m, e, *thread);
    vec_free(&all);
    return found;
}

static bool find_stray(model *m, dpor_result *r)
{
    r->thread = order_stray(model_program(m), &r->execution, &r->local);
    r->fault = DPOR_STRAY;
    return r->thread != UINT32_MAX && !model_has_notation(m);
}

/* Finds the fault at the end of the execution in R.  Deadlocks and unread messages
 * count only if EXPECTED names them. */
static void judge(model *m, const char *expected, dpor_result *r)
{
    r->end = DPOR_VIOLATED;
    r->thread = order_failed(model_program(m), &r->execution);
    r->fault = DPOR_FAIL;
    if (r->thread != UINT32_MAX) {
        r->local = order_last_local(model_program(m), &r->execution, r->thread);
        return;
    }
    if (find_stray(m, r))
        return;
    r->fault = DPOR_DEADLOCK;
    if (strcmp(expected, fault_word(FAULT_DEADLOCK)) == 0 &&
        has_stuck(m, &r->execution))
        return;
    r->fault = DPOR_UNREAD;
    r->thread = find_unread(m, &r->execution);
    if (strcmp(expected, fault_word(FAULT_UNREAD)) == 0 && r->thread != FAILURE_NOBODY)
        return;
    r->fault = DPOR_AT_END;
    if (!model_wants_end(m) || model_at_end(m, &r->execution))
        r->end = DPOR_DONE;
}

/* R has the execution. */
static void run_again(const check_request *c, const recording *s, model *m,
                      dpor_result *r, checked *out)
{
    hearing h = {.memory = &out->result.memory};
    model_replay(m, &r->execution, true, hear, &h);
    judge(m, s->fault, r);
    if (r->end == DPOR_VIOLATED)
        make_story(c, m, r, &h.notes, out);
    else
        out->result.verdict.stop = STOP_NO_FAILURE;
    vec_free(&h.notes);
}

static check_request like_recorded(const check_request *c, const recording *s)
{
    check_request with = *c;
    with.options.model = s->model;
    with.options.lose = s->lose;
    with.options.stack_size = s->stack_size;
    return with;
}

void check_replay(const check_request *c, const recording *s, checked *out)
{
    check_request with = like_recorded(c, s);
    dpor_result r = {0};
    strbuf why = {0};
    model *m = new_model(&with, false);
    begin_result(&with, out);
    out->result.verdict.stats.phase = PHASE_EXECUTIONS;
    out->result.engine = ENGINE_NONE;
    if (recording_follow(s, m, &r.execution, &why))
        run_again(&with, s, m, &r, out);
    else
        refuse(&out->result, STOP_TRACE_MISFIT, strbuf_text(&why));
    if (model_disorder(m) != NULL)
        refuse(&out->result, model_disorder_kind(m), model_disorder(m));
    strbuf_free(&why);
    dpor_result_free(&r);
    model_free(m);
}

/* In a new model the tree of histories is empty, so each event continues its thread,
 * and no thread runs twice. */
void check_straight(const check_request *c, const recording *s)
{
    check_request with = like_recorded(c, s);
    model *m = new_model(&with, true);
    dpor_execution e = {0};
    strbuf why = {0};
    if (recording_follow(s, m, &e, &why) &&
        order_failed(model_program(m), &e) == UINT32_MAX)
        model_at_end(m, &e);
    strbuf_free(&why);
    vec_free(&e);
    model_free(m);
}

void check_refuse(const check_request *c, const char *why, checked *out)
{
    begin_result(c, out);
    out->result.verdict.stats.phase = PHASE_EXECUTIONS;
    refuse(&out->result, STOP_NOT_APPLICABLE, why);
}

/* ---- Outcomes ---- */

syn_outcome check_outcome(const result *r)
{
    switch (r->verdict.kind) {
    case VERDICT_EXHAUSTED:
    case VERDICT_PROVED:
        return SYN_HOLDS;
    case VERDICT_SAMPLED:
        return SYN_SAMPLED;
    case VERDICT_VIOLATED:
        return SYN_VIOLATED;
    case VERDICT_REFUSED:
        return SYN_REFUSED;
    case VERDICT_UNKNOWN:
    case VERDICT_COVERED:
    case VERDICT_WITHIN: /* not of models in C */
    case VERDICT_SKIPPED:
        break;
    }
    return SYN_UNKNOWN;
}

int check_exit_code(const result *r)
{
    static const int codes[] = {
        [SYN_HOLDS] = EXIT_OK,          [SYN_SAMPLED] = EXIT_OK,
        [SYN_VIOLATED] = EXIT_VIOLATED, [SYN_REFUSED] = EXIT_INPUT,
        [SYN_UNKNOWN] = EXIT_UNKNOWN,
    };
    return codes[check_outcome(r)];
}
