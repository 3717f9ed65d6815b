#include "analysis/fn_effects.h"

#include "analysis/flow.h"

#include <string.h>

/* A function with more emissions forgets with which arguments it called its helpers. */
enum { MOST_EMISSIONS = 300 };

/* ---- Parameters passed through ---- */

enum { MOST_HOPS = 4, MOST_WRITES = 4 };

/* Instructions whose result is a part of their first operand. */
static bool takes_part(uint8_t op)
{
    switch (op) {
    case IR_FIELD:
    case IR_KEYS:
    case IR_VALUES:
    case IR_SEQ_GET:
    case IR_SET_GET:
    case IR_MAP_GET:
    case IR_CHOOSE_SEQ:
    case IR_CHOOSE_SET:
    case IR_CHOOSE_MAP:
    case IR_FOREACH:
        return true;
    }
    return false;
}

static bool takes_whole(uint8_t op)
{
    return op == IR_MOVE || op == IR_CAST || op == IR_RESTRICT;
}

static bool is_case_slot(const ir_function *f, frame_slot slot)
{
    for (uint32_t i = 0; i < f->case_count; i++)
        if (f->cases[i].slot == slot)
            return true;
    return false;
}

static bool writes(const ir_instr *i, ir_operand o)
{
    return (flow_writes(i) && i->d == o) || (i->op == IR_FOREACH && i->b == o);
}

/* The parameter whose value, or with PARTS a part of whose value, O always is; IR_NONE:
 * unknown.  A slot that is not written yet is null, and a send to null fails. */
static uint32_t param_behind(const ir_function *f, ir_operand o, bool parts,
                             unsigned hops)
{
    if (IR_KIND(o) != IR_LOCAL || hops > MOST_HOPS || is_case_slot(f, IR_INDEX(o)))
        return IR_NONE;
    bool is_param = IR_INDEX(o) < f->param_count;
    uint32_t found = is_param ? IR_INDEX(o) : IR_NONE;
    unsigned count = 0;
    for (uint32_t k = 0; k < f->code_count; k++) {
        const ir_instr *i = &f->code[k];
        if (!writes(i, o) || i->op == IR_DEFAULT)
            continue;
        bool passes = takes_whole(i->op) || (parts && takes_part(i->op));
        if (is_param || !passes || i->d != o || ++count > MOST_WRITES)
            return IR_NONE;
        uint32_t from = param_behind(f, i->a, parts, hops + 1);
        if (from == IR_NONE || (found != IR_NONE && found != from))
            return IR_NONE;
        found = from;
    }
    return found;
}

static uint32_t root_of(const ir_function *f, ir_operand o, unsigned hops);

/* The root of the result of instruction I. */
static uint32_t root_of_result(const ir_function *f, const ir_instr *i, unsigned hops)
{
    if (i->op == IR_THIS)
        return FN_EFFECTS_SELF;
    if (!takes_whole(i->op) && !takes_part(i->op))
        return IR_NONE;
    return root_of(f, i->a, hops + 1);
}

static uint32_t root_of(const ir_function *f, ir_operand o, unsigned hops)
{
    if (IR_KIND(o) == IR_FIELD_OF_MACHINE)
        return IR_INDEX(o);
    if (IR_KIND(o) != IR_LOCAL || hops > MOST_HOPS || IR_INDEX(o) < f->param_count ||
        is_case_slot(f, IR_INDEX(o)))
        return IR_NONE;
    uint32_t found = IR_NONE;
    for (uint32_t k = 0; k < f->code_count; k++) {
        const ir_instr *i = &f->code[k];
        if (!writes(i, o) || i->op == IR_DEFAULT)
            continue;
        uint32_t root = i->d == o ? root_of_result(f, i, hops) : IR_NONE;
        if (root == IR_NONE || (found != IR_NONE && found != root))
            return IR_NONE;
        found = root;
    }
    return found;
}

uint32_t fn_effects_root(const ir_program *ir, fn_operand o)
{
    assert(o.function < ir->function_count);
    return root_of(&ir->functions[o.function], o.operand, 0);
}

/* ---- Lists of emissions ---- */

static bool bits_join(bits *to, const bits *from)
{
    bool grew = false;
    for (size_t n = 0; n < from->words.len * 64; n++)
        if (bits_has(from, n))
            grew |= bits_add(to, n);
    return grew;
}

static bool is_same_operand(fn_operand a, fn_operand b)
{
    return a.function == b.function && a.operand == b.operand;
}

static bool is_same(const emission *a, const emission *b)
{
    return a->kind == b->kind && a->event == b->event &&
           a->event_param == b->event_param && is_same_operand(a->target, b->target) &&
           is_same_operand(a->given, b->given) && a->given_param == b->given_param &&
           is_same_operand(a->payload, b->payload) &&
           a->payload_param == b->payload_param;
}

/* True: it is new. */
static bool add_emission(fn_effects *f, emission x)
{
    vec_each (known, &f->emissions)
        if (is_same(known, &x))
            return false;
    vec_push(&f->emissions, x);
    return true;
}

static const fn_operand nothing = {IR_NONE, 0};

static void set_event(const ir_program *ir, emission *x, uint32_t function,
                      ir_operand o)
{
    x->event = x->event_param = IR_NONE;
    if (IR_KIND(o) != IR_CONST)
        x->event_param = param_behind(&ir->functions[function], o, false, 0);
    else if (ir->consts[IR_INDEX(o)].kind == IR_CONST_EVENT)
        x->event = (uint32_t)ir->consts[IR_INDEX(o)].integer;
}

static void set_payload(const ir_program *ir, emission *x, uint32_t function,
                        ir_operand o)
{
    x->payload = (fn_operand){function, o};
    x->payload_param = param_behind(&ir->functions[function], o, false, 0);
}

/* ---- One function ---- */

static emission read_emission(const ir_program *ir, uint32_t function,
                              const ir_instr *i)
{
    assert(i->op == IR_SEND || i->op == IR_ANNOUNCE || i->op == IR_RAISE);
    emission x = {.target = nothing, .given = nothing, .given_param = IR_NONE};
    bool is_send = i->op == IR_SEND;
    x.kind = is_send ? EMIT_SEND : i->op == IR_ANNOUNCE ? EMIT_ANNOUNCE : EMIT_RAISE;
    if (is_send) {
        x.target = (fn_operand){function, i->a};
        x.given_param = param_behind(&ir->functions[function], i->a, true, 0);
    }
    set_event(ir, &x, function, is_send ? i->b : i->a);
    set_payload(ir, &x, function, is_send ? i->c : i->b);
    return x;
}

static void read_cases(const ir_function *f, const ir_instr *i, fn_effects *out)
{
    out->has_receive = true;
    for (uint32_t k = i->first; k < i->first + i->count; k++)
        for (uint32_t n = 0; n < f->cases[k].event_count; n++)
            bits_add(&out->receives, f->cases[k].events[n]);
}

static void read_function(fn_effects_table *e, uint32_t function)
{
    const ir_function *f = &e->t->ir->functions[function];
    fn_effects *out = &e->of[function];
    monotone_add(e->t->ir, function, &out->fields);
    for (uint32_t k = 0; k < f->code_count; k++) {
        const ir_instr *i = &f->code[k];
        if (flow_writes_field(i))
            bits_add(&out->writes, IR_INDEX(i->d));
        switch (i->op) {
        case IR_SEND:
        case IR_ANNOUNCE:
        case IR_RAISE:
            add_emission(out, read_emission(e->t->ir, function, i));
            break;
        case IR_GOTO:
            bits_add(&out->gotos, i->a);
            break;
        case IR_NEW:
            bits_add(&out->creates, i->a);
            break;
        case IR_CALL:
            bits_add(&out->calls, i->a);
            break;
        case IR_RECEIVE:
            read_cases(f, i, out);
            break;
        }
    }
}

/* ---- Calls ---- */

/* Emission X of the callee, in terms of the caller's arguments at I. */
static emission for_caller(const ir_program *ir, emission x, uint32_t caller,
                           const ir_instr *i)
{
    assert(i->op == IR_CALL);
    const ir_function *f = &ir->functions[caller];
    const ir_operand *args = f->args + i->first;
    if (x.event_param < i->count)
        set_event(ir, &x, caller, args[x.event_param]);
    if (x.payload_param < i->count)
        set_payload(ir, &x, caller, args[x.payload_param]);
    if (x.given_param < i->count) {
        x.given = (fn_operand){caller, args[x.given_param]};
        x.given_param = param_behind(f, x.given.operand, true, 0);
    }
    return x;
}

/* Without parameters: less precise, but there are finitely many of them. */
static emission forgetful(emission x)
{
    x.event_param = x.given_param = x.payload_param = IR_NONE;
    x.given = nothing;
    return x;
}

/* A function may call itself with permuted parameters. */
static bool take_over(fn_effects_table *e, uint32_t caller, const ir_instr *i)
{
    fn_effects *to = &e->of[caller];
    const fn_effects *from = &e->of[i->a];
    bool grew = bits_join(&to->gotos, &from->gotos);
    grew |= bits_join(&to->creates, &from->creates);
    grew |= bits_join(&to->calls, &from->calls);
    grew |= bits_join(&to->receives, &from->receives);
    grew |= bits_join(&to->writes, &from->writes);
    grew |= bits_join(&to->fields.increases, &from->fields.increases);
    grew |= bits_join(&to->fields.decreases, &from->fields.decreases);
    grew |= bits_join(&to->fields.untyped, &from->fields.untyped);
    grew |= from->has_receive && !to->has_receive;
    to->has_receive |= from->has_receive;
    for (size_t k = 0; k < from->emissions.len; k++) {
        emission x = for_caller(e->t->ir, from->emissions.data[k], caller, i);
        grew |= add_emission(to, to->emissions.len < MOST_EMISSIONS ? x : forgetful(x));
    }
    return grew;
}

static bool close_function(fn_effects_table *e, uint32_t function)
{
    const ir_function *f = &e->t->ir->functions[function];
    bool grew = false;
    for (uint32_t k = 0; k < f->code_count; k++)
        if (f->code[k].op == IR_CALL)
            grew |= take_over(e, function, &f->code[k]);
    return grew;
}

static void close_calls(fn_effects_table *e)
{
    for (bool grew = true; grew;) {
        grew = false;
        for (uint32_t i = 0; i < e->t->ir->function_count; i++)
            grew |= close_function(e, i);
    }
}

/* ---- Monotone fields ---- */

/* Sums may wrap where a field takes other values, too: lemma monotone-1. */
static void distrust_sums(fn_effects_table *e, uint32_t machine, uint32_t field)
{
    bool has_sums = false;
    bool has_jumps = false;
    const ir_program *ir = e->t->ir;
    for (uint32_t i = 0; i < ir->function_count; i++) {
        if (ir->functions[i].machine != machine)
            continue;
        has_sums |= bits_has(&e->of[i].fields.sums, field);
        has_jumps |= bits_has(&e->of[i].fields.jumps, field);
    }
    for (uint32_t i = 0; has_sums && has_jumps && i < ir->function_count; i++) {
        monotone *x = &e->of[i].fields;
        if (ir->functions[i].machine != machine || !bits_has(&x->sums, field))
            continue;
        bits_add(&x->increases, field);
        bits_add(&x->decreases, field);
    }
}

static void find_sums(fn_effects_table *e)
{
    const ir_program *ir = e->t->ir;
    for (uint32_t m = 0; m < ir->machine_count; m++)
        for (uint32_t field = 0; field < ir->machines[m].field_count; field++)
            distrust_sums(e, m, field);
}

/* ---- Which machines run which functions ---- */

static void visit_one(fn_effects_visit *visit, void *context, uint32_t function)
{
    if (function != IR_NONE)
        visit(context, function);
}

void fn_effects_each_root(const ir_machine *m, fn_effects_visit *visit, void *context)
{
    for (uint32_t s = 0; s < m->state_count; s++) {
        visit_one(visit, context, m->states[s].entry);
        visit_one(visit, context, m->states[s].exit);
        for (uint32_t a = 0; a < m->states[s].action_count; a++) {
            visit_one(visit, context, m->states[s].actions[a].function);
            visit_one(visit, context, m->states[s].actions[a].quorum);
        }
    }
}

uint32_t fn_effects_made(const test_context *t, uint32_t interface, uint32_t asked)
{
    assert(t->bindings[interface] != NULL);
    assert(asked < t->ir->interface_count);
    const ir_binding *b = t->bindings[interface];
    const ir_machine *m = &t->ir->machines[b->machine];
    uint32_t made = asked;
    for (uint32_t k = 0; k < m->create_count; k++)
        if (m->creates[k] == asked)
            made = b->links[k];
    return t->bindings[made] != NULL ? made : IR_NONE;
}

typedef struct root_walk {
    fn_effects_table *e;
    uint32_t interface;
} root_walk;

static void add_root(void *context, uint32_t function)
{
    const root_walk *w = context;
    fn_effects *f = &w->e->of[function];
    f->is_root = true;
    bits_add(&w->e->runs[w->interface], function);
    bits_join(&w->e->runs[w->interface], &f->calls);
}

/* Machines of INTERFACE exist, and all that they create. */
static void add_interface(fn_effects_table *e, uint32_t interface)
{
    VEC(uint32_t) open = {0};
    vec_push(&open, interface);
    while (open.len > 0) {
        root_walk w = {e, vec_pop(&open)};
        if (e->exists[w.interface])
            continue;
        e->exists[w.interface] = true;
        uint32_t machine = e->t->bindings[w.interface]->machine;
        fn_effects_each_root(&e->t->ir->machines[machine], add_root, &w);
        for (uint32_t f = 0; f < e->t->ir->function_count; f++) {
            for (uint32_t n = 0; n < e->t->ir->interface_count; n++) {
                if (!bits_has(&e->runs[w.interface], f) ||
                    !bits_has(&e->of[f].creates, n))
                    continue;
                uint32_t made = fn_effects_made(e->t, w.interface, n);
                if (made != IR_NONE)
                    vec_push(&open, made);
            }
        }
    }
    vec_free(&open);
}

/* ---- Construction ---- */

fn_effects_table *fn_effects_new(const test_context *t)
{
    assert(t->test->main_interface < t->ir->interface_count);
    fn_effects_table *e = mem_alloc(sizeof *e);
    const ir_program *ir = t->ir;
    e->t = t;
    e->of = mem_alloc((ir->function_count + 1) * sizeof *e->of);
    e->runs = mem_alloc(ir->interface_count * sizeof *e->runs);
    e->exists = mem_alloc(ir->interface_count * sizeof *e->exists);
    for (uint32_t i = 0; i < ir->function_count; i++)
        read_function(e, i);
    find_sums(e);
    close_calls(e);
    add_interface(e, t->test->main_interface);
    return e;
}

void fn_effects_free(fn_effects_table *e)
{
    if (e == NULL)
        return;
    const ir_program *ir = e->t->ir;
    for (uint32_t i = 0; i < ir->function_count; i++) {
        fn_effects *f = &e->of[i];
        vec_free(&f->emissions);
        bits_fini(&f->gotos);
        bits_fini(&f->creates);
        bits_fini(&f->calls);
        bits_fini(&f->receives);
        bits_fini(&f->writes);
        monotone_fini(&f->fields);
    }
    for (uint32_t i = 0; i < ir->interface_count; i++)
        bits_fini(&e->runs[i]);
    mem_free(e->of, (ir->function_count + 1) * sizeof *e->of);
    mem_free(e->runs, ir->interface_count * sizeof *e->runs);
    mem_free(e->exists, ir->interface_count * sizeof *e->exists);
    mem_free(e, sizeof *e);
}
