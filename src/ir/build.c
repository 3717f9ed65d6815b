#include "ir/build.h"

/* The front end numbered the variables; build_name_slots enters their names. */
void build_init(build *b, lowering *l, ir_function *f, uint32_t variable_count)
{
    *b = (build){.l = l, .f = f, .first_temp = variable_count};
    ir_slot unnamed = {NAME_NONE, TYPE_NULL, SRC_NONE};
    for (uint32_t i = 0; i < variable_count; i++)
        vec_push(&b->slots, unnamed);
}

#define MOVE_VEC(b, vec, pointer, counter)                           \
    do {                                                             \
        (b)->f->pointer = ARENA_VEC(&(b)->l->ir->memory, &(b)->vec); \
        (b)->f->counter = (uint32_t)(b)->vec.len;                    \
        vec_free(&(b)->vec);                                         \
    } while (0)

void build_finish(build *b)
{
    assert(b->positions.len == b->code.len);
    assert(b->loops.len == 0);  /* every loop is closed */
    assert(b->breaks.len == 0); /* every BREAK has a target */
    b->f->positions = ARENA_VEC(&b->l->ir->memory, &b->positions);
    vec_free(&b->positions);
    MOVE_VEC(b, slots, slots, slot_count);
    MOVE_VEC(b, code, code, code_count);
    MOVE_VEC(b, args, args, arg_count);
    MOVE_VEC(b, cases, cases, case_count);
    vec_free(&b->free_temps);
    vec_free(&b->is_free);
    vec_free(&b->loops);
    vec_free(&b->breaks);
}

ir_pc build_here(const build *b)
{
    assert(b->code.len < IR_NONE);
    return (ir_pc)b->code.len;
}

ir_instr *build_emit(build *b, ir_op op, srcpos pos)
{
    assert(op < IR_OP_COUNT);
    ir_instr i = {.op = (uint8_t)op};
    vec_push(&b->code, i);
    vec_push(&b->positions, pos);
    return vec_last(&b->code);
}

/* Prefers a free temporary of the same type, so that frames stay small. */
ir_operand build_temp(build *b, type_id type)
{
    for (size_t i = b->free_temps.len; i-- > 0;) {
        frame_slot slot = b->free_temps.data[i];
        if (b->slots.data[slot].type == type) {
            b->free_temps.data[i] = *vec_last(&b->free_temps);
            b->free_temps.len--;
            b->is_free.data[slot - b->first_temp] = false;
            return IR_OPERAND(IR_LOCAL, slot);
        }
    }
    ir_slot s = {NAME_NONE, type, SRC_NONE};
    vec_push(&b->slots, s);
    vec_push(&b->is_free, false);
    assert(b->slots.len == b->first_temp + b->is_free.len);
    return IR_OPERAND(IR_LOCAL, b->slots.len - 1);
}

bool build_is_temp(const build *b, ir_operand o)
{
    return IR_KIND(o) == IR_LOCAL && IR_INDEX(o) >= b->first_temp;
}

/* Accepts any operand, and ignores all but temporaries. */
void build_release(build *b, ir_operand temp)
{
    if (!build_is_temp(b, temp))
        return;
    bool *is_free = vec_at(&b->is_free, IR_INDEX(temp) - b->first_temp);
    assert(!*is_free); /* released twice, two values would share it */
    *is_free = true;
    vec_push(&b->free_temps, IR_INDEX(temp));
}

ir_slot build_slot(const var_decl *v)
{
    return (ir_slot){v->name.name, v->type, v->name.pos};
}

void build_name_slots(build *b, const var_list *vars)
{
    list_each (v, vars)
        *vec_at(&b->slots, (*v)->index) = build_slot(*v);
}

uint32_t build_args(build *b, const ir_operand *args, uint32_t count)
{
    uint32_t first = (uint32_t)b->args.len;
    for (uint32_t i = 0; i < count; i++)
        vec_push(&b->args, args[i]);
    return first;
}

/* ---- Constants: each distinct one once ---- */

static intern_id keep_const(lowering *l, ir_const c)
{
    strbuf key = {0};
    strbuf_add(&key, (const char *)&c.kind, sizeof c.kind);
    strbuf_add(&key, (const char *)&c.type, sizeof c.type);
    strbuf_add(&key, (const char *)&c.integer, sizeof c.integer);
    strbuf_add(&key, (const char *)&c.real, sizeof c.real);
    if (c.len > 0)
        strbuf_add(&key, c.text, c.len);
    intern_id id = intern_put(&l->const_keys, key.data, key.len);
    strbuf_free(&key);
    assert(id <= l->consts.len);
    if (id == l->consts.len)
        vec_push(&l->consts, c);
    return id;
}

void build_keep_consts(lowering *l, const ir_const *consts, uint32_t count)
{
    assert(l->consts.len == 0);
    for (uint32_t i = 0; i < count; i++)
        keep_const(l, consts[i]);
    assert(l->consts.len == count);
}

static ir_operand add_const(build *b, ir_const c)
{
    return IR_OPERAND(IR_CONST, keep_const(b->l, c));
}

ir_operand build_null(build *b)
{
    return add_const(b, (ir_const){.kind = IR_CONST_NULL, .type = TYPE_NULL});
}

ir_operand build_bool(build *b, bool value)
{
    return add_const(
        b, (ir_const){.kind = IR_CONST_BOOL, .type = TYPE_BOOL, .integer = value});
}

ir_operand build_int(build *b, int64_t value, type_id type)
{
    return add_const(b,
                     (ir_const){.kind = IR_CONST_INT, .type = type, .integer = value});
}

ir_operand build_text(build *b, const char *text, uint32_t len)
{
    return add_const(
        b, (ir_const){
               .kind = IR_CONST_TEXT, .type = TYPE_STRING, .text = text, .len = len});
}

ir_operand build_event(build *b, uint32_t event)
{
    return add_const(
        b, (ir_const){.kind = IR_CONST_EVENT, .type = TYPE_EVENT, .integer = event});
}

ir_operand build_float(build *b, double value)
{
    return add_const(
        b, (ir_const){.kind = IR_CONST_FLOAT, .type = TYPE_FLOAT, .real = value});
}
