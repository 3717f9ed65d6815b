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
 * Pointers are a forest whose roots are such states; find_root compresses paths.
 *
 * Open ints.  A state A stands for the states A[S] of its solutions S, and the search
 * is one over pairs (A, S): from A[S] it explores the transitions of the set of A, each
 * with all outcomes that S allows (lemma openint-2).  So nothing has to commute in the
 * knowledge: a set is judged, and runs are permuted, for one S at a time, where
 * nothing is open.
 *
 * Lemma open-stubborn-1.  The stubborn set of A is one of each A[S].  It is made of
 * control states, of references to machines, of the events and targets of messages,
 * which are the same in A and A[S], and of whether some outcome of a step is observed:
 * A[S] has some of the outcomes of A (lemma openint-1).  To take a transition for one
 * that is observed makes its footprint larger, and a set that is closed with larger
 * footprints is closed.  Analyses that conclude from a single outcome, or from values,
 * are off: dead messages are kept, nothing is renamed or sorted, and there are no
 * quorums.
 *
 * Lemma proviso-2.  A successor of A need not be one of A[S], so one pointer is not
 * enough.  Instead, a state that postpones a transition has one in its set that leads
 * only to states with higher numbers, and at which neither an assumption nor anything
 * else ever fails.  So for each S it leads from A[S] to a pair with a higher number.
 * Lemma proviso-1 follows these pairs in place of pointers; numbers rise, so there is
 * no cycle. */
#include "engine/reduce/reduced_search.h"

#include "engine/reduce/block.h"
#include "engine/reduce/explain.h"

/* ---- States ---- */

/* Of the machines that differ from the source state. */
static void note_queues(reduced_search *s, const system_state *row)
{
    const core *c = s->c;
    reduction_stats *t = &s->v->stats.reduction;
    bool is_first = s->rows.at == ROW_NONE;
    for (machine_id id = 0; id < system_machines(c, row); id++) {
        value local = system_local(c, row, id);
        if (local == VALUE_NULL ||
            (!is_first && system_local(c, &s->rows.row, id) == local &&
             system_outbox(c, &s->rows.row, id) == system_outbox(c, row, id)))
            continue;
        uint64_t waiting = list_get(c, value_item(&c->vals, local, LOCAL_INBOX)).count;
        uint64_t sent = outbox_count(c, system_outbox(c, row, id));
        uint64_t most = waiting > sent ? waiting : sent;
        if (most > t->longest_queue)
            t->longest_queue = most;
        if (s->o->limits.queue > 0 && most > s->o->limits.queue)
            s->rows.stopped = STOP_QUEUES;
    }
}

static void note_state(void *context, uint32_t state, const system_state *row)
{
    reduced_search *s = context;
    assert(s->onward.len == state);
    (void)row;
    vec_push(&s->onward, state);
    if (s->notices != NULL)
        symmetry_notices_update(s->notices);
}

/* The root that the pointers from a state lead to. */
static uint32_t find_root(reduced_search *s, uint32_t state)
{
    uint32_t *onward = s->onward.data;
    while (onward[state] != state) {
        onward[state] = onward[onward[state]];
        state = onward[state];
    }
    return state;
}

/* The canonical state of ROW. */
static const system_state *make_canonical(reduced_search *s, const system_state *row)
{
    if (s->symmetry == NULL && s->sequences == NULL)
        return row;
    bool is_other = false;
    system_copy(row, &s->canonical);
    if (s->symmetry != NULL)
        is_other = symmetry_canonical(s->symmetry, &s->canonical);
    if (s->sequences != NULL)
        is_other |= seq_sort_row(s->sequences, &s->canonical);
    s->v->stats.reduction.renamed += is_other;
    return &s->canonical;
}

static uint32_t add_state(reduced_search *s, const system_state *row)
{
    const system_state *canonical = make_canonical(s, row);
    uint32_t known = row_store_count(&s->rows.states);
    uint32_t state = row_search_add(&s->rows, canonical);
    if (state == known) {
        note_queues(s, row);
        if (s->o->see_state != NULL)
            s->o->see_state(s->o->see_context, s->c, row);
    }
    return state;
}

/* ---- Limits ---- */

static stop_reason update_stats(void *context)
{
    reduced_search *s = context;
    engine_stats *t = &s->v->stats;
    t->transitions = s->succ.transitions;
    t->reduction.dropped = s->succ.dropped;
    t->reduction.refused = s->succ.refused;
    t->reduction.tails = s->succ.abstracted;
    if (s->symmetry != NULL)
        t->reduction.looked_at = symmetry_looked_at(s->symmetry);
    return s->succ.is_endless ? STOP_NEW_MACHINES : STOP_NONE;
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
    s->found_in = s->rows.at;
    s->rows.is_over = s->succ.is_over = true;
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
    uint32_t state = add_state(s, to);
    s->last = state;
    if (s->c->vals.open != NULL)
        s->goes_on &= state != ROW_NONE && state > s->rows.at;
    else if (state != ROW_NONE && s->first == ROW_NONE &&
             find_root(s, state) != s->rows.at)
        s->first = state;
    row_search_look(&s->rows);
    s->succ.is_over |= s->rows.stopped != STOP_NONE;
}

/* ---- Expansion ---- */

static void end_run(reduced_search *s)
{
    if (block_has_any(s->c, &s->rows.row))
        return;
    s->v->stats.terminal++;
    fault f = system_end(s->c, &s->rows.row);
    if (f.kind != FAULT_NONE)
        note_violation(s, &f);
}

/* Where ints are open, FIRST becomes a successor if E leads on: see lemma
 * proviso-2. */
static void fire(reduced_search *s, const view_transition *e)
{
    s->last = ROW_NONE;
    s->goes_on = true;
    s->succ.ends_some = false;
    s->v->stats.reduction.explored++;
    succ_gen_fire(&s->succ, &s->view, e);
    bool leads_on = s->last != ROW_NONE && s->goes_on && !s->succ.ends_some;
    if (s->c->vals.open != NULL && s->first == ROW_NONE && leads_on)
        s->first = s->last;
}

/* Explores the transitions that meet X, or the others. */
static void explore(reduced_search *s, const stubborn *x, bool is_in)
{
    vec_each (e, &s->view.transitions) {
        if (stubborn_has(x, e) != is_in || s->succ.is_over)
            continue;
        fire(s, e);
        if (is_in && (s->o->reduction.flaws & FLAW_ONE_SENDER) != 0)
            return;
    }
}

/* Is some transition of a machine enabled that is not blocked? */
static bool is_alive(reduced_search *s, const system_state *row)
{
    return system_enabled(s->c, row, &s->rows.enabled) > 0;
}

static void block(reduced_search *s, const stubborn *x)
{
    block_set(&s->view, x, &s->blocked);
    if (!s->o->reduction.keeps_dead) {
        bool has_new;
        dead_drop(s->cache.dead, &s->blocked, &has_new);
    }
    if (s->o->reduction.tail == 0 && !is_alive(s, &s->blocked))
        return;
    uint32_t known = row_store_count(&s->rows.states);
    if (add_state(s, &s->blocked) == known)
        s->rows.states.nodes.data[known].is_marked = true;
}

/* Did the transitions of X only lead to known states, back to here? */
static bool must_go_on(const reduced_search *s, const stubborn *x)
{
    return s->first == ROW_NONE && !x->is_unfair && !row_search_is_done(&s->rows) &&
           (s->o->reduction.flaws & FLAW_NO_PROVISO) == 0;
}

static void tell_why(reduced_search *s, const stubborn *x, bool closes_cycle)
{
    if (s->o->explain == NULL || s->explained >= s->o->explain_states)
        return;
    s->explained++;
    strbuf text = {0};
    explain_set(&s->view, x, s->rows.at, row_store_depth(&s->rows.states, s->rows.at),
                &text);
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

/* The level that the pilot completed is complete: did symmetry merge too little? */
static bool is_useless(const reduced_search *s)
{
    const row_store *t = &s->rows.states;
    uint32_t at = s->rows.at;
    return s->goal.depth > 0 && row_store_depth(t, at) == s->goal.depth &&
           (at == 0 || row_store_depth(t, at - 1) < s->goal.depth) &&
           row_store_count(t) > s->goal.states - s->goal.states / 8;
}

static void notify_too_large(reduced_search *s)
{
    if (s->told_too_large || s->o->notice == NULL)
        return;
    s->told_too_large = true;
    s->o->notice(
        s->o->progress_context,
        "states with more than 62 machines are explored without stubborn sets");
}

static void explore_reduced(reduced_search *s)
{
    reduction_stats *t = &s->v->stats.reduction;
    stubborn x = stubborn_choose(&s->view);
    bool is_narrow = x.count < s->view.transitions.len;
    t->possible += s->view.transitions.len;
    t->narrowed += is_narrow;
    if (is_narrow && x.count > t->largest_set)
        t->largest_set = x.count;
    s->first = ROW_NONE;
    explore(s, &x, true);
    bool closes_cycle = is_narrow && must_go_on(s, &x);
    if (is_narrow)
        tell_why(s, &x, closes_cycle);
    tell_refusals(s);
    if (is_narrow && s->first != ROW_NONE)
        s->onward.data[s->rows.at] = find_root(s, s->first);
    if (!closes_cycle)
        return;
    t->provisos++;
    if (s->o->reduction.unbounded)
        block(s, &x);
    else
        explore(s, &x, false);
}

static void expand(void *context)
{
    reduced_search *s = context;
    s->is_useless = is_useless(s);
    s->rows.is_over |= s->is_useless;
    if (s->is_useless)
        return;
    state_view_load(&s->view, &s->cache, &s->rows.row);
    if (s->view.is_final)
        end_run(s);
    if (s->view.is_too_large)
        notify_too_large(s);
    explore_reduced(s);
}

/* ---- The search ---- */

static void begin(reduced_search *s)
{
    transition_result r;
    system_start(s->c, &s->start, &r);
    if (r.fault != 0)
        note_violation(s, &s->c->faults.data[r.fault - 1]);
    else if (!r.is_pruned)
        succ_gen_start(&s->succ, &s->start);
}

void reduced_search_run(reduced_search *s)
{
    static const row_search_calls calls = {
        .expand = expand, .on_new = note_state, .on_look = update_stats};
    assert(s->o != NULL);
    assert(s->c != NULL);
    assert(s->v != NULL);
    row_search_init(&s->rows, s->c, s->o, s->v, &calls, s);
    local_cache_init(&s->cache, s->c, &s->o->reduction);
    if (!s->o->reduction.keeps_orders)
        s->sequences = seq_sort_new(s->c);
    s->succ = (succ_gen){.g = &s->cache,
                         .o = s->o,
                         .keeps_dead = s->o->reduction.keeps_dead,
                         .is_clean = true,
                         .on_successor = see_successor,
                         .on_fault = see_fault,
                         .context = s};
    if (!s->c->was_stopped) /* else the analyses are incomplete */
        begin(s);
    row_search_run(&s->rows);
}

bool reduced_search_is_full(const reduced_search *s, reduced_goal *goal)
{
    const row_search *r = &s->rows;
    /* A single step of more outcomes than that is another matter. */
    if (r->is_over || r->stopped != STOP_STATES || s->c->limit != STOP_NONE)
        return false;
    *goal = (reduced_goal){0};
    if (r->next == 0) /* the initial states alone are too many */
        return true;
    goal->depth = row_store_depth(&r->states, r->next - 1);
    vec_each (n, &r->states.nodes)
        goal->states += n->depth <= goal->depth;
    return true;
}

void reduced_search_fini(reduced_search *s)
{
    row_search_fini(&s->rows);
    local_cache_fini(&s->cache);
    seq_sort_free(s->sequences);
    succ_gen_fini(&s->succ);
    state_view_fini(&s->view);
    vec_free(&s->onward);
    vec_free(&s->start);
    vec_free(&s->blocked);
    vec_free(&s->canonical);
}
