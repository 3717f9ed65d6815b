/* What is sent, where the code shows it: an event and a tuple that stand in a send, or
 * in a call of a function that sends its parameters, and so on.  What is handled: by
 * the parameters of handlers, and by casts of such parameters.  All that is unclear is
 * left out: these are warnings, and a wrong read fails at run time anyway.
 */
#include "analysis/tuple_names.h"

#include "analysis/flow.h"

/* Of copies, of sends of one function that depend on its callers, and of nested calls.
 */
enum { MOST_HOPS = 8, MOST_OPEN = 20, MOST_ROUNDS = 8 };

/* A send with an event and a payload that are known, or parameters of the function. */
typedef struct sending {
    uint32_t event; /* or IR_NONE: the parameter at EVENT_PARAM */
    uint32_t event_param;
    type_id type; /* of the payload, or TYPE_ERROR: the parameter at PAYLOAD_PARAM */
    uint32_t payload_param;
    srcpos pos;
} sending;

typedef VEC(sending) sending_list;

typedef struct handling {
    uint32_t event;
    type_id type;
    srcpos pos;
    size_t next; /* another one of the same event, from 1; 0: none */
} handling;

/* The instructions that write a slot. */
typedef struct slot_writes {
    const ir_instr *last;
    uint32_t count;
} slot_writes;

typedef struct names_check {
    const ir_program *ir;
    diag *d;
    const ir_function *f;    /* at hand, ... */
    VEC(slot_writes) writes; /* ... and its slots */
    sending_list *open;      /* by function: sends that depend on its callers */
    sending_list sent;       /* the others */
    VEC(handling) handled;
    size_t *first; /* by event: of `handled`, from 1 */
    intern known;  /* an event and a type in `sent` or `handled` */
} names_check;

static const type_info *info_of(const names_check *n, type_id type)
{
    return type_get(&n->ir->source->types, type);
}

static bool is_named(const names_check *n, type_id type)
{
    return info_of(n, type)->kind == TYPE_KIND_NAMED_TUPLE;
}

/* True: not known yet.  So there are few of them, however often an event is sent. */
static bool is_new(names_check *n, char list, uint32_t event, type_id type)
{
    const uint32_t key[3] = {(uint32_t)list, event, type};
    uint32_t count = intern_count(&n->known);
    return intern_put(&n->known, key, sizeof key) == count;
}

/* ---- Where a value comes from ---- */

static void look_at(names_check *n, const ir_function *f)
{
    n->f = f;
    vec_clear(&n->writes);
    for (uint32_t i = 0; i < f->slot_count; i++)
        vec_push(&n->writes, (slot_writes){0});
    for (uint32_t k = 0; k < f->code_count; k++) {
        const ir_instr *i = &f->code[k];
        if (!flow_writes(i) || IR_KIND(i->d) != IR_LOCAL)
            continue;
        slot_writes *w = &n->writes.data[IR_INDEX(i->d)];
        w->last = i;
        w->count++;
    }
}

/* Follows copies back, up to a parameter or a slot whose type is a named tuple. */
static ir_operand origin_of(const names_check *n, ir_operand o)
{
    for (unsigned hops = 0; hops < MOST_HOPS && IR_KIND(o) == IR_LOCAL; hops++) {
        uint32_t slot = IR_INDEX(o);
        const slot_writes *w = &n->writes.data[slot];
        if (slot < n->f->param_count || is_named(n, n->f->slots[slot].type) ||
            w->count != 1 || (w->last->op != IR_MOVE && w->last->op != IR_CAST))
            return o;
        o = w->last->a;
    }
    return o;
}

/* The parameter that O is, or IR_NONE. */
static uint32_t param_of(const names_check *n, ir_operand o)
{
    bool is_param = IR_KIND(o) == IR_LOCAL && IR_INDEX(o) < n->f->param_count &&
                    n->writes.data[IR_INDEX(o)].count == 0;
    return is_param ? IR_INDEX(o) : IR_NONE;
}

/* The named tuple that O is, or TYPE_ERROR. */
static type_id tuple_of(const names_check *n, ir_operand o)
{
    type_id type = TYPE_ERROR;
    if (IR_KIND(o) == IR_LOCAL)
        type = n->f->slots[IR_INDEX(o)].type;
    else if (IR_KIND(o) == IR_FIELD_OF_MACHINE)
        type = n->ir->machines[n->f->machine].fields[IR_INDEX(o)].type;
    return is_named(n, type) ? type : TYPE_ERROR;
}

/* ---- What is sent ---- */

static bool is_same(const sending *a, const sending *b)
{
    return a->event == b->event && a->event_param == b->event_param &&
           a->type == b->type && a->payload_param == b->payload_param;
}

/* True: FUNCTION has one more that depends on its callers. */
static bool add_sending(names_check *n, uint32_t function, sending s)
{
    bool is_clear = s.event != IR_NONE && s.type != TYPE_ERROR;
    if (is_clear && is_new(n, 's', s.event, s.type))
        vec_push(&n->sent, s);
    sending_list *open = &n->open[function];
    if (is_clear || (s.event == IR_NONE && s.event_param == IR_NONE) ||
        (s.type == TYPE_ERROR && s.payload_param == IR_NONE) || open->len >= MOST_OPEN)
        return false;
    vec_each (known, open)
        if (is_same(known, &s))
            return false;
    vec_push(open, s);
    return true;
}

static void set_event(const names_check *n, ir_operand o, sending *s)
{
    s->event = s->event_param = IR_NONE;
    o = origin_of(n, o);
    if (IR_KIND(o) == IR_CONST && n->ir->consts[IR_INDEX(o)].kind == IR_CONST_EVENT)
        s->event = (uint32_t)n->ir->consts[IR_INDEX(o)].integer;
    else
        s->event_param = param_of(n, o);
}

static void set_payload(const names_check *n, ir_operand o, sending *s)
{
    o = origin_of(n, o);
    s->type = tuple_of(n, o);
    s->payload_param = s->type == TYPE_ERROR ? param_of(n, o) : IR_NONE;
}

static bool add_call(names_check *n, uint32_t caller, const ir_instr *i, srcpos pos)
{
    bool grew = false;
    for (size_t k = 0; k < n->open[i->a].len; k++) {
        sending s = n->open[i->a].data[k];
        if (s.event_param != IR_NONE)
            set_event(n, n->f->args[i->first + s.event_param], &s);
        if (s.payload_param != IR_NONE) {
            set_payload(n, n->f->args[i->first + s.payload_param], &s);
            s.pos = pos;
        }
        grew |= add_sending(n, caller, s);
    }
    return grew;
}

static bool find_sends(names_check *n, uint32_t function)
{
    const ir_function *f = &n->ir->functions[function];
    bool grew = false;
    look_at(n, f);
    for (ir_pc k = 0; k < f->code_count; k++) {
        const ir_instr *i = &f->code[k];
        bool is_send = i->op == IR_SEND;
        if (i->op == IR_CALL)
            grew |= add_call(n, function, i, f->positions[k]);
        if (!is_send && i->op != IR_ANNOUNCE && i->op != IR_RAISE)
            continue;
        sending s = {.pos = f->positions[k]};
        set_event(n, is_send ? i->b : i->a, &s);
        set_payload(n, is_send ? i->c : i->b, &s);
        grew |= add_sending(n, function, s);
    }
    return grew;
}

static void find_all_sends(names_check *n)
{
    bool grew = true;
    for (unsigned round = 0; grew && round < MOST_ROUNDS; round++) {
        grew = false;
        for (uint32_t f = 0; f < n->ir->function_count; f++)
            grew |= find_sends(n, f);
    }
}

/* ---- What is handled ---- */

static void add_handling(names_check *n, uint32_t event, type_id type, srcpos pos)
{
    if (!is_named(n, type) || !is_new(n, 'h', event, type))
        return;
    handling h = {event, type, pos, n->first[event]};
    vec_push(&n->handled, h);
    n->first[event] = n->handled.len;
}

/* By the parameter of FUNCTION, and by casts of it. */
static void add_handler(names_check *n, uint32_t event, uint32_t function)
{
    if (function == IR_NONE || n->ir->functions[function].param_count == 0)
        return;
    const ir_function *f = &n->ir->functions[function];
    add_handling(n, event, f->slots[0].type, f->pos);
    if (f->slots[0].type != TYPE_ANY)
        return;
    look_at(n, f);
    for (ir_pc k = 0; k < f->code_count; k++)
        if (f->code[k].op == IR_CAST && param_of(n, origin_of(n, f->code[k].a)) == 0)
            add_handling(n, event, f->code[k].b, f->positions[k]);
}

static void add_actions(names_check *n, const ir_machine *m)
{
    for (uint32_t s = 0; s < m->state_count; s++) {
        for (uint32_t a = 0; a < m->states[s].action_count; a++) {
            const ir_action *one = &m->states[s].actions[a];
            if (one->kind != ACTION_DO && one->kind != ACTION_GOTO)
                continue;
            add_handler(n, one->event, one->function);
            if (one->kind == ACTION_GOTO)
                add_handler(n, one->event, m->states[one->target].entry);
        }
    }
}

static void add_cases(names_check *n, const ir_function *f)
{
    for (uint32_t k = 0; k < f->case_count; k++) {
        const ir_case *one = &f->cases[k];
        for (uint32_t e = 0; one->slot != IR_NONE && e < one->event_count; e++)
            add_handling(n, one->events[e], f->slots[one->slot].type,
                         f->positions[one->start]);
    }
}

/* ---- Warnings ---- */

/* The first field of WANTED that HAS lacks, or NULL. */
static const char *missing_field(const names_check *n, type_id has, type_id wanted)
{
    const type_info *w = info_of(n, wanted);
    for (uint32_t k = 0; k < w->count; k++)
        if (type_field_index(&n->ir->source->types, has, w->names[k]) < 0)
            return symbols_name(n->ir->source, w->names[k]);
    return NULL;
}

static void warn(const names_check *n, const sending *s, const handling *h,
                 const char *missing)
{
    const types *t = &n->ir->source->types;
    strbuf has = {0};
    strbuf wanted = {0};
    type_show_whole(t, s->type, &has);
    type_show_whole(t, h->type, &wanted);
    diag_warning(n->d, "tuple-names", s->pos,
                 "'%s' is sent with %s here, but handled as %s",
                 n->ir->events[s->event].name, strbuf_text(&has), strbuf_text(&wanted));
    diag_note(n->d, h->pos,
              "handled here; P compares no names, and fails if field '%s' is read",
              missing);
    strbuf_free(&has);
    strbuf_free(&wanted);
}

static void compare(const names_check *n)
{
    vec_each (s, &n->sent) {
        for (size_t k = n->first[s->event]; k > 0; k = n->handled.data[k - 1].next) {
            const handling *h = &n->handled.data[k - 1];
            const char *missing = missing_field(n, s->type, h->type);
            if (missing != NULL)
                warn(n, s, h, missing);
        }
    }
}

static void fini(names_check *n)
{
    for (uint32_t f = 0; f < n->ir->function_count; f++)
        vec_free(&n->open[f]);
    mem_free(n->open, n->ir->function_count * sizeof *n->open);
    mem_free(n->first, n->ir->event_count * sizeof *n->first);
    vec_free(&n->writes);
    vec_free(&n->sent);
    vec_free(&n->handled);
    intern_fini(&n->known);
}

void tuple_names_check(const ir_program *ir, diag *d)
{
    names_check n = {.ir = ir, .d = d};
    n.open = mem_alloc(ir->function_count * sizeof *n.open);
    n.first = mem_alloc(ir->event_count * sizeof *n.first);
    intern_init(&n.known);
    find_all_sends(&n);
    for (uint32_t i = 0; i < ir->machine_count; i++)
        add_actions(&n, &ir->machines[i]);
    for (uint32_t f = 0; f < ir->function_count; f++)
        add_cases(&n, &ir->functions[f]);
    compare(&n);
    fini(&n);
}
