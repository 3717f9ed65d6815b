#include "analysis/commute.h"

#include "analysis/flow.h"
#include "analysis/live.h"
#include "analysis/pending_effect.h"

#include <string.h>

struct commute {
    const test_context *t;
    const fn_effects_table *e;
    const points_to *p;
    bits inside;       /* pcs of loops that send */
    live_slots **live; /* by function, made when needed */
    arena memory;
};

static const ir_function *function_of(const commute *o, uint32_t function)
{
    return &o->t->ir->functions[function];
}

/* May SLOT be read from PC on, before it is written? */
static bool may_read(commute *o, uint32_t function, ir_pc pc, frame_slot slot)
{
    if (o->live[function] == NULL)
        o->live[function] = live_new(&o->memory, function_of(o, function));
    return live_before(o->live[function], pc, slot);
}

/* No operand. */
static const ir_operand nothing = IR_NONE;

/* ---- Loops ---- */

/* How a variable that outlives an iteration is changed. */
typedef enum update {
    UPDATE_NONE,
    UPDATE_SUM,
    UPDATE_PRODUCT,
    UPDATE_ADD,    /* to a set */
    UPDATE_REMOVE, /* from a set */
    UPDATE_KEY,    /* a map, at the element */
    UPDATE_CONST,
} update;

typedef struct shared_variable {
    ir_operand variable;
    update how;
    ir_operand constant;
} shared_variable;

/* Code that an iteration runs: the body, or a function that is called with the element
 * as a parameter, or without it. */
typedef struct region {
    uint32_t function;
    const ir_function *f;
    uint32_t first;
    uint32_t end;
    ir_operand element; /* or `nothing` */
} region;

typedef struct loop {
    commute *o;
    uint32_t head;
    uint32_t after;
    bool is_distinct;    /* no element comes twice */
    VEC(region) regions; /* the body comes first */
    bits written;        /* locals that the body writes */
    bits carried;        /* ... and reads before it has written them */
    VEC(shared_variable) shared;
    bool sends;
} loop;

/* The next pc, skipping what only provers read. */
static uint32_t next_pc(const region *r, ir_pc pc)
{
    return r->f->code[pc].op == IR_PROOF ? r->f->code[pc].a : pc + 1;
}

static bool is_body(const loop *l, const region *r)
{
    return r == l->regions.data;
}

/* Instructions that neither leave the loop nor stop the machine.  A called function may
 * branch and loop freely: all its variables are private. */
static bool is_allowed(const loop *l, const region *r, const ir_instr *i)
{
    if (i->op < IR_SEND)
        return i->op != IR_FAIR_NONDET;
    switch (i->op) {
    case IR_SEND:
    case IR_PRINT:
    case IR_FAIL:
    case IR_IF:
    case IR_IF_NOT:
    case IR_ELSE:
    case IR_END:
    case IR_PROOF:
        return true;
    case IR_CALL:
        return function_of(l->o, i->a)->code_count > 0;
    case IR_CONTINUE:
    case IR_REPEAT:
        return !is_body(l, r) || i->a == l->head;
    case IR_RETURN:
    case IR_LOOP:
    case IR_FOREACH:
    case IR_BREAK:
        return !is_body(l, r);
    }
    return false;
}

static void add_region(loop *l, const region *one)
{
    vec_each (r, &l->regions)
        if (r->function == one->function && r->first == one->first &&
            r->element == one->element)
            return;
    vec_push(&l->regions, *one);
}

/* The parameter that holds the element, if it is never written. */
static void add_callee(loop *l, const region *from, const ir_instr *i)
{
    assert(i->op == IR_CALL);
    const ir_function *f = function_of(l->o, i->a);
    region r = {.function = i->a, .f = f, .end = f->code_count, .element = nothing};
    for (uint32_t k = 0; k < i->count; k++)
        if (from->element != nothing && from->f->args[i->first + k] == from->element)
            r.element = IR_OPERAND(IR_LOCAL, k);
    for (uint32_t k = 0; k < f->code_count; k++)
        if (flow_writes(&f->code[k]) && f->code[k].d == r.element)
            r.element = nothing;
    add_region(l, &r);
}

static bool find_regions(loop *l)
{
    for (size_t n = 0; n < l->regions.len; n++) {
        const region r = l->regions.data[n];
        for (uint32_t k = r.first; k < r.end; k = next_pc(&r, k)) {
            const ir_instr *i = &r.f->code[k];
            if (!is_allowed(l, &l->regions.data[n], i))
                return false;
            if (i->op == IR_CALL)
                add_callee(l, &r, i);
            l->sends |= i->op == IR_SEND;
        }
    }
    return true;
}

static bool find_written(loop *l)
{
    const region *r = l->regions.data;
    for (uint32_t k = r->first; k < r->end; k = next_pc(r, k)) {
        const ir_instr *i = &r->f->code[k];
        if (flow_writes(i) && i->d == r->element)
            return false;
        if (flow_writes(i) && IR_KIND(i->d) == IR_LOCAL)
            bits_add(&l->written, IR_INDEX(i->d));
    }
    return true;
}

/* Notes O if it is a slot that the body writes, but not yet in this iteration. */
static void note_read(loop *l, ir_operand o, const bool *fresh)
{
    if (IR_KIND(o) == IR_LOCAL && bits_has(&l->written, IR_INDEX(o)) &&
        !fresh[IR_INDEX(o)])
        bits_add(&l->carried, IR_INDEX(o));
}

static void note_carried(loop *l, const ir_instr *i, const bool *fresh)
{
    const ir_function *f = l->regions.data[0].f;
    const char *shape = ir_op_shape((ir_op)i->op);
    const uint32_t fields[4] = {i->d, i->a, i->b, i->c};
    for (int k = 0; k < 4; k++)
        if (shape[k] == 'o')
            note_read(l, fields[k], fresh);
    for (uint32_t k = 0; strchr(shape, '*') != NULL && k < i->count; k++)
        note_read(l, f->args[i->first + k], fresh);
}

/* What is written in a branch counts as written up to its end. */
static void find_carried(loop *l)
{
    const region *r = l->regions.data;
    size_t size = r->f->slot_count * sizeof(bool);
    VEC(bool *) outer = {0};
    bool *fresh = mem_alloc(size);
    for (uint32_t k = r->first; k < r->end; k = next_pc(r, k)) {
        const ir_instr *i = &r->f->code[k];
        note_carried(l, i, fresh);
        if (flow_writes(i) && IR_KIND(i->d) == IR_LOCAL)
            fresh[IR_INDEX(i->d)] = true;
        if (i->op == IR_IF || i->op == IR_IF_NOT) {
            bool *copy = mem_alloc(size);
            memcpy(copy, fresh, size);
            vec_push(&outer, copy);
        } else if (i->op == IR_ELSE) {
            memcpy(fresh, *vec_last(&outer), size);
        } else if (i->op == IR_END) {
            mem_free(fresh, size);
            fresh = vec_pop(&outer);
        }
    }
    assert(outer.len == 0);
    mem_free(fresh, size);
    vec_free(&outer);
}

static bool is_field_written(const loop *l, ir_operand field)
{
    vec_each (r, &l->regions)
        for (uint32_t k = r->first; k < r->end; k = next_pc(r, k))
            if (flow_writes(&r->f->code[k]) && r->f->code[k].d == field)
                return true;
    return false;
}

/* Does a value that an iteration writes to O outlive it? */
static bool is_shared(const loop *l, const region *r, ir_operand o)
{
    if (IR_KIND(o) == IR_FIELD_OF_MACHINE)
        return is_field_written(l, o);
    if (IR_KIND(o) != IR_LOCAL || !is_body(l, r) || !bits_has(&l->written, IR_INDEX(o)))
        return false;
    return bits_has(&l->carried, IR_INDEX(o)) ||
           may_read(l->o, r->function, l->after, IR_INDEX(o));
}

/* Two references to one machine are the same element of a set, but may differ in the
 * events that may be sent; the set keeps the first.  So the order of additions may
 * show, unless elements are distinct or hold no references. */
static bool adds_safely(const loop *l, const region *r, ir_operand added)
{
    if (added == r->element && l->is_distinct)
        return true;
    uint32_t words = points_to_words(l->o->p);
    uint64_t *set = mem_alloc(words * sizeof *set);
    points_to_add(l->o->p, (fn_operand){r->function, added}, set);
    bool is_empty = true;
    for (uint32_t w = 0; w < words; w++)
        is_empty &= set[w] == 0;
    mem_free(set, words * sizeof *set);
    return is_empty;
}

/* How instruction I changes its destination. */
static update update_of(const loop *l, const region *r, const ir_instr *i)
{
    bool is_first = i->a == i->d;
    bool is_second = i->b == i->d;
    bool is_key = l->is_distinct && i->b == r->element;
    switch (i->op) {
    case IR_ADD_INT:
        return is_first != is_second ? UPDATE_SUM : UPDATE_NONE;
    case IR_SUB_INT:
        return is_first && !is_second ? UPDATE_SUM : UPDATE_NONE;
    case IR_MUL_INT:
        return is_first != is_second ? UPDATE_PRODUCT : UPDATE_NONE;
    case IR_SET_ADD:
        return is_first && !is_second && adds_safely(l, r, i->b) ? UPDATE_ADD
                                                                 : UPDATE_NONE;
    case IR_SET_REMOVE:
        return is_first && !is_second ? UPDATE_REMOVE : UPDATE_NONE;
    case IR_MAP_PUT:
    case IR_MAP_INSERT:
        return is_first && is_key && i->c != i->d ? UPDATE_KEY : UPDATE_NONE;
    case IR_MAP_REMOVE:
        return is_first && is_key ? UPDATE_KEY : UPDATE_NONE;
    case IR_MOVE:
        return IR_KIND(i->a) == IR_CONST ? UPDATE_CONST : UPDATE_NONE;
    }
    return UPDATE_NONE;
}

/* True: all updates of the variable agree. */
static bool note_update(loop *l, ir_operand variable, update how, ir_operand constant)
{
    if (how == UPDATE_NONE)
        return false;
    vec_each (p, &l->shared)
        if (p->variable == variable)
            return p->how == how && p->constant == constant;
    const shared_variable p = {variable, how, constant};
    vec_push(&l->shared, p);
    return true;
}

/* Does I read a map at the current element only?  Then WHOLE is the map. */
static bool is_keyed_read(const loop *l, const region *r, const ir_instr *i,
                          ir_operand *whole)
{
    *whole = i->op == IR_IN_MAP ? i->b : i->a;
    return l->is_distinct && ((i->op == IR_MAP_GET && i->b == r->element) ||
                              (i->op == IR_IN_MAP && i->a == r->element));
}

/* Does I read no shared variable but SELF? */
static bool reads_no_other(const loop *l, const region *r, const ir_instr *i,
                           ir_operand self)
{
    const char *shape = ir_op_shape((ir_op)i->op);
    const uint32_t fields[4] = {i->d, i->a, i->b, i->c};
    for (int k = 0; k < 4; k++)
        if (shape[k] == 'o' && fields[k] != self && is_shared(l, r, fields[k]))
            return false;
    for (uint32_t k = 0; strchr(shape, '*') != NULL && k < i->count; k++)
        if (is_shared(l, r, r->f->args[i->first + k]))
            return false;
    return true;
}

static bool commutes(loop *l, const region *r, const ir_instr *i)
{
    if (flow_writes(i) && is_shared(l, r, i->d)) {
        update how = update_of(l, r, i);
        return note_update(l, i->d, how, how == UPDATE_CONST ? i->a : nothing) &&
               reads_no_other(l, r, i, i->d);
    }
    ir_operand whole;
    if (is_keyed_read(l, r, i, &whole) && is_shared(l, r, whole))
        return note_update(l, whole, UPDATE_KEY, nothing) &&
               reads_no_other(l, r, i, whole);
    return reads_no_other(l, r, i, nothing);
}

static bool may_crash(const loop *l)
{
    const fn_effects_table *e = l->o->e;
    const test_context *t = l->o->t;
    vec_each (i, &e->of[l->regions.data[0].function].runners)
        if (t->may_crash[test_context_machine(t, *i)])
            return true;
    return false;
}

/* May it send, with the order of sends invisible? */
static bool may_send(const loop *l)
{
    send_order order = l->o->t->order;
    if (order == SEND_ORDER_VISIBLE || may_crash(l))
        return false;
    vec_each (r, &l->regions) {
        for (uint32_t k = r->first; k < r->end; k = next_pc(r, k)) {
            const ir_instr *i = &r->f->code[k];
            if (i->op == IR_SEND &&
                (pending_effect_is_observed(l->o->e, r->function, i->b) ||
                 (order == SEND_ORDER_PER_TARGET && i->a != r->element)))
                return false;
        }
    }
    return !pending_effect_is_possible(l->o->e, l->regions.data[0].function, l->after);
}

static bool iterations_commute(loop *l)
{
    const region body = l->regions.data[0];
    if (IR_KIND(body.element) != IR_LOCAL ||
        may_read(l->o, body.function, l->after, IR_INDEX(body.element)) ||
        !find_regions(l) || !find_written(l))
        return false;
    find_carried(l);
    vec_each (r, &l->regions)
        for (uint32_t k = r->first; k < r->end; k = next_pc(r, k))
            if (!commutes(l, r, &r->f->code[k]))
                return false;
    return !l->sends || may_send(l);
}

static bool loop_shows(commute *o, uint32_t function, ir_pc pc, bool is_distinct)
{
    const ir_function *f = function_of(o, function);
    loop l = {.o = o, .head = pc, .after = f->code[pc].c, .is_distinct = is_distinct};
    const region body = {function, f, pc + 1, l.after, f->code[pc].d};
    vec_push(&l.regions, body);
    bool shows = !iterations_commute(&l);
    for (uint32_t k = pc; !shows && l.sends && k < l.after; k++)
        bits_add(&o->inside, o->e->first_pcs[function] + k);
    vec_free(&l.regions);
    bits_fini(&l.written);
    bits_fini(&l.carried);
    vec_free(&l.shared);
    return shows;
}

bool commute_loop_shows(commute *o, uint32_t function, ir_pc pc)
{
    assert(function_of(o, function)->code[pc].op == IR_FOREACH);
    return loop_shows(o, function, pc, true);
}

bool commute_is_inside(const commute *o, uint32_t function, ir_pc pc)
{
    assert(pc < function_of(o, function)->code_count);
    return bits_has(&o->inside, o->e->first_pcs[function] + pc);
}

/* ---- Uses of a value within a function ---- */

typedef enum use { USE_FINE, USE_COPY, USE_SHOWS } use;

typedef use (*use_judge)(commute *o, uint32_t function, ir_pc pc, ir_operand held,
                         bool is_distinct);

/* A copy of the value: written to SLOT at PC. */
typedef struct origin {
    ir_pc pc;
    frame_slot slot;
} origin;

typedef struct use_walk {
    commute *o;
    uint32_t function;
    const ir_function *f;
    use_judge judge;
    bool is_distinct;
    VEC(origin) origins;
} use_walk;

static void add_origin(use_walk *j, ir_pc pc, ir_operand to)
{
    const origin one = {pc, IR_INDEX(to)};
    vec_each (known, &j->origins)
        if (known->pc == one.pc && known->slot == one.slot)
            return;
    vec_push(&j->origins, one);
}

/* Visits all uses of FROM's slot, up to where it is overwritten. */
static bool uses_are_fine(use_walk *j, origin from)
{
    ir_operand held = IR_OPERAND(IR_LOCAL, from.slot);
    pc_list todo = {0};
    bits visited = {0};
    bool fine = true;
    flow_add_successors(j->f, from.pc, &todo, &visited);
    while (todo.len > 0 && fine) {
        ir_pc pc = vec_pop(&todo);
        const ir_instr *i = &j->f->code[pc];
        if (flow_reads(j->f, i, held)) {
            use how = j->judge(j->o, j->function, pc, held, j->is_distinct);
            bool is_copied = how == USE_COPY && IR_KIND(i->d) == IR_LOCAL;
            if (is_copied)
                add_origin(j, pc, i->d);
            fine = how == USE_FINE || is_copied;
        }
        if (!flow_writes(i) || i->d != held || i->op == IR_FOREACH)
            flow_add_successors(j->f, pc, &todo, &visited);
    }
    vec_free(&todo);
    bits_fini(&visited);
    return fine;
}

static bool uses_show(commute *o, uint32_t function, ir_pc pc, use_judge judge,
                      bool is_distinct)
{
    const ir_function *f = function_of(o, function);
    use_walk j = {.o = o,
                  .function = function,
                  .f = f,
                  .judge = judge,
                  .is_distinct = is_distinct};
    bool fine = IR_KIND(f->code[pc].d) == IR_LOCAL;
    if (fine)
        add_origin(&j, pc, f->code[pc].d);
    for (size_t k = 0; k < j.origins.len && fine; k++)
        fine = uses_are_fine(&j, j.origins.data[k]);
    vec_free(&j.origins);
    return !fine;
}

static use use_of_list(commute *o, uint32_t function, ir_pc pc, ir_operand list,
                       bool is_distinct)
{
    const ir_instr *i = &function_of(o, function)->code[pc];
    switch (i->op) {
    case IR_SIZE:
        return USE_FINE;
    case IR_CHOOSE_SEQ:
        return o->t->narrows ? USE_SHOWS : USE_FINE;
    case IR_IN_SEQ:
        return i->a != list ? USE_FINE : USE_SHOWS;
    case IR_FOREACH:
        return i->b != list && !loop_shows(o, function, pc, is_distinct) ? USE_FINE
                                                                         : USE_SHOWS;
    case IR_MOVE:
        return USE_COPY;
    }
    return USE_SHOWS;
}

bool commute_list_shows(commute *o, uint32_t function, ir_pc pc)
{
    bool is_distinct = function_of(o, function)->code[pc].op == IR_KEYS;
    assert(is_distinct || function_of(o, function)->code[pc].op == IR_VALUES);
    return uses_show(o, function, pc, use_of_list, is_distinct);
}

static use use_of_text(commute *o, uint32_t function, ir_pc pc, ir_operand text,
                       bool is_distinct)
{
    (void)text;
    (void)is_distinct;
    switch (function_of(o, function)->code[pc].op) {
    case IR_PRINT:
    case IR_FAIL:
        return USE_FINE;
    case IR_MOVE:
    case IR_ADD_TEXT:
    case IR_FORMAT:
        return USE_COPY;
    }
    return USE_SHOWS;
}

bool commute_text_shows(commute *o, uint32_t function, ir_pc pc)
{
    assert(function_of(o, function)->code[pc].op == IR_FORMAT);
    return uses_show(o, function, pc, use_of_text, false);
}

/* ---- Construction ---- */

commute *commute_new(const test_context *t, const fn_effects_table *e,
                     const points_to *p)
{
    assert(e->t == t);
    commute *o = mem_alloc(sizeof *o);
    o->t = t;
    o->e = e;
    o->p = p;
    arena_init(&o->memory);
    o->live = ARENA_ARRAY(&o->memory, live_slots *, t->ir->function_count);
    return o;
}

void commute_free(commute *o)
{
    if (o == NULL)
        return;
    bits_fini(&o->inside);
    arena_fini(&o->memory);
    mem_free(o, sizeof *o);
}
