/* The inner loop: the instructions that compute values, jump, call and return.
 *
 * It runs the frames up to the next instruction that pauses or affects other machines.
 * Operands are read through four base pointers, one for each kind of operand; they stay
 * valid until a frame is pushed or popped, and are then set anew (open_window).
 *
 * An instruction is done here if it cannot fail for operands of the usual kinds; all
 * others, and these with other operands, go through run_compute, which checks
 * everything.  So nothing here has an error message.
 */
#include "core/coverage.h"
#include "core/run.h"
#include "core/value_heap.h"
#include "ir/open.h"

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

static inline bool compute_not(value x, value *result)
{
    *result = value_bool(x == VALUE_FALSE);
    return x == VALUE_TRUE || x == VALUE_FALSE;
}

/* What has the same id is equal; atoms and small ints, only then. */
static inline bool compute_equal(uint8_t op, value x, value y, value *result)
{
    *result = value_bool((x == y) == (op == IR_EQ));
    if (x == y)
        return true;
    return x >= VALUE_ATOM_BIT && y >= VALUE_ATOM_BIT && !value_is_draft(x) &&
           !value_is_draft(y) && !value_is_open(x) && !value_is_open(y);
}

/* The items of X, a tuple or a collection; false: it is neither, but may be a text. */
static inline bool look_into(const values *v, value x, value_view *items)
{
    if (!value_is_node(x) && !value_is_draft(x))
        return false;
    *items = value_get(v, x);
    return true;
}

/* A tuple of the static type of the instruction has the field where that type says. */
static inline bool read_field(core *c, const ir_instr *i, value x, value *result)
{
    value_view t;
    if (!look_into(&c->vals, x, &t) || t.kind != VK_TUPLE ||
        t.aux != c->shapes[i->first] || i->b >= t.count)
        return false;
    *result = t.items[i->b];
    value_share(&c->vals, *result);
    return true;
}

static inline bool read_item(core *c, uint8_t op, value x, value index, value *result)
{
    value_view w;
    if ((index & VALUE_INT_BIT) == 0 || !look_into(&c->vals, x, &w) ||
        w.kind != (op == IR_SET_GET ? VK_SET : VK_SEQ))
        return false;
    int32_t at = small_int(index);
    if (at < 0 || (uint32_t)at >= w.count)
        return false;
    *result = w.items[at];
    value_share(&c->vals, *result);
    return true;
}

/* Where the key stands in a map; false: not where it is looked for.  Equal ids are
 * equal keys, and a map has each key once.  Where keys are successive ints, the first
 * one says where the others are. */
static inline bool find_key(const value_view *map, value key, size_t *at)
{
    enum { FEW = 16 };
    if (map->count == 0)
        return false;
    *at = (key - map->items[0]) & ~VALUE_INT_BIT;
    if (*at < map->count / 2 && map->items[2 * *at] == key)
        return true;
    for (*at = 0; map->count <= FEW && *at < map->count / 2; ++*at)
        if (map->items[2 * *at] == key)
            return true;
    return false;
}

static inline bool read_map(core *c, value x, value key, value *result)
{
    value_view map;
    size_t at;
    if (!look_into(&c->vals, x, &map) || map.kind != VK_MAP ||
        !find_key(&map, key, &at))
        return false;
    *result = map.items[2 * at + 1];
    value_share(&c->vals, *result);
    return true;
}

static inline bool compute_size(const core *c, value x, value *result)
{
    value_view w;
    if (!look_into(&c->vals, x, &w))
        return false;
    *result = VALUE_INT_BIT | (w.kind == VK_MAP ? w.count / 2 : w.count);
    return w.kind == VK_SEQ || w.kind == VK_SET || w.kind == VK_MAP;
}

/* Does a collection that CAN be searched hold X itself?  Then X is found there, however
 * the collection is searched: equal ids are equal values.  Open ints may be compared
 * with others first, which is a fork; so not where there are any.  False: unknown. */
static inline bool find_itself(const core *c, const value_node *n, value x,
                               uint32_t stride, uint32_t *at)
{
    enum { FEW = 16 }; /* where to look at each is faster than to halve */
    if (n->count > FEW || value_is_draft(x) || c->vals.open != NULL)
        return false;
    for (uint32_t k = 0; k < n->count; k += stride)
        if (n->items[k] == x) {
            *at = k;
            return true;
        }
    return false;
}

/* KIND: of the collection. */
static inline bool compute_in(const core *c, value_kind kind, value x, value whole,
                              value *result)
{
    if (!value_is_node(whole))
        return false;
    const value_node *n = value_node_at(&c->vals, whole);
    uint32_t at;
    *result = VALUE_TRUE;
    return value_node_kind(n) == kind &&
           find_itself(c, n, x, kind == VK_MAP ? 2 : 1, &at);
}

/* ---- Ways to execute an instruction ---- */

typedef enum way {
    WAY_COMPUTE, /* all checks are in run_compute */
    WAY_MOVE,
    WAY_NOT,
    WAY_INT,
    WAY_EQUAL,
    WAY_FIELD,
    WAY_ITEM,
    WAY_SIZE,
    WAY_MAP,
    WAY_IN,
    WAY_KEYS,
    WAY_THIS,
    WAY_TEXT,
    WAY_BRANCH,
    WAY_ITERATE,
    WAY_LOOP,
    WAY_JUMP,
    WAY_NEXT,
    WAY_NOTHING, /* a call of a function that does nothing */
    WAY_LEAVE,   /* it calls, returns, or affects others */
    WAY_COUNT
} way;

/* The same wherever the instruction stands; 0: WAY_COMPUTE. */
static const uint8_t ways[IR_OP_COUNT] = {
    [IR_MOVE] = WAY_MOVE,
    [IR_NOT] = WAY_NOT,
    [IR_ADD_INT] = WAY_INT,
    [IR_SUB_INT] = WAY_INT,
    [IR_LT_INT] = WAY_INT,
    [IR_LE_INT] = WAY_INT,
    [IR_EQ] = WAY_EQUAL,
    [IR_NE] = WAY_EQUAL,
    [IR_FIELD] = WAY_FIELD,
    [IR_SEQ_GET] = WAY_ITEM,
    [IR_SIZE] = WAY_SIZE,
    [IR_FORMAT] = WAY_TEXT,
    [IR_MAP_GET] = WAY_MAP,
    [IR_IN_SEQ] = WAY_IN,
    [IR_IN_SET] = WAY_IN,
    [IR_IN_MAP] = WAY_IN,
    [IR_THIS] = WAY_THIS,
    [IR_IF] = WAY_BRANCH,
    [IR_IF_NOT] = WAY_BRANCH,
    [IR_FOREACH] = WAY_ITERATE,
    [IR_LOOP] = WAY_LOOP,
    [IR_ELSE] = WAY_JUMP,
    [IR_BREAK] = WAY_JUMP,
    [IR_CONTINUE] = WAY_JUMP,
    [IR_REPEAT] = WAY_JUMP,
    [IR_DONE] = WAY_JUMP,
    [IR_PROOF] = WAY_JUMP,
    [IR_END] = WAY_NEXT,
    [IR_CASE] = WAY_NEXT,
    [IR_CALL] = WAY_LEAVE,
    [IR_RETURN] = WAY_LEAVE,
    [IR_SEND] = WAY_LEAVE,
    [IR_ANNOUNCE] = WAY_LEAVE,
    [IR_NEW] = WAY_LEAVE,
    [IR_PRINT] = WAY_LEAVE,
    [IR_ASSUME] = WAY_LEAVE,
    [IR_FAIL] = WAY_LEAVE,
    [IR_RAISE] = WAY_LEAVE,
    [IR_GOTO] = WAY_LEAVE,
    [IR_RECEIVE] = WAY_LEAVE,
    [IR_INVARIANT] = WAY_LEAVE,
    [IR_FORALL] = WAY_LEAVE,
    [IR_EXISTS] = WAY_LEAVE,
    [IR_FORALL_NEW] = WAY_LEAVE,
    [IR_EXISTS_NEW] = WAY_LEAVE,
    [IR_RESULT] = WAY_LEAVE,
    [IR_INFLIGHT] = WAY_LEAVE,
    [IR_SENT] = WAY_LEAVE,
    [IR_TARGETS] = WAY_LEAVE,
    [IR_IS_MACHINE] = WAY_LEAVE,
    [IR_IS_STATE] = WAY_LEAVE,
    [IR_IS_EVENT] = WAY_LEAVE,
    [IR_MACHINE_FIELD] = WAY_LEAVE,
    [IR_SPEC_FIELD] = WAY_LEAVE,
    [IR_EVENT_FIELD] = WAY_LEAVE,
    [IR_HOLDS] = WAY_LEAVE,
};
/* `keys` whose result is only read by the next instruction: its size, an item of it, or
 * whether something is in it.  Nobody needs the sequence. */
static bool is_keys_in_passing(core *c, uint32_t function, ir_pc pc)
{
    const ir_instr *i = &c->ir->functions[function].code[pc];
    if (i->op != IR_KEYS) /* `keys` is not the last instruction */
        return false;
    const ir_instr *next = i + 1;
    bool is_read = (next->op == IR_SIZE && next->a == i->d) ||
                   (next->op == IR_SEQ_GET && next->a == i->d && next->b != i->d) ||
                   (next->op == IR_IN_SEQ && next->b == i->d && next->a != i->d);
    return IR_KIND(i->d) == IR_LOCAL && is_read &&
           !live_before(process_live(c, function), pc + 2, IR_INDEX(i->d));
}

/* A call of a function that returns a constant at once. */
static bool is_call_of_nothing(const core *c, const ir_instr *i)
{
    if (i->op != IR_CALL)
        return false;
    const ir_function *f = &c->ir->functions[i->a];
    return f->code_count > 0 && !open_is(f) && f->code[0].op == IR_RETURN &&
           IR_KIND(f->code[0].a) == IR_CONST;
}

static const uint8_t *make_ways(core *c, uint32_t function)
{
    const ir_function *f = &c->ir->functions[function];
    uint8_t *made = ARENA_ARRAY(&c->memory, uint8_t, f->code_count);
    for (ir_pc pc = 0; pc < f->code_count; pc++) {
        made[pc] = ways[f->code[pc].op];
        if (is_keys_in_passing(c, function, pc))
            made[pc] = WAY_KEYS;
        else if (is_call_of_nothing(c, &f->code[pc]))
            made[pc] = WAY_NOTHING;
    }
    c->ways[function] = made;
    return made;
}

static inline const uint8_t *ways_of(core *c, uint32_t function)
{
    const uint8_t *known = c->ways[function];
    return known != NULL ? known : make_ways(c, function);
}

/* ---- The loop ---- */

/* What the loop keeps at hand of the innermost frame. */
typedef struct window {
    run *r;
    frame *frame;
    const ir_function *function;
    const ir_instr *code;
    value *slots;
    value *fields;
    const value *bases[4]; /* by kind of operand */
    uint8_t *marks;        /* coverage, by pc */
    const uint8_t *ways;   /* to execute an instruction, by pc */
} window;

/* Another frame is the innermost one. */
static inline void move_window(window *w)
{
    run *r = w->r;
    frame *f = vec_last(&r->p.frames);
    w->frame = f;
    w->function = &r->c->ir->functions[f->function];
    w->code = w->function->code;
    bool has_slots = w->function->slot_count > 0; /* else none is read or written */
    w->slots = has_slots ? r->p.slots.data + f->base : &r->result;
    w->bases[IR_LOCAL] = w->slots;
    w->marks = r->c->coverage->code[f->function];
    w->ways = ways_of(r->c, f->function);
}

static inline void open_window(window *w, run *r)
{
    w->r = r;
    w->fields = r->p.fields.data;
    w->bases[IR_FIELD_OF_MACHINE] = w->fields;
    w->bases[IR_PARAM] = r->c->params;
    w->bases[IR_CONST] = r->c->consts;
    move_window(w);
}

static inline value operand(const window *w, ir_operand o)
{
    return w->bases[IR_KIND(o)][IR_INDEX(o)];
}

static inline void store(const window *w, ir_operand to, value x)
{
    if (to < IR_OPERAND(IR_FIELD_OF_MACHINE, 0)) /* it is its index, then */
        w->slots[to] = x;
    else
        w->fields[IR_INDEX(to)] = x;
}

/* The instruction at PC is about to do something that others may look at: where it
 * is. */
static inline void stand_at(const window *w, ir_pc pc)
{
    w->frame->pc = pc;
    w->r->pos = w->function->positions[pc];
}

/* A value instruction, with all checks. */
static bool compute(const window *w, const ir_instr *i, ir_pc pc)
{
    value x = VALUE_NULL;
    stand_at(w, pc);
    if (!run_compute(w->r, i, &x))
        return false;
    store(w, i->d, x);
    return !values_heap_is_too_large(&w->r->c->vals) || run_cut(w->r, COVER_CUT_LONG);
}

static bool fail_branch(const window *w, ir_pc pc)
{
    stand_at(w, pc);
    return run_fail(w->r, FAULT_NULL_VALUE, "the condition is not a bool");
}

/* Sets *PC to that of the next instruction. */
static inline bool branch(const window *w, const ir_instr *i, ir_pc *pc)
{
    value condition = operand(w, i->a);
    bool is_true = condition == VALUE_TRUE;
    if (!is_true && condition != VALUE_FALSE)
        return fail_branch(w, *pc);
    w->marks[*pc] |= is_true ? COVER_TRUE : COVER_FALSE;
    *pc = is_true == (i->op == IR_IF) ? *pc + 1 : i->b;
    return true;
}

static bool fail_foreach(const window *w, ir_pc pc)
{
    stand_at(w, pc);
    return run_fail(w->r, FAULT_NULL_VALUE,
                    "the value to iterate over is not a collection");
}

static inline bool iterate(const window *w, const ir_instr *i, ir_pc *pc)
{
    values *v = &w->r->c->vals;
    value whole = operand(w, i->a);
    value_kind kind = value_kind_of(v, whole);
    if (kind != VK_SEQ && kind != VK_SET)
        return fail_foreach(w, *pc);
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

static bool look_back(const window *w, ir_pc pc)
{
    stand_at(w, pc);
    return run_look_back(w->r);
}

/* Texts are made to be printed; nobody reads them unless notes are taken. */
static bool is_in_vain(const window *w, const ir_instr *i)
{
    const run *r = w->r;
    if (r->notes != NULL || IR_KIND(i->d) != IR_LOCAL)
        return false;
    if (r->c->printed != NULL)
        return printed_is(r->c->printed, w->frame->function, IR_INDEX(i->d));
    const ir_instr *next = i + 1;
    return next->op == IR_PRINT && next->a == i->d &&
           w->function->slots[IR_INDEX(i->d)].name == NAME_NONE;
}

static bool spend_more(const window *w, ir_pc pc)
{
    run *r = w->r;
    stand_at(w, pc);
    if (r->budget == 0 && !run_extend(r))
        return false;
    return r->budget % NOW_AND_THEN != 0 || check_limits(r);
}

/* What follows an instruction. */
typedef enum then {
    THEN_GO,    /* the instruction at the cursor */
    THEN_STORE, /* the result of a value instruction is stored */
    THEN_CHECK, /* a value instruction is executed with all checks */
    THEN_OUT,   /* the caller goes on */
    THEN_FAIL,  /* the run ends */
} then;

/* Where the loop is. */
typedef struct cursor {
    ir_pc pc;
    uint64_t budget; /* instructions that are left, see run_interpret */
    value x;         /* the result of a value instruction */
} cursor;

static inline then store_if(bool is_done)
{
    return is_done ? THEN_STORE : THEN_CHECK;
}

static inline then go_if(bool is_done)
{
    return is_done ? THEN_GO : THEN_FAIL;
}

/* It calls, returns, or affects others. */
static then leave(window *w, const ir_instr *i, ir_pc pc)
{
    run *r = w->r;
    stand_at(w, pc);
    if (i->op == IR_CALL && !run_call(r, i))
        return THEN_FAIL;
    if (i->op == IR_RETURN)
        run_return(r, operand(w, i->a));
    if ((i->op != IR_CALL && i->op != IR_RETURN) || r->p.frames.len == 0)
        return THEN_OUT;
    move_window(w);
    return THEN_GO;
}

static inline then leave_frame(window *w, const ir_instr *i, cursor *at)
{
    run *r = w->r;
    r->budget = at->budget;
    then follows = leave(w, i, at->pc);
    if (follows == THEN_GO) {
        at->pc = w->frame->pc;
        at->budget = r->budget;
    }
    return follows;
}

/* May a second instruction be executed with this one?  It counts as well. */
static inline bool has_room(const cursor *at)
{
    return at->budget % NOW_AND_THEN != 0;
}

/* What the instruction behind `keys` I makes of them. */
static inline bool use_keys(const window *w, const ir_instr *i, value *result)
{
    core *c = w->r->c;
    const ir_instr *next = i + 1;
    value map = operand(w, i->a);
    if (!value_is_node(map))
        return false;
    const value_node *n = value_node_at(&c->vals, map);
    if (value_node_kind(n) != VK_MAP)
        return false;
    if (next->op == IR_SIZE) {
        *result = VALUE_INT_BIT | n->count / 2;
        return true;
    }
    if (next->op == IR_IN_SEQ)
        return compute_in(c, VK_MAP, operand(w, next->a), map, result);
    value index = operand(w, next->b);
    int32_t at = small_int(index);
    if ((index & VALUE_INT_BIT) == 0 || at < 0 || (uint32_t)at >= n->count / 2)
        return false;
    *result = n->items[2 * (size_t)at];
    value_share(&c->vals, *result);
    return true;
}

/* `keys` and the instruction behind it at once. */
static inline then pass_keys(const window *w, const ir_instr *i, cursor *at)
{
    value x;
    if (!has_room(at) || !use_keys(w, i, &x))
        return THEN_CHECK;
    at->budget--;
    w->marks[at->pc + 1] |= COVER_RAN;
    store(w, i[1].d, x);
    at->pc += 2;
    return THEN_GO;
}

static inline value_kind searched_kind(uint8_t op)
{
    return op == IR_IN_SEQ ? VK_SEQ : op == IR_IN_SET ? VK_SET : VK_MAP;
}

/* A reference that permits its usual events needs no node. */
static inline bool compute_this(const run *r, value *result)
{
    *result = value_machine_id(r->p.self);
    return !r->p.is_monitor &&
           r->p.decl->receives == core_usual_rights(r->c, r->p.self);
}

/* A call of a function that does nothing: as if its frame came and went. */
static inline bool call_nothing(const window *w, const ir_instr *i, value *result)
{
    run *r = w->r;
    const core *c = r->c;
    if (r->p.frames.len >= core_most_calls(c))
        return false;
    c->coverage->code[i->a][0] |= COVER_RAN;
    *result = c->consts[IR_INDEX(c->ir->functions[i->a].code[0].a)];
    r->result = *result;
    return true;
}

/* Executes I, which the cursor AT is at, or says how to.  Part of the loop, so that the
 * cursor is in registers there. */
static inline __attribute__((always_inline)) then execute(window *w, const ir_instr *i,
                                                          cursor *at)
{
    run *const r = w->r;
    core *const c = r->c;
    value *const x = &at->x;
    const way how = (way)w->ways[at->pc];
    if (how >= WAY_COUNT)
        __builtin_unreachable(); /* the jump of the switch needs no check */
    switch (how) {
    case WAY_COMPUTE:
        return THEN_CHECK;
    case WAY_MOVE:
        *x = operand(w, i->a);
        value_share(&c->vals, *x);
        return THEN_STORE;
    case WAY_NOT:
        return store_if(compute_not(operand(w, i->a), x));
    case WAY_INT:
        return store_if(compute_int(i->op, operand(w, i->a), operand(w, i->b), x));
    case WAY_EQUAL:
        return store_if(compute_equal(i->op, operand(w, i->a), operand(w, i->b), x));
    case WAY_FIELD:
        return store_if(read_field(c, i, operand(w, i->a), x));
    case WAY_ITEM:
        return store_if(read_item(c, i->op, operand(w, i->a), operand(w, i->b), x));
    case WAY_MAP:
        return store_if(read_map(c, operand(w, i->a), operand(w, i->b), x));
    case WAY_SIZE:
        return store_if(compute_size(c, operand(w, i->a), x));
    case WAY_IN:
        return store_if(
            compute_in(c, searched_kind(i->op), operand(w, i->a), operand(w, i->b), x));
    case WAY_KEYS:
        return pass_keys(w, i, at);
    case WAY_THIS:
        return store_if(compute_this(r, x));
    case WAY_TEXT:
        return store_if(is_in_vain(w, i));
    case WAY_BRANCH:
        r->budget = at->budget;
        return go_if(branch(w, i, &at->pc));
    case WAY_ITERATE:
        r->budget = at->budget;
        return go_if(iterate(w, i, &at->pc));
    case WAY_LOOP:
        r->budget = at->budget;
        if (r->look.is_on && !look_back(w, at->pc))
            return THEN_FAIL;
        /* fall through */
    case WAY_NEXT:
        at->pc++;
        return THEN_GO;
    case WAY_JUMP:
        at->pc = i->a;
        return THEN_GO;
    case WAY_NOTHING:
        if (!has_room(at) || !call_nothing(w, i, x))
            break;
        at->budget--;
        return THEN_STORE;
    case WAY_LEAVE:
    case WAY_COUNT:
        break;
    }
    return leave_frame(w, i, at);
}

/* The instructions that are left are counted in a register: through memory, each
 * instruction would wait for the one before it.  Whoever may look at r->budget finds it
 * there: calls out of this function, and those who read it when the run is over. */
bool run_interpret(run *r)
{
    window w;
    open_window(&w, r);
    cursor at = {.pc = w.frame->pc, .budget = r->budget};
    for (;;) {
        const ir_instr *const i = &w.code[at.pc];
        at.x = VALUE_NULL;
        if (at.budget % NOW_AND_THEN == 0) {
            r->budget = at.budget;
            if (!spend_more(&w, at.pc))
                return false;
            at.budget = r->budget;
        }
        at.budget--;
        if (!(w.marks[at.pc] & COVER_RAN)) /* others may read them: rarely written */
            w.marks[at.pc] |= COVER_RAN;
        const then follows = execute(&w, i, &at);
        if (follows == THEN_GO)
            continue;
        if (follows == THEN_OUT || follows == THEN_FAIL)
            return follows == THEN_OUT;
        r->budget = at.budget;
        if (follows == THEN_STORE)
            store(&w, i->d, at.x);
        else if (!compute(&w, i, at.pc))
            return false;
        at.pc++;
    }
}
