#include "core/outcome_cover.h"

#include <string.h>

struct outcome_cover {
    coverage *aside;
    coverage *counted; /* the coverage of the core, while a step is executed */
    coverage_charges charges;
    idmap joins;       /* (set, set) -> both together + 1 */
    VEC(value) points; /* by point of the step: what is executed on paths to it */
};

outcome_cover *outcome_cover_new(const ir_program *ir)
{
    outcome_cover *o = mem_alloc(sizeof *o);
    o->aside = coverage_new(ir);
    o->aside->charges = &o->charges;
    return o;
}

void outcome_cover_free(outcome_cover *o)
{
    if (o == NULL)
        return;
    coverage_free(o->aside);
    vec_free(&o->charges);
    idmap_fini(&o->joins);
    vec_free(&o->points);
    mem_free(o, sizeof *o);
}

static outcome_cover *cover_of(const core *c)
{
    return c->vals.open->cover;
}

/* ---- Sets: LISTs of marks, each an int, in ascending order of their places ---- */

enum { MARK_BITS = 8, WORD = sizeof(uint64_t) };

static value mark_value(core *c, size_t place, uint8_t marks)
{
    return value_int(&c->vals, (int64_t)(place << MARK_BITS | marks));
}

static size_t mark_place(const core *c, value mark)
{
    return (size_t)value_to_int(&c->vals, mark) >> MARK_BITS;
}

static uint8_t mark_bits(const core *c, value mark)
{
    return (uint8_t)value_to_int(&c->vals, mark);
}

static value merge(core *c, value a, value b)
{
    size_t base = c->scratch.len;
    value_view x = list_get(c, a);
    value_view y = list_get(c, b);
    for (uint32_t i = 0, k = 0; i < x.count || k < y.count;) {
        size_t p = i < x.count ? mark_place(c, x.items[i]) : SIZE_MAX;
        size_t q = k < y.count ? mark_place(c, y.items[k]) : SIZE_MAX;
        uint8_t marks = p <= q ? mark_bits(c, x.items[i++]) : 0;
        if (q <= p)
            marks |= mark_bits(c, y.items[k++]);
        vec_push(&c->scratch, mark_value(c, p < q ? p : q, marks));
    }
    value list = list_make(c, c->scratch.data + base, c->scratch.len - base);
    c->scratch.len = base;
    return list;
}

static value join(core *c, value a, value b)
{
    idmap *joins = &cover_of(c)->joins;
    if (a == b || b == VALUE_NULL)
        return a;
    if (a == VALUE_NULL)
        return b;
    size_t known = idmap_get_number(joins, IDMAP_KEY(a, b));
    if (known == 0) {
        known = (size_t)merge(c, a, b) + 1;
        idmap_put_number(joins, IDMAP_KEY(a, b), known);
    }
    return (value)(known - 1);
}

/* ---- What runs execute ---- */

void outcome_cover_begin(core *c, uint64_t key)
{
    outcome_cover *o = cover_of(c);
    coverage_begin_step(c->coverage, key);
    coverage_begin_step(o->aside, 0);
    vec_clear(&o->charges);
    o->counted = c->coverage;
    c->coverage = o->aside;
}

void outcome_cover_end(core *c)
{
    outcome_cover *o = cover_of(c);
    (void)outcome_cover_take(c);
    c->coverage = o->counted;
    if (!c->coverage->is_known)
        coverage_repeat(c->coverage, o->charges.data, o->charges.len);
}

/* Adds the marks of one word; none of them is left aside. */
static void take_word(core *c, size_t first)
{
    outcome_cover *o = cover_of(c);
    for (size_t i = first; i < first + WORD; i++) {
        uint8_t *marks = &o->aside->marks[i];
        o->counted->marks[i] |= *marks & COVER_CUT;
        *marks &= (uint8_t)~o->counted->marks[i];
        if (*marks != 0)
            vec_push(&c->scratch, mark_value(c, i, *marks));
        *marks = 0;
    }
}

static uint64_t word_at(const uint8_t *bytes)
{
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
    return word;
}

value outcome_cover_take(core *c)
{
    const outcome_cover *o = cover_of(c);
    const uint8_t *ran = o->aside->marks;
    const uint8_t *counted = o->counted->marks;
    size_t base = c->scratch.len;
    assert(c->coverage == o->aside);
    for (size_t i = 0; i < o->aside->mark_count; i += WORD)
        if ((word_at(ran + i) & ~word_at(counted + i)) != 0)
            take_word(c, i);
    value list = list_make(c, c->scratch.data + base, c->scratch.len - base);
    c->scratch.len = base;
    return list;
}

/* ---- Outcomes ---- */

static bool is_empty(const choice_points *p)
{
    if (p->before != VALUE_NULL)
        return false;
    vec_each (e, &p->edges)
        if (e->executed != VALUE_NULL)
            return false;
    return true;
}

/* Adds MORE to a set; true: it has grown. */
static bool grow(core *c, value *set, value more)
{
    value both = join(c, *set, more);
    bool has_grown = both != *set;
    *set = both;
    return has_grown;
}

void outcome_cover_spread(core *c, const choice_points *p, outcome *outcomes,
                          size_t count)
{
    outcome_cover *o = cover_of(c);
    vec_clear(&o->points);
    for (size_t i = 0; i < p->points.len; i++)
        vec_push(&o->points, p->before);
    if (p->points.len == 0 && count > 0)
        outcomes[0].covers = p->executed; /* it made no choices */
    for (bool changed = !is_empty(p); changed;) {
        changed = false;
        vec_each (e, &p->edges) {
            value *to =
                e->is_end ? &outcomes[e->to].covers : &o->points.data[e->to - 1];
            value by = join(c, o->points.data[e->from - 1], e->executed);
            changed |= grow(c, to, by);
        }
    }
}

void outcome_cover_add_run(core *c, size_t point, outcome *o)
{
    value before = *vec_at(&cover_of(c)->points, point);
    o->covers = join(c, o->covers, join(c, before, outcome_cover_take(c)));
}

void outcome_cover_count(core *c, value covers)
{
    value_view w = list_get(c, covers);
    assert(c->coverage != cover_of(c)->aside);
    for (uint32_t i = 0; i < w.count; i++)
        c->coverage->marks[mark_place(c, w.items[i])] |= mark_bits(c, w.items[i]);
}

bool outcome_cover_has_counted(const core *c, value covers)
{
    value_view w = list_get(c, covers);
    for (uint32_t i = 0; i < w.count; i++)
        if ((mark_bits(c, w.items[i]) &
             ~c->coverage->marks[mark_place(c, w.items[i])]) != 0)
            return false;
    return true;
}
