/* Checks the proof dialect: pure functions, invariants, axioms, and which commands
 * prove which invariants. */
#include "lang/resolve.h"

#include <stdlib.h>

/* A formula is outside any function.  A nameless function holds the slots of the
 * variables that it binds, and collects its effects (effects.c demands that it has
 * none). */
static fun_decl *new_frame(program *p, scope_id scope, machine_decl *machine,
                           srcpos pos)
{
    fun_decl *f = ARENA_NEW(&p->memory, fun_decl);
    f->name.pos = pos;
    f->role = ROLE_FORMULA;
    f->owner = machine;
    f->scope = scope;
    f->result_type = TYPE_BOOL;
    f->index = (uint32_t)p->functions.len;
    vec_push(&p->functions, f);
    return f;
}

static checker proof_checker(program *p, fun_decl *frame)
{
    return (checker){.p = p,
                     .d = &p->diags,
                     .scope = frame->scope,
                     .machine = frame->owner,
                     .fun = frame,
                     .in_proof = true};
}

void check_formula(program *p, formula *f, scope_id scope, machine_decl *machine,
                   uint32_t slot_count)
{
    f->frame = new_frame(p, scope, machine, f->body->start);
    f->frame->slot_count = slot_count;
    checker c = proof_checker(p, f->frame);
    check_expr_is(&c, f->body, TYPE_BOOL);
}

static void check_global_formula(program *p, formula *f)
{
    check_formula(p, f, SCOPE_GLOBAL, NULL, 0);
}

/* ---- Pure functions ---- */

void check_pure_functions(program *p)
{
    vec_each (at, &p->pures) {
        pure_decl *f = *at;
        scope_id scope = scope_new(&p->scopes, SCOPE_GLOBAL);
        f->frame = new_frame(p, scope, NULL, f->name.pos);
        checker c = proof_checker(p, f->frame);
        list_each (v, &f->params) {
            resolve_variable(&c, *v);
            (*v)->index = f->frame->slot_count++;
        }
        f->result_type = resolve_type(&c, f->result);
        f->frame->result_type = f->result_type;
    }
}

static void check_pure_body(program *p, const pure_decl *f)
{
    if (f->body == NULL)
        return;
    checker c = proof_checker(p, f->frame);
    type_id found = check_expr(&c, f->body);
    if (!type_same(&p->symbols.types, f->result_type, found))
        diag_error(c.d, f->body->start, "expected %s, found %s",
                   check_type(&c, f->result_type), check_type(&c, found));
}

/* ---- Acyclic graphs ---- */

typedef VEC(uint32_t) node_list;

typedef struct edge {
    uint32_t from;
    uint32_t to;
    srcpos pos; /* what makes it so */
} edge;

typedef VEC(edge) edge_list;

static void add_edge(edge_list *edges, uint32_t from, uint32_t to, srcpos pos)
{
    edge e = {from, to, pos};
    vec_push(edges, e);
}

static int by_origin(const void *a, const void *b)
{
    const edge *x = a;
    const edge *y = b;
    return x->from < y->from ? -1 : x->from > y->from;
}

typedef enum node_state {
    NODE_NEW,
    NODE_OPEN, /* on the current path */
    NODE_CLOSED,
} node_state;

/* Depth-first search; an edge to a node that is still open closes a cycle. */
typedef struct walk {
    const edge_list *edges; /* sorted by origin */
    size_t *next;           /* by node: the first edge not yet followed */
    node_state *states;
    node_list path;
} walk;

static size_t first_edge(const edge_list *edges, uint32_t from)
{
    size_t low = 0;
    size_t high = edges->len;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (edges->data[middle].from < from)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void open_node(walk *w, uint32_t node)
{
    assert(w->states[node] == NODE_NEW);
    w->states[node] = NODE_OPEN;
    w->next[node] = first_edge(w->edges, node);
    vec_push(&w->path, node);
}

static void visit_from(walk *w, uint32_t root,
                       void (*report)(void *context, const edge *closing),
                       void *context)
{
    open_node(w, root);
    while (w->path.len > 0) {
        uint32_t node = *vec_last(&w->path);
        size_t at = w->next[node]++;
        if (at >= w->edges->len || w->edges->data[at].from != node) {
            w->states[node] = NODE_CLOSED;
            w->path.len--;
            continue;
        }
        const edge *e = &w->edges->data[at];
        if (w->states[e->to] == NODE_OPEN)
            report(context, e);
        else if (w->states[e->to] == NODE_NEW)
            open_node(w, e->to);
    }
}

/* Calls REPORT for one edge of each cycle among nodes 0 .. COUNT-1; frees the edges. */
static void find_cycles(edge_list *edges, size_t count,
                        void (*report)(void *context, const edge *closing),
                        void *context)
{
    if (edges->len > 0) {
        qsort(edges->data, edges->len, sizeof *edges->data, by_origin);
        walk w = {.edges = edges,
                  .next = mem_alloc(count * sizeof *w.next),
                  .states = mem_alloc(count * sizeof *w.states)};
        for (uint32_t i = 0; i < count; i++)
            if (w.states[i] == NODE_NEW)
                visit_from(&w, i, report, context);
        mem_free(w.next, count * sizeof *w.next);
        mem_free(w.states, count * sizeof *w.states);
        vec_free(&w.path);
    }
    vec_free(edges);
}

/* ---- Invariants that name others ---- */

static void add_mentions(edge_list *edges, uint32_t from, const expr *e)
{
    if (e->kind == EX_NAME && e->ref == REF_INVARIANT)
        add_edge(edges, from, e->to.invariant->index, e->pos);
    if (e->kind == EX_NAME && e->ref == REF_LEMMA)
        list_each (i, &e->to.lemma->invariants)
            add_edge(edges, from, (*i)->index, e->pos);
    list_each (a, &e->args)
        add_mentions(edges, from, *a);
}

static void report_mention(void *context, const edge *e)
{
    program *p = context;
    diag_error(&p->diags, e->pos, "invariant '%s' contains itself",
               program_name(p, p->invariants.data[e->to]->full_name.name));
}

static void check_mentions(program *p)
{
    edge_list edges = {0};
    vec_each (i, &p->invariants)
        add_mentions(&edges, (*i)->index, (*i)->condition.body);
    find_cycles(&edges, p->invariants.len, report_mention, p);
}

/* ---- Goals and premises ---- */

/* A single name must name an invariant or lemma. */
static bool check_goal_name(program *p, expr *e)
{
    checker c = {.p = p, .d = &p->diags, .scope = SCOPE_GLOBAL, .in_proof = true};
    void *inv = scope_get(&p->scopes, SCOPE_GLOBAL, NS_INVARIANT, e->name.name);
    void *lemma = scope_get(&p->scopes, SCOPE_GLOBAL, NS_LEMMA, e->name.name);
    if (inv == NULL && lemma == NULL) {
        check_missing(&c, e->name, NS_LEMMA, "invariant or lemma");
        return false;
    }
    /* Not check_expr: it would find an event of the same name first. */
    e->ref = inv != NULL ? REF_INVARIANT : REF_LEMMA;
    e->to.invariant = inv;
    if (inv == NULL)
        e->to.lemma = lemma;
    return true;
}

/* Collects the invariants that a list names.  Inline formulas are checked, but nothing
 * can depend on them. */
static node_list check_goals(program *p, const formula_list *goals)
{
    node_list nodes = {0};
    list_each (g, goals) {
        expr *e = g->body;
        if (e->kind != EX_NAME) {
            check_global_formula(p, g);
        } else if (check_goal_name(p, e)) {
            if (e->ref == REF_INVARIANT)
                vec_push(&nodes, e->to.invariant->index);
            else
                list_each (i, &e->to.lemma->invariants)
                    vec_push(&nodes, (*i)->index);
        }
    }
    return nodes;
}

typedef struct commands {
    program *p;
    edge_list edges; /* goal -> command -> premise; nodes: invariants, then commands */
    uint32_t node_count;
    uint32_t *marks; /* by invariant: the last list that named it */
    uint32_t mark;
} commands;

static void mark_nodes(commands *g, const node_list *nodes)
{
    g->mark++;
    vec_each (n, nodes)
        g->marks[*n] = g->mark;
}

/* Removes the members of WHAT. */
static void remove_nodes(commands *g, node_list *from, const node_list *what)
{
    mark_nodes(g, what);
    size_t kept = 0;
    for (size_t i = 0; i < from->len; i++)
        if (g->marks[from->data[i]] != g->mark)
            from->data[kept++] = from->data[i];
    from->len = kept;
}

/* Every invariant that is not in BUT. */
static void add_all(commands *g, node_list *nodes, const node_list *but)
{
    mark_nodes(g, but);
    for (uint32_t i = 0; i < g->p->invariants.len; i++)
        if (g->marks[i] != g->mark)
            vec_push(nodes, i);
}

/* `*` means all invariants that are not in the other list. */
static void check_command(commands *g, prove_cmd *cmd)
{
    program *p = g->p;
    node_list goals = check_goals(p, &cmd->goals);
    node_list premises = check_goals(p, &cmd->premises);
    node_list excepts = check_goals(p, &cmd->excepts);
    if (cmd->goals_all)
        add_all(g, &goals, &premises);
    remove_nodes(g, &goals, &excepts);
    if (cmd->premises_all)
        add_all(g, &premises, &goals);
    remove_nodes(g, &premises, &excepts);
    uint32_t command = g->node_count++;
    vec_each (goal, &goals)
        add_edge(&g->edges, *goal, command, cmd->pos);
    vec_each (premise, &premises)
        add_edge(&g->edges, command, *premise, cmd->pos);
    cmd->goal_invariants.data = ARENA_VEC(&p->memory, &goals);
    cmd->goal_invariants.count = (uint32_t)goals.len;
    cmd->premise_invariants.data = ARENA_VEC(&p->memory, &premises);
    cmd->premise_invariants.count = (uint32_t)premises.len;
    vec_free(&goals);
    vec_free(&premises);
    vec_free(&excepts);
}

static void report_circular_proof(void *context, const edge *e)
{
    program *p = context;
    diag_error(&p->diags, e->pos,
               "circular proof: this premise depends on the goal it is used for");
}

static void check_commands(program *p)
{
    size_t count = p->invariants.len;
    commands g = {.p = p,
                  .node_count = (uint32_t)count,
                  .marks = mem_alloc((count + 1) * sizeof *g.marks)};
    vec_each (proof, &p->proofs)
        list_each (cmd, &(*proof)->commands)
            check_command(&g, *cmd);
    find_cycles(&g.edges, g.node_count, report_circular_proof, p);
    mem_free(g.marks, (count + 1) * sizeof *g.marks);
}

void check_proofs(program *p)
{
    vec_each (f, &p->pures)
        check_pure_body(p, *f);
    vec_each (i, &p->invariants)
        check_global_formula(p, &(*i)->condition);
    vec_each (c, &p->conditions)
        check_global_formula(p, &(*c)->condition);
    check_mentions(p);
    check_commands(p);
}
