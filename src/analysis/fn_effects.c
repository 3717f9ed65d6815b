#include "analysis/fn_effects.h"

#include "analysis/flow.h"
#include "base/hash.h"
#include "base/scc.h"

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

static uint64_t hash_of(const emission *x)
{
    const uint32_t words[] = {x->kind,
                              x->event,
                              x->event_param,
                              x->target.function,
                              x->target.operand,
                              x->given.function,
                              x->given.operand,
                              x->given_param,
                              x->payload.function,
                              x->payload.operand,
                              x->payload_param};
    return hash_bytes(words, sizeof words);
}

/* True: it is new.  Two with the same hash are both kept, if that ever happens. */
static bool add_emission(fn_effects *f, emission x)
{
    size_t known = idmap_get_number(&f->known, hash_of(&x));
    if (known != 0 && is_same(vec_at(&f->emissions, known - 1), &x))
        return false;
    for (size_t i = 0; known != 0 && i < f->emissions.len; i++)
        if (is_same(&f->emissions.data[i], &x))
            return false;
    vec_push(&f->emissions, x);
    if (known == 0)
        idmap_put_number(&f->known, hash_of(&x), f->emissions.len);
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
            numset_add(&out->receives, f->cases[k].events[n]);
}

static void add_call(fn_effects_table *e, uint32_t caller, ir_pc pc)
{
    uint32_t callee = e->t->ir->functions[caller].code[pc].a;
    fn_place place = {caller, pc};
    numset_add(&e->of[caller].calls, callee);
    vec_push(&e->of[callee].callers, place);
}

static void read_function(fn_effects_table *e, uint32_t function)
{
    const ir_function *f = &e->t->ir->functions[function];
    fn_effects *out = &e->of[function];
    monotone_add(e->t->ir, function, &out->fields);
    for (uint32_t k = 0; k < f->code_count; k++) {
        const ir_instr *i = &f->code[k];
        if (flow_writes_field(i))
            numset_add(&out->writes, IR_INDEX(i->d));
        switch (i->op) {
        case IR_SEND:
        case IR_ANNOUNCE:
        case IR_RAISE:
            add_emission(out, read_emission(e->t->ir, function, i));
            break;
        case IR_GOTO:
            numset_add(&out->gotos, i->a);
            break;
        case IR_NEW:
            numset_add(&out->creates, i->a);
            break;
        case IR_CALL:
            add_call(e, function, k);
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
    bool grew = numset_join(&to->gotos, &from->gotos);
    grew |= numset_join(&to->creates, &from->creates);
    grew |= numset_join(&to->receives, &from->receives);
    grew |= numset_join(&to->writes, &from->writes);
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

/* True: its own effects have grown. */
static bool close_function(fn_effects_table *e, uint32_t function)
{
    const ir_function *f = &e->t->ir->functions[function];
    bool grew = false;
    for (uint32_t k = 0; k < f->code_count; k++)
        if (f->code[k].op == IR_CALL)
            grew |= take_over(e, function, &f->code[k]);
    return grew;
}

/* Functions that call each other, until none of them has more effects. */
static void close_circle(fn_effects_table *e, const uint32_t *functions, size_t count)
{
    bool is_recursive =
        count > 1 || numset_has(&e->of[functions[0]].calls, functions[0]);
    for (bool grew = true; grew;) {
        grew = false;
        for (size_t i = 0; i < count && !test_context_is_over(e->t); i++)
            grew |= close_function(e, functions[i]);
        grew &= is_recursive && !test_context_is_over(e->t);
    }
}

typedef VEC(scc_edge) edge_list;

static edge_list list_calls(const fn_effects_table *e)
{
    edge_list calls = {0};
    for (uint32_t i = 0; i < e->t->ir->function_count; i++) {
        vec_each (callee, &e->of[i].calls) {
            scc_edge call = {i, *callee};
            vec_push(&calls, call);
        }
    }
    return calls;
}

/* Callees come before their callers, so each function takes over once. */
static void close_calls(fn_effects_table *e)
{
    uint32_t count = e->t->ir->function_count;
    uint32_t *component = mem_alloc((count + 1) * sizeof *component);
    edge_list calls = list_calls(e);
    uint32_t components = scc_find(count, calls.data, calls.len, component);
    uint32_t *first = mem_alloc((components + 2) * sizeof *first);
    uint32_t *sorted = mem_alloc((count + 1) * sizeof *sorted);
    for (uint32_t i = 0; i < count; i++)
        first[component[i] + 2]++;
    for (uint32_t k = 0; k < components; k++)
        first[k + 2] += first[k + 1];
    for (uint32_t i = 0; i < count; i++)
        sorted[first[component[i] + 1]++] = i;
    for (uint32_t k = 0; k < components && !test_context_is_over(e->t); k++)
        close_circle(e, sorted + first[k], first[k + 1] - first[k]);
    mem_free(sorted, (count + 1) * sizeof *sorted);
    mem_free(first, (components + 2) * sizeof *first);
    mem_free(component, (count + 1) * sizeof *component);
    vec_free(&calls);
}

/* ---- Monotone fields ---- */

/* Sums may wrap where a field takes other values, too: lemma monotone-1. */
static void distrust_sums(monotone *x, const bits *sums, const bits *jumps)
{
    for (size_t field = 0; field < x->sums.words.len * 64; field++) {
        if (!bits_has(&x->sums, field) || !bits_has(sums, field) ||
            !bits_has(jumps, field))
            continue;
        bits_add(&x->increases, field);
        bits_add(&x->decreases, field);
    }
}

/* SUMS and JUMPS: by machine, what any of its functions does to a field. */
static void find_sums(fn_effects_table *e)
{
    const ir_program *ir = e->t->ir;
    bits *sums = mem_alloc((ir->machine_count + 1) * sizeof *sums);
    bits *jumps = mem_alloc((ir->machine_count + 1) * sizeof *jumps);
    for (uint32_t i = 0; i < ir->function_count; i++) {
        if (ir->functions[i].machine >= ir->machine_count)
            continue;
        bits_join(&sums[ir->functions[i].machine], &e->of[i].fields.sums);
        bits_join(&jumps[ir->functions[i].machine], &e->of[i].fields.jumps);
    }
    for (uint32_t i = 0; i < ir->function_count; i++)
        if (ir->functions[i].machine < ir->machine_count)
            distrust_sums(&e->of[i].fields, &sums[ir->functions[i].machine],
                          &jumps[ir->functions[i].machine]);
    for (uint32_t m = 0; m < ir->machine_count; m++) {
        bits_fini(&sums[m]);
        bits_fini(&jumps[m]);
    }
    mem_free(sums, (ir->machine_count + 1) * sizeof *sums);
    mem_free(jumps, (ir->machine_count + 1) * sizeof *jumps);
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
    uint32_t low = 0;
    uint32_t high = m->create_count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (m->creates[middle] < asked)
            low = middle + 1;
        else
            high = middle;
    }
    bool is_linked = low < m->create_count && m->creates[low] == asked;
    uint32_t made = is_linked ? b->links[low] : asked;
    return t->bindings[made] != NULL ? made : IR_NONE;
}

typedef struct root_walk {
    fn_effects_table *e;
    uint32_t interface;
    VEC(uint32_t) open; /* functions that it runs, to be visited */
} root_walk;

/* Machines of the interface run FUNCTION.  One interface is visited after the other, so
 * the last runner tells whether this is known; finish_runners sorts them. */
static void add_run(root_walk *w, uint32_t function)
{
    numset *runners = &w->e->of[function].runners;
    if (runners->len > 0 && *vec_last(runners) == w->interface)
        return;
    vec_push(runners, w->interface);
    vec_push(&w->e->runs[w->interface], function);
    vec_push(&w->open, function);
}

static void finish_runners(fn_effects_table *e)
{
    for (uint32_t i = 0; i < e->t->ir->function_count; i++)
        numset_finish(&e->of[i].runners);
}

static void add_root(void *context, uint32_t function)
{
    root_walk *w = context;
    w->e->of[function].is_root = true;
    add_run(w, function);
}

static void find_runs(fn_effects_table *e, uint32_t interface)
{
    root_walk w = {.e = e, .interface = interface};
    uint32_t machine = e->t->bindings[interface]->machine;
    fn_effects_each_root(&e->t->ir->machines[machine], add_root, &w);
    while (w.open.len > 0) {
        const fn_effects *f = &e->of[vec_pop(&w.open)];
        vec_each (callee, &f->calls)
            add_run(&w, *callee);
    }
    vec_free(&w.open);
    numset_finish(&e->runs[interface]);
}

/* Machines of INTERFACE exist, and all that they create. */
static void add_interface(fn_effects_table *e, uint32_t interface)
{
    VEC(uint32_t) open = {0};
    vec_push(&open, interface);
    while (open.len > 0 && !test_context_is_over(e->t)) {
        uint32_t maker = vec_pop(&open);
        if (e->exists[maker])
            continue;
        e->exists[maker] = true;
        find_runs(e, maker);
        vec_each (f, &e->runs[maker]) {
            vec_each (asked, &e->of[*f].creates) {
                uint32_t made = fn_effects_made(e->t, maker, *asked);
                if (made != IR_NONE && !e->exists[made])
                    vec_push(&open, made);
            }
        }
    }
    vec_free(&open);
}

/* ---- Leaving a state ---- */

static void find_leaves(fn_effects_table *e)
{
    for (uint32_t d = 0; d < e->t->ir->plain_machine_count; d++) {
        const ir_machine *m = &e->t->ir->machines[d];
        for (uint32_t s = 0; s < m->state_count; s++) {
            const ir_state *one = &m->states[s];
            if (one->exit != IR_NONE)
                numset_add(&e->of[one->exit].leaves, d);
            for (uint32_t a = 0; a < one->action_count; a++)
                if (one->actions[a].kind == ACTION_GOTO &&
                    one->actions[a].function != IR_NONE)
                    numset_add(&e->of[one->actions[a].function].leaves, d);
        }
    }
}

/* ---- One numbering of all code ---- */

static void number_code(fn_effects_table *e)
{
    const ir_program *ir = e->t->ir;
    e->first_pcs = mem_alloc((ir->function_count + 1) * sizeof *e->first_pcs);
    for (uint32_t i = 0; i < ir->function_count; i++)
        e->first_pcs[i + 1] = e->first_pcs[i] + ir->functions[i].code_count;
}

uint32_t fn_effects_function_at(const fn_effects_table *e, uint32_t number)
{
    assert(number < e->first_pcs[e->t->ir->function_count]);
    uint32_t low = 0;
    uint32_t high = e->t->ir->function_count;
    while (low + 1 < high) { /* the last function that begins at NUMBER or before */
        uint32_t middle = (low + high) / 2;
        if (e->first_pcs[middle] <= number)
            low = middle;
        else
            high = middle;
    }
    return low;
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
    number_code(e);
    for (uint32_t i = 0; i < ir->function_count && !test_context_is_over(t); i++)
        read_function(e, i);
    find_sums(e);
    find_leaves(e);
    close_calls(e);
    add_interface(e, t->test->main_interface);
    finish_runners(e);
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
        idmap_fini(&f->known);
        vec_free(&f->gotos);
        vec_free(&f->creates);
        vec_free(&f->receives);
        vec_free(&f->writes);
        vec_free(&f->calls);
        vec_free(&f->callers);
        vec_free(&f->runners);
        vec_free(&f->leaves);
        monotone_fini(&f->fields);
    }
    for (uint32_t i = 0; i < ir->interface_count; i++)
        vec_free(&e->runs[i]);
    mem_free(e->first_pcs, (ir->function_count + 1) * sizeof *e->first_pcs);
    mem_free(e->of, (ir->function_count + 1) * sizeof *e->of);
    mem_free(e->runs, ir->interface_count * sizeof *e->runs);
    mem_free(e->exists, ir->interface_count * sizeof *e->exists);
    mem_free(e, sizeof *e);
}
