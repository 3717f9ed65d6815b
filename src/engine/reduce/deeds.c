#include "engine/reduce/deeds.h"

#include <string.h>

/* A function that comes to more deeds forgets who called its helpers with what. */
enum { MOST_DEEDS = 300 };

/* ---- Parameters that pass through ---- */

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

static bool is_case_slot(const ir_function *f, uint32_t slot)
{
    for (uint32_t i = 0; i < f->case_count; i++)
        if (f->cases[i].slot == slot)
            return true;
    return false;
}

static bool writes(const ir_instr *i, ir_operand o)
{
    return (ir_op_shape((ir_op)i->op)[0] == 'd' && i->d == o) ||
           (i->op == IR_FOREACH && i->b == o);
}

/* The parameter that O always is, or with PARTS, always is a part of; IR_NONE: none.
 * What is not written yet is null, and nothing can be done with that. */
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

/* What instruction I puts somewhere. */
static uint32_t root_of_result(const ir_function *f, const ir_instr *i, unsigned hops)
{
    if (i->op == IR_THIS)
        return DEEDS_SELF;
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

uint32_t deeds_root(const ir_program *ir, deed_operand o)
{
    return root_of(&ir->functions[o.function], o.operand, 0);
}

/* ---- Lists of deeds ---- */

static bool bits_join(bits *to, const bits *from)
{
    bool grew = false;
    for (size_t n = 0; n < from->words.len * 64; n++)
        if (bits_has(from, n))
            grew |= bits_add(to, n);
    return grew;
}

static bool is_same_operand(deed_operand a, deed_operand b)
{
    return a.function == b.function && a.operand == b.operand;
}

static bool is_same(const deed *a, const deed *b)
{
    return a->kind == b->kind && a->event == b->event &&
           a->event_param == b->event_param && is_same_operand(a->target, b->target) &&
           is_same_operand(a->given, b->given) && a->given_param == b->given_param &&
           is_same_operand(a->payload, b->payload) &&
           a->payload_param == b->payload_param;
}

/* True: it is new. */
static bool add_deed(function_deeds *f, deed d)
{
    vec_each (known, &f->deeds)
        if (is_same(known, &d))
            return false;
    vec_push(&f->deeds, d);
    return true;
}

static const deed_operand nothing = {IR_NONE, 0};

static void set_event(const ir_program *ir, deed *d, uint32_t function, ir_operand o)
{
    d->event = d->event_param = IR_NONE;
    if (IR_KIND(o) != IR_CONST)
        d->event_param = param_behind(&ir->functions[function], o, false, 0);
    else if (ir->consts[IR_INDEX(o)].kind == IR_CONST_EVENT)
        d->event = (uint32_t)ir->consts[IR_INDEX(o)].integer;
}

static void set_payload(const ir_program *ir, deed *d, uint32_t function, ir_operand o)
{
    d->payload = (deed_operand){function, o};
    d->payload_param = param_behind(&ir->functions[function], o, false, 0);
}

/* ---- One function ---- */

static deed emission(const ir_program *ir, uint32_t function, const ir_instr *i)
{
    deed d = {.target = nothing, .given = nothing, .given_param = IR_NONE};
    bool is_send = i->op == IR_SEND;
    d.kind = is_send ? DEED_SEND : i->op == IR_ANNOUNCE ? DEED_ANNOUNCE : DEED_RAISE;
    if (is_send) {
        d.target = (deed_operand){function, i->a};
        d.given_param = param_behind(&ir->functions[function], i->a, true, 0);
    }
    set_event(ir, &d, function, is_send ? i->b : i->a);
    set_payload(ir, &d, function, is_send ? i->c : i->b);
    return d;
}

static void read_cases(const ir_function *f, const ir_instr *i, function_deeds *out)
{
    out->waits = true;
    for (uint32_t k = i->first; k < i->first + i->count; k++)
        for (uint32_t n = 0; n < f->cases[k].event_count; n++)
            bits_add(&out->wants, f->cases[k].events[n]);
}

static void read_function(deeds *d, uint32_t function)
{
    const ir_function *f = &d->c->ir->functions[function];
    function_deeds *out = &d->of[function];
    drift_read(d->c->ir, function, &out->drift);
    for (uint32_t k = 0; k < f->code_count; k++) {
        const ir_instr *i = &f->code[k];
        if (ir_op_shape((ir_op)i->op)[0] == 'd' && IR_KIND(i->d) == IR_FIELD_OF_MACHINE)
            bits_add(&out->writes, IR_INDEX(i->d));
        switch (i->op) {
        case IR_SEND:
        case IR_ANNOUNCE:
        case IR_RAISE:
            add_deed(out, emission(d->c->ir, function, i));
            break;
        case IR_GOTO:
            bits_add(&out->gotos, i->a);
            break;
        case IR_NEW:
            bits_add(&out->news, i->a);
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

/* What X is for those who call with the arguments of I. */
static deed for_caller(const ir_program *ir, deed x, uint32_t caller, const ir_instr *i)
{
    const ir_function *f = &ir->functions[caller];
    const ir_operand *args = f->args + i->first;
    if (x.event_param < i->count)
        set_event(ir, &x, caller, args[x.event_param]);
    if (x.payload_param < i->count)
        set_payload(ir, &x, caller, args[x.payload_param]);
    if (x.given_param < i->count) {
        x.given = (deed_operand){caller, args[x.given_param]};
        x.given_param = param_behind(f, x.given.operand, true, 0);
    }
    return x;
}

/* Less is known of it, and there are only so many of that kind. */
static deed forgetful(deed x)
{
    x.event_param = x.given_param = x.payload_param = IR_NONE;
    x.given = nothing;
    return x;
}

/* A function may call itself, with its parameters in other places. */
static bool take_over(deeds *d, uint32_t caller, const ir_instr *i)
{
    function_deeds *to = &d->of[caller];
    const function_deeds *from = &d->of[i->a];
    bool grew = bits_join(&to->gotos, &from->gotos);
    grew |= bits_join(&to->news, &from->news);
    grew |= bits_join(&to->calls, &from->calls);
    grew |= bits_join(&to->wants, &from->wants);
    grew |= bits_join(&to->writes, &from->writes);
    grew |= bits_join(&to->drift.rises, &from->drift.rises);
    grew |= bits_join(&to->drift.falls, &from->drift.falls);
    grew |= bits_join(&to->drift.loose, &from->drift.loose);
    grew |= from->waits && !to->waits;
    to->waits |= from->waits;
    for (size_t k = 0; k < from->deeds.len; k++) {
        deed x = for_caller(d->c->ir, from->deeds.data[k], caller, i);
        grew |= add_deed(to, to->deeds.len < MOST_DEEDS ? x : forgetful(x));
    }
    return grew;
}

static bool close_function(deeds *d, uint32_t function)
{
    const ir_function *f = &d->c->ir->functions[function];
    bool grew = false;
    for (uint32_t k = 0; k < f->code_count; k++)
        if (f->code[k].op == IR_CALL)
            grew |= take_over(d, function, &f->code[k]);
    return grew;
}

static void close_calls(deeds *d)
{
    for (bool grew = true; grew;) {
        grew = false;
        for (uint32_t i = 0; i < d->c->ir->function_count; i++)
            grew |= close_function(d, i);
    }
}

/* ---- Fields that go one way ---- */

/* Sums may wrap where a field takes other values, too: see drift.h. */
static void distrust_sums(deeds *d, uint32_t machine, uint32_t field)
{
    bool has_sums = false;
    bool has_leaps = false;
    const ir_program *ir = d->c->ir;
    for (uint32_t i = 0; i < ir->function_count; i++) {
        if (ir->functions[i].machine != machine)
            continue;
        has_sums |= bits_has(&d->of[i].drift.sums, field);
        has_leaps |= bits_has(&d->of[i].drift.leaps, field);
    }
    for (uint32_t i = 0; has_sums && has_leaps && i < ir->function_count; i++) {
        drift *x = &d->of[i].drift;
        if (ir->functions[i].machine != machine || !bits_has(&x->sums, field))
            continue;
        bits_add(&x->rises, field);
        bits_add(&x->falls, field);
    }
}

static void find_drifts(deeds *d)
{
    const ir_program *ir = d->c->ir;
    for (uint32_t m = 0; m < ir->machine_count; m++)
        for (uint32_t field = 0; field < ir->machines[m].field_count; field++)
            distrust_sums(d, m, field);
}

/* ---- Who runs what ---- */

static void visit_one(deeds_visit *visit, void *context, uint32_t function)
{
    if (function != IR_NONE)
        visit(context, function);
}

void deeds_each_root(const ir_machine *m, deeds_visit *visit, void *context)
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

uint32_t deeds_made(const core *c, uint32_t interface, uint32_t asked)
{
    const ir_binding *b = c->bindings[interface];
    const ir_machine *m = &c->ir->machines[b->machine];
    uint32_t made = asked;
    for (uint32_t k = 0; k < m->create_count; k++)
        if (m->creates[k] == asked)
            made = b->links[k];
    return c->bindings[made] != NULL ? made : IR_NONE;
}

typedef struct root_walk {
    deeds *d;
    uint32_t interface;
} root_walk;

static void add_root(void *context, uint32_t function)
{
    const root_walk *w = context;
    function_deeds *f = &w->d->of[function];
    f->is_root = true;
    bits_add(&w->d->runs[w->interface], function);
    bits_join(&w->d->runs[w->interface], &f->calls);
}

/* Machines of INTERFACE exist, and all that those make. */
static void add_interface(deeds *d, uint32_t interface)
{
    VEC(uint32_t) open = {0};
    vec_push(&open, interface);
    while (open.len > 0) {
        root_walk w = {d, vec_pop(&open)};
        if (d->exists[w.interface])
            continue;
        d->exists[w.interface] = true;
        uint32_t machine = d->c->bindings[w.interface]->machine;
        deeds_each_root(&d->c->ir->machines[machine], add_root, &w);
        for (uint32_t f = 0; f < d->c->ir->function_count; f++) {
            for (uint32_t n = 0; n < d->c->ir->interface_count; n++) {
                if (!bits_has(&d->runs[w.interface], f) || !bits_has(&d->of[f].news, n))
                    continue;
                uint32_t made = deeds_made(d->c, w.interface, n);
                if (made != IR_NONE)
                    vec_push(&open, made);
            }
        }
    }
    vec_free(&open);
}

/* ---- All of it ---- */

deeds *deeds_new(const core *c)
{
    deeds *d = mem_alloc(sizeof *d);
    const ir_program *ir = c->ir;
    d->c = c;
    d->of = mem_alloc((ir->function_count + 1) * sizeof *d->of);
    d->runs = mem_alloc(ir->interface_count * sizeof *d->runs);
    d->exists = mem_alloc(ir->interface_count * sizeof *d->exists);
    for (uint32_t i = 0; i < ir->function_count; i++)
        read_function(d, i);
    find_drifts(d);
    close_calls(d);
    add_interface(d, c->test->main_interface);
    return d;
}

void deeds_free(deeds *d)
{
    if (d == NULL)
        return;
    const ir_program *ir = d->c->ir;
    for (uint32_t i = 0; i < ir->function_count; i++) {
        function_deeds *f = &d->of[i];
        vec_free(&f->deeds);
        bits_fini(&f->gotos);
        bits_fini(&f->news);
        bits_fini(&f->calls);
        bits_fini(&f->wants);
        bits_fini(&f->writes);
        drift_fini(&f->drift);
    }
    for (uint32_t i = 0; i < ir->interface_count; i++)
        bits_fini(&d->runs[i]);
    mem_free(d->of, (ir->function_count + 1) * sizeof *d->of);
    mem_free(d->runs, ir->interface_count * sizeof *d->runs);
    mem_free(d->exists, ir->interface_count * sizeof *d->exists);
    mem_free(d, sizeof *d);
}
