/* Candidates are options.  They begin with those that say what is checked, so that
 * the command means the same test; limits and ways to search are replaced.
 *
 * A run that the profile has seen fail comes before all that.  Then
 * what needs no bound comes first: other engines.  Then bounds on what grows or counts,
 * then fewer alternatives of choices, then both, then a depth.  A candidate that leaves
 * out handlers which have run before shows little; it is proposed only if there is no
 * better one, and the advice says so. */
#include "cli/remedy.h"

#include "cli/command_line.h"
#include "cli/engine_choice.h"
#include "cli/trial.h"

#include "base/clock.h"
#include "core/openint.h"
#include "report/text.h"

#include <assert.h>
#include <string.h>

enum {
    MOST_BOUNDS = 4,
    MOST_EXECUTIONS =
        1000000, /* of dpor, which are worth a proposal: a minute or two */
    SAMPLE_SECONDS = 60,
    RAISE = 10, /* a limit on steps that was too low */
};

/* A bound is that much above the first value of a variable: the widest one that decides
 * the test shows most. */
static const int64_t slacks[] = {10, 3, 1};

typedef struct remedy {
    const remedy_request *q;
    result *r;
    options with;   /* the candidate */
    opt_list texts; /* of its bounds */
    size_t memory;  /* that its trial may use in any case */
    VEC(const ir_expression *) bounds;
    trial found;     /* what the best candidate has shown, if that is anything */
    verdict *answer; /* of an engine that needs no bound */
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
    x.narrow = o->narrow;
    return x;
}

/* The same for random runs, made as the user wants them. */
static options same_runs(const options *o)
{
    options x = same_question(o);
    x.engine = registry_name(ENGINE_SAMPLE);
    x.strategy = o->strategy;
    x.seed = o->seed;
    x.max_steps = o->max_steps;
    x.pct_depth = o->pct_depth;
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

/* Says what the command will do. */
static void expect(remedy *x, const char *text)
{
    x->r->expected = arena_strndup(&x->r->memory, text, strlen(text));
}

static void propose_samples(remedy *x)
{
    x->with = same_runs(x->q->o);
    x->with.narrow = 0;
    x->with.max_time = SAMPLE_SECONDS;
    propose(x);
    expect(x, "random runs prove nothing, but find what is frequent");
}

/* The steps that the search or the profile has certainly covered. */
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
    x->with.max_memory = 0; /* it was enough for that */
    if (x->with.max_depth == 0) {
        propose_samples(x);
        return;
    }
    propose(x);
    expect(x, "all runs of that length have been looked at already");
}

/* ---- Trials ---- */

/* A trial is limited by counts; the clock is for very long steps. */
static double seconds_left(const remedy *x)
{
    enum { MOST_SECONDS = 5 };
    uint64_t now = clock_ns();
    double left = now < x->q->end ? (double)(x->q->end - now) * 1e-9 : 0;
    return left < MOST_SECONDS ? left : MOST_SECONDS;
}

/* Tries the candidate in WITH, by ENGINE. */
static trial try_candidate(remedy *x, engine_id engine)
{
    double seconds = seconds_left(x);
    const trial_options how = {.engine = engine,
                               .within = x->bounds.data,
                               .within_count = x->bounds.len,
                               .narrow = (uint32_t)x->with.narrow,
                               .depth = x->with.max_depth,
                               .has_open_values = strcmp(x->with.values, "open") == 0,
                               .memory = x->memory,
                               .seconds = seconds};
    if (engine != ENGINE_EXPLICIT)
        x->with.engine = registry_name(engine);
    x->with.within = x->texts;
    if (seconds <= 0)
        return (trial){.kind = VERDICT_UNKNOWN};
    return trial_run(x->r, &how, x->answer);
}

static void describe_trial(const trial *t, strbuf *out)
{
    if (t->kind == VERDICT_VIOLATED) {
        strbuf_puts(out, t->is_only_long ? "violated: a spec stays hot for very long"
                                         : "violated");
        return;
    }
    strbuf_puts(out, t->kind == VERDICT_WITHIN ? "holds within that bound" : "holds");
    if (t->states > 0) {
        strbuf_puts(out, ", all ");
        text_count(t->states, out);
        strbuf_puts(out, t->states == 1 ? " state" : " states");
    }
    if (t->kind == VERDICT_WITHIN && t->missing > 0)
        strbuf_printf(out, "; %u of the %u handlers that ran before do not run there",
                      t->missing, t->handlers);
}

/* The candidate in WITH has the result T: it is proposed, if there is no better one. */
static void consider(remedy *x, const trial *t)
{
    bool is_better =
        !x->found.is_decided || t->missing < x->found.missing || trial_is_unbounded(t);
    if (!t->is_decided || !is_better)
        return;
    strbuf text = {0};
    x->found = *t;
    propose(x);
    describe_trial(t, &text);
    expect(x, strbuf_text(&text));
    x->r->is_tried = true;
    strbuf_free(&text);
}

/* Is it not worth while to look for a better candidate? */
static bool is_settled(const remedy *x)
{
    const trial *t = &x->found;
    return seconds_left(x) <= 0 ||
           (t->is_decided && (t->missing == 0 || trial_is_unbounded(t)));
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

/* Bounds everything that grows or counts and can be bounded. */
static void set_bounds(remedy *x, int64_t slack)
{
    const diagnosis *d = x->q->d;
    start_bounds(x);
    for (size_t i = 0; i < d->bounded.len && i < MOST_BOUNDS; i++) {
        strbuf text = {0};
        if (diagnosis_bound(x->r->ir, &d->bounded.data[i], slack, &text))
            add_bound(x, strbuf_text(&text));
        strbuf_free(&text);
    }
}

static trial try_slack(remedy *x, int64_t slack, uint64_t narrow)
{
    set_bounds(x, slack);
    x->with = same_question(x->q->o);
    x->with.narrow = narrow;
    return try_candidate(x, ENGINE_EXPLICIT);
}

/* With at most NARROW alternatives of each choice.  If the narrowest bound does not
 * decide the test, no other will. */
static void try_bounds(remedy *x, uint64_t narrow)
{
    if (x->q->d->bounded.len == 0 || is_settled(x))
        return;
    trial least = try_slack(x, 0, narrow);
    if (!least.is_decided)
        return;
    for (size_t i = 0; i < sizeof slacks / sizeof *slacks; i++) {
        trial t = try_slack(x, slacks[i], narrow);
        if (t.is_decided) {
            consider(x, &t);
            return;
        }
    }
    set_bounds(x, 0);
    x->with.within = x->texts;
    consider(x, &least);
}

/* ---- Fewer alternatives ---- */

static trial try_narrow(remedy *x, uint64_t narrow)
{
    start_bounds(x);
    x->with = same_question(x->q->o);
    x->with.narrow = narrow;
    return try_candidate(x, ENGINE_EXPLICIT);
}

enum { LEAST_NARROW = 2, USUAL_NARROW = 3 };

static bool can_narrow(const remedy *x)
{
    uint64_t now = x->q->o->narrow;
    return x->q->d->alternatives > LEAST_NARROW && (now == 0 || now > USUAL_NARROW);
}

static void try_fewer_choices(remedy *x)
{
    if (is_settled(x))
        return;
    trial t = try_narrow(x, USUAL_NARROW);
    if (!t.is_decided && x->q->d->alternatives > USUAL_NARROW)
        t = try_narrow(x, LEAST_NARROW);
    consider(x, &t);
}

/* How deep a search comes in a short time, if it has few choices. */
static void try_narrow_depth(remedy *x)
{
    if (is_settled(x))
        return;
    trial t = try_narrow(x, LEAST_NARROW);
    if (t.is_decided || t.depth < 2)
        return;
    x->with.max_depth = t.depth - 1;
    t = try_candidate(x, ENGINE_EXPLICIT);
    consider(x, &t);
}

/* ---- A violation that was seen ---- */

static void expect_violation(remedy *x, uint64_t depth)
{
    strbuf text = {0};
    strbuf_puts(&text, "a run of at most ");
    text_count(depth, &text);
    strbuf_puts(&text, depth == 1 ? " step fails" : " steps fails");
    expect(x, strbuf_text(&text));
    strbuf_free(&text);
}

/* The profile has seen a run fail, with no more memory than this.  A search of that
 * depth comes there, too, unless one of its steps is too much for a trial. */
static void show_violation(remedy *x)
{
    enum { SURVEY_MEMORY = 256 << 20 };
    uint64_t depth = x->q->d->profile.fault_depth;
    start_bounds(x);
    x->memory = SURVEY_MEMORY;
    x->with = same_question(x->q->o);
    x->with.max_depth = depth;
    x->with.max_memory = 0;
    trial t = try_candidate(x, ENGINE_EXPLICIT);
    x->memory = 0;
    if (t.kind == VERDICT_VIOLATED) {
        consider(x, &t);
        return;
    }
    x->r->verdict.saw_violation = true;
    propose(x);
    expect_violation(x, depth);
}

/* ---- By reason ---- */

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

/* An engine that needs no bound. */
static void try_engine(remedy *x, engine_id engine)
{
    const engine_options *o = x->r->options;
    strbuf why = {0};
    bool applies = registry_applies(engine, x->r->ir, x->r->test, o, &why);
    strbuf_free(&why);
    start_bounds(x);
    if (!applies || x->bounds.len > 0 || x->r->engine == engine || is_settled(x))
        return;
    x->with = engine == ENGINE_SAMPLE ? same_runs(x->q->o) : same_question(x->q->o);
    trial t = try_candidate(x, engine);
    consider(x, &t);
}

/* The choices of the model stay open: that is worth while where they are wide. */
static void try_open_values(remedy *x)
{
    const result *r = x->r;
    bool were_open = r->verdict.has_open_values || !r->options->may_open_values;
    if (were_open || x->q->d->alternatives <= USUAL_NARROW || is_settled(x) ||
        openint_obstacle(r->ir, r->test, &r->options->core) != NULL)
        return;
    start_bounds(x);
    x->with = same_question(x->q->o);
    x->with.values = "open";
    trial t = try_candidate(x, ENGINE_EXPLICIT);
    consider(x, &t);
}

/* An estimate of its executions has been made. */
static void consider_dpor(remedy *x)
{
    const executions *e = &x->q->d->executions;
    strbuf text = {0};
    if (e->is_decided || (e->estimate > 0 && e->estimate < TRIAL_EXECUTIONS))
        try_engine(x, ENGINE_DPOR);
    if (x->found.is_decided || !e->is_steady || e->estimate > MOST_EXECUTIONS)
        return;
    x->with = same_question(x->q->o);
    x->with.engine = registry_name(ENGINE_DPOR);
    propose(x);
    strbuf_puts(&text, "it has about ");
    text_count((uint64_t)e->estimate, &text);
    strbuf_puts(&text, " executions to explore");
    expect(x, strbuf_text(&text));
    strbuf_free(&text);
}

static bool grows(reason_kind kind)
{
    return kind >= REASON_VARIABLE && kind <= REASON_PAYLOAD;
}

static void try_engines(remedy *x, reason_kind kind)
{
    if (kind == REASON_QUEUE)
        try_engine(x, ENGINE_ASI);
    if (!grows(kind) && kind != REASON_OUTCOMES) {
        try_engine(x, ENGINE_REDUCED);
        try_engine(x, ENGINE_SETS);
    }
    consider_dpor(x);
}

static void try_all_bounds(remedy *x, reason_kind kind)
{
    bool is_wide = kind == REASON_OUTCOMES;
    if (!is_wide)
        try_bounds(x, x->q->o->narrow);
    if (!can_narrow(x))
        return;
    try_fewer_choices(x);
    if (x->q->d->alternatives > USUAL_NARROW)
        try_bounds(x, USUAL_NARROW);
    if (!x->found.is_decided)
        try_bounds(x, LEAST_NARROW);
    if (is_wide && !x->found.is_decided)
        try_narrow_depth(x);
}

/* Where the search judges no cycles, long random runs may still show that a spec stays
 * hot.  They say nothing about bounds. */
static void try_long_runs(remedy *x)
{
    const core_options *o = &x->r->options->core;
    if (core_may_be_hot(x->r->ir, x->r->test) && o->narrow == 0)
        try_engine(x, ENGINE_SAMPLE);
}

/* Random runs beside the search have shown a spec that stays hot, which only sampling
 * judges.  A bound would hide the runs that were seen. */
static void propose_long_runs(remedy *x)
{
    propose_samples(x);
    expect(x, "judges random runs in which a spec stays hot");
}

static void find_command(remedy *x, reason_kind kind)
{
    try_long_runs(x);
    try_open_values(x);
    try_engines(x, kind);
    if (x->r->advice != NULL)
        return;
    if (x->r->verdict.random_hot.runs > 0) {
        propose_long_runs(x);
        return;
    }
    try_all_bounds(x, kind);
    if (x->found.is_decided && !trial_is_hollow(&x->found))
        return;
    trial search = trial_of_search(x->r);
    x->r->is_tried = false;
    if (kind != REASON_OUTCOMES && x->r->engine != ENGINE_SAMPLE &&
        !trial_is_hollow(&search))
        propose_depth(x);
    else
        propose_samples(x);
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
        x->with.max_memory = 0; /* it was enough to see all states */
        propose(x);
        return;
    case REASON_OUTCOMES:
    case REASON_VARIABLE:
    case REASON_MACHINES:
    case REASON_QUEUE:
    case REASON_PAYLOAD:
    case REASON_CHOICE:
    case REASON_SPACE:
    case REASON_SYMMETRY:
    case REASON_EXECUTIONS:
        find_command(x, kind);
        return;
    case REASON_KINDS:
        break;
    }
}

/* One of the measured runs has failed, far from the start.  Others like it may, too. */
static bool find_failing_run(remedy *x)
{
    if (!x->q->d->has_failed_walk)
        return false;
    x->r->verdict.saw_violation = true;
    if (x->r->options->core.narrow == 0)
        try_engine(x, ENGINE_SAMPLE);
    return x->found.is_decided;
}

void remedy_find(const remedy_request *q, result *r, verdict *answer)
{
    assert(answer->kind == VERDICT_UNKNOWN);
    remedy x = {.q = q, .r = r, .answer = answer};
    if (q->d->profile.has_fault)
        show_violation(&x);
    else if (!find_failing_run(&x) && q->d->reasons.len > 0)
        find(&x, q->d->reasons.data[0].kind);
    vec_free(&x.bounds);
    vec_free(&x.texts);
}
