#include "naive_live.h"

#include <string.h>

/* ---- The graph ---- */

enum { NOBODY = 0 };

void live_init(live_graph *g, uint32_t monitor_count)
{
    *g = (live_graph){.monitor_count = monitor_count};
    intern_init(&g->names);
    intern_init(&g->sets);
    intern_put(&g->names, "", 0); /* NOBODY */
}

void live_fini(live_graph *g)
{
    intern_fini(&g->names);
    intern_fini(&g->sets);
    vec_free(&g->nodes);
    vec_free(&g->edges);
}

static void put_u32(strbuf *out, uint32_t n)
{
    strbuf_add(out, (const char *)&n, sizeof n);
}

static uint32_t u32_at(const live_graph *g, intern_id set, size_t offset)
{
    uint32_t n;
    memcpy(&n, intern_text(&g->sets, set) + offset, sizeof n);
    return n;
}

static intern_id name(live_graph *g, strbuf *text)
{
    intern_id id = intern_put(&g->names, strbuf_text(text), text->len);
    strbuf_free(text);
    return id;
}

static intern_id set(live_graph *g, strbuf *bytes)
{
    intern_id id = intern_put(&g->sets, strbuf_text(bytes), bytes->len);
    strbuf_free(bytes);
    return id;
}

static intern_id network_name(live_graph *g, const system_state *s, size_t index)
{
    const transit *t = &s->transit.data[index];
    strbuf text = {0};
    strbuf_printf(&text, "%s>%s", t->what.sender, t->target);
    if (s->options->network == NAIVE_BAG) {
        strbuf_printf(&text, " %u ", t->what.event);
        val_write(t->what.payload, &text);
    }
    return name(g, &text);
}

static intern_id machine_name(live_graph *g, const machine_state *m)
{
    return intern_puts(&g->names, m->path);
}

intern_id live_actor(live_graph *g, const system_state *s, move what)
{
    if (what.kind == MOVE_RUN)
        return machine_name(g, &s->machines.data[what.index]);
    return what.kind == MOVE_DELIVER ? network_name(g, s, what.index) : NOBODY;
}

/* Messages of one sender and target, and equal ones, are neighbours. */
static void put_enabled(live_graph *g, const system_state *s, strbuf *out)
{
    vec_each (m, &s->machines)
        if (step_is_enabled(m))
            put_u32(out, machine_name(g, m));
    intern_id last = NOBODY;
    for (size_t i = 0; i < s->transit.len; i++) {
        intern_id next = network_name(g, s, i);
        if (next != last)
            put_u32(out, next);
        last = next;
    }
}

void live_add_node(live_graph *g, const system_state *s, size_t depth)
{
    strbuf enabled = {0};
    strbuf states = {0};
    put_enabled(g, s, &enabled);
    for (uint32_t i = 0; i < g->monitor_count; i++)
        put_u32(&states, s->monitors[i].state);
    live_node n = {.depth = depth, .can_end = true};
    n.is_choosing = state_choosing(s) != NULL;
    n.enabled = set(g, &enabled);
    n.monitors = set(g, &states);
    vec_push(&g->nodes, n);
}

void live_begin_edges(live_graph *g, size_t from)
{
    g->nodes.data[from].first = g->edges.len;
    g->nodes.data[from].can_end = false;
}

void live_end_edges(live_graph *g, size_t from)
{
    g->nodes.data[from].end = g->edges.len;
}

void live_note_end(live_graph *g, size_t from)
{
    g->nodes.data[from].can_end = true;
}

static intern_id alternative_name(live_graph *g, const fair_choice *c, const val *what)
{
    strbuf text = {0};
    strbuf_printf(&text, "choice %s %u %u ", c->who, c->function, c->place);
    val_write(what, &text);
    return name(g, &text);
}

static intern_id offered_set(live_graph *g, const fair_choice *c)
{
    strbuf all = {0};
    for (uint32_t i = 0; i < c->width; i++)
        put_u32(&all, alternative_name(g, c, c->from[i]));
    return set(g, &all);
}

/* A label: who acted; a byte for each monitor; for each choice what was offered, and
 * what was taken. */
void live_add_edge(live_graph *g, size_t from, size_t to, intern_id actor,
                   const step *t)
{
    strbuf label = {0};
    put_u32(&label, actor);
    for (uint32_t i = 0; i < g->monitor_count; i++)
        strbuf_putc(&label, t->was_cold[i]);
    vec_each (c, &t->fair) {
        put_u32(&label, offered_set(g, c));
        put_u32(&label, alternative_name(g, c, c->taken));
    }
    live_edge e = {(uint32_t)from, (uint32_t)to, set(g, &label)};
    vec_push(&g->edges, e);
}

static uint32_t monitor_state_at(const live_graph *g, size_t node, uint32_t monitor)
{
    return u32_at(g, g->nodes.data[node].monitors, monitor * sizeof(uint32_t));
}

static intern_id edge_actor(const live_graph *g, const live_edge *e)
{
    return u32_at(g, e->label, 0);
}

static bool edge_is_cold(const live_graph *g, const live_edge *e, uint32_t monitor)
{
    return intern_text(&g->sets, e->label)[sizeof(uint32_t) + monitor] != 0;
}

static size_t edge_choices(const live_graph *g, const live_edge *e)
{
    return (intern_len(&g->sets, e->label) - sizeof(uint32_t) - g->monitor_count) /
           (2 * sizeof(uint32_t));
}

static intern_id edge_taken(const live_graph *g, const live_edge *e, size_t index)
{
    size_t at = sizeof(uint32_t) + g->monitor_count + index * 2 * sizeof(uint32_t);
    return u32_at(g, e->label, at + sizeof(uint32_t));
}

static intern_id edge_offered(const live_graph *g, const live_edge *e, size_t index)
{
    size_t at = sizeof(uint32_t) + g->monitor_count + index * 2 * sizeof(uint32_t);
    return u32_at(g, e->label, at);
}

/* ---- Steps that never end ---- */

static bool leads_to_end(const live_graph *g, const live_node *n)
{
    for (size_t e = n->first; e < n->end; e++) {
        const live_node *to = &g->nodes.data[g->edges.data[e].to];
        if (to->is_choosing && to->can_end)
            return true;
    }
    return false;
}

size_t live_find_endless(live_graph *g)
{
    for (bool again = true; again;) {
        again = false;
        vec_each (n, &g->nodes)
            if (n->is_choosing && !n->can_end && leads_to_end(g, n))
                again = n->can_end = true;
    }
    for (size_t i = 0; i < g->nodes.len; i++)
        if (g->nodes.data[i].is_choosing && !g->nodes.data[i].can_end)
            return i;
    return SIZE_MAX;
}

/* ---- Strongly connected parts ---- */

typedef struct hunt {
    const live_graph *g;
    const ir_machine *spec;
    uint32_t monitor;
    bool *is_alive;      /* by edge: may be taken again and again */
    uint32_t *component; /* by node */
    uint32_t component_count;
    uint32_t *members;    /* nodes, those of a component together */
    uint32_t *starts;     /* of each component's members, and the end */
    uint32_t *enabled_in; /* by name: in how many nodes; zero between uses */
    bool *acts;           /* by name */
    bool *is_taken;       /* by name of an alternative; false between uses */
    live_violations *out;
} hunt;

typedef struct visit {
    uint32_t node;
    size_t next; /* edge */
} visit;

/* Tarjan 1972, with a stack of its own for the recursion. */
typedef struct tarjan {
    hunt *h;
    uint32_t *order; /* 0: not met */
    uint32_t *low;
    bool *is_open;
    uint32_t counter;
    VEC(uint32_t) open;
    VEC(visit) path;
} tarjan;

static void meet(tarjan *t, uint32_t node)
{
    t->order[node] = t->low[node] = ++t->counter;
    t->is_open[node] = true;
    vec_push(&t->open, node);
    visit v = {node, t->h->g->nodes.data[node].first};
    vec_push(&t->path, v);
}

static void lower(tarjan *t, uint32_t node, uint32_t to)
{
    if (to < t->low[node])
        t->low[node] = to;
}

static void leave(tarjan *t, uint32_t node)
{
    t->path.len--;
    if (t->path.len > 0)
        lower(t, vec_last(&t->path)->node, t->low[node]);
    if (t->low[node] != t->order[node])
        return;
    uint32_t member;
    do {
        member = vec_pop(&t->open);
        t->is_open[member] = false;
        t->h->component[member] = t->h->component_count;
    } while (member != node);
    t->h->component_count++;
}

static void walk(tarjan *t, uint32_t from)
{
    const live_graph *g = t->h->g;
    meet(t, from);
    while (t->path.len > 0) {
        visit *v = vec_last(&t->path);
        uint32_t node = v->node;
        if (v->next == g->nodes.data[node].end) {
            leave(t, node);
            continue;
        }
        size_t e = v->next++;
        uint32_t to = g->edges.data[e].to;
        if (!t->h->is_alive[e])
            continue;
        if (t->order[to] == 0)
            meet(t, to);
        else if (t->is_open[to])
            lower(t, node, t->order[to]);
    }
}

static void find_components(hunt *h)
{
    size_t n = h->g->nodes.len;
    tarjan t = {.h = h,
                .order = mem_alloc(n * sizeof *t.order),
                .low = mem_alloc(n * sizeof *t.low),
                .is_open = mem_alloc(n * sizeof *t.is_open)};
    h->component_count = 0;
    for (uint32_t i = 0; i < n; i++)
        if (t.order[i] == 0)
            walk(&t, i);
    mem_free(t.order, n * sizeof *t.order);
    mem_free(t.low, n * sizeof *t.low);
    mem_free(t.is_open, n * sizeof *t.is_open);
    vec_free(&t.open);
    vec_free(&t.path);
}

static void list_members(hunt *h)
{
    uint32_t n = (uint32_t)h->g->nodes.len;
    memset(h->starts, 0, (n + 1) * sizeof *h->starts);
    for (uint32_t i = 0; i < n; i++)
        h->starts[h->component[i] + 1]++;
    for (uint32_t c = 0; c < h->component_count; c++)
        h->starts[c + 1] += h->starts[c];
    /* fill from the start of each; the starts move on, and then back */
    for (uint32_t i = 0; i < n; i++)
        h->members[h->starts[h->component[i]]++] = i;
    for (uint32_t c = h->component_count; c > 0; c--)
        h->starts[c] = h->starts[c - 1];
    h->starts[0] = 0;
}

/* ---- Judging a part ---- */

typedef struct part {
    const uint32_t *nodes;
    uint32_t count;
} part;

/* Edges that are alive lie within one part. */
#define part_each_edge(h, p, e)                                       \
    for (uint32_t part_i_ = 0; part_i_ < (p).count; part_i_++)        \
        for (size_t e = (h)->g->nodes.data[(p).nodes[part_i_]].first; \
             e < (h)->g->nodes.data[(p).nodes[part_i_]].end; e++)     \
            if ((h)->is_alive[e])

static const ir_state *spec_state(const hunt *h, uint32_t node)
{
    return &h->spec->states[monitor_state_at(h->g, node, h->monitor)];
}

static bool has_edge(const hunt *h, part p)
{
    part_each_edge(h, p, e) return true;
    return false;
}

static bool is_hot(const hunt *h, uint32_t node)
{
    return spec_state(h, node)->temp == HOT && !h->g->nodes.data[node].is_choosing;
}

static bool has_hot(const hunt *h, part p)
{
    for (uint32_t i = 0; i < p.count; i++)
        if (is_hot(h, p.nodes[i]))
            return true;
    return false;
}

static size_t enabled_count(const hunt *h, uint32_t node)
{
    return intern_len(&h->g->sets, h->g->nodes.data[node].enabled) / sizeof(uint32_t);
}

static intern_id enabled_name(const hunt *h, uint32_t node, size_t index)
{
    return u32_at(h->g, h->g->nodes.data[node].enabled, index * sizeof(uint32_t));
}

static void count_enabled(hunt *h, part p, bool is_on)
{
    for (uint32_t i = 0; i < p.count; i++)
        for (size_t k = 0; k < enabled_count(h, p.nodes[i]); k++) {
            intern_id who = enabled_name(h, p.nodes[i], k);
            h->enabled_in[who] = is_on ? h->enabled_in[who] + 1 : 0;
        }
}

static void mark_acting(hunt *h, part p, bool is_on)
{
    part_each_edge(h, p, e) h->acts[edge_actor(h->g, &h->g->edges.data[e])] = is_on;
}

/* Nobody is enabled throughout without acting. */
static bool is_fair_to_all(hunt *h, part p)
{
    count_enabled(h, p, true);
    mark_acting(h, p, true);
    bool is_fair = true;
    for (size_t k = 0; k < enabled_count(h, p.nodes[0]); k++) {
        intern_id who = enabled_name(h, p.nodes[0], k);
        if (h->enabled_in[who] == p.count && !h->acts[who])
            is_fair = false;
    }
    mark_acting(h, p, false);
    count_enabled(h, p, false);
    return is_fair;
}

static void note_choices(hunt *h, part p, bool is_on)
{
    part_each_edge(h, p, e)
    {
        const live_edge *edge = &h->g->edges.data[e];
        for (size_t k = 0; k < edge_choices(h->g, edge); k++)
            h->is_taken[edge_taken(h->g, edge, k)] = is_on;
    }
}

static bool has_one_sided_choice(const hunt *h, const live_edge *edge)
{
    for (size_t k = 0; k < edge_choices(h->g, edge); k++) {
        intern_id all = edge_offered(h->g, edge, k);
        for (size_t i = 0; i < intern_len(&h->g->sets, all); i += sizeof(uint32_t))
            if (!h->is_taken[u32_at(h->g, all, i)])
                return true;
    }
    return false;
}

/* Without the edges that offer what is never taken; false: there are none. */
static bool remove_one_sided(hunt *h, part p)
{
    VEC(size_t) doomed = {0};
    note_choices(h, p, true);
    part_each_edge(h, p, e) if (has_one_sided_choice(h, &h->g->edges.data[e]))
        vec_push(&doomed, e);
    note_choices(h, p, false);
    bool has_any = doomed.len > 0;
    vec_each (e, &doomed)
        h->is_alive[*e] = false;
    vec_free(&doomed);
    return has_any;
}

static void report_state(hunt *h, uint32_t state, size_t depth)
{
    vec_each (v, h->out) {
        if (v->monitor != h->monitor || v->state != state)
            continue;
        if (depth < v->depth)
            v->depth = depth;
        return;
    }
    live_violation v = {h->monitor, state, depth};
    vec_push(h->out, v);
}

static void report_hot(hunt *h, part p)
{
    for (uint32_t i = 0; i < p.count; i++)
        if (is_hot(h, p.nodes[i]))
            report_state(h, monitor_state_at(h->g, p.nodes[i], h->monitor),
                         h->g->nodes.data[p.nodes[i]].depth);
}

static void remove_edges(hunt *h, part p)
{
    part_each_edge(h, p, e) h->is_alive[e] = false;
}

/* True: it fell apart, its parts are to be judged. */
static bool judge(hunt *h, part p)
{
    if (!has_edge(h, p))
        return false;
    if (has_hot(h, p) && is_fair_to_all(h, p)) {
        if (remove_one_sided(h, p))
            return true;
        report_hot(h, p);
    }
    remove_edges(h, p);
    return false;
}

/* ---- One spec ---- */

static void keep_uncold_edges(hunt *h)
{
    for (size_t i = 0; i < h->g->edges.len; i++) {
        const live_edge *e = &h->g->edges.data[i];
        h->is_alive[i] = spec_state(h, e->from)->temp != COLD &&
                         spec_state(h, e->to)->temp != COLD &&
                         !edge_is_cold(h->g, e, h->monitor);
    }
}

static void remove_edges_between_parts(hunt *h)
{
    for (size_t i = 0; i < h->g->edges.len; i++) {
        const live_edge *e = &h->g->edges.data[i];
        if (h->component[e->from] != h->component[e->to])
            h->is_alive[i] = false;
    }
}

static void hunt_cycles(hunt *h)
{
    keep_uncold_edges(h);
    bool again = true;
    while (again) {
        again = false;
        find_components(h);
        remove_edges_between_parts(h);
        list_members(h);
        for (uint32_t c = 0; c < h->component_count; c++) {
            part p = {h->members + h->starts[c], h->starts[c + 1] - h->starts[c]};
            again |= judge(h, p);
        }
    }
}

static bool has_hot_state(const ir_machine *m)
{
    for (uint32_t i = 0; i < m->state_count; i++)
        if (m->kind == MACHINE_SPEC && m->states[i].temp == HOT)
            return true;
    return false;
}

void live_find(const live_graph *g, const ir_program *ir, const ir_test *test,
               live_violations *out)
{
    arena memory;
    arena_init(&memory);
    size_t name_count = intern_count(&g->names);
    hunt h = {.g = g,
              .is_alive = ARENA_ARRAY(&memory, bool, g->edges.len),
              .component = ARENA_ARRAY(&memory, uint32_t, g->nodes.len),
              .members = ARENA_ARRAY(&memory, uint32_t, g->nodes.len),
              .starts = ARENA_ARRAY(&memory, uint32_t, g->nodes.len + 1),
              .enabled_in = ARENA_ARRAY(&memory, uint32_t, name_count),
              .acts = ARENA_ARRAY(&memory, bool, name_count),
              .is_taken = ARENA_ARRAY(&memory, bool, name_count),
              .out = out};
    for (uint32_t i = 0; i < g->monitor_count; i++) {
        h.monitor = i;
        h.spec = &ir->machines[test->module->monitors[i].machine];
        if (g->nodes.len > 0 && has_hot_state(h.spec))
            hunt_cycles(&h);
    }
    arena_fini(&memory);
}
