#include "core/openint_state.h"

#include "core/openint_why.h"

/* A state has no more live variables of one machine. */
enum { MOST_NUMBERS = 1024 };

/* ---- Replacing variables in a value ---- */

typedef struct replacement {
    uint32_t variable;
    value by; /* a term, or an int */
} replacement;

typedef struct replacing {
    core *c;
    VEC(replacement) all;
    idmap done; /* value -> its replacement + 1 */
} replacing;

static void replacing_fini(replacing *p)
{
    vec_free(&p->all);
    idmap_fini(&p->done);
}

static const replacement *find_replacement(const replacing *p, uint32_t variable)
{
    vec_each (one, &p->all)
        if (one->variable == variable)
            return one;
    return NULL;
}

static bool concerns(const replacing *p, value x)
{
    openint_variables in = openint_contents(p->c, x);
    for (size_t i = 0; i < in.count; i++)
        if (find_replacement(p, in.data[i]) != NULL)
            return true;
    return false;
}

static value replace_term(const replacing *p, value x)
{
    openints *o = p->c->vals.open;
    openint_term t = openint_term_of(o, x);
    value by = find_replacement(p, t.variable)->by;
    if (value_is_open(by)) {
        value sum = openint_sum(o, by, t.offset);
        if (sum == VALUE_NULL) /* then nothing is concluded from the state */
            p->c->limit = STOP_VALUES;
        return sum != VALUE_NULL ? sum : x;
    }
    return value_int(&p->c->vals, value_to_int(&p->c->vals, by) + t.offset);
}

static value replace(replacing *p, value x)
{
    if (!concerns(p, x))
        return x;
    if (value_is_open(x))
        return replace_term(p, x);
    size_t known = idmap_get_number(&p->done, x);
    if (known != 0)
        return (value)(known - 1);
    core *c = p->c;
    value_view w = value_get(&c->vals, x);
    size_t base = c->scratch.len;
    for (uint32_t i = 0; i < w.count; i++) {
        value item = replace(p, w.items[i]);
        vec_push(&c->scratch, item);
    }
    value y = value_make(&c->vals, w.kind, w.aux, c->scratch.data + base, w.count);
    c->scratch.len = base;
    idmap_put_number(&p->done, x, (size_t)y + 1);
    return y;
}

/* ---- Knowledge ---- */

/* Adds to B the bounds of MORE; false: there is no solution. */
static bool add_bounds(const openints *o, diff_bounds *b, const diff_bounds *more)
{
    size_t count = more->variables.len;
    for (size_t i = 0; i < count; i++)
        openint_add_variable(o, b, more->variables.data[i]);
    for (size_t i = 0; i <= count; i++)
        for (size_t j = 0; j <= count; j++) {
            uint32_t x = i == 0 ? DIFF_ZERO : more->variables.data[i - 1];
            uint32_t y = j == 0 ? DIFF_ZERO : more->variables.data[j - 1];
            if (i != j &&
                !diff_bounds_limit(b, x, y, more->at.data[i * (count + 1) + j]))
                return false;
        }
    return true;
}

static bool conjoin(core *c, value a, value b, value *both)
{
    diff_bounds of_a = {0};
    diff_bounds of_b = {0};
    openint_load(c, a, &of_a);
    openint_load(c, b, &of_b);
    bool has_solution = add_bounds(c->vals.open, &of_a, &of_b);
    if (has_solution) {
        openint_drop_idle(c->vals.open, &of_a);
        *both = openint_store(c, &of_a);
    }
    diff_bounds_fini(&of_a);
    diff_bounds_fini(&of_b);
    return has_solution;
}

bool openint_assume(core *c, value *knowledge, value more)
{
    enum { CONTRADICTION = 1, VALUES = 2 };
    openints *o = c->vals.open;
    uint64_t key = IDMAP_KEY(*knowledge, more);
    if (more == VALUE_NULL)
        return true;
    size_t known = idmap_get_number(&o->conjunctions, key);
    if (known == 0) {
        value both;
        known = conjoin(c, *knowledge, more, &both) ? VALUES + (size_t)both
                                                    : (size_t)CONTRADICTION;
        idmap_put_number(&o->conjunctions, key, known);
    }
    if (known == CONTRADICTION)
        return false;
    *knowledge = (value)(known - VALUES);
    return true;
}

/* ---- Names ---- */

/* The numbers of a machine that are in use. */
typedef struct numbers {
    core *c;
    machine_id machine;
    bool used[MOST_NUMBERS];
} numbers;

static void mark_used(numbers *n, const value *items, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        openint_variables in = openint_contents(n->c, items[k]);
        for (size_t i = 0; i < in.count; i++) {
            const openint_variable *v =
                openint_variable_of(n->c->vals.open, in.data[i]);
            if (v->machine == n->machine)
                n->used[v->number] = true;
        }
    }
}

static uint32_t free_number(numbers *n)
{
    uint32_t number = 0;
    while (number < MOST_NUMBERS && n->used[number])
        number++;
    if (number < MOST_NUMBERS)
        n->used[number] = true;
    return number;
}

/* Fresh variables in X that have no name yet get one; false: there is none left. */
static bool name_fresh(replacing *p, numbers *n, value x)
{
    openints *o = p->c->vals.open;
    openint_variables in = openint_contents(p->c, x);
    for (size_t i = 0; i < in.count; i++) {
        uint32_t fresh = in.data[i];
        uint32_t width = openint_variable_of(o, fresh)->width;
        if (!openint_is_fresh(o, fresh) || find_replacement(p, fresh) != NULL)
            continue;
        openint_variable named = {n->machine, free_number(n), width};
        if (named.number == MOST_NUMBERS)
            return false;
        replacement r = {fresh, openint_variable_value(o, named)};
        vec_push(&p->all, r);
    }
    return true;
}

/* For those who ask why ints become known. */
static void note_names(const replacing *p, const outcome *o)
{
    const openints *all = p->c->vals.open;
    vec_each (one, &p->all)
        openint_why_named(p->c, one->variable, openint_term_of(all, one->by).variable,
                          value_item(&p->c->vals, o->learned, 2));
}

static value add_named(core *c, value named, const replacing *p)
{
    size_t base = c->scratch.len;
    value_view before = list_get(c, named);
    for (uint32_t i = 0; i < before.count; i++)
        vec_push(&c->scratch, before.items[i]);
    vec_each (one, &p->all)
        vec_push(&c->scratch, one->by);
    value list = list_make(c, c->scratch.data + base, c->scratch.len - base);
    c->scratch.len = base;
    return list;
}

/* All that the step has read was in a column, or is named. */
bool openint_name(core *c, machine_id id, const value *columns, size_t count,
                  outcome *o, value *named)
{
    /* The first two outlast the step, so they get the least numbers. */
    value *const parts[] = {&o->local, &o->effects, &o->choices, &o->learned};
    const size_t part_count = sizeof parts / sizeof *parts;
    numbers n = {.c = c, .machine = id};
    replacing p = {.c = c};
    bool ok = true;
    if (o->choices == VALUE_NULL) /* a new variable is among the choices */
        return true;
    mark_used(&n, columns, count);
    mark_used(&n, named, 1);
    for (size_t k = 0; ok && k < part_count; k++)
        ok = name_fresh(&p, &n, *parts[k]);
    for (size_t k = 0; ok && k < part_count; k++)
        *parts[k] = replace(&p, *parts[k]);
    if (ok && c->vals.open->why != NULL)
        note_names(&p, o);
    if (ok)
        *named = add_named(c, *named, &p);
    else
        c->limit = STOP_VALUES;
    replacing_fini(&p);
    return ok;
}

/* ---- Normal form ---- */

static int64_t at(const diff_bounds *b, size_t row, size_t column)
{
    return b->at.data[row * (b->variables.len + 1) + column];
}

/* What variable number I equals: a number, or an earlier variable plus a constant;
 * null: neither. */
static value equal_of(core *c, const diff_bounds *b, size_t i)
{
    openints *o = c->vals.open;
    size_t row = i + 1;
    for (size_t j = 0; j < row; j++) {
        if (at(b, row, j) != -at(b, j, row))
            continue;
        if (j == 0)
            return value_int(&c->vals, at(b, row, 0));
        openint_variable v = *openint_variable_of(o, b->variables.data[j - 1]);
        return openint_sum(o, openint_variable_value(o, v), at(b, row, j));
    }
    return VALUE_NULL;
}

static void find_equal(replacing *p, const diff_bounds *b)
{
    for (size_t i = 0; i < b->variables.len; i++) {
        replacement r = {b->variables.data[i], equal_of(p->c, b, i)};
        if (r.by != VALUE_NULL)
            vec_push(&p->all, r);
    }
}

/* Does it say that variables are equal, or have one value?  Cached. */
static bool has_equal(core *c, value knowledge)
{
    enum { NO = 1, YES };
    openints *o = c->vals.open;
    size_t known = idmap_get_number(&o->equalities, knowledge);
    if (known == 0) {
        replacing p = {.c = c};
        diff_bounds b = {0};
        openint_load(c, knowledge, &b);
        find_equal(&p, &b);
        known = p.all.len > 0 ? YES : NO;
        idmap_put_number(&o->equalities, knowledge, known);
        diff_bounds_fini(&b);
        replacing_fini(&p);
    }
    return known == YES;
}

static bool has_variable(openint_variables list, uint32_t variable)
{
    for (size_t i = 0; i < list.count; i++)
        if (list.data[i] == variable)
            return true;
    return false;
}

static bool is_in(core *c, const openint_row *to, uint32_t variable)
{
    for (size_t i = 0; i < to->count; i++)
        if (i != to->known &&
            has_variable(openint_contents(c, to->columns[i]), variable))
            return true;
    return false;
}

/* Is a variable of both X and KNOWN not in Y? */
static bool loses(core *c, openint_variables known, value x, value y)
{
    openint_variables before = openint_contents(c, x);
    openint_variables after = openint_contents(c, y);
    for (size_t i = 0; i < before.count; i++)
        if (has_variable(known, before.data[i]) && !has_variable(after, before.data[i]))
            return true;
    return false;
}

/* May a variable of which something is known be dead now?  It was in a column that has
 * changed, or is new: the step has read it, or made it. */
static bool may_lose(core *c, const openint_row *from, const openint_row *to,
                     value named)
{
    openint_variables known = openint_contents(c, to->columns[to->known]);
    if (loses(c, known, named, VALUE_NULL))
        return true;
    for (size_t i = 0; i < from->count; i++)
        if (i != to->known && from->columns[i] != to->columns[i] &&
            loses(c, known, from->columns[i], to->columns[i]))
            return true;
    return false;
}

static void drop_dead(core *c, const openint_row *to, diff_bounds *b)
{
    for (size_t i = b->variables.len; i-- > 0;)
        if (!is_in(c, to, b->variables.data[i]))
            diff_bounds_drop(b, b->variables.data[i]);
}

/* The first variable of those that are equal is replaced by none of the others, so one
 * pass is enough. */
static void normalize(core *c, openint_row *to)
{
    replacing p = {.c = c};
    diff_bounds b = {0};
    openint_load(c, to->columns[to->known], &b);
    find_equal(&p, &b);
    for (size_t i = 0; p.all.len > 0 && i < to->count; i++)
        if (i != to->known)
            to->columns[i] = replace(&p, to->columns[i]);
    size_t before = b.variables.len;
    drop_dead(c, to, &b);
    if (b.variables.len < before) {
        openint_drop_idle(c->vals.open, &b);
        to->columns[to->known] = openint_store(c, &b);
    }
    diff_bounds_fini(&b);
    replacing_fini(&p);
}

void openint_normalize(core *c, const openint_row *from, openint_row *to, value named)
{
    value known = to->columns[to->known];
    assert(from->known == to->known && from->count <= to->count);
    if (known != VALUE_NULL && (has_equal(c, known) || may_lose(c, from, to, named)))
        normalize(c, to);
}
