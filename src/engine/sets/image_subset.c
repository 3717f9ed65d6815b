/* Subsets of states, by a condition on each column or on one. */
#include "engine/sets/image_private.h"

/* May a run end in a state with value V in column X? */
static bool is_terminal(const core *c, set_column x, value v)
{
    switch (x.kind) {
    case COLUMN_LOCAL:
        return !ts_can_act(c, v, VALUE_NULL);
    case COLUMN_OUTBOX:
    case COLUMN_CHANNEL:
        return v == VALUE_NULL;
    case COLUMN_INBOX:
    case COLUMN_ENV:
        break;
    }
    return true;
}

/* Does column X allow the run to end here without a violation?  A state is accepted if
 * all of its columns are (ts_final looks for single traits). */
static bool is_accepted(const core *c, set_column x, value v)
{
    machine_id id = x.kind == COLUMN_ENV     ? COMPONENT_ENV
                    : x.kind == COLUMN_INBOX ? x.machine | COMPONENT_INBOX_BIT
                                             : x.machine;
    if (x.kind == COLUMN_OUTBOX || x.kind == COLUMN_CHANNEL)
        return true;
    unsigned traits = component_traits(c, id, (component){v, VALUE_NULL});
    return ts_final(c, traits & ~(unsigned)TRAIT_ENABLED) == FAULT_NONE;
}

static bool belongs(const core *c, set_column x, value v, image_subset_kind which)
{
    switch (which) {
    case SUBSET_SETTLED:
        return x.kind != COLUMN_LOCAL || !ts_is_urgent(c, x.machine, v);
    case SUBSET_TERMINAL:
        return is_terminal(c, x, v);
    case SUBSET_ACCEPTED:
        return is_accepted(c, x, v);
    }
    assert(0 && "a subset of no kind");
    return true;
}

static ldd take_subset(set_image *m, ldd a, uint32_t level, image_subset_kind which)
{
    uint32_t what = m->subsets[which] + level;
    ldd result;
    if (a == LDD_EMPTY || level == m->levels)
        return a;
    if (ldd_cache_get(m->s, what, a, 0, &result))
        return result;
    size_t mark = m->s->stack.len;
    for (ldd x = a; x != LDD_EMPTY; x = ldd_at(m->s, x)->right) {
        const ldd_node n = *ldd_at(m->s, x);
        if (belongs(m->c, m->l->columns.data[level], n.value, which))
            image_push(m, n.value, take_subset(m, n.down, level + 1, which));
    }
    result = ldd_list(m->s, mark, LDD_EMPTY);
    ldd_cache_put(m->s, what, a, 0, result);
    return result;
}

ldd image_subset(set_image *m, ldd from, image_subset_kind which)
{
    image_refresh(m);
    image_number_levels(m);
    return take_subset(m, from, 0, which);
}

/* The states in which ID, whose local state is at level AT, is new. */
static ldd take_urgent(set_image *m, ldd a, uint32_t level, uint32_t at, machine_id id)
{
    ldd result;
    if (a == LDD_EMPTY)
        return a;
    if (ldd_cache_get(m->s, m->urgent + level, a, at, &result))
        return result;
    size_t mark = m->s->stack.len;
    for (ldd x = a; x != LDD_EMPTY; x = ldd_at(m->s, x)->right) {
        const ldd_node n = *ldd_at(m->s, x);
        if (level < at)
            image_push(m, n.value, take_urgent(m, n.down, level + 1, at, id));
        else if (ts_is_urgent(m->c, id, n.value))
            image_push(m, n.value, n.down);
    }
    result = ldd_list(m->s, mark, LDD_EMPTY);
    ldd_cache_put(m->s, m->urgent + level, a, at, result);
    return result;
}

ldd image_urgent(set_image *m, ldd from, machine_id id)
{
    uint32_t at = layout_level(m->l, (set_column){.kind = COLUMN_LOCAL, .machine = id});
    image_refresh(m);
    image_number_levels(m);
    return at == LEVEL_NONE ? LDD_EMPTY : take_urgent(m, from, 0, at, id);
}

static ldd take_where(set_image *m, ldd a, uint32_t below, value v)
{
    if (a == LDD_EMPTY)
        return a;
    size_t mark = m->s->stack.len;
    for (ldd x = a; x != LDD_EMPTY; x = ldd_at(m->s, x)->right) {
        const ldd_node n = *ldd_at(m->s, x);
        if (below > 0)
            image_push(m, n.value, take_where(m, n.down, below - 1, v));
        else if (n.value == v)
            image_push(m, v, n.down);
    }
    return ldd_list(m->s, mark, LDD_EMPTY);
}

ldd image_where(set_image *m, ldd from, uint32_t level, value v)
{
    assert(level < m->l->columns.len);
    return take_where(m, from, level, v);
}
