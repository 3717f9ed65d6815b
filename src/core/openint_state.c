#include "core/openint_state.h"

#include "core/openint_why.h"
#include "core/outbox.h"

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

/* PAIRS: a LIST of variables, each with what replaces it. */
static void add_replacements(replacing *p, value pairs)
{
    value_view w = list_get(p->c, pairs);
    for (uint32_t i = 0; i < w.count; i += 2) {
        uint32_t variable = openint_term_of(p->c->vals.open, w.items[i]).variable;
        vec_push(&p->all, ((replacement){variable, w.items[i + 1]}));
    }
}

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

/* What stands for a variable of a term: itself, its replacement, or zero. */
static value by_variable(const replacing *p, uint32_t variable)
{
    openints *o = p->c->vals.open;
    if (variable == DIFF_ZERO)
        return value_int(&p->c->vals, 0);
    const replacement *r = find_replacement(p, variable);
    return r != NULL ? r->by
                     : openint_variable_value(o, *openint_variable_of(o, variable));
}

/* Null: its constant gets too large. */
static value replaced_term(const replacing *p, const openint_term *t)
{
    values *v = &p->c->vals;
    value plus = by_variable(p, t->variable);
    value minus = by_variable(p, t->minus);
    value x = openint_difference(v, plus, minus);
    return x != VALUE_NULL ? openint_sum(v, x, value_int(v, t->offset)) : VALUE_NULL;
}

static value replace_term(const replacing *p, value x)
{
    openint_term t = openint_term_of(p->c->vals.open, x);
    value by = replaced_term(p, &t);
    if (by == VALUE_NULL) /* then nothing is concluded from the state */
        p->c->limit = STOP_VALUES;
    return by != VALUE_NULL ? by : x;
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

void openint_replace(core *c, value pairs, value *columns, size_t count)
{
    replacing p = {.c = c};
    add_replacements(&p, pairs);
    for (size_t i = 0; i < count; i++)
        columns[i] = replace(&p, columns[i]);
    replacing_fini(&p);
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
    bool used[OPENINT_MOST_NUMBERS];
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

static void mark_numbers(numbers *n, value list)
{
    value_view w = list_get(n->c, list);
    for (uint32_t i = 0; i < w.count; i++)
        n->used[value_to_int(&n->c->vals, w.items[i])] = true;
}

static uint32_t free_number(numbers *n)
{
    uint32_t number = 0;
    while (number < OPENINT_MOST_NUMBERS && n->used[number])
        number++;
    if (number < OPENINT_MOST_NUMBERS)
        n->used[number] = true;
    return number;
}

/* The fresh variables in X that have no name yet, in the order in which they were made:
 * indices follow the order in which a search has met them. */
static void find_fresh(const replacing *p, value x, diff_bounds_variables *found)
{
    const openints *o = p->c->vals.open;
    openint_variables in = openint_contents(p->c, x);
    for (size_t i = 0; i < in.count; i++) {
        if (!openint_is_fresh(o, in.data[i]) || find_replacement(p, in.data[i]) != NULL)
            continue;
        uint32_t number = openint_variable_of(o, in.data[i])->number;
        size_t at = found->len;
        vec_push(found, in.data[i]);
        for (; at > 0; at--) {
            if (openint_variable_of(o, found->data[at - 1])->number < number)
                break;
            found->data[at] = found->data[at - 1];
        }
        found->data[at] = in.data[i];
    }
}

/* False: there is no number left. */
static bool name_fresh(replacing *p, numbers *n, value x)
{
    openints *o = p->c->vals.open;
    diff_bounds_variables fresh = {0};
    bool ok = true;
    find_fresh(p, x, &fresh);
    vec_each (variable, &fresh) {
        uint32_t width = openint_variable_of(o, *variable)->width;
        openint_variable named = {n->machine, free_number(n), width};
        ok = named.number < OPENINT_MOST_NUMBERS;
        if (!ok)
            break;
        replacement r = {*variable, openint_variable_value(o, named)};
        vec_push(&p->all, r);
    }
    vec_free(&fresh);
    return ok;
}

/* For those who ask why ints become known. */
static void note_names(const replacing *p, const outcome *o)
{
    const openints *all = p->c->vals.open;
    vec_each (one, &p->all)
        openint_why_named(p->c, one->variable, openint_term_of(all, one->by).variable,
                          value_item(&p->c->vals, o->learned, 2));
}

static value new_names(core *c, const replacing *p)
{
    size_t base = c->scratch.len;
    vec_each (one, &p->all)
        vec_push(&c->scratch, one->by);
    value list = list_make(c, c->scratch.data + base, c->scratch.len - base);
    c->scratch.len = base;
    return list;
}

/* All that the step has read was in a column, or in its stimulus. */
bool openint_name(core *c, machine_id id, const openint_sight *in_use, outcome *o,
                  value *named)
{
    /* The first two outlast the step, so they get the least numbers. */
    value *const parts[] = {&o->local, &o->effects, &o->choices, &o->learned};
    const size_t part_count = sizeof parts / sizeof *parts;
    numbers n = {.c = c, .machine = id};
    replacing p = {.c = c};
    bool ok = true;
    mark_used(&n, in_use->columns, in_use->count);
    mark_used(&n, &in_use->stimulus, 1);
    mark_used(&n, &in_use->named, 1);
    mark_numbers(&n, in_use->numbers);
    for (size_t k = 0; ok && k < part_count; k++)
        ok = name_fresh(&p, &n, *parts[k]);
    for (size_t k = 0; ok && k < part_count; k++)
        *parts[k] = replace(&p, *parts[k]);
    if (ok && c->vals.open->why != NULL)
        note_names(&p, o);
    if (ok)
        *named = new_names(c, &p);
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

static bool are_equal(const diff_bounds *b, size_t row, size_t column)
{
    return at(b, row, column) == -at(b, column, row);
}

/* What variable number I equals: a number, or the first of those that it equals plus a
 * constant; null: neither. */
static value equal_of(core *c, const diff_bounds *b, size_t i)
{
    openints *o = c->vals.open;
    size_t row = i + 1;
    size_t first = i;
    if (are_equal(b, row, 0))
        return value_int(&c->vals, at(b, row, 0));
    for (size_t j = 0; j < b->variables.len; j++)
        if (are_equal(b, row, j + 1) &&
            openint_order(&c->vals, b->variables.data[j], b->variables.data[first]) < 0)
            first = j;
    if (first == i)
        return VALUE_NULL;
    openint_variable v = *openint_variable_of(o, b->variables.data[first]);
    return openint_sum(&c->vals, openint_variable_value(o, v),
                       value_int(&c->vals, at(b, row, first + 1)));
}

static value find_equal(core *c, const diff_bounds *b)
{
    openints *o = c->vals.open;
    size_t base = c->scratch.len;
    for (size_t i = 0; i < b->variables.len; i++) {
        value by = equal_of(c, b, i);
        if (by == VALUE_NULL)
            continue;
        openint_variable v = *openint_variable_of(o, b->variables.data[i]);
        vec_push(&c->scratch, openint_variable_value(o, v));
        vec_push(&c->scratch, by);
    }
    value pairs = list_make(c, c->scratch.data + base, c->scratch.len - base);
    c->scratch.len = base;
    return pairs;
}

value openint_equalities(core *c, value knowledge)
{
    openints *o = c->vals.open;
    if (knowledge == VALUE_NULL)
        return VALUE_NULL;
    size_t known = idmap_get_number(&o->equalities, knowledge);
    if (known == 0) {
        diff_bounds b = {0};
        openint_load(c, knowledge, &b);
        known = (size_t)find_equal(c, &b) + 1;
        idmap_put_number(&o->equalities, knowledge, known);
        diff_bounds_fini(&b);
    }
    return (value)(known - 1);
}

value openint_forget(core *c, value knowledge, value variables)
{
    diff_bounds b = {0};
    value_view w = list_get(c, variables);
    openint_load(c, knowledge, &b);
    for (uint32_t i = 0; i < w.count; i++) {
        uint32_t variable = openint_term_of(c->vals.open, w.items[i]).variable;
        if (diff_bounds_has(&b, variable))
            diff_bounds_drop(&b, variable);
    }
    openint_drop_idle(c->vals.open, &b);
    value rest = openint_store(c, &b);
    diff_bounds_fini(&b);
    return rest;
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

static value find_dead(core *c, const openint_row *to)
{
    openint_variables known = openint_contents(c, to->columns[to->known]);
    size_t base = c->scratch.len;
    for (size_t i = 0; i < known.count; i++) {
        openint_variable v = *openint_variable_of(c->vals.open, known.data[i]);
        if (!is_in(c, to, known.data[i]))
            vec_push(&c->scratch, openint_variable_value(c->vals.open, v));
    }
    value dead = list_make(c, c->scratch.data + base, c->scratch.len - base);
    c->scratch.len = base;
    return dead;
}

/* The first variable of those that are equal is replaced by none of the others, so one
 * pass is enough. */
static void normalize(core *c, openint_row *to, value pairs)
{
    for (size_t i = 0; pairs != VALUE_NULL && i < to->count; i++)
        if (i != to->known)
            openint_replace(c, pairs, &to->columns[i], 1);
    for (size_t i = to->known + 2; pairs != VALUE_NULL && i < to->count; i += 2)
        to->columns[i] = outbox_sort(c, to->columns[i]);
    value dead = find_dead(c, to);
    if (dead != VALUE_NULL)
        to->columns[to->known] = openint_forget(c, to->columns[to->known], dead);
}

void openint_normalize(core *c, const openint_row *from, openint_row *to, value named)
{
    value known = to->columns[to->known];
    assert(from->known == to->known && from->count <= to->count);
    if (known == VALUE_NULL)
        return;
    value pairs = openint_equalities(c, known);
    if (pairs != VALUE_NULL || may_lose(c, from, to, named))
        normalize(c, to, pairs);
}
