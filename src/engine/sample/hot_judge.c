#include "engine/sample/hot_judge.h"

#include "base/clock.h"
#include "engine/registry.h"

/* States that the explicit engine may visit, and the columns of all their rows:
 * numbers, and no time, so that the opinion does not depend on the machine.  A state of
 * eighty columns is a large one; but a run that stays hot may create machine after
 * machine. */
enum { MOST_STATES = 100000, MOST_COLUMNS = 8000000 };

static void count_columns(void *context, const core *c, const system_state *s)
{
    hot_judge *j = context;
    (void)c;
    j->columns += s->len;
}

/* See engine_options.consult: at every state. */
static uint64_t may_go_on(void *host, const engine_stats *stats)
{
    const hot_judge *j = host;
    return j->columns < MOST_COLUMNS ? stats->states + 1 : 0;
}

void hot_judge_init(hot_judge *j, const ir_program *ir, const ir_test *test,
                    const engine_options *o, uint64_t begun)
{
    *j = (hot_judge){
        .ir = ir, .test = test, .o = o, .begun = begun, .first_run = UINT64_MAX};
    verdict_init(&j->exact);
    pthread_mutex_init(&j->lock, NULL);
}

void hot_judge_fini(hot_judge *j)
{
    verdict_fini(&j->exact);
    pthread_mutex_destroy(&j->lock);
}

static engine_options exact_options(hot_judge *j)
{
    engine_options o = {.core = j->o->core, .stop = j->o->stop, .threads = 1};
    o.limits.memory = j->o->limits.memory;
    o.limits.reserve = j->o->limits.reserve;
    o.limits.states = MOST_STATES;
    o.see_state = count_columns;
    o.see_context = j;
    o.consult = may_go_on;
    o.consult_host = j;
    o.consult_at = 1;
    registry_prepare(ENGINE_EXPLICIT, &o);
    return o;
}

/* False: no time is left. */
static bool limit_time(const hot_judge *j, engine_limits *l)
{
    double limit = j->o->limits.seconds;
    if (limit > 0)
        l->seconds = limit - (double)(clock_ns() - j->begun) * 1e-9;
    return limit <= 0 || l->seconds > 0;
}

static void ask(hot_judge *j)
{
    engine_options o = exact_options(j);
    j->has_asked = true;
    if (!limit_time(j, &o.limits))
        return;
    registry_run(ENGINE_EXPLICIT, j->ir, j->test, &o, &j->exact);
    if (j->exact.kind == VERDICT_EXHAUSTED)
        j->opinion = HOT_REFUTED;
    else if (j->exact.kind == VERDICT_VIOLATED)
        j->opinion = HOT_PROVED;
}

bool hot_judge_accepts(hot_judge *j, uint64_t number)
{
    pthread_mutex_lock(&j->lock);
    if (!j->has_asked)
        ask(j);
    if (number < j->first_run)
        j->first_run = number;
    bool accepts = j->opinion != HOT_REFUTED;
    pthread_mutex_unlock(&j->lock);
    return accepts;
}

/* ---- The end ---- */

static void say(const hot_judge *j)
{
    strbuf text = {0};
    strbuf_puts(&text, "schedule ");
    strbuf_put_count(&text, j->first_run + 1);
    strbuf_puts(&text, " stayed hot over its last half; ");
    if (j->opinion == HOT_REFUTED) {
        strbuf_puts(&text, "the explicit engine has visited all ");
        strbuf_put_count(&text, j->exact.stats.states);
        strbuf_puts(&text, " states, and no run stays hot forever: without "
                           "--engine=sample the verdict is 'holds'");
    } else {
        strbuf_puts(&text, "the explicit engine has found this violation");
    }
    if (j->o->notice != NULL)
        j->o->notice(j->o->progress_context, strbuf_text(&text));
    strbuf_free(&text);
}

/* The fault and the trace of FROM; its text lives in the trace. */
static void take_violation(verdict *v, verdict *from)
{
    trace_fini(&v->trace);
    v->trace = from->trace;
    v->fault = from->fault;
    v->is_shortest = from->is_shortest;
    trace_init(&from->trace);
}

void hot_judge_conclude(hot_judge *j, uint64_t last, verdict *v)
{
    bool has_tail = v->kind == VERDICT_VIOLATED && v->trace.tail.steps > 0;
    bool takes = j->opinion == HOT_PROVED && has_tail;
    if (takes)
        take_violation(v, &j->exact);
    if (takes || (j->opinion == HOT_REFUTED && j->first_run <= last))
        say(j);
}
