/* compute.c -- evaluates expressions on the cells of a copy.
 *
 * A result is a pointer to cells: into the variables, or into the scratch cells of the
 * thread, which instance_cells_room has sized for the largest statement.  So nothing is
 * allocated or freed, and no result is overwritten before the statement ends.  IceT's
 * integers are unbounded: an overflow of 64 bits cuts the thread, and the instance does
 * not count as explored.
 */
#include "icet_instance/instance_private.h"

#include <string.h>

static cell *take_room(instance_thread *f, uint32_t cells)
{
    cell *out = f->room + f->used;
    f->used += cells;
    assert(f->used <= f->plan->room);
    return out;
}

static const cell *put(instance_thread *f, cell v)
{
    cell *out = take_room(f, 1);
    *out = v;
    return out;
}

static cell scalar(instance_thread *f, const icet_expr *e)
{
    return *instance_thread_eval(f, e);
}

/* ---- Tuples and data ---- */

static void copy_args(instance_thread *f, const icet_expr *e, cell *out)
{
    for (uint32_t i = 0; i < e->count; i++) {
        uint32_t width = instance_cells_width(f->setup, e->args[i]->type);
        const cell *arg = instance_thread_eval(f, e->args[i]);
        memcpy(out, arg, width * sizeof *out);
        out += width;
    }
}

static const cell *make_tuple(instance_thread *f, const icet_expr *e)
{
    cell *out = take_room(f, instance_cells_width(f->setup, e->type));
    copy_args(f, e, out);
    return out;
}

static const cell *make_data(instance_thread *f, const icet_expr *e)
{
    uint32_t width = instance_cells_width(f->setup, e->type);
    cell *out = take_room(f, width);
    memset(out, 0, width * sizeof *out);
    out[0] = e->ctor->index;
    copy_args(f, e, out + 1);
    return out;
}

static uint32_t cells_before(instance_thread *f, const icet_type *const *list,
                             uint32_t index)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < index; i++)
        sum += instance_cells_width(f->setup, list[i]);
    return sum;
}

static const cell *item(instance_thread *f, const icet_expr *e)
{
    const icet_type *tuple = e->args[0]->type;
    return instance_thread_eval(f, e->args[0]) +
           cells_before(f, tuple->items, e->index);
}

/* A part of a value that another constructor made is arbitrary: both sides of an `and`
 * are evaluated. */
static const cell *part(instance_thread *f, const icet_expr *e)
{
    const cell *data = instance_thread_eval(f, e->args[0]);
    return data + 1 + cells_before(f, e->ctor->fields, e->index);
}

static bool are_equal(instance_thread *f, const icet_expr *e)
{
    uint32_t width = instance_cells_width(f->setup, e->args[0]->type);
    const cell *a = instance_thread_eval(f, e->args[0]);
    const cell *b = instance_thread_eval(f, e->args[1]);
    return memcmp(a, b, width * sizeof *a) == 0;
}

/* ---- Numbers ---- */

/* Integers of a program are unbounded; an execution that overflows 64 bits is cut. */
static cell compute(instance_thread *f, const icet_expr *e)
{
    cell a = scalar(f, e->args[0]);
    cell b = e->count > 1 ? scalar(f, e->args[1]) : 0;
    cell out = 0;
    bool is_bad = e->kind == ICET_EX_ADD   ? __builtin_add_overflow(a, b, &out)
                  : e->kind == ICET_EX_SUB ? __builtin_sub_overflow(a, b, &out)
                  : e->kind == ICET_EX_MUL ? __builtin_mul_overflow(a, b, &out)
                                           : __builtin_sub_overflow(0, a, &out);
    if (is_bad)
        instance_thread_cut(f, "an integer overflowed");
    return out;
}

static bool compare(instance_thread *f, const icet_expr *e)
{
    cell a = scalar(f, e->args[0]);
    cell b = scalar(f, e->args[1]);
    switch (e->kind) {
    case ICET_EX_LT:
        return a < b;
    case ICET_EX_LE:
        return a <= b;
    case ICET_EX_GT:
        return a > b;
    case ICET_EX_GE:
        return a >= b;
    case ICET_EX_AND:
        return a != 0 && b != 0;
    default:
        return a != 0 || b != 0;
    }
}

const cell *instance_thread_eval(instance_thread *f, const icet_expr *e)
{
    const instance_setup *c = f->setup;
    switch (e->kind) {
    case ICET_EX_INT:
    case ICET_EX_BOOL:
        return put(f, e->number);
    case ICET_EX_VAR:
        return f->vars + f->plan->var_at[e->index];
    case ICET_EX_SELF:
        return put(f, f->who->number);
    case ICET_EX_PROCESS:
        return put(f, c->first[e->index]);
    case ICET_EX_NOBODY:
        return put(f, 0);
    case ICET_EX_SIZE:
        return put(f, c->sizes[e->index]);
    case ICET_EX_TUPLE:
        return make_tuple(f, e);
    case ICET_EX_CTOR:
        return make_data(f, e);
    case ICET_EX_ITEM:
        return item(f, e);
    case ICET_EX_PART:
        return part(f, e);
    case ICET_EX_IS:
        return put(f, scalar(f, e->args[0]) == e->ctor->index);
    case ICET_EX_NOT:
        return put(f, scalar(f, e->args[0]) == 0);
    case ICET_EX_NEGATE:
    case ICET_EX_ADD:
    case ICET_EX_SUB:
    case ICET_EX_MUL:
        return put(f, compute(f, e));
    case ICET_EX_EQ:
        return put(f, are_equal(f, e));
    case ICET_EX_NE:
        return put(f, !are_equal(f, e));
    case ICET_EX_LT:
    case ICET_EX_LE:
    case ICET_EX_GT:
    case ICET_EX_GE:
    case ICET_EX_AND:
    case ICET_EX_OR:
        return put(f, compare(f, e));
    }
    return NULL;
}
