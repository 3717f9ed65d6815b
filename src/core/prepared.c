#include "core/prepared.h"

#include "core/process.h"

#include "ir/open.h"

/* What is being prepared. */
typedef struct preparation {
    core *c;
    uint32_t number;
    const ir_function *function;
    const live_slots *live;
    prepared_function *to;
} preparation;

/* Of each operation; 0: PREPARED_COMPUTE. */
static const uint8_t kinds[IR_OP_COUNT] = {
    [IR_MOVE] = PREPARED_MOVE,
    [IR_NOT] = PREPARED_NOT,
    [IR_ADD_INT] = PREPARED_INT,
    [IR_SUB_INT] = PREPARED_INT,
    [IR_LT_INT] = PREPARED_INT,
    [IR_LE_INT] = PREPARED_INT,
    [IR_EQ] = PREPARED_EQUAL,
    [IR_NE] = PREPARED_EQUAL,
    [IR_FIELD] = PREPARED_FIELD,
    [IR_SEQ_GET] = PREPARED_ITEM,
    [IR_SET_GET] = PREPARED_ITEM,
    [IR_SIZE] = PREPARED_SIZE,
    [IR_MAP_GET] = PREPARED_MAP,
    [IR_IN_SEQ] = PREPARED_IN,
    [IR_IN_SET] = PREPARED_IN,
    [IR_IN_MAP] = PREPARED_IN,
    [IR_THIS] = PREPARED_THIS,
    [IR_IF] = PREPARED_BRANCH,
    [IR_IF_NOT] = PREPARED_BRANCH,
    [IR_FOREACH] = PREPARED_ITERATE,
    [IR_LOOP] = PREPARED_LOOP,
    [IR_ELSE] = PREPARED_JUMP,
    [IR_BREAK] = PREPARED_JUMP,
    [IR_CONTINUE] = PREPARED_JUMP,
    [IR_REPEAT] = PREPARED_JUMP,
    [IR_DONE] = PREPARED_JUMP,
    [IR_PROOF] = PREPARED_JUMP,
    [IR_END] = PREPARED_JUMP,
    [IR_CASE] = PREPARED_JUMP,
    [IR_CALL] = PREPARED_LEAVE,
    [IR_RETURN] = PREPARED_RETURN,
    [IR_SEND] = PREPARED_LEAVE,
    [IR_ANNOUNCE] = PREPARED_LEAVE,
    [IR_NEW] = PREPARED_LEAVE,
    [IR_PRINT] = PREPARED_LEAVE,
    [IR_ASSUME] = PREPARED_LEAVE,
    [IR_FAIL] = PREPARED_LEAVE,
    [IR_RAISE] = PREPARED_LEAVE,
    [IR_GOTO] = PREPARED_LEAVE,
    [IR_RECEIVE] = PREPARED_LEAVE,
    [IR_INVARIANT] = PREPARED_LEAVE,
    [IR_FORALL] = PREPARED_LEAVE,
    [IR_EXISTS] = PREPARED_LEAVE,
    [IR_FORALL_NEW] = PREPARED_LEAVE,
    [IR_EXISTS_NEW] = PREPARED_LEAVE,
    [IR_RESULT] = PREPARED_LEAVE,
    [IR_INFLIGHT] = PREPARED_LEAVE,
    [IR_SENT] = PREPARED_LEAVE,
    [IR_TARGETS] = PREPARED_LEAVE,
    [IR_IS_MACHINE] = PREPARED_LEAVE,
    [IR_IS_STATE] = PREPARED_LEAVE,
    [IR_IS_EVENT] = PREPARED_LEAVE,
    [IR_MACHINE_FIELD] = PREPARED_LEAVE,
    [IR_SPEC_FIELD] = PREPARED_LEAVE,
    [IR_EVENT_FIELD] = PREPARED_LEAVE,
    [IR_HOLDS] = PREPARED_LEAVE,
};

/* ---- What an instruction is ---- */

/* Is the local that I writes read from PC on? */
static bool is_read_from(const preparation *p, const ir_instr *i, ir_pc pc)
{
    return IR_KIND(i->d) != IR_LOCAL || pc >= p->function->code_count ||
           live_before(p->live, pc, IR_INDEX(i->d));
}

/* `keys` whose result is only read by the next instruction: its size, an item of it, or
 * whether something is in it.  Nobody needs the sequence. */
static bool is_keys_in_passing(const preparation *p, ir_pc pc)
{
    const ir_instr *i = &p->function->code[pc];
    if (i->op != IR_KEYS) /* `keys` is not the last instruction */
        return false;
    const ir_instr *next = i + 1;
    bool is_read = (next->op == IR_SIZE && next->a == i->d) ||
                   (next->op == IR_SEQ_GET && next->a == i->d && next->b != i->d) ||
                   (next->op == IR_IN_SEQ && next->b == i->d && next->a != i->d);
    return is_read && !is_read_from(p, i, pc + 2);
}

/* A text of which no value is noticed, and nothing but prints. */
static bool is_made_in_vain(const preparation *p, ir_pc pc)
{
    const ir_instr *i = &p->function->code[pc];
    if (i->op != IR_FORMAT || IR_KIND(i->d) != IR_LOCAL)
        return false;
    if (p->c->printed != NULL)
        return printed_is(p->c->printed, p->number, IR_INDEX(i->d));
    const ir_instr *next = i + 1;
    return next->op == IR_PRINT && next->a == i->d &&
           p->function->slots[IR_INDEX(i->d)].name == NAME_NONE;
}

static const ir_function *callee_of(const preparation *p, const ir_instr *i)
{
    return &p->c->ir->functions[i->a];
}

/* A call of a function that returns a constant at once. */
static bool is_call_of_nothing(const preparation *p, const ir_instr *i)
{
    if (i->op != IR_CALL)
        return false;
    const ir_function *f = callee_of(p, i);
    return f->code_count > 0 && !open_is(f) && f->code[0].op == IR_RETURN &&
           IR_KIND(f->code[0].a) == IR_CONST;
}

/* run_compute has an eye on values that are nested deeply. */
static bool is_shallow_default(const preparation *p, const ir_instr *i)
{
    enum { SHALLOW = 8 };
    return i->op == IR_DEFAULT &&
           value_depth(&p->c->vals, core_default(p->c, i->a)) <= SHALLOW;
}

static prepared_kind kind_of(const preparation *p, ir_pc pc)
{
    const ir_instr *i = &p->function->code[pc];
    if (is_shallow_default(p, i))
        return PREPARED_DEFAULT;
    if (is_keys_in_passing(p, pc))
        return PREPARED_KEYS;
    if (is_made_in_vain(p, pc))
        return PREPARED_TEXT;
    if (is_call_of_nothing(p, i))
        return PREPARED_NOTHING;
    if (i->op == IR_CALL && callee_of(p, i)->code_count > 0 &&
        !open_is(callee_of(p, i)))
        return PREPARED_CALL;
    if (i->op == IR_RETURN && open_is(p->function))
        return PREPARED_LEAVE;
    return (prepared_kind)kinds[i->op];
}

/* ---- Each instruction alone ---- */

static ir_pc jump_target(const ir_instr *i, ir_pc pc)
{
    return i->op == IR_END || i->op == IR_CASE ? pc + 1 : i->a;
}

static void set_a(prepared_instr *to, ir_operand a)
{
    to->a_kind = (uint8_t)IR_KIND(a);
    to->a = IR_INDEX(a);
}

static void set_b(prepared_instr *to, ir_operand b)
{
    to->b_kind = (uint8_t)IR_KIND(b);
    to->b = IR_INDEX(b);
}

static void set_d(prepared_instr *to, ir_operand d)
{
    to->d_kind = (uint8_t)IR_KIND(d);
    to->d = IR_INDEX(d);
}

static const prepared_instr *together_at(const preparation *p, ir_pc pc)
{
    return &p->to->together[pc];
}

/* Where the IF I at PC leads. */
static void set_branches(const preparation *p, prepared_instr *to, const ir_instr *i,
                         ir_pc pc)
{
    const prepared_instr *behind = together_at(p, pc + 1);
    const prepared_instr *away = together_at(p, i->b);
    to->next = i->op == IR_IF ? behind : away;
    to->other = i->op == IR_IF ? away : behind;
}

static void set_operands(const preparation *p, prepared_instr *to, const ir_instr *i)
{
    switch ((prepared_kind)to->kind) {
    case PREPARED_INT:
    case PREPARED_EQUAL:
    case PREPARED_ITEM:
    case PREPARED_MAP:
    case PREPARED_IN:
    case PREPARED_ITERATE:
        set_b(to, i->b);
        /* fall through */
    case PREPARED_MOVE:
    case PREPARED_NOT:
    case PREPARED_SIZE:
    case PREPARED_KEYS:
    case PREPARED_BRANCH:
    case PREPARED_RETURN:
        set_a(to, i->a);
        break;
    case PREPARED_DEFAULT:
        to->a = core_default(p->c, i->a);
        break;
    case PREPARED_FIELD:
        set_a(to, i->a);
        to->b = i->b;
        to->shape = p->c->shapes[i->first];
        break;
    case PREPARED_COMPUTE:
    case PREPARED_THIS:
    case PREPARED_TEXT:
    case PREPARED_LOOP:
    case PREPARED_JUMP:
    case PREPARED_NOTHING:
    case PREPARED_CALL:
        break;
    case PREPARED_LEAVE:
        if (i->op == IR_RETURN)
            set_a(to, i->a);
        break;
    }
}

static bool has_result(prepared_kind kind)
{
    return kind <= PREPARED_TEXT || kind == PREPARED_NOTHING || kind == PREPARED_CALL ||
           kind == PREPARED_ITERATE;
}

static void prepare_alone(const preparation *p, ir_pc pc)
{
    const ir_instr *i = &p->function->code[pc];
    prepared_instr *to = &p->to->alone[pc];
    *to = (prepared_instr){.kind = (uint8_t)kind_of(p, pc),
                           .op = i->op,
                           .all = 1,
                           .cost = 1,
                           .first = pc,
                           .at = pc,
                           .last = pc,
                           .next = together_at(p, pc + 1)};
    set_operands(p, to, i);
    if (has_result((prepared_kind)to->kind))
        set_d(to, i->d);
    if (to->kind == PREPARED_BRANCH)
        set_branches(p, to, i, pc);
    if (to->kind == PREPARED_ITERATE)
        to->other = together_at(p, i->c);
    if (to->kind == PREPARED_JUMP)
        to->next = together_at(p, jump_target(i, pc));
    if (to->kind == PREPARED_KEYS) /* alone, it is nothing special */
        to->kind = PREPARED_COMPUTE;
}

/* ---- Together ---- */

/* Nothing is left to do of the instruction at PC but to count it; *COST: how often. */
static bool does_nothing(const preparation *p, ir_pc pc, uint32_t *cost)
{
    const prepared_instr *i = &p->to->alone[pc];
    const ir_instr *code = p->function->code;
    *cost = 1;
    switch ((prepared_kind)i->kind) {
    case PREPARED_LOOP:
    case PREPARED_JUMP:
        return true;
    case PREPARED_TEXT: /* a call of nothing reads no arguments, nor does anybody later:
                           the slot keeps what it held */
        return !is_read_from(p, &code[pc], pc + 2) &&
               is_call_of_nothing(p, &code[pc + 1]);
    case PREPARED_NOTHING:
        *cost = 2; /* with the RETURN of the callee */
        return !is_read_from(p, &code[pc], pc + 1);
    default:
        return false;
    }
}

/* Where an instruction that does nothing leads. */
static ir_pc after(const preparation *p, ir_pc pc)
{
    return (ir_pc)(p->to->alone[pc].next - p->to->together);
}

/* Skips what does nothing from *PC on; returns how many instructions that are. */
static uint32_t skip(const preparation *p, ir_pc *pc, ir_pc *last)
{
    enum { MOST_LEAD = 16 };
    uint32_t lead = 0;
    uint32_t cost;
    while (lead < MOST_LEAD && does_nothing(p, *pc, &cost)) {
        lead += cost;
        *last = *pc;
        *pc = after(p, *pc);
    }
    return lead;
}

static bool can_be_tested(prepared_kind kind)
{
    return kind > PREPARED_COMPUTE && kind <= PREPARED_THIS;
}

/* The IF behind TO->last may test the result. */
static void add_test(const preparation *p, prepared_instr *to, ir_operand result)
{
    ir_pc pc = to->last + 1;
    const ir_instr *test = &p->function->code[pc];
    if (pc >= p->function->code_count || !can_be_tested((prepared_kind)to->kind) ||
        (test->op != IR_IF && test->op != IR_IF_NOT) || test->a != result)
        return;
    to->is_tested = true;
    to->all++;
    to->last = pc;
    set_branches(p, to, test, pc);
}

static void prepare_keys(const preparation *p, prepared_instr *to)
{
    const ir_instr *use = &p->function->code[to->at + 1];
    to->kind = PREPARED_KEYS;
    to->all = 2;
    to->last = to->at + 1;
    to->next = together_at(p, to->at + 2);
    to->op = use->op;
    set_a(to, p->function->code[to->at].a);
    if (use->op == IR_SEQ_GET)
        set_b(to, use->b);
    if (use->op == IR_IN_SEQ)
        set_b(to, use->a);
    set_d(to, use->d);
}

static void prepare_together(const preparation *p, ir_pc pc)
{
    prepared_instr *to = &p->to->together[pc];
    ir_pc at = pc;
    ir_pc last = pc;
    uint32_t lead = skip(p, &at, &last);
    uint32_t ignored;
    if (does_nothing(p, at, &ignored)) { /* there is still more of it */
        *to = p->to->alone[last];
        to->kind = PREPARED_JUMP;
        to->all = (uint8_t)lead;
        to->next = together_at(p, at);
    } else {
        *to = p->to->alone[at];
        bool is_keys = is_keys_in_passing(p, at);
        if (is_keys)
            prepare_keys(p, to);
        add_test(p, to, p->function->code[is_keys ? at + 1 : at].d);
        to->all += (uint8_t)lead;
        to->lead = (uint8_t)lead;
    }
    to->first = pc;
}

prepared_function *prepared_make(core *c, uint32_t function)
{
    const ir_function *f = &c->ir->functions[function];
    prepared_function *made = ARENA_ARRAY(&c->memory, prepared_function, 1);
    made->alone = ARENA_ARRAY(&c->memory, prepared_instr, f->code_count);
    made->together = ARENA_ARRAY(&c->memory, prepared_instr, f->code_count + 1);
    made->function = f;
    made->count = f->code_count;
    const preparation p = {c, function, f, process_live(c, function), made};
    for (ir_pc pc = 0; pc < f->code_count; pc++)
        prepare_alone(&p, pc);
    for (ir_pc pc = 0; pc < f->code_count; pc++)
        prepare_together(&p, pc);
    prepared_forget(made, c->coverage, function);
    c->prepared[function] = made;
    return made;
}

/* ---- What is familiar ---- */

void prepared_forget(prepared_function *f, const coverage *v, uint32_t function)
{
    for (ir_pc pc = 0; pc < f->count; pc++)
        f->together[pc].cost = PREPARED_NOT_FAMILIAR;
    f->clears = v->clears;
    f->marks = v->code[function];
}

static bool is_marked(const core *c, uint32_t function, const prepared_function *f,
                      ir_pc pc)
{
    const uint8_t *const *code = (const uint8_t *const *)c->coverage->code;
    bool callee_is_marked =
        f->alone[pc].kind != PREPARED_NOTHING ||
        (code[c->ir->functions[function].code[pc].a][0] & COVER_RAN) != 0;
    return callee_is_marked && (code[function][pc] & COVER_RAN) != 0;
}

void prepared_note(const core *c, uint32_t function, ir_pc pc)
{
    const prepared_function *f = c->prepared[function];
    prepared_instr *i = &f->together[pc];
    for (; pc != i->at; pc = (ir_pc)(f->alone[pc].next - f->together))
        if (!is_marked(c, function, f, pc))
            return;
    for (; pc <= i->last; pc++)
        if (!is_marked(c, function, f, pc))
            return;
    i->cost = i->all;
}
