#include "analysis/commute.h"

#include "analysis/extremum.h"
#include "analysis/flow.h"
#include "analysis/index_loop.h"
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
    UPDATE_KEY,    /* a map, at the element; or a set or map is read there */
    UPDATE_MIN,
    UPDATE_MAX,
    UPDATE_CONST,
} update;

typedef struct shared_variable {
    ir_operand variable;
    update how;
    ir_operand constant;
    bool is_keyed;   /* a set or map that is read and changed at the element only */
    bool is_uniform; /* ... always in the same way */
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
    const index_loop *by_index; /* NULL: it is a FOREACH */
    uint32_t head;
    uint32_t after;
    bool is_distinct;    /* no element comes twice */
    VEC(region) regions; /* the body comes first */
    bits written;        /* locals that the body writes */
    bits carried;        /* ... and reads before it has written them */
    bits others;         /* ... and gives a value that may not be the element */
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

/* Does O hold the element of this iteration? */
static bool is_element(const loop *l, const region *r, ir_operand o)
{
    if (o == r->element)
        return o != nothing;
    return is_body(l, r) && IR_KIND(o) == IR_LOCAL &&
           bits_has(&l->written, IR_INDEX(o)) && !bits_has(&l->others, IR_INDEX(o));
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
    case IR_LOOP:
    case IR_FOREACH:
    case IR_REPEAT:
    case IR_CONTINUE: /* see index_loop.h for the other kind */
        return true;
    case IR_CALL:
        return function_of(l->o, i->a)->code_count > 0;
    case IR_RETURN:
        return !is_body(l, r);
    case IR_BREAK: /* a loop within the body may be left early */
        return !is_body(l, r) || i->a != l->after;
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
static void add_callee(loop *l, size_t caller, const ir_instr *i)
{
    assert(i->op == IR_CALL);
    const region *from = &l->regions.data[caller];
    const ir_function *f = function_of(l->o, i->a);
    region r = {.function = i->a, .f = f, .end = f->code_count, .element = nothing};
    for (uint32_t k = 0; k < i->count; k++)
        if (is_element(l, from, from->f->args[i->first + k]))
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
                add_callee(l, n, i);
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

/* Does the instruction at PC of the body write the element to its destination? */
static bool writes_element(const loop *l, ir_pc pc)
{
    const region *r = l->regions.data;
    const ir_instr *i = &r->f->code[pc];
    return (i->op == IR_MOVE && is_element(l, r, i->a)) ||
           (l->by_index != NULL && index_loop_gets(r->f, l->by_index, pc));
}

/* A slot to which the body writes nothing but the element holds it: one that the body
 * reads before it has written it is shared, so none holds an earlier element. */
static void find_others(loop *l)
{
    const region *r = l->regions.data;
    for (bool has_grown = true; has_grown;) {
        has_grown = false;
        for (uint32_t k = r->first; k < r->end; k = next_pc(r, k)) {
            const ir_instr *i = &r->f->code[k];
            if (flow_writes(i) && IR_KIND(i->d) == IR_LOCAL && !writes_element(l, k))
                has_grown |= bits_add(&l->others, IR_INDEX(i->d));
        }
    }
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

static bool opens_block(const ir_instr *i)
{
    return i->op == IR_IF || i->op == IR_IF_NOT || i->op == IR_LOOP ||
           i->op == IR_FOREACH;
}

static bool closes_block(const loop *l, const ir_instr *i)
{
    return i->op == IR_END || (i->op == IR_REPEAT && i->a != l->head);
}

/* What is written in a branch, or in a loop within the body, counts as written up to
 * its end. */
static void find_carried(loop *l)
{
    const region *r = l->regions.data;
    size_t size = r->f->slot_count * sizeof(bool);
    VEC(bool *) outer = {0};
    bool *fresh = mem_alloc(size);
    for (uint32_t k = r->first; k < r->end; k = next_pc(r, k)) {
        const ir_instr *i = &r->f->code[k];
        note_carried(l, i, fresh);
        if (opens_block(i)) {
            bool *copy = mem_alloc(size);
            memcpy(copy, fresh, size);
            vec_push(&outer, copy);
        } else if (i->op == IR_ELSE) {
            memcpy(fresh, *vec_last(&outer), size);
        } else if (closes_block(l, i)) {
            mem_free(fresh, size);
            fresh = vec_pop(&outer);
        }
        if (flow_writes(i) && IR_KIND(i->d) == IR_LOCAL)
            fresh[IR_INDEX(i->d)] = true;
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
    if (is_element(l, r, added) && l->is_distinct)
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
    bool is_key = l->is_distinct && is_element(l, r, i->b);
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

/* True: all updates of the variable agree.  Iterations that read and change a set or
 * map at their own element only do not meet, whatever they do there. */
static bool note_update(loop *l, const shared_variable *one)
{
    if (one->how == UPDATE_NONE)
        return false;
    vec_each (p, &l->shared) {
        if (p->variable != one->variable)
            continue;
        p->is_uniform &= p->how == one->how && p->constant == one->constant;
        p->is_keyed &= one->is_keyed;
        return p->is_keyed || p->is_uniform;
    }
    vec_push(&l->shared, *one);
    vec_last(&l->shared)->is_uniform = true;
    return true;
}

/* Does I read a set or map at the current element only?  Then WHOLE is the set or map.
 */
static bool is_keyed_read(const loop *l, const region *r, const ir_instr *i,
                          ir_operand *whole)
{
    *whole = i->op == IR_MAP_GET ? i->a : i->b;
    if (i->op != IR_MAP_GET && i->op != IR_IN_MAP && i->op != IR_IN_SET)
        return false;
    return l->is_distinct && is_element(l, r, i->op == IR_MAP_GET ? i->b : i->a);
}

static bool is_keyed_change(const loop *l, const region *r, const ir_instr *i)
{
    switch (i->op) {
    case IR_SET_ADD:
    case IR_SET_REMOVE:
    case IR_MAP_PUT:
    case IR_MAP_INSERT:
    case IR_MAP_REMOVE:
        return l->is_distinct && is_element(l, r, i->b);
    }
    return false;
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

/* Finds the statement that keeps the least or largest number, if the instruction at PC
 * is its comparison, or stores the number. */
static bool find_extremum(const loop *l, const region *r, ir_pc pc, extremum *out)
{
    enum { LONGEST = 16 }; /* instructions from the comparison to the end */
    if (extremum_find(r->f, pc, out))
        return true;
    if (!flow_writes(&r->f->code[pc]) || !is_shared(l, r, r->f->code[pc].d))
        return false;
    for (ir_pc k = pc; k-- > r->first && pc - k < LONGEST;)
        if (extremum_find(r->f, k, out))
            return out->store == pc;
    return false;
}

/* Is the instruction at PC part of such a statement for a shared variable?  Then the
 * variable is read there and nowhere else. */
static bool keeps_extremum(loop *l, const region *r, ir_pc pc)
{
    extremum e;
    return find_extremum(l, r, pc, &e) && e.store < r->end &&
           is_shared(l, r, e.variable) && !is_shared(l, r, r->f->code[e.test].d) &&
           note_update(l,
                       &(shared_variable){.variable = e.variable,
                                          .how = e.is_least ? UPDATE_MIN : UPDATE_MAX,
                                          .constant = nothing}) &&
           reads_no_other(l, r, &r->f->code[pc], e.variable);
}

/* Does the instruction at PC use the index for more than to get the element? */
static bool uses_index(const loop *l, const region *r, ir_pc pc)
{
    return l->by_index != NULL && is_body(l, r) &&
           flow_reads(r->f, &r->f->code[pc], l->by_index->index) &&
           !index_loop_gets(r->f, l->by_index, pc);
}

static bool commutes(loop *l, const region *r, ir_pc pc)
{
    const ir_instr *i = &r->f->code[pc];
    if (uses_index(l, r, pc))
        return false;
    if (keeps_extremum(l, r, pc))
        return true;
    if (flow_writes(i) && is_shared(l, r, i->d)) {
        shared_variable one = {.variable = i->d, .how = update_of(l, r, i)};
        one.constant = one.how == UPDATE_CONST ? i->a : nothing;
        one.is_keyed = is_keyed_change(l, r, i);
        return note_update(l, &one) && reads_no_other(l, r, i, i->d);
    }
    shared_variable read = {.how = UPDATE_KEY, .constant = nothing, .is_keyed = true};
    if (is_keyed_read(l, r, i, &read.variable) && is_shared(l, r, read.variable))
        return note_update(l, &read) && reads_no_other(l, r, i, read.variable);
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
                 (order == SEND_ORDER_PER_TARGET && !is_element(l, r, i->a))))
                return false;
        }
    }
    return !pending_effect_is_possible(l->o->e, l->regions.data[0].function, l->after);
}

/* Is nothing left of the element itself, and the collection unchanged? */
static bool is_plain_iteration(const loop *l)
{
    const region *body = l->regions.data;
    if (l->by_index != NULL) /* index_loop.h looks at the body, not at what it calls */
        return IR_KIND(l->by_index->collection.variable) != IR_FIELD_OF_MACHINE ||
               !is_field_written(l, l->by_index->collection.variable);
    return IR_KIND(body->element) == IR_LOCAL &&
           !may_read(l->o, body->function, l->after, IR_INDEX(body->element));
}

static bool iterations_commute(loop *l)
{
    if (!find_written(l))
        return false;
    find_others(l);
    if (!find_regions(l) || !is_plain_iteration(l))
        return false;
    find_carried(l);
    vec_each (r, &l->regions)
        for (uint32_t k = r->first; k < r->end; k = next_pc(r, k))
            if (!commutes(l, r, k))
                return false;
    return !l->sends || may_send(l);
}

/* L has its head, its end and its body. */
static bool loop_shows(loop *l)
{
    const region body = l->regions.data[0];
    bool shows = !iterations_commute(l);
    for (uint32_t k = l->head; !shows && l->sends && k < l->after; k++)
        bits_add(&l->o->inside, l->o->e->first_pcs[body.function] + k);
    vec_free(&l->regions);
    bits_fini(&l->written);
    bits_fini(&l->carried);
    bits_fini(&l->others);
    vec_free(&l->shared);
    return shows;
}

static bool foreach_shows(commute *o, uint32_t function, ir_pc pc, bool is_distinct)
{
    const ir_function *f = function_of(o, function);
    loop l = {.o = o, .head = pc, .after = f->code[pc].c, .is_distinct = is_distinct};
    const region body = {function, f, pc + 1, l.after, f->code[pc].d};
    vec_push(&l.regions, body);
    return loop_shows(&l);
}

bool commute_loop_shows(commute *o, uint32_t function, ir_pc pc)
{
    assert(function_of(o, function)->code[pc].op == IR_FOREACH);
    return foreach_shows(o, function, pc, true);
}

/* PC gets an element by its index. */
static bool get_shows(commute *o, uint32_t function, ir_pc pc, bool is_distinct)
{
    const ir_function *f = function_of(o, function);
    index_loop i;
    if (!index_loop_find(o->t->ir, f, pc, &i))
        return true;
    loop l = {.o = o,
              .by_index = &i,
              .head = i.head,
              .after = i.after,
              .is_distinct = is_distinct};
    const region body = {function, f, i.first, i.step, nothing};
    vec_push(&l.regions, body);
    return loop_shows(&l);
}

bool commute_get_shows(commute *o, uint32_t function, ir_pc pc)
{
    assert(function_of(o, function)->code[pc].op == IR_SET_GET);
    return get_shows(o, function, pc, true);
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
        return i->b != list && !foreach_shows(o, function, pc, is_distinct) ? USE_FINE
                                                                            : USE_SHOWS;
    case IR_SEQ_GET:
        return i->b != list && !get_shows(o, function, pc, is_distinct) ? USE_FINE
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
