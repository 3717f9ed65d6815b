#include "instance.h"

#include <inttypes.h>
#include <string.h>

enum { MOST_ARGS = 30, MOST_NONDET_INT = 2 };

static uint32_t copies(const instance *of, uint32_t process)
{
    uint32_t set = of->program->processes[process].set;
    return set == ICET_NONE ? 1 : of->sizes[set];
}

void instance_init(instance *of, const icet_program *program, const uint32_t *sizes)
{
    *of = (instance){.program = program};
    values_begin(&of->values);
    of->sizes = mem_alloc((program->set_count + 1) * sizeof *of->sizes);
    for (uint32_t i = 0; i < program->set_count; i++)
        of->sizes[i] = sizes[i];
    for (uint32_t p = 0; p < program->process_count; p++) {
        const icet_process *process = &program->processes[p];
        vec_push(&of->first, (uint32_t)of->agents.len);
        for (uint32_t i = 0; i < copies(of, p); i++) {
            agent who = {p, process->set == ICET_NONE ? 0 : i + 1, of->slot_count};
            vec_push(&of->agents, who);
            of->slot_count += process->var_count;
        }
    }
}

void instance_fini(instance *of)
{
    mem_free(of->sizes, (of->program->set_count + 1) * sizeof *of->sizes);
    vec_free(&of->agents);
    vec_free(&of->first);
    values_end(&of->values);
}

uint32_t instance_agent(const instance *of, value pid)
{
    int64_t number = value_number(&of->values, pid);
    return number < 0 ? ICET_NONE : (uint32_t)number;
}

value instance_pid(instance *of, uint32_t who)
{
    return value_scalar(&of->values, who == ICET_NONE ? -1 : (int64_t)who);
}

value instance_element(instance *of, uint32_t set, uint32_t index)
{
    uint32_t process = of->program->sets[set].process;
    if (process == ICET_NONE)
        return value_scalar(&of->values, (int64_t)index + 1);
    return instance_pid(of, of->first.data[process] + index);
}

bool instance_is_member(const instance *of, uint32_t who, uint32_t set)
{
    return of->program->processes[of->agents.data[who].process].set == set;
}

/* ---- expressions ---- */

static int64_t compute(icet_expr_kind kind, int64_t a, int64_t b)
{
    switch ((int)kind) {
    case ICET_EX_ADD:
        return (int64_t)((uint64_t)a + (uint64_t)b);
    case ICET_EX_SUB:
        return (int64_t)((uint64_t)a - (uint64_t)b);
    case ICET_EX_MUL:
        return (int64_t)((uint64_t)a * (uint64_t)b);
    case ICET_EX_LT:
        return a < b;
    case ICET_EX_LE:
        return a <= b;
    case ICET_EX_GT:
        return a > b;
    case ICET_EX_GE:
        return a >= b;
    case ICET_EX_AND:
        return a && b;
    case ICET_EX_OR:
        return a || b;
    }
    assert(false);
    return 0;
}

value instance_eval(instance *of, const icet_expr *expr, uint32_t self,
                    const value *slots)
{
    values *v = &of->values;
    value args[MOST_ARGS] = {0};
    assert(expr->count <= MOST_ARGS);
    for (uint32_t i = 0; i < expr->count; i++)
        args[i] = instance_eval(of, expr->args[i], self, slots);
    switch (expr->kind) {
    case ICET_EX_INT:
    case ICET_EX_BOOL:
        return value_scalar(v, expr->number);
    case ICET_EX_VAR:
        assert(slots[expr->index] != VALUE_UNSET);
        return slots[expr->index];
    case ICET_EX_SELF:
        return instance_pid(of, self);
    case ICET_EX_PROCESS:
        return instance_pid(of, of->first.data[expr->index]);
    case ICET_EX_NOBODY:
        return instance_pid(of, ICET_NONE);
    case ICET_EX_SIZE:
        return value_scalar(v, of->sizes[expr->index]);
    case ICET_EX_TUPLE:
        return value_compound(v, 0, args, expr->count);
    case ICET_EX_CTOR:
        return value_compound(v, expr->ctor->index, args, expr->count);
    case ICET_EX_PART:
        assert(value_ctor(v, args[0]) == expr->ctor->index);
        return value_field(v, args[0], expr->index);
    case ICET_EX_ITEM:
        return value_field(v, args[0], expr->index);
    case ICET_EX_IS:
        return value_scalar(v, value_ctor(v, args[0]) == expr->ctor->index);
    case ICET_EX_NOT:
        return value_scalar(v, !value_number(v, args[0]));
    case ICET_EX_NEGATE:
        return value_scalar(v, compute(ICET_EX_SUB, 0, value_number(v, args[0])));
    case ICET_EX_EQ:
        return value_scalar(v, args[0] == args[1]);
    case ICET_EX_NE:
        return value_scalar(v, args[0] != args[1]);
    case ICET_EX_ADD:
    case ICET_EX_SUB:
    case ICET_EX_MUL:
    case ICET_EX_LT:
    case ICET_EX_LE:
    case ICET_EX_GT:
    case ICET_EX_GE:
    case ICET_EX_AND:
    case ICET_EX_OR:
        return value_scalar(
            v, compute(expr->kind, value_number(v, args[0]), value_number(v, args[1])));
    }
    assert(false);
    return VALUE_UNSET;
}

bool instance_holds(instance *of, const icet_expr *expr, uint32_t self,
                    const value *slots)
{
    return value_number(&of->values, instance_eval(of, expr, self, slots)) != 0;
}

value instance_payload(instance *of, const icet_stmt *send, uint32_t self,
                       const value *slots)
{
    if (send->value == NULL)
        return value_compound(&of->values, 0, NULL, 0);
    return instance_eval(of, send->value, self, slots);
}

uint32_t instance_receiver(instance *of, const icet_stmt *send, uint32_t self,
                           const value *slots)
{
    return instance_agent(of, instance_eval(of, send->to, self, slots));
}

/* ---- free choices ---- */

static void all_of_type(instance *of, const icet_type *type, value_list *out);

/* All compounds of CTOR whose first COUNT fields are FIELDS. */
static void all_fields(instance *of, uint32_t ctor, const icet_type *const *types,
                       uint32_t total, value *fields, uint32_t count, value_list *out)
{
    if (count == total) {
        vec_push(out, value_compound(&of->values, ctor, fields, total));
        return;
    }
    value_list each = {0};
    all_of_type(of, types[count], &each);
    vec_each (x, &each) {
        fields[count] = *x;
        all_fields(of, ctor, types, total, fields, count + 1, out);
    }
    vec_free(&each);
}

static void all_numbers(instance *of, int64_t low, int64_t high, value_list *out)
{
    for (int64_t i = low; i <= high; i++)
        vec_push(out, value_scalar(&of->values, i));
}

static void all_of_type(instance *of, const icet_type *type, value_list *out)
{
    value fields[MOST_ARGS];
    switch (type->kind) {
    case ICET_INT:
        all_numbers(of, 0, MOST_NONDET_INT, out);
        return;
    case ICET_BOOL:
        all_numbers(of, 0, 1, out);
        return;
    case ICET_PID: /* nobody is -1 */
        all_numbers(of, -1, (int64_t)of->agents.len - 1, out);
        return;
    case ICET_TUPLE:
        all_fields(of, 0, type->items, type->count, fields, 0, out);
        return;
    case ICET_DATA:
        for (uint32_t i = 0; i < type->data->count; i++) {
            const icet_ctor *ctor = &type->data->ctors[i];
            all_fields(of, i, ctor->fields, ctor->count, fields, 0, out);
        }
        return;
    }
}

void instance_choices(instance *of, const icet_stmt *stmt, uint32_t process,
                      value_list *out)
{
    vec_clear(out);
    if (stmt->set == ICET_NONE) {
        all_of_type(of, of->program->processes[process].vars[stmt->var].type, out);
        return;
    }
    for (uint32_t i = 0; i < of->sizes[stmt->set]; i++)
        vec_push(out, instance_element(of, stmt->set, i));
}

/* ---- texts ---- */

void instance_show_agent(const instance *of, uint32_t who, strbuf *out)
{
    if (who == ICET_NONE) {
        strbuf_puts(out, "nobody");
        return;
    }
    const agent *a = &of->agents.data[who];
    strbuf_puts(out, of->program->processes[a->process].name);
    if (a->number > 0)
        strbuf_printf(out, "[%" PRIu32 "]", a->number);
}

static void show_fields(const instance *of, const icet_type *const *types,
                        uint32_t count, value x, strbuf *out)
{
    strbuf_putc(out, '(');
    for (uint32_t i = 0; i < count; i++) {
        strbuf_puts(out, i > 0 ? "," : "");
        instance_show_value(of, types[i], value_field(&of->values, x, i), out);
    }
    strbuf_putc(out, ')');
}

void instance_show_value(const instance *of, const icet_type *type, value x,
                         strbuf *out)
{
    if (x == VALUE_UNSET) {
        strbuf_putc(out, '-');
        return;
    }
    switch (type->kind) {
    case ICET_INT:
        strbuf_printf(out, "%" PRId64, value_number(&of->values, x));
        return;
    case ICET_BOOL:
        strbuf_puts(out, value_number(&of->values, x) ? "true" : "false");
        return;
    case ICET_PID:
        instance_show_agent(of, instance_agent(of, x), out);
        return;
    case ICET_TUPLE:
        show_fields(of, type->items, type->count, x, out);
        return;
    case ICET_DATA: {
        const icet_ctor *ctor = &type->data->ctors[value_ctor(&of->values, x)];
        strbuf_puts(out, ctor->name);
        if (ctor->count > 0)
            show_fields(of, ctor->fields, ctor->count, x, out);
        return;
    }
    }
}

void instance_show_slots(const instance *of, const value *slots, strbuf *out)
{
    for (uint32_t who = 0; who < of->agents.len; who++) {
        const agent *a = &of->agents.data[who];
        const icet_process *p = &of->program->processes[a->process];
        strbuf_puts(out, who > 0 ? "; " : "");
        instance_show_agent(of, who, out);
        strbuf_putc(out, ':');
        for (uint32_t i = 0; i < p->var_count; i++) {
            if (p->vars[i].name != NULL)
                strbuf_printf(out, " %s=", p->vars[i].name);
            else
                strbuf_printf(out, " #%" PRIu32 "=", i);
            instance_show_value(of, p->vars[i].type, slots[a->slots + i], out);
        }
    }
}
