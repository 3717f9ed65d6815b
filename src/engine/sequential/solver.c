/* Terms as formulas for Z3, and a cache of queries.
 *
 * A pid is an integer: with n processes in the program, i stands for the single process
 * i, n for `nobody`, and i + k * (n + 1), for any integer k, for a copy of process i.
 * So copies of different processes differ, and two names may denote one copy.  Nothing
 * is asserted about which copies exist: a name that a loop introduced must not imply
 * outside of it that the set has an element.
 */
#include "engine/sequential/solver.h"

#include "engine/sequential/guess.h"

#include "base/smt.h"

/* The sort of a tuple is identified by those of its items, that of data by its
 * declaration. */
typedef struct known_sort {
    const icet_data *data;
    uint32_t count;
    smt_sort *items;
    smt_sort sort;
} known_sort;

struct solver {
    prover *p;
    bool tried; /* whether smt_new was called */
    smt *smt;   /* NULL: not available */
    arena memory;
    VEC(smt_expr) exprs; /* by term; NULL: not translated yet */
    VEC(known_sort) sorts;
    intern asked; /* queries, in the order of `answers` */
    VEC(bool) answers;
};

static solver *solver_new(prover *p)
{
    solver *s = mem_alloc(sizeof *s);
    s->p = p;
    arena_init(&s->memory);
    intern_init(&s->asked);
    return s;
}

void solver_free(solver *s)
{
    if (!s)
        return;
    smt_free(s->smt);
    arena_fini(&s->memory);
    vec_free(&s->exprs);
    vec_free(&s->sorts);
    intern_fini(&s->asked);
    vec_free(&s->answers);
    mem_free(s, sizeof *s);
}

/* ---- sorts ---- */

static smt_sort tuple_sort(solver *s, uint32_t count, smt_sort *items)
{
    vec_each (k, &s->sorts) {
        bool same = !k->data && k->count == count;
        for (uint32_t i = 0; same && i < count; i++)
            same = k->items[i] == items[i];
        if (same)
            return k->sort;
    }
    smt_sort sort = smt_sort_data(s->smt, 1, &(smt_ctor){count, items});
    vec_push(&s->sorts, ((known_sort){NULL, count, items, sort}));
    return sort;
}

static smt_sort sort_of(solver *s, const icet_type *type);

static smt_sort *sorts_of(solver *s, uint32_t count, const icet_type *const *types)
{
    smt_sort *sorts = ARENA_ARRAY(&s->memory, smt_sort, count + 1);
    for (uint32_t i = 0; i < count; i++)
        sorts[i] = sort_of(s, types[i]);
    return sorts;
}

static smt_sort data_sort(solver *s, const icet_data *data)
{
    vec_each (k, &s->sorts)
        if (k->data == data)
            return k->sort;
    smt_ctor *ctors = ARENA_ARRAY(&s->memory, smt_ctor, data->count);
    for (uint32_t i = 0; i < data->count; i++)
        ctors[i] = (smt_ctor){data->ctors[i].count,
                              sorts_of(s, data->ctors[i].count, data->ctors[i].fields)};
    smt_sort sort = smt_sort_data(s->smt, data->count, ctors);
    vec_push(&s->sorts, ((known_sort){data, 0, NULL, sort}));
    return sort;
}

static smt_sort sort_of(solver *s, const icet_type *type)
{
    switch (type->kind) {
    case ICET_BOOL:
        return smt_sort_bool(s->smt);
    case ICET_TUPLE:
        return tuple_sort(s, type->count, sorts_of(s, type->count, type->items));
    case ICET_DATA:
        return data_sort(s, type->data);
    case ICET_INT:
    case ICET_PID:
        break;
    }
    return smt_sort_int(s->smt);
}

/* ---- terms ---- */

static smt_expr any_integer(solver *s)
{
    return smt_const(s->smt, smt_sort_int(s->smt));
}

static smt_expr binary(solver *s, smt_op op, smt_expr a, smt_expr b)
{
    return smt_apply(s->smt, op, (smt_expr[]){a, b});
}

static smt_expr copy_of(solver *s, uint32_t process)
{
    assert(process < s->p->program->process_count);
    int64_t step = (int64_t)s->p->program->process_count + 1;
    smt_expr times = binary(s, SMT_MUL, smt_int(s->smt, step), any_integer(s));
    return binary(s, SMT_ADD, smt_int(s->smt, process), times);
}

/* The bound of a fresh integer holds in every query, so it is asserted outside of
 * smt_push. */
static smt_expr at_least(solver *s, int64_t least)
{
    smt_expr x = any_integer(s);
    smt_assert(s->smt, binary(s, SMT_LE, smt_int(s->smt, least), x));
    return x;
}

static smt_expr unknown(solver *s, const icet_type *type)
{
    const prover *p = s->p;
    if (type >= p->picks && type < p->picks + p->program->process_count)
        return copy_of(s, (uint32_t)(type - p->picks));
    return smt_const(s->smt, sort_of(s, type));
}

static smt_expr leaf(solver *s, const term_node *n)
{
    const icet_program *program = s->p->program;
    switch (n->kind) {
    case TERM_BOOL:
        return smt_bool(s->smt, n->number);
    case TERM_NAME:
        return copy_of(s, s->p->names.data[n->number].process);
    case TERM_SELF: /* a copy of any process */
        return at_least(s, (int64_t)program->process_count + 1);
    case TERM_NOBODY:
        return smt_int(s->smt, program->process_count);
    case TERM_SIZE:
        return at_least(s, program->sets[n->number].at_least);
    case TERM_UNKNOWN:
        return unknown(s, n->of);
    default: /* TERM_INT, TERM_UNIT_PID */
        return smt_int(s->smt, n->number);
    }
}

static smt_expr tuple(solver *s, uint32_t count, const smt_expr *args)
{
    smt_sort *sorts = ARENA_ARRAY(&s->memory, smt_sort, count + 1);
    for (uint32_t i = 0; i < count; i++)
        sorts[i] = smt_sort_of(s->smt, args[i]);
    return smt_data(s->smt, tuple_sort(s, count, sorts), 0, count, args);
}

static smt_op op_of(term_kind kind)
{
    switch (kind) {
    case TERM_NOT:
        return SMT_NOT;
    case TERM_NEGATE:
        return SMT_NEGATE;
    case TERM_ADD:
        return SMT_ADD;
    case TERM_SUB:
        return SMT_SUB;
    case TERM_MUL:
        return SMT_MUL;
    case TERM_EQ:
        return SMT_EQ;
    case TERM_LT:
        return SMT_LT;
    case TERM_LE:
        return SMT_LE;
    case TERM_AND:
        return SMT_AND;
    case TERM_OR:
        return SMT_OR;
    default:
        assert(kind == TERM_ITE);
        return SMT_ITE;
    }
}

static smt_expr inner(solver *s, const term_node *n, const smt_expr *args)
{
    const icet_ctor *ctor = n->of;
    switch (n->kind) {
    case TERM_TUPLE:
        return tuple(s, n->count, args);
    case TERM_CTOR:
        return smt_data(s->smt, data_sort(s, ctor->data), ctor->index, n->count, args);
    case TERM_ITEM:
        return smt_field(s->smt, 0, (uint32_t)n->number, args[0]);
    case TERM_PART:
        return smt_field(s->smt, ctor->index, (uint32_t)n->number, args[0]);
    case TERM_IS:
        return smt_is(s->smt, ctor->index, args[0]);
    default:
        return smt_apply(s->smt, op_of(n->kind), args);
    }
}

static smt_expr expr_of(solver *s, term x)
{
    while (s->exprs.len <= x)
        vec_push(&s->exprs, NULL);
    if (s->exprs.data[x])
        return s->exprs.data[x];
    const term_node *n = term_at(&s->p->terms, x);
    smt_expr *args = ARENA_ARRAY(&s->memory, smt_expr, n->count + 1);
    for (uint32_t i = 0; i < n->count; i++)
        args[i] = expr_of(s, n->args[i]);
    bool is_inner = n->count > 0 || n->kind == TERM_TUPLE || n->kind == TERM_CTOR;
    smt_expr y = is_inner ? inner(s, n, args) : leaf(s, n);
    s->exprs.data[x] = y;
    return y;
}

/* ---- queries ---- */

typedef struct query {
    const term_fact *facts;
    uint64_t condition;
} query;

/* Translates all terms before smt_push, so that the bounds of leaves stay asserted. */
static bool ask(solver *s, const term_fact *facts, term x)
{
    assert(x != TERM_NONE);
    if (!s->tried)
        s->smt = smt_new();
    s->tried = true;
    if (!s->smt)
        return false;
    smt_expr y = expr_of(s, x);
    for (const term_fact *f = facts; f; f = f->older) {
        expr_of(s, f->from);
        expr_of(s, f->to);
    }
    smt_push(s->smt);
    for (const term_fact *f = facts; f; f = f->older)
        smt_assert(s->smt, binary(s, SMT_EQ, expr_of(s, f->from), expr_of(s, f->to)));
    smt_assert(s->smt, smt_apply(s->smt, SMT_NOT, &y));
    bool entailed = smt_check(s->smt) == SMT_NO;
    smt_pop(s->smt);
    return entailed;
}

/* The prover's solver; NULL: built without Z3. */
static solver *solver_of(prover *p)
{
    if (!p->solver && smt_name())
        p->solver = solver_new(p);
    return p->solver;
}

bool solver_ask(prover *p, const term_fact *facts, term x)
{
    solver *s = solver_of(p);
    return s && ask(s, facts, x);
}

/* A unit that waits poses the same query again and again, hence the cache. */
bool solver_entails(prover *p, const term_fact *facts, term x)
{
    solver *s = solver_of(p);
    if (!s)
        return false;
    query q = {facts, x};
    intern_id id = intern_put(&s->asked, &q, sizeof q);
    if (id == s->answers.len)
        vec_push(&s->answers, !guess_refutes(p, facts, x) && ask(s, facts, x));
    return s->answers.data[id];
}

term solver_decide(prover *p, const term_fact *facts, term x)
{
    if (solver_entails(p, facts, x))
        return term_bool(&p->terms, true);
    if (solver_entails(p, facts, term_unary(&p->terms, TERM_NOT, x)))
        return term_bool(&p->terms, false);
    return x;
}
