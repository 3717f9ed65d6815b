#include "engine/sets/set_search.h"

#include "engine/sets/counterexample.h"
#include "engine/sets/fair.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Limits ---- */

static void update_stats(set_search *s)
{
    engine_stats *t = &s->v->stats;
    step_statistics steps = step_stats(s->c);
    t->executed = steps.executed;
    t->lookups = steps.lookups;
    t->transitions = image_local_transitions(s->image);
    t->depth = s->rounds;
}

/* For progress output.  Counting takes time, so it is done rarely: at most a twentieth
 * of all time. */
static void count_states(set_search *s)
{
    enum { PAUSE = 20 };
    double before = watch_seconds(&s->watch);
    double count = ldd_count(&s->store, s->reached);
    if (count == 0) /* it was stopped */
        return;
    uint64_t states = count < 1.8e19 ? (uint64_t)count : UINT64_MAX;
    if (states > s->v->stats.states) /* an earlier order may have found more */
        s->v->stats.states = states;
    s->v->stats.set.about = count;
    s->next_count = before + PAUSE * (watch_seconds(&s->watch) - before);
}

/* Where the user waits for the end, a very large set is not counted any more. */
static bool must_hurry(const set_search *s)
{
    enum { MANY_NODES = 1 << 19 };
    return (s->stopped == STOP_INTERRUPTED || s->stopped == STOP_TIME) &&
           ldd_nodes(&s->store) > MANY_NODES;
}

/* The last count is the verdict's. */
static void keep_count(set_search *s)
{
    set_stats *t = &s->v->stats.set;
    if (s->v->stats.states == UINT64_MAX)
        snprintf(t->states, sizeof t->states, "%.3e", t->about);
    else
        snprintf(t->states, sizeof t->states, "%" PRIu64, s->v->stats.states);
    t->nodes = ldd_nodes(&s->store);
    t->peak = s->store.peak;
}

/* For the verdict. */
static void count_exactly(set_search *s)
{
    set_stats *t = &s->v->stats.set;
    strbuf digits = {0};
    ldd_count_exactly(&s->store, s->reached, &digits);
    double about = ldd_count(&s->store, s->reached);
    if (digits.len < sizeof t->states)
        memcpy(t->states, strbuf_text(&digits), digits.len + 1);
    else
        snprintf(t->states, sizeof t->states, "%.1s.%.3se+%zu", strbuf_text(&digits),
                 strbuf_text(&digits) + 1, digits.len - 1);
    s->v->stats.states =
        about < 1.8e19 ? strtoull(strbuf_text(&digits), NULL, 10) : UINT64_MAX;
    t->nodes = ldd_size(&s->store, s->reached);
    t->peak = s->store.peak;
    strbuf_free(&digits);
}

static void count_at_end(set_search *s)
{
    if (must_hurry(s)) {
        keep_count(s);
        return;
    }
    bool (*is_over)(void *) = s->store.tuning.is_over;
    s->store.tuning.is_over = NULL; /* counting goes to its end */
    count_states(s);
    count_exactly(s);
    s->store.tuning.is_over = is_over;
}

static bool is_over(void *context)
{
    set_search *s = context;
    update_stats(s);
    s->v->stats.set.nodes = ldd_nodes(&s->store);
    if (s->stopped == STOP_NONE && values_bytes(&s->c->vals) > VALUES_LIMIT / 8 * 7)
        s->stopped = STOP_VALUES; /* one image may make very many */
    if (s->stopped == STOP_NONE)
        s->stopped = watch_look_now(&s->watch, &s->v->stats);
    return s->stopped != STOP_NONE;
}

static bool goes_on(const set_search *s)
{
    return !s->is_over && s->stopped == STOP_NONE;
}

/* The search pauses if it has done enough for that; or it ends. */
static void consult(set_search *s)
{
    const engine_options *o = s->o;
    if (o->consult == NULL || s->next_consult == 0 || s->store.work < s->next_consult ||
        !goes_on(s))
        return;
    s->next_consult = 0; /* counting looks at limits, too */
    update_stats(s);
    s->v->stats.set.work = s->store.work;
    s->v->stats.set.about = fmax(ldd_count(&s->store, s->reached), s->shown);
    s->next_consult = o->consult(o->consult_host, &s->v->stats);
    if (s->next_consult == 0)
        s->stopped = STOP_TRIAL;
}

/* Counts work instead of time, so that the choice of an order does not depend on the
 * speed of the computer. */
static bool is_out_of_work(void *context)
{
    set_search *s = context;
    if (s->most_work > 0 && s->store.work > s->most_work && goes_on(s)) {
        s->is_cut = true;
        s->stopped = STOP_TRIAL;
    }
    consult(s);
    return is_over(s);
}

static void check_core(set_search *s)
{
    if (s->stopped == STOP_NONE)
        s->stopped = s->c->was_stopped ? STOP_STEP : s->c->limit;
    (void)is_out_of_work(s);
}

static void check_limits(set_search *s)
{
    uint64_t limit = s->o->limits.states;
    if (limit > 0 || watch_seconds(&s->watch) >= s->next_count)
        count_states(s);
    if (s->stopped == STOP_NONE && limit > 0 && s->v->stats.states > limit)
        s->stopped = STOP_STATES;
    check_core(s);
}

/* ---- Memory ---- */

static void collect(set_search *s, ldd from)
{
    VEC(ldd) roots = {0};
    vec_push(&roots, s->reached);
    vec_push(&roots, s->settled);
    vec_push(&roots, s->urgent);
    vec_push(&roots, s->expanding);
    vec_push(&roots, from);
    vec_each (x, &s->iterations)
        vec_push(&roots, x->reached);
    vec_each (x, &s->groups)
        vec_push(&roots, x->done);
    ldd_collect(&s->store, roots.data, roots.len);
    vec_free(&roots);
}

static void note_trouble(set_search *s)
{
    if (s->store.trouble == LDD_FULL && goes_on(s))
        s->stopped = STOP_MEMORY;
    if (s->store.trouble == LDD_STOPPED && goes_on(s))
        s->stopped = s->c->limit; /* see image.c */
}

/* A without B, both of them roots.  States that are missing in the result for lack of
 * memory would never be explored: so it is complete, or the search ends. */
static ldd minus(set_search *s, ldd a, ldd b, ldd from)
{
    ldd rest = ldd_minus(&s->store, a, b);
    if (s->store.trouble == LDD_FULL) {
        collect(s, from);
        rest = ldd_minus(&s->store, a, b);
    }
    note_trouble(s);
    return rest;
}

/* ---- Columns ---- */

static void add_column(set_search *s, set_column what)
{
    uint32_t at = layout_level_for(&s->layout, what);
    ldd_store *store = &s->store;
    if (layout_level(&s->layout, what) != LEVEL_NONE)
        return;
    layout_insert(&s->layout, at, what);
    s->reached = ldd_insert(store, s->reached, at, VALUE_NULL);
    s->settled = ldd_insert(store, s->settled, at, VALUE_NULL);
    s->urgent = ldd_insert(store, s->urgent, at, VALUE_NULL);
    vec_each (x, &s->iterations)
        x->reached = ldd_insert(store, x->reached, at, VALUE_NULL);
    vec_each (x, &s->groups)
        x->done = ldd_insert(store, x->done, at, VALUE_NULL);
    note_trouble(s);
}

/* A transition often creates several machines: all that have a name by now get their
 * columns at once. */
static void add_columns(set_search *s, set_column missing)
{
    set_column_list needs = {0};
    vec_push(&needs, missing);
    for (uint32_t i = 0;
         missing.kind == COLUMN_LOCAL && i < s->c->vals.names.machines.len; i++)
        layout_machine_columns(s->c, i, &needs);
    vec_each (x, &needs)
        if (s->store.trouble == LDD_NO_TROUBLE)
            add_column(s, *x);
    image_columns_changed(s->image);
    vec_free(&needs);
}

static void add_group(set_search *s, transition_group_kind kind, const set_column *x)
{
    const transition_group by = {
        .kind = kind, .machine = x->machine, .target = x->target};
    vec_each (g, &s->groups)
        if (g->by.kind == by.kind && g->by.machine == by.machine &&
            g->by.target == by.target)
            return;
    vec_push(&s->groups, ((group_progress){.by = by}));
}

/* Adds the transition groups of all columns. */
static void find_groups(set_search *s)
{
    vec_each (x, &s->layout.columns) {
        switch (x->kind) {
        case COLUMN_LOCAL:
            add_group(s, GROUP_ACT, x);
            if (s->o->core.budgets[BUDGET_CRASH].left > 0)
                add_group(s, GROUP_CRASH, x);
            break;
        case COLUMN_OUTBOX:
        case COLUMN_CHANNEL:
            add_group(s, GROUP_DELIVER, x);
            break;
        case COLUMN_INBOX:
        case COLUMN_ENV:
            break;
        }
    }
}

/* ---- States ---- */

/* True: some of FOUND are new.  IS_SETTLED: their predecessors are settled; then they
 * are settled too, unless BY CREATES a machine. */
static bool add_states(set_search *s, ldd found, transition_group by, bool is_settled,
                       bool creates)
{
    ldd_store *store = &s->store;
    ldd fresh = ldd_minus(store, found, s->reached);
    if (fresh == LDD_EMPTY)
        return false;
    ldd settled =
        is_settled && !creates ? fresh : image_subset(s->image, fresh, SUBSET_SETTLED);
    ldd reached = ldd_union(store, s->reached, fresh);
    ldd all_settled = ldd_union(store, s->settled, settled);
    ldd urgent = ldd_union(store, s->urgent, ldd_minus(store, fresh, settled));
    if (store->trouble != LDD_NO_TROUBLE)
        return false;
    s->reached = reached;
    s->settled = all_settled;
    s->urgent = urgent;
    vec_push(&s->iterations, ((search_iteration){by, is_settled, reached}));
    return true;
}

/* Applies group BY to FROM; true: a state is new, or a column was added and BY must be
 * applied again.  IS_SETTLED: all of FROM is. */
static bool apply(set_search *s, ldd from, transition_group by, bool is_settled)
{
    bool is_new = false;
    bool was_full = false;
    for (;;) {
        image_result r = image_after(s->image, from, by);
        if (s->store.trouble == LDD_NO_TROUBLE && r.is_missing) {
            add_columns(s, r.missing);
            check_limits(s);
            return true;
        }
        if (s->store.trouble == LDD_NO_TROUBLE && r.is_violation) {
            s->is_over = true;
            counterexample_to_failure(s, from, by);
            return false;
        }
        is_new = s->store.trouble == LDD_NO_TROUBLE &&
                 add_states(s, r.to, by, is_settled, r.creates);
        if (s->store.trouble != LDD_FULL || was_full)
            break;
        was_full = true;
        collect(s, from);
    }
    note_trouble(s);
    check_limits(s);
    if (ldd_wants_to_collect(&s->store))
        collect(s, from);
    return is_new;
}

/* Lets new machines begin, the first by name first. */
static bool begin_new(set_search *s)
{
    bool is_new = false;
    for (size_t i = 0; goes_on(s) && i < s->c->vals.names.sorted.len; i++) {
        machine_id id = s->c->vals.names.sorted.data[i];
        ldd from = image_urgent(s->image, s->urgent, id);
        note_trouble(s);
        if (from == LDD_EMPTY || !goes_on(s))
            continue;
        size_t columns = s->layout.columns.len;
        is_new |=
            apply(s, from, (transition_group){.kind = GROUP_ACT, .machine = id}, false);
        if (s->layout.columns.len != columns)
            return true; /* rows are longer now, and the machines have not begun */
        s->urgent = minus(s, s->urgent, from, from);
    }
    return is_new;
}

static bool begin_all_new(set_search *s)
{
    bool is_new = false;
    while (goes_on(s) && s->urgent != LDD_EMPTY)
        is_new |= begin_new(s);
    return is_new;
}

static void look_for_ends(set_search *s)
{
    ldd ends = image_subset(s->image, s->settled, SUBSET_TERMINAL);
    ldd bad = ldd_minus(&s->store, ends, image_subset(s->image, ends, SUBSET_ACCEPTED));
    if (s->store.trouble != LDD_NO_TROUBLE || bad == LDD_EMPTY)
        return;
    s->is_over = true;
    counterexample_to_end(s, bad);
}

/* Applies a group to all states that it was not applied to. */
static bool apply_to_new(set_search *s, size_t index)
{
    group_progress *g = vec_at(&s->groups, index);
    size_t columns = s->layout.columns.len;
    assert(s->urgent == LDD_EMPTY);
    s->expanding = s->settled;
    ldd from = minus(s, s->expanding, g->done, LDD_EMPTY);
    if (from == LDD_EMPTY || !goes_on(s))
        return false;
    bool is_new = apply(s, from, g->by, true);
    if (goes_on(s) && s->layout.columns.len == columns)
        g->done = s->expanding;
    s->expanding = LDD_EMPTY;
    return is_new;
}

/* Rounds go through the groups forwards and backwards in turn: which of the two is
 * faster depends on the direction of messages, by a factor of four either way.  True: a
 * state was new. */
static bool make_round(set_search *s)
{
    bool is_new = false;
    bool is_forwards = s->rounds % 2 == 0;
    size_t columns = s->layout.columns.len;
    find_groups(s);
    for (size_t i = 0; goes_on(s) && i < s->groups.len; i++) {
        is_new |= begin_all_new(s);
        if (goes_on(s))
            is_new |= apply_to_new(s, is_forwards ? i : s->groups.len - 1 - i);
        if (s->layout.columns.len != columns)
            return true;
    }
    is_new |= begin_all_new(s);
    s->rounds++;
    return is_new;
}

static void search(set_search *s)
{
    bool is_new = true;
    while (goes_on(s) && is_new) {
        is_new = make_round(s);
        if (goes_on(s))
            look_for_ends(s);
    }
}

/* ---- Liveness ---- */

void set_search_check_limits(set_search *s)
{
    note_trouble(s);
    check_core(s);
}

bool set_search_goes_on(const set_search *s)
{
    return goes_on(s);
}

/* All states are known, so this order of columns is good enough, and sets that only the
 * search for states needs can be collected. */
static void look_for_cycles(set_search *s)
{
    if (!core_may_be_hot(s->c->ir, s->c->test))
        return;
    s->most_work = 0;
    count_states(s);
    assert(s->urgent == LDD_EMPTY); /* all new machines have begun */
    s->v->stats.phase = PHASE_CYCLES;
    s->settled = s->urgent = LDD_EMPTY;
    vec_each (g, &s->groups)
        g->done = LDD_EMPTY;
    fair_check(s);
}

/* ---- All of it ---- */

static void add_first(set_search *s, const system_state *first)
{
    set_column_list needs = {0};
    state_row columns = {0};
    layout_state_columns(s->c, first, &needs);
    vec_each (x, &needs)
        if (layout_level(&s->layout, *x) == LEVEL_NONE)
            layout_insert(&s->layout, layout_level_for(&s->layout, *x), *x);
    layout_encode(&s->layout, first, &columns);
    add_states(s, ldd_row(&s->store, columns.data, columns.len), (transition_group){0},
               false, true);
    vec_free(&needs);
    vec_free(&columns);
}

static bool begin(set_search *s)
{
    system_state first = {0};
    transition_result r;
    system_start(s->c, &first, &r);
    if (r.fault != 0) {
        verdict_violated(s->v, &s->c->faults.data[r.fault - 1]);
        s->is_over = true;
    } else if (!r.is_pruned) {
        add_first(s, &first);
    }
    vec_free(&first);
    return !s->is_over && !r.is_pruned;
}

static void show_states(set_search *s);

/* The bytes for the store, within the memory limit of the process: it has taken some of
 * it already, and counting states takes more.  0: no limit. */
static size_t room_for_sets(const set_search *s)
{
    size_t all = s->o->limits.memory;
    size_t taken = mem_resident();
    if (all == 0)
        return 0;
    return all > taken ? (all - taken) / 4 * 3 + 1 : 1;
}

static size_t coming_growth(void *context)
{
    const set_search *s = context;
    return step_coming_growth(s->c, WATCH_SOON) +
           values_coming_growth(&s->c->vals, WATCH_SOON) +
           image_coming_growth(s->image, WATCH_SOON) +
           ldd_coming_growth(&s->store, WATCH_SOON);
}

void set_search_run(set_search *s)
{
    ldd_tuning tuning = {.is_over = is_out_of_work, .context = s};
    tuning.most_cache_bits = s->o->tuning.cache_bits;
    tuning.max_bytes = s->o->tuning.room > 0 ? s->o->tuning.room : room_for_sets(s);
    tuning.always_collects = s->o->tuning.collects;
    tuning.most_numbers = s->o->tuning.numbers;
    layout_init(&s->layout, s->c, s->order);
    ldd_init(&s->store, &tuning);
    assert(s->image == NULL);
    s->image = image_new(&s->layout, &s->store);
    s->c->is_over = is_over;
    s->c->is_over_context = s;
    watch_start(&s->watch, s->o);
    s->watch.coming = coming_growth;
    s->watch.coming_context = s;
    s->v->stats.phase = PHASE_SETS;
    s->next_consult = s->o->consult_at;
    if (begin(s)) {
        search(s);
        set_search_check_limits(s);
        if (goes_on(s))
            look_for_cycles(s);
    }
    note_trouble(s);
    count_at_end(s);
    update_stats(s);
    show_states(s);
    s->v->stats.seconds = watch_seconds(&s->watch);
    s->v->stats.memory = mem_resident();
    watch_end(&s->watch);
}

typedef struct showing {
    set_search *s;
    system_state state;
} showing;

static bool show(void *context, const uint32_t *columns)
{
    showing *e = context;
    layout_decode(&e->s->layout, columns, &e->state);
    e->s->o->see_state(e->s->o->see_context, e->s->c, &e->state);
    return true;
}

static void show_states(set_search *s)
{
    if (s->o->see_state == NULL || s->reached == LDD_EMPTY || !goes_on(s))
        return;
    showing e = {.s = s};
    state_row columns = {0};
    for (size_t i = 0; i < s->layout.columns.len; i++)
        vec_push(&columns, 0);
    ldd_each(&s->store, s->reached, columns.data, columns.len, show, &e);
    vec_free(&columns);
    vec_free(&e.state);
}

void set_search_fini(set_search *s)
{
    image_free(s->image);
    ldd_fini(&s->store);
    layout_fini(&s->layout);
    vec_free(&s->iterations);
    vec_free(&s->groups);
}
