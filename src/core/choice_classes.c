/* The classes of an outcome: the argument why they suffice is in choice_graph.h.
 *
 * The edges on paths to the outcome are collected once, going back from it.  For each
 * set of banned offers, a search from both sides finds those that are left. */
#include "core/choice_graph.h"
#include "core/label_set.h"

#include "base/bits.h"

enum { MOST_CLASSES = 256 };

static uint32_t source_of(const void *points, size_t i)
{
    return ((const choice_points *)points)->edges.data[i].from;
}

static uint32_t target_of(const void *points, size_t i)
{
    const choice_points *p = points;
    const point_edge *e = &p->edges.data[i];
    return e->is_end ? (uint32_t)p->points.len + 1 + e->to : e->to;
}

void choice_graph_init(choice_graph *g, core *c, const choice_points *p,
                       size_t end_count)
{
    size_t nodes = p->points.len + 1 + end_count;
    *g = (choice_graph){.c = c, .p = p, .end_count = end_count};
    edge_index_init(&g->into, p, p->edges.len, nodes, target_of);
    edge_index_init(&g->from, p, p->edges.len, nodes, source_of);
}

void choice_graph_fini(choice_graph *g)
{
    edge_index_fini(&g->into);
    edge_index_fini(&g->from);
}

/* ---- The edges on paths to an outcome ---- */

#define OFFER_NONE UINT32_MAX
enum { NODE_END, NODE_START }; /* the outcome, and point 1 */

typedef struct part_edge {
    uint32_t from, to; /* nodes of the part */
    uint32_t offer;    /* its number, or OFFER_NONE */
    uint32_t choice;
    value label;
} part_edge;

typedef struct part {
    core *c;
    VEC(part_edge) edges;
    uint32_t node_count;
    idmap nodes;  /* point -> its node, from 1 */
    idmap offers; /* offer -> its number, from 1 */
    edge_index into;
    edge_index from;
} part;

static uint32_t node_of(part *a, uint32_t point)
{
    size_t known = idmap_get_number(&a->nodes, point);
    if (known != 0)
        return (uint32_t)known - 1;
    idmap_put_number(&a->nodes, point, ++a->node_count);
    return a->node_count - 1;
}

static uint32_t offer_of(part *a, value label)
{
    if (label == VALUE_NULL)
        return OFFER_NONE;
    value offer = fair_label_offer_of(a->c, label);
    size_t known = idmap_get_number(&a->offers, offer);
    if (known == 0) {
        known = a->offers.len + 1;
        idmap_put_number(&a->offers, offer, known);
    }
    return (uint32_t)known - 1;
}

static void add_edge(part *a, const point_edge *e)
{
    part_edge x = {.from = node_of(a, e->from),
                   .to = e->is_end ? NODE_END : node_of(a, e->to),
                   .offer = offer_of(a, e->label),
                   .choice = e->choice,
                   .label = e->label};
    vec_push(&a->edges, x);
}

static uint32_t part_source(const void *edges, size_t i)
{
    return ((const part_edge *)edges)[i].from;
}

static uint32_t part_target(const void *edges, size_t i)
{
    return ((const part_edge *)edges)[i].to;
}

/* Goes back from the outcome.  All points are reachable from point 1. */
static void part_init(part *a, const choice_graph *g, uint32_t end)
{
    point_list open = {0};
    bits visited = {0};
    *a = (part){.c = g->c, .node_count = NODE_START + 1};
    idmap_put_number(&a->nodes, 1, NODE_START + 1);
    vec_push(&open, (uint32_t)g->p->points.len + 1 + end);
    while (open.len > 0) {
        uint32_t at = vec_pop(&open);
        for (uint32_t i = g->into.first[at]; i < g->into.first[at + 1]; i++) {
            const point_edge *e = &g->p->edges.data[g->into.list[i]];
            add_edge(a, e);
            if (bits_add(&visited, e->from))
                vec_push(&open, e->from);
        }
    }
    vec_free(&open);
    bits_fini(&visited);
    edge_index_init(&a->into, a->edges.data, a->edges.len, a->node_count, part_target);
    edge_index_init(&a->from, a->edges.data, a->edges.len, a->node_count, part_source);
}

static void part_fini(part *a)
{
    vec_free(&a->edges);
    idmap_fini(&a->nodes);
    idmap_fini(&a->offers);
    edge_index_fini(&a->into);
    edge_index_fini(&a->from);
}

/* ---- Paths without some offers ---- */

static bool is_banned(const part_edge *e, const bits *banned)
{
    return e->offer != OFFER_NONE && bits_has(banned, e->offer);
}

/* The nodes that START reaches, or BACK: that reach START.  LINKS, unless NULL, gets by
 * node the edge that found it. */
static void reach(const part *a, uint32_t start, bool back, const bits *banned,
                  bits *out, uint32_t *links)
{
    const edge_index *by = back ? &a->into : &a->from;
    point_list open = {0};
    bits_add(out, start);
    vec_push(&open, start);
    for (size_t next = 0; next < open.len; next++) {
        uint32_t at = open.data[next];
        for (uint32_t i = by->first[at]; i < by->first[at + 1]; i++) {
            const part_edge *e = &a->edges.data[by->list[i]];
            uint32_t to = back ? e->from : e->to;
            if (is_banned(e, banned) || !bits_add(out, to))
                continue;
            vec_push(&open, to);
            if (links != NULL)
                links[to] = by->list[i];
        }
    }
    vec_free(&open);
}

/* The choices of the shortest path, by the links of a search forwards. */
static value path_choices(const part *a, const uint32_t *links)
{
    point_list choices = {0};
    assert(a->node_count > NODE_START);
    for (uint32_t at = NODE_END; at != NODE_START; at = a->edges.data[links[at]].from)
        vec_push(&choices, value_int(&a->c->vals, a->edges.data[links[at]].choice));
    for (size_t i = 0; i < choices.len / 2; i++) {
        uint32_t x = choices.data[i];
        choices.data[i] = choices.data[choices.len - 1 - i];
        choices.data[choices.len - 1 - i] = x;
    }
    value list = list_make(a->c, choices.data, choices.len);
    vec_free(&choices);
    return list;
}

/* ---- Classes ---- */

typedef struct class_search {
    part a;
    idmap known; /* sets of labels */
    choice_classes *out;
    bool is_too_much; /* there are more than MOST_CLASSES */
} class_search;

/* The labels of the edges on paths to the outcome without BANNED; false: there is no
 * path. */
static bool find_class(const part *a, const bits *banned, label_set *labels,
                       value *choices)
{
    bits forwards = {0};
    bits backwards = {0};
    uint32_t *links = mem_alloc(a->node_count * sizeof *links);
    reach(a, NODE_START, false, banned, &forwards, links);
    bool is_path = bits_has(&forwards, NODE_END);
    if (is_path) {
        reach(a, NODE_END, true, banned, &backwards, NULL);
        *choices = path_choices(a, links);
    }
    vec_each (e, &a->edges)
        if (is_path && e->offer != OFFER_NONE && !is_banned(e, banned) &&
            bits_has(&forwards, e->from) && bits_has(&backwards, e->to))
            label_set_add(labels, a->c, e->label);
    bits_fini(&forwards);
    bits_fini(&backwards);
    mem_free(links, a->node_count * sizeof *links);
    return is_path;
}

static void copy_bits(const bits *from, bits *to)
{
    vec_each (word, &from->words)
        vec_push(&to->words, *word);
}

static void add_classes(class_search *s, const bits *banned);

/* The classes without an offer that LABELS do not take completely. */
static void add_without_partial(class_search *s, const bits *banned, label_set *labels)
{
    idmap tried = {0};
    for (size_t i = 0; i < labels->labels.len; i++) {
        value offer = fair_label_offer_of(s->a.c, labels->labels.data[i]);
        if (!idmap_add(&tried, offer) || !label_set_is_partial(labels, s->a.c, offer))
            continue;
        bits more = {0};
        copy_bits(banned, &more);
        bits_add(&more, idmap_get_number(&s->a.offers, offer) - 1);
        add_classes(s, &more);
        bits_fini(&more);
    }
    idmap_fini(&tried);
}

/* The class without BANNED, and those without more offers.  An offer that the class
 * takes completely never has to go: see choice_graph.h. */
static void add_classes(class_search *s, const bits *banned)
{
    label_set labels = {0};
    choice_class made = {0};
    if (s->is_too_much)
        return;
    bool is_path = find_class(&s->a, banned, &labels, &made.choices);
    made.labels = label_set_list(&labels, s->a.c);
    bool is_new = is_path && idmap_add(&s->known, made.labels);
    s->is_too_much |= is_new && s->out->len == MOST_CLASSES;
    if (is_new && !s->is_too_much) {
        vec_push(s->out, made);
        add_without_partial(s, banned, &labels);
    }
    label_set_fini(&labels);
}

bool choice_graph_classes(const choice_graph *g, uint32_t end, choice_classes *out)
{
    const bits none = {0};
    class_search s = {.out = out};
    assert(end < g->end_count);
    part_init(&s.a, g, end);
    if (s.a.edges.len > 0)
        add_classes(&s, &none);
    part_fini(&s.a);
    idmap_fini(&s.known);
    return !s.is_too_much;
}
