#include "engine/symbolic/sets/search.h"

#include "engine/symbolic/sets/fair.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Limits ---- */

static void update_stats(set_search *s)
{
    engine_stats *t = &s->v->stats;
    step_statistics steps = step_stats(s->c);
    t->executed = steps.executed;
    t->asked = steps.asked;
    t->transitions = image_learned(s->image);
    t->depth = s->rounds;
}

/* Takes a while, so not each time that somebody looks. */
static void count_states(set_search *s)
{
    enum { PAUSE = 20 };
    double before = watch_seconds(&s->watch);
    double count = ldd_count(&s->store, s->reached);
    uint64_t states = count < 1.8e19 ? (uint64_t)count : UINT64_MAX;
    if (states > s->v->stats.states) /* an order before may have found more */
        s->v->stats.states = states;
    s->v->stats.set.about = count;
    s->next_count = before + PAUSE * (watch_seconds(&s->watch) - before);
}

/* In the end it is to be exact. */
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

static bool is_over(void *context)
{
    set_search *s = context;
    update_stats(s);
    s->v->stats.set.nodes = ldd_nodes(&s->store);
    if (s->stopped == STOP_NONE)
        s->stopped = watch_look_now(&s->watch, &s->v->stats);
    return s->stopped != STOP_NONE;
}

static bool goes_on(const set_search *s)
{
    return !s->is_over && s->stopped == STOP_NONE;
}

/* Work instead of time: what comes of a trial does not depend on the machine. */
static bool is_enough(void *context)
{
    set_search *s = context;
    if (s->most_work > 0 && s->store.work > s->most_work && goes_on(s)) {
        s->is_cut = true;
        s->stopped = STOP_TRIAL;
    }
    return is_over(s);
}

static void look_at_core(set_search *s)
{
    if (s->stopped == STOP_NONE)
        s->stopped = s->c->was_stopped ? STOP_STEP : s->c->limit;
    if (s->stopped == STOP_NONE && values_bytes(&s->c->vals) > VALUES_LIMIT / 8 * 7)
        s->stopped = STOP_VALUES;
    (void)is_enough(s);
}

static void look(set_search *s)
{
    uint64_t limit = s->o->limits.states;
    if (limit > 0 || watch_seconds(&s->watch) >= s->next_count)
        count_states(s);
    if (s->stopped == STOP_NONE && limit > 0 && s->v->stats.states > limit)
        s->stopped = STOP_STATES;
    look_at_core(s);
}

/* ---- Room ---- */

static void collect(set_search *s, ldd from)
{
    VEC(ldd) roots = {0};
    vec_push(&roots, s->reached);
    vec_push(&roots, s->calm);
    vec_push(&roots, s->urgent);
    vec_push(&roots, s->trying);
    vec_push(&roots, from);
    vec_each (x, &s->stages)
        vec_push(&roots, x->reached);
    vec_each (x, &s->trials)
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

/* A without B, both of them roots.  What is left out for want of room would be lost for
 * ever: without trouble, or the search ends. */
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

static void add_column(set_search *s, column what)
{
    uint32_t at = layout_place_for(&s->layout, what);
    ldd_store *store = &s->store;
    if (layout_level(&s->layout, what) != LEVEL_NONE)
        return;
    layout_insert(&s->layout, at, what);
    s->reached = ldd_insert(store, s->reached, at, VALUE_NULL);
    s->calm = ldd_insert(store, s->calm, at, VALUE_NULL);
    s->urgent = ldd_insert(store, s->urgent, at, VALUE_NULL);
    vec_each (x, &s->stages)
        x->reached = ldd_insert(store, x->reached, at, VALUE_NULL);
    vec_each (x, &s->trials)
        x->done = ldd_insert(store, x->done, at, VALUE_NULL);
    note_trouble(s);
}

/* A machine never comes alone: all that have a name by now get theirs. */
static void add_columns(set_search *s, column missing)
{
    column_list needs = {0};
    vec_push(&needs, missing);
    for (uint32_t i = 0; missing.kind == COLUMN_LOCAL && i < s->c->vals.names.slots.len;
         i++)
        layout_needs_of_machine(s->c, i, &needs);
    vec_each (x, &needs)
        if (s->store.trouble == LDD_NO_TROUBLE)
            add_column(s, *x);
    image_place(s->image);
    vec_free(&needs);
}

static void add_trial(set_search *s, start_kind kind, const column *x)
{
    const start by = {.kind = kind, .slot = x->slot, .target = x->target};
    vec_each (t, &s->trials)
        if (t->by.kind == by.kind && t->by.slot == by.slot && t->by.target == by.target)
            return;
    vec_push(&s->trials, ((trial){.by = by}));
}

/* What moves there are, with those columns that there are. */
static void find_trials(set_search *s)
{
    vec_each (x, &s->layout.columns) {
        switch (x->kind) {
        case COLUMN_LOCAL:
            add_trial(s, START_ACT, x);
            if (s->o->core.budgets[BUDGET_CRASH].left > 0)
                add_trial(s, START_CRASH, x);
            break;
        case COLUMN_BOX:
        case COLUMN_CHANNEL:
            add_trial(s, START_DELIVER, x);
            break;
        case COLUMN_INBOX:
        case COLUMN_WORLD:
            break;
        }
    }
}

/* ---- States ---- */

/* True: some of FOUND are new.  IS_CALM: what they were found from is; then they are,
 * too, unless BY CREATES something. */
static bool add_states(set_search *s, ldd found, start by, bool is_calm, bool creates)
{
    ldd_store *store = &s->store;
    ldd fresh = ldd_minus(store, found, s->reached);
    if (fresh == LDD_EMPTY)
        return false;
    ldd calm = is_calm && !creates ? fresh : image_subset(s->image, fresh, SUBSET_CALM);
    ldd reached = ldd_union(store, s->reached, fresh);
    ldd all_calm = ldd_union(store, s->calm, calm);
    ldd urgent = ldd_union(store, s->urgent, ldd_minus(store, fresh, calm));
    if (store->trouble != LDD_NO_TROUBLE)
        return false;
    s->reached = reached;
    s->calm = all_calm;
    s->urgent = urgent;
    vec_push(&s->stages, ((stage){by, is_calm, reached}));
    return true;
}

/* Applies a move to FROM; true: something is new, or not yet known since a column was
 * missing.  IS_CALM: FROM is. */
static bool apply(set_search *s, ldd from, start by, bool is_calm)
{
    bool is_new = false;
    bool was_full = false;
    for (;;) {
        image_result r = image_after(s->image, from, by);
        if (s->store.trouble == LDD_NO_TROUBLE && r.is_missing) {
            add_columns(s, r.missing);
            look(s);
            return true;
        }
        if (s->store.trouble == LDD_NO_TROUBLE && r.is_violation) {
            s->is_over = true;
            way_to_failure(s, from, by);
            return false;
        }
        is_new = s->store.trouble == LDD_NO_TROUBLE &&
                 add_states(s, r.to, by, is_calm, r.creates);
        if (s->store.trouble != LDD_FULL || was_full)
            break;
        was_full = true;
        collect(s, from);
    }
    note_trouble(s);
    look(s);
    if (ldd_wants_to_collect(&s->store))
        collect(s, from);
    return is_new;
}

/* Machines that are new begin, the first by name first. */
static bool begin_new(set_search *s)
{
    bool is_new = false;
    for (size_t i = 0; goes_on(s) && i < s->c->vals.names.sorted.len; i++) {
        uint32_t slot = s->c->vals.names.sorted.data[i];
        ldd from = image_urgent(s->image, s->urgent, slot);
        note_trouble(s);
        if (from == LDD_EMPTY || !goes_on(s))
            continue;
        size_t columns = s->layout.columns.len;
        is_new |= apply(s, from, (start){.kind = START_ACT, .slot = slot}, false);
        if (s->layout.columns.len != columns)
            return true; /* rows have become longer, and they are still to begin */
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
    ldd ends = image_subset(s->image, s->calm, SUBSET_ENDS);
    ldd bad = ldd_minus(&s->store, ends, image_subset(s->image, ends, SUBSET_FINE));
    if (s->store.trouble != LDD_NO_TROUBLE || bad == LDD_EMPTY)
        return;
    s->is_over = true;
    way_to_end(s, bad);
}

/* Applies a move to all states that it was not applied to. */
static bool try_move(set_search *s, size_t index)
{
    trial *t = vec_at(&s->trials, index);
    size_t columns = s->layout.columns.len;
    s->trying = s->calm;
    ldd from = minus(s, s->trying, t->done, LDD_EMPTY);
    if (from == LDD_EMPTY || !goes_on(s))
        return false;
    bool is_new = apply(s, from, t->by, true);
    if (goes_on(s) && s->layout.columns.len == columns)
        t->done = s->trying;
    s->trying = LDD_EMPTY;
    return is_new;
}

/* Back and forth: which way is faster depends on which way messages go, by a factor of
 * four either way.  True: something was new. */
static bool make_round(set_search *s)
{
    bool is_new = false;
    bool is_forth = s->rounds % 2 == 0;
    size_t columns = s->layout.columns.len;
    find_trials(s);
    for (size_t i = 0; goes_on(s) && i < s->trials.len; i++) {
        is_new |= begin_all_new(s);
        if (goes_on(s))
            is_new |= try_move(s, is_forth ? i : s->trials.len - 1 - i);
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

/* ---- For ever ---- */

void set_search_look(set_search *s)
{
    note_trouble(s);
    look_at_core(s);
}

bool set_search_goes_on(const set_search *s)
{
    return goes_on(s);
}

/* All states are known, so this order of columns will do, and what only the search
 * needs is given back. */
static void look_for_cycles(set_search *s)
{
    if (!core_may_be_hot(s->c->ir, s->c->test))
        return;
    s->most_work = 0;
    count_states(s);
    s->v->stats.phase = PHASE_CYCLES;
    s->calm = s->urgent = LDD_EMPTY;
    vec_each (t, &s->trials)
        t->done = LDD_EMPTY;
    fair_check(s);
}

/* ---- All of it ---- */

static void add_first(set_search *s, const system_state *first)
{
    column_list needs = {0};
    row columns = {0};
    layout_needs(s->c, first, &needs);
    vec_each (x, &needs)
        if (layout_level(&s->layout, *x) == LEVEL_NONE)
            layout_insert(&s->layout, layout_place_for(&s->layout, *x), *x);
    layout_encode(&s->layout, first, &columns);
    add_states(s, ldd_row(&s->store, columns.data, columns.len), (start){0}, false,
               true);
    vec_free(&needs);
    vec_free(&columns);
}

static bool begin(set_search *s)
{
    system_state first = {0};
    move_result r;
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

static void see_states(set_search *s);

/* Of the memory that the process may take: what it has by now is not for sets, and
 * states are to be counted, too.  0: all. */
static size_t room_for_sets(const set_search *s)
{
    size_t all = s->o->limits.memory;
    size_t taken = mem_resident();
    if (all == 0)
        return 0;
    return all > taken ? (all - taken) / 4 * 3 + 1 : 1;
}

void set_search_run(set_search *s)
{
    ldd_tuning tuning = {.is_over = is_enough, .context = s};
    tuning.most_memo_bits = s->o->tuning.cache_bits;
    tuning.max_bytes = s->o->tuning.room > 0 ? s->o->tuning.room : room_for_sets(s);
    tuning.always_collects = s->o->tuning.collects;
    tuning.most_numbers = s->o->tuning.numbers;
    layout_init(&s->layout, s->c, s->order);
    ldd_init(&s->store, &tuning);
    s->image = image_new(&s->layout, &s->store);
    s->c->is_over = is_over;
    s->c->is_over_context = s;
    watch_start(&s->watch, s->o);
    s->v->stats.phase = PHASE_SETS;
    if (begin(s)) {
        search(s);
        set_search_look(s);
        if (goes_on(s))
            look_for_cycles(s);
    }
    note_trouble(s);
    count_states(s);
    count_exactly(s);
    update_stats(s);
    see_states(s);
    s->v->stats.seconds = watch_seconds(&s->watch);
    s->v->stats.memory = mem_resident();
    watch_end(&s->watch);
}

typedef struct seeing {
    set_search *s;
    system_state state;
} seeing;

static bool see(void *context, const uint32_t *columns)
{
    seeing *e = context;
    layout_decode(&e->s->layout, columns, &e->state);
    e->s->o->see_state(e->s->o->see_context, e->s->c, &e->state);
    return true;
}

static void see_states(set_search *s)
{
    if (s->o->see_state == NULL || s->reached == LDD_EMPTY || !goes_on(s))
        return;
    seeing e = {.s = s};
    row columns = {0};
    for (size_t i = 0; i < s->layout.columns.len; i++)
        vec_push(&columns, 0);
    ldd_each(&s->store, s->reached, columns.data, columns.len, see, &e);
    vec_free(&columns);
    vec_free(&e.state);
}

void set_search_fini(set_search *s)
{
    image_free(s->image);
    ldd_fini(&s->store);
    layout_fini(&s->layout);
    vec_free(&s->stages);
    vec_free(&s->trials);
}
