#include "core/openint_file.h"

#include "core/openint_state.h"

/* ---- Saving ---- */

void openint_file_save(const openints *o, savefile *f)
{
    savefile_put_number(f, o->variables.len);
    vec_each (v, &o->variables) {
        const uint32_t fields[3] = {v->machine, v->number, v->width};
        savefile_put(f, fields, sizeof fields);
    }
    savefile_put_number(f, o->terms.len);
    vec_each (t, &o->terms) {
        const int64_t fields[3] = {t->variable, t->minus, t->offset};
        savefile_put(f, fields, sizeof fields);
    }
}

/* ---- Loading ---- */

/* FIELDS as openint_file_save writes them. */
static bool is_variable(const core *c, const uint32_t *fields)
{
    bool is_fresh = fields[0] == MACHINE_NONE;
    return (is_fresh || fields[0] < c->vals.names.machines.len) &&
           fields[1] < OPENINT_MOST_NUMBERS && fields[2] > 1 &&
           fields[2] <= CHOOSE_LIMIT;
}

static bool load_variables(core *c, savefile *f)
{
    openints *o = c->vals.open;
    uint64_t count;
    uint32_t p[3];
    if (!savefile_get_number(f, &count) || count < o->variables.len)
        return false;
    for (uint64_t i = 0; i < count; i++)
        if (!savefile_get(f, p, sizeof p) || !is_variable(c, p) ||
            openint_index(o, (openint_variable){p[0], p[1], p[2]}) != i)
            return false;
    return true;
}

static bool is_part(const openints *o, int64_t index)
{
    return index == DIFF_ZERO || (index >= 0 && (uint64_t)index < o->variables.len);
}

static bool is_term(const openints *o, const int64_t *fields)
{
    return is_part(o, fields[0]) && is_part(o, fields[1]) && fields[0] != fields[1] &&
           fields[2] >= -OPENINT_MOST_OFFSET && fields[2] <= OPENINT_MOST_OFFSET;
}

static bool load_terms(openints *o, savefile *f)
{
    uint64_t count;
    int64_t p[3];
    if (!savefile_get_number(f, &count) || count < o->terms.len ||
        count > VALUE_ATOM_MASK)
        return false;
    for (uint64_t i = 0; i < count; i++)
        if (!savefile_get(f, p, sizeof p) || !is_term(o, p) ||
            openint_term_value(o, (openint_term){(uint32_t)p[0], (uint32_t)p[1],
                                                 p[2]}) != VALUE_ATOM(ATOM_OPEN, i))
            return false;
    return true;
}

bool openint_file_load(core *c, savefile *f)
{
    return load_variables(c, f) && load_terms(c->vals.open, f);
}

bool openint_file_has_term(const openints *o, uint32_t index)
{
    return o != NULL && index < o->terms.len;
}

/* ---- States ---- */

bool openint_file_is_named(core *c, value x)
{
    openint_variables in = openint_contents(c, x);
    for (size_t i = 0; i < in.count; i++)
        if (openint_is_fresh(c->vals.open, in.data[i]))
            return false;
    return true;
}

/* How many variables come first, in ascending order; all else must be numbers. */
static bool split(const core *c, value_view w, uint32_t *variables)
{
    const openints *o = c->vals.open;
    uint32_t i = 0;
    for (; i < w.count && value_is_open(w.items[i]); i++) {
        openint_term t = openint_term_of(o, w.items[i]);
        if (!openint_is_plain(&t) || t.offset != 0 ||
            (i > 0 && openint_term_of(o, w.items[i - 1]).variable >= t.variable))
            return false;
    }
    *variables = i;
    for (; i < w.count; i++)
        if ((w.items[i] & VALUE_INT_BIT) == 0) /* bounds are small */
            return false;
    return true;
}

/* The bounds of a variable lie within its range. */
static bool are_ranges(const core *c, const diff_bounds *b)
{
    size_t rows = b->variables.len + 1;
    for (size_t i = 1; i < rows; i++) {
        int64_t most = openint_most(c->vals.open, b->variables.data[i - 1]);
        if (b->at.data[i * rows] > most || b->at.data[i] > 0)
            return false;
    }
    return true;
}

/* Each bound is the least that follows from all, and none contradicts another. */
static bool is_closed(const diff_bounds *b)
{
    size_t rows = b->variables.len + 1;
    const int64_t *at = b->at.data;
    for (size_t i = 0; i < rows; i++) {
        if (at[i * rows + i] != 0)
            return false;
        for (size_t j = 0; j < rows; j++)
            for (size_t k = 0; k < rows; k++)
                if (at[i * rows + j] > at[i * rows + k] + at[k * rows + j])
                    return false;
    }
    return true;
}

bool openint_file_is_knowledge(const core *c, value x)
{
    value_view w = list_get(c, x);
    diff_bounds b = {0};
    uint32_t variables = 0;
    if (x == VALUE_NULL)
        return true;
    if (!split(c, w, &variables) || variables == 0 ||
        w.count - variables != (size_t)(variables + 1) * (variables + 1))
        return false;
    openint_load(c, x, &b);
    bool ok = are_ranges(c, &b) && is_closed(&b);
    diff_bounds_fini(&b);
    return ok;
}
