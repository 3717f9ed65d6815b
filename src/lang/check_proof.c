/* The proof dialect: pure functions, invariants, axioms, and what proves what. */
#include "lang/check.h"

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

/* An edge from each goal of a command to each of its premises; node `count` is the
 * default goal. */
typedef struct edge {
    uint32_t goal;
    uint32_t premise;
} edge;

typedef struct proof_graph {
    program *p;
    VEC(edge) edges;
} proof_graph;

typedef VEC(uint32_t) node_list;

static void add_node(node_list *nodes, uint32_t node)
{
    vec_each (n, nodes)
        if (*n == node)
            return;
    vec_push(nodes, node);
}

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

static node_list check_goals(program *p, const prove_goals *goals)
{
    node_list nodes = {0};
    list_each (g, goals) {
        expr *e = g->formula;
        if (e->kind != EX_NAME) {
            g->frame = check_formula(p, e, e->pos);
        } else if (check_goal_name(p, e)) {
            if (e->ref == REF_INVARIANT)
                add_node(&nodes, e->to.invariant->index);
            if (e->ref == REF_LEMMA)
                list_each (i, &e->to.lemma->invariants)
                    add_node(&nodes, (*i)->index);
        }
    }
    return nodes;
}

static bool contains(const node_list *nodes, uint32_t node)
{
    vec_each (n, nodes)
        if (*n == node)
            return true;
    return false;
}

static void remove_nodes(node_list *from, const node_list *what)
{
    size_t kept = 0;
    for (size_t i = 0; i < from->len; i++)
        if (!contains(what, from->data[i]))
            from->data[kept++] = from->data[i];
    from->len = kept;
}

static void add_all(const proof_graph *g, node_list *nodes, const node_list *but)
{
    for (uint32_t i = 0; i < g->p->invariants.len; i++)
        if (!contains(but, i))
            vec_push(nodes, i);
}

static bool reaches(const proof_graph *g, uint32_t from, uint32_t to)
{
    node_list seen = {0};
    vec_push(&seen, from);
    bool found = false;
    for (size_t i = 0; i < seen.len && !found; i++) {
        found = seen.data[i] == to;
        vec_each (e, &g->edges)
            if (e->goal == seen.data[i])
                add_node(&seen, e->premise);
    }
    vec_free(&seen);
    return found;
}

static void check_acyclic(const proof_graph *g, srcpos pos, const node_list *goals,
                          const node_list *premises)
{
    vec_each (goal, goals) {
        vec_each (premise, premises) {
            if (reaches(g, *premise, *goal)) {
                const invariant_decl *i = g->p->invariants.data[*premise];
                diag_error(&g->p->diags, pos,
                           "circular proof: '%s' needs what it is to prove",
                           program_name(g->p, i->name.name));
                return;
            }
        }
    }
}

static void check_prove(proof_graph *g, const prove_cmd *cmd)
{
    program *p = g->p;
    node_list goals = check_goals(p, &cmd->goals);
    node_list premises = check_goals(p, &cmd->premises);
    node_list excepts = check_goals(p, &cmd->excepts);
    node_list none = {0};
    if (cmd->goals_all)
        add_all(g, &goals, &none);
    if (cmd->goals_default)
        add_node(&goals, (uint32_t)p->invariants.len);
    remove_nodes(&goals, &excepts);
    if (cmd->premises_all)
        add_all(g, &premises, &goals);
    remove_nodes(&premises, &excepts);
    vec_each (goal, &goals) {
        vec_each (premise, &premises) {
            edge e = {*goal, *premise};
            vec_push(&g->edges, e);
        }
    }
    check_acyclic(g, cmd->pos, &goals, &premises);
    vec_free(&goals);
    vec_free(&premises);
    vec_free(&excepts);
}

void check_proofs(program *p)
{
    vec_each (f, &p->pures)
        check_pure_body(p, *f);
    vec_each (i, &p->invariants)
        (*i)->frame = check_formula(p, (*i)->body, (*i)->name.pos);
    vec_each (c, &p->conditions)
        (*c)->frame = check_formula(p, (*c)->body, (*c)->pos);
    proof_graph g = {.p = p};
    vec_each (proof, &p->proofs)
        list_each (cmd, &(*proof)->commands)
            check_prove(&g, *cmd);
    vec_free(&g.edges);
}

void resolve_pure_functions(program *p)
{
    vec_each (f, &p->pures)
        check_pure_signature(p, *f);
    for (uint32_t i = 0; i < p->pures.len; i++)
        p->pures.data[i]->index = i;
}
