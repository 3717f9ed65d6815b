/* The search that keeps all states as rows in memory, and their transitions if cycles
 * matter. row_search.c visits the states; its lemma rows-1 says why none is lost. */
#include "engine/explore/by_graph.h"

#include "core/within.h"
#include "engine/explore/graph.h"
#include "engine/explore/liveness.h"
#include "engine/row_search.h"

#include "base/clock.h"

typedef struct search {
    row_search rows;
    const engine_options *o;
    engine_options rows_options; /* O, with the present phase's share of the time */
    double seconds;              /* ... of so many */
    core *c;
    graph graph;
    verdict *v;
    system_state to; /* the current successor */
    graph_link link; /* how it is reached */
} search;

/* A run ends with a fault in the current state, or after one more transition. */
static void note_violation(search *s, const fault *f, const transition *m,
                           const transition_result *r)
{
    if (s->o->see_fault != NULL)
        s->o->see_fault(s->o->see_context, f);
    if (s->o->keep_going)
        return;
    verdict_violated(s->v, f);
    core_forget_limits(s->c);
    const transition_result result = r != NULL ? *r : (transition_result){0};
    if (s->rows.at != ROW_NONE)
        graph_path(&s->graph, s->rows.at, m, &result, &s->v->trace);
    s->rows.is_over = true;
}

static void note_state(void *context, uint32_t state, const system_state *row)
{
    search *s = context;
    (void)state;
    graph_add_link(&s->graph, s->link);
    if (s->o->see_state != NULL)
        s->o->see_state(s->o->see_context, s->c, row);
}

/* There may be very many branches; where values are open, each may make new values. */
static void look_within_transition(search *s)
{
    row_search *rows = &s->rows;
    if (rows->stopped == STOP_NONE)
        rows->stopped = watch_look(&rows->watch, &s->v->stats);
    if (rows->stopped == STOP_NONE &&
        values_bytes(&s->c->vals) > values_limit(&s->c->vals) / 8 * 7)
        rows->stopped = STOP_VALUES;
}

/* There are not enough numbers for very many branches with forks. */
static uint32_t next_branch(search *s, const transition_result *r, uint32_t *forks)
{
    uint32_t next = system_next_branch(s->c, s->link.branch, r, forks);
    if (next <= s->link.branch)
        s->rows.stopped = STOP_OUTCOMES;
    return next;
}

static void try_transition(search *s, uint32_t index)
{
    transition m = s->rows.enabled.data[index];
    transition_result r = {0};
    uint32_t forks = 1;
    s->link = (graph_link){.transition = index};
    for (; !r.is_last && !row_search_is_done(&s->rows) &&
           system_step(s->c, &s->rows.row, m, s->link.branch, &s->to, &r);
         s->link.branch = next_branch(s, &r, &forks)) {
        look_within_transition(s);
        if (r.is_pruned)
            continue;
        s->v->stats.transitions++;
        if (r.fault != 0) {
            fault f = s->c->faults.data[r.fault - 1];
            note_violation(s, &f, &m, &r);
            continue;
        }
        uint32_t to = row_search_add(&s->rows, &s->to);
        if (to != ROW_NONE)
            graph_add_edge(&s->graph, to, &s->rows.row, m, &r);
    }
}

static void judge_end(search *s)
{
    s->v->stats.terminal++;
    fault f = system_end(s->c, &s->rows.row);
    if (f.kind != FAULT_NONE)
        note_violation(s, &f, NULL, NULL);
}

static bool must_close(const search *s)
{
    return s->c->vals.open != NULL && s->c->vals.open->must_close;
}

/* A state outside the bound is not expanded, so it is on no cycle; and it is the end of
 * a run only if nothing is enabled in it. */
static void expand(void *context)
{
    search *s = context;
    if (must_close(s))
        return; /* the search begins again */
    size_t ordinary = system_enabled(s->c, &s->rows.row, &s->rows.enabled);
    if (ordinary == 0)
        judge_end(s);
    if (!within_has_state(s->c, &s->rows.row)) {
        s->v->stats.outside += ordinary > 0 || core_has_faults(s->c);
        return;
    }
    graph_begin_edges(&s->graph, s->rows.at);
    for (uint32_t i = 0; i < s->rows.enabled.len && !s->rows.is_over; i++)
        try_transition(s, i);
}

static void start(search *s)
{
    transition_result r;
    system_start(s->c, &s->to, &r);
    if (r.fault != 0) {
        fault f = s->c->faults.data[r.fault - 1];
        note_violation(s, &f, NULL, NULL);
    } else if (!r.is_pruned) {
        row_search_add(&s->rows, &s->to);
    }
}

/* ---- Liveness ---- */

/* Cycles among some ten million states take about a seventh of the time that it takes
 * to find the states.  So the search for states leaves them that share: a violation
 * that was visited is not lost, and the time limit is kept. */
#define CYCLES_SHARE (1.0 / 6)

/* If a limit has ended the search for states, the visited ones are still checked for
 * cycles, for as long as there is time. */
static bool is_interrupted(void *context)
{
    search *s = context;
    stop_reason why = watch_look_now(&s->rows.watch, &s->v->stats);
    bool ends = why == STOP_INTERRUPTED || why == STOP_TIME ||
                (why != STOP_NONE && s->rows.stopped == STOP_NONE);
    if (ends && s->rows.stopped == STOP_NONE)
        s->rows.stopped = why;
    return ends;
}

static void look_for_cycles(search *s)
{
    core_forget_limits(s->c);
    s->rows_options.limits.seconds = s->seconds;
    verdict_count_narrowed(s->v, s->c);
    bool is_all =
        s->rows.stopped == STOP_NONE &&
        verdict_complete(VERDICT_EXHAUSTED, &s->v->stats) == VERDICT_EXHAUSTED;
    s->v->stats.phase = is_all ? PHASE_CYCLES : PHASE_SOME_CYCLES;
    liveness_result r = liveness_check(&s->graph, s->v, is_interrupted, s);
    s->rows.is_over = r == LIVENESS_VIOLATED;
    assert(r != LIVENESS_STOPPED || s->rows.stopped != STOP_NONE);
}

/* A cycle that was found is a cycle, whatever was not visited: a missing transition can
 * only make a component look less fair than it is. */
static void check_liveness(search *s)
{
    if (!s->graph.has_edges || s->rows.is_over || must_close(s))
        return;
    if (s->c->was_stopped)
        graph_drop_edges(&s->graph, s->rows.at);
    if (s->o->keep_going) {
        for (uint32_t i = 0; i < s->c->test->module->monitor_count; i++) {
            const fault f = {
                .kind = FAULT_LIVENESS,
                .pos = s->c->ir->machines[s->c->test->module->monitors[i].machine].pos};
            if (liveness_violates(&s->graph, i))
                s->o->see_fault(s->o->see_context, &f);
        }
    } else {
        look_for_cycles(s);
    }
}

/* ---- Choices that must not stay open ---- */

/* Closes choices which cycles depend on; true: the search begins again. */
static bool close_choices(search *s)
{
    openints *o = s->c->vals.open;
    if (o == NULL || s->rows.is_over || s->rows.stopped != STOP_NONE)
        return false;
    bool any = must_close(s) || s->graph.in_doubt.len > 0;
    o->is_closed |= must_close(s);
    o->must_close = false;
    vec_each (site, &s->graph.in_doubt)
        openint_close(o, fair_label_site_function(s->c, *site),
                      fair_label_site_pc(s->c, *site));
    if (any)
        step_forget(s->c);
    return any;
}

/* True: it begins again.  SECONDS: what is left of the limit, or 0. */
static bool search_once(core *c, const engine_options *o, double seconds, verdict *v)
{
    static const row_search_calls calls = {.expand = expand, .on_new = note_state};
    search s = {.o = o, .rows_options = *o, .v = v, .c = c};
    bool has_cycles = liveness_matters(c);
    s.rows_options.limits.seconds = has_cycles ? seconds * (1 - CYCLES_SHARE) : seconds;
    s.seconds = seconds;
    row_search_init(&s.rows, c, &s.rows_options, v, &calls, &s);
    s.rows.covers_depth = !o->depth_first;
    core_look_at_cycles(c);
    graph_init(&s.graph, c, &s.rows.states, has_cycles);
    start(&s);
    row_search_run(&s.rows);
    check_liveness(&s);
    bool again = close_choices(&s);
    if (!s.rows.is_over && !again)
        row_search_conclude(&s.rows, VERDICT_EXHAUSTED);
    graph_fini(&s.graph);
    row_search_fini(&s.rows);
    vec_free(&s.to);
    return again;
}

/* Each time at least one place is closed, so this ends. */
void by_graph(core *c, const engine_options *o, verdict *v)
{
    const double least = 1e-3; /* 0 would be no limit */
    const uint64_t start = clock_ns();
    const engine_stats before = v->stats;
    double seconds = o->limits.seconds;
    double spent = 0;
    while (search_once(c, o, seconds, v)) {
        spent = (double)(clock_ns() - start) * 1e-9;
        if (seconds > 0)
            seconds =
                spent + least < o->limits.seconds ? o->limits.seconds - spent : least;
        v->stats = before;
    }
    v->stats.seconds += spent;
}
