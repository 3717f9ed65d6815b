#include "core/openint_why.h"

#include "core/run.h"

#include <stdlib.h>

typedef struct name_place {
    uint32_t variable;
    srcpos place;
} name_place;

struct openint_why {
    openint_reasons reasons;
    VEC(srcpos) fresh;     /* by number of a fresh variable of the run: its place */
    VEC(name_place) names; /* a variable with a name has one or several */
};

void openint_explain(openints *o)
{
    o->why = mem_alloc(sizeof *o->why);
}

void openint_why_free(openint_why *w)
{
    if (w == NULL)
        return;
    vec_free(&w->reasons);
    vec_free(&w->fresh);
    vec_free(&w->names);
    mem_free(w, sizeof *w);
}

/* ---- Reasons ---- */

static void add_reason(openint_reasons *to, const openint_reason *r)
{
    vec_each (one, to)
        if (one->choice == r->choice && one->operation == r->operation &&
            one->op == r->op) {
            one->most = one->most > r->most ? one->most : r->most;
            one->times += r->times;
            return;
        }
    vec_push(to, *r);
}

/* First what happened most; then by place, so that the order is always the same. */
static int by_weight(const void *a, const void *b)
{
    const openint_reason *x = a;
    const openint_reason *y = b;
    if (x->times != y->times)
        return x->times > y->times ? -1 : 1;
    if (x->choice != y->choice)
        return x->choice < y->choice ? -1 : 1;
    if (x->operation != y->operation)
        return x->operation < y->operation ? -1 : 1;
    return x->op - y->op;
}

void openint_add_reasons(const openints *o, openint_reasons *out)
{
    if (o->why == NULL)
        return;
    vec_each (reason, &o->why->reasons)
        add_reason(out, reason);
    if (out->len > 1)
        qsort(out->data, out->len, sizeof *out->data, by_weight);
}

static uint8_t op_of(const run *r)
{
    if (r->p.frames.len == 0)
        return IR_RETURN;
    const frame *f = vec_last(&r->p.frames);
    return r->c->ir->functions[f->function].code[f->pc].op;
}

static void note_reason(const run *r, srcpos choice, uint8_t op, uint32_t ways)
{
    const openint_reason reason = {choice, r->pos, op, ways, 1};
    add_reason(&r->c->vals.open->why->reasons, &reason);
}

/* ---- In steps ---- */

void openint_why_made(const run *r, uint32_t number)
{
    openint_why *w = r->c->vals.open->why;
    if (w == NULL)
        return;
    assert(number <= w->fresh.len);
    w->fresh.len = number; /* what follows was made by an earlier run */
    vec_push(&w->fresh, r->pos);
}

void openint_why_known(const run *r, uint32_t variable, uint32_t ways)
{
    const openints *o = r->c->vals.open;
    const openint_why *w = o->why;
    if (w == NULL || r->points == NULL)
        return;
    if (openint_is_fresh(o, variable)) {
        uint32_t number = openint_variable_of(o, variable)->number;
        note_reason(r, *vec_at(&w->fresh, number), op_of(r), ways);
        return;
    }
    vec_each (name, &w->names)
        if (name->variable == variable)
            note_reason(r, name->place, op_of(r), ways);
}

void openint_why_tried(const run *r, uint32_t ways)
{
    const openints *o = r->c->vals.open;
    if (o != NULL && o->why != NULL && r->points != NULL)
        note_reason(r, r->pos, IR_MOVE, ways);
}

/* ---- Names ---- */

value openint_why_places(core *c)
{
    const openints *o = c->vals.open;
    size_t base = c->scratch.len;
    if (o->why == NULL || o->fresh == 0)
        return VALUE_NULL;
    for (uint32_t i = 0; i < o->fresh; i++)
        vec_push(&c->scratch, value_int(&c->vals, *vec_at(&o->why->fresh, i)));
    value list = list_make(c, c->scratch.data + base, c->scratch.len - base);
    c->scratch.len = base;
    return list;
}

void openint_why_named(core *c, uint32_t fresh, uint32_t named, value places)
{
    const openints *o = c->vals.open;
    if (o->why == NULL)
        return;
    uint32_t number = openint_variable_of(o, fresh)->number;
    value place = value_item(&c->vals, places, number);
    const name_place made = {named, (srcpos)value_to_int(&c->vals, place)};
    vec_each (name, &o->why->names)
        if (name->variable == made.variable && name->place == made.place)
            return;
    vec_push(&o->why->names, made);
}
