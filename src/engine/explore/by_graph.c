#include "engine/explore/by_graph.h"

#include "engine/explore/graph.h"
#include "engine/explore/liveness.h"
#include "engine/watch.h"

typedef struct search {
    const engine_options *o;
    core *c;
    graph graph;
    VEC(uint32_t) stack; /* depth first: states to expand */
    uint32_t next;       /* breadth first: the next state to expand */
    engine_watch watch;
    verdict *v;
    stop_reason stopped; /* why it ends early */
    bool is_cut;         /* some states were left out: too deep */
    bool is_over;
    /* of the state being expanded */
    system_state from;
    system_state to;
    transition_list moves;
} search;

static bool take_next(search *s, uint32_t *state)
{
    if (s->o->depth_first) {
        if (s->stack.len == 0)
            return false;
        *state = vec_pop(&s->stack);
        return true;
    }
    *state = s->next;
    if (s->next == graph_count(&s->graph))
        return false;
    s->next++;
    return true;
}

static uint64_t frontier(const search *s)
{
    return s->o->depth_first ? s->stack.len : graph_count(&s->graph) - s->next;
}

/* A run ends badly in STATE, or after one more move from there. */
static void note_violation(search *s, const fault *f, uint32_t state,
                           const transition *m, value choices)
{
    if (s->o->see_fault != NULL)
        s->o->see_fault(s->o->see_context, f);
    if (s->o->keep_going)
        return;
    verdict_violated(s->v, f);
    core_forget_limits(s->c);
    if (state != STATE_NONE)
        graph_path(&s->graph, state, &s->v->trace);
    if (m != NULL)
        trace_add(&s->v->trace, s->c, *m, choices);
    s->is_over = true;
}

static bool has_room(search *s)
{
    uint64_t limit = s->o->limits.states;
    return limit == 0 || graph_count(&s->graph) < limit ||
           graph_find(&s->graph, &s->to) != STATE_NONE;
}

static uint32_t add_state(search *s, const graph_node *node)
{
    bool is_new;
    uint32_t state = graph_add(&s->graph, &s->to, node, &is_new);
    if (!is_new)
        return state;
    if (s->o->depth_first)
        vec_push(&s->stack, state);
    if (node->depth > s->v->stats.depth)
        s->v->stats.depth = node->depth;
    if (s->o->see_state != NULL)
        s->o->see_state(s->o->see_context, s->c, &s->to);
    return state;
}

static void try_move(search *s, uint32_t state, uint32_t index)
{
    transition m = s->moves.data[index];
    transition_result r;
    graph_node node = {.parent = state, .transition = index};
    node.depth = s->graph.nodes.data[state].depth + 1;
    for (; !s->is_over && s->stopped == STOP_NONE &&
           system_step(s->c, &s->from, m, node.way, &s->to, &r);
         node.way++) {
        if (s->stopped == STOP_NONE) /* ways may be very many */
            s->stopped = watch_look(&s->watch, &s->v->stats);
        if (r.is_pruned)
            continue;
        s->v->stats.transitions++;
        if (r.fault != 0) {
            fault f = s->c->faults.data[r.fault - 1];
            note_violation(s, &f, state, &m, r.choices);
            continue;
        }
        if (!has_room(s)) {
            s->stopped = STOP_STATES;
            return;
        }
        uint32_t to = add_state(s, &node);
        graph_add_edge(&s->graph, to, &s->from, m, &r);
    }
}

static void expand(search *s, uint32_t state)
{
    graph_get(&s->graph, state, &s->from);
    size_t ordinary = system_enabled(s->c, &s->from, &s->moves);
    if (ordinary == 0) {
        s->v->stats.terminal++;
        fault f = system_end(s->c, &s->from);
        if (f.kind != FAULT_NONE)
            note_violation(s, &f, state, NULL, VALUE_NULL);
    }
    graph_begin_edges(&s->graph, state);
    for (uint32_t i = 0; i < s->moves.len && !s->is_over; i++)
        try_move(s, state, i);
}

static bool is_too_deep(search *s, uint32_t state)
{
    uint64_t limit = s->o->limits.depth;
    bool too_deep = limit > 0 && s->graph.nodes.data[state].depth >= limit;
    /* A state in which runs end is looked at all the same. */
    if (too_deep) {
        graph_get(&s->graph, state, &s->from);
        too_deep = system_enabled(s->c, &s->from, &s->moves) > 0;
    }
    s->is_cut |= too_deep;
    return too_deep;
}

static void update_stats(search *s)
{
    engine_stats *t = &s->v->stats;
    step_statistics steps = step_stats(s->c);
    t->states = graph_count(&s->graph);
    t->frontier = frontier(s);
    t->executed = steps.executed;
    t->asked = steps.asked;
}

static stop_reason look(search *s)
{
    update_stats(s);
    if (s->c->limit != STOP_NONE)
        return s->c->limit;
    if (values_bytes(&s->c->vals) > VALUES_LIMIT / 8 * 7)
        return STOP_VALUES;
    return watch_look(&s->watch, &s->v->stats);
}

/* Within a long step. */
static bool is_over(void *context)
{
    search *s = context;
    update_stats(s);
    if (s->stopped == STOP_NONE)
        s->stopped = watch_look_now(&s->watch, &s->v->stats);
    return s->stopped != STOP_NONE;
}

static void prepare(engine_watch *w, void *context)
{
    const search *s = context;
    watch_note_hottest(w, s->c->coverage);
}

static void search_all(search *s)
{
    uint32_t state;
    while (!s->is_over && s->stopped == STOP_NONE && take_next(s, &state)) {
        if (!is_too_deep(s, state))
            expand(s, state);
        step_trim(s->c);
        if (s->stopped == STOP_NONE)
            s->stopped = look(s);
    }
}

static void start(search *s)
{
    transition_result r;
    system_start(s->c, &s->to, &r);
    if (r.fault != 0) {
        fault f = s->c->faults.data[r.fault - 1];
        note_violation(s, &f, STATE_NONE, NULL, VALUE_NULL);
        return;
    }
    if (r.is_pruned)
        return;
    const graph_node root = {.parent = STATE_NONE};
    add_state(s, &root);
}

/* A little more than the user allows: no violation that was seen should be lost. */
static bool is_late(const search *s)
{
    double limit = s->o->limits.seconds;
    return limit > 0 && watch_seconds(&s->watch) > 1.1 * limit + 1;
}

/* Where a limit has ended the search, the states seen so far are still judged, if that
 * does not take long; the user can end that too. */
static bool is_interrupted(void *context)
{
    search *s = context;
    stop_reason why = watch_look_now(&s->watch, &s->v->stats);
    bool is_user = s->o->stop != NULL && *s->o->stop != 0;
    bool ends = why != STOP_NONE && (s->stopped == STOP_NONE || is_user || is_late(s));
    if (ends && s->stopped == STOP_NONE)
        s->stopped = why;
    return ends;
}

static void look_for_cycles(search *s)
{
    core_forget_limits(s->c);
    bool is_all = s->stopped == STOP_NONE && !s->is_cut;
    s->v->stats.phase = is_all ? PHASE_CYCLES : PHASE_SOME_CYCLES;
    liveness_result r = liveness_check(&s->graph, s->v, is_interrupted, s);
    s->is_over = r == LIVENESS_VIOLATED;
    if (r == LIVENESS_STOPPED && s->stopped == STOP_NONE)
        s->stopped = STOP_CYCLES;
}

/* Cycles that were found stay cycles, whatever was not reached: a move that is missing
 * can only make a part look less fair than it is. */
static void check_liveness(search *s)
{
    if (!s->graph.has_edges || s->is_over || s->c->was_stopped)
        return;
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

static void conclude(search *s)
{
    if (s->is_over)
        return;
    s->v->kind = VERDICT_UNKNOWN;
    if (s->stopped != STOP_NONE)
        s->v->stop = s->stopped;
    else if (s->is_cut)
        s->v->stop = STOP_DEPTH;
    else
        s->v->kind = VERDICT_EXHAUSTED;
}

void by_graph(core *c, const engine_options *o, verdict *v)
{
    search s = {.o = o, .v = v, .c = c};
    s.c->is_over = is_over;
    s.c->is_over_context = &s;
    graph_init(&s.graph, s.c, liveness_matters(s.c));
    watch_start(&s.watch, o);
    s.watch.prepare = prepare;
    s.watch.context = &s;
    start(&s);
    update_stats(&s);
    search_all(&s);
    if (s.stopped == STOP_NONE)
        s.stopped = s.c->was_stopped ? STOP_STEP : s.c->limit;
    check_liveness(&s);
    conclude(&s);
    update_stats(&s);
    v->stats.seconds = watch_seconds(&s.watch);
    v->stats.memory = mem_resident();
    watch_end(&s.watch);
    graph_fini(&s.graph);
    vec_free(&s.stack);
    vec_free(&s.from);
    vec_free(&s.to);
    vec_free(&s.moves);
}
