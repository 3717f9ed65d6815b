#include "analysis/points_to.h"

#include "base/scc.h"

#include <string.h>

/* Types with more positions have a single one. */
enum { MOST_POSITIONS = 64 };

/* More declarations share bits; the payloads of more events share what is sent with a
 * computed event. */
enum { MOST_CLASSES = 1024, MOST_EVENTS = 512, FEW = 3 };

/* A typed position: the sets of its parts start at FIRST. */
typedef struct position {
    type_id type;
    uint32_t first;
} position;

struct points_to {
    const test_context *t;
    const fn_effects_table *e;
    uint32_t *classes; /* by declaration */
    uint32_t class_count;
    uint32_t *positions; /* by type: how many */
    bool *has_parts;     /* by type: they are those of its parts */
    size_t type_count;
    uint32_t **slots;     /* by function, then slot: its first set */
    uint32_t *results;    /* by function */
    uint32_t **fields;    /* by machine, then field */
    uint32_t *payloads;   /* by event */
    uint32_t *seen;       /* by event: its payload, as monitors see it */
    uint32_t any_payload; /* of a computed event, where there are many events */
    uint32_t any_seen;
    bits runs; /* functions */
    uint32_t set_count;
    uint32_t words; /* of a set */
    uint64_t *sets;
    VEC(scc_edge) edges;
    arena memory;
};

static const type_info *info_of(const points_to *p, type_id type)
{
    return type_get(&p->t->ir->source->types, type);
}

/* ---- Classes of declarations ---- */

/* Those that exist come first, the others share one class. */
static void number_classes(points_to *p)
{
    const ir_program *ir = p->t->ir;
    const uint32_t none = UINT32_MAX;
    p->classes = ARENA_ARRAY(&p->memory, uint32_t, ir->machine_count);
    for (uint32_t d = 0; d < ir->machine_count; d++)
        p->classes[d] = none;
    uint32_t count = 0;
    for (uint32_t i = 0; i < ir->interface_count; i++)
        if (p->e->exists[i] && p->classes[p->t->bindings[i]->machine] == none)
            p->classes[p->t->bindings[i]->machine] = count++;
    uint32_t most = p->t->coarseness > 0 ? FEW : MOST_CLASSES;
    p->class_count = count + 1 < most ? count + 1 : most;
    for (uint32_t d = 0; d < ir->machine_count; d++)
        p->classes[d] =
            (p->classes[d] == none ? count : p->classes[d]) % p->class_count;
}

/* ---- Positions ---- */

/* Parts have smaller type ids than the whole. */
static void count_positions(points_to *p)
{
    p->type_count = p->t->ir->source->types.infos.len;
    p->positions = ARENA_ARRAY(&p->memory, uint32_t, p->type_count);
    p->has_parts = ARENA_ARRAY(&p->memory, bool, p->type_count);
    for (type_id type = 0; type < p->type_count; type++) {
        const type_info *info = info_of(p, type);
        size_t count = 0;
        for (uint32_t k = 0; k < info->count && count <= MOST_POSITIONS; k++) {
            assert(info->parts[k] < type);
            count += p->positions[info->parts[k]];
        }
        p->has_parts[type] = count > 0 && count <= MOST_POSITIONS;
        p->positions[type] = p->has_parts[type] ? (uint32_t)count : 1;
    }
}

static bool has_parts(const points_to *p, type_id type)
{
    return p->has_parts[type];
}

/* Part K; the whole if there is no such part. */
static position part(const points_to *p, position s, uint32_t k)
{
    const type_info *info = info_of(p, s.type);
    if (!has_parts(p, s.type))
        return (position){TYPE_ANY, s.first};
    if (k >= info->count)
        return s;
    position at = {info->parts[k], s.first};
    for (uint32_t i = 0; i < k; i++)
        at.first += p->positions[info->parts[i]];
    return at;
}

static uint32_t new_positions(points_to *p, type_id type)
{
    uint32_t first = p->set_count;
    p->set_count += p->positions[type];
    return first;
}

static uint32_t *layout_of(points_to *p, const ir_slot *slots, uint32_t count)
{
    uint32_t *first = ARENA_ARRAY(&p->memory, uint32_t, count);
    for (uint32_t i = 0; i < count; i++)
        first[i] = new_positions(p, slots[i].type);
    return first;
}

static void lay_out(points_to *p)
{
    const ir_program *ir = p->t->ir;
    p->slots = ARENA_ARRAY(&p->memory, uint32_t *, ir->function_count);
    p->results = ARENA_ARRAY(&p->memory, uint32_t, ir->function_count);
    for (uint32_t i = 0; i < ir->function_count; i++) {
        p->slots[i] = layout_of(p, ir->functions[i].slots, ir->functions[i].slot_count);
        p->results[i] = new_positions(p, ir->functions[i].result);
    }
    p->fields = ARENA_ARRAY(&p->memory, uint32_t *, ir->machine_count);
    for (uint32_t i = 0; i < ir->machine_count; i++)
        p->fields[i] =
            layout_of(p, ir->machines[i].fields, ir->machines[i].field_count);
    p->payloads = ARENA_ARRAY(&p->memory, uint32_t, ir->event_count);
    p->seen = ARENA_ARRAY(&p->memory, uint32_t, ir->event_count);
    for (uint32_t i = 0; i < ir->event_count; i++) {
        p->payloads[i] = new_positions(p, ir->events[i].payload);
        p->seen[i] = new_positions(p, ir->events[i].payload);
    }
    p->any_payload = new_positions(p, TYPE_ANY);
    p->any_seen = new_positions(p, TYPE_ANY);
    p->words = (p->class_count + 63) / 64;
    p->sets = mem_alloc((size_t)p->set_count * p->words * sizeof *p->sets);
}

static position slot_position(const points_to *p, uint32_t function, frame_slot slot)
{
    return (position){p->t->ir->functions[function].slots[slot].type,
                      p->slots[function][slot]};
}

/* False: constants and parameters of tests hold no references. */
static bool find_position(const points_to *p, fn_operand o, position *out)
{
    uint32_t index = IR_INDEX(o.operand);
    switch (IR_KIND(o.operand)) {
    case IR_LOCAL:
        *out = slot_position(p, o.function, index);
        return true;
    case IR_FIELD_OF_MACHINE: {
        uint32_t machine = p->t->ir->functions[o.function].machine;
        *out = (position){p->t->ir->machines[machine].fields[index].type,
                          p->fields[machine][index]};
        return true;
    }
    }
    return false;
}

static position payload_position(const points_to *p, uint32_t event)
{
    return (position){p->t->ir->events[event].payload, p->payloads[event]};
}

static position seen_position(const points_to *p, uint32_t event)
{
    return (position){p->t->ir->events[event].payload, p->seen[event]};
}

/* ---- Inclusion ---- */

/* Fields are found by name, so the parts of tuples with other names do not match. */
static bool has_same_names(const type_info *x, const type_info *y)
{
    for (uint32_t k = 0; x->kind == TYPE_KIND_NAMED_TUPLE && k < x->count; k++)
        if (x->names[k] != y->names[k])
            return false;
    return true;
}

static bool has_same_form(const points_to *p, type_id a, type_id b)
{
    const type_info *x = info_of(p, a);
    const type_info *y = info_of(p, b);
    return x->kind == y->kind && x->count == y->count && has_parts(p, a) &&
           has_parts(p, b) && has_same_names(x, y);
}

static void include(points_to *p, position from, position to)
{
    if (has_same_form(p, from.type, to.type)) {
        for (uint32_t k = 0; k < info_of(p, from.type)->count; k++)
            include(p, part(p, from, k), part(p, to, k));
        return;
    }
    for (uint32_t i = 0; i < p->positions[from.type]; i++) {
        for (uint32_t k = 0; k < p->positions[to.type]; k++) {
            scc_edge e = {from.first + i, to.first + k};
            vec_push(&p->edges, e);
        }
    }
}

static void include_operand(points_to *p, uint32_t function, ir_operand o, position to)
{
    position from;
    if (find_position(p, (fn_operand){function, o}, &from))
        include(p, from, to);
}

static void put_class(points_to *p, position to, uint32_t class)
{
    for (uint32_t i = 0; i < p->positions[to.type]; i++)
        p->sets[(size_t)(to.first + i) * p->words + class / 64] |= (uint64_t)1
                                                                   << class % 64;
}

/* A reference to a machine of DECL may be at every position of TO. */
static void put(points_to *p, position to, uint32_t decl)
{
    put_class(p, to, points_to_class(p, decl));
}

/* ---- What instructions do with references ---- */

/* Into the parameter of FUNCTION, if it has one. */
static void include_to_param(points_to *p, position from, uint32_t function)
{
    if (function != IR_NONE && p->t->ir->functions[function].param_count > 0)
        include(p, from, slot_position(p, function, 0));
}

/* C code may return any reference, where its result type allows one: the core checks
 * the type of plain values. */
static void include_from_foreign(points_to *p, uint32_t callee, position to)
{
    type_id type = p->t->ir->functions[callee].result;
    if (type == TYPE_BOOL || type == TYPE_INT || type == TYPE_FLOAT ||
        type == TYPE_STRING || type == TYPE_EVENT ||
        info_of(p, type)->kind == TYPE_KIND_ENUM)
        return;
    for (uint32_t k = 0; k < p->class_count; k++)
        put_class(p, to, k);
}

static void include_call(points_to *p, uint32_t function, const ir_instr *i,
                         position to)
{
    const ir_function *f = &p->t->ir->functions[function];
    const ir_function *callee = &p->t->ir->functions[i->a];
    for (uint32_t k = 0; k < i->count && k < callee->param_count; k++)
        include_operand(p, function, f->args[i->first + k], slot_position(p, i->a, k));
    if (callee->code_count == 0)
        include_from_foreign(p, i->a, to);
    else
        include(p, (position){callee->result, p->results[i->a]}, to);
}

static void include_goto(points_to *p, uint32_t function, const ir_instr *i)
{
    const ir_machine *m = &p->t->ir->machines[p->t->ir->functions[function].machine];
    position from;
    if (find_position(p, (fn_operand){function, i->b}, &from))
        include_to_param(p, from, m->states[i->a].entry);
}

static void include_cases(points_to *p, uint32_t function, const ir_instr *i)
{
    const ir_function *f = &p->t->ir->functions[function];
    for (uint32_t k = i->first; k < i->first + i->count; k++)
        for (uint32_t n = 0; f->cases[k].slot != IR_NONE && n < f->cases[k].event_count;
             n++)
            include(p, payload_position(p, f->cases[k].events[n]),
                    slot_position(p, function, f->cases[k].slot));
}

/* Updates of a collection: the old one, and the new part. */
static void include_change(points_to *p, uint32_t function, const ir_instr *i,
                           position to)
{
    include_operand(p, function, i->a, to);
    switch (i->op) {
    case IR_WITH_FIELD:
        include_operand(p, function, i->c, part(p, to, i->b));
        return;
    case IR_SEQ_PUT:
    case IR_SEQ_INSERT:
        include_operand(p, function, i->c, part(p, to, 0));
        return;
    case IR_MAP_PUT:
    case IR_MAP_INSERT:
        include_operand(p, function, i->b, part(p, to, 0));
        include_operand(p, function, i->c, part(p, to, 1));
        return;
    case IR_SET_ADD:
        include_operand(p, function, i->b, part(p, to, 0));
        return;
    }
}

static void include_part(points_to *p, uint32_t function, const ir_instr *i, uint32_t k,
                         position to)
{
    position from;
    if (find_position(p, (fn_operand){function, i->a}, &from))
        include(p, part(p, from, k), to);
}

/* An instruction that writes TO.  All others produce values without references. */
static void include_value(points_to *p, uint32_t function, const ir_instr *i,
                          position to)
{
    const ir_function *f = &p->t->ir->functions[function];
    switch (i->op) {
    case IR_MOVE:
    case IR_CAST:
    case IR_RESTRICT:
        include_operand(p, function, i->a, to);
        return;
    case IR_TUPLE:
        for (uint32_t k = 0; k < i->count; k++)
            include_operand(p, function, f->args[i->first + k], part(p, to, k));
        return;
    case IR_FIELD:
        include_part(p, function, i, i->b, to);
        return;
    case IR_SEQ_GET:
    case IR_SET_GET:
    case IR_CHOOSE_SEQ:
    case IR_CHOOSE_SET:
    case IR_CHOOSE_MAP:
    case IR_FOREACH:
        include_part(p, function, i, 0, to);
        return;
    case IR_MAP_GET:
        include_part(p, function, i, 1, to);
        return;
    case IR_KEYS:
    case IR_VALUES:
        include_part(p, function, i, i->op == IR_VALUES, part(p, to, 0));
        return;
    case IR_WITH_FIELD:
    case IR_SEQ_PUT:
    case IR_SEQ_INSERT:
    case IR_MAP_PUT:
    case IR_MAP_INSERT:
    case IR_SET_ADD:
    case IR_SEQ_REMOVE:
    case IR_SET_REMOVE:
    case IR_MAP_REMOVE:
        include_change(p, function, i, to);
        return;
    case IR_CALL:
        include_call(p, function, i, to);
        return;
    }
}

static void include_function(points_to *p, uint32_t function)
{
    const ir_function *f = &p->t->ir->functions[function];
    for (uint32_t k = 0; k < f->code_count; k++) {
        const ir_instr *i = &f->code[k];
        position to;
        if (ir_op_shape((ir_op)i->op)[0] == 'd' &&
            find_position(p, (fn_operand){function, i->d}, &to))
            include_value(p, function, i, to);
        else if (i->op == IR_RETURN)
            include_operand(p, function, i->a,
                            (position){f->result, p->results[function]});
        else if (i->op == IR_GOTO)
            include_goto(p, function, i);
        else if (i->op == IR_RECEIVE)
            include_cases(p, function, i);
    }
}

/* ---- Origins: depend on the machine that runs the function ---- */

static void include_new(points_to *p, uint32_t interface, uint32_t function,
                        const ir_instr *i, position to)
{
    uint32_t made = fn_effects_made(p->t, interface, i->a);
    if (made == IR_NONE)
        return;
    uint32_t decl = p->t->bindings[made]->machine;
    const ir_machine *m = &p->t->ir->machines[decl];
    put(p, to, decl);
    position from;
    if (find_position(p, (fn_operand){function, i->b}, &from))
        include_to_param(p, from, m->states[m->start].entry);
}

static void include_origins(points_to *p, uint32_t interface, uint32_t function)
{
    const ir_function *f = &p->t->ir->functions[function];
    for (uint32_t k = 0; k < f->code_count; k++) {
        const ir_instr *i = &f->code[k];
        position to;
        if ((i->op != IR_NEW && i->op != IR_THIS) ||
            !find_position(p, (fn_operand){function, i->d}, &to))
            continue;
        if (i->op == IR_NEW)
            include_new(p, interface, function, i, to);
        else
            put(p, to, p->t->bindings[interface]->machine);
    }
}

/* The payload of an event reaches its handlers. */
static void include_action(points_to *p, position from, const ir_machine *m,
                           const ir_action *a)
{
    switch (a->kind) {
    case ACTION_GOTO:
        include_to_param(p, from, m->states[a->target].entry);
        include_to_param(p, from, a->function);
        return;
    case ACTION_DO:
        include_to_param(p, from, a->function);
        return;
    case ACTION_QUORUM:
        if (a->function != IR_NONE && p->t->ir->functions[a->function].param_count > 0)
            include(p, from, part(p, slot_position(p, a->function, 0), 0));
        return;
    case ACTION_DEFER:
    case ACTION_IGNORE:
        return;
    }
}

static bool is_monitor(const ir_machine *m)
{
    return m->kind != MACHINE_PLAIN;
}

static void include_actions(points_to *p, const ir_machine *m)
{
    for (uint32_t s = 0; s < m->state_count; s++) {
        for (uint32_t a = 0; a < m->states[s].action_count; a++) {
            const ir_action *one = &m->states[s].actions[a];
            include_action(p,
                           is_monitor(m) ? seen_position(p, one->event)
                                         : payload_position(p, one->event),
                           m, one);
        }
    }
}

static position position_of_event(const points_to *p, uint32_t event, bool is_seen)
{
    return is_seen ? seen_position(p, event) : payload_position(p, event);
}

/* What is sent with a computed event may be the payload of any of them. */
static void include_any(points_to *p, const emission *x, bool is_seen)
{
    uint32_t count = p->t->ir->event_count;
    uint32_t most = p->t->coarseness > 0 ? FEW : MOST_EVENTS;
    position any = {TYPE_ANY, is_seen ? p->any_seen : p->any_payload};
    if (count > most)
        include_operand(p, x->payload.function, x->payload.operand, any);
    for (uint32_t e = 0; e < count && count <= most; e++)
        include_operand(p, x->payload.function, x->payload.operand,
                        position_of_event(p, e, is_seen));
}

/* If the event is a parameter, the caller's emission is more precise.  IS_SEEN: only
 * monitors get it. */
static void include_emission(points_to *p, const emission *x, bool is_root,
                             bool is_seen)
{
    if (x->event_param != IR_NONE && !is_root)
        return;
    if (x->event == IR_NONE)
        include_any(p, x, is_seen);
    else
        include_operand(p, x->payload.function, x->payload.operand,
                        position_of_event(p, x->event, is_seen));
}

/* By lemma points-1, all positions of a payload. */
static void include_events(points_to *p)
{
    for (uint32_t e = 0; e < p->t->ir->event_count; e++) {
        include(p, (position){TYPE_ANY, p->any_payload}, payload_position(p, e));
        include(p, (position){TYPE_ANY, p->any_seen}, seen_position(p, e));
        include(p, payload_position(p, e), seen_position(p, e));
    }
}

/* ---- Construction ---- */

static void include_machines(points_to *p)
{
    const ir_program *ir = p->t->ir;
    for (uint32_t i = 0; i < ir->interface_count; i++) {
        if (!p->e->exists[i] || test_context_is_over(p->t))
            continue;
        include_actions(p, &ir->machines[p->t->bindings[i]->machine]);
        vec_each (f, &p->e->runs[i]) {
            include_origins(p, i, *f);
            if (!bits_add(&p->runs, *f))
                continue;
            include_function(p, *f);
            vec_each (x, &p->e->of[*f].emissions)
                include_emission(p, x, p->e->of[*f].is_root, x->kind == EMIT_ANNOUNCE);
        }
    }
}

typedef struct monitor_walk {
    points_to *p;
    bits visited;
    VEC(uint32_t) open;
} monitor_walk;

static void open_function(monitor_walk *w, uint32_t function)
{
    if (bits_add(&w->visited, function))
        vec_push(&w->open, function);
}

/* Functions that a monitor runs; the events that it raises stay with it. */
static void include_monitor_root(void *context, uint32_t function)
{
    monitor_walk *w = context;
    points_to *p = w->p;
    open_function(w, function);
    while (w->open.len > 0) {
        uint32_t f = vec_pop(&w->open);
        if (bits_add(&p->runs, f))
            include_function(p, f);
        vec_each (callee, &p->e->of[f].calls)
            open_function(w, *callee);
    }
    vec_each (x, &p->e->of[function].emissions)
        include_emission(p, x, true, true);
}

/* Monitors see all that is sent or announced. */
static void include_monitors(points_to *p)
{
    const ir_module *m = p->t->test->module;
    monitor_walk w = {.p = p};
    for (uint32_t i = 0; i < m->monitor_count && !test_context_is_over(p->t); i++) {
        const ir_machine *spec = &p->t->ir->machines[m->monitors[i].machine];
        include_actions(p, spec);
        fn_effects_each_root(spec, include_monitor_root, &w);
    }
    bits_fini(&w.visited);
    vec_free(&w.open);
}

static void join(uint64_t *to, const uint64_t *from, uint32_t words)
{
    for (uint32_t w = 0; w < words; w++)
        to[w] |= from[w];
}

static void solve(points_to *p)
{
    const scc_rows sets = {p->sets, p->words, 0, p->words};
    if (!test_context_is_over(p->t))
        scc_close(&sets, p->set_count, p->edges.data, p->edges.len);
}

points_to *points_to_new(const test_context *t, const fn_effects_table *e)
{
    assert(e->t == t);
    points_to *p = mem_alloc(sizeof *p);
    p->t = t;
    p->e = e;
    arena_init(&p->memory);
    number_classes(p);
    count_positions(p);
    lay_out(p);
    include_events(p);
    include_machines(p);
    include_monitors(p);
    solve(p);
    return p;
}

void points_to_free(points_to *p)
{
    if (p == NULL)
        return;
    mem_free(p->sets, (size_t)p->set_count * p->words * sizeof *p->sets);
    vec_free(&p->edges);
    bits_fini(&p->runs);
    arena_fini(&p->memory);
    mem_free(p, sizeof *p);
}

uint32_t points_to_words(const points_to *p)
{
    return p->words;
}

uint32_t points_to_class(const points_to *p, uint32_t decl)
{
    assert(decl < p->t->ir->machine_count);
    return p->classes[decl];
}

uint32_t points_to_classes(const points_to *p)
{
    return p->class_count;
}

static void add_position(const points_to *p, position s, uint64_t *set)
{
    for (uint32_t i = 0; i < p->positions[s.type]; i++)
        join(set, p->sets + (size_t)(s.first + i) * p->words, p->words);
}

void points_to_add(const points_to *p, fn_operand o, uint64_t *set)
{
    assert(o.function < p->t->ir->function_count);
    position s;
    if (find_position(p, o, &s))
        add_position(p, s, set);
}

void points_to_add_part(const points_to *p, fn_operand o, uint32_t k, uint64_t *set)
{
    position s;
    if (find_position(p, o, &s))
        add_position(p, part(p, s, k), set);
}

bool points_to_runs(const points_to *p, uint32_t function)
{
    return bits_has(&p->runs, function);
}
