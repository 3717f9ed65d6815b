#include "cli/auto.h"

#include "cli/engines.h"

#include "base/clock.h"
#include "report/stop_text.h"
#include "report/text.h"

#include <math.h>
#include <string.h>

/* The explicit engine, where each step takes long: on a model that it does not finish
 * by then it is no great loss, and one that it finishes within seconds even under a
 * sanitizer or on a busy machine has the same verdict every time. */
#define FIRST_SECONDS 5.0

/* To see whether reducing pays: some ten thousand states. */
#define TRIAL_SECONDS 1.0

/* Sets of states are done within seconds, or take for ever. */
#define SETS_SECONDS 4.0

/* ... but where nobody else is left than the explicit engine, as with hot specs, which
 * take it long, they get more. */
#define SETS_ALONE_SECONDS 16.0

/* Of a limit of time, what they get at most: who did without them should not run out of
 * it now. */
enum { FIRST_SHARE = 4, TRIAL_SHARE = 8 };

/* A state takes the engine that reduces some twenty times as long.  So it must spare
 * much in each state: every second move, or every second state by symmetry. */
enum { PAYS_FROM = 2 };

/* Messages that wait for one machine.  A protocol that is meant to be bounded hardly
 * gets there, and if it does, asi comes to the same end, a little later.  Queues
 * without bound get there breadth first, so among many machines not soon: those of
 * German's protocol with three caches are at 15 after a million states. */
enum { LONG_QUEUE = 12 };

/* Sets that find so many times as many states a second as the explicit engine did will
 * get further than it. */
enum { SETS_PAY_FROM = 10 };

typedef struct stages {
    result *r;
    engine_options *e;
    const auto_host *h;
    engine_limits limits; /* of the present engine; E has the user's */
    double seconds;       /* that were used */
    double explicit_rate; /* states a second */
    double sets_rate;
    bool reduces;     /* reduced applies, */
    bool proves;      /* ... and asi, */
    bool collects;    /* ... and sets */
    bool cuts_states; /* the present limits are not the user's */
    bool cuts_seconds;
    bool is_trial; /* another engine may get further with the same memory */
} stages;

/* ---- One engine ---- */

/* What is left of the time; 0: it is not limited.  False: nothing.  States are those of
 * one engine, which begins anew and forgets what others have seen. */
static bool limit_rest(stages *s)
{
    engine_limits *l = &s->limits;
    *l = s->e->limits;
    if (l->seconds > 0 && l->seconds <= s->seconds)
        return false;
    l->seconds -= l->seconds > 0 ? s->seconds : 0;
    return true;
}

/* So many seconds, or a part of those that are left. */
static void limit_seconds(engine_limits *l, double seconds, int share)
{
    l->seconds =
        l->seconds <= 0 || l->seconds / share > seconds ? seconds : l->seconds / share;
}

static void limit_first(stages *s)
{
    engine_limits *l = &s->limits;
    limit_seconds(l, FIRST_SECONDS, FIRST_SHARE);
    if (l->states == 0 || l->states > s->h->first_states)
        l->states = s->h->first_states;
}

static void run_engine(stages *s, const char *engine)
{
    uint64_t begun = clock_ns();
    verdict *v = &s->r->verdict;
    verdict_fini(v);
    verdict_init(v);
    s->r->engine = engine;
    engines_prepare(engine, s->e);
    s->h->begin(s->h->context, s->r);
    engine_options now = *s->e;
    now.limits = s->limits;
    engines_run(engine, s->r->ir, s->r->test, &now, v);
    v->stats.seconds += s->seconds;
    s->seconds += (double)(clock_ns() - begun) * 1e-9;
}

/* ---- Who goes on ---- */

static bool is(const char *a, const char *b)
{
    return a != NULL && strcmp(a, b) == 0;
}

/* Did it end at a limit that the user has not set, or that only binds this engine? */
static bool is_cut(const stages *s)
{
    const verdict *v = &s->r->verdict;
    return v->kind == VERDICT_UNKNOWN && ((v->stop == STOP_STATES && s->cuts_states) ||
                                          (v->stop == STOP_TIME && s->cuts_seconds) ||
                                          (v->stop == STOP_MEMORY && s->is_trial));
}

static bool pays(const verdict *v)
{
    const reduction_stats *x = &v->stats.reduction;
    return x->explored > 0 && (x->possible >= PAYS_FROM * x->explored ||
                               x->renamed * PAYS_FROM >= v->stats.transitions);
}

/* Does it not get any further, for all the time and memory that there is? */
static bool is_stuck(const stages *s)
{
    const verdict *v = &s->r->verdict;
    switch (v->stop) {
    case STOP_STATES:
    case STOP_TIME:
    case STOP_MEMORY:
    case STOP_INTERRUPTED:
        return false;
    default:
        return v->kind == VERDICT_UNKNOWN || v->kind == VERDICT_REFUSED;
    }
}

static void remark(const stages *s, const char *next)
{
    const verdict *v = &s->r->verdict;
    strbuf text = {0};
    if (is(s->r->engine, "reduced") && is_cut(s) && !pays(v)) {
        strbuf_puts(&text, "reductions spare too little");
    } else if (v->stop == STOP_STATES) {
        strbuf_puts(&text, "there are more than ");
        text_count(s->h->first_states, &text);
        strbuf_puts(&text, " states");
    } else if (v->stop == STOP_TIME) {
        strbuf_puts(&text, "not all states were seen soon");
    } else {
        strbuf room = {0};
        strbuf_puts(&text, stop_text_verdict(v, &room));
        strbuf_free(&room);
    }
    strbuf_printf(&text, ": going on with --engine=%s", next);
    s->h->remark(s->h->context, strbuf_text(&text));
    strbuf_free(&text);
}

/* With what is left of the limits.  TRIAL: not longer than so many seconds; or 0. True:
 * that is the verdict. */
static bool go_on_with(stages *s, const char *engine, double trial, uint64_t queue)
{
    if (!is(s->r->engine, engine))
        remark(s, engine);
    if (!limit_rest(s)) {
        s->r->verdict.kind = VERDICT_UNKNOWN;
        s->r->verdict.stop = STOP_TIME;
        return true;
    }
    s->cuts_states = false;
    s->cuts_seconds = s->is_trial = trial > 0;
    if (trial > 0)
        limit_seconds(&s->limits, trial, TRIAL_SHARE);
    s->limits.queue = queue;
    run_engine(s, engine);
    return !is_stuck(s);
}

/* States a second of the engine that has run since BEGUN. */
static double rate(const stages *s, double begun)
{
    return (double)s->r->verdict.stats.states / fmax(s->seconds - begun, 0.001);
}

static bool try_sets(stages *s)
{
    double seconds = s->reduces || s->proves ? SETS_SECONDS : SETS_ALONE_SECONDS;
    double begun = s->seconds;
    if (!s->collects)
        return false;
    bool is_done = go_on_with(s, "sets", seconds, 0) && !is_cut(s);
    s->sets_rate = rate(s, begun);
    return is_done;
}

static bool try_to_prove(stages *s)
{
    return s->proves && go_on_with(s, "asi", TRIAL_SECONDS, 0) && !is_cut(s);
}

/* What is to be known of reductions. */
typedef struct trial {
    bool is_verdict;
    bool pays;            /* to go on, and it was cut short */
    bool has_long_queues; /* which may have no end: that is for asi */
} trial;

static trial try_reductions(stages *s, uint64_t queue)
{
    trial t = {0};
    bool is_done = go_on_with(s, "reduced", TRIAL_SECONDS, queue);
    t.pays = is_done && is_cut(s) && pays(&s->r->verdict);
    t.is_verdict = is_done && !is_cut(s);
    t.has_long_queues = s->r->verdict.stop == STOP_QUEUES;
    return t;
}

/* The explicit engine was cut short.  If it knows of a violation, it alone knows how to
 * get there. */
static void go_on(stages *s)
{
    bool has_others = !s->r->verdict.saw_violation;
    uint64_t queue = s->proves ? LONG_QUEUE : 0;
    trial t = {0};
    if (has_others && s->reduces)
        t = try_reductions(s, queue);
    if (t.is_verdict || (t.has_long_queues && try_to_prove(s)))
        return;
    if (has_others && try_sets(s))
        return;
    if (t.pays && go_on_with(s, "reduced", 0, queue))
        return;
    if (t.has_long_queues ? go_on_with(s, "asi", 0, 0) : has_others && try_to_prove(s))
        return;
    bool sets_pay = s->sets_rate > SETS_PAY_FROM * s->explicit_rate;
    (void)go_on_with(s, sets_pay ? "sets" : "explicit", 0, 0);
}

static bool applies(const stages *s, const char *engine)
{
    engine_options o = *s->e;
    strbuf why = {0};
    engines_prepare(engine, &o);
    bool does = reduce_applies(s->r->ir, s->r->test, &o, &why);
    strbuf_free(&why);
    return does;
}

void auto_run(result *r, engine_options *e, const auto_host *h)
{
    stages s = {.r = r, .e = e, .h = h, .limits = e->limits};
    s.reduces = applies(&s, "reduced");
    s.proves = applies(&s, "asi");
    strbuf why = {0};
    s.collects = sets_apply(r->ir, r->test, e, &why);
    strbuf_free(&why);
    bool has_others = s.reduces || s.proves || s.collects;
    if (has_others)
        limit_first(&s);
    s.cuts_states = s.limits.states != e->limits.states;
    s.cuts_seconds = has_others;
    run_engine(&s, "explicit");
    s.explicit_rate = rate(&s, 0);
    if (has_others && is_cut(&s))
        go_on(&s);
}
