/* Terms: hash-consing and simplification.
 *
 * Every constructor returns the simplest equivalent term it knows, so two terms that
 * simplify to the same form have the same number.  Each rewrite is an equation that
 * holds for all values of the unknowns; the unit test `sequential_term` compares
 * them with a naive evaluator.  Simplification ends because each rewrite yields a
 * smaller term or pushes an operation into the branches of an if.
 *
 * Integers are unbounded: an operation on constants that overflows 64 bits stays
 * symbolic.
 */
#include "engine/sequential/term.h"

#include "base/mem.h"

#include <string.h>

void term_init(term_store *t)
{
    *t = (term_store){0};
    intern_init(&t->nodes);
    intern_put(&t->nodes, "", 0); /* TERM_NONE */
}

void term_fini(term_store *t)
{
    intern_fini(&t->nodes);
}

const term_node *term_at(const term_store *t, term x)
{
    assert(x < intern_count(&t->nodes));
    assert(x != TERM_NONE);
    return (const term_node *)(const void *)intern_text(&t->nodes, x);
}

/* ---- making nodes ---- */

enum { FEW_ARGS = 16 };

static term put(term_store *t, term_kind kind, int64_t number, const void *of,
                uint32_t count, const term *args)
{
    assert(kind >= TERM_INT && kind <= TERM_ITE);
    size_t size = sizeof(term_node) + count * sizeof(term);
    union {
        term_node node;
        char room[sizeof(term_node) + FEW_ARGS * sizeof(term)];
    } few;
    term_node *n = count <= FEW_ARGS ? &few.node : mem_alloc(size);
    memset(n, 0, size);
    n->kind = kind;
    n->count = count;
    n->number = number;
    n->of = of;
    for (uint32_t i = 0; i < count; i++)
        n->args[i] = args[i];
    term x = intern_put(&t->nodes, n, size);
    if (n != &few.node)
        mem_free(n, size);
    return x;
}

term term_leaf(term_store *t, term_kind kind, int64_t number)
{
    assert(kind <= TERM_SIZE);
    return put(t, kind, number, NULL, 0, NULL);
}

term term_int(term_store *t, int64_t number)
{
    return term_leaf(t, TERM_INT, number);
}

term term_bool(term_store *t, bool b)
{
    return term_leaf(t, TERM_BOOL, b);
}

term term_unknown(term_store *t, const icet_type *type)
{
    assert(type);
    return put(t, TERM_UNKNOWN, t->unknowns++, type, 0, NULL);
}

bool term_is_true(const term_store *t, term x)
{
    const term_node *n = term_at(t, x);
    return n->kind == TERM_BOOL && n->number;
}

bool term_is_false(const term_store *t, term x)
{
    const term_node *n = term_at(t, x);
    return n->kind == TERM_BOOL && !n->number;
}

/* ---- simplification ---- */

/* F(if c then a else b) is (if c then F(a) else F(b)).  The callers apply this where
 * one of the two gets simpler. */
static bool is_choice(const term_store *t, term x)
{
    return term_at(t, x)->kind == TERM_ITE;
}

term term_ite(term_store *t, term condition, term a, term b)
{
    if (term_is_true(t, condition) || a == b)
        return a;
    if (term_is_false(t, condition))
        return b;
    if (term_at(t, condition)->kind == TERM_NOT)
        return term_ite(t, term_at(t, condition)->args[0], b, a);
    if (a != TERM_NONE && b != TERM_NONE && term_at(t, a)->kind == TERM_BOOL &&
        term_at(t, b)->kind == TERM_BOOL)
        return term_is_true(t, a) ? condition : term_unary(t, TERM_NOT, condition);
    if (a == TERM_NONE || b == TERM_NONE)
        return TERM_NONE;
    return put(t, TERM_ITE, 0, NULL, 3, (term[]){condition, a, b});
}

static term take_part(term_store *t, term_kind kind, int64_t index, const void *of,
                      term a)
{
    assert(a != TERM_NONE);
    const term_node *n = term_at(t, a);
    bool made =
        kind == TERM_ITEM ? n->kind == TERM_TUPLE : n->kind == TERM_CTOR && n->of == of;
    if (made)
        return n->args[index];
    if (n->kind == TERM_ITE) {
        term c = n->args[0], x = n->args[1], y = n->args[2];
        /* no process reads a part of a value that another constructor made */
        if (kind == TERM_PART && term_at(t, x)->kind == TERM_CTOR &&
            term_at(t, x)->of != of)
            return take_part(t, kind, index, of, y);
        if (kind == TERM_PART && term_at(t, y)->kind == TERM_CTOR &&
            term_at(t, y)->of != of)
            return take_part(t, kind, index, of, x);
        return term_ite(t, c, take_part(t, kind, index, of, x),
                        take_part(t, kind, index, of, y));
    }
    return put(t, kind, index, of, 1, &a);
}

static term is_made_by(term_store *t, const void *ctor, term a)
{
    const term_node *n = term_at(t, a);
    if (n->kind == TERM_CTOR)
        return term_bool(t, n->of == ctor);
    if (((const icet_ctor *)ctor)->data->count == 1)
        return term_bool(t, true);
    if (n->kind == TERM_ITE) {
        term c = n->args[0], x = n->args[1], y = n->args[2];
        return term_ite(t, c, is_made_by(t, ctor, x), is_made_by(t, ctor, y));
    }
    return put(t, TERM_IS, 0, ctor, 1, &a);
}

static bool is_constant(const term_node *n)
{
    return n->kind == TERM_INT || n->kind == TERM_BOOL || n->kind == TERM_UNIT_PID ||
           n->kind == TERM_NOBODY;
}

/* A single process, `nobody` and a copy are pairwise different.  Two names may denote
 * one copy. */
static bool are_different(const term_node *a, const term_node *b)
{
    if (is_constant(a) && is_constant(b))
        return true; /* constants that are different terms */
    bool copy_a = a->kind == TERM_NAME || a->kind == TERM_SELF;
    bool copy_b = b->kind == TERM_NAME || b->kind == TERM_SELF;
    return (copy_a && is_constant(b)) || (copy_b && is_constant(a));
}

static term equal_all(term_store *t, const term_node *a, const term_node *b)
{
    assert(a->count == b->count);
    term all = term_bool(t, true);
    for (uint32_t i = 0; i < a->count; i++)
        all = term_binary(t, TERM_AND, all,
                          term_binary(t, TERM_EQ, a->args[i], b->args[i]));
    return all;
}

static term equal(term_store *t, term a, term b)
{
    if (a == b)
        return term_bool(t, true);
    const term_node *m = term_at(t, a), *n = term_at(t, b);
    if (are_different(m, n))
        return term_bool(t, false);
    if (m->kind == TERM_TUPLE && n->kind == TERM_TUPLE)
        return equal_all(t, m, n);
    if (m->kind == TERM_CTOR && n->kind == TERM_CTOR)
        return m->of == n->of ? equal_all(t, m, n) : term_bool(t, false);
    if (n->kind == TERM_CTOR && n->count == 0)
        return is_made_by(t, n->of, a);
    if (m->kind == TERM_CTOR && m->count == 0)
        return is_made_by(t, m->of, b);
    if (is_choice(t, a) && is_constant(n))
        return term_ite(t, m->args[0], equal(t, m->args[1], b),
                        equal(t, m->args[2], b));
    if (is_choice(t, b) && is_constant(m))
        return equal(t, b, a);
    if (m->kind == TERM_BOOL)
        return m->number ? b : term_unary(t, TERM_NOT, b);
    if (n->kind == TERM_BOOL)
        return n->number ? a : term_unary(t, TERM_NOT, a);
    return a < b ? put(t, TERM_EQ, 0, NULL, 2, (term[]){a, b})
                 : put(t, TERM_EQ, 0, NULL, 2, (term[]){b, a});
}

/* False: the result does not fit 64 bits. */
static bool compute(term_kind kind, int64_t a, int64_t b, int64_t *out)
{
    switch (kind) {
    case TERM_ADD:
        return !__builtin_add_overflow(a, b, out);
    case TERM_SUB:
        return !__builtin_sub_overflow(a, b, out);
    case TERM_MUL:
        return !__builtin_mul_overflow(a, b, out);
    default:
        return false;
    }
}

static term arithmetic(term_store *t, term_kind kind, term a, term b)
{
    assert(kind == TERM_ADD || kind == TERM_SUB || kind == TERM_MUL);
    const term_node *m = term_at(t, a), *n = term_at(t, b);
    int64_t number;
    if (m->kind == TERM_INT && n->kind == TERM_INT &&
        compute(kind, m->number, n->number, &number))
        return term_int(t, number);
    if (n->kind == TERM_INT && n->number == 0 && kind != TERM_MUL)
        return a;
    if (m->kind == TERM_INT && m->number == 0 && kind == TERM_ADD)
        return b;
    if (m->kind == TERM_INT && m->number == 1 && kind == TERM_MUL)
        return b;
    if (m->kind == TERM_INT && m->number == 0 && kind == TERM_MUL)
        return a;
    return put(t, kind, 0, NULL, 2, (term[]){a, b});
}

static term compare(term_store *t, term_kind kind, term a, term b)
{
    assert(kind == TERM_LT || kind == TERM_LE);
    const term_node *m = term_at(t, a), *n = term_at(t, b);
    if (m->kind == TERM_INT && n->kind == TERM_INT)
        return term_bool(t, kind == TERM_LT ? m->number < n->number
                                            : m->number <= n->number);
    if (a == b)
        return term_bool(t, kind == TERM_LE);
    return put(t, kind, 0, NULL, 2, (term[]){a, b});
}

/* NEUTRAL is the neutral element: true for `and`, false for `or`. */
static term junction(term_store *t, term_kind kind, term a, term b)
{
    assert(kind == TERM_AND || kind == TERM_OR);
    bool neutral = kind == TERM_AND;
    const term_node *m = term_at(t, a), *n = term_at(t, b);
    if (m->kind == TERM_BOOL)
        return (bool)m->number == neutral ? b : a;
    if (n->kind == TERM_BOOL)
        return (bool)n->number == neutral ? a : b;
    if (a == b)
        return a;
    return a < b ? put(t, kind, 0, NULL, 2, (term[]){a, b})
                 : put(t, kind, 0, NULL, 2, (term[]){b, a});
}

term term_unary(term_store *t, term_kind kind, term a)
{
    assert(kind == TERM_NOT || kind == TERM_NEGATE);
    const term_node *n = term_at(t, a);
    if (kind == TERM_NOT && n->kind == TERM_BOOL)
        return term_bool(t, !n->number);
    if (kind == TERM_NOT && n->kind == TERM_NOT)
        return n->args[0];
    if (kind == TERM_NEGATE && n->kind == TERM_INT && n->number != INT64_MIN)
        return term_int(t, -n->number);
    return put(t, kind, 0, NULL, 1, &a);
}

term term_binary(term_store *t, term_kind kind, term a, term b)
{
    switch (kind) {
    case TERM_EQ:
        return equal(t, a, b);
    case TERM_LT:
    case TERM_LE:
        return compare(t, kind, a, b);
    case TERM_AND:
    case TERM_OR:
        return junction(t, kind, a, b);
    default:
        return arithmetic(t, kind, a, b);
    }
}

term term_make(term_store *t, term_kind kind, int64_t number, const void *of,
               uint32_t count, const term *args)
{
    switch (kind) {
    case TERM_ITEM:
    case TERM_PART:
        return take_part(t, kind, number, of, args[0]);
    case TERM_IS:
        return is_made_by(t, of, args[0]);
    case TERM_NOT:
    case TERM_NEGATE:
        return term_unary(t, kind, args[0]);
    case TERM_ITE:
        return term_ite(t, args[0], args[1], args[2]);
    case TERM_ADD:
    case TERM_SUB:
    case TERM_MUL:
    case TERM_EQ:
    case TERM_LT:
    case TERM_LE:
    case TERM_AND:
    case TERM_OR:
        return term_binary(t, kind, args[0], args[1]);
    default:
        return put(t, kind, number, of, count, args);
    }
}

/* ---- replacement ---- */

term term_replace(term_store *t, term x, const term_change *change)
{
    if (x == TERM_NONE)
        return x;
    const term_node *n = term_at(t, x);
    term answer = change->of(change->context, x, n);
    if (answer != TERM_NONE || n->count == 0)
        return answer != TERM_NONE ? answer : x;
    term few[FEW_ARGS] = {0};
    size_t size = n->count * sizeof(term);
    term *args = n->count <= FEW_ARGS ? few : mem_alloc(size);
    bool same = true;
    for (uint32_t i = 0; i < n->count; i++) {
        args[i] = term_replace(t, n->args[i], change);
        same = same && args[i] == n->args[i];
    }
    term y = same ? x : term_make(t, n->kind, n->number, n->of, n->count, args);
    if (args != few)
        mem_free(args, size);
    return y;
}

/* ---- facts ---- */

/* The left side of a fact is an unknown, a part of one, or a condition. */
static bool may_be_subject(term_kind kind)
{
    switch (kind) {
    case TERM_UNKNOWN:
    case TERM_IS:
    case TERM_EQ:
    case TERM_LT:
    case TERM_LE:
    case TERM_AND:
    case TERM_OR:
    case TERM_ITE:
        return true;
    default:
        return kind == TERM_ITEM || kind == TERM_PART;
    }
}

static term by_fact(void *context, term x, const term_node *n)
{
    if (!may_be_subject(n->kind))
        return TERM_NONE;
    for (const term_fact *f = context; f; f = f->older)
        if (f->from == x)
            return f->to;
    return TERM_NONE;
}

/* Repeats, since the right side of a fact may be the left side of another.  It ends
 * because no fact's right side mentions its left side (learn_equal, mentions). */
term term_under(term_store *t, const term_fact *facts, term x)
{
    if (!facts || x == TERM_NONE)
        return x;
    term_change change = {(void *)(uintptr_t)facts, by_fact};
    for (term y;; x = y) {
        y = term_replace(t, x, &change);
        if (y == x)
            return x;
    }
}

static const term_fact *push(arena *memory, const term_fact *facts, term from, term to)
{
    assert(from != TERM_NONE && to != TERM_NONE);
    assert(from != to);
    term_fact *f = ARENA_NEW(memory, term_fact);
    *f = (term_fact){from, to, facts};
    return f;
}

static term made_of_unknowns(term_store *t, const icet_ctor *ctor)
{
    term few[FEW_ARGS];
    if (ctor->count > FEW_ARGS)
        return TERM_NONE;
    for (uint32_t i = 0; i < ctor->count; i++)
        few[i] = term_unknown(t, ctor->fields[i]);
    return term_make(t, TERM_CTOR, 0, ctor, ctor->count, few);
}

/* If CTOR made an unknown, the unknown is CTOR applied to new unknowns.  If not, and
 * its type has two constructors, the other one made it. */
static const term_fact *learn_ctor(arena *memory, term_store *t, const term_fact *facts,
                                   term of, const icet_ctor *ctor, bool value)
{
    assert(ctor->index < ctor->data->count);
    const icet_ctor *made = ctor;
    if (!value) {
        if (ctor->data->count != 2)
            return facts;
        made = &ctor->data->ctors[1 - ctor->index];
    }
    if (term_at(t, of)->kind != TERM_UNKNOWN)
        return facts;
    term parts = made_of_unknowns(t, made);
    return parts ? push(memory, facts, of, parts) : facts;
}

static const term_fact *learn_equal(arena *memory, term_store *t,
                                    const term_fact *facts, term a, term b)
{
    if (term_at(t, a)->kind == TERM_UNKNOWN)
        return push(memory, facts, a, b);
    if (term_at(t, b)->kind == TERM_UNKNOWN)
        return push(memory, facts, b, a);
    return facts;
}

/* Does X contain Y?  Then X must not replace Y. */
static bool mentions(const term_store *t, term x, term y)
{
    if (x == y)
        return true;
    const term_node *n = term_at(t, x);
    for (uint32_t i = 0; i < n->count; i++)
        if (mentions(t, n->args[i], y))
            return true;
    return false;
}

const term_fact *term_fact_add(arena *memory, term_store *t, const term_fact *facts,
                               term condition, bool value)
{
    const term_node *n = term_at(t, condition);
    if (n->kind == TERM_BOOL)
        return facts;
    if (n->kind == TERM_NOT)
        return term_fact_add(memory, t, facts, n->args[0], !value);
    facts = push(memory, facts, condition, term_bool(t, value));
    if (n->kind == (value ? TERM_AND : TERM_OR)) {
        facts = term_fact_add(memory, t, facts, n->args[0], value);
        facts =
            term_fact_add(memory, t, facts, term_under(t, facts, n->args[1]), value);
    } else if (n->kind == TERM_IS) {
        facts = learn_ctor(memory, t, facts, n->args[0], n->of, value);
    } else if (n->kind == TERM_EQ && value) {
        term a = n->args[0], b = n->args[1];
        if (!mentions(t, a, b) && !mentions(t, b, a))
            facts = learn_equal(memory, t, facts, a, b);
    }
    return facts;
}

/* ---- counting ---- */

static bool grows_by(const term_store *t, term before, const term_node *n,
                     int64_t *least, int64_t *most)
{
    const term_node *by = term_at(t, n->args[1]);
    if (by->kind != TERM_INT || !term_growth(t, before, n->args[0], least, most))
        return false;
    if (n->kind == TERM_ADD)
        return !__builtin_add_overflow(*least, by->number, least) &&
               !__builtin_add_overflow(*most, by->number, most);
    return !__builtin_sub_overflow(*least, by->number, least) &&
           !__builtin_sub_overflow(*most, by->number, most);
}

bool term_growth(const term_store *t, term before, term after, int64_t *least,
                 int64_t *most)
{
    *least = *most = 0;
    if (before == TERM_NONE || after == TERM_NONE || before == after)
        return before == after && before != TERM_NONE;
    const term_node *n = term_at(t, after);
    if (n->kind == TERM_ADD || n->kind == TERM_SUB)
        return grows_by(t, before, n, least, most);
    int64_t low, high;
    if (n->kind != TERM_ITE || !term_growth(t, before, n->args[1], least, most) ||
        !term_growth(t, before, n->args[2], &low, &high))
        return false;
    *least = low < *least ? low : *least;
    *most = high > *most ? high : *most;
    return true;
}

term term_counted(arena *memory, term_store *t, const term_fact **facts, term before,
                  term size, int64_t least, int64_t most)
{
    assert(least <= most);
    static const icet_type integer = {.kind = ICET_INT};
    term low = term_binary(t, TERM_MUL, term_int(t, least), size);
    low = term_binary(t, TERM_ADD, before, low);
    if (least == most)
        return low;
    term high = term_binary(t, TERM_MUL, term_int(t, most), size);
    high = term_binary(t, TERM_ADD, before, high);
    term x = term_unknown(t, &integer);
    *facts = term_fact_add(memory, t, *facts, term_binary(t, TERM_LE, low, x), true);
    *facts = term_fact_add(memory, t, *facts, term_binary(t, TERM_LE, x, high), true);
    return x;
}
