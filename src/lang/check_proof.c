/* The proof dialect: pure functions, invariants, axioms, and what proves what. */
#include "lang/check.h"

#include <stdlib.h>

/* Bodies of the dialect have no function around them; a nameless one holds the slots of
 * their variables and tells whether they do anything but look. */
static fun_decl *new_frame(program *p, srcpos pos)
{
    fun_decl *f = ARENA_NEW(&p->memory, fun_decl);
    f->name = (ident){NAME_NONE, pos};
    f->scope = scope_new(&p->scopes, SCOPE_GLOBAL);
    f->result_type = TYPE_BOOL;
    f->index = (uint32_t)p->functions.len;
    vec_push(&p->functions, f);
    return f;
}

static checker proof_checker(program *p, fun_decl *frame)
{
    return (checker){
        .p = p, .d = &p->diags, .scope = frame->scope, .fun = frame, .in_proof = true};
}

static void check_no_effects(checker *c, const expr *e)
{
    if (c->fun->effects != 0)
        diag_error(c->d, e->start, "a proof may look at the system, not act or choose");
}

static fun_decl *check_formula(program *p, expr *body, srcpos pos)
{
    fun_decl *frame = new_frame(p, pos);
    checker c = proof_checker(p, frame);
    check_expr_is(&c, body, TYPE_BOOL);
    check_no_effects(&c, body);
    return frame;
}

static void check_pure_signature(program *p, pure_decl *f)
{
    f->frame = new_frame(p, f->name.pos);
    checker c = proof_checker(p, f->frame);
    list_each (v, &f->params) {
        resolve_variable(&c, *v);
        (*v)->index = f->frame->slot_count++;
        (*v)->is_read = true;
    }
    f->result_type = resolve_type(&c, f->result);
    f->frame->result_type = f->result_type;
}

static void check_pure_body(program *p, const pure_decl *f)
{
    if (f->body == NULL)
        return;
    checker c = proof_checker(p, f->frame);
    type_id found = check_expr(&c, f->body);
    if (!type_same(&p->types, f->result_type, found))
        diag_error(c.d, f->body->start, "expected %s, found %s",
                   check_type(&c, f->result_type), check_type(&c, found));
    check_no_effects(&c, f->body);
}

/* ---- What proves what ---- */

typedef VEC(uint32_t) node_list; /* invariants, by index */

/* One edge from each goal of a command to each of its premises. */
typedef struct edge {
    uint32_t goal;
    uint32_t premise;
    srcpos pos; /* of the command */
} edge;

typedef struct proof_graph {
    program *p;
    VEC(edge) edges;
    uint32_t *marks; /* by invariant: which list named it last */
    uint32_t mark;
} proof_graph;

/* A single name must be that of an invariant or lemma. */
static bool check_goal_name(program *p, expr *e)
{
    checker c = {.p = p, .d = &p->diags, .scope = SCOPE_GLOBAL};
    void *inv = scope_get(&p->scopes, SCOPE_GLOBAL, NS_INVARIANT, e->name.name);
    void *lemma = scope_get(&p->scopes, SCOPE_GLOBAL, NS_LEMMA, e->name.name);
    if (inv == NULL && lemma == NULL) {
        check_missing(&c, e->name, NS_LEMMA, "invariant or lemma");
        return false;
    }
    check_expr(&c, e);
    return true;
}

/* The invariants that a list names; formulas written in place are checked, but nothing
 * can depend on them. */
static node_list check_goals(program *p, const prove_goals *goals)
{
    node_list nodes = {0};
    list_each (g, goals) {
        expr *e = g->formula;
        if (e->kind != EX_NAME) {
            g->frame = check_formula(p, e, e->pos);
        } else if (check_goal_name(p, e)) {
            if (e->ref == REF_INVARIANT)
                vec_push(&nodes, e->to.invariant->index);
            if (e->ref == REF_LEMMA)
                list_each (i, &e->to.lemma->invariants)
                    vec_push(&nodes, (*i)->index);
        }
    }
    return nodes;
}

static void mark_nodes(proof_graph *g, const node_list *nodes)
{
    g->mark++;
    vec_each (n, nodes)
        g->marks[*n] = g->mark;
}

/* Takes out what WHAT has. */
static void remove_nodes(proof_graph *g, node_list *from, const node_list *what)
{
    mark_nodes(g, what);
    size_t kept = 0;
    for (size_t i = 0; i < from->len; i++)
        if (g->marks[from->data[i]] != g->mark)
            from->data[kept++] = from->data[i];
    from->len = kept;
}

/* Every invariant that BUT does not have. */
static void add_all(proof_graph *g, node_list *nodes, const node_list *but)
{
    mark_nodes(g, but);
    for (uint32_t i = 0; i < g->p->invariants.len; i++)
        if (g->marks[i] != g->mark)
            vec_push(nodes, i);
}

static void add_command(proof_graph *g, const prove_cmd *cmd)
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
    vec_each (goal, &goals) {
        vec_each (premise, &premises) {
            edge e = {*goal, *premise, cmd->pos};
            vec_push(&g->edges, e);
        }
    }
    vec_free(&goals);
    vec_free(&premises);
    vec_free(&excepts);
}

static int by_goal(const void *a, const void *b)
{
    const edge *x = a;
    const edge *y = b;
    return x->goal < y->goal ? -1 : x->goal > y->goal;
}

/* Depth first; an edge to an invariant that is still open closes a circle. */
typedef struct walk {
    const proof_graph *g;
    size_t *next; /* by invariant: the first edge not yet followed */
    enum { NODE_NEW, NODE_OPEN, NODE_CLOSED } * states;
} walk;

static size_t first_edge(const proof_graph *g, uint32_t goal)
{
    size_t low = 0;
    size_t high = g->edges.len;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (g->edges.data[middle].goal < goal)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void report_circle(const proof_graph *g, const edge *e)
{
    const invariant_decl *i = g->p->invariants.data[e->premise];
    diag_error(&g->p->diags, e->pos, "circular proof: '%s' needs what it is to prove",
               program_name(g->p, i->name.name));
}

static void visit_from(walk *w, uint32_t root)
{
    const proof_graph *g = w->g;
    node_list stack = {0};
    vec_push(&stack, root);
    w->states[root] = NODE_OPEN;
    w->next[root] = first_edge(g, root);
    while (stack.len > 0) {
        uint32_t node = *vec_last(&stack);
        size_t at = w->next[node]++;
        if (at >= g->edges.len || g->edges.data[at].goal != node) {
            w->states[node] = NODE_CLOSED;
            stack.len--;
            continue;
        }
        uint32_t premise = g->edges.data[at].premise;
        if (w->states[premise] == NODE_OPEN) {
            report_circle(g, &g->edges.data[at]);
        } else if (w->states[premise] == NODE_NEW) {
            w->states[premise] = NODE_OPEN;
            w->next[premise] = first_edge(g, premise);
            vec_push(&stack, premise);
        }
    }
    vec_free(&stack);
}

static void check_acyclic(proof_graph *g)
{
    size_t count = g->p->invariants.len;
    if (g->edges.len == 0)
        return;
    qsort(g->edges.data, g->edges.len, sizeof *g->edges.data, by_goal);
    walk w = {.g = g,
              .next = mem_alloc(count * sizeof *w.next),
              .states = mem_alloc(count * sizeof *w.states)};
    for (uint32_t i = 0; i < count; i++)
        if (w.states[i] == NODE_NEW)
            visit_from(&w, i);
    mem_free(w.next, count * sizeof *w.next);
    mem_free(w.states, count * sizeof *w.states);
}

static void check_commands(program *p)
{
    size_t count = p->invariants.len;
    proof_graph g = {.p = p, .marks = mem_alloc((count + 1) * sizeof *g.marks)};
    vec_each (proof, &p->proofs)
        list_each (cmd, &(*proof)->commands)
            add_command(&g, *cmd);
    check_acyclic(&g);
    vec_free(&g.edges);
    mem_free(g.marks, (count + 1) * sizeof *g.marks);
}

void check_proofs(program *p)
{
    vec_each (f, &p->pures)
        check_pure_body(p, *f);
    vec_each (i, &p->invariants)
        (*i)->frame = check_formula(p, (*i)->body, (*i)->name.pos);
    vec_each (c, &p->conditions)
        (*c)->frame = check_formula(p, (*c)->body, (*c)->pos);
    check_commands(p);
}

void resolve_pure_functions(program *p)
{
    vec_each (f, &p->pures)
        check_pure_signature(p, *f);
    for (uint32_t i = 0; i < p->pures.len; i++)
        p->pures.data[i]->index = i;
}
