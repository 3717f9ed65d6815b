/* The inner loop: the instructions that compute values, jump, call and return.
 *
 * It runs the frames up to the next instruction that pauses or affects other machines.
 * Operands are read through four base pointers, one for each kind of operand; they stay
 * valid until a frame is pushed or popped, and are then set anew (open_window).
 *
 * An instruction is done here (prepared.h) if it cannot fail for operands of the usual
 * kinds; all others, and these with other operands, go through run_compute, which
 * checks everything.  So nothing here has an error message.
 */
#include "core/coverage.h"
#include "core/prepared.h"
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
static inline bool read_field(core *c, const prepared_instr *p, value x, value *result)
{
    value_view t;
    if (!look_into(&c->vals, x, &t) || t.kind != VK_TUPLE || t.aux != p->shape ||
        p->b >= t.count)
        return false;
    *result = t.items[p->b];
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

/* ---- The loop ---- */

/* What the loop keeps at hand of the innermost frame. */
typedef struct window {
    run *r;
    size_t most_frames; /* with so many, each instruction is executed alone */
    frame *frame;
    const prepared_function *code;
    const value *bases[4]; /* by kind of operand */
    value *places[2];      /* by kind of destination */
} window;

/* Another frame is the innermost one. */
static inline void move_window(window *w)
{
    run *r = w->r;
    frame *f = vec_last(&r->p.frames);
    w->frame = f;
    w->code = prepared_get(r->c, f->function);
    bool has_slots =
        w->code->function->slot_count > 0; /* else none is read or written */
    w->places[IR_LOCAL] = has_slots ? r->p.slots.data + f->base : &r->result;
    w->bases[IR_LOCAL] = w->places[IR_LOCAL];
}

/* Is each instruction executed alone?  So if somebody looks at each of them, or takes
 * the marks of each step. */
static inline bool is_watched(const run *r)
{
    return r->look.is_on || r->notes != NULL || r->c->vals.open != NULL;
}

/* At the greatest depth, calls fail, and those of nothing, too. */
static inline void set_most_frames(window *w)
{
    w->most_frames = is_watched(w->r) ? 0 : core_most_calls(w->r->c);
}

static inline void open_window(window *w, run *r)
{
    w->r = r;
    w->places[IR_FIELD_OF_MACHINE] = r->p.fields.data;
    w->bases[IR_FIELD_OF_MACHINE] = r->p.fields.data;
    w->bases[IR_PARAM] = r->c->params;
    w->bases[IR_CONST] = r->c->consts;
    set_most_frames(w);
    move_window(w);
}

static inline value read_a(const window *w, const prepared_instr *p)
{
    return w->bases[p->a_kind][p->a];
}

static inline value read_b(const window *w, const prepared_instr *p)
{
    return w->bases[p->b_kind][p->b];
}

static inline void store(const window *w, const prepared_instr *p, value x)
{
    w->places[p->d_kind][p->d] = x;
}

/* The instruction of the program that P stands for. */
static inline const ir_instr *instr_of(const window *w, const prepared_instr *p)
{
    return &w->code->function->code[p->at];
}

/* The instruction at PC is about to do something that others may look at: where it
 * is. */
static inline void stand_at(const window *w, ir_pc pc)
{
    w->frame->pc = pc;
    w->r->pos = w->code->function->positions[pc];
}

/* Where the loop is.  In registers: through memory, each instruction would wait for the
 * one before it.  ROOM counts the instructions up to the next one that is executed
 * alone, so that limits are checked before it.  Whoever may look at the budget of the
 * run finds it there: calls out of the loop, and those who read it when the run is
 * over. */
typedef struct cursor {
    const prepared_instr *p;
    uint32_t room;
    uint32_t given; /* ROOM when the budget of the run was up to date */
} cursor;

static inline void settle(const window *w, cursor *at)
{
    w->r->budget -= at->given - at->room;
    at->given = at->room;
}

static inline void make_room(const window *w, cursor *at)
{
    const run *r = w->r;
    bool is_alone = r->p.frames.len >= w->most_frames;
    at->room = is_alone ? 0 : (uint32_t)(r->budget % NOW_AND_THEN);
    at->given = at->room;
}

static inline void go_to(const window *w, cursor *at, ir_pc pc)
{
    at->p = &w->code->together[pc];
    make_room(w, at);
}

/* What follows an instruction. */
typedef enum then {
    THEN_GO,    /* the instruction at the cursor */
    THEN_STORE, /* the result is stored */
    THEN_CHECK, /* the instruction is executed with all checks */
    THEN_LEAVE, /* it is a call or a return, or affects others */
    THEN_FAIL,  /* the run ends */
} then;

static inline then store_if(bool is_done)
{
    return is_done ? THEN_STORE : THEN_CHECK;
}

/* ---- Instructions that go elsewhere ---- */

static bool fail_test(const window *w, const prepared_instr *p)
{
    stand_at(w, p->last);
    return run_fail(w->r, FAULT_NULL_VALUE, "the condition is not a bool");
}

/* The IF at the end of P, of CONDITION. */
static inline then branch(const window *w, value condition, cursor *at)
{
    const prepared_instr *p = at->p;
    uint8_t *marks = &w->code->marks[p->last];
    bool is_true = condition == VALUE_TRUE;
    if (!is_true && condition != VALUE_FALSE) {
        settle(w, at);
        return fail_test(w, p) ? THEN_GO : THEN_FAIL;
    }
    uint8_t mark = is_true ? COVER_TRUE : COVER_FALSE;
    if ((*marks & mark) == 0) /* others may read them: rarely written */
        *marks |= mark;
    at->p = is_true ? p->next : p->other;
    return THEN_GO;
}

static bool fail_foreach(const window *w, const prepared_instr *p)
{
    stand_at(w, p->at);
    return run_fail(w->r, FAULT_NULL_VALUE,
                    "the value to iterate over is not a collection");
}

static inline then iterate(const window *w, cursor *at)
{
    const prepared_instr *p = at->p;
    values *v = &w->r->c->vals;
    value whole = read_a(w, p);
    value_kind kind = value_kind_of(v, whole);
    if (kind != VK_SEQ && kind != VK_SET) {
        settle(w, at);
        return fail_foreach(w, p) ? THEN_GO : THEN_FAIL;
    }
    int64_t index = value_to_int(v, read_b(w, p));
    value_view items = value_get(v, whole);
    if (index < 0 || index >= items.count) {
        at->p = p->other;
        return THEN_GO;
    }
    value_share(v, items.items[index]);
    store(w, p, items.items[index]);
    w->places[p->b_kind][p->b] = value_int(v, index + 1);
    at->p = p->next;
    return THEN_GO;
}

static inline then close_loop(const window *w, cursor *at)
{
    run *r = w->r;
    const prepared_instr *p = at->p;
    at->p = p->next;
    if (!r->look.is_on)
        return THEN_GO;
    settle(w, at);
    stand_at(w, p->at);
    return run_look_back(r) ? THEN_GO : THEN_FAIL;
}

/* ---- Calls ---- */

/* The cursor is at a call or a return, or at what affects others; false: the caller
 * goes on. */
static bool pass_frame(window *w, const prepared_instr *p, bool *is_over)
{
    run *r = w->r;
    const ir_instr *i = instr_of(w, p);
    stand_at(w, p->at);
    *is_over = i->op == IR_CALL && !run_call(r, i);
    if (i->op == IR_RETURN)
        run_return(r, read_a(w, p));
    return (i->op == IR_CALL || i->op == IR_RETURN) && r->p.frames.len > 0 && !*is_over;
}

/* The arguments of call I become the first slots of a new frame. */
static inline void pass_arguments(window *w, const ir_instr *i)
{
    run *r = w->r;
    size_t caller = w->frame->base;
    value *slots = run_push_frame(r, i->a, i->count);
    if (i->count == 0) /* there may be no arguments, nor slots, at all */
        return;
    const ir_operand *args = w->code->function->args + i->first;
    w->bases[IR_LOCAL] = r->p.slots.data + caller; /* they may have moved */
    for (uint32_t k = 0; k < i->count; k++) {
        slots[k] = w->bases[IR_KIND(args[k])][IR_INDEX(args[k])];
        value_share(&r->c->vals, slots[k]);
    }
}

/* A call of a function with code, as run_call makes it. */
static inline then call(window *w, cursor *at)
{
    if (w->r->p.frames.len >= w->most_frames)
        return THEN_LEAVE;
    w->frame->pc = at->p->at;
    pass_arguments(w, instr_of(w, at->p));
    move_window(w);
    at->p = w->code->together;
    if (w->r->p.frames.len >= w->most_frames) {
        settle(w, at);
        make_room(w, at);
    }
    return THEN_GO;
}

/* The innermost frame returns to another one, as run_return does it. */
static inline then come_back(window *w, cursor *at)
{
    run *r = w->r;
    if (r->p.frames.len == 1 || w->most_frames == 0)
        return THEN_LEAVE;
    value result = read_a(w, at->p);
    value_share(&r->c->vals, result);
    r->result = result;
    r->p.slots.len = w->frame->base;
    bool was_alone = r->p.frames.len-- >= w->most_frames;
    move_window(w);
    ir_pc pc = w->frame->pc;
    store(w, &w->code->alone[pc], result);
    at->p = &w->code->together[pc + 1];
    if (was_alone)
        make_room(w, at);
    return THEN_GO;
}

/* ---- Instructions that are two ---- */

/* What the instruction behind `keys` makes of them. */
static inline bool use_keys(const window *w, const prepared_instr *p, value *result)
{
    core *c = w->r->c;
    value map = read_a(w, p);
    if (!value_is_node(map))
        return false;
    const value_node *n = value_node_at(&c->vals, map);
    if (value_node_kind(n) != VK_MAP)
        return false;
    if (p->op == IR_SIZE) {
        *result = VALUE_INT_BIT | n->count / 2;
        return true;
    }
    if (p->op == IR_IN_SEQ)
        return compute_in(c, VK_MAP, read_b(w, p), map, result);
    value index = read_b(w, p);
    int32_t at = small_int(index);
    if ((index & VALUE_INT_BIT) == 0 || at < 0 || (uint32_t)at >= n->count / 2)
        return false;
    *result = n->items[2 * (size_t)at];
    value_share(&c->vals, *result);
    return true;
}

/* A call of a function that does nothing: as if its frame came and went.  Its RETURN
 * counts as well. */
static inline bool call_nothing(const window *w, cursor *at, value *result)
{
    run *r = w->r;
    const core *c = r->c;
    const ir_instr *i = instr_of(w, at->p);
    if (at->room == 0 || r->p.frames.len >= w->most_frames)
        return false;
    at->room--;
    c->coverage->code[i->a][0] |= COVER_RAN;
    *result = c->consts[IR_INDEX(c->ir->functions[i->a].code[0].a)];
    r->result = *result;
    return true;
}

/* ---- The loop ---- */

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

#define INLINED static inline __attribute__((always_inline))

/* Executes the instruction at the cursor, or says how to; *X: the result.  Part of the
 * loop, so that the cursor is in registers there. */
INLINED then execute(window *w, cursor *at, value *x)
{
    const run *const r = w->r;
    core *const c = r->c;
    const prepared_instr *const p = at->p;
    switch ((prepared_kind)p->kind) {
    case PREPARED_COMPUTE:
        return THEN_CHECK;
    case PREPARED_DEFAULT:
        *x = p->a;
        return THEN_STORE;
    case PREPARED_MOVE:
        *x = read_a(w, p);
        value_share(&c->vals, *x);
        return THEN_STORE;
    case PREPARED_NOT:
        return store_if(compute_not(read_a(w, p), x));
    case PREPARED_INT:
        return store_if(compute_int(p->op, read_a(w, p), read_b(w, p), x));
    case PREPARED_EQUAL:
        return store_if(compute_equal(p->op, read_a(w, p), read_b(w, p), x));
    case PREPARED_FIELD:
        return store_if(read_field(c, p, read_a(w, p), x));
    case PREPARED_ITEM:
        return store_if(read_item(c, p->op, read_a(w, p), read_b(w, p), x));
    case PREPARED_MAP:
        return store_if(read_map(c, read_a(w, p), read_b(w, p), x));
    case PREPARED_SIZE:
        return store_if(compute_size(c, read_a(w, p), x));
    case PREPARED_IN:
        return store_if(
            compute_in(c, searched_kind(p->op), read_a(w, p), read_b(w, p), x));
    case PREPARED_KEYS:
        return store_if(use_keys(w, p, x));
    case PREPARED_THIS:
        return store_if(compute_this(r, x));
    case PREPARED_TEXT:
        *x = VALUE_NULL;
        return store_if(r->notes == NULL);
    case PREPARED_BRANCH:
        return branch(w, read_a(w, p), at);
    case PREPARED_ITERATE:
        return iterate(w, at);
    case PREPARED_LOOP:
        return close_loop(w, at);
    case PREPARED_JUMP:
        at->p = p->next;
        return THEN_GO;
    case PREPARED_NOTHING:
        return call_nothing(w, at, x) ? THEN_STORE : THEN_LEAVE;
    case PREPARED_CALL:
        return call(w, at);
    case PREPARED_RETURN:
        return come_back(w, at);
    case PREPARED_LEAVE:
        return THEN_LEAVE;
    }
    __builtin_unreachable(); /* the jump of the switch needs no check */
}

/* The value instruction P, with all checks. */
static bool compute(const window *w, const prepared_instr *p)
{
    run *r = w->r;
    value x = VALUE_NULL;
    stand_at(w, p->at);
    if (!run_compute(r, instr_of(w, p), &x))
        return false;
    store(w, &w->code->alone[p->at], x);
    return !values_heap_is_too_large(&r->c->vals) || run_cut(r, COVER_CUT_LONG);
}

/* What is executed together with it comes later. */
INLINED bool compute_at(const window *w, cursor *at)
{
    const prepared_instr *p = at->p;
    at->room += p->all - p->lead - 1u;
    settle(w, at);
    at->p = &w->code->together[p->at + 1];
    return compute(w, p);
}

static bool spend_more(const window *w, ir_pc pc)
{
    run *r = w->r;
    stand_at(w, pc);
    if (r->budget == 0 && !run_extend(r))
        return false;
    return r->budget % NOW_AND_THEN != 0 || check_limits(r);
}

/* The instruction at PC is about to be executed alone.  False: the run ends before. */
static bool begin_alone(window *w, ir_pc pc)
{
    run *r = w->r;
    if (r->budget % NOW_AND_THEN == 0 && !spend_more(w, pc))
        return false;
    r->budget--;
    w->code->marks[pc] |= COVER_RAN;
    set_most_frames(w); /* the check may have begun to look */
    if (w->most_frames > 0)
        prepared_note(r->c, w->frame->function, pc);
    return true;
}

/* Counts the instructions at the cursor, or those that are alone there. */
INLINED bool begin(window *w, cursor *at)
{
    const prepared_instr *p = at->p;
    if (at->room >= p->cost) {
        at->room -= p->cost;
        return true;
    }
    settle(w, at);
    if (!begin_alone(w, p->first))
        return false;
    make_room(w, at);
    at->p = &w->code->alone[p->first];
    return true;
}

bool run_interpret(run *r)
{
    window w;
    cursor at;
    open_window(&w, r);
    go_to(&w, &at, w.frame->pc);
    for (;;) {
        value x;
        if (!begin(&w, &at))
            return false;
        then follows = execute(&w, &at, &x);
        if (follows == THEN_STORE) {
            store(&w, at.p, x);
            if (!at.p->is_tested) {
                at.p = at.p->next;
                continue;
            }
            follows = branch(&w, x, &at);
        }
        if (follows == THEN_GO || (follows == THEN_CHECK && compute_at(&w, &at)))
            continue;
        if (follows != THEN_LEAVE)
            return false;
        bool is_over;
        settle(&w, &at);
        if (!pass_frame(&w, at.p, &is_over))
            return !is_over;
        move_window(&w);
        go_to(&w, &at, w.frame->pc);
    }
}
