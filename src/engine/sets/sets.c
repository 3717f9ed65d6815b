/* The entry points of the engine: applicability, the choice of an order of columns, and
 * the verdict. */
#include "engine/sets/set_search.h"

#include "core/openint.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* Why this is not proved where values stay open; NULL: it is, by lemma openint-parts-2.
 * The size of a quorum may need a value that is open, and then the search would have to
 * begin again; so would one for a cycle that depends on choices (liveness.h). */
static const char *why_not_open(const ir_program *ir, const ir_test *test,
                                const core_options *o)
{
    const char *obstacle = openint_obstacle(ir, test, o);
    if (obstacle != NULL)
        return obstacle;
    if (o->network != NET_MBOX && o->network != NET_P2P)
        return "with --engine=sets values can stay open only with --network=mbox and "
               "p2p: use --engine=explicit";
    if (core_may_be_hot(ir, test))
        return "a spec has hot states, and with --engine=sets values cannot stay open "
               "then: use --engine=explicit";
    if (o->narrow > 0)
        return "with --engine=sets values cannot stay open with --narrow";
    if (core_has_quorum(ir))
        return "with --engine=sets values cannot stay open where a machine has quorum "
               "handlers, whose size may depend on them: use --engine=explicit";
    return NULL;
}

/* NULL: the engine applies. */
static const char *why_not(const ir_program *ir, const ir_test *test,
                           const engine_options *o)
{
    if (o->core.network == NET_CAUSAL)
        return "in causal networks a delivery changes the clocks of all machines, and "
               "a set has no columns for such states: use --engine=explicit";
    return o->open_values ? why_not_open(ir, test, &o->core) : NULL;
}

bool sets_apply(const ir_program *ir, const ir_test *test, const engine_options *o,
                strbuf *why)
{
    const char *reason = why_not(ir, test, o);
    if (reason != NULL)
        strbuf_puts(why, reason);
    return reason == NULL;
}

/* ---- The choice of an order ---- */

/* A tournament: all orders run with little work, one after the other; the better half,
 * by the number of states found, runs again with more work, and so on; the last one has
 * no limit.  Numbers of states grow so differently that little work will do: the order
 * of bench/models that wins is the same with 32 times as much. */
#define OBSERVATION_SECONDS 1.0 /* of random runs, see order.h */
enum { FIRST_WORK = 1 << 16, LONGER = 4 };

typedef struct racer {
    order_kind kind;
    machine_order order;
    double states;
} racer;

typedef struct race {
    const ir_program *ir;
    const ir_test *test;
    core *c;
    engine_watch watch; /* during the observation */
    const engine_options *o;
    verdict *v;
    racer racers[ORDER_KINDS];
    size_t count;
    double shown; /* the most states that a racer has found */
    double spent; /* seconds */
} race;

/* ---- The core, which all racers share ---- */

static bool has_seen_enough(void *context)
{
    race *r = context;
    return watch_seconds(&r->watch) > OBSERVATION_SECONDS ||
           watch_look_now(&r->watch, &r->v->stats) != STOP_NONE;
}

static void observe(race *r, order_links *out)
{
    system_state first = {0};
    transition_result result;
    r->c->is_over = has_seen_enough;
    r->c->is_over_context = r;
    watch_start(&r->watch, r->o);
    r->watch.is_silent = true;
    system_start(r->c, &first, &result);
    if (result.fault == 0 && !result.is_pruned)
        order_observe(r->c, &first, out);
    r->spent += watch_seconds(&r->watch);
    watch_end(&r->watch);
    r->c->is_over = NULL;
    vec_free(&first);
}

static core *new_core(const race *r)
{
    const engine_limits *l = &r->o->limits;
    core *c = core_new(r->ir, r->test, &r->o->core);
    c->most_outcomes = l->outcomes > 0 ? l->outcomes : l->states;
    core_look_at_cycles(c);
    if (r->o->open_values)
        openint_enable(c);
    return c;
}

/* If the observation was stopped in the middle of a step, the core has cached the part
 * of the step that was made, as if it were all; so a new core is needed.  So it is
 * where specs fork, and rows have come to a limit that sets do not have.  Machines may
 * get other machine ids there, which makes the order arbitrary, but not wrong. */
static void make_core(race *r, order_links *links)
{
    r->c = new_core(r);
    observe(r, links);
    if (r->c->was_stopped || r->c->limit != STOP_NONE) {
        core_free(r->c);
        r->c = new_core(r);
    }
}

/* ---- The race ---- */

static bool is_same(const machine_order *a, const machine_order *b)
{
    return a->len == b->len &&
           (a->len == 0 || memcmp(a->data, b->data, a->len * sizeof *a->data) == 0);
}

static void enter(race *r, const order_links *links, order_kind kind)
{
    assert(r->count < ORDER_KINDS);
    racer *next = &r->racers[r->count];
    next->kind = kind;
    order_make(links, kind, &next->order);
    for (size_t i = 0; i < r->count; i++) {
        if (is_same(&r->racers[i].order, &next->order)) {
            vec_free(&next->order);
            return;
        }
    }
    r->count++;
}

/* Runs X with at most WORK, or without a limit if WORK is 0.  True: the verdict is
 * final.
 */
static bool run_one(race *r, racer *x, uint64_t work)
{
    engine_options o = *r->o;
    if (o.limits.seconds > 0)
        o.limits.seconds = fmax(o.limits.seconds - r->spent, 0.001);
    set_search s = {.o = &o,
                    .c = r->c,
                    .v = r->v,
                    .order = &x->order,
                    .most_work = work,
                    .shown = r->shown};
    r->v->stats.set.order = engine_order_word(x->kind);
    set_search_run(&s);
    r->spent += r->v->stats.seconds;
    x->states = r->v->stats.set.about;
    r->shown = fmax(r->shown, x->states);
    if (!s.is_cut && !s.is_over) {
        r->v->kind = s.stopped != STOP_NONE ? VERDICT_UNKNOWN : VERDICT_EXHAUSTED;
        r->v->stop = s.stopped;
    } else if (s.is_cut) {
        r->v->stop = STOP_TRIAL;
    }
    set_search_fini(&s);
    r->v->stats.seconds = r->spent;
    return !s.is_cut;
}

static void keep(race *r, size_t count)
{
    for (; r->count > count; r->count--)
        vec_free(&r->racers[r->count - 1].order);
}

static void keep_better_half(race *r)
{
    for (size_t i = 1; i < r->count; i++) {
        for (size_t k = i; k > 0 && r->racers[k].states > r->racers[k - 1].states;
             k--) {
            racer x = r->racers[k];
            r->racers[k] = r->racers[k - 1];
            r->racers[k - 1] = x;
        }
    }
    keep(r, (r->count + 1) / 2);
    assert(r->count > 0);
}

static void run_race(race *r)
{
    uint64_t work = r->o->tuning.trial > 0 ? r->o->tuning.trial : FIRST_WORK;
    while (r->count > 1) {
        for (size_t i = 0; i < r->count; i++)
            if (run_one(r, &r->racers[i], work))
                return;
        keep_better_half(r);
        work *= LONGER;
    }
    assert(r->count == 1);
    (void)run_one(r, &r->racers[0], 0);
}

static void begin_race(race *r)
{
    order_links links = {0};
    make_core(r, &links);
    for (order_kind kind = ORDER_BEST + 1; kind < ORDER_KINDS; kind++)
        if (r->o->order == ORDER_BEST || r->o->order == kind)
            enter(r, &links, kind);
    order_links_fini(&links);
}

void sets_run(const ir_program *ir, const ir_test *test, const engine_options *o,
              verdict *v)
{
    const char *refused = why_not(ir, test, o);
    if (refused != NULL) {
        verdict_refuse(v, refused);
        return;
    }
    race r = {.ir = ir, .test = test, .o = o, .v = v};
    v->has_open_values = o->open_values;
    begin_race(&r);
    run_race(&r);
    keep(&r, 0);
    assert(r.c->vals.open == NULL || !r.c->vals.open->must_close); /* why_not_open */
    verdict_cover(v, r.c);
    core_free(r.c);
}
