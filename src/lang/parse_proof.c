/* Parses the declarations of the proof dialect: invariants, lemmas, pure functions,
 * axioms, and proofs with their commands. */
#include "lang/parse.h"

static invariant_decl *parse_invariant(parser *p, lemma_decl *lemma)
{
    invariant_decl *i = ARENA_NEW(p->memory, invariant_decl);
    parse_expect(p, TOK_INVARIANT);
    i->lemma = lemma;
    i->name = parse_name(p, "the name of an invariant");
    parse_expect(p, TOK_COLON);
    i->condition.body = parse_expr(p);
    parse_expect(p, TOK_SEMICOLON);
    if (!p->in.panicking)
        vec_push(&p->program->invariants, i);
    return i;
}

static bool starts_invariant(uint32_t kind)
{
    return kind == TOK_INVARIANT;
}

static bool starts_prove(uint32_t kind)
{
    return kind == TOK_PROVE;
}

/* Lemma L { invariant a: ...; invariant b: ...; } */
static void parse_lemma(parser *p)
{
    lemma_decl *l = ARENA_NEW(p->memory, lemma_decl);
    parse_advance(p);
    l->name = parse_name(p, "the name of a lemma");
    parse_expect(p, TOK_LBRACE);
    size_t mark = p->pointers.len;
    while (parse_peek(p) != TOK_RBRACE && parse_peek(p) != TOK_END) {
        const token *before = p->in.at;
        vec_push(&p->pointers, parse_invariant(p, l));
        if (p->in.panicking && p->in.at == before)
            break;
        parse_recover(p, starts_invariant);
    }
    PARSE_TAKE(p, mark, &l->invariants);
    parse_expect(p, TOK_RBRACE);
    if (!p->in.panicking)
        vec_push(&p->program->lemmas, l);
}

static void parse_pure(parser *p)
{
    pure_decl *f = ARENA_NEW(p->memory, pure_decl);
    parse_advance(p);
    f->name = parse_name(p, "the name of a pure function");
    f->params = parse_params(p, VAR_PARAM);
    parse_expect(p, TOK_COLON);
    f->result = parse_type(p);
    if (parse_accept(p, TOK_ASSIGN))
        f->body = parse_expr(p);
    parse_expect(p, TOK_SEMICOLON);
    if (!p->in.panicking)
        vec_push(&p->program->pures, f);
}

static void parse_condition(parser *p)
{
    condition_decl *c = ARENA_NEW(p->memory, condition_decl);
    c->pos = parse_pos(p);
    c->is_axiom = parse_peek(p) == TOK_AXIOM;
    parse_advance(p);
    c->condition.body = parse_expr(p);
    parse_expect(p, TOK_SEMICOLON);
    vec_push(&p->program->conditions, c);
}

formula_list parse_formulas(parser *p, const expr_list *bodies)
{
    formula_list list = {.count = bodies->count};
    list.data = ARENA_ARRAY(p->memory, formula, bodies->count);
    for (uint32_t i = 0; i < bodies->count; i++)
        list.data[i].body = bodies->data[i];
    return list;
}

static formula_list parse_goals(parser *p)
{
    expr_list goals = parse_expr_list(p);
    return parse_formulas(p, &goals);
}

/* prove (goals | * | default) [using (premises | *)] [except ...]; */
static prove_cmd *parse_prove(parser *p)
{
    prove_cmd *c = ARENA_NEW(p->memory, prove_cmd);
    c->pos = parse_pos(p);
    parse_expect(p, TOK_PROVE);
    if (parse_accept(p, TOK_STAR)) {
        c->goals_all = true;
    } else if (parse_peek(p) == TOK_DEFAULT && parse_peek_after(p) != TOK_LPAREN) {
        parse_advance(p);
        c->goals_default = true;
    } else {
        c->goals = parse_goals(p);
    }
    if (parse_accept(p, TOK_USING)) {
        c->premises_all = parse_accept(p, TOK_STAR);
        if (!c->premises_all)
            c->premises = parse_goals(p);
    }
    if (parse_accept(p, TOK_EXCEPT))
        c->excepts = parse_goals(p);
    parse_expect(p, TOK_SEMICOLON);
    return c;
}

static void parse_proof(parser *p)
{
    proof_decl *proof = ARENA_NEW(p->memory, proof_decl);
    proof->name = (ident){NAME_NONE, parse_pos(p)};
    parse_advance(p);
    if (parse_peek(p) != TOK_LBRACE)
        proof->name = parse_name(p, "the name of a proof");
    parse_expect(p, TOK_LBRACE);
    size_t mark = p->pointers.len;
    while (parse_peek(p) != TOK_RBRACE && parse_peek(p) != TOK_END) {
        const token *before = p->in.at;
        vec_push(&p->pointers, parse_prove(p));
        if (p->in.panicking && p->in.at == before)
            break;
        parse_recover(p, starts_prove);
    }
    PARSE_TAKE(p, mark, &proof->commands);
    parse_expect(p, TOK_RBRACE);
    if (!p->in.panicking)
        vec_push(&p->program->proofs, proof);
}

void parse_proof_declaration(parser *p)
{
    token_kind word = parse_peek(p);
    parse_note_proof_word(p, word, parse_pos(p));
    p->program->has_proofs = true;
    switch ((int)word) {
    case TOK_PURE:
        parse_pure(p);
        break;
    case TOK_INVARIANT:
        parse_invariant(p, NULL);
        break;
    case TOK_LEMMA:
    case TOK_THEOREM:
        parse_lemma(p);
        break;
    case TOK_AXIOM:
    case TOK_INIT_CONDITION:
        parse_condition(p);
        break;
    case TOK_PROOF:
        parse_proof(p);
        break;
    }
}
