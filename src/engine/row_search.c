/* Lemma rows-1.  Every state that was added is expanded, unless the search is done or
 * the state is too deep.  Breadth first: NEXT runs over all numbers.  Depth first: a
 * state that is added and not expanded is on the stack, because it was pushed when it
 * was added, and leaves the stack only to be expanded.
 *
 * Depth first enters the successors of a state in the order in which they were added,
 * and enters a state from the last parent that added it: so the stack never holds the
 * path itself, and a state that several parents add may be on it several times. */
#include "engine/row_search.h"

/* ---- Frontier ---- */

static bool take_next(row_search *s, uint32_t *state)
{
    while (s->o->depth_first && s->stack.len > 0) {
        *state = vec_pop(&s->stack);
        if (!s->states.nodes.data[*state].is_expanded)
            return true;
    }
    if (s->o->depth_first || s->next == row_store_count(&s->states))
        return false;
    *state = s->next++;
    return true;
}

/* The stack is last in, first out: reverses the states from FIRST on. */
static void reverse_stack(row_search *s, size_t first)
{
    for (size_t end = s->stack.len; first + 1 < end; first++, end--) {
        uint32_t held = s->stack.data[first];
        s->stack.data[first] = s->stack.data[end - 1];
        s->stack.data[end - 1] = held;
    }
}

/* ---- States ---- */

/* The number of states that are at most DEPTH away.  Breadth first, depths ascend. */
static uint64_t states_within(const row_search *s, uint32_t depth)
{
    uint32_t low = 0;
    uint32_t high = row_store_count(&s->states);
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (row_store_depth(&s->states, middle) <= depth)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void measure_levels(row_search *s)
{
    engine_stats *t = &s->v->stats;
    uint32_t depth = s->at == ROW_NONE ? 0 : row_store_depth(&s->states, s->at);
    if (depth < 2 || s->o->depth_first)
        return;
    uint64_t before = states_within(s, depth - 1);
    t->level = states_within(s, depth) - before;
    t->level_before = before - states_within(s, depth - 2);
}

/* The search pauses if it has enough states for that; false: it ends. */
static bool consult(row_search *s)
{
    const engine_options *o = s->o;
    uint32_t states = row_store_count(&s->states);
    if (o->consult == NULL || s->next_consult == 0 || states < s->next_consult)
        return true;
    s->v->stats.states = states;
    s->v->stats.frontier = states - s->next;
    if (s->calls->on_look != NULL)
        (void)s->calls->on_look(s->context);
    measure_levels(s);
    s->next_consult = o->consult(o->consult_host, &s->v->stats);
    if (s->next_consult == 0)
        s->stopped = STOP_STATES;
    return s->next_consult > 0;
}

static bool has_room(row_search *s, const system_state *row)
{
    uint64_t limit = s->o->limits.states;
    return (consult(s) && (limit == 0 || row_store_count(&s->states) < limit)) ||
           row_store_find(&s->states, row) != ROW_NONE;
}

static void note_new(row_search *s, uint32_t state, const system_state *row)
{
    uint32_t depth = row_store_depth(&s->states, state);
    if (depth > s->v->stats.depth)
        s->v->stats.depth = depth;
    if (s->calls->on_new != NULL)
        s->calls->on_new(s->context, state, row);
}

uint32_t row_search_add(row_search *s, const system_state *row)
{
    if (!has_room(s, row)) {
        s->stopped = STOP_STATES;
        return ROW_NONE;
    }
    bool is_new;
    uint32_t state = row_store_add(&s->states, row, s->at, &is_new);
    if (is_new)
        note_new(s, state, row);
    if (s->o->depth_first && !s->states.nodes.data[state].is_expanded)
        vec_push(&s->stack, state);
    return state;
}

/* ---- Limits ---- */

static stop_reason update_stats(row_search *s)
{
    engine_stats *t = &s->v->stats;
    step_statistics steps = step_stats(s->c);
    t->states = row_store_count(&s->states);
    t->frontier = s->o->depth_first ? s->stack.len : t->states - s->next;
    t->executed = steps.executed;
    t->lookups = steps.lookups;
    return s->calls->on_look != NULL ? s->calls->on_look(s->context) : STOP_NONE;
}

void row_search_look(row_search *s)
{
    stop_reason why = update_stats(s);
    if (s->stopped != STOP_NONE)
        return;
    if (s->c->limit != STOP_NONE)
        s->stopped = s->c->limit;
    else if (why != STOP_NONE)
        s->stopped = why;
    else if (values_bytes(&s->c->vals) > VALUES_LIMIT / 8 * 7)
        s->stopped = STOP_VALUES;
    else
        s->stopped = watch_look(&s->watch, &s->v->stats);
}

/* The core calls this within a long step. */
static bool is_over(void *context)
{
    row_search *s = context;
    (void)update_stats(s);
    if (s->stopped == STOP_NONE)
        s->stopped = watch_look_now(&s->watch, &s->v->stats);
    return s->stopped != STOP_NONE;
}

/* A state in which runs end is expanded at any depth, because it may be a violation. */
static bool is_too_deep(row_search *s, uint32_t state)
{
    uint64_t limit = s->o->limits.depth;
    bool too_deep = limit > 0 && row_store_depth(&s->states, state) >= limit &&
                    system_enabled(s->c, &s->row, &s->enabled) > 0;
    s->v->stats.deeper += too_deep;
    return too_deep;
}

/* ---- The search ---- */

static void visit(row_search *s, uint32_t state)
{
    assert(!s->states.nodes.data[state].is_expanded);
    size_t first = s->stack.len;
    s->at = state;
    s->states.nodes.data[state].is_expanded = true;
    row_store_get(&s->states, state, &s->row);
    if (!is_too_deep(s, state))
        s->calls->expand(s->context);
    reverse_stack(s, first);
    step_trim(s->c);
    row_search_look(s);
}

void row_search_init(row_search *s, core *c, const engine_options *o, verdict *v,
                     const row_search_calls *calls, void *context)
{
    assert(calls->expand != NULL);
    *s = (row_search){.c = c, .o = o, .v = v, .calls = calls, .context = context};
    s->at = ROW_NONE;
    s->next_consult = o->consult_at;
    row_store_init(&s->states);
    c->is_over = is_over;
    c->is_over_context = s;
    watch_start(&s->watch, o);
    watch_cover(&s->watch, c->coverage);
}

void row_search_run(row_search *s)
{
    uint32_t state;
    row_search_look(s);
    reverse_stack(s, 0);
    while (!row_search_is_done(s) && take_next(s, &state))
        visit(s, state);
    if (s->stopped == STOP_NONE)
        s->stopped = s->c->was_stopped ? STOP_STEP : s->c->limit;
    (void)update_stats(s);
}

void row_search_conclude(row_search *s, verdict_kind complete)
{
    s->v->kind = VERDICT_UNKNOWN;
    if (s->stopped != STOP_NONE)
        s->v->stop = s->stopped;
    else if (s->v->stats.deeper > 0 && !s->covers_depth)
        s->v->stop = STOP_DEPTH;
    else
        s->v->kind = verdict_complete(complete, &s->v->stats);
}

void row_search_fini(row_search *s)
{
    s->v->stats.seconds = watch_seconds(&s->watch);
    s->v->stats.memory = mem_resident();
    watch_end(&s->watch);
    row_store_fini(&s->states);
    vec_free(&s->stack);
    vec_free(&s->row);
    vec_free(&s->enabled);
}
