/* Entailments by Z3: some by hand for each kind of term, and many random ones, none of
 * which may be refuted by values. */
#include "engine/sequential/guess.h"
#include "engine/sequential/solver.h"

#include "base/smt.h"

#include "unit.h"

/* ---- a program: two single processes, two sets of copies, a set of indices ---- */

enum { ONE, OTHER, WORKER, CLIENT, PROCESSES };
enum { WORKERS, CLIENTS, INDICES };

static const icet_type t_int = {.kind = ICET_INT}, t_bool = {.kind = ICET_BOOL},
                       t_pid = {.kind = ICET_PID};

static icet_set sets[] = {{.process = WORKER},
                          {.process = CLIENT, .at_least = 2},
                          {.process = ICET_NONE, .at_least = 1}};
static icet_process processes[PROCESSES] = {
    {.set = ICET_NONE}, {.set = ICET_NONE}, {.set = WORKERS}, {.set = CLIENTS}};
static icet_message messages[1];
static const icet_program program = {.set_count = 3,
                                     .sets = sets,
                                     .process_count = PROCESSES,
                                     .processes = processes,
                                     .message_count = 0,
                                     .messages = messages};

/* type shape = Dot | Line(int) | Box(int, pid); */
static const icet_data shape;
static const icet_ctor ctors[] = {
    {"Dot", &shape, 0, 0, NULL},
    {"Line", &shape, 1, 1, (const icet_type *const[]){&t_int}},
    {"Box", &shape, 2, 2, (const icet_type *const[]){&t_int, &t_pid}},
};
static const icet_data shape = {.name = "shape", .count = 3, .ctors = ctors};
enum { DOT, LINE, BOX };
static const icet_type t_shape = {.kind = ICET_DATA, .data = &shape};
static const icet_type t_pair = {.kind = ICET_TUPLE,
                                 .count = 2,
                                 .items = (const icet_type *const[]){&t_int, &t_shape}};

typedef struct fixture {
    sequential_options options;
    arena memory;
    prover p;
    const term_fact *facts;
} fixture;

static void begin(fixture *f)
{
    *f = (fixture){.options = {.solver = true}};
    arena_init(&f->memory);
    f->p = (prover){.program = &program, .options = &f->options, .memory = &f->memory};
    f->p.picks = ARENA_ARRAY(&f->memory, icet_type, PROCESSES);
    for (uint32_t i = 0; i < PROCESSES; i++)
        f->p.picks[i].kind = ICET_PID;
    term_init(&f->p.terms);
}

static void end(fixture *f)
{
    solver_free(f->p.solver);
    vec_free(&f->p.names);
    vec_free(&f->p.own);
    term_fini(&f->p.terms);
    arena_fini(&f->memory);
}

/* ---- terms in short ---- */

static term number(fixture *f, int64_t n)
{
    return term_int(&f->p.terms, n);
}

static term unknown(fixture *f, const icet_type *type)
{
    return term_unknown(&f->p.terms, type);
}

static term op(fixture *f, term_kind kind, term a, term b)
{
    return term_binary(&f->p.terms, kind, a, b);
}

static term not_(fixture *f, term a)
{
    return term_unary(&f->p.terms, TERM_NOT, a);
}

static term implies(fixture *f, term a, term b)
{
    return op(f, TERM_OR, not_(f, a), b);
}

static term name(fixture *f, uint32_t process)
{
    return term_leaf(&f->p.terms, TERM_NAME, prover_name(&f->p, process, 0, ICET_NONE));
}

static term part(fixture *f, term_kind kind, uint32_t ctor, int64_t index, term x)
{
    return term_make(&f->p.terms, kind, index, kind == TERM_ITEM ? NULL : &ctors[ctor],
                     1, &x);
}

static void learn(fixture *f, term condition)
{
    f->facts = term_fact_add(&f->memory, &f->p.terms, f->facts,
                             term_under(&f->p.terms, f->facts, condition), true);
}

static bool entails(fixture *f, term x)
{
    return solver_entails(&f->p, f->facts, term_under(&f->p.terms, f->facts, x));
}

/* It holds, and its opposite does not. */
#define YES(x)                                   \
    do {                                         \
        term x_ = (x);                           \
        assert_true(entails(&f, x_));            \
        assert_false(entails(&f, not_(&f, x_))); \
    } while (0)

/* It may be either. */
#define OPEN(x)                                                \
    do {                                                       \
        term x_ = (x);                                         \
        assert_false(entails(&f, x_));                         \
        assert_false(entails(&f, not_(&f, x_)));               \
        assert_false(solver_ask(&f.p, f.facts, x_));           \
        assert_false(solver_ask(&f.p, f.facts, not_(&f, x_))); \
    } while (0)

/* ---- by hand ---- */

TEST(numbers)
{
    fixture f;
    begin(&f);
    term x = unknown(&f, &t_int), y = unknown(&f, &t_int);
    term sum = op(&f, TERM_ADD, x, y);
    OPEN(op(&f, TERM_LT, x, y));
    OPEN(op(&f, TERM_EQ, x, y));
    YES(op(&f, TERM_EQ, op(&f, TERM_SUB, sum, y), x));
    YES(op(&f, TERM_EQ, term_unary(&f.p.terms, TERM_NEGATE, op(&f, TERM_SUB, x, y)),
           op(&f, TERM_SUB, y, x)));
    YES(op(&f, TERM_LT, x, op(&f, TERM_ADD, x, number(&f, 1))));
    YES(op(&f, TERM_LE, number(&f, 0), op(&f, TERM_MUL, x, x)));
    learn(&f, op(&f, TERM_LT, number(&f, 3), x));
    YES(op(&f, TERM_LT, number(&f, 2), x));
    YES(op(&f, TERM_LE, number(&f, 4), x));
    OPEN(op(&f, TERM_LE, number(&f, 5), x));
    YES(implies(&f, op(&f, TERM_LT, x, y), op(&f, TERM_LE, number(&f, 5), y)));
    end(&f);
}

/* Integers are not machine words: nothing wraps around. */
TEST(large_numbers)
{
    fixture f;
    begin(&f);
    term x = unknown(&f, &t_int), most = number(&f, INT64_MAX);
    OPEN(op(&f, TERM_LE, x, most));
    YES(op(&f, TERM_LT, most, op(&f, TERM_ADD, most, number(&f, 1))));
    end(&f);
}

TEST(booleans)
{
    fixture f;
    begin(&f);
    term a = unknown(&f, &t_bool), b = unknown(&f, &t_bool);
    OPEN(a);
    OPEN(op(&f, TERM_AND, a, b));
    OPEN(op(&f, TERM_OR, a, b));
    YES(implies(&f, op(&f, TERM_AND, a, b), op(&f, TERM_OR, b, a)));
    term which = term_ite(&f.p.terms, a, number(&f, 1), number(&f, 5));
    YES(op(&f, TERM_LT, which, number(&f, 6)));
    OPEN(op(&f, TERM_LT, which, number(&f, 5)));
    learn(&f, op(&f, TERM_OR, a, b));
    learn(&f, not_(&f, a));
    YES(b);
    end(&f);
}

TEST(pids)
{
    fixture f;
    begin(&f);
    term_store *t = &f.p.terms;
    term one = term_leaf(t, TERM_UNIT_PID, ONE),
         other = term_leaf(t, TERM_UNIT_PID, OTHER);
    term nobody = term_leaf(t, TERM_NOBODY, 0), self = term_leaf(t, TERM_SELF, 0);
    term v = name(&f, WORKER), w = name(&f, WORKER), c = name(&f, CLIENT);
    term x = unknown(&f, &t_pid), picked = unknown(&f, &f.p.picks[WORKER]);
    OPEN(op(&f, TERM_EQ, v, w)); /* two names may be those of one copy */
    OPEN(op(&f, TERM_EQ, v, self));
    OPEN(op(&f, TERM_EQ, c, self));
    OPEN(op(&f, TERM_EQ, picked, v));
    OPEN(op(&f, TERM_EQ, x, one));
    OPEN(op(&f, TERM_EQ, x, nobody));
    YES(not_(&f, op(&f, TERM_EQ, v, c)));
    YES(not_(&f, op(&f, TERM_EQ, picked, c)));
    YES(not_(&f, op(&f, TERM_EQ, picked, nobody)));
    YES(not_(&f, op(&f, TERM_EQ, picked, one)));
    const term all[] = {one, other, nobody, v, self};
    for (size_t i = 0; i < COUNT_OF(all); i++)
        for (size_t k = 0; k < i; k++)
            if (!(all[i] == self && all[k] == v))
                YES(implies(&f, op(&f, TERM_EQ, x, all[i]),
                            not_(&f, op(&f, TERM_EQ, x, all[k]))));
    end(&f);
}

TEST(sizes)
{
    fixture f;
    begin(&f);
    term workers = term_leaf(&f.p.terms, TERM_SIZE, WORKERS);
    term clients = term_leaf(&f.p.terms, TERM_SIZE, CLIENTS);
    YES(op(&f, TERM_LE, number(&f, 0), workers));
    YES(op(&f, TERM_LE, number(&f, 2), clients));
    OPEN(op(&f, TERM_LE, number(&f, 1), workers));
    OPEN(op(&f, TERM_LE, number(&f, 3), clients));
    OPEN(op(&f, TERM_EQ, workers, clients));
    /* A name says nothing of how many there are: it may come from another branch. */
    name(&f, WORKER);
    learn(&f, op(&f, TERM_EQ, unknown(&f, &t_pid), name(&f, WORKER)));
    OPEN(op(&f, TERM_LE, number(&f, 1), workers));
    end(&f);
}

TEST(elements)
{
    fixture f;
    begin(&f);
    term i = unknown(&f, &t_int), size = term_leaf(&f.p.terms, TERM_SIZE, INDICES);
    f.facts = prover_element(&f.p, f.facts, INDICES, i);
    YES(op(&f, TERM_LT, number(&f, 0), i));
    YES(op(&f, TERM_LE, i, size));
    OPEN(op(&f, TERM_LT, i, size));
    const term_fact *before = f.facts;
    f.facts = prover_element(&f.p, f.facts, WORKERS, name(&f, WORKER));
    assert_ptr_equal(f.facts, before);
    end(&f);
}

TEST(tuples)
{
    fixture f;
    begin(&f);
    term_store *t = &f.p.terms;
    term x = unknown(&f, &t_pair), n = unknown(&f, &t_int);
    term dot = term_make(t, TERM_CTOR, 0, &ctors[DOT], 0, NULL);
    term made = term_make(t, TERM_TUPLE, 0, NULL, 2, (term[]){n, dot});
    OPEN(op(&f, TERM_EQ, x, made));
    YES(implies(&f, op(&f, TERM_EQ, x, made),
                op(&f, TERM_EQ, part(&f, TERM_ITEM, 0, 0, x), n)));
    YES(implies(&f, op(&f, TERM_EQ, x, made),
                part(&f, TERM_IS, DOT, 0, part(&f, TERM_ITEM, 0, 1, x))));
    term empty = term_make(t, TERM_TUPLE, 0, NULL, 0, NULL);
    static const icet_type t_unit = {.kind = ICET_TUPLE};
    YES(op(&f, TERM_EQ, unknown(&f, &t_unit), empty));
    end(&f);
}

TEST(data)
{
    fixture f;
    begin(&f);
    term_store *t = &f.p.terms;
    term x = unknown(&f, &t_shape), y = unknown(&f, &t_shape), n = unknown(&f, &t_int);
    term is_dot = part(&f, TERM_IS, DOT, 0, x), is_line = part(&f, TERM_IS, LINE, 0, x);
    term is_box = part(&f, TERM_IS, BOX, 0, x);
    OPEN(is_dot);
    OPEN(is_line);
    OPEN(op(&f, TERM_EQ, x, y));
    YES(not_(&f, op(&f, TERM_AND, is_dot, is_line)));
    YES(op(&f, TERM_OR, is_dot, op(&f, TERM_OR, is_line, is_box)));
    YES(implies(&f, op(&f, TERM_AND, is_dot, part(&f, TERM_IS, DOT, 0, y)),
                op(&f, TERM_EQ, x, y)));
    term line = term_make(t, TERM_CTOR, 0, &ctors[LINE], 1, &n);
    YES(implies(&f, op(&f, TERM_EQ, x, line),
                op(&f, TERM_EQ, part(&f, TERM_PART, LINE, 0, x), n)));
    OPEN(implies(&f, is_line, op(&f, TERM_EQ, part(&f, TERM_PART, LINE, 0, x), n)));
    term who = unknown(&f, &t_pid);
    term box = term_make(t, TERM_CTOR, 0, &ctors[BOX], 2, (term[]){n, who});
    YES(implies(&f, op(&f, TERM_EQ, x, box),
                op(&f, TERM_EQ, part(&f, TERM_PART, BOX, 1, x), who)));
    learn(&f, is_box);
    learn(&f, op(&f, TERM_LT, n, part(&f, TERM_PART, BOX, 0, x)));
    YES(op(&f, TERM_LT, op(&f, TERM_SUB, n, number(&f, 1)),
           part(&f, TERM_PART, BOX, 0, x)));
    end(&f);
}

/* Facts that contradict each other entail everything. */
TEST(nowhere)
{
    fixture f;
    begin(&f);
    term x = unknown(&f, &t_int);
    learn(&f, op(&f, TERM_LT, number(&f, 3), x));
    learn(&f, op(&f, TERM_LT, x, number(&f, 5)));
    assert_false(entails(&f, term_bool(&f.p.terms, false)));
    learn(&f, not_(&f, op(&f, TERM_EQ, x, number(&f, 4))));
    assert_true(entails(&f, term_bool(&f.p.terms, false)));
    end(&f);
}

TEST(decisions)
{
    fixture f;
    begin(&f);
    term_store *t = &f.p.terms;
    term x = unknown(&f, &t_int);
    learn(&f, op(&f, TERM_LT, number(&f, 3), x));
    term open = op(&f, TERM_LT, number(&f, 4), x);
    assert_int_equal(solver_decide(&f.p, f.facts, open), open);
    assert_true(term_is_true(
        t, solver_decide(&f.p, f.facts, op(&f, TERM_LT, number(&f, 2), x))));
    assert_true(term_is_false(
        t, solver_decide(&f.p, f.facts, op(&f, TERM_EQ, number(&f, 2), x))));
    end(&f);
}

/* What is too hard is not entailed, and takes no time to speak of. */
TEST(too_hard)
{
    fixture f;
    begin(&f);
    term x = unknown(&f, &t_int), y = unknown(&f, &t_int), z = unknown(&f, &t_int);
    term cubes[] = {x, y, z};
    for (size_t i = 0; i < COUNT_OF(cubes); i++)
        cubes[i] = op(&f, TERM_MUL, cubes[i], op(&f, TERM_MUL, cubes[i], cubes[i]));
    term sum = op(&f, TERM_ADD, cubes[0], op(&f, TERM_ADD, cubes[1], cubes[2]));
    assert_false(entails(&f, not_(&f, op(&f, TERM_EQ, sum, number(&f, 42)))));
    end(&f);
}

/* ---- at random: values by an evaluator of its own ---- */

typedef struct value {
    int64_t number; /* of a pid: see pid_of; of data: the constructor */
    uint32_t count;
    struct value *args;
} value;

enum { UNKNOWNS = 256, OF_A_TYPE = 3, QUESTIONS = 1500, WORLDS = 150 };

typedef struct env {
    fixture *f;
    uint64_t seed;
    term leaves[5][OF_A_TYPE]; /* by type: unknowns, names */
    value unknowns[UNKNOWNS];
    int64_t names[OF_A_TYPE], self, sizes[3];
} env;

static const icet_type *const types[] = {&t_int, &t_bool, &t_pid, &t_shape, &t_pair};
enum { INT, BOOL, PID, SHAPE, PAIR };

static int64_t pid_of(int64_t process, int64_t copy)
{
    return process + 10 * copy; /* nobody is -1 */
}

static value any_value(env *w, const icet_type *type)
{
    value v = {(int64_t)rnd_below(&w->seed, 5) - 1, 0, NULL};
    const icet_type *const *items = NULL;
    if (type->kind == ICET_BOOL) {
        v.number = rnd_below(&w->seed, 2);
    } else if (type->kind == ICET_PID && v.number >= WORKER) {
        v.number = pid_of(v.number, 1 + rnd_below(&w->seed, 2));
    } else if (type->kind == ICET_TUPLE) {
        v = (value){0, type->count, NULL};
        items = type->items;
    } else if (type->kind == ICET_DATA) {
        v.number = rnd_below(&w->seed, type->data->count);
        v.count = type->data->ctors[v.number].count;
        items = type->data->ctors[v.number].fields;
    }
    v.args = ARENA_ARRAY(&w->f->memory, value, v.count + 1);
    for (uint32_t i = 0; i < v.count; i++)
        v.args[i] = any_value(w, items[i]);
    return v;
}

static bool same(value a, value b)
{
    if (a.number != b.number || a.count != b.count)
        return false;
    for (uint32_t i = 0; i < a.count; i++)
        if (!same(a.args[i], b.args[i]))
            return false;
    return true;
}

static value eval(env *w, term x);

static value eval_parts(env *w, const term_node *n)
{
    value v = {n->kind == TERM_CTOR ? ((const icet_ctor *)n->of)->index : 0, n->count,
               ARENA_ARRAY(&w->f->memory, value, n->count + 1)};
    for (uint32_t i = 0; i < n->count; i++)
        v.args[i] = eval(w, n->args[i]);
    return v;
}

/* A part of what was made otherwise may be anything: 0, false, the process 0. */
static value eval_part(value of, const term_node *n)
{
    uint32_t ctor = n->kind == TERM_PART ? ((const icet_ctor *)n->of)->index : 0;
    return of.number == ctor ? of.args[n->number] : (value){0, 0, NULL};
}

static int64_t eval_number(env *w, const term_node *n)
{
    value a = eval(w, n->args[0]);
    value b = n->count > 1 ? eval(w, n->args[1]) : a;
    switch (n->kind) {
    case TERM_IS:
        return a.number == ((const icet_ctor *)n->of)->index;
    case TERM_NOT:
        return !a.number;
    case TERM_NEGATE:
        return -a.number;
    case TERM_ADD:
        return a.number + b.number;
    case TERM_SUB:
        return a.number - b.number;
    case TERM_MUL:
        return a.number * b.number;
    case TERM_EQ:
        return same(a, b);
    case TERM_LT:
        return a.number < b.number;
    case TERM_LE:
        return a.number <= b.number;
    case TERM_AND:
        return a.number && b.number;
    default:
        assert_int_equal(n->kind, TERM_OR);
        return a.number || b.number;
    }
}

static value eval(env *w, term x)
{
    const term_node *n = term_at(&w->f->p.terms, x);
    switch (n->kind) {
    case TERM_NAME:
        return (value){w->names[n->number], 0, NULL};
    case TERM_SELF:
        return (value){w->self, 0, NULL};
    case TERM_NOBODY:
        return (value){-1, 0, NULL};
    case TERM_SIZE:
        return (value){w->sizes[n->number], 0, NULL};
    case TERM_UNKNOWN:
        return w->unknowns[n->number];
    case TERM_TUPLE:
    case TERM_CTOR:
        return eval_parts(w, n);
    case TERM_ITEM:
    case TERM_PART:
        return eval_part(eval(w, n->args[0]), n);
    case TERM_ITE:
        return eval(w, n->args[eval(w, n->args[0]).number ? 1 : 2]);
    default:
        return (value){n->count == 0 ? n->number : eval_number(w, n), 0, NULL};
    }
}

/* Any values, but those that facts say of an unknown.  The newest fact first: older
 * ones may be about what it defines.  Do all facts hold then? */
static bool imagine(env *w)
{
    fixture *f = w->f;
    for (uint32_t i = 0; i < f->p.terms.unknowns; i++)
        w->unknowns[i] = any_value(w, types[i < 5 * OF_A_TYPE ? i / OF_A_TYPE : INT]);
    for (uint32_t i = 0; i < OF_A_TYPE; i++)
        w->names[i] = pid_of(f->p.names.data[i].process, 1 + rnd_below(&w->seed, 2));
    w->self = pid_of(WORKER + rnd_below(&w->seed, 2), 1 + rnd_below(&w->seed, 2));
    for (uint32_t i = 0; i < COUNT_OF(sets); i++)
        w->sizes[i] = sets[i].at_least + rnd_below(&w->seed, 3);
    for (const term_fact *k = f->facts; k; k = k->older) {
        const term_node *n = term_at(&f->p.terms, k->from);
        if (n->kind == TERM_UNKNOWN)
            w->unknowns[n->number] = eval(w, k->to);
    }
    for (const term_fact *k = f->facts; k; k = k->older)
        if (!same(eval(w, k->from), eval(w, k->to)))
            return false;
    return true;
}

static term any_term(env *w, unsigned type, unsigned depth);

static term any_leaf(env *w, unsigned type)
{
    term_store *t = &w->f->p.terms;
    unsigned which = rnd_below(&w->seed, 8);
    if (type == INT && which < 3)
        return which ? term_int(t, which)
                     : term_leaf(t, TERM_SIZE, rnd_below(&w->seed, 3));
    if (type == PID && which < 5)
        return which < 2   ? term_leaf(t, TERM_UNIT_PID, which)
               : which < 3 ? term_leaf(t, TERM_NOBODY, 0)
               : which < 4 ? term_leaf(t, TERM_SELF, 0)
                           : term_leaf(t, TERM_NAME, rnd_below(&w->seed, OF_A_TYPE));
    return w->leaves[type][rnd_below(&w->seed, OF_A_TYPE)];
}

static term any_condition(env *w, unsigned depth)
{
    fixture *f = w->f;
    unsigned which = rnd_below(&w->seed, 7), type = rnd_below(&w->seed, 5);
    switch (which) {
    case 0:
        return not_(f, any_term(w, BOOL, depth));
    case 1:
    case 2:
        return op(f, which == 1 ? TERM_AND : TERM_OR, any_term(w, BOOL, depth),
                  any_term(w, BOOL, depth));
    case 3:
    case 4:
        return op(f, which == 3 ? TERM_LT : TERM_LE, any_term(w, INT, depth),
                  any_term(w, INT, depth));
    case 5:
        return part(f, TERM_IS, rnd_below(&w->seed, 3), 0, any_term(w, SHAPE, depth));
    default:
        return op(f, TERM_EQ, any_term(w, type, depth), any_term(w, type, depth));
    }
}

static term any_integer(env *w, unsigned depth)
{
    static const term_kind kinds[] = {TERM_ADD, TERM_SUB, TERM_MUL};
    fixture *f = w->f;
    unsigned which = rnd_below(&w->seed, 6);
    if (which < 3)
        return op(f, kinds[which], any_term(w, INT, depth), any_term(w, INT, depth));
    if (which == 3)
        return term_unary(&f->p.terms, TERM_NEGATE, any_term(w, INT, depth));
    if (which == 4)
        return part(f, TERM_ITEM, 0, 0, any_term(w, PAIR, depth));
    return part(f, TERM_PART, LINE + rnd_below(&w->seed, 2), 0,
                any_term(w, SHAPE, depth));
}

static term any_shape(env *w, unsigned depth)
{
    unsigned ctor = rnd_below(&w->seed, 4);
    if (ctor == 3)
        return part(w->f, TERM_ITEM, 0, 1, any_term(w, PAIR, depth));
    term args[2] = {any_term(w, INT, depth), any_term(w, PID, depth)};
    return term_make(&w->f->p.terms, TERM_CTOR, 0, &ctors[ctor], ctors[ctor].count,
                     args);
}

static term any_term(env *w, unsigned type, unsigned depth)
{
    term_store *t = &w->f->p.terms;
    unsigned which = rnd_below(&w->seed, 6);
    if (depth == 0 || which == 0)
        return any_leaf(w, type);
    depth--;
    if (which == 1)
        return term_ite(t, any_condition(w, depth), any_term(w, type, depth),
                        any_term(w, type, depth));
    switch (type) {
    case INT:
        return any_integer(w, depth);
    case BOOL:
        return any_condition(w, depth);
    case PID:
        return part(w->f, TERM_PART, BOX, 1, any_term(w, SHAPE, depth));
    case SHAPE:
        return any_shape(w, depth);
    default:
        return term_make(t, TERM_TUPLE, 0, NULL, 2,
                         (term[]){any_term(w, INT, depth), any_term(w, SHAPE, depth)});
    }
}

static void furnish(env *w, fixture *f, uint64_t seed)
{
    *w = (env){.f = f, .seed = seed};
    for (size_t type = 0; type < COUNT_OF(types); type++)
        for (unsigned i = 0; i < OF_A_TYPE; i++)
            w->leaves[type][i] = unknown(f, types[type]);
    for (unsigned i = 0; i < OF_A_TYPE; i++)
        prover_name(&f->p, i < 2 ? WORKER : CLIENT, 0, ICET_NONE);
}

/* How many of WORLDS in which the facts hold say that X does not? */
static unsigned refutations(env *w, term x)
{
    unsigned count = 0;
    for (unsigned i = 0; i < WORLDS; i++)
        count += imagine(w) && !eval(w, x).number;
    return count;
}

TEST(at_random)
{
    unsigned said_yes = 0, refuted = 0, guessed = 0;
    for (uint64_t seed = 0; seed < QUESTIONS / 10; seed++) {
        fixture f;
        begin(&f);
        env *w = mem_alloc(sizeof *w);
        furnish(w, &f, seed);
        for (unsigned q = 0; q < 10; q++) {
            f.facts = NULL;
            for (unsigned i = rnd_below(&w->seed, 4); i > 0; i--)
                learn(&f, any_condition(w, 2));
            term x = term_under(&f.p.terms, f.facts, any_condition(w, 3));
            bool yes = solver_ask(&f.p, f.facts, x);
            unsigned against = refutations(w, x);
            if (yes && against > 0)
                fail_msg("seed %llu, question %u", (unsigned long long)seed, q);
            said_yes += yes;
            refuted += against > 0;
            guessed += against > 0 && guess_refutes(&f.p, f.facts, x);
            assert_false(yes && guess_refutes(&f.p, f.facts, x));
        }
        mem_free(w, sizeof *w);
        end(&f);
    }
    /* It is no use if it never comes to that. */
    assert_true(said_yes > QUESTIONS / 20);
    assert_true(refuted > QUESTIONS / 4);
    assert_true(guessed > refuted * 9 / 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(numbers),   LEAK_FREE(large_numbers), LEAK_FREE(booleans),
        LEAK_FREE(pids),      LEAK_FREE(sizes),         LEAK_FREE(elements),
        LEAK_FREE(tuples),    LEAK_FREE(data),          LEAK_FREE(nowhere),
        LEAK_FREE(decisions), LEAK_FREE(too_hard),      LEAK_FREE(at_random),
    };
    if (!smt_name())
        return 77; /* meson: skipped */
    return cmocka_run_group_tests(tests, NULL, NULL);
}
