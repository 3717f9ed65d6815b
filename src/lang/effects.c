/* Computes the effects of functions, closed over their calls, and reports effects where
 * they are forbidden (specs, exit functions, proofs). */
#include "lang/check.h"

/* Callers of each function, in one array: those of f are at
 * callers[first[f->index]] ... callers[first[f->index + 1] - 1]. */
typedef struct call_graph {
    size_t function_count;
    size_t call_count;
    size_t *first;
    struct {
        fun_decl *caller;
        srcpos pos;
    } * callers;
} call_graph;

static call_graph graph_new(const program *p)
{
    call_graph g = {.function_count = p->functions.len};
    g.first = mem_alloc((g.function_count + 2) * sizeof *g.first);
    size_t *fill = g.first + 1; /* shifted by one while filling */
    vec_each (f, &p->functions)
        vec_each (call, &(*f)->calls)
            fill[call->callee->index + 1]++;
    for (size_t i = 1; i <= g.function_count; i++)
        fill[i] += fill[i - 1];
    g.call_count = fill[g.function_count];
    g.callers = mem_alloc(g.call_count * sizeof *g.callers);
    vec_each (f, &p->functions) {
        vec_each (call, &(*f)->calls) {
            size_t at = fill[call->callee->index]++;
            assert(at < g.call_count);
            g.callers[at].caller = *f;
            g.callers[at].pos = call->pos;
        }
    }
    return g;
}

static void graph_free(call_graph *g)
{
    mem_free(g->first, (g->function_count + 2) * sizeof *g->first);
    mem_free(g->callers, g->call_count * sizeof *g->callers);
}

static void propagate(program *p)
{
    call_graph g = graph_new(p);
    VEC(fun_decl *) work = {0};
    vec_each (f, &p->functions)
        if ((*f)->effects != 0)
            vec_push(&work, *f);
    while (work.len > 0) {
        const fun_decl *f = vec_pop(&work);
        for (size_t i = g.first[f->index]; i < g.first[f->index + 1]; i++) {
            fun_decl *caller = g.callers[i].caller;
            if ((caller->effects | f->effects) == caller->effects)
                continue;
            caller->effects |= f->effects;
            if (caller->jump_pos == SRC_NONE && f->jump_pos != SRC_NONE)
                caller->jump_pos = g.callers[i].pos;
            vec_push(&work, caller);
        }
    }
    vec_free(&work);
    graph_free(&g);
}

static const char *effect_verb(unsigned effects)
{
    if (effects & EFFECT_SENDS)
        return "sends";
    if (effects & EFFECT_ANNOUNCES)
        return "announces";
    if (effects & EFFECT_RECEIVES)
        return "receives";
    if (effects & EFFECT_CREATES)
        return "creates machines";
    return "makes a choice";
}

static void check_spec_calls(checker *c, const fun_decl *f)
{
    const unsigned forbidden = EFFECT_SENDS | EFFECT_ANNOUNCES | EFFECT_RECEIVES |
                               EFFECT_CREATES | EFFECT_CHOOSES;
    vec_each (call, &f->calls) {
        const fun_decl *callee = call->callee;
        if (callee->owner != NULL || (callee->effects & forbidden) == 0)
            continue;
        diag_error(c->d, call->pos, "'%s' %s, which is not allowed in a spec",
                   check_name(c, callee->name.name), effect_verb(callee->effects));
        diag_note(c->d, callee->name.pos, "the function is declared here");
    }
}

/* A state is being left: exit and `with` functions must not raise or change state. */
static void check_no_jump(checker *c, const fun_decl *f, ident named, const char *what)
{
    if (f == NULL || (f->effects & (EFFECT_RAISES | EFFECT_CHANGES_STATE)) == 0)
        return;
    bool is_named = named.name != NAME_NONE;
    diag_error(c->d, is_named ? named.pos : f->jump_pos,
               "%s function may not raise an event or change state", what);
    if (is_named)
        diag_note(c->d, f->jump_pos, "'%s' does so here", check_name(c, named.name));
}

static void check_state_jumps(checker *c, const state_decl *s)
{
    check_no_jump(c, s->exit.fun, s->exit.named, "an exit");
    list_each (h, &s->handlers)
        if ((*h)->kind == ACTION_GOTO)
            check_no_jump(c, (*h)->fun, (*h)->named, "a transition");
}

/* ---- Which interfaces a machine may create ---- */

static void infer_creates(program *p, machine_decl *m)
{
    VEC(fun_decl *) work = {0};
    interface_list found = {0};
    uint32_t mark = m->index + 1;
    vec_each (f, &m->all_functions) {
        (*f)->visit = mark;
        vec_push(&work, *f);
    }
    while (work.len > 0) {
        const fun_decl *f = vec_pop(&work);
        vec_each (i, &f->news)
            vec_push(&found, *i);
        if (f->created_by_foreign != NULL)
            vec_push(&found, f->created_by_foreign);
        vec_each (call, &f->calls) {
            fun_decl *callee = call->callee;
            if (callee->visit == mark || (callee->effects & EFFECT_CREATES) == 0)
                continue;
            callee->visit = mark;
            vec_push(&work, callee);
        }
    }
    m->creates = program_interface_set(p, &found);
    vec_free(&work);
}

/* Formulas only read the state; so must every function that they call. */
static void check_formula_effects(checker *c)
{
    vec_each (f, &c->p->functions) {
        if ((*f)->role == ROLE_FORMULA && (*f)->effects != 0)
            diag_error(c->d, (*f)->name.pos, "%s", CHECK_NO_EFFECTS_IN_PROOFS);
        vec_each (call, &(*f)->proof_calls)
            if (call->callee->effects != 0)
                diag_error(c->d, call->pos, "%s", CHECK_NO_EFFECTS_IN_PROOFS);
    }
}

void check_effects(program *p)
{
    checker c = {.p = p, .d = &p->diags, .scope = SCOPE_GLOBAL};
    propagate(p);
    check_formula_effects(&c);
    vec_each (m, &p->machines) {
        if ((*m)->kind != MACHINE_PLAIN)
            vec_each (f, &(*m)->all_functions)
                check_spec_calls(&c, *f);
        list_each (s, &(*m)->states)
            check_state_jumps(&c, *s);
        infer_creates(p, *m);
    }
}
