/* The reduced search, and its proviso.
 *
 * Of each state a stubborn set of transitions is explored (stubborn.h).  The others
 * must not be postponed forever (the ignoring problem).  So each state that postpones a
 * transition points ONWARD to one of its successors, and these pointers form no cycle:
 * a successor whose pointers lead back to the state itself does not qualify.  If all
 * successors lead back, all other transitions are explored as well, or the set is
 * blocked (block.h).
 *
 * Lemma proviso-1.  So pointers lead to a state that postpones nothing, or to one that
 * is not expanded yet; at the end there are none of the latter.  Take a run t without
 * transitions of the set.  It is possible after any of them, so from the successor
 * pointed to.  There, either the first transition of t that is in that state's set is
 * explored, and a shorter run remains; or none is, and the pointer is followed again.
 * This reaches a state where all transitions were explored; or a blocked one, and the
 * run continues with more machines blocked than before.
 *
 * The lemma holds in whichever order states are expanded, breadth first or depth first.
 * Where there is no cycle of states, no pointers lead back.
 *
 * Pointers are a forest whose roots are such states; find_root compresses paths. */
#include "engine/reduce/reduced_search.h"

#include "engine/reduce/block.h"
#include "engine/reduce/explain.h"

#include <string.h>

enum { DEPTH_MASK = (1 << 30) - 1 };

/* ---- States ---- */

static uint32_t depth_of(const reduced_search *s, uint32_t state)
{
    return s->nodes.data[state].depth;
}

void reduced_search_row(const reduced_search *s, uint32_t state, system_state *out)
{
    assert(state < s->nodes.len);
    const char *bytes = intern_text(&s->states, state);
    size_t count = intern_len(&s->states, state) / sizeof(value);
    system_resize(out, count);
    memcpy(out->data, bytes, count * sizeof *out->data);
}

/* Of the machines that differ from the source state. */
static void note_queues(reduced_search *s, const system_state *row)
{
    const core *c = s->c;
    reduction_stats *t = &s->v->stats.reduction;
    bool is_first = s->at == REDUCED_NONE;
    for (machine_id id = 0; id < system_machines(c, row); id++) {
        value local = system_local(c, row, id);
        if (local == VALUE_NULL ||
            (!is_first && system_local(c, &s->row, id) == local &&
             system_outbox(c, &s->row, id) == system_outbox(c, row, id)))
            continue;
        uint64_t waiting = list_get(c, value_item(&c->vals, local, LOCAL_INBOX)).count;
        uint64_t sent = outbox_count(c, system_outbox(c, row, id));
        uint64_t most = waiting > sent ? waiting : sent;
        if (most > t->longest_queue)
            t->longest_queue = most;
        if (s->o->limits.queue > 0 && most > s->o->limits.queue)
            s->stopped = STOP_QUEUES;
    }
}

static void note_state(reduced_search *s, const reduced_node *node,
                       const system_state *row)
{
    vec_push(&s->nodes, *node);
    if (node->depth > s->v->stats.depth)
        s->v->stats.depth = node->depth;
    note_queues(s, row);
    if (s->notices != NULL)
        symmetry_notices_update(s->notices);
    if (s->o->see_state != NULL)
        s->o->see_state(s->o->see_context, s->c, row);
}

/* The state is known, or may still be added. */
static bool has_room(const reduced_search *s, const system_state *row)
{
    uint64_t limit = s->o->limits.states;
    return limit == 0 || s->nodes.len < limit ||
           intern_find(&s->states, row->data, row->len * sizeof *row->data) !=
               INTERN_NONE;
}

/* The root that the pointers from a state lead to. */
static uint32_t find_root(reduced_search *s, uint32_t state)
{
    reduced_node *nodes = s->nodes.data;
    while (nodes[state].onward != state) {
        nodes[state].onward = nodes[nodes[state].onward].onward;
        state = nodes[state].onward;
    }
    return state;
}

/* Adds the canonical state of ROW. */
static uint32_t add_state(reduced_search *s, const system_state *row, bool is_block)
{
    const system_state *canonical = row;
    if (s->symmetry != NULL) {
        system_copy(row, &s->canonical);
        s->v->stats.reduction.renamed += symmetry_canonical(s->symmetry, &s->canonical);
        canonical = &s->canonical;
    }
    if (!has_room(s, canonical)) {
        s->stopped = STOP_STATES;
        return 0; /* any state: the search concludes nothing more */
    }
    reduced_node node = {.parent = s->at, .is_block = is_block};
    if (s->at != REDUCED_NONE)
        node.depth = (depth_of(s, s->at) + 1) & DEPTH_MASK;
    uint32_t state = intern_put(&s->states, canonical->data,
                                canonical->len * sizeof *canonical->data);
    node.onward = state;
    if (state == s->nodes.len)
        note_state(s, &node, row);
    assert(s->nodes.len == intern_count(&s->states));
    if (s->o->depth_first)
        vec_push(&s->successors, state);
    return state;
}

/* ---- Limits ---- */

static void update_stats(reduced_search *s)
{
    engine_stats *t = &s->v->stats;
    step_statistics steps = step_stats(s->c);
    t->states = s->nodes.len;
    t->frontier = s->nodes.len - s->next;
    t->transitions = s->succ.transitions;
    t->reduction.dropped = s->succ.dropped;
    t->reduction.refused = s->succ.refused;
    t->reduction.tails = s->succ.abstracted;
    t->executed = steps.executed;
    t->asked = steps.asked;
}

static stop_reason look(reduced_search *s)
{
    update_stats(s);
    if (s->c->limit != STOP_NONE)
        return s->c->limit;
    if (s->succ.is_endless)
        return STOP_NEW_MACHINES;
    if (values_bytes(&s->c->vals) > VALUES_LIMIT / 8 * 7)
        return STOP_VALUES;
    return watch_look(&s->watch, &s->v->stats);
}

/* ---- Violations ---- */

static void note_violation(reduced_search *s, const fault *f)
{
    assert(f->kind != FAULT_NONE);
    if (s->o->see_fault != NULL)
        s->o->see_fault(s->o->see_context, f);
    if (s->o->keep_going)
        return;
    s->found = *f;
    s->found_in = s->at;
    s->is_over = s->succ.is_over = true;
}

static void see_fault(void *context, const system_state *from,
                      const transition_result *r)
{
    reduced_search *s = context;
    (void)from;
    note_violation(s, &s->c->faults.data[r->fault - 1]);
}

static void see_successor(void *context, const system_state *to)
{
    reduced_search *s = context;
    uint32_t state = add_state(s, to, false);
    if (s->onward == REDUCED_NONE && find_root(s, state) != s->at)
        s->onward = state;
    if (s->stopped == STOP_NONE)
        s->stopped = look(s);
    s->succ.is_over |= s->stopped != STOP_NONE;
}

/* ---- Expansion ---- */

static void end_run(reduced_search *s)
{
    if (block_has_any(s->c, &s->row))
        return;
    s->v->stats.terminal++;
    fault f = system_end(s->c, &s->row);
    if (f.kind != FAULT_NONE)
        note_violation(s, &f);
}

/* Explores the transitions that meet X, or the others. */
static void explore(reduced_search *s, const stubborn *x, bool is_in)
{
    vec_each (e, &s->view.transitions) {
        if (stubborn_has(x, e) != is_in || s->succ.is_over)
            continue;
        s->v->stats.reduction.explored++;
        succ_gen_fire(&s->succ, &s->view, e);
        if (is_in && (s->o->reduction.flaws & FLAW_ONE_SENDER) != 0)
            return;
    }
}

/* Is some move of a machine enabled that is not blocked? */
static bool is_alive(reduced_search *s, const system_state *row)
{
    return system_enabled(s->c, row, &s->moves) > 0;
}

static void block(reduced_search *s, const stubborn *x)
{
    block_set(&s->view, x, &s->blocked);
    if (!s->o->reduction.keeps_dead) {
        bool has_new;
        dead_drop(s->cache.dead, &s->blocked, &has_new);
    }
    if (s->o->reduction.tail > 0 || is_alive(s, &s->blocked))
        add_state(s, &s->blocked, true);
}

/* Did the transitions of X only lead to known states, back to here? */
static bool must_go_on(const reduced_search *s, const stubborn *x)
{
    return s->onward == REDUCED_NONE && !x->is_unfair && !s->is_over &&
           s->stopped == STOP_NONE && (s->o->reduction.flaws & FLAW_NO_PROVISO) == 0;
}

static void tell_why(reduced_search *s, const stubborn *x, bool closes_cycle)
{
    if (s->o->explain == NULL || s->explained >= s->o->explain_states)
        return;
    s->explained++;
    strbuf text = {0};
    explain_set(&s->view, x, s->at, depth_of(s, s->at), &text);
    if (closes_cycle)
        explain_proviso(&s->view, x, s->o->reduction.unbounded, &text);
    s->o->explain(s->o->progress_context, strbuf_text(&text));
    strbuf_free(&text);
}

static void tell_refusals(reduced_search *s)
{
    value message;
    while (s->o->explain != NULL && dead_next_refused(s->cache.dead, &message)) {
        strbuf text = {0};
        explain_refusal(s->c, message, &text);
        s->o->explain(s->o->progress_context, strbuf_text(&text));
        strbuf_free(&text);
    }
}

static void expand(reduced_search *s, uint32_t state)
{
    reduction_stats *t = &s->v->stats.reduction;
    s->at = state;
    reduced_search_row(s, state, &s->row);
    state_view_load(&s->view, &s->cache, &s->row);
    if (s->view.is_final)
        end_run(s);
    if (s->view.is_too_large && !s->told_too_large && s->o->notice != NULL) {
        s->told_too_large = true;
        s->o->notice(
            s->o->progress_context,
            "there are more than 62 machines: where that is so, all is explored");
    }
    stubborn x = stubborn_choose(&s->view);
    bool is_narrow = x.count < s->view.transitions.len;
    t->possible += s->view.transitions.len;
    t->narrowed += is_narrow;
    if (is_narrow && x.count > t->largest_set)
        t->largest_set = x.count;
    s->onward = REDUCED_NONE;
    explore(s, &x, true);
    bool closes_cycle = is_narrow && must_go_on(s, &x);
    if (is_narrow)
        tell_why(s, &x, closes_cycle);
    tell_refusals(s);
    if (is_narrow && s->onward != REDUCED_NONE)
        s->nodes.data[state].onward = find_root(s, s->onward);
    if (!closes_cycle)
        return;
    t->provisos++;
    if (s->o->reduction.unbounded)
        block(s, &x);
    else
        explore(s, &x, false);
}

/* ---- Callbacks ---- */

/* Called during a long step. */
static bool is_over(void *context)
{
    reduced_search *s = context;
    update_stats(s);
    if (s->stopped == STOP_NONE)
        s->stopped = watch_look_now(&s->watch, &s->v->stats);
    return s->stopped != STOP_NONE;
}

static void prepare(engine_watch *w, void *context)
{
    const reduced_search *s = context;
    watch_note_hottest(w, s->c->coverage);
}

static bool is_too_deep(reduced_search *s, uint32_t state)
{
    uint64_t limit = s->o->limits.depth;
    bool too_deep = limit > 0 && depth_of(s, state) >= limit;
    if (too_deep) {
        reduced_search_row(s, state, &s->row);
        too_deep = system_enabled(s->c, &s->row, &s->moves) > 0;
    }
    s->is_cut |= too_deep;
    return too_deep;
}

/* ---- The search ---- */

static void begin(reduced_search *s)
{
    transition_result r;
    s->at = REDUCED_NONE;
    system_start(s->c, &s->start, &r);
    if (r.fault != 0)
        note_violation(s, &s->c->faults.data[r.fault - 1]);
    else if (!r.is_pruned)
        succ_gen_start(&s->succ, &s->start);
}

static void init(reduced_search *s)
{
    intern_init(&s->states);
    local_cache_init(&s->cache, s->c, &s->o->reduction);
    s->succ = (succ_gen){.g = &s->cache,
                         .o = s->o,
                         .keeps_dead = s->o->reduction.keeps_dead,
                         .is_clean = true,
                         .on_successor = see_successor,
                         .on_fault = see_fault,
                         .context = s};
    s->c->is_over = is_over;
    s->c->is_over_context = s;
    watch_start(&s->watch, s->o);
    s->watch.prepare = prepare;
    s->watch.context = s;
}

static void visit(reduced_search *s, uint32_t state)
{
    if (!is_too_deep(s, state))
        expand(s, state);
    step_trim(s->c);
    if (s->stopped == STOP_NONE)
        s->stopped = look(s);
}

static bool is_done(const reduced_search *s)
{
    return s->is_over || s->stopped != STOP_NONE;
}

/* The level that the pilot completed is complete: did symmetry merge too little? */
static bool is_useless(const reduced_search *s)
{
    return s->goal.depth > 0 && depth_of(s, s->next) == s->goal.depth &&
           (s->next == 0 || depth_of(s, s->next - 1) < s->goal.depth) &&
           s->nodes.len > s->goal.states - s->goal.states / 8;
}

static void search_breadth(reduced_search *s)
{
    while (!is_done(s) && s->next < s->nodes.len) {
        s->is_useless = is_useless(s);
        if (s->is_useless)
            return;
        visit(s, s->next++);
    }
}

bool reduced_search_is_full(const reduced_search *s, reduced_goal *goal)
{
    /* A single step of more outcomes than that is another matter. */
    if (s->is_over || s->stopped != STOP_STATES || s->c->limit != STOP_NONE ||
        s->next == 0)
        return false;
    *goal = (reduced_goal){.depth = depth_of(s, s->next - 1)};
    vec_each (n, &s->nodes)
        goal->states += n->depth <= goal->depth;
    return true;
}

static void enter(reduced_search *s, uint32_t state)
{
    assert(!s->nodes.data[state].is_entered);
    reduced_node *n = &s->nodes.data[state];
    n->is_entered = true;
    const reduced_frame turn = {s->successors.len, s->successors.len};
    visit(s, state);
    vec_push(&s->path, turn);
}

/* A state leaves the path when all its successors have been entered. */
static void search_depth(reduced_search *s, uint32_t root)
{
    if (!s->nodes.data[root].is_entered)
        enter(s, root);
    while (!is_done(s) && s->path.len > 0) {
        reduced_frame *top = &s->path.data[s->path.len - 1];
        if (top->next < s->successors.len) {
            uint32_t state = s->successors.data[top->next++];
            if (!s->nodes.data[state].is_entered)
                enter(s, state);
            continue;
        }
        s->successors.len = top->first;
        (void)vec_pop(&s->path);
    }
}

void reduced_search_run(reduced_search *s)
{
    assert(s->o != NULL);
    assert(s->c != NULL);
    assert(s->v != NULL);
    init(s);
    begin(s);
    if (s->stopped == STOP_NONE)
        s->stopped = look(s);
    size_t roots = s->nodes.len;
    vec_clear(&s->successors);
    if (!s->o->depth_first)
        search_breadth(s);
    else
        for (uint32_t root = 0; root < roots && !is_done(s); root++)
            search_depth(s, root);
    if (s->stopped == STOP_NONE)
        s->stopped = s->c->was_stopped ? STOP_STEP : s->c->limit;
    update_stats(s);
}

void reduced_search_fini(reduced_search *s)
{
    s->v->stats.seconds = watch_seconds(&s->watch);
    s->v->stats.memory = mem_resident();
    watch_end(&s->watch);
    local_cache_fini(&s->cache);
    intern_fini(&s->states);
    succ_gen_fini(&s->succ);
    state_view_fini(&s->view);
    vec_free(&s->nodes);
    vec_free(&s->path);
    vec_free(&s->successors);
    vec_free(&s->row);
    vec_free(&s->start);
    vec_free(&s->blocked);
    vec_free(&s->canonical);
    vec_free(&s->moves);
}
