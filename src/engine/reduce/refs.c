#include "engine/reduce/refs.h"

#include <string.h>

/* Types with more places count as one. */
enum { MOST_PLACES = 64 };

/* Where a value of a type is kept: its places have sets from FIRST on. */
typedef struct spot {
    type_id type;
    uint32_t first;
} spot;

typedef struct flow_edge {
    uint32_t from, to;
} flow_edge;

struct refs {
    core *c;
    const deeds *d;
    uint32_t *places; /* by type: how many */
    size_t type_count;
    uint32_t **slots;   /* by function, then slot: its first set */
    uint32_t *results;  /* by function */
    uint32_t **fields;  /* by machine, then field */
    uint32_t *payloads; /* by event */
    uint32_t *seen;     /* by event: its payload, as monitors see it */
    bits runs;          /* functions */
    uint32_t set_count;
    uint32_t words; /* of a set */
    uint64_t *sets;
    VEC(flow_edge) edges;
    arena memory;
};

static const type_info *info_of(const refs *r, type_id type)
{
    return type_get(&r->c->source->types, type);
}

/* ---- Places ---- */

/* Parts have smaller ids than what they are parts of. */
static void count_places(refs *r)
{
    r->type_count = r->c->source->types.infos.len;
    r->places = ARENA_ARRAY(&r->memory, uint32_t, r->type_count);
    for (type_id type = 0; type < r->type_count; type++) {
        const type_info *info = info_of(r, type);
        size_t count = 0;
        for (uint32_t k = 0; k < info->count && count <= MOST_PLACES; k++) {
            assert(info->parts[k] < type);
            count += r->places[info->parts[k]];
        }
        r->places[type] = count == 0 || count > MOST_PLACES ? 1 : (uint32_t)count;
    }
}

static bool has_parts(const refs *r, type_id type)
{
    const type_info *info = info_of(r, type);
    size_t count = 0;
    for (uint32_t k = 0; k < info->count; k++)
        count += r->places[info->parts[k]];
    return count > 0 && count == r->places[type];
}

/* Part K; of what has no such part, all of it. */
static spot part(const refs *r, spot s, uint32_t k)
{
    const type_info *info = info_of(r, s.type);
    if (!has_parts(r, s.type))
        return (spot){TYPE_ANY, s.first};
    if (k >= info->count)
        return s;
    spot p = {info->parts[k], s.first};
    for (uint32_t i = 0; i < k; i++)
        p.first += r->places[info->parts[i]];
    return p;
}

static uint32_t new_places(refs *r, type_id type)
{
    uint32_t first = r->set_count;
    r->set_count += r->places[type];
    return first;
}

static uint32_t *places_of(refs *r, const ir_slot *slots, uint32_t count)
{
    uint32_t *first = ARENA_ARRAY(&r->memory, uint32_t, count);
    for (uint32_t i = 0; i < count; i++)
        first[i] = new_places(r, slots[i].type);
    return first;
}

static void lay_out(refs *r)
{
    const ir_program *ir = r->c->ir;
    r->slots = ARENA_ARRAY(&r->memory, uint32_t *, ir->function_count);
    r->results = ARENA_ARRAY(&r->memory, uint32_t, ir->function_count);
    for (uint32_t i = 0; i < ir->function_count; i++) {
        r->slots[i] = places_of(r, ir->functions[i].slots, ir->functions[i].slot_count);
        r->results[i] = new_places(r, ir->functions[i].result);
    }
    r->fields = ARENA_ARRAY(&r->memory, uint32_t *, ir->machine_count);
    for (uint32_t i = 0; i < ir->machine_count; i++)
        r->fields[i] =
            places_of(r, ir->machines[i].fields, ir->machines[i].field_count);
    r->payloads = ARENA_ARRAY(&r->memory, uint32_t, ir->event_count);
    r->seen = ARENA_ARRAY(&r->memory, uint32_t, ir->event_count);
    for (uint32_t i = 0; i < ir->event_count; i++) {
        r->payloads[i] = new_places(r, ir->events[i].payload);
        r->seen[i] = new_places(r, ir->events[i].payload);
    }
    r->words = (ir->machine_count + 63) / 64;
    r->sets = mem_alloc((size_t)r->set_count * r->words * sizeof *r->sets);
}

static spot slot_spot(const refs *r, uint32_t function, uint32_t slot)
{
    return (spot){r->c->ir->functions[function].slots[slot].type,
                  r->slots[function][slot]};
}

/* False: constants and parameters of tests hold no references. */
static bool find_spot(const refs *r, deed_operand o, spot *out)
{
    uint32_t index = IR_INDEX(o.operand);
    switch (IR_KIND(o.operand)) {
    case IR_LOCAL:
        *out = slot_spot(r, o.function, index);
        return true;
    case IR_FIELD_OF_MACHINE: {
        uint32_t machine = r->c->ir->functions[o.function].machine;
        *out = (spot){r->c->ir->machines[machine].fields[index].type,
                      r->fields[machine][index]};
        return true;
    }
    }
    return false;
}

static spot payload_spot(const refs *r, uint32_t event)
{
    return (spot){r->c->ir->events[event].payload, r->payloads[event]};
}

static spot seen_spot(const refs *r, uint32_t event)
{
    return (spot){r->c->ir->events[event].payload, r->seen[event]};
}

/* ---- Flow ---- */

static bool has_same_form(const refs *r, type_id a, type_id b)
{
    const type_info *x = info_of(r, a);
    const type_info *y = info_of(r, b);
    return x->kind == y->kind && x->count == y->count && has_parts(r, a) &&
           has_parts(r, b);
}

static void flow(refs *r, spot from, spot to)
{
    if (has_same_form(r, from.type, to.type)) {
        for (uint32_t k = 0; k < info_of(r, from.type)->count; k++)
            flow(r, part(r, from, k), part(r, to, k));
        return;
    }
    for (uint32_t i = 0; i < r->places[from.type]; i++) {
        for (uint32_t k = 0; k < r->places[to.type]; k++) {
            flow_edge e = {from.first + i, to.first + k};
            vec_push(&r->edges, e);
        }
    }
}

static void flow_operand(refs *r, uint32_t function, ir_operand o, spot to)
{
    spot from;
    if (find_spot(r, (deed_operand){function, o}, &from))
        flow(r, from, to);
}

/* A reference to a machine of DECL may be anywhere in it. */
static void put(refs *r, spot to, uint32_t decl)
{
    for (uint32_t i = 0; i < r->places[to.type]; i++)
        r->sets[(to.first + i) * r->words + decl / 64] |= (uint64_t)1 << decl % 64;
}

/* ---- What instructions do with references ---- */

/* Into the parameter of FUNCTION, if it has one. */
static void flow_to_param(refs *r, spot from, uint32_t function)
{
    if (function != IR_NONE && r->c->ir->functions[function].param_count > 0)
        flow(r, from, slot_spot(r, function, 0));
}

/* What C code returns may be any reference that there is, where its type allows one:
 * that of a plain value is looked at. */
static void flow_from_foreign(refs *r, uint32_t callee, spot to)
{
    type_id type = r->c->ir->functions[callee].result;
    if (type == TYPE_BOOL || type == TYPE_INT || type == TYPE_FLOAT ||
        type == TYPE_STRING || type == TYPE_EVENT ||
        info_of(r, type)->kind == TYPE_KIND_ENUM)
        return;
    for (uint32_t i = 0; i < r->c->ir->machine_count; i++)
        put(r, to, i);
}

static void flow_call(refs *r, uint32_t function, const ir_instr *i, spot to)
{
    const ir_function *f = &r->c->ir->functions[function];
    const ir_function *callee = &r->c->ir->functions[i->a];
    for (uint32_t k = 0; k < i->count && k < callee->param_count; k++)
        flow_operand(r, function, f->args[i->first + k], slot_spot(r, i->a, k));
    if (callee->code_count == 0)
        flow_from_foreign(r, i->a, to);
    else
        flow(r, (spot){callee->result, r->results[i->a]}, to);
}

static void flow_goto(refs *r, uint32_t function, const ir_instr *i)
{
    const ir_machine *m = &r->c->ir->machines[r->c->ir->functions[function].machine];
    spot from;
    if (find_spot(r, (deed_operand){function, i->b}, &from))
        flow_to_param(r, from, m->states[i->a].entry);
}

static void flow_cases(refs *r, uint32_t function, const ir_instr *i)
{
    const ir_function *f = &r->c->ir->functions[function];
    for (uint32_t k = i->first; k < i->first + i->count; k++)
        for (uint32_t n = 0; f->cases[k].slot != IR_NONE && n < f->cases[k].event_count;
             n++)
            flow(r, payload_spot(r, f->cases[k].events[n]),
                 slot_spot(r, function, f->cases[k].slot));
}

/* Changes of a collection: the old one, and what comes into it. */
static void flow_change(refs *r, uint32_t function, const ir_instr *i, spot to)
{
    flow_operand(r, function, i->a, to);
    switch (i->op) {
    case IR_WITH_FIELD:
        flow_operand(r, function, i->c, part(r, to, i->b));
        return;
    case IR_SEQ_PUT:
    case IR_SEQ_INSERT:
        flow_operand(r, function, i->c, part(r, to, 0));
        return;
    case IR_MAP_PUT:
    case IR_MAP_INSERT:
        flow_operand(r, function, i->b, part(r, to, 0));
        flow_operand(r, function, i->c, part(r, to, 1));
        return;
    case IR_SET_ADD:
        flow_operand(r, function, i->b, part(r, to, 0));
        return;
    }
}

static void flow_part(refs *r, uint32_t function, const ir_instr *i, uint32_t k,
                      spot to)
{
    spot from;
    if (find_spot(r, (deed_operand){function, i->a}, &from))
        flow(r, part(r, from, k), to);
}

/* An instruction that writes TO.  Those that are not here make something new. */
static void flow_value(refs *r, uint32_t function, const ir_instr *i, spot to)
{
    const ir_function *f = &r->c->ir->functions[function];
    switch (i->op) {
    case IR_MOVE:
    case IR_CAST:
    case IR_RESTRICT:
        flow_operand(r, function, i->a, to);
        return;
    case IR_TUPLE:
        for (uint32_t k = 0; k < i->count; k++)
            flow_operand(r, function, f->args[i->first + k], part(r, to, k));
        return;
    case IR_FIELD:
        flow_part(r, function, i, i->b, to);
        return;
    case IR_SEQ_GET:
    case IR_SET_GET:
    case IR_CHOOSE_SEQ:
    case IR_CHOOSE_SET:
    case IR_CHOOSE_MAP:
    case IR_FOREACH:
        flow_part(r, function, i, 0, to);
        return;
    case IR_MAP_GET:
        flow_part(r, function, i, 1, to);
        return;
    case IR_KEYS:
    case IR_VALUES:
        flow_part(r, function, i, i->op == IR_VALUES, part(r, to, 0));
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
        flow_change(r, function, i, to);
        return;
    case IR_CALL:
        flow_call(r, function, i, to);
        return;
    }
}

static void flow_function(refs *r, uint32_t function)
{
    const ir_function *f = &r->c->ir->functions[function];
    for (uint32_t k = 0; k < f->code_count; k++) {
        const ir_instr *i = &f->code[k];
        spot to;
        if (ir_op_shape((ir_op)i->op)[0] == 'd' &&
            find_spot(r, (deed_operand){function, i->d}, &to))
            flow_value(r, function, i, to);
        else if (i->op == IR_RETURN)
            flow_operand(r, function, i->a, (spot){f->result, r->results[function]});
        else if (i->op == IR_GOTO)
            flow_goto(r, function, i);
        else if (i->op == IR_RECEIVE)
            flow_cases(r, function, i);
    }
}

/* ---- Who is who: depends on the machine that runs the function ---- */

static void flow_new(refs *r, uint32_t interface, uint32_t function, const ir_instr *i,
                     spot to)
{
    uint32_t made = deeds_made(r->c, interface, i->a);
    if (made == IR_NONE)
        return;
    uint32_t decl = r->c->bindings[made]->machine;
    const ir_machine *m = &r->c->ir->machines[decl];
    put(r, to, decl);
    spot from;
    if (find_spot(r, (deed_operand){function, i->b}, &from))
        flow_to_param(r, from, m->states[m->start].entry);
}

static void flow_origins(refs *r, uint32_t interface, uint32_t function)
{
    const ir_function *f = &r->c->ir->functions[function];
    for (uint32_t k = 0; k < f->code_count; k++) {
        const ir_instr *i = &f->code[k];
        spot to;
        if ((i->op != IR_NEW && i->op != IR_THIS) ||
            !find_spot(r, (deed_operand){function, i->d}, &to))
            continue;
        if (i->op == IR_NEW)
            flow_new(r, interface, function, i, to);
        else
            put(r, to, r->c->bindings[interface]->machine);
    }
}

/* What an event brings with it reaches those who handle it. */
static void flow_action(refs *r, spot from, const ir_machine *m, const ir_action *a)
{
    switch (a->kind) {
    case ACTION_GOTO:
        flow_to_param(r, from, m->states[a->target].entry);
        flow_to_param(r, from, a->function);
        return;
    case ACTION_DO:
        flow_to_param(r, from, a->function);
        return;
    case ACTION_QUORUM:
        if (a->function != IR_NONE && r->c->ir->functions[a->function].param_count > 0)
            flow(r, from, part(r, slot_spot(r, a->function, 0), 0));
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

static void flow_actions(refs *r, const ir_machine *m)
{
    for (uint32_t s = 0; s < m->state_count; s++) {
        for (uint32_t a = 0; a < m->states[s].action_count; a++) {
            const ir_action *one = &m->states[s].actions[a];
            flow_action(r,
                        is_monitor(m) ? seen_spot(r, one->event)
                                      : payload_spot(r, one->event),
                        m, one);
        }
    }
}

/* Of an event that is a parameter, the caller knows more.  IS_SEEN: only monitors get
 * it. */
static void flow_deed(refs *r, const deed *x, bool is_root, bool is_seen)
{
    if (x->event_param != IR_NONE && !is_root)
        return;
    for (uint32_t e = 0; e < r->c->ir->event_count; e++)
        if (x->event == e || x->event == IR_NONE)
            flow_operand(r, x->payload.function, x->payload.operand,
                         is_seen ? seen_spot(r, e) : payload_spot(r, e));
}

/* ---- All of it ---- */

static void flow_machines(refs *r)
{
    const ir_program *ir = r->c->ir;
    for (uint32_t i = 0; i < ir->interface_count; i++) {
        if (!r->d->exists[i])
            continue;
        flow_actions(r, &ir->machines[r->c->bindings[i]->machine]);
        for (uint32_t f = 0; f < ir->function_count; f++) {
            if (!bits_has(&r->d->runs[i], f))
                continue;
            flow_origins(r, i, f);
            if (!bits_add(&r->runs, f))
                continue;
            flow_function(r, f);
            vec_each (x, &r->d->of[f].deeds)
                flow_deed(r, x, r->d->of[f].is_root, x->kind == DEED_ANNOUNCE);
        }
    }
}

/* What a monitor runs for itself; what it raises stays with it. */
static void flow_monitor_root(void *context, uint32_t function)
{
    refs *r = context;
    for (uint32_t f = 0; f < r->c->ir->function_count; f++)
        if ((f == function || bits_has(&r->d->of[function].calls, f)) &&
            bits_add(&r->runs, f))
            flow_function(r, f);
    vec_each (x, &r->d->of[function].deeds)
        flow_deed(r, x, true, true);
}

/* They see all that is sent, and what is announced. */
static void flow_monitors(refs *r)
{
    const ir_module *m = r->c->test->module;
    for (uint32_t e = 0; e < r->c->ir->event_count; e++)
        flow(r, payload_spot(r, e), seen_spot(r, e));
    for (uint32_t i = 0; i < m->monitor_count; i++) {
        const ir_machine *spec = &r->c->ir->machines[m->monitors[i].machine];
        flow_actions(r, spec);
        deeds_each_root(spec, flow_monitor_root, r);
    }
}

static bool join(uint64_t *to, const uint64_t *from, uint32_t words)
{
    uint64_t added = 0;
    for (uint32_t w = 0; w < words; w++) {
        added |= from[w] & ~to[w];
        to[w] |= from[w];
    }
    return added != 0;
}

static void solve(refs *r)
{
    for (bool grew = true; grew;) {
        grew = false;
        vec_each (e, &r->edges)
            grew |= join(r->sets + (size_t)e->to * r->words,
                         r->sets + (size_t)e->from * r->words, r->words);
    }
}

refs *refs_new(core *c, const deeds *d)
{
    refs *r = mem_alloc(sizeof *r);
    r->c = c;
    r->d = d;
    arena_init(&r->memory);
    count_places(r);
    lay_out(r);
    flow_machines(r);
    flow_monitors(r);
    solve(r);
    return r;
}

void refs_free(refs *r)
{
    if (r == NULL)
        return;
    mem_free(r->sets, (size_t)r->set_count * r->words * sizeof *r->sets);
    vec_free(&r->edges);
    bits_fini(&r->runs);
    arena_fini(&r->memory);
    mem_free(r, sizeof *r);
}

uint32_t refs_words(const refs *r)
{
    return r->words;
}

static void add_spot(const refs *r, spot s, uint64_t *set)
{
    for (uint32_t i = 0; i < r->places[s.type]; i++)
        join(set, r->sets + (size_t)(s.first + i) * r->words, r->words);
}

void refs_add(const refs *r, deed_operand o, uint64_t *set)
{
    spot s;
    if (find_spot(r, o, &s))
        add_spot(r, s, set);
}

void refs_add_part(const refs *r, deed_operand o, uint32_t k, uint64_t *set)
{
    spot s;
    if (find_spot(r, o, &s))
        add_spot(r, part(r, s, k), set);
}

bool refs_runs(const refs *r, uint32_t function)
{
    return bits_has(&r->runs, function);
}
