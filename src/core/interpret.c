/* The inner loop: the instructions that compute values and jump.
 *
 * It runs the innermost frame up to the next instruction that calls, pauses or affects
 * other machines.  Operands are read through four base pointers, one for each kind of
 * operand; they stay valid within the loop, because none of its instructions pushes or
 * pops a frame.
 *
 * An instruction is done here if it cannot fail for operands of the usual kinds; all
 * others, and these with other operands, go through run_compute, which checks
 * everything.  So nothing here has an error message.
 */
#include "core/coverage.h"
#include "core/run.h"
#include "core/value_heap.h"

/* ---- Limits ---- */

/* When the counter of instructions reaches a multiple of this, limits are checked. */
enum { NOW_AND_THEN = 1 << 9 };

/* Freezes the live values and drops the drafts, because loops leave many behind. */
static void compact(run *r)
{
    values *v = &r->c->vals;
    vec_each (slot, &r->p.slots)
        *slot = value_freeze(v, *slot);
    vec_each (field, &r->p.fields)
        *field = value_freeze(v, *field);
    vec_each (t, &r->p.tasks)
        t->payload = value_freeze(v, t->payload);
    r->result = value_freeze(v, r->result);
    values_start_step(v);
}

/* The periodic checks of a long step. */
static bool check_limits(run *r)
{
    core *c = r->c;
    enum { MANY_BYTES = 64 << 20 };
    if (values_draft_bytes(&c->vals) > MANY_BYTES)
        compact(r);
    if (values_bytes(&c->vals) > values_limit(&c->vals) / 8 * 7)
        return run_limit(r, STOP_VALUES);
    if (c->is_over != NULL && c->is_over(c->is_over_context)) {
        c->was_stopped = r->pruned = true;
        return false;
    }
    return true;
}

/* ---- Values of the usual kinds ---- */

/* Each of these computes an instruction if its operands are of the usual kinds. */

static inline int32_t small_int(value x)
{
    return (int32_t)(x << 1) >> 1;
}

/* Sums and differences of small ints fit into 32 bits. */
static inline bool compute_int(uint8_t op, value x, value y, value *result)
{
    if ((x & y & VALUE_INT_BIT) == 0)
        return false;
    int32_t a = small_int(x);
    int32_t b = small_int(y);
    int32_t n = op == IR_ADD_INT ? a + b : a - b;
    if (op == IR_LT_INT)
        *result = value_bool(a < b);
    else if (op == IR_LE_INT)
        *result = value_bool(a <= b);
    else
        *result = VALUE_INT_BIT | (uint32_t)n;
    return n >= VALUE_INT_MIN && n <= VALUE_INT_MAX;
}

/* Atoms and small ints are equal exactly if their ids are. */
static inline bool compute_equal(uint8_t op, value x, value y, value *result)
{
    *result = value_bool((x == y) == (op == IR_EQ));
    return x >= VALUE_ATOM_BIT && y >= VALUE_ATOM_BIT && !value_is_draft(x) &&
           !value_is_draft(y);
}

/* A tuple of the static type of the instruction has the field where that type says. */
static inline bool read_field(core *c, const ir_instr *i, value x, value *result)
{
    if (!value_is_node(x))
        return false;
    const value_node *n = value_node_at(&c->vals, x);
    if (value_node_kind(n) != VK_TUPLE ||
        n->tag >> VALUE_AUX_SHIFT != c->shapes[i->first] || i->b >= n->count)
        return false;
    *result = n->items[i->b];
    value_share(&c->vals, *result);
    return true;
}

static inline bool read_item(core *c, value x, value index, value *result)
{
    if (!value_is_node(x) || (index & VALUE_INT_BIT) == 0)
        return false;
    const value_node *n = value_node_at(&c->vals, x);
    int32_t at = small_int(index);
    if (value_node_kind(n) != VK_SEQ || at < 0 || (uint32_t)at >= n->count)
        return false;
    *result = n->items[at];
    value_share(&c->vals, *result);
    return true;
}

static inline bool compute_size(const core *c, value x, value *result)
{
    if (!value_is_node(x))
        return false;
    const value_node *n = value_node_at(&c->vals, x);
    value_kind kind = value_node_kind(n);
    *result = VALUE_INT_BIT | (kind == VK_MAP ? n->count / 2 : n->count);
    return kind == VK_SEQ || kind == VK_SET || kind == VK_MAP;
}

/* ---- The loop ---- */

/* What the loop keeps at hand. */
typedef struct window {
    run *r;
    const ir_function *function;
    value *slots;
    value *fields;
    const value *bases[4]; /* by kind of operand */
    uint8_t *marks;        /* coverage, by pc */
} window;

static window open_window(run *r)
{
    const frame *f = vec_last(&r->p.frames);
    window w = {.r = r, .function = &r->c->ir->functions[f->function]};
    bool has_slots = w.function->slot_count > 0; /* else none is read or written */
    w.slots = has_slots ? r->p.slots.data + f->base : &r->result;
    w.fields = r->p.fields.data;
    w.bases[IR_LOCAL] = w.slots;
    w.bases[IR_FIELD_OF_MACHINE] = w.fields;
    w.bases[IR_PARAM] = r->c->params;
    w.bases[IR_CONST] = r->c->consts;
    w.marks = r->c->coverage->code[f->function];
    return w;
}

static inline value operand(const window *w, ir_operand o)
{
    return w->bases[IR_KIND(o)][IR_INDEX(o)];
}

static inline void store(const window *w, ir_operand to, value x)
{
    (IR_KIND(to) == IR_LOCAL ? w->slots : w->fields)[IR_INDEX(to)] = x;
}

/* The instruction at PC is about to do something that others may look at: where it
 * is. */
static void stand_at(run *r, ir_pc pc)
{
    frame *f = vec_last(&r->p.frames);
    f->pc = pc;
    r->pos = r->c->ir->functions[f->function].positions[pc];
}

/* A value instruction, with all checks. */
static bool compute(run *r, const ir_instr *i, ir_pc pc, value *x)
{
    stand_at(r, pc);
    if (!run_compute(r, i, x))
        return false;
    return !values_heap_is_too_large(&r->c->vals) || run_cut(r, COVER_CUT_LONG);
}

static bool fail_branch(run *r, ir_pc pc)
{
    stand_at(r, pc);
    return run_fail(r, FAULT_NULL_VALUE, "the condition is not a bool");
}

/* Sets *PC to that of the next instruction. */
static inline bool branch(const window *w, const ir_instr *i, ir_pc *pc)
{
    value condition = operand(w, i->a);
    bool is_true = condition == VALUE_TRUE;
    if (!is_true && condition != VALUE_FALSE)
        return fail_branch(w->r, *pc);
    w->marks[*pc] |= is_true ? COVER_TRUE : COVER_FALSE;
    *pc = is_true == (i->op == IR_IF) ? *pc + 1 : i->b;
    return true;
}

static bool fail_foreach(run *r, ir_pc pc)
{
    stand_at(r, pc);
    return run_fail(r, FAULT_NULL_VALUE,
                    "the value to iterate over is not a collection");
}

static bool iterate(const window *w, const ir_instr *i, ir_pc *pc)
{
    values *v = &w->r->c->vals;
    value whole = operand(w, i->a);
    value_kind kind = value_kind_of(v, whole);
    if (kind != VK_SEQ && kind != VK_SET)
        return fail_foreach(w->r, *pc);
    int64_t at = value_to_int(v, operand(w, i->b));
    value_view items = value_get(v, whole);
    if (at < 0 || at >= items.count) {
        *pc = i->c;
        return true;
    }
    value_share(v, items.items[at]);
    store(w, i->d, items.items[at]);
    store(w, i->b, value_int(v, at + 1));
    ++*pc;
    return true;
}

static bool look_back(run *r, ir_pc pc)
{
    stand_at(r, pc);
    return run_look_back(r);
}

/* Texts are made to be printed; nobody reads them unless notes are taken. */
static bool is_in_vain(const run *r, const ir_function *f, const ir_instr *i)
{
    const ir_instr *next = i + 1;
    return r->notes == NULL && next->op == IR_PRINT && next->a == i->d &&
           IR_KIND(i->d) == IR_LOCAL && f->slots[IR_INDEX(i->d)].name == NAME_NONE;
}

static bool spend_more(run *r, ir_pc pc)
{
    stand_at(r, pc);
    if (r->budget == 0 && !run_extend(r))
        return false;
    return --r->budget % NOW_AND_THEN != 0 || check_limits(r);
}

static inline bool spend(run *r, ir_pc pc)
{
    if ((r->budget - 1) % NOW_AND_THEN == 0 || r->budget == 0)
        return spend_more(r, pc);
    r->budget--;
    return true;
}

bool run_interpret(run *r)
{
    const window w = open_window(r);
    core *const c = r->c;
    ir_pc pc = vec_last(&r->p.frames)->pc;
    for (;;) {
        const ir_instr *const i = &w.function->code[pc];
        value x;
        bool is_done = false; /* X is the result of a value instruction */
        if (!spend(r, pc))
            return false;
        w.marks[pc] |= COVER_RAN;
        switch (i->op) {
        case IR_MOVE:
            x = operand(&w, i->a);
            value_share(&c->vals, x);
            is_done = true;
            break;
        case IR_NOT:
            x = operand(&w, i->a);
            is_done = x == VALUE_TRUE || x == VALUE_FALSE;
            x = value_bool(x == VALUE_FALSE);
            break;
        case IR_ADD_INT:
        case IR_SUB_INT:
        case IR_LT_INT:
        case IR_LE_INT:
            is_done = compute_int(i->op, operand(&w, i->a), operand(&w, i->b), &x);
            break;
        case IR_EQ:
        case IR_NE:
            is_done = compute_equal(i->op, operand(&w, i->a), operand(&w, i->b), &x);
            break;
        case IR_FIELD:
            is_done = read_field(c, i, operand(&w, i->a), &x);
            break;
        case IR_SEQ_GET:
            is_done = read_item(c, operand(&w, i->a), operand(&w, i->b), &x);
            break;
        case IR_SIZE:
            is_done = compute_size(c, operand(&w, i->a), &x);
            break;
        case IR_FORMAT:
            is_done = is_in_vain(r, w.function, i);
            x = VALUE_NULL;
            break;
        case IR_IF:
        case IR_IF_NOT:
            if (!branch(&w, i, &pc))
                return false;
            continue;
        case IR_FOREACH:
            if (!iterate(&w, i, &pc))
                return false;
            continue;
        case IR_LOOP:
            if (r->look.is_on && !look_back(r, pc))
                return false;
            pc++;
            continue;
        case IR_ELSE:
        case IR_BREAK:
        case IR_CONTINUE:
        case IR_REPEAT:
        case IR_DONE:
        case IR_PROOF:
            pc = i->a;
            continue;
        case IR_END:
        case IR_CASE:
            pc++;
            continue;
        default:
            if (i->op >= IR_SEND) {
                stand_at(r, pc);
                return true;
            }
        }
        if (!is_done && !compute(r, i, pc, &x))
            return false;
        store(&w, i->d, x);
        pc++;
    }
}
