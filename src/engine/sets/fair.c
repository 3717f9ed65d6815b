#include "engine/sets/fair.h"

#include "core/network.h"
#include "engine/sets/lasso.h"

/* ---- Memory ---- */

/* A cache number; without one, no result can be trusted (image_numbers). */
static uint32_t take_number(fair_search *f)
{
    uint32_t number = ldd_operation(&f->s->store, 1);
    if (number == 0) {
        f->s->c->limit = STOP_OPERATIONS;
        f->s->store.trouble = LDD_STOPPED;
    }
    return number;
}

static void number_constraint(fair_search *f, fair_constraint *w)
{
    for (size_t i = 0; i < sizeof w->numbers / sizeof *w->numbers; i++)
        w->numbers[i] = take_number(f);
}

typedef VEC(ldd) root_list;

static void add_roots(root_list *roots, const label_map *x)
{
    vec_each (one, x)
        vec_push(roots, one->states);
}

void fair_collect(fair_search *f)
{
    root_list roots = {0};
    vec_push(&roots, f->s->reached);
    vec_push(&roots, f->bound);
    vec_push(&roots, f->all);
    vec_each (x, &f->s->iterations)
        vec_push(&roots, x->reached);
    vec_each (x, &f->closure.groups)
        vec_push(&roots, x->done);
    add_roots(&roots, &f->pairs);
    add_roots(&roots, &f->moved);
    add_roots(&roots, &f->first);
    add_roots(&roots, &f->closure.reached);
    vec_each (x, &f->iterations)
        add_roots(&roots, &x->reached);
    ldd_collect(&f->s->store, roots.data, roots.len);
    vec_free(&roots);
}

/* Other operations may have got the numbers of constraints. */
static void refresh(fair_search *f)
{
    ldd_renew_operations(&f->s->store);
    if (f->generation == f->s->store.generation)
        return;
    f->generation = f->s->store.generation;
    vec_each (w, &f->constraints)
        number_constraint(f, w);
}

bool fair_do(fair_search *f, fair_job *job, void *context)
{
    ldd_store *store = &f->s->store;
    refresh(f);
    job(f, context);
    if (store->trouble == LDD_FULL) {
        fair_collect(f);
        refresh(f);
        job(f, context);
    }
    set_search_check_limits(f->s);
    if (ldd_wants_to_collect(store))
        fair_collect(f);
    return set_search_goes_on(f->s);
}

static bool has_result(const fair_search *f)
{
    return f->s->store.trouble == LDD_NO_TROUBLE;
}

/* ---- Subsets, by a condition on one column ---- */

typedef bool column_test(const fair_search *f, const fair_constraint *w, value v);

/* The rows of A whose value passes TEST, BELOW levels further down.  NUMBER: the cache
 * number of this test and column. */
static ldd keep_where(fair_search *f, ldd a, uint32_t below, uint32_t number,
                      column_test *test, const fair_constraint *w)
{
    ldd_store *s = &f->s->store;
    ldd result;
    if (a == LDD_EMPTY || ldd_cache_get(s, number, a, below, &result))
        return a == LDD_EMPTY ? a : result;
    size_t mark = s->stack.len;
    for (ldd x = a; x != LDD_EMPTY; x = ldd_at(s, x)->right) {
        const ldd_node n = *ldd_at(s, x);
        ldd down = n.down;
        if (below > 0)
            down = keep_where(f, down, below - 1, number, test, w);
        else if (!test(f, w, n.value))
            continue;
        ldd_element e = {n.value, down};
        vec_push(&s->stack, e);
    }
    result = ldd_list(s, mark, LDD_EMPTY);
    ldd_cache_put(s, number, a, below, result);
    return result;
}

static temperature temperature_in(const fair_search *f, value env)
{
    const core *c = f->s->c;
    uint32_t machine = c->test->module->monitors[f->monitor].machine;
    assert(1 + f->monitor < list_get(c, env).count);
    value local = list_get(c, env).items[1 + f->monitor];
    return c->ir->machines[machine].states[local_state(c, local)].temp;
}

static bool is_hot(const fair_search *f, const fair_constraint *w, value env)
{
    (void)w;
    return temperature_in(f, env) == HOT;
}

static bool is_not_cold(const fair_search *f, const fair_constraint *w, value env)
{
    (void)w;
    return temperature_in(f, env) != COLD;
}

static bool cannot_act(const fair_search *f, const fair_constraint *w, value local)
{
    (void)w;
    return !ts_can_act(f->s->c, local, VALUE_NULL);
}

static bool cannot_act_with_box(const fair_search *f, const fair_constraint *w,
                                value local)
{
    (void)w;
    return !ts_can_act(f->s->c, local, VALUE_TRUE);
}

static bool is_not_empty(const fair_search *f, const fair_constraint *w, value outbox)
{
    (void)f;
    (void)w;
    return outbox != VALUE_NULL;
}

/* No message that W is about is pending in OUTBOX. */
static bool is_gone(const fair_search *f, const fair_constraint *w, value outbox)
{
    const core *c = f->s->c;
    for (uint32_t k = 0; k < outbox_count(c, outbox); k++)
        if (w->message == VALUE_NULL || outbox_message(c, outbox, k) == w->message)
            return false;
    return true;
}

static ldd where_env(fair_search *f, ldd from, uint32_t number, column_test *test)
{
    uint32_t at = layout_level(&f->s->layout, (set_column){.kind = COLUMN_ENV});
    return keep_where(f, from, at, number, test, NULL);
}

/* The states in which a machine cannot act by itself.  In P's own network some machines
 * cannot act while their outbox is not empty. */
static ldd where_idle(fair_search *f, ldd from, const fair_constraint *w)
{
    const set_layout *l = &f->s->layout;
    uint32_t at = layout_level(l, w->at);
    ldd idle = keep_where(f, from, at, w->numbers[0], cannot_act, w);
    if (f->s->c->options.network != NET_MBOX)
        return idle;
    uint32_t outbox =
        layout_level(l, (set_column){.kind = COLUMN_OUTBOX, .machine = w->at.machine});
    ldd other = keep_where(f, from, outbox, w->numbers[1], is_not_empty, w);
    other = keep_where(f, other, at, w->numbers[2], cannot_act_with_box, w);
    return ldd_union(&f->s->store, idle, other);
}

static ldd where_met(fair_search *f, ldd from, const fair_constraint *w)
{
    switch (w->kind) {
    case CONSTRAINT_HOT:
        return where_env(f, from, w->numbers[0], is_hot);
    case CONSTRAINT_RUN:
        return where_idle(f, from, w);
    case CONSTRAINT_SERVICE:
        return keep_where(f, from, layout_level(&f->s->layout, w->at), w->numbers[0],
                          is_gone, w);
    case CONSTRAINT_CHOICE:
        break;
    }
    return LDD_EMPTY;
}

bool fair_is_met_in(const fair_search *f, const value *state, const fair_constraint *w)
{
    const set_layout *l = &f->s->layout;
    bool is_mbox = f->s->c->options.network == NET_MBOX;
    set_column outbox = {.kind = COLUMN_OUTBOX, .machine = w->at.machine};
    switch (w->kind) {
    case CONSTRAINT_HOT:
        return is_hot(f, w, state[layout_level(l, (set_column){.kind = COLUMN_ENV})]);
    case CONSTRAINT_RUN:
        return !ts_can_act(f->s->c, state[layout_level(l, w->at)],
                           is_mbox ? state[layout_level(l, outbox)] : VALUE_NULL);
    case CONSTRAINT_SERVICE:
        return is_gone(f, w, state[layout_level(l, w->at)]);
    case CONSTRAINT_CHOICE:
        break;
    }
    return false;
}

bool fair_is_met_by(const fair_search *f, value label, const fair_constraint *w)
{
    switch (w->kind) {
    case CONSTRAINT_HOT:
        break;
    case CONSTRAINT_RUN:
    case CONSTRAINT_SERVICE:
        return label_has(f->s->c, label, w->fair_label);
    case CONSTRAINT_CHOICE:
        return label_takes(f->s->c, label, w->site, w->alternative);
    }
    return false;
}

/* ---- Steps ---- */

bool fair_is_step(const fair_search *f, value label)
{
    return !label_has(f->s->c, label, f->cooled);
}

/* The states of the remaining pairs with CHOICES. */
static ldd within(const fair_search *f, value choices)
{
    return f->is_open ? f->bound : label_map_get(&f->pairs, choices);
}

/* The remaining pairs that steps of group BY lead to from FROM, by label. */
static void make_steps_by(fair_search *f, ldd from, transition_group by, label_map *out)
{
    label_map to = {0};
    image_result r = image_by_label(f->image, from, by, &to);
    /* The search for states has applied these transitions: it found all columns, and no
     * violation. */
    assert(!r.is_missing);
    assert(!r.is_violation);
    vec_each (one, &to) {
        ldd bound = within(f, label_choices(f->s->c, one->label));
        if (fair_is_step(f, one->label))
            label_map_add(out, &f->s->store, one->label,
                          ldd_intersect(&f->s->store, one->states, bound));
    }
    vec_free(&to);
}

/* ---- Steps from all pairs ---- */

static void step_from_all(fair_search *f, void *context)
{
    const group_progress *x = context;
    label_map moved = {0};
    assert(f->image != f->s->image); /* that one has no labels */
    label_map_copy(&f->moved, &moved);
    make_steps_by(f, f->all, x->by, &moved);
    if (has_result(f))
        label_map_copy(&moved, &f->moved);
    vec_free(&moved);
}

static void join_pairs(fair_search *f, void *context)
{
    (void)context;
    ldd all = f->is_open ? f->bound : label_map_union(&f->pairs, &f->s->store);
    if (has_result(f))
        f->all = all;
}

/* Sets MOVED to the pairs that steps lead to from all pairs. */
static bool make_steps(fair_search *f)
{
    vec_clear(&f->moved);
    bool goes_on = fair_do(f, join_pairs, NULL);
    for (size_t i = 0; goes_on && i < f->s->groups.len; i++)
        goes_on = fair_do(f, step_from_all, &f->s->groups.data[i]);
    f->all = LDD_EMPTY;
    return goes_on;
}

typedef struct pairs_job {
    bool has_changed;
} pairs_job;

static void take_moved(fair_search *f, void *context)
{
    pairs_job *j = context;
    label_map pairs = {0};
    vec_each (one, &f->moved)
        label_map_add(&pairs, &f->s->store, label_choices(f->s->c, one->label),
                      one->states);
    if (has_result(f)) {
        j->has_changed = f->is_open || !label_map_is_same(&pairs, &f->pairs);
        label_map_copy(&pairs, &f->pairs);
        f->is_open = false;
    }
    vec_free(&pairs);
}

/* Removes pairs that no step leads to. */
static bool remove_without_step(fair_search *f)
{
    pairs_job j = {.has_changed = true};
    bool goes_on = true;
    while (goes_on && j.has_changed)
        goes_on = make_steps(f) && fair_do(f, take_moved, &j);
    return goes_on;
}

/* ---- Closures ---- */

static void keep_iteration(fair_closure *k, transition_group by)
{
    if (k->iterations == NULL)
        return;
    vec_push(k->iterations, ((fair_iteration){.by = by}));
    label_map_copy(&k->reached, &vec_last(k->iterations)->reached);
}

/* Adds TO, by label, to REACHED, by choices; true: some pairs are new. */
static bool add_fresh(fair_search *f, const label_map *to, label_map *reached)
{
    bool is_new = false;
    vec_each (one, to) {
        value choices = label_choices(f->s->c, one->label);
        ldd known = label_map_get(reached, choices);
        ldd all = ldd_union(&f->s->store, known, one->states);
        is_new |= all != known;
        label_map_set(reached, choices, all);
    }
    return is_new;
}

typedef struct closure_job {
    group_progress *progress;
    bool is_new; /* it added pairs */
} closure_job;

/* Applies a group to all pairs that it was not applied to. */
static void apply_to_new(fair_search *f, void *context)
{
    closure_job *j = context;
    fair_closure *k = &f->closure;
    label_map to = {0};
    label_map reached = {0};
    ldd all = label_map_union(&k->reached, &f->s->store);
    ldd from = ldd_minus(&f->s->store, all, j->progress->done);
    if (from != LDD_EMPTY)
        make_steps_by(f, from, j->progress->by, &to);
    label_map_copy(&k->reached, &reached);
    j->is_new = add_fresh(f, &to, &reached);
    if (has_result(f)) {
        label_map_copy(&reached, &k->reached);
        j->progress->done = all;
    }
    if (has_result(f) && j->is_new)
        keep_iteration(k, j->progress->by);
    vec_free(&to);
    vec_free(&reached);
}

static bool is_all(const fair_search *f)
{
    return f->closure.iterations == NULL &&
           label_map_is_same(&f->closure.reached, &f->pairs);
}

static bool make_round(fair_search *f, bool *is_new)
{
    bool goes_on = true;
    for (size_t i = 0; goes_on && i < f->closure.groups.len && !is_all(f); i++) {
        group_progress *g = &f->closure.groups.data[i];
        closure_job j = {.progress = g};
        goes_on = fair_do(f, apply_to_new, &j);
        *is_new |= j.is_new;
    }
    return goes_on;
}

static void forget_iterations(fair_search *f)
{
    vec_each (x, &f->iterations)
        vec_free(&x->reached);
    vec_clear(&f->iterations);
}

bool fair_close(fair_search *f, bool keeps)
{
    fair_closure *k = &f->closure;
    assert(!f->is_open);
    forget_iterations(f);
    label_map_copy(&f->first, &k->reached);
    k->iterations = keeps ? &f->iterations : NULL;
    vec_clear(&k->groups);
    vec_each (g, &f->s->groups)
        vec_push(&k->groups, ((group_progress){.by = g->by}));
    keep_iteration(k, (transition_group){0});
    bool is_new = true;
    bool goes_on = true;
    while (goes_on && is_new && !is_all(f)) {
        is_new = false;
        goes_on = make_round(f, &is_new);
    }
    return goes_on;
}

/* ---- Fairness constraints ---- */

static void add_constraint(fair_search *f, fair_constraint w)
{
    number_constraint(f, &w);
    vec_push(&f->constraints, w);
}

static void require_service(fair_search *f, set_column at, value message)
{
    value fair_label = fair_label_served(f->s->c, at.machine, message);
    bool is_bag = f->s->c->options.network == NET_BAG;
    vec_each (w, &f->constraints)
        if (w->fair_label == fair_label)
            return;
    add_constraint(f, (fair_constraint){.kind = CONSTRAINT_SERVICE,
                                        .at = at,
                                        .fair_label = fair_label,
                                        .message = is_bag ? message : VALUE_NULL});
}

/* Adds all values of the column that is BELOW levels further down. */
static void find_values(const fair_search *f, ldd a, uint32_t below, idmap *visited,
                        state_row *out)
{
    const ldd_store *s = &f->s->store;
    for (; a != LDD_EMPTY; a = ldd_at(s, a)->right) {
        const ldd_node *n = ldd_at(s, a);
        if (!idmap_add(visited, IDMAP_KEY(1 + below, a)))
            return;
        if (below > 0)
            find_values(f, n->down, below - 1, visited, out);
        else if (idmap_add(visited, n->value))
            vec_push(out, n->value);
    }
}

/* Adds the constraints on all messages that are ever pending in a column. */
static void require_services(fair_search *f, ldd all, set_column at)
{
    idmap visited = {0};
    state_row outboxes = {0};
    find_values(f, all, layout_level(&f->s->layout, at), &visited, &outboxes);
    vec_each (outbox, &outboxes)
        for (uint32_t k = 0; k < outbox_count(f->s->c, *outbox); k++)
            require_service(f, at, outbox_message(f->s->c, *outbox, k));
    vec_free(&outboxes);
    idmap_fini(&visited);
}

/* An alternative at a site: the labels of the pairs that take it, and of those that
 * offer it.  Two alternatives that agree in both make one constraint: where only
 * choose(10) == 0 matters, nine alternatives agree. */
typedef struct site_alternative {
    value site;
    value alternative;
    fair_label_list takes;
    fair_label_list offers;
} site_alternative;

typedef struct site_alternatives {
    idmap numbers; /* (site, alternative) -> index, from 1 */
    VEC(site_alternative) all;
} site_alternatives;

static site_alternative *find_alternative(site_alternatives *s, value site,
                                          value alternative)
{
    uint64_t key = IDMAP_KEY(site, alternative);
    size_t known = idmap_get_number(&s->numbers, key);
    if (known == 0) {
        vec_push(&s->all,
                 ((site_alternative){.site = site, .alternative = alternative}));
        known = s->all.len;
        idmap_put_number(&s->numbers, key, known);
    }
    return &s->all.data[known - 1];
}

/* Pairs come one after the other. */
static void add_once(fair_label_list *to, value label)
{
    if (to->len == 0 || *vec_last(to) != label)
        vec_push(to, label);
}

static void note_offer(const fair_search *f, site_alternatives *s, value label,
                       value offer)
{
    core *c = f->s->c;
    value site = fair_label_site(c, offer);
    uint32_t width = fair_label_offer_width(c, offer);
    for (uint32_t i = 0; i < width; i++) {
        value item = fair_label_offer_item(c, offer, i);
        add_once(&find_alternative(s, site, item)->offers, label);
    }
}

/* LABEL: the choices of a pair. */
static void note_choices(const fair_search *f, site_alternatives *s, value label)
{
    core *c = f->s->c;
    idmap offers = {0};
    for (uint32_t i = 0; i < list_get(c, label).count; i++) {
        value choice = list_get(c, label).items[i];
        value offer = fair_label_offer_of(c, choice);
        value site = fair_label_site(c, offer);
        if (f->is_unfair && !fair_label_is_always_fair(c, site))
            continue;
        value taken = fair_label_alternative(c, choice);
        add_once(&find_alternative(s, site, taken)->takes, label);
        if (idmap_add(&offers, offer))
            note_offer(f, s, label, offer);
    }
    idmap_fini(&offers);
}

static value extent_of(core *c, const site_alternative *a)
{
    fair_label_list both = {0};
    vec_each (label, &a->takes)
        vec_push(&both, *label);
    vec_push(&both, VALUE_NULL);
    vec_each (label, &a->offers)
        vec_push(&both, *label);
    value extent = list_make(c, both.data, both.len);
    vec_free(&both);
    return extent;
}

static void require_choices(fair_search *f)
{
    core *c = f->s->c;
    site_alternatives s = {0};
    idmap extents = {0};
    vec_each (one, &f->pairs)
        note_choices(f, &s, one->label);
    vec_each (a, &s.all) {
        if (idmap_add(&extents, extent_of(c, a))) {
            add_constraint(f, (fair_constraint){.kind = CONSTRAINT_CHOICE,
                                                .site = a->site,
                                                .alternative = a->alternative});
            f->has_choices |= !fair_label_is_always_fair(c, a->site);
        }
        vec_free(&a->takes);
        vec_free(&a->offers);
    }
    vec_free(&s.all);
    idmap_fini(&s.numbers);
    idmap_fini(&extents);
}

/* These are all constraints that will be needed: no pair will be added. */
static void find_constraints(fair_search *f, void *context)
{
    core *c = f->s->c;
    (void)context;
    vec_clear(&f->constraints);
    ldd all = label_map_union(&f->pairs, &f->s->store);
    add_constraint(f, (fair_constraint){.kind = CONSTRAINT_HOT});
    vec_each (x, &f->s->layout.columns) {
        if (x->kind == COLUMN_LOCAL)
            add_constraint(
                f, (fair_constraint){.kind = CONSTRAINT_RUN,
                                     .at = *x,
                                     .fair_label = fair_label_ran(c, x->machine)});
        else if (x->kind == COLUMN_OUTBOX || x->kind == COLUMN_CHANNEL)
            require_services(f, all, *x);
    }
    require_choices(f);
}

typedef struct met_job {
    const fair_constraint *constraint;
} met_job;

static void add_met(fair_search *f, void *context)
{
    const fair_constraint *w = ((const met_job *)context)->constraint;
    core *c = f->s->c;
    ldd_store *store = &f->s->store;
    label_map met = {0};
    vec_each (one, &f->pairs)
        label_map_add(&met, store, one->label, where_met(f, one->states, w));
    vec_each (one, &f->moved) {
        value choices = label_choices(c, one->label);
        ldd left = label_map_get(&f->pairs, choices);
        if (fair_is_met_by(f, one->label, w))
            label_map_add(&met, store, choices,
                          ldd_intersect(store, one->states, left));
    }
    if (has_result(f))
        label_map_copy(&met, &f->first);
    vec_free(&met);
}

bool fair_find_met(fair_search *f, const fair_constraint *w)
{
    assert(!f->is_open);
    met_job j = {w};
    return fair_do(f, add_met, &j);
}

/* Does W restrict pairs with these choices? */
static bool concerns(const fair_search *f, const fair_constraint *w, value choices)
{
    return w->kind != CONSTRAINT_CHOICE ||
           label_offers(f->s->c, choices, w->site, w->alternative);
}

/* Removes pairs that are not reachable from a pair that meets W. */
static bool remove_unmet(fair_search *f, const fair_constraint *w, bool *has_changed)
{
    if (!fair_find_met(f, w))
        return false;
    if (label_map_is_same(&f->first, &f->pairs))
        return true;
    if (!fair_close(f, false))
        return false;
    vec_each (one, &f->pairs) {
        ldd left = label_map_get(&f->closure.reached, one->label);
        if (!concerns(f, w, one->label) || left == one->states)
            continue;
        one->states = left;
        *has_changed = true;
    }
    return true;
}

/* ---- All of it ---- */

static bool remove_pairs(fair_search *f)
{
    bool has_changed = true;
    bool goes_on = remove_without_step(f) && fair_do(f, find_constraints, NULL);
    while (goes_on && has_changed && !label_map_is_empty(&f->pairs)) {
        has_changed = false;
        for (size_t i = 0; goes_on && i < f->constraints.len; i++)
            goes_on = remove_unmet(f, &f->constraints.data[i], &has_changed);
        if (has_changed)
            goes_on = goes_on && remove_without_step(f);
    }
    return goes_on;
}

static void find_bound(fair_search *f, void *context)
{
    (void)context;
    ldd settled = image_subset(f->image, f->s->reached, SUBSET_SETTLED);
    ldd bound = where_env(f, settled, take_number(f), is_not_cold);
    if (has_result(f))
        f->bound = bound;
}

static bool can_be_hot(const fair_search *f)
{
    const core *c = f->s->c;
    const ir_machine *spec =
        &c->ir->machines[c->test->module->monitors[f->monitor].machine];
    for (uint32_t i = 0; spec->kind == MACHINE_SPEC && i < spec->state_count; i++)
        if (spec->states[i].temp == HOT)
            return true;
    return false;
}

/* Removes pairs until nothing changes; false: the search must end. */
static bool find_pairs(fair_search *f)
{
    f->is_open = true;
    return fair_do(f, find_bound, NULL) && remove_pairs(f);
}

/* There is no violation.  Would there be one if choices were unfair? */
static void check_unfair(fair_search *f)
{
    f->is_unfair = true;
    if (find_pairs(f))
        f->s->v->needs_fair_choices = !label_map_is_empty(&f->pairs);
    f->is_unfair = f->s->c->options.choices_are_unfair;
}

static void check_monitor(fair_search *f)
{
    f->cooled = fair_label_cooled(f->s->c, f->monitor);
    f->has_choices = false;
    if (!find_pairs(f))
        return;
    if (!label_map_is_empty(&f->pairs))
        lasso_report(f);
    else if (f->has_choices && !f->s->v->needs_fair_choices)
        check_unfair(f);
}

static void fini(fair_search *f)
{
    image_free(f->image);
    vec_free(&f->pairs);
    vec_free(&f->moved);
    vec_free(&f->first);
    vec_free(&f->constraints);
    vec_free(&f->closure.reached);
    vec_free(&f->closure.groups);
    forget_iterations(f);
    vec_free(&f->iterations);
}

void fair_check(set_search *s)
{
    fair_search f = {.s = s,
                     .generation = s->store.generation,
                     .is_unfair = s->c->options.choices_are_unfair};
    uint32_t count = s->c->test->module->monitor_count;
    f.image = image_new(&s->layout, &s->store);
    image_enable_labels(f.image);
    for (; f.monitor < count && set_search_goes_on(s); f.monitor++)
        if (can_be_hot(&f))
            check_monitor(&f);
    fini(&f);
}
