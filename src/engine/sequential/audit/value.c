/* Evaluates expressions of units to terms.
 *
 * Deliberately a second implementation of what the prover's seq_state.c does.
 */
#include "engine/sequential/audit/audit_private.h"

bool audit_unit_is_many(const audit_unit *x)
{
    return x->kind != AUDIT_ONE && x->kind != AUDIT_COPY;
}

uint32_t audit_var_count(const auditor *a, const audit_unit *x)
{
    return a->program->processes[x->process].var_count;
}

bool audit_is_live(const auditor *a, const audit_unit *x, uint32_t var)
{
    return code_is_live(&a->code, x->process, x->at, var);
}

static void make_own(auditor *a, uint32_t from)
{
    assert(from <= a->terms.unknowns);
    while (a->own.len < a->terms.unknowns)
        vec_push(&a->own, false);
    for (uint32_t i = from; i < a->terms.unknowns; i++)
        a->own.data[i] = true;
}

term audit_own_value(auditor *a, const icet_type *type)
{
    term x = term_unknown(&a->terms, type);
    make_own(a, a->terms.unknowns - 1);
    return x;
}

/* Parts of a value that is each copy's own are each copy's own as well. */
const term_fact *audit_learn(auditor *a, const audit_unit *x, const term_fact *facts,
                             term condition, bool value)
{
    uint32_t before = a->terms.unknowns;
    facts = term_fact_add(&a->memory, &a->terms, facts, condition, value);
    if (audit_unit_is_many(x))
        make_own(a, before);
    return facts;
}

bool audit_is_own(const auditor *a, const term_node *n)
{
    return n->kind == TERM_UNKNOWN && (size_t)n->number < a->own.len &&
           a->own.data[n->number];
}

term audit_any_value(auditor *a, const audit_unit *x, const icet_type *type)
{
    return audit_unit_is_many(x) ? audit_own_value(a, type)
                                 : term_unknown(&a->terms, type);
}

uint32_t audit_new_name(auditor *a, audit_name what)
{
    assert(what.process < a->program->process_count);
    vec_push(&a->names, what);
    return (uint32_t)a->names.len - 1;
}

static term self_of(auditor *a, const audit_unit *x)
{
    if (x->kind == AUDIT_ONE)
        return term_leaf(&a->terms, TERM_UNIT_PID, x->process);
    if (x->kind == AUDIT_COPY)
        return term_leaf(&a->terms, TERM_NAME, x->name);
    return term_leaf(&a->terms, TERM_SELF, 0);
}

static term leaf_of(auditor *a, const audit_unit *x, const icet_expr *e)
{
    switch (e->kind) {
    case ICET_EX_INT:
        return term_int(&a->terms, e->number);
    case ICET_EX_BOOL:
        return term_bool(&a->terms, e->number != 0);
    case ICET_EX_VAR:
        return x->store[e->index] ? x->store[e->index] : audit_any_value(a, x, e->type);
    case ICET_EX_SELF:
        return self_of(a, x);
    case ICET_EX_PROCESS:
        return term_leaf(&a->terms, TERM_UNIT_PID, e->index);
    case ICET_EX_NOBODY:
        return term_leaf(&a->terms, TERM_NOBODY, 0);
    case ICET_EX_SIZE:
        return term_leaf(&a->terms, TERM_SIZE, e->index);
    default:
        return TERM_NONE;
    }
}

static term computed(term_store *t, const icet_expr *e, const term *x)
{
    switch (e->kind) {
    case ICET_EX_TUPLE:
        return term_make(t, TERM_TUPLE, 0, NULL, e->count, x);
    case ICET_EX_CTOR:
        return term_make(t, TERM_CTOR, 0, e->ctor, e->count, x);
    case ICET_EX_ITEM:
        return term_make(t, TERM_ITEM, e->index, NULL, 1, x);
    case ICET_EX_PART:
        return term_make(t, TERM_PART, e->index, e->ctor, 1, x);
    case ICET_EX_IS:
        return term_make(t, TERM_IS, 0, e->ctor, 1, x);
    case ICET_EX_NOT:
        return term_unary(t, TERM_NOT, x[0]);
    case ICET_EX_NEGATE:
        return term_unary(t, TERM_NEGATE, x[0]);
    case ICET_EX_ADD:
        return term_binary(t, TERM_ADD, x[0], x[1]);
    case ICET_EX_SUB:
        return term_binary(t, TERM_SUB, x[0], x[1]);
    case ICET_EX_MUL:
        return term_binary(t, TERM_MUL, x[0], x[1]);
    case ICET_EX_EQ:
        return term_binary(t, TERM_EQ, x[0], x[1]);
    case ICET_EX_NE:
        return term_unary(t, TERM_NOT, term_binary(t, TERM_EQ, x[0], x[1]));
    case ICET_EX_LT:
        return term_binary(t, TERM_LT, x[0], x[1]);
    case ICET_EX_LE:
        return term_binary(t, TERM_LE, x[0], x[1]);
    case ICET_EX_GT:
        return term_binary(t, TERM_LT, x[1], x[0]);
    case ICET_EX_GE:
        return term_binary(t, TERM_LE, x[1], x[0]);
    case ICET_EX_AND:
        return term_binary(t, TERM_AND, x[0], x[1]);
    default:
        return term_binary(t, TERM_OR, x[0], x[1]);
    }
}

term audit_eval(auditor *a, const audit_unit *x, const icet_expr *e)
{
    assert(e);
    term leaf = leaf_of(a, x, e);
    if (leaf != TERM_NONE)
        return leaf;
    term *args = ARENA_ARRAY(&a->memory, term, e->count + 1);
    for (uint32_t i = 0; i < e->count; i++)
        args[i] = audit_eval(a, x, e->args[i]);
    return computed(&a->terms, e, args);
}

term audit_eval_now(auditor *a, const audit_state *s, const audit_unit *x,
                    const icet_expr *e)
{
    return term_under(&a->terms, s->facts, audit_eval(a, x, e));
}
