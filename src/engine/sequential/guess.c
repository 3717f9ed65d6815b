/* Random small values for the unknowns of a query.
 *
 * A valuation gives every unknown, name and size a constant; simplification then
 * computes the query and the facts.  If all facts become true and the query false, it
 * is not entailed: a refutation is a checked counterexample, so it is never wrong.
 */
#include "engine/sequential/guess.h"

/* More tries rarely find more. */
enum { TRIES = 64 };

/* Numbers to choose from: those that the query mentions, and their neighbours. */
enum { MAX_NUMBERS = 32 };

/* Names choose among so many copies of a process, so that two names are sometimes
 * equal. */
enum { COPIES = 3 };

typedef struct guessing {
    prover *p;
    const term_fact *facts;
    arena memory;
    uint64_t seed;
    VEC(term) terms; /* of the query */
    term *values;    /* by term; TERM_NONE: not computed in this try */
    uint32_t number_count;
    int64_t numbers[MAX_NUMBERS];
} guessing;

static uint32_t below(guessing *g, uint32_t limit)
{
    assert(limit > 0);
    g->seed = g->seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((g->seed >> 33) % limit);
}

/* ---- candidate numbers ---- */

static void add_number(guessing *g, int64_t number)
{
    for (uint32_t i = 0; i < g->number_count; i++)
        if (g->numbers[i] == number)
            return;
    if (g->number_count < MAX_NUMBERS)
        g->numbers[g->number_count++] = number;
}

static void find_numbers(guessing *g, term x)
{
    if (g->values[x])
        return; /* visited */
    g->values[x] = x;
    vec_push(&g->terms, x);
    const term_node *n = term_at(&g->p->terms, x);
    if (n->kind == TERM_INT && n->number > INT32_MIN && n->number < INT32_MAX)
        for (int64_t i = -1; i <= 1; i++)
            add_number(g, n->number + i);
    for (uint32_t i = 0; i < n->count; i++)
        find_numbers(g, n->args[i]);
}

static void find_all_numbers(guessing *g, term x)
{
    for (int64_t i = -1; i <= 2; i++)
        add_number(g, i);
    find_numbers(g, x);
    for (const term_fact *f = g->facts; f; f = f->older) {
        find_numbers(g, f->from);
        find_numbers(g, f->to);
    }
}

/* ---- values ---- */

/* A pid that no single process has. */
static term any_copy(guessing *g, uint32_t process)
{
    uint32_t count = g->p->program->process_count;
    return term_leaf(&g->p->terms, TERM_UNIT_PID,
                     process + (int64_t)count * (1 + below(g, COPIES)));
}

/* `nobody`, a single process, or a copy. */
static term any_pid(guessing *g)
{
    const icet_program *program = g->p->program;
    uint32_t process = below(g, program->process_count + 1);
    if (process == program->process_count)
        return term_leaf(&g->p->terms, TERM_NOBODY, 0);
    if (program->processes[process].set != ICET_NONE)
        return any_copy(g, process);
    return term_leaf(&g->p->terms, TERM_UNIT_PID, process);
}

static term any_self(guessing *g)
{
    const icet_program *program = g->p->program;
    uint32_t process = below(g, program->process_count);
    for (uint32_t i = 0; i < program->process_count; i++) {
        uint32_t at = (process + i) % program->process_count;
        if (program->processes[at].set != ICET_NONE)
            return any_copy(g, at);
    }
    return any_copy(g, process);
}

static term any_size(guessing *g, uint32_t set)
{
    assert(g->number_count > 0);
    int64_t number = g->numbers[below(g, g->number_count)];
    int64_t least = g->p->program->sets[set].at_least;
    return term_int(&g->p->terms, number < least ? least + below(g, 3) : number);
}

static term any_of(guessing *g, const icet_type *type);

static term any_parts(guessing *g, term_kind kind, const icet_ctor *ctor,
                      uint32_t count, const icet_type *const *types)
{
    term *parts = ARENA_ARRAY(&g->memory, term, count + 1);
    for (uint32_t i = 0; i < count; i++)
        parts[i] = any_of(g, types[i]);
    return term_make(&g->p->terms, kind, 0, ctor, count, parts);
}

static term any_of(guessing *g, const icet_type *type)
{
    prover *p = g->p;
    if (type >= p->picks && type < p->picks + p->program->process_count)
        return any_copy(g, (uint32_t)(type - p->picks));
    switch (type->kind) {
    case ICET_INT:
        return term_int(&p->terms, g->numbers[below(g, g->number_count)]);
    case ICET_BOOL:
        return term_bool(&p->terms, below(g, 2));
    case ICET_PID:
        return any_pid(g);
    case ICET_TUPLE:
        return any_parts(g, TERM_TUPLE, NULL, type->count, type->items);
    case ICET_DATA:
        break;
    }
    const icet_ctor *ctor = &type->data->ctors[below(g, type->data->count)];
    return any_parts(g, TERM_CTOR, ctor, ctor->count, ctor->fields);
}

static term value_of(guessing *g, term x);

/* An unknown that a fact determines has that value. */
static term any_unknown(guessing *g, term x, const icet_type *type)
{
    for (const term_fact *f = g->facts; f; f = f->older)
        if (f->from == x)
            return value_of(g, f->to);
    return any_of(g, type);
}

/* A value that another constructor made has no such part, and no process reads it. */
static bool is_other(const prover *p, term x, const icet_ctor *ctor)
{
    const term_node *n = term_at(&p->terms, x);
    return n->kind == TERM_CTOR && n->of != ctor;
}

/* Replaces leaves by constants; simplification computes the rest. */
static term compute_value(guessing *g, term x)
{
    assert(x != TERM_NONE);
    prover *p = g->p;
    const term_node *n = term_at(&p->terms, x);
    switch (n->kind) {
    case TERM_NAME:
        return any_copy(g, p->names.data[n->number].process);
    case TERM_SELF:
        return any_self(g);
    case TERM_SIZE:
        return any_size(g, (uint32_t)n->number);
    case TERM_UNKNOWN:
        return any_unknown(g, x, n->of);
    default:
        break;
    }
    if (n->count == 0)
        return x;
    term *args = ARENA_ARRAY(&g->memory, term, n->count);
    for (uint32_t i = 0; i < n->count; i++)
        args[i] = value_of(g, n->args[i]);
    if (n->kind == TERM_PART && is_other(p, args[0], n->of))
        return any_of(g, ((const icet_ctor *)n->of)->fields[n->number]);
    return term_make(&p->terms, n->kind, n->number, n->of, n->count, args);
}

static term value_of(guessing *g, term x)
{
    if (!g->values[x])
        g->values[x] = compute_value(g, x);
    return g->values[x];
}

/* ---- tries ---- */

static bool facts_hold(guessing *g)
{
    term_store *t = &g->p->terms;
    for (const term_fact *f = g->facts; f; f = f->older) {
        term from = value_of(g, f->from), to = value_of(g, f->to);
        if (!term_is_true(t, term_binary(t, TERM_EQ, from, to)))
            return false;
    }
    return true;
}

static bool is_refuted(guessing *g, term x)
{
    for (unsigned i = 0; i < TRIES; i++) {
        vec_each (y, &g->terms)
            g->values[*y] = TERM_NONE;
        if (facts_hold(g) && term_is_false(&g->p->terms, value_of(g, x)))
            return true;
    }
    return false;
}

bool guess_refutes(prover *p, const term_fact *facts, term x)
{
    guessing g = {.p = p, .facts = facts};
    size_t size = intern_count(&p->terms.nodes) * sizeof *g.values;
    g.values = mem_alloc(size);
    arena_init(&g.memory);
    find_all_numbers(&g, x);
    bool refuted = is_refuted(&g, x);
    arena_fini(&g.memory);
    vec_free(&g.terms);
    mem_free(g.values, size);
    return refuted;
}
