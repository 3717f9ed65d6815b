#include "ir/expression.h"

#include "ir/lower_private.h"
#include "lang/expression.h"

/* ---- Lowering ---- */

static ir_function lower(lowering *l, const expression *e)
{
    ir_function f = {
        .kind = IR_FUN_HANDLER,
        .name = e->text,
        .pos = e->body->start,
        .machine = e->machine->index,
        .result = e->body->type,
    };
    build b;
    build_init(&b, l, &f, e->slot_count);
    ir_operand value = lower_expr(&b, e->body);
    build_emit(&b, IR_RETURN, e->body->start)->a = value;
    build_finish(&b);
    return f;
}

/* A copy of the program with one more function. */
static ir_program extend(program *source, ir_program *ir, const expression *e)
{
    lowering l = {.p = source, .ir = ir};
    intern_init(&l.const_keys);
    build_keep_consts(&l, ir->consts, ir->const_count);
    ir_program out = *ir;
    out.memory = (arena){0}; /* IR owns everything */
    out.function_count = ir->function_count + 1;
    out.functions = ARENA_ARRAY(&ir->memory, ir_function, out.function_count);
    for (uint32_t i = 0; i < ir->function_count; i++)
        out.functions[i] = ir->functions[i];
    out.functions[ir->function_count] = lower(&l, e);
    out.consts = ARENA_VEC(&ir->memory, &l.consts);
    out.const_count = (uint32_t)l.consts.len;
    vec_free(&l.consts);
    intern_fini(&l.const_keys);
    ir_verify(&out);
    return out;
}

/* ---- Effects, which are refused ---- */

typedef struct objection {
    const char *what; /* "sends", ...; NULL: none */
    const char *where;
    srcpos pos;
} objection;

static const char *effect_of(const ir_program *ir, const ir_instr *i)
{
    switch ((int)i->op) {
    case IR_NONDET:
    case IR_FAIR_NONDET:
    case IR_CHOOSE_INT:
    case IR_CHOOSE_SEQ:
    case IR_CHOOSE_SET:
    case IR_CHOOSE_MAP:
        return "makes a choice";
    case IR_SEND:
        return "sends a message";
    case IR_ANNOUNCE:
        return "announces an event";
    case IR_NEW:
        return "creates a machine";
    case IR_PRINT:
        return "prints";
    case IR_RAISE:
        return "raises an event";
    case IR_GOTO:
        return "changes the state";
    case IR_RECEIVE:
        return "receives";
    case IR_CALL:
        if (ir->functions[i->a].kind == IR_FUN_FOREIGN)
            return "calls a foreign function"; /* with code, too: it is left open */
        return ir->functions[i->a].code_count > 0 ? NULL
                                                  : "calls a function without a body";
    }
    if (i->op >= IR_PROOF)
        return "uses a construct of proofs";
    bool writes_field =
        ir_op_shape((ir_op)i->op)[0] == 'd' && IR_KIND(i->d) == IR_FIELD_OF_MACHINE;
    return writes_field ? "changes a variable of the machine" : NULL;
}

typedef struct search {
    const ir_program *ir;
    bool *visited; /* by function: visited, or in `work` */
    VEC(uint32_t) work;
} search;

/* The first effect in the code of one function; puts the functions that it calls into
 * `work`. */
static objection find_in_function(search *s, const ir_function *f)
{
    for (ir_pc at = 0; at < f->code_count; at++) {
        const ir_instr *i = &f->code[at];
        if (i->op == IR_PROOF) {
            at = i->a - 1; /* never executed */
            continue;
        }
        const char *effect = effect_of(s->ir, i);
        if (effect != NULL)
            return (objection){effect, f->name, f->positions[at]};
        if (i->op == IR_CALL && !s->visited[i->a]) {
            s->visited[i->a] = true;
            vec_push(&s->work, i->a);
        }
    }
    return (objection){0};
}

/* The first effect in FUNCTION or in any function that it may call. */
static objection find_objection(const ir_program *ir, uint32_t function)
{
    search s = {.ir = ir, .visited = mem_alloc(ir->function_count * sizeof *s.visited)};
    objection found = {0};
    s.visited[function] = true;
    vec_push(&s.work, function);
    while (s.work.len > 0 && found.what == NULL)
        found = find_in_function(&s, &ir->functions[vec_pop(&s.work)]);
    vec_free(&s.work);
    mem_free(s.visited, ir->function_count * sizeof *s.visited);
    return found;
}

static void refuse_call(diag *d, const ir_program *ir, const ir_instr *i, srcpos pos)
{
    objection o = find_objection(ir, i->a);
    if (o.what == NULL)
        return;
    diag_error(d, pos, "'%s' %s; an expression may only read", ir->functions[i->a].name,
               o.what);
    diag_note(d, o.pos, "'%s' does so here", o.where);
}

/* Reports each part of the expression that has an effect. */
static void refuse_effects(diag *d, const ir_program *ir, const ir_function *f)
{
    for (ir_pc at = 0; at < f->code_count; at++) {
        const ir_instr *i = &f->code[at];
        const char *effect = effect_of(ir, i);
        if (effect != NULL)
            diag_error(d, f->positions[at], "this %s; an expression may only read",
                       effect);
        else if (i->op == IR_CALL)
            refuse_call(d, ir, i, f->positions[at]);
    }
}

const ir_expression *ir_expression_new(program *source, ir_program *ir,
                                       const char *label, const char *text,
                                       uint32_t machine)
{
    machine_decl *owner = machine == IR_NONE ? NULL : source->machines.data[machine];
    expression e;
    if (!expression_read(source, label, text, owner, &e))
        return NULL;
    size_t errors = source->diags.errors;
    ir_expression *out = ARENA_NEW(&ir->memory, ir_expression);
    *out = (ir_expression){
        .text = e.text,
        .machine = e.machine->index,
        .type = e.body->type,
        .function = ir->function_count,
        .program = extend(source, ir, &e),
    };
    refuse_effects(&source->diags, &out->program,
                   &out->program.functions[out->function]);
    return source->diags.errors == errors ? out : NULL;
}
