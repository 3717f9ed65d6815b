#include "engine/explore/liveness.h"

#include <string.h>

typedef VEC(uint32_t) state_list;

/* A subgraph to search: its states, and the offers whose transitions are removed. */
typedef struct subgraph {
    state_list states;
    fair_label_list bans;
    idmap banned; /* the same */
} subgraph;

typedef struct search {
    graph *g;
    core *c;
    uint32_t monitor;
    value cooled;   /* the fair_label */
    bool is_unfair; /* only `$$` is fair */
    bool has_bans;  /* some other choice was not fair in some component */
    VEC(subgraph) subgraphs;
    /* by state */
    uint32_t *member; /* the last subgraph that contained it, by number */
    uint32_t *index;  /* Tarjan: number, 0 = new */
    uint32_t *low;
    uint32_t *scc; /* stamp of the current component */
    uint32_t stamp;
    uint32_t members; /* the number of the current subgraph, from 1 */
    size_t count;
    system_state row;
    liveness_stop *is_over;
    void *context;
    uint32_t visits;
    bool was_stopped;
} search;

bool liveness_matters(const core *c)
{
    return core_may_be_hot(c->ir, c->test);
}

static const ir_machine *spec_of(const search *s)
{
    return &s->c->ir->machines[s->c->test->module->monitors[s->monitor].machine];
}

static temperature temperature_of(search *s, uint32_t state)
{
    row_store_get(s->g->states, state, &s->row);
    value local = system_monitor(s->c, &s->row, s->monitor);
    return spec_of(s)->states[local_state(s->c, local)].temp;
}

/* Checked now and then. */
static bool is_stopped(search *s)
{
    enum { NOW_AND_THEN = 1024 };
    if (++s->visits % NOW_AND_THEN == 0 && s->is_over != NULL)
        s->was_stopped |= s->is_over(s->context);
    return s->was_stopped;
}

/* ---- Labels ---- */

static bool has_label(const fair_label_list *fair_labels, value fair_label)
{
    vec_each (one, fair_labels)
        if (*one == fair_label)
            return true;
    return false;
}

static bool is_choice(const core *c, value fair_label)
{
    return fair_label_kind_of(c, fair_label) == FAIR_LABEL_CHOICE;
}

/* A transition without exact labels of some choices is banned by the site of that. */
static bool is_open(const core *c, value fair_label)
{
    return fair_label_kind_of(c, fair_label) == FAIR_LABEL_OPEN;
}

static bool is_banned(const search *s, const subgraph *p, value fair_label)
{
    if (p->banned.len == 0)
        return false;
    if (is_open(s->c, fair_label))
        return idmap_get(&p->banned, fair_label_open_site(s->c, fair_label)) != NULL;
    return is_choice(s->c, fair_label) &&
           idmap_get(&p->banned, fair_label_offer_of(s->c, fair_label)) != NULL;
}

/* True if the subgraph has the edge: not if the spec is cold within the step, and not
 * with an offer that is removed. */
static bool is_alive(const search *s, const subgraph *p, uint32_t member,
                     const graph_edge *e)
{
    if (s->member[e->to] != member)
        return false;
    value_view fair_labels = list_get(s->c, e->label);
    for (uint32_t i = 0; i < fair_labels.count; i++)
        if (fair_labels.items[i] == s->cooled || is_banned(s, p, fair_labels.items[i]))
            return false;
    return true;
}

/* ---- Fairness of a component ---- */

/* The needs of a component, as fair_labels: machines that can act in all its states,
 * and messages that are pending in all of them. */

static void collect(search *s, const system_state *row, fair_label_list *out)
{
    for (machine_id id = 0; id < system_machines(s->c, row); id++) {
        if (system_can_act(s->c, row, id))
            vec_push(out, fair_label_memo_ran(&s->g->fair_labels, s->c, id));
        value outbox = system_outbox(s->c, row, id);
        for (uint32_t k = 0; k < outbox_count(s->c, outbox); k++)
            vec_push(out, fair_label_memo_served(&s->g->fair_labels, s->c, id,
                                                 outbox_message(s->c, outbox, k)));
    }
}

static void keep_common(fair_label_list *all, const fair_label_list *here)
{
    size_t kept = 0;
    for (size_t i = 0; i < all->len; i++)
        if (has_label(here, all->data[i]))
            all->data[kept++] = all->data[i];
    all->len = kept;
}

static fair_label_list needs_of(search *s, const state_list *states)
{
    fair_label_list all = {0};
    for (size_t i = 0; i < states->len && !is_stopped(s); i++) {
        fair_label_list here = {0};
        row_store_get(s->g->states, states->data[i], &s->row);
        collect(s, &s->row, i == 0 ? &all : &here);
        if (i > 0)
            keep_common(&all, &here);
        vec_free(&here);
        if (all.len == 0)
            break;
    }
    return all;
}

/* Removes the needs that a transition satisfies. */
static void satisfy(const search *s, fair_label_list *needs, value label)
{
    value_view fair_labels = list_get(s->c, label);
    size_t kept = 0;
    for (size_t i = 0; i < needs->len; i++) {
        bool is_done = false;
        for (uint32_t k = 0; k < fair_labels.count; k++)
            is_done |= fair_labels.items[k] == needs->data[i];
        if (!is_done)
            needs->data[kept++] = needs->data[i];
    }
    needs->len = kept;
}

/* Calls SEE for every edge within the stamped component, until SEE returns false or the
 * search is stopped. */
typedef bool edge_visitor(search *s, void *context, uint32_t from, const graph_edge *e);

static bool each_edge(search *s, const subgraph *p, uint32_t member, uint32_t scc,
                      const state_list *states, edge_visitor *see, void *context)
{
    vec_each (state, states) {
        size_t count;
        const graph_edge *edges = graph_edges(s->g, *state, &count);
        if (is_stopped(s))
            return false;
        for (size_t i = 0; i < count; i++)
            if (s->scc[edges[i].to] == scc && is_alive(s, p, member, &edges[i]) &&
                !see(s, context, *state, &edges[i]))
                return false;
    }
    return true;
}

/* What the transitions of a component do. */
typedef struct survey {
    size_t edges;
    fair_label_list needs;
    fair_label_list
        choices; /* one label for each alternative that is taken at a site */
    idmap taken; /* (site, alternative) */
    fair_label_list offers;
    idmap offered;
    fair_label_list open; /* sites of choices without exact labels */
    idmap opened;
} survey;

static bool is_taken(const survey *v, value site, value alternative)
{
    return idmap_get(&v->taken, IDMAP_KEY(site, alternative)) != NULL;
}

static bool is_fair_site(const search *s, value site)
{
    return !s->is_unfair || fair_label_is_always_fair(s->c, site);
}

static void survey_open(const search *s, survey *v, value label)
{
    value site = fair_label_open_site(s->c, label);
    if (is_fair_site(s, site) && idmap_add(&v->opened, site))
        vec_push(&v->open, site);
}

static void survey_choice(const search *s, survey *v, value label)
{
    value offer = fair_label_offer_of(s->c, label);
    value site = fair_label_site(s->c, offer);
    if (!is_fair_site(s, site))
        return;
    if (idmap_add(&v->offered, offer))
        vec_push(&v->offers, offer);
    if (idmap_add(&v->taken, IDMAP_KEY(site, fair_label_alternative(s->c, label))))
        vec_push(&v->choices, label);
}

static bool survey_edge(search *s, void *context, uint32_t from, const graph_edge *e)
{
    survey *v = context;
    (void)from;
    v->edges++;
    satisfy(s, &v->needs, e->label);
    value_view fair_labels = list_get(s->c, e->label);
    for (uint32_t i = 0; i < fair_labels.count; i++)
        if (is_choice(s->c, fair_labels.items[i]))
            survey_choice(s, v, fair_labels.items[i]);
        else if (is_open(s->c, fair_labels.items[i]))
            survey_open(s, v, fair_labels.items[i]);
    return true;
}

static void survey_free(survey *v)
{
    vec_free(&v->needs);
    vec_free(&v->choices);
    vec_free(&v->offers);
    vec_free(&v->open);
    idmap_fini(&v->taken);
    idmap_fini(&v->offered);
    idmap_fini(&v->opened);
}

static bool has_hot(search *s, const state_list *states)
{
    for (size_t i = 0; i < states->len && !is_stopped(s); i++)
        if (temperature_of(s, states->data[i]) == HOT)
            return true;
    return false;
}

static bool takes_all(const search *s, const survey *v, value offer)
{
    value site = fair_label_site(s->c, offer);
    uint32_t width = fair_label_offer_width(s->c, offer);
    for (uint32_t i = 0; i < width; i++)
        if (!is_taken(v, site, fair_label_offer_item(s->c, offer, i)))
            return false;
    return true;
}

/* Keeps the offers of which some alternative is never taken here.  Where a choice has
 * no exact label, it may be that it takes the rest. */
static void keep_partial(search *s, survey *v)
{
    size_t kept = 0;
    for (size_t i = 0; i < v->offers.len; i++) {
        value offer = v->offers.data[i];
        if (takes_all(s, v, offer) ||
            idmap_get(&v->opened, fair_label_site(s->c, offer)) != NULL)
            continue;
        v->offers.data[kept++] = offer;
        s->has_bans |= !fair_label_is_always_fair(s->c, fair_label_site(s->c, offer));
    }
    v->offers.len = kept;
}

/* Queues the component without the transitions that make these offers, or that choose
 * at these sites without exact labels. */
static void queue_rest(search *s, const subgraph *p, const state_list *states,
                       const fair_label_list *offers)
{
    subgraph rest = {0};
    vec_each (state, states)
        vec_push(&rest.states, *state);
    vec_each (offer, &p->bans)
        vec_push(&rest.bans, *offer);
    vec_each (offer, offers)
        vec_push(&rest.bans, *offer);
    vec_each (offer, &rest.bans)
        idmap_add(&rest.banned, *offer);
    vec_push(&s->subgraphs, rest);
}

/* The component is fair but for choices at these sites. */
static void note_doubt(search *s, const fair_label_list *sites)
{
    vec_each (site, sites)
        if (!has_label(&s->g->in_doubt, *site))
            vec_push(&s->g->in_doubt, *site);
}

/* Checks a component; true: it has a violating run.  Otherwise the rest of it, if any,
 * is queued as another subgraph. */
static bool judge(search *s, const subgraph *p, uint32_t member,
                  const state_list *states)
{
    if (!has_hot(s, states))
        return false;
    survey v = {.needs = needs_of(s, states)};
    each_edge(s, p, member, s->stamp, states, survey_edge, &v);
    bool is_fair = v.edges > 0 && v.needs.len == 0 && !s->was_stopped;
    if (is_fair)
        keep_partial(s, &v);
    bool is_found = is_fair && v.offers.len == 0 && v.open.len == 0;
    if (is_fair && v.offers.len > 0) {
        queue_rest(s, p, states, &v.offers);
    } else if (is_fair && !is_found) {
        note_doubt(s, &v.open);
        queue_rest(s, p, states, &v.open);
    }
    survey_free(&v);
    return is_found;
}

/* ---- Components: Tarjan's algorithm without recursion ---- */

typedef struct visit {
    uint32_t state;
    size_t next; /* the next edge */
} visit;

typedef struct tarjan {
    VEC(visit) calls;
    state_list stack;
    uint32_t next_index;
} tarjan;

static void enter(search *s, tarjan *t, uint32_t state)
{
    visit v = {state, 0};
    s->index[state] = s->low[state] = ++t->next_index;
    vec_push(&t->calls, v);
    vec_push(&t->stack, state);
}

static void pop_component(search *s, tarjan *t, uint32_t root, state_list *out)
{
    vec_clear(out);
    s->stamp++;
    uint32_t state;
    do {
        state = vec_pop(&t->stack);
        s->scc[state] = s->stamp;
        s->low[state] = UINT32_MAX; /* done */
        vec_push(out, state);
    } while (state != root);
}

/* Continues the innermost visit; true: the search is over. */
static bool continue_visit(search *s, tarjan *t, const subgraph *p, uint32_t member)
{
    visit *v = vec_last(&t->calls);
    uint32_t state = v->state;
    size_t count;
    const graph_edge *edges = graph_edges(s->g, state, &count);
    while (v->next < count) {
        const graph_edge *e = &edges[v->next++];
        if (!is_alive(s, p, member, e))
            continue;
        if (s->index[e->to] == 0) {
            enter(s, t, e->to);
            return false;
        }
        if (s->low[e->to] != UINT32_MAX && s->index[e->to] < s->low[state])
            s->low[state] = s->index[e->to];
    }
    return true;
}

static bool components_from(search *s, tarjan *t, const subgraph *p, uint32_t member,
                            uint32_t root, state_list *component)
{
    enter(s, t, root);
    while (t->calls.len > 0 && !is_stopped(s)) {
        if (!continue_visit(s, t, p, member))
            continue;
        uint32_t state = vec_pop(&t->calls).state;
        uint32_t low = s->low[state];
        if (low == s->index[state]) {
            pop_component(s, t, state, component);
            if (judge(s, p, member, component))
                return true;
        }
        if (t->calls.len > 0) {
            uint32_t above = vec_last(&t->calls)->state;
            if (low < s->low[above])
                s->low[above] = low;
        }
    }
    return false;
}

/* True: COMPONENT, a subset of P, has a violating run. */
static bool search_subgraph(search *s, const subgraph *p, uint32_t member,
                            state_list *component)
{
    tarjan t = {0};
    bool found = false;
    vec_each (state, &p->states) {
        s->member[*state] = member;
        s->index[*state] = s->low[*state] = 0;
    }
    vec_each (state, &p->states)
        if (!found && !s->was_stopped && s->index[*state] == 0)
            found = components_from(s, &t, p, member, *state, component);
    vec_free(&t.calls);
    vec_free(&t.stack);
    return found;
}

/* ---- The lasso ---- */

/* A walk within a component; each extension goes to the nearest transition or state
 * that satisfies a goal. */
typedef struct walk {
    search *s;
    const subgraph *p;
    uint32_t member;
    const state_list *states;
    state_list path;   /* states, from the start */
    VEC(value) labels; /* of the transitions between them */
} walk;

typedef bool walk_goal(const walk *w, void *context, uint32_t to, value label);

/* Appends the shortest path from the end of the walk to a transition that GOAL
 * accepts. */
static void extend(walk *w, walk_goal *goal, void *context)
{
    search *s = w->s;
    idmap from = {0}; /* the states reached */
    VEC(uint32_t) queue = {0};
    VEC(uint32_t) parents = {0};
    VEC(value) labels = {0};
    vec_push(&queue, *vec_last(&w->path));
    vec_push(&parents, 0);
    vec_push(&labels, VALUE_NULL);
    size_t last = 0;
    for (size_t at = 0; last == 0 && at < queue.len; at++) {
        size_t count;
        const graph_edge *edges = graph_edges(s->g, queue.data[at], &count);
        for (size_t i = 0; last == 0 && i < count; i++) {
            const graph_edge *e = &edges[i];
            if (s->scc[e->to] != s->stamp || !is_alive(s, w->p, w->member, e))
                continue;
            bool is_goal = goal(w, context, e->to, e->label);
            if (!is_goal && !idmap_add(&from, e->to))
                continue;
            vec_push(&queue, e->to);
            vec_push(&parents, (uint32_t)at);
            vec_push(&labels, e->label);
            if (is_goal)
                last = queue.len - 1;
        }
    }
    assert(last != 0);
    state_list back = {0};
    for (size_t at = last; at != 0; at = parents.data[at])
        vec_push(&back, (uint32_t)at);
    while (back.len > 0) {
        uint32_t at = vec_pop(&back);
        vec_push(&w->path, queue.data[at]);
        vec_push(&w->labels, labels.data[at]);
    }
    vec_free(&back);
    vec_free(&queue);
    vec_free(&parents);
    vec_free(&labels);
    idmap_fini(&from);
}

static bool reaches_hot(const walk *w, void *context, uint32_t to, value label)
{
    (void)context;
    (void)label;
    return temperature_of(w->s, to) == HOT;
}

static bool reaches_state(const walk *w, void *context, uint32_t to, value label)
{
    (void)w;
    (void)label;
    return to == *(const uint32_t *)context;
}

/* CONTEXT: the label of a choice; with another offer at that site, the choice counts
 * too. */
static bool makes_choice(const walk *w, void *context, uint32_t to, value label)
{
    const core *c = w->s->c;
    value goal = *(const value *)context;
    value site = fair_label_site(c, fair_label_offer_of(c, goal));
    value_view fair_labels = list_get(c, label);
    (void)to;
    for (uint32_t i = 0; i < fair_labels.count; i++)
        if (is_choice(c, fair_labels.items[i]) &&
            fair_label_alternative(c, fair_labels.items[i]) ==
                fair_label_alternative(c, goal) &&
            fair_label_site(c, fair_label_offer_of(c, fair_labels.items[i])) == site)
            return true;
    return false;
}

/* Removes needs of the walk: those that the transition satisfies, and those that do not
 * hold in its target state.  True: there were some. */
static bool serves_need(const walk *w, void *context, uint32_t to, value label)
{
    fair_label_list *needs = context;
    fair_label_list here = {0};
    system_state row = {0};
    row_store_get(w->s->g->states, to, &row);
    collect(w->s, &row, &here);
    fair_label_list left = {0};
    vec_each (fair_label, needs)
        vec_push(&left, *fair_label);
    keep_common(&left, &here);
    satisfy(w->s, &left, label);
    bool is_served = left.len < needs->len;
    if (is_served)
        vec_clear(needs);
    vec_each (fair_label, &left)
        if (is_served)
            vec_push(needs, *fair_label);
    vec_free(&row);
    vec_free(&here);
    vec_free(&left);
    return is_served;
}

/* Extends the walk so that every choice takes all the alternatives that it takes in the
 * component. */
static void walk_choices(walk *w, const survey *v)
{
    survey walked = {0};
    size_t at = 0;
    vec_each (choice, &v->choices) {
        value goal = *choice;
        value site = fair_label_site(w->s->c, fair_label_offer_of(w->s->c, goal));
        for (; at < w->labels.len; at++)
            survey_edge(w->s, &walked, 0, &(graph_edge){.label = w->labels.data[at]});
        if (!is_taken(&walked, site, fair_label_alternative(w->s->c, goal)))
            extend(w, makes_choice, &goal);
    }
    survey_free(&walked);
}

/* A closed walk that shows the violation: it is hot and fair, and every choice in the
 * component takes all its alternatives. */
static void make_lasso(walk *w, uint32_t start)
{
    search *s = w->s;
    vec_push(&w->path, start);
    extend(w, reaches_hot, NULL);
    survey v = {0};
    each_edge(s, w->p, w->member, s->stamp, w->states, survey_edge, &v);
    walk_choices(w, &v);
    survey_free(&v);
    /* Needs that hold in every state of the walk, and that it does not satisfy, remain.
     */
    fair_label_list needs = {0};
    row_store_get(s->g->states, start, &s->row);
    collect(s, &s->row, &needs);
    for (size_t i = 0; i < w->labels.len; i++)
        serves_need(w, &needs, w->path.data[i + 1], w->labels.data[i]);
    while (needs.len > 0)
        extend(w, serves_need, &needs);
    vec_free(&needs);
    if (*vec_last(&w->path) != start)
        extend(w, reaches_state, &start);
}

/* Adds the transition from one state of the walk to the next. */
static void add_transition(search *s, uint32_t from, uint32_t to, value label,
                           graph_trace *out)
{
    system_state row = {0};
    system_state next = {0};
    transition_list enabled = {0};
    row_store_get(s->g->states, from, &row);
    system_enabled(s->c, &row, &enabled);
    bool found = false;
    for (size_t i = 0; !found && i < enabled.len; i++) {
        transition_result r;
        uint32_t forks = 1;
        for (uint32_t k = 0; system_step(s->c, &row, enabled.data[i], k, &next, &r);
             k = system_next_branch(s->c, k, &r, &forks)) {
            found = r.fault == 0 && !r.is_pruned &&
                    row_store_find(s->g->states, &next) == to &&
                    graph_label(s->g, &row, enabled.data[i], &r) == label;
            if (found) {
                graph_trace_add(out, &row, enabled.data[i], &r);
                break;
            }
        }
    }
    assert(found);
    vec_free(&row);
    vec_free(&next);
    vec_free(&enabled);
}

static uint32_t shallowest(const search *s, const state_list *states)
{
    uint32_t best = states->data[0];
    vec_each (state, states)
        if (s->g->states->nodes.data[*state].depth <
            s->g->states->nodes.data[best].depth)
            best = *state;
    return best;
}

static uint32_t hot_state_on(search *s, const walk *w)
{
    for (size_t i = 1; i < w->path.len; i++)
        if (temperature_of(s, w->path.data[i]) == HOT)
            break;
    return local_state(s->c, system_monitor(s->c, &s->row, s->monitor));
}

static void report(search *s, const subgraph *p, uint32_t member,
                   const state_list *component, verdict *v)
{
    walk w = {.s = s, .p = p, .member = member, .states = component};
    s->is_over = NULL; /* a violation that was found is reported */
    make_lasso(&w, shallowest(s, component));
    const fault f = system_hot_forever(s->c, s->monitor, hot_state_on(s, &w));
    verdict_violated(v, &f);
    graph_trace t = graph_trace_to(s->g, w.path.data[0], &v->trace);
    row_store_get(s->g->states, w.path.data[0], &s->row);
    graph_trace_open_loop(&t, &s->row);
    for (size_t i = 0; i < w.labels.len; i++)
        add_transition(s, w.path.data[i], w.path.data[i + 1], w.labels.data[i], &t);
    graph_trace_close_loop(&t);
    graph_trace_end(&t);
    vec_free(&w.path);
    vec_free(&w.labels);
}

/* ---- The whole search ---- */

static void add_whole_graph(search *s)
{
    subgraph all = {0};
    for (uint32_t state = 0; state < s->count && !is_stopped(s); state++) {
        size_t count;
        if (graph_edges(s->g, state, &count) != NULL &&
            temperature_of(s, state) != COLD)
            vec_push(&all.states, state);
    }
    vec_push(&s->subgraphs, all);
}

static void free_subgraph(subgraph *p)
{
    vec_free(&p->states);
    vec_free(&p->bans);
    idmap_fini(&p->banned);
}

/* Searches all subgraphs; true: there is a violation, and V, unless NULL, has it. */
static bool search_all(search *s, verdict *v)
{
    bool found = false;
    add_whole_graph(s);
    for (; !found && !s->was_stopped && s->subgraphs.len > 0; s->members++) {
        subgraph p = vec_pop(&s->subgraphs);
        state_list component = {0};
        found = search_subgraph(s, &p, s->members, &component);
        if (found && v != NULL)
            report(s, &p, s->members, &component, v);
        vec_free(&component);
        free_subgraph(&p);
    }
    vec_each (p, &s->subgraphs)
        free_subgraph(p);
    vec_clear(&s->subgraphs);
    return found;
}

/* Nothing was found.  Would there be a violation if choices were unfair? */
static bool needs_fair_choices(search *s)
{
    s->is_unfair = true;
    return s->has_bans && !s->was_stopped && search_all(s, NULL);
}

static liveness_result search_monitor(graph *g, uint32_t monitor, verdict *v,
                                      liveness_stop *is_over, void *context)
{
    search s = {.g = g,
                .c = g->c,
                .monitor = monitor,
                .cooled = fair_label_cooled(g->c, monitor),
                .is_unfair = g->c->options.choices_are_unfair,
                .members = 1,
                .count = row_store_count(g->states),
                .is_over = is_over,
                .context = context};
    if (spec_of(&s)->kind != MACHINE_SPEC)
        return LIVENESS_FINE;
    size_t bytes = s.count * sizeof *s.member;
    s.member = mem_alloc(bytes);
    s.index = mem_alloc(bytes);
    s.low = mem_alloc(bytes);
    s.scc = mem_alloc(bytes);
    bool found = search_all(&s, v);
    bool is_sure = !found && g->in_doubt.len == 0;
    if (is_sure && v != NULL && !v->needs_fair_choices)
        v->needs_fair_choices = needs_fair_choices(&s);
    vec_free(&s.subgraphs);
    vec_free(&s.row);
    mem_free(s.member, bytes);
    mem_free(s.index, bytes);
    mem_free(s.low, bytes);
    mem_free(s.scc, bytes);
    return found ? LIVENESS_VIOLATED : s.was_stopped ? LIVENESS_STOPPED : LIVENESS_FINE;
}

bool liveness_violates(graph *g, uint32_t monitor)
{
    return search_monitor(g, monitor, NULL, NULL, NULL) == LIVENESS_VIOLATED;
}

liveness_result liveness_check(graph *g, verdict *v, liveness_stop *is_over,
                               void *context)
{
    for (uint32_t i = 0; i < g->c->test->module->monitor_count; i++) {
        liveness_result r = search_monitor(g, i, v, is_over, context);
        if (r != LIVENESS_FINE)
            return r;
    }
    return LIVENESS_FINE;
}
