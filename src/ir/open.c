#include "ir/open.h"

#include "ir/build.h"
#include "ir/test_functions.h"

#include <string.h>

/* A type with very many parts gets its default from here on. */
enum { MOST_CODE = 5000 };

typedef struct opening {
    build b;
    lowering *l;
    const ir_function *f;
    uint32_t ints;
    uint32_t *values; /* of foreign types, made so far in the program */
} opening;

typedef VEC(ir_operand) operand_list;

static const type_info *info_of(const opening *o, type_id type)
{
    return type_get(&o->l->p->symbols.types, type);
}

static ir_instr *emit(opening *o, ir_op op)
{
    return build_emit(&o->b, op, o->f->pos);
}

static void emit_to(opening *o, ir_op op, ir_operand d, ir_operand a)
{
    ir_instr *i = emit(o, op);
    i->d = d;
    i->a = a;
}

/* ---- Values ---- */

static ir_operand int_const(opening *o, int64_t n)
{
    return build_int(&o->b, n, TYPE_INT);
}

static ir_pc begin_if(opening *o, ir_operand condition)
{
    ir_pc at = build_here(&o->b);
    emit(o, IR_IF)->a = condition;
    return at;
}

static void end_if(opening *o, ir_pc at)
{
    emit(o, IR_END);
    o->b.code.data[at].b = build_here(&o->b);
}

/* One of COUNT numbers. */
static void choose(opening *o, ir_operand d, uint32_t count)
{
    if (count > 1)
        emit_to(o, IR_CHOOSE_INT, d, int_const(o, count));
    else
        emit_to(o, IR_MOVE, d, int_const(o, 0));
}

/* One of the operands; frees the list. */
static void choose_among(opening *o, ir_operand d, operand_list *list)
{
    ir_operand k = build_temp(&o->b, TYPE_INT);
    ir_operand is_it = build_temp(&o->b, TYPE_BOOL);
    assert(list->len > 0);
    if (list->len > 1)
        choose(o, k, (uint32_t)list->len);
    emit_to(o, IR_MOVE, d, list->data[0]);
    for (uint32_t i = 1; i < list->len; i++) {
        ir_operand number = int_const(o, i);
        ir_instr *compare = emit(o, IR_EQ);
        compare->d = is_it;
        compare->a = k;
        compare->b = number;
        ir_pc at = begin_if(o, is_it);
        emit_to(o, IR_MOVE, d, list->data[i]);
        end_if(o, at);
    }
    build_release(&o->b, is_it);
    build_release(&o->b, k);
    vec_free(list);
}

static void any_enum(opening *o, ir_operand d, type_id type)
{
    const type_info *info = info_of(o, type);
    operand_list list = {0};
    for (uint32_t i = 0; i < info->elem_count; i++)
        vec_push(&list, build_int(&o->b, (int64_t)info->elems[i].number, type));
    choose_among(o, d, &list);
}

static void any_float(opening *o, ir_operand d)
{
    ir_operand n = build_temp(&o->b, TYPE_INT);
    choose(o, n, o->ints);
    emit_to(o, IR_INT_TO_FLOAT, d, n);
    build_release(&o->b, n);
}

static const char *keep_text(opening *o, strbuf *text)
{
    const char *kept = arena_strndup(&o->l->ir->memory, strbuf_text(text), text->len);
    strbuf_free(text);
    return kept;
}

static ir_operand text_const(opening *o, strbuf *text)
{
    uint32_t len = (uint32_t)text->len;
    return build_text(&o->b, keep_text(o, text), len);
}

static void any_string(opening *o, ir_operand d)
{
    operand_list list = {0};
    for (uint32_t i = 0; i < o->ints; i++) {
        strbuf text = {0};
        strbuf_printf(&text, "%u", i);
        vec_push(&list, text_const(o, &text));
    }
    choose_among(o, d, &list);
}

static void any_event(opening *o, ir_operand d)
{
    operand_list list = {0};
    for (uint32_t e = EVENT_FIRST_USER; e < o->l->ir->event_count; e++)
        vec_push(&list, build_event(&o->b, e));
    if (list.len > 0)
        choose_among(o, d, &list);
    else
        emit_to(o, IR_MOVE, d, build_null(&o->b));
}

static void any_machine(opening *o, ir_operand d, type_id type)
{
    operand_list list = {0};
    ir_operand self = build_temp(&o->b, TYPE_MACHINE);
    types *t = &o->l->p->symbols.types;
    if (type == TYPE_MACHINE) {
        emit(o, IR_THIS)->d = self;
        vec_push(&list, self);
    }
    for (uint32_t i = 0; i < o->f->param_count; i++) {
        type_id param = o->b.slots.data[i].type;
        bool is_reference =
            param == TYPE_MACHINE || info_of(o, param)->kind == TYPE_KIND_PERMISSION;
        if (is_reference && type_accepts(t, type, param))
            vec_push(&list, IR_OPERAND(IR_LOCAL, i));
    }
    if (list.len > 0)
        choose_among(o, d, &list);
    else
        emit_to(o, IR_DEFAULT, d, type);
    build_release(&o->b, self);
}

static void make_tuple(opening *o, ir_operand d, type_id type, const ir_operand *items,
                       uint32_t count)
{
    uint32_t first = build_args(&o->b, items, count);
    ir_instr *i = emit(o, IR_TUPLE);
    i->d = d;
    i->a = type;
    i->first = first;
    i->count = count;
}

/* A pair of a text, which names the place, and the machine that makes it: machines may
 * be renamed, texts are not. */
static void new_value(opening *o, ir_operand d, type_id type)
{
    strbuf text = {0};
    ir_operand self = build_temp(&o->b, TYPE_MACHINE);
    strbuf_printf(&text, "%s#%u",
                  symbols_name(&o->l->p->symbols, info_of(o, type)->name),
                  ++*o->values);
    const ir_operand items[2] = {text_const(o, &text), self};
    const type_id parts[2] = {TYPE_STRING, TYPE_MACHINE};
    emit(o, IR_THIS)->d = self;
    make_tuple(o, d, type_tuple(&o->l->p->symbols.types, parts, 2), items, 2);
    build_release(&o->b, self);
}

static void any_value(opening *o, ir_operand d, type_id type);

static void any_tuple(opening *o, ir_operand d, type_id type)
{
    uint32_t count = info_of(o, type)->count;
    operand_list items = {0};
    for (uint32_t i = 0; i < count; i++) {
        type_id part = info_of(o, type)->parts[i];
        vec_push(&items, build_temp(&o->b, part));
        any_value(o, *vec_last(&items), part);
    }
    make_tuple(o, d, type, items.data, count);
    vec_each (item, &items)
        build_release(&o->b, *item);
    vec_free(&items);
}

/* Empty, or with one element. */
static void any_collection(opening *o, ir_operand d, type_id type)
{
    const type_info info = *info_of(o, type);
    bool is_map = info.kind == TYPE_KIND_MAP;
    ir_operand more = build_temp(&o->b, TYPE_BOOL);
    ir_operand first = build_temp(&o->b, info.parts[0]);
    ir_operand second = is_map ? build_temp(&o->b, info.parts[1]) : IR_NONE;
    emit_to(o, IR_DEFAULT, d, type);
    emit(o, IR_NONDET)->d = more;
    ir_pc at = begin_if(o, more);
    any_value(o, first, info.parts[0]);
    if (is_map)
        any_value(o, second, info.parts[1]);
    ir_operand zero = int_const(o, 0);
    ir_instr *i = emit(o, is_map                       ? IR_MAP_INSERT
                          : info.kind == TYPE_KIND_SEQ ? IR_SEQ_INSERT
                                                       : IR_SET_ADD);
    i->d = i->a = d;
    i->b = info.kind == TYPE_KIND_SEQ ? zero : first;
    i->c = info.kind == TYPE_KIND_SEQ ? first : is_map ? second : 0;
    end_if(o, at);
    if (is_map)
        build_release(&o->b, second);
    build_release(&o->b, first);
    build_release(&o->b, more);
}

static void any_builtin(opening *o, ir_operand d, type_id type)
{
    switch (type) {
    case TYPE_BOOL:
        emit(o, IR_NONDET)->d = d;
        return;
    case TYPE_INT:
        choose(o, d, o->ints);
        return;
    case TYPE_FLOAT:
        any_float(o, d);
        return;
    case TYPE_STRING:
        any_string(o, d);
        return;
    case TYPE_EVENT:
        any_event(o, d);
        return;
    case TYPE_MACHINE:
        any_machine(o, d, type);
        return;
    }
    emit_to(o, IR_DEFAULT, d, type);
}

static void any_value(opening *o, ir_operand d, type_id type)
{
    if (o->b.code.len > MOST_CODE) {
        emit_to(o, IR_DEFAULT, d, type);
        return;
    }
    switch (info_of(o, type)->kind) {
    case TYPE_KIND_BUILTIN:
        any_builtin(o, d, type);
        return;
    case TYPE_KIND_ENUM:
        any_enum(o, d, type);
        return;
    case TYPE_KIND_FOREIGN:
        new_value(o, d, type);
        return;
    case TYPE_KIND_PERMISSION:
        any_machine(o, d, type);
        return;
    case TYPE_KIND_SEQ:
    case TYPE_KIND_SET:
    case TYPE_KIND_MAP:
        any_collection(o, d, type);
        return;
    case TYPE_KIND_TUPLE:
    case TYPE_KIND_NAMED_TUPLE:
        any_tuple(o, d, type);
        return;
    }
}

/* ---- Functions ---- */

typedef struct open_plan {
    lowering *l;
    const bool *is_open; /* by function */
    uint32_t ints;
    bool *is_called; /* by function: a call has it already */
    uint32_t values; /* of foreign types */
} open_plan;

/* F with code. */
static ir_function open_one(open_plan *p, const ir_function *f)
{
    ir_function out = *f;
    opening o = {.l = p->l, .f = f, .ints = p->ints, .values = &p->values};
    build_init(&o.b, p->l, &out, f->param_count);
    for (uint32_t i = 0; i < f->param_count; i++)
        o.b.slots.data[i] = f->slots[i];
    ir_operand result = build_null(&o.b);
    if (f->result != TYPE_NULL) {
        result = build_temp(&o.b, f->result);
        any_value(&o, result, f->result);
    }
    emit(&o, IR_RETURN)->a = result;
    build_finish(&o.b);
    return out;
}

/* Each call gets a copy of its own: it makes values of foreign types of its own, and
 * its choices are fair for themselves. */
static void open_call(open_plan *p, ir_instr *i)
{
    const ir_function *f = &p->l->ir->functions[i->a];
    if (!p->is_open[i->a] || f->result == TYPE_NULL)
        return;
    bool is_first = !p->is_called[i->a];
    p->is_called[i->a] = true;
    if (is_first)
        return; /* it has the function itself */
    vec_push(&p->l->functions, open_one(p, f));
    i->a = (uint32_t)p->l->functions.len - 1;
}

static void open_calls(open_plan *p)
{
    const ir_program *ir = p->l->ir;
    for (uint32_t i = 0; i < ir->function_count; i++)
        for (uint32_t k = 0; k < ir->functions[i].code_count; k++)
            if (ir->functions[i].code[k].op == IR_CALL)
                open_call(p, &ir->functions[i].code[k]);
}

void open_functions(program *source, ir_program *ir, const bool *is_open, uint32_t ints)
{
    uint32_t count = ir->function_count;
    lowering l = {.p = source, .ir = ir};
    open_plan p = {.l = &l,
                   .is_open = is_open,
                   .ints = ints,
                   .is_called = mem_alloc(count * sizeof *p.is_called)};
    intern_init(&l.const_keys);
    build_keep_consts(&l, ir->consts, ir->const_count);
    for (uint32_t i = 0; i < count; i++) {
        const ir_function *f = &ir->functions[i];
        vec_push(&l.functions, is_open[i] ? open_one(&p, f) : *f);
    }
    open_calls(&p);
    ir->functions = ARENA_VEC(&ir->memory, &l.functions);
    ir->function_count = (uint32_t)l.functions.len;
    ir->open_ints = ints;
    ir->consts = ARENA_VEC(&ir->memory, &l.consts);
    ir->const_count = (uint32_t)l.consts.len;
    vec_free(&l.functions);
    vec_free(&l.consts);
    intern_fini(&l.const_keys);
    mem_free(p.is_called, count * sizeof *p.is_called);
    ir_verify(ir);
}

void open_all(program *source, ir_program *ir)
{
    uint32_t count = ir->function_count;
    bool *is_open = mem_alloc(count * sizeof *is_open);
    for (uint32_t i = 0; i < count; i++)
        is_open[i] =
            ir->functions[i].kind == IR_FUN_FOREIGN && ir->functions[i].code_count == 0;
    open_functions(source, ir, is_open, OPEN_INTS);
    mem_free(is_open, count * sizeof *is_open);
}

/* ---- Queries ---- */

/* Is the caller itself a result?  In new_value, a tuple takes it. */
static bool gives_caller(const ir_function *f, uint32_t pc)
{
    return f->code[pc].op == IR_THIS && f->code[pc + 1].op != IR_TUPLE;
}

bool open_needs_machine(const ir_function *f)
{
    for (uint32_t k = 0; k < f->code_count; k++)
        if (f->code[k].op == IR_NONDET || f->code[k].op == IR_CHOOSE_INT ||
            gives_caller(f, k))
            return true;
    return false;
}

/* Copies of a function have its position. */
static bool has_position(const ir_program *ir, const uint32_t *list, srcpos pos)
{
    for (; *list != IR_NONE; list++)
        if (ir->functions[*list].pos == pos)
            return true;
    return false;
}

uint32_t *open_of_test(const ir_program *ir, const ir_test *test)
{
    bool *has = test_functions(ir, test);
    uint32_t *found = mem_alloc((ir->function_count + 1) * sizeof *found);
    uint32_t count = 0;
    found[0] = IR_NONE;
    for (uint32_t i = 0; i < ir->function_count; i++) {
        const ir_function *f = &ir->functions[i];
        if (!has[i] || !open_is(f) || has_position(ir, found, f->pos))
            continue;
        found[count++] = i;
        found[count] = IR_NONE;
    }
    mem_free(has, ir->function_count * sizeof *has);
    return found;
}
