/* Lowers statements.  Assignments to parts of a variable read the containers on the
 * path down and build new ones on the path up; jumps are patched when their target is
 * known. */
#include "ir/lower_private.h"

static void lower_stmt(build *b, const stmt *s);

/* ---- Assignment ---- */

/* The path from a variable down to the part that is assigned: v, v.f, v.f[i], ... */
typedef struct path_step {
    const expr *e;
    ir_operand key;   /* of an index step */
    ir_operand whole; /* the value that the step selects from */
} path_step;

typedef struct path {
    ir_operand variable;
    VEC(path_step) steps; /* outermost container first */
} path;

static void collect_steps(path *p, const expr *e)
{
    if (e->kind == EX_NAME) {
        p->variable = lower_variable(e->to.var);
        return;
    }
    collect_steps(p, e->args.data[0]);
    path_step step = {.e = e};
    vec_push(&p->steps, step);
}

/* Evaluates the index expressions of the path, then EXTRA, whose operands go to OUT. */
static path lower_path(build *b, const expr *lvalue, expr *const *extra, uint32_t count,
                       ir_operand *out)
{
    path p = {0};
    collect_steps(&p, lvalue);
    VEC(expr *) exprs = {0};
    vec_each (step, &p.steps)
        if (step->e->kind == EX_INDEX)
            vec_push(&exprs, step->e->args.data[1]);
    size_t keys = exprs.len;
    for (uint32_t i = 0; i < count; i++)
        vec_push(&exprs, extra[i]);
    ir_operand *operands = mem_alloc(exprs.len * sizeof *operands);
    lower_operands(b, exprs.data, (uint32_t)exprs.len, operands);
    size_t next = 0;
    vec_each (step, &p.steps)
        if (step->e->kind == EX_INDEX)
            step->key = operands[next++];
    assert(next == keys);
    for (uint32_t i = 0; i < count; i++)
        out[i] = operands[keys + i];
    mem_free(operands, exprs.len * sizeof *operands);
    vec_free(&exprs);
    return p;
}

static bool is_map(const build *b, const expr *container)
{
    return type_kind_of(&b->l->p->symbols.types, container->type) == TYPE_KIND_MAP;
}

static uint32_t field_number(const expr *e)
{
    return e->kind == EX_TUPLE_FIELD ? (uint32_t)e->integer : e->access.index;
}

/* OP and key of a step: WHOLE.field, WHOLE[index] of a seq, WHOLE[key] of a map. */
static ir_instr *emit_step(build *b, const path_step *step, ir_op field, ir_op seq,
                           ir_op map)
{
    const expr *e = step->e;
    bool is_index = e->kind == EX_INDEX;
    ir_op op = !is_index ? field : is_map(b, e->args.data[0]) ? map : seq;
    ir_instr *i = build_emit(b, op, e->pos);
    i->a = step->whole;
    i->b = is_index ? step->key : field_number(e);
    if (!is_index)
        i->first = e->args.data[0]->type;
    return i;
}

/* Reads the part that a step selects. */
static ir_operand read_step(build *b, const path_step *step)
{
    ir_operand part = build_temp(b, step->e->type);
    emit_step(b, step, IR_FIELD, IR_SEQ_GET, IR_MAP_GET)->d = part;
    return part;
}

/* Writes VALUE where the step points, giving a new whole in TARGET. */
static void write_step(build *b, const path_step *step, ir_operand value,
                       ir_operand target)
{
    ir_instr *i = emit_step(b, step, IR_WITH_FIELD, IR_SEQ_PUT, IR_MAP_PUT);
    i->d = target;
    i->c = value;
}

/* Reads the containers on the path, but not the part that is assigned. */
static void open_path(build *b, path *p)
{
    ir_operand at = p->variable;
    for (size_t i = 0; i < p->steps.len; i++) {
        p->steps.data[i].whole = at;
        if (i + 1 < p->steps.len)
            at = read_step(b, &p->steps.data[i]);
    }
}

/* Stores VALUE at the end of an opened path: rebuilds the containers, innermost first.
 */
static void close_path(build *b, path *p, ir_operand value, srcpos pos)
{
    for (size_t i = p->steps.len; i-- > 0;) {
        const path_step *step = &p->steps.data[i];
        ir_operand target =
            i == 0 ? p->variable : build_temp(b, step->e->args.data[0]->type);
        write_step(b, step, value, target);
        build_release(b, value);
        if (i > 0)
            build_release(b, step->whole);
        if (step->e->kind == EX_INDEX)
            build_release(b, step->key);
        value = target;
    }
    if (p->steps.len == 0 && value != p->variable) {
        ir_instr *i = build_emit(b, IR_MOVE, pos);
        i->d = p->variable;
        i->a = value;
        build_release(b, value);
    }
    vec_free(&p->steps);
}

static void lower_assign(build *b, const stmt *s)
{
    const expr *lvalue = s->args.data[0];
    if (lvalue->kind == EX_NAME) {
        lower_expr_into(b, s->args.data[1], lower_variable(lvalue->to.var));
        return;
    }
    ir_operand value;
    path p = lower_path(b, lvalue, s->args.data + 1, 1, &value);
    open_path(b, &p);
    close_path(b, &p, value, s->pos);
}

static ir_op update_op(const build *b, const stmt *s)
{
    type_kind kind = type_kind_of(&b->l->p->symbols.types, s->args.data[0]->type);
    if (s->kind == STMT_INSERT)
        return kind == TYPE_KIND_SEQ ? IR_SEQ_INSERT : IR_MAP_INSERT;
    if (s->kind == STMT_ADD)
        return IR_SET_ADD;
    return kind == TYPE_KIND_SEQ   ? IR_SEQ_REMOVE
           : kind == TYPE_KIND_SET ? IR_SET_REMOVE
                                   : IR_MAP_REMOVE;
}

/* lv += ..., lv -= ...: the collection at the end of the path is replaced. */
static void lower_update(build *b, const stmt *s)
{
    const expr *lvalue = s->args.data[0];
    ir_operand given[2] = {0};
    uint32_t count = s->args.count - 1;
    assert(count >= 1 && count <= 2);
    path p = lower_path(b, lvalue, s->args.data + 1, count, given);
    ir_operand old = p.variable;
    ir_operand new = p.variable;
    if (p.steps.len > 0) {
        open_path(b, &p);
        old = read_step(b, vec_last(&p.steps));
        new = build_temp(b, lvalue->type);
    }
    ir_instr *i = build_emit(b, update_op(b, s), s->pos);
    i->d = new;
    i->a = old;
    i->b = given[0];
    i->c = given[1];
    for (uint32_t k = 0; k < count; k++)
        build_release(b, given[k]);
    if (p.steps.len > 0)
        build_release(b, old);
    close_path(b, &p, new, s->pos);
}

/* ---- Assertions ---- */

static void emit_if(build *b, ir_op op, uint32_t of, srcpos pos, ir_operand condition)
{
    ir_instr *i = build_emit(b, op, pos);
    i->a = condition;
    i->first = of;
    build_release(b, condition);
}

/* The message is computed only when the assertion fails. */
static void lower_assert(build *b, const stmt *s)
{
    ir_operand condition = lower_expr(b, s->args.data[0]);
    ir_pc at = build_here(b);
    emit_if(b, IR_IF_NOT, IR_OF_ASSERT, s->pos, condition);
    ir_operand message =
        s->args.count > 1 ? lower_expr(b, s->args.data[1]) : build_text(b, "", 0);
    build_emit(b, IR_FAIL, s->pos)->a = message;
    build_release(b, message);
    build_emit(b, IR_END, s->pos);
    b->code.data[at].b = build_here(b);
}

static void lower_assume(build *b, const stmt *s)
{
    ir_operand condition = lower_expr(b, s->args.data[0]);
    build_emit(b, IR_ASSUME, s->pos)->a = condition;
    build_release(b, condition);
}

/* ---- Control ---- */

static void lower_if(build *b, const stmt *s)
{
    ir_operand condition = lower_expr(b, s->args.data[0]);
    ir_pc at_if = build_here(b);
    emit_if(b, IR_IF, IR_OF_IF, s->pos, condition);
    lower_stmt(b, s->body.data[0]);
    if (s->body.count > 1) {
        ir_pc at_else = build_here(b);
        build_emit(b, IR_ELSE, s->pos);
        b->code.data[at_if].b = build_here(b);
        lower_stmt(b, s->body.data[1]);
        b->code.data[at_else].a = build_here(b);
        build_emit(b, IR_END, s->pos);
    } else {
        build_emit(b, IR_END, s->pos);
        b->code.data[at_if].b = build_here(b);
    }
}

static void open_loop(build *b, ir_pc head)
{
    build_loop loop = {head, b->breaks.len};
    vec_push(&b->loops, loop);
}

/* Ends the innermost loop; returns the pc after it. */
static ir_pc close_loop(build *b, srcpos pos)
{
    build_loop loop = vec_pop(&b->loops);
    build_emit(b, IR_REPEAT, pos)->a = loop.head;
    ir_pc after = build_here(b);
    while (b->breaks.len > loop.breaks_mark)
        b->code.data[vec_pop(&b->breaks)].a = after;
    return after;
}

static void lower_break(build *b, srcpos pos)
{
    vec_push(&b->breaks, build_here(b));
    build_emit(b, IR_BREAK, pos);
}

static void lower_while(build *b, const stmt *s)
{
    ir_pc head = build_here(b);
    build_emit(b, IR_LOOP, s->pos);
    open_loop(b, head);
    ir_operand condition = lower_expr(b, s->args.data[0]);
    ir_pc at = build_here(b);
    emit_if(b, IR_IF_NOT, IR_OF_WHILE, s->pos, condition);
    lower_break(b, s->pos);
    build_emit(b, IR_END, s->pos);
    b->code.data[at].b = build_here(b);
    lower_stmt(b, s->body.data[0]);
    ir_pc after = close_loop(b, s->pos);
    b->code.data[head].a = after;
}

static void lower_invariants(build *b, const stmt *s)
{
    if (s->invariants.count == 0)
        return;
    ir_pc at = build_here(b);
    build_emit(b, IR_PROOF, s->pos);
    list_each (e, &s->invariants) {
        ir_operand holds = lower_expr(b, *e);
        build_emit(b, IR_INVARIANT, (*e)->pos)->a = holds;
        build_release(b, holds);
    }
    b->code.data[at].a = build_here(b);
}

/* Iterates over a copy of the collection, in one temporary; the index is in another. */
static void lower_foreach(build *b, const stmt *s)
{
    const expr *collection = s->args.data[0];
    ir_operand whole = build_temp(b, collection->type);
    ir_operand index = build_temp(b, TYPE_INT);
    lower_expr_into(b, collection, whole);
    ir_instr *zero = build_emit(b, IR_MOVE, s->pos);
    zero->d = index;
    zero->a = build_int(b, 0, TYPE_INT);
    ir_pc head = build_here(b);
    ir_instr *i = build_emit(b, IR_FOREACH, s->pos);
    i->d = lower_variable(s->var);
    i->a = whole;
    i->b = index;
    open_loop(b, head);
    lower_invariants(b, s);
    lower_stmt(b, s->body.data[0]);
    ir_pc after = close_loop(b, s->pos);
    b->code.data[head].c = after;
    build_release(b, whole);
    build_release(b, index);
}

/* ---- Events ---- */

/* The type of a payload of several arguments: the event's, where it is known. */
static type_id payload_type(build *b, const stmt *s, uint32_t event_at)
{
    const expr *event = s->args.data[event_at];
    if (event->kind == EX_NAME && event->ref == REF_EVENT)
        return event->to.event->payload;
    uint32_t count = s->args.count - event_at - 1;
    type_id *parts = mem_alloc(count * sizeof *parts);
    for (uint32_t i = 0; i < count; i++)
        parts[i] = s->args.data[event_at + 1 + i]->type;
    type_id type = type_tuple(&b->l->p->symbols.types, parts, count);
    mem_free(parts, count * sizeof *parts);
    return type;
}

/* send m, e, p    announce e, p    raise e, p */
static void lower_emission(build *b, const stmt *s, ir_op op)
{
    uint32_t event_at = s->kind == STMT_SEND ? 1 : 0;
    assert(s->args.count > event_at);
    uint32_t given = s->args.count - event_at - 1;
    expr tuple;
    expr *operands[3] = {0};
    for (uint32_t i = 0; i <= event_at; i++)
        operands[i] = s->args.data[i];
    if (given > 0)
        operands[event_at + 1] =
            given == 1 ? s->args.data[event_at + 1]
                       : lower_as_tuple(&tuple, s->args.data + event_at + 1, given,
                                        payload_type(b, s, event_at), s->pos);
    ir_operand o[3] = {0};
    lower_operands(b, operands, event_at + 1 + (given > 0), o);
    if (given == 0)
        o[event_at + 1] = build_null(b);
    ir_instr *i = build_emit(b, op, s->pos);
    i->a = o[0];
    i->b = o[1];
    i->c = o[2];
    for (uint32_t k = 0; k <= event_at + 1; k++)
        build_release(b, o[k]);
}

static void lower_goto(build *b, const stmt *s)
{
    ir_operand payload =
        s->args.count > 0 ? lower_expr(b, s->args.data[0]) : build_null(b);
    ir_instr *i = build_emit(b, IR_GOTO, s->pos);
    i->a = s->state->index;
    i->b = payload;
    build_release(b, payload);
}

static void lower_return(build *b, const stmt *s)
{
    ir_operand value =
        s->args.count > 0 ? lower_expr(b, s->args.data[0]) : build_null(b);
    build_emit(b, IR_RETURN, s->pos)->a = value;
    build_release(b, value);
}

/* ---- Receive ---- */

static ir_case case_header(build *b, const receive_case *r)
{
    uint32_t *events = ARENA_ARRAY(&b->l->ir->memory, uint32_t, r->handles.count);
    for (uint32_t i = 0; i < r->handles.count; i++)
        events[i] = r->handles.data[i]->index;
    return (ir_case){
        .events = events,
        .event_count = r->handles.count,
        .slot = r->params.count > 0 ? r->params.data[0]->index : IR_NONE,
    };
}

/* The locals of a case are fresh each time it runs. */
static void reset_locals(build *b, const receive_case *r)
{
    list_each (v, &r->locals) {
        ir_instr *i = build_emit(b, IR_DEFAULT, (*v)->name.pos);
        i->d = lower_variable(*v);
        i->a = (*v)->type;
    }
}

static void lower_receive(build *b, const stmt *s)
{
    ir_pc at = build_here(b);
    uint32_t first = (uint32_t)b->cases.len;
    ir_instr *receive = build_emit(b, IR_RECEIVE, s->pos);
    receive->first = first;
    receive->count = s->cases.count;
    list_each (r, &s->cases) {
        ir_case header = case_header(b, *r);
        vec_push(&b->cases, header);
    }
    VEC(ir_pc) ends = {0};
    for (uint32_t k = 0; k < s->cases.count; k++) {
        const receive_case *r = s->cases.data[k];
        b->cases.data[first + k].start = build_here(b);
        build_emit(b, IR_CASE, r->pos)->first = first + k;
        reset_locals(b, r);
        lower_stmt(b, r->body);
        vec_push(&ends, build_here(b));
        build_emit(b, IR_DONE, r->pos);
    }
    b->code.data[at].a = build_here(b);
    vec_each (end, &ends)
        b->code.data[*end].a = build_here(b);
    vec_free(&ends);
}

static void lower_effect_expr(build *b, const stmt *s)
{
    /* A call or `new`: the value is not used. */
    ir_operand ignored = lower_expr(b, s->args.data[0]);
    build_release(b, ignored);
}

static void lower_print(build *b, const stmt *s)
{
    ir_operand text = lower_expr(b, s->args.data[0]);
    build_emit(b, IR_PRINT, s->pos)->a = text;
    build_release(b, text);
}

static void lower_stmt(build *b, const stmt *s)
{
    switch (s->kind) {
    case STMT_BLOCK:
        list_each (one, &s->body)
            lower_stmt(b, *one);
        return;
    case STMT_EMPTY:
        return;
    case STMT_ASSERT:
        lower_assert(b, s);
        return;
    case STMT_ASSUME:
        lower_assume(b, s);
        return;
    case STMT_PRINT:
        lower_print(b, s);
        return;
    case STMT_RETURN:
        lower_return(b, s);
        return;
    case STMT_BREAK:
        lower_break(b, s->pos);
        return;
    case STMT_CONTINUE:
        build_emit(b, IR_CONTINUE, s->pos)->a = vec_last(&b->loops)->head;
        return;
    case STMT_ASSIGN:
        lower_assign(b, s);
        return;
    case STMT_INSERT:
    case STMT_ADD:
    case STMT_REMOVE:
        lower_update(b, s);
        return;
    case STMT_WHILE:
        lower_while(b, s);
        return;
    case STMT_FOREACH:
        lower_foreach(b, s);
        return;
    case STMT_IF:
        lower_if(b, s);
        return;
    case STMT_EXPR:
        lower_effect_expr(b, s);
        return;
    case STMT_RAISE:
        lower_emission(b, s, IR_RAISE);
        return;
    case STMT_ANNOUNCE:
        lower_emission(b, s, IR_ANNOUNCE);
        return;
    case STMT_SEND:
        lower_emission(b, s, IR_SEND);
        return;
    case STMT_GOTO:
        lower_goto(b, s);
        return;
    case STMT_RECEIVE:
        lower_receive(b, s);
        return;
    }
}

void lower_body(build *b, const stmt *body)
{
    lower_stmt(b, body);
    /* Every function ends with a RETURN, reachable or not. */
    build_emit(b, IR_RETURN, body->pos)->a = build_null(b);
}
