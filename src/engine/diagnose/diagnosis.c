/* Measures a test, and orders what was found.  The reasons that name something to
 * change come first: a step with too many outcomes, then what grows, then choices, and
 * what multiplies the states last. */
#include "engine/diagnose/diagnosis.h"

#include "analysis/equivariance.h"
#include "base/clock.h"
#include "core/within.h"
#include "engine/context.h"

#include <string.h>

const diagnosis_limits diagnosis_usual_limits = {.states = 20000,
                                                 .outcomes = 5000,
                                                 .walks = 8,
                                                 .steps = 2000,
                                                 .work = 200000,
                                                 .executions = 2000,
                                                 .seconds = 5};

enum {
    WIDE_STEP = 8,       /* outcomes that are worth a line */
    MANY_MACHINES = 100, /* of one type */
};

/* ---- Measuring ---- */

/* The core asks at every run of a step, and now and then in a long one.  So the number
 * of its questions measures the work, and does not depend on the machine. */
typedef struct allowance {
    uint64_t work; /* left */
    uint64_t end;  /* clock_ns: of all measurements */
    const volatile sig_atomic_t *stop;
} allowance;

static bool is_over(void *context)
{
    allowance *a = context;
    a->work -= a->work > 0;
    return a->work == 0 || clock_ns() > a->end || (a->stop != NULL && *a->stop != 0);
}

/* Not 0, which would mean no limit. */
static double seconds_left(const allowance *a)
{
    uint64_t now = clock_ns();
    return now < a->end ? (double)(a->end - now) * 1e-9 : 1e-3;
}

static void allow(core *c, allowance *a, const diagnosis_limits *limits)
{
    core_forget_limits(c);
    a->work = limits->work;
    c->is_over = is_over;
    c->is_over_context = a;
}

/* The last step has reached a limit, if only because of where the walk has gone; or it
 * takes so long that the first walk hardly begins. */
static void note_limit(diagnosis *d, const walk *w, bool is_first)
{
    enum { FEW_STEPS = 16 };
    const core *c = w->c;
    bool is_long = is_first && c->was_stopped && w->steps <= FEW_STEPS;
    value local =
        w->steps > 0 ? system_local(c, &w->before, walk_runner(w)) : VALUE_NULL;
    if ((c->limit == STOP_NONE && !is_long) || local == VALUE_NULL)
        return;
    d->has_long_step |= is_long;
    d->limited = local_machine(c, local);
    d->limited_state = local_state(c, local);
}

static void make_walks(diagnosis *d, core *c, const diagnosis_limits *limits, growth *g,
                       ways *found)
{
    walk w;
    walk_init(&w, c);
    for (uint64_t i = 0; i < limits->walks && !c->was_stopped; i++) {
        growth_start_walk(g);
        bool goes_on = walk_start(&w, i);
        while (goes_on && w.steps < limits->steps) {
            goes_on = walk_step(&w);
            ways_see(found, &w);
            goes_on = goes_on && within_has_state(c, &w.at);
            if (goes_on)
                growth_see(g, &w.at);
        }
        growth_end_walk(g);
        d->has_failed_walk |= w.has_failed;
        note_limit(d, &w, i == 0);
        c->limit = STOP_NONE;
    }
    walk_fini(&w);
}

/* The state in which the step begins means nothing without the core. */
static void keep_widest(diagnosis *d, ways *found, core *c,
                        const diagnosis_limits *limits)
{
    d->alternatives = found->alternatives;
    ways_settle(found, c, limits->outcomes);
    const wide_step *widest = ways_widest(found, limits->outcomes);
    if (widest == NULL)
        return;
    d->widest = *widest;
    d->widest.from = (system_state){0};
}

/* ---- Reasons ---- */

static diagnosis_reason *add(diagnosis *d, reason_kind kind, srcpos pos, uint32_t decl)
{
    diagnosis_reason r = {.kind = kind, .pos = pos, .decl = decl};
    vec_push(&d->reasons, r);
    return vec_last(&d->reasons);
}

static void add_cut(diagnosis *d, const ir_program *ir, const verdict *v)
{
    uint32_t function;
    uint32_t pc;
    bool is_cut = v->stop == STOP_LONG_STEP || v->stop == STOP_CHOICE_LOOP ||
                  v->stop == STOP_CYCLES;
    if (is_cut && v->coverage != NULL &&
        coverage_find_cut(v->coverage, &function, &pc) != 0)
        add(d, REASON_CUT, ir->functions[function].positions[pc],
            ir->functions[function].machine);
}

static void add_step(diagnosis *d, const ir_program *ir, const verdict *v)
{
    bool is_step = (v->stop >= STOP_VALUES && v->stop <= STOP_NESTING) ||
                   (v->stop == STOP_TIME && d->has_long_step);
    if (!is_step || d->limited == IR_NONE)
        return;
    const ir_state *at = &ir->machines[d->limited].states[d->limited_state];
    add(d, REASON_STEP, at->pos, d->limited)->owner = d->limited_state;
}

static void add_proofs(diagnosis *d, const ir_program *ir, const verdict *v)
{
    if (v->stop != STOP_ONLY_PROOFS)
        return;
    srcpos pos = ir->prove_count > 0 ? ir->proves[0].pos
                 : ir->invariant_count > 0
                     ? ir->functions[ir->invariants[0].function].pos
                     : SRC_NONE;
    add(d, REASON_PROOFS, pos, IR_NONE);
}

static void add_outcomes(diagnosis *d, const diagnosis_limits *limits)
{
    const wide_step *x = &d->widest;
    if (x->outcomes > 0 && !x->is_counted && x->ways > (double)limits->outcomes)
        add(d, REASON_OUTCOMES, x->pos, x->decl);
}

static reason_kind kind_of(const gauge *x)
{
    static const reason_kind kinds[] = {
        [GAUGE_FIELD] = REASON_VARIABLE,    [GAUGE_LOCAL] = REASON_VARIABLE,
        [GAUGE_MACHINES] = REASON_MACHINES, [GAUGE_INBOX] = REASON_QUEUE,
        [GAUGE_OUTBOX] = REASON_QUEUE,      [GAUGE_PAYLOAD] = REASON_PAYLOAD};
    return kinds[x->kind];
}

static bool is_same_variable(const gauge *a, const gauge *b)
{
    return a->kind == b->kind && a->owner == b->owner && a->index == b->index &&
           a->path_len == b->path_len && memcmp(a->path, b->path, a->path_len) == 0;
}

/* A collection that grows is said to grow once, by its size if that grows. */
static bool is_said(const growth *g, const gauge *x)
{
    vec_each (other, &g->gauges)
        if (is_same_variable(other, x) && other->measure < x->measure &&
            growth_is_growing(g, other))
            return true;
    return false;
}

static uint32_t decl_of(const ir_program *ir, const gauge *x)
{
    if (x->kind == GAUGE_LOCAL)
        return ir->functions[x->owner].machine;
    return x->kind == GAUGE_PAYLOAD ? IR_NONE : x->owner;
}

/* Variables that --within can bound come first, those of machines before those of
 * specs. */
static unsigned rank_of(const ir_program *ir, const gauge *x)
{
    bool has_bound = x->kind == GAUGE_FIELD && x->measure <= MEASURE_SIZE;
    bool is_spec =
        x->kind == GAUGE_FIELD && ir->machines[x->owner].kind != MACHINE_PLAIN;
    return (has_bound ? 0u : 2u) + (is_spec ? 1u : 0u);
}

static void collect_growth(diagnosis *d, const growth *g)
{
    enum { RANKS = 4 };
    for (unsigned rank = 0; rank < RANKS; rank++)
        vec_each (x, &g->gauges)
            if (rank_of(g->c->ir, x) == rank && growth_is_growing(g, x) &&
                !is_said(g, x))
                vec_push(&d->growing, *x);
}

static bool counts(const growth *g, const gauge *x)
{
    return x->kind == GAUGE_FIELD && x->measure <= MEASURE_SIZE &&
           growth_is_counter(x) && !growth_is_growing(g, x);
}

static void collect_counters(diagnosis *d, const growth *g)
{
    enum { RANKS = 2 }; /* of machines, of specs */
    for (unsigned rank = 0; rank < RANKS; rank++)
        vec_each (x, &g->gauges)
            if (counts(g, x) && rank_of(g->c->ir, x) == rank)
                vec_push(&d->counters, *x);
}

static diagnosis_reason reason_of(diagnosis *d, const growth *g, const gauge *x)
{
    strbuf name = {0};
    diagnosis_reason r = {.kind = kind_of(x),
                          .pos = growth_place(g, x),
                          .decl = decl_of(g->c->ir, x),
                          .gauge = x,
                          .owner = x->owner};
    r.is_named = growth_variable(g, x, &name);
    if (name.len > 0)
        r.variable = arena_strndup(&d->memory, strbuf_text(&name), name.len);
    strbuf_free(&name);
    return r;
}

static void add_growth(diagnosis *d, const growth *g, reason_kind kind)
{
    vec_each (x, &d->growing)
        if (kind_of(x) == kind)
            vec_push(&d->reasons, reason_of(d, g, x));
}

static void add_bounded(diagnosis *d, const growth *g, const gauge *x)
{
    strbuf unused = {0};
    diagnosis_reason r = reason_of(d, g, x);
    if (diagnosis_bound(g->c->ir, &r, 0, &unused))
        vec_push(&d->bounded, r);
    strbuf_free(&unused);
}

static void collect_bounded(diagnosis *d, const growth *g)
{
    vec_each (x, &d->growing)
        add_bounded(d, g, x);
    vec_each (x, &d->counters)
        add_bounded(d, g, x);
}

/* Would the search have gone on but for a number that the user, or the machine, sets?
 */
static bool is_limit(stop_reason stop)
{
    return (stop >= STOP_TIME && stop <= STOP_DEPTH) || stop == STOP_NO_END ||
           stop == STOP_QUEUES || stop == STOP_SYSTEM_MEMORY || stop == STOP_DISK;
}

static uint32_t count_machines(const profile *p, uint32_t decl)
{
    uint32_t count = 0;
    vec_each (x, &p->parts)
        count += x->kind == PROFILE_MACHINE && x->decl == decl;
    return count;
}

/* A step may create a thousand of them, so that walks see no more growth. */
static void add_many_machines(diagnosis *d, const ir_test *test)
{
    const ir_module *m = test->module;
    for (uint32_t i = 0; i < m->binding_count; i++) {
        const ir_binding *b = &m->bindings[i];
        uint32_t count = count_machines(&d->profile, b->machine);
        vec_each (part, &d->profile.parts)
            if (count >= MANY_MACHINES && part->kind == PROFILE_MACHINE &&
                part->decl == b->machine) {
                add(d, REASON_MACHINES, part->pos, b->machine)->owner = count;
                break;
            }
    }
}

/* What remains to be said if nothing else was found. */
static void add_space(diagnosis *d, const ir_test *test, const verdict *v)
{
    const profile_part *part;
    const profile_part *whole = profile_largest(&d->profile, &part);
    bool is_small = whole != NULL && d->profile.is_complete;
    if (is_small && !d->profile.has_fault && is_limit(v->stop)) {
        add(d, REASON_LIMIT, test->pos, IR_NONE);
        return;
    }
    add_many_machines(d, test);
    bool is_wide = d->widest.outcomes >= WIDE_STEP;
    if (is_wide)
        add(d, REASON_CHOICE, d->widest.pos, d->widest.decl);
    if (whole != NULL && (!is_wide || whole->decl != d->widest.decl))
        add(d, REASON_SPACE, part->pos, part->decl)->variable = part->variable;
}

/* The first hot state of the test's specs. */
static void add_hot(diagnosis *d, const ir_program *ir, const ir_test *test)
{
    const ir_module *m = test->module;
    for (uint32_t i = 0; i < m->monitor_count; i++) {
        uint32_t decl = m->monitors[i].machine;
        for (uint32_t k = 0; k < ir->machines[decl].state_count; k++)
            if (ir->machines[decl].states[k].temp == HOT) {
                add(d, REASON_HOT, ir->machines[decl].states[k].pos, decl)->owner = k;
                return;
            }
    }
}

/* Of the types with several machines whose order or names the code can see: the one
 * with the most. */
static void add_symmetry(diagnosis *d, core *c)
{
    equivariance *e = equivariance_new(context_of(c));
    uint32_t most = 1;
    uint32_t which = IR_NONE;
    for (uint32_t i = 0; i < c->ir->machine_count; i++) {
        uint32_t count = count_machines(&d->profile, i);
        if (count > most && equivariance_obstacle(e, i) != SRC_NONE) {
            most = count;
            which = i;
        }
    }
    if (which != IR_NONE)
        add(d, REASON_SYMMETRY, equivariance_obstacle(e, which), which)->owner = most;
    equivariance_free(e);
}

/* What keeps the reduced engine from doing better: it does not judge cycles. */
static void add_lost_reductions(diagnosis *d, core *c, const ir_test *test)
{
    if (core_may_be_hot(c->ir, test))
        add_hot(d, c->ir, test);
    else if (c->options.network != NET_CAUSAL)
        add_symmetry(d, c);
}

static void add_executions(diagnosis *d, const ir_test *test)
{
    enum { MANY = 1000000 };
    if (d->executions.estimate >= MANY)
        add(d, REASON_EXECUTIONS, test->pos, IR_NONE);
}

/* The first reason, if there is one. */
static reason_kind first_kind(const diagnosis *d)
{
    return d->reasons.len > 0 ? d->reasons.data[0].kind : REASON_KINDS;
}

static void find_reasons(diagnosis *d, core *c, const growth *g,
                         const engine_options *o, const verdict *v,
                         const diagnosis_limits *limits, const allowance *left)
{
    const ir_program *ir = c->ir;
    const ir_test *test = c->test;
    add_step(d, ir, v);
    add_cut(d, ir, v);
    add_proofs(d, ir, v);
    add_outcomes(d, limits);
    collect_growth(d, g);
    collect_counters(d, g);
    collect_bounded(d, g);
    for (reason_kind kind = REASON_VARIABLE; kind <= REASON_PAYLOAD; kind++)
        add_growth(d, g, kind);
    if (d->reasons.len == 0 && v->stop == STOP_CYCLES)
        add_hot(d, ir, test);
    bool is_large = d->reasons.len == 0;
    if (is_large)
        add_space(d, test, v);
    is_large &= first_kind(d) != REASON_LIMIT;
    if (is_large || first_kind(d) == REASON_OUTCOMES)
        executions_make(&d->executions, ir, test, o, limits->executions,
                        seconds_left(left));
    if (!is_large)
        return;
    add_lost_reductions(d, c, test);
    add_executions(d, test);
}

void diagnosis_make(diagnosis *d, const ir_program *ir, const ir_test *test,
                    const engine_options *o, const verdict *v,
                    const diagnosis_limits *limits)
{
    core_options options = o->core;
    allowance left = {.end = clock_ns() + (uint64_t)(limits->seconds * 1e9),
                      .stop = o->stop};
    growth g;
    ways found = {0};
    *d = (diagnosis){.walk_steps = limits->steps, .limited = IR_NONE};
    arena_init(&d->memory);
    options.stops_at_sends = false;
    options.split_above = 0;
    core *c = core_new(ir, test, &options);
    growth_init(&g, c, limits->steps);
    if (v != NULL) {
        allow(c, &left, limits);
        make_walks(d, c, limits, &g, &found);
        allow(c, &left, limits);
        keep_widest(d, &found, c, limits);
    }
    allow(c, &left, limits);
    c->cut_runs = 0;
    profile_make(&d->profile, c, limits->states, o->limits.depth, limits->outcomes);
    if (v != NULL)
        find_reasons(d, c, &g, o, v, limits, &left);
    growth_fini(&g);
    ways_fini(&found);
    core_free(c);
}

void diagnosis_fini(diagnosis *d)
{
    vec_free(&d->reasons);
    vec_free(&d->growing);
    vec_free(&d->counters);
    vec_free(&d->bounded);
    profile_fini(&d->profile);
    arena_fini(&d->memory);
}

bool diagnosis_bound(const ir_program *ir, const diagnosis_reason *r, int64_t slack,
                     strbuf *out)
{
    const gauge *x = r->gauge;
    if (r->kind != REASON_VARIABLE || x->kind != GAUGE_FIELD || !r->is_named)
        return false;
    const char *machine = ir->machines[r->decl].name;
    long long most = x->early + slack;
    if (x->measure == MEASURE_NUMBER && x->is_negative)
        strbuf_printf(out, "%s: %s >= -%lld", machine, r->variable, most);
    else if (x->measure == MEASURE_NUMBER)
        strbuf_printf(out, "%s: %s <= %lld", machine, r->variable, most);
    else if (x->measure == MEASURE_SIZE)
        strbuf_printf(out, "%s: sizeof(%s) <= %lld", machine, r->variable, most);
    else
        return false;
    return true;
}
