#include "core/choice_graph.h"
#include "core/label_set.h"
#include "core/waypoint.h"

#include "base/scc.h"

/* A part of the graph: the edges that are alive, and its strongly connected
 * components. */
typedef struct loop_search {
    const choice_graph *g;
    bool *alive;         /* by edge */
    uint32_t *component; /* by point */
    uint32_t component_count;
} loop_search;

static size_t point_count(const loop_search *s)
{
    return s->g->p->points.len + 1;
}

static const point_edge *edge_at(const loop_search *s, uint32_t i)
{
    return &s->g->p->edges.data[i];
}

static void search_init(loop_search *s, const choice_graph *g)
{
    *s = (loop_search){.g = g};
    s->alive = mem_alloc(g->p->edges.len + 1);
    s->component = mem_alloc(point_count(s) * sizeof *s->component);
    for (size_t i = 0; i < g->p->edges.len; i++)
        s->alive[i] = !g->p->edges.data[i].is_end;
}

static void search_fini(loop_search *s)
{
    mem_free(s->alive, s->g->p->edges.len + 1);
    mem_free(s->component, point_count(s) * sizeof *s->component);
}

/* Finds all components, and drops the edges between them. */
static void find_components(loop_search *s)
{
    VEC(scc_edge) edges = {0};
    for (uint32_t i = 0; i < s->g->p->edges.len; i++)
        if (s->alive[i])
            vec_push(&edges, ((scc_edge){edge_at(s, i)->from, edge_at(s, i)->to}));
    s->component_count =
        scc_find((uint32_t)point_count(s), edges.data, edges.len, s->component);
    vec_free(&edges);
    for (uint32_t i = 0; i < s->g->p->edges.len; i++)
        s->alive[i] = s->alive[i] && s->component[edge_at(s, i)->from] ==
                                         s->component[edge_at(s, i)->to];
}

/* ---- A point of each loop ---- */

/* The process there, whatever it has sent before: that is not in the loop. */
static value process_at(const loop_search *s, value local, uint32_t point)
{
    const choice_point *p = &s->g->p->points.data[point - 1];
    return waypoint_process(s->g->c, local, p->state);
}

/* By content: the numbers of values depend on the order in which a core meets them. */
static bool precedes(const loop_search *s, value local, uint32_t a, uint32_t b)
{
    return value_compare(&s->g->c->vals, process_at(s, local, a),
                         process_at(s, local, b)) < 0;
}

void choice_graph_loops(const choice_graph *g, value local, point_list *out)
{
    loop_search s;
    search_init(&s, g);
    find_components(&s);
    uint32_t *best = mem_alloc((s.component_count + 1) * sizeof *best);
    for (uint32_t i = 0; i < g->p->edges.len; i++) {
        uint32_t point = edge_at(&s, i)->from;
        uint32_t *at = &best[s.component[point]];
        if (s.alive[i] && (*at == 0 || precedes(&s, local, point, *at)))
            *at = point;
    }
    for (uint32_t k = 0; k < s.component_count; k++)
        if (best[k] != 0)
            vec_push(out, best[k]);
    mem_free(best, (s.component_count + 1) * sizeof *best);
    search_fini(&s);
}

/* ---- The labels of a component ---- */

static bool is_in(const loop_search *s, uint32_t edge, uint32_t component)
{
    return s->alive[edge] && s->component[edge_at(s, edge)->from] == component;
}

/* False: the component has no edges. */
static bool labels_of(const loop_search *s, uint32_t component, label_set *out)
{
    bool any = false;
    for (uint32_t i = 0; i < s->g->p->edges.len; i++) {
        value label = edge_at(s, i)->label;
        any |= is_in(s, i, component);
        if (is_in(s, i, component) && label != VALUE_NULL)
            label_set_add(out, s->g->c, label);
    }
    return any;
}

/* ---- Rounds ---- */

typedef struct round_search {
    loop_search s;
    bool *loop; /* by edge: of the whole loop */
    uint32_t point;
    idmap known; /* sets of labels */
    choice_classes *out;
} round_search;

/* Appends the shortest path from FROM, of one edge at least, whose last edge has LABEL;
 * or, if that is null, leads to the point where rounds begin.  Returns its last
 * point. */
static uint32_t walk_to(const round_search *r, uint32_t from, value label,
                        fair_label_list *choices)
{
    const choice_graph *g = r->s.g;
    point_list open = {0}; /* edges; UINT32_MAX: the beginning */
    point_list parents = {0};
    idmap visited = {0};
    size_t last = 0;
    vec_push(&open, UINT32_MAX);
    vec_push(&parents, 0);
    for (size_t at = 0; last == 0 && at < open.len; at++) {
        uint32_t here = at == 0 ? from : edge_at(&r->s, open.data[at])->to;
        for (uint32_t i = g->from.first[here]; last == 0 && i < g->from.first[here + 1];
             i++) {
            uint32_t edge = g->from.list[i];
            const point_edge *e = edge_at(&r->s, edge);
            bool is_goal = label != VALUE_NULL ? e->label == label : e->to == r->point;
            if (!r->loop[edge] || (!is_goal && !idmap_add(&visited, e->to)))
                continue;
            vec_push(&open, edge);
            vec_push(&parents, (uint32_t)at);
            if (is_goal)
                last = open.len - 1;
        }
    }
    assert(last != 0);
    uint32_t end = edge_at(&r->s, open.data[last])->to;
    size_t first = choices->len;
    for (size_t at = last; at != 0; at = parents.data[at])
        vec_push(choices,
                 value_int(&g->c->vals, edge_at(&r->s, open.data[at])->choice));
    for (size_t a = first, b = choices->len - 1; a < b; a++, b--) {
        value x = choices->data[a];
        choices->data[a] = choices->data[b];
        choices->data[b] = x;
    }
    vec_free(&open);
    vec_free(&parents);
    idmap_fini(&visited);
    return end;
}

/* A way through the loop that shows the labels, unless there are many. */
static value make_tour(const round_search *r, value labels)
{
    enum { MANY = 12 };
    core *c = r->s.g->c;
    fair_label_list choices = {0};
    uint32_t at = r->point;
    uint32_t count = list_get(c, labels).count;
    for (uint32_t i = 0; i < count && count <= MANY; i++)
        at = walk_to(r, at, list_get(c, labels).items[i], &choices);
    if (at != r->point || choices.len == 0)
        walk_to(r, at, VALUE_NULL, &choices);
    vec_push(&choices, value_int(&c->vals, RUN_LOOPS));
    value list = list_make(c, choices.data, choices.len);
    vec_free(&choices);
    return list;
}

static void add_round(round_search *r, const label_set *l)
{
    value labels = label_set_list(l, r->s.g->c);
    if (idmap_add(&r->known, labels))
        vec_push(r->out, ((choice_class){labels, make_tour(r, labels)}));
}

/* Kills the edges of a component that offer a way out of it; true: there were some. */
static bool kill_partial(loop_search *s, uint32_t component, bool only_always_fair,
                         label_set *labels)
{
    core *c = s->g->c;
    bool any = false;
    for (uint32_t i = 0; i < s->g->p->edges.len; i++) {
        value label = edge_at(s, i)->label;
        if (!is_in(s, i, component) || label == VALUE_NULL)
            continue;
        value offer = fair_label_offer_of(c, label);
        bool counts = !only_always_fair ||
                      fair_label_is_always_fair(c, fair_label_site(c, offer));
        if (counts && label_set_is_partial(labels, c, offer)) {
            s->alive[i] = false;
            any = true;
        }
    }
    return any;
}

/* Adds all components, and removes what leads out of theirs; true: there was some. */
static bool split(round_search *r, bool only_always_fair)
{
    bool any = false;
    find_components(&r->s);
    for (uint32_t k = 0; k < r->s.component_count; k++) {
        label_set labels = {0};
        if (labels_of(&r->s, k, &labels)) {
            add_round(r, &labels);
            any |= kill_partial(&r->s, k, only_always_fair, &labels);
        }
        label_set_fini(&labels);
    }
    return any;
}

static void add_rounds(round_search *r, bool only_always_fair)
{
    for (size_t i = 0; i < r->s.g->p->edges.len; i++)
        r->s.alive[i] = r->loop[i];
    while (split(r, only_always_fair))
        ;
}

void choice_graph_rounds(const choice_graph *g, uint32_t point, choice_classes *out)
{
    round_search r = {.point = point, .out = out};
    assert(point > POINT_NONE && point <= g->p->points.len);
    size_t count = g->p->edges.len;
    search_init(&r.s, g);
    find_components(&r.s);
    r.loop = mem_alloc(count + 1);
    for (uint32_t i = 0; i < count; i++)
        r.loop[i] = is_in(&r.s, i, r.s.component[point]);
    add_rounds(&r, true);
    add_rounds(&r, false);
    mem_free(r.loop, count + 1);
    idmap_fini(&r.known);
    search_fini(&r.s);
}
