/* Where variables are declared.
 *
 * In the notation a variable is declared by its first assignment and visible to the end
 * of that block.  P's variables are visible in the whole function.  One that is stored
 * in a branch and read after it is given some value before, so that the program can be
 * written down; that value is never read.
 */
#include "engine/sequential/extract/extract_private.h"

typedef struct scoping {
    bool *is_known;
    bool *is_missed;
    VEC(uint32_t) known; /* innermost last */
} scoping;

static void miss_reads(scoping *p, const icet_expr *e)
{
    if (e == NULL)
        return;
    if (e->kind == ICET_EX_VAR && !p->is_known[e->index])
        p->is_missed[e->index] = true;
    for (uint32_t i = 0; i < e->count; i++)
        miss_reads(p, e->args[i]);
}

static void know(scoping *p, uint32_t slot)
{
    if (slot == ICET_NONE || p->is_known[slot])
        return;
    p->is_known[slot] = true;
    vec_push(&p->known, slot);
}

static void leave(scoping *p, size_t mark)
{
    while (p->known.len > mark)
        p->is_known[vec_pop(&p->known)] = false;
}

static void look_through(scoping *p, const icet_stmt *s)
{
    size_t outer = p->known.len;
    for (; s != NULL; s = s->next) {
        miss_reads(p, s->to);
        miss_reads(p, s->value);
        size_t mark = p->known.len;
        know(p, s->var);
        look_through(p, s->then);
        look_through(p, s->otherwise);
        if (s->kind == ICET_FOR)
            leave(p, mark);
    }
    leave(p, outer);
}

static const icet_expr *some_value(extraction *x, const icet_type *type, srcpos pos)
{
    VEC(const icet_expr *) args = {0};
    const icet_ctor *ctor = type->kind == ICET_DATA ? type->data->ctors : NULL;
    uint32_t count = ctor != NULL ? ctor->count : type->count;
    for (uint32_t i = 0; i < count; i++)
        vec_push(&args,
                 some_value(x, ctor != NULL ? ctor->fields[i] : type->items[i], pos));
    static const icet_expr_kind kinds[] = {[ICET_INT] = ICET_EX_INT,
                                           [ICET_BOOL] = ICET_EX_BOOL,
                                           [ICET_PID] = ICET_EX_NOBODY,
                                           [ICET_TUPLE] = ICET_EX_TUPLE,
                                           [ICET_DATA] = ICET_EX_CTOR};
    icet_expr *e =
        icet_expr_new(&x->builder, kinds[type->kind], pos, type, args.data, count);
    e->ctor = ctor;
    vec_free(&args);
    return e;
}

const icet_stmt *extract_widen(extract_maker *m, const icet_stmt *body)
{
    size_t size = m->vars.len + 1;
    scoping p = {.is_known = mem_alloc(size), .is_missed = mem_alloc(size)};
    look_through(&p, body);
    extract_block *top = ARENA_NEW(&m->x->scratch, extract_block);
    m->block = top;
    for (uint32_t i = 0; i < m->vars.len; i++)
        if (p.is_missed[i]) {
            const icet_var *v = &m->vars.data[i];
            extract_emit_assign(m, i, some_value(m->x, v->type, v->pos), v->pos);
        }
    mem_free(p.is_known, size);
    mem_free(p.is_missed, size);
    vec_free(&p.known);
    if (top->last == NULL)
        return body;
    top->last->stmt.next = body;
    return &top->first->stmt;
}
