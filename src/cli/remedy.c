/* Candidates are options.  They begin with those that say what is checked, so that
 * the command means the same test; limits and ways to search are replaced.  A bound on
 * a growing variable is tried from wide to narrow, because a wide one shows more. */
#include "cli/remedy.h"

#include "cli/command_line.h"
#include "cli/engine_choice.h"

#include <string.h>

enum {
    TRIAL_STATES = 20000,
    TRIAL_SECONDS = 2, /* where steps are very long */
    MOST_BOUNDS = 4,
    SAMPLE_SECONDS = 60,
    RAISE = 10, /* a limit on steps that was too low */
};

typedef struct remedy {
    const remedy_request *q;
    result *r;
    options with;   /* the candidate */
    opt_list texts; /* of its bounds */
    VEC(const ir_expression *) bounds;
    bool is_slow; /* the last trial has run out of time: that is enough waiting */
} remedy;

/* ---- Candidates ---- */

/* What is checked, without what has limited the search. */
static options same_question(const options *o)
{
    options x;
    options_init(&x);
    x.strict_p = o->strict_p;
    x.foreign = o->foreign;
    x.foreign_missing = o->foreign_missing;
    x.foreign_ints = o->foreign_ints;
    x.network = o->network;
    x.faults = o->faults;
    x.crash_model = o->crash_model;
    x.strict_quiescence = o->strict_quiescence;
    x.no_deadlock = o->no_deadlock;
    x.choices = o->choices;
    x.max_memory = o->max_memory;
    x.max_instructions = o->max_instructions;
    x.max_calls = o->max_calls;
    x.max_choices = o->max_choices;
    return x;
}

static void propose(remedy *x)
{
    const remedy_request *q = x->q;
    strbuf text = {0};
    command_line_write(&x->with, IN_P, q->inputs, q->input_count, x->r->name, 0, &text);
    x->r->advice = arena_strndup(&x->r->memory, strbuf_text(&text), text.len);
    strbuf_free(&text);
}

static void propose_samples(remedy *x)
{
    x->with = same_question(x->q->o);
    x->with.engine = "sample";
    x->with.max_time = SAMPLE_SECONDS;
    propose(x);
}

/* The steps that the search has certainly covered. */
static uint64_t depth_done(const remedy *x)
{
    const verdict *v = &x->r->verdict;
    uint64_t measured = x->q->d->profile.depth;
    bool is_by_level = x->r->engine == ENGINE_EXPLICIT && !x->r->options->depth_first &&
                       v->stats.depth > measured;
    return is_by_level ? v->stats.depth - 1 : measured;
}

static void propose_depth(remedy *x)
{
    x->with = same_question(x->q->o);
    x->with.within = x->q->o->within;
    x->with.max_depth = depth_done(x);
    if (x->with.max_depth > 0)
        propose(x);
    else
        propose_samples(x);
}

/* ---- Trials ---- */

static bool decides(const verdict *v)
{
    return v->kind == VERDICT_EXHAUSTED || v->kind == VERDICT_WITHIN ||
           v->kind == VERDICT_PROVED || v->kind == VERDICT_VIOLATED;
}

/* Does ENGINE decide the test with few states? */
static bool succeeds(remedy *x, engine_id engine)
{
    engine_options e = *x->r->options;
    verdict v;
    e.limits = (engine_limits){
        .states = TRIAL_STATES, .seconds = TRIAL_SECONDS, .memory = e.limits.memory};
    e.core.within = x->bounds.data;
    e.core.within_count = x->bounds.len;
    e.threads = 1;
    e.depth_first = false;
    e.bitstate = 0;
    e.spill = e.checkpoint = e.resume = NULL;
    e.cluster = NULL;
    e.explain = NULL;
    e.progress = NULL;
    e.notice = NULL;
    e.snapshot = NULL;
    e.wants_snapshot = NULL;
    e.on_begin = NULL;
    e.on_switch = NULL;
    e.is_verbose = false;
    verdict_init(&v);
    registry_prepare(engine, &e);
    registry_run(engine, x->r->ir, x->r->test, &e, &v);
    bool is_decided = decides(&v);
    x->is_slow = v.stop == STOP_TIME;
    verdict_fini(&v);
    return is_decided;
}

/* ---- Bounds on what grows ---- */

static void add_bound(remedy *x, const char *text)
{
    const p_model *m = x->q->m;
    const ir_expression *e =
        ir_expression_new(m->program, m->ir, "--within", text, IR_NONE);
    if (e == NULL)
        return;
    vec_push(&x->bounds, e);
    vec_push(&x->texts, arena_strndup(&x->r->memory, text, strlen(text)));
}

/* The bounds that the user has given. */
static void start_bounds(remedy *x)
{
    const core_options *o = &x->r->options->core;
    vec_clear(&x->bounds);
    vec_clear(&x->texts);
    for (size_t i = 0; i < o->within_count; i++)
        vec_push(&x->bounds, o->within[i]);
    vec_each (text, &x->q->o->within)
        vec_push(&x->texts, *text);
}

/* Bounds everything that grows and can be bounded; false: there is nothing. */
static bool set_bounds(remedy *x, int64_t slack)
{
    const diagnosis *d = x->q->d;
    start_bounds(x);
    size_t given = x->bounds.len;
    vec_each (why, &d->reasons) {
        strbuf text = {0};
        if (x->bounds.len < given + MOST_BOUNDS &&
            diagnosis_bound(x->r->ir, why, slack, &text))
            add_bound(x, strbuf_text(&text));
        strbuf_free(&text);
    }
    return x->bounds.len > given;
}

static bool try_bounds(remedy *x)
{
    static const int64_t slacks[] = {10, 3, 1, 0};
    for (size_t i = 0; i < sizeof slacks / sizeof *slacks && !x->is_slow; i++) {
        if (!set_bounds(x, slacks[i]))
            return false;
        if (!succeeds(x, ENGINE_EXPLICIT))
            continue;
        x->with = same_question(x->q->o);
        x->with.within = x->texts;
        propose(x);
        return true;
    }
    return false;
}

/* ---- By reason ---- */

static bool try_engine(remedy *x, engine_id engine)
{
    const engine_options *o = x->r->options;
    strbuf why = {0};
    bool applies = registry_applies(engine, x->r->ir, x->r->test, o, &why);
    strbuf_free(&why);
    start_bounds(x);
    if (!applies || x->bounds.len > 0 || x->r->engine == engine || !succeeds(x, engine))
        return false;
    x->with = same_question(x->q->o);
    x->with.engine = registry_name(engine);
    propose(x);
    return true;
}

static void raise_limits(remedy *x)
{
    uint32_t function;
    uint32_t pc;
    uint8_t marks = coverage_find_cut(x->r->verdict.coverage, &function, &pc);
    x->with = same_question(x->q->o);
    if ((marks & COVER_CUT_LONG) != 0)
        x->with.max_instructions *= RAISE;
    else if ((marks & COVER_CUT_DEEP) != 0)
        x->with.max_calls *= RAISE;
    else if ((marks & COVER_CUT_CHOICES) != 0)
        x->with.max_choices *= RAISE;
    else if ((marks & COVER_CUT_LOOP) != 0)
        x->with.engine = registry_name(ENGINE_EXPLICIT);
    else
        x->with.choices = "unfair"; /* fewer combinations, and a stronger claim */
    propose(x);
}

static void find(remedy *x, reason_kind kind)
{
    switch (kind) {
    case REASON_CUT:
        raise_limits(x);
        return;
    case REASON_PROOFS:
    case REASON_STEP: /* random runs would come there, too */
        return;
    case REASON_HOT: /* it comes first where cycles were not judged */
        x->with = same_question(x->q->o);
        x->with.choices = "unfair";
        propose(x);
        return;
    case REASON_LIMIT:
        x->with = same_question(x->q->o);
        x->with.within = x->q->o->within;
        propose(x);
        return;
    case REASON_VARIABLE:
        if (!try_bounds(x))
            propose_depth(x);
        return;
    case REASON_QUEUE:
        if (!try_engine(x, ENGINE_ASI))
            propose_depth(x);
        return;
    case REASON_MACHINES:
    case REASON_PAYLOAD:
        propose_depth(x);
        return;
    case REASON_CHOICE:
    case REASON_SPACE:
    case REASON_SYMMETRY:
        if (try_engine(x, ENGINE_REDUCED) ||
            (!x->is_slow && try_engine(x, ENGINE_SETS)))
            return;
        break;
    case REASON_OUTCOMES:
    case REASON_KINDS:
        break;
    }
    if (x->r->engine == ENGINE_SAMPLE)
        propose_depth(x);
    else
        propose_samples(x);
}

void remedy_find(const remedy_request *q, result *r)
{
    remedy x = {.q = q, .r = r};
    if (q->d->reasons.len > 0)
        find(&x, q->d->reasons.data[0].kind);
    vec_free(&x.bounds);
    vec_free(&x.texts);
}
