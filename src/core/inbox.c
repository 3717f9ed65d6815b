#include "core/inbox.h"

#include "core/coverage.h"

/* ---- Machines whose inbox can be stored apart ---- */

typedef struct walk {
    const ir_program *ir;
    bool *visited; /* by function */
    bool is_plain;
} walk;

static bool is_plain_op(uint8_t op)
{
    switch (op) {
    case IR_NONDET:
    case IR_FAIR_NONDET:
    case IR_CHOOSE_INT:
    case IR_CHOOSE_SEQ:
    case IR_CHOOSE_SET:
    case IR_CHOOSE_MAP:
    case IR_ASSUME:
    case IR_RECEIVE:
        return false;
    default:
        return true;
    }
}

static void walk_function(walk *w, uint32_t function)
{
    if (function == IR_NONE || w->visited[function])
        return;
    w->visited[function] = true;
    const ir_function *f = &w->ir->functions[function];
    for (uint32_t i = 0; i < f->code_count; i++) {
        w->is_plain &= is_plain_op(f->code[i].op);
        if (f->code[i].op == IR_CALL)
            walk_function(w, f->code[i].a);
    }
}

/* True if the machine defers and runs only plain instructions. */
static bool can_be_apart(const ir_program *ir, const ir_machine *m)
{
    walk w = {.ir = ir, .is_plain = true};
    w.visited = mem_alloc(ir->function_count * sizeof *w.visited);
    bool defers = false;
    for (uint32_t s = 0; s < m->state_count; s++) {
        walk_function(&w, m->states[s].entry);
        walk_function(&w, m->states[s].exit);
        for (uint32_t a = 0; a < m->states[s].action_count; a++) {
            defers |= m->states[s].actions[a].kind == ACTION_DEFER;
            walk_function(&w, m->states[s].actions[a].function);
        }
    }
    mem_free(w.visited, ir->function_count * sizeof *w.visited);
    return defers && w.is_plain;
}

bool *inbox_find_apart(const ir_program *ir, const bool *polls_queue, arena *memory)
{
    bool *found = ARENA_ARRAY(memory, bool, ir->machine_count);
    for (uint32_t i = 0; i < ir->plain_machine_count; i++)
        found[i] = !polls_queue[i] && can_be_apart(ir, &ir->machines[i]);
    return found;
}

bool inbox_is_apart(const core *c, machine_id id)
{
    return c->is_apart[naming_get(&c->vals.names, id)->decl];
}

/* ---- Local states ---- */

bool inbox_is_out(const core *c, value local)
{
    return local != VALUE_NULL &&
           value_item(&c->vals, local, LOCAL_INBOX) == LOCAL_INBOX_OUT;
}

value inbox_replace(core *c, value local, value inbox)
{
    VEC(value) items = {0};
    value_view w = value_get(&c->vals, local);
    assert(w.aux == REC_LOCAL);
    for (uint32_t i = 0; i < w.count; i++)
        vec_push(&items, i == LOCAL_INBOX ? inbox : w.items[i]);
    value x = value_make(&c->vals, VK_RECORD, REC_LOCAL, items.data, items.len);
    vec_free(&items);
    return x;
}

value inbox_take_out(core *c, value local, value *to)
{
    *to = local;
    if (local == VALUE_NULL || local_status(c, local) == STATUS_HALTED)
        return VALUE_NULL; /* it has none */
    value inbox = value_item(&c->vals, local, LOCAL_INBOX);
    assert(inbox != LOCAL_INBOX_OUT);
    *to = inbox_replace(c, local, LOCAL_INBOX_OUT);
    return inbox;
}

value inbox_put_in(core *c, value local, value inbox)
{
    assert(inbox_is_out(c, local));
    return inbox_replace(c, local, inbox);
}

static bool is_taken(const core *c, value stimulus)
{
    return stimulus != VALUE_NULL && value_get(&c->vals, stimulus).aux == REC_TAKEN;
}

value inbox_message(const core *c, value stimulus)
{
    return is_taken(c, stimulus) ? value_item(&c->vals, stimulus, TAKEN_MESSAGE)
                                 : stimulus;
}

inbox_need inbox_need_of(const core *c, value before, value stimulus, const process *p)
{
    if (!p->inbox_is_out)
        return INBOX_NOTHING;
    if (p->inbox.len > 0)
        return INBOX_KEEP;
    if (p->status == STATUS_HALTED)
        return INBOX_CLEAR;
    /* A machine at rest defers every message that waits, unless a scan has just given
     * it one of them. */
    bool rested = local_status(c, before) == STATUS_IDLE &&
                  local_state(c, before) == p->state && !is_taken(c, stimulus);
    return p->status == STATUS_IDLE && !rested ? INBOX_SCAN : INBOX_NOTHING;
}

/* ---- Requests to an inbox ---- */

value inbox_request(core *c, machine_id id, value local, inbox_need need, value message)
{
    value items[] = {[MAIL_MACHINE] = value_machine_id(id), [MAIL_WHAT] = VALUE_NULL};
    assert(need != INBOX_NOTHING);
    if (need == INBOX_KEEP)
        items[MAIL_WHAT] = message;
    else if (need == INBOX_SCAN)
        items[MAIL_WHAT] = value_item(&c->vals, local, LOCAL_STATE);
    return value_make(&c->vals, VK_RECORD, REC_MAIL, items, 2);
}

typedef VEC(value) value_list;

/* See scan in loop.c, which does the same within a step. */
static value scan(const core *c, uint32_t machine, uint32_t state, value_list *messages)
{
    size_t kept = 0;
    value taken = VALUE_NULL;
    for (size_t i = 0; i < messages->len; i++) {
        value m = messages->data[i];
        uint32_t event = value_to_event(value_item(&c->vals, m, MESSAGE_EVENT));
        const ir_action *a = core_action(&c->ir->machines[machine], state, event);
        bool waits = a != NULL && a->kind == ACTION_DEFER;
        bool goes = a != NULL && a->kind == ACTION_IGNORE;
        if (taken == VALUE_NULL && (waits || goes))
            coverage_act(c->coverage, machine, state, a);
        if (taken != VALUE_NULL || waits)
            messages->data[kept++] = m;
        else if (!goes)
            taken = m;
    }
    assert(kept <= messages->len);
    messages->len = kept;
    return taken;
}

static value taken_make(core *c, value machine, value message)
{
    const value items[] = {[TAKEN_MACHINE] = machine, [TAKEN_MESSAGE] = message};
    return value_make(&c->vals, VK_RECORD, REC_TAKEN, items, 2);
}

value inbox_do(core *c, value inbox, value request, value *more)
{
    value_view w = value_get(&c->vals, request);
    assert(w.aux == REC_MAIL);
    value what = w.items[MAIL_WHAT];
    value machine = w.items[MAIL_MACHINE];
    *more = VALUE_NULL;
    if (what == VALUE_NULL)
        return VALUE_NULL;
    value_list messages = {0};
    value_view old = list_get(c, inbox);
    for (uint32_t i = 0; i < old.count; i++)
        vec_push(&messages, old.items[i]);
    if (what & VALUE_INT_BIT) {
        uint32_t decl =
            naming_get(&c->vals.names, value_to_machine_id(&c->vals, machine))->decl;
        value taken = scan(c, decl, (uint32_t)value_to_int(&c->vals, what), &messages);
        if (taken != VALUE_NULL)
            *more = taken_make(c, machine, taken);
    } else {
        vec_push(&messages, what);
    }
    value to = list_make(c, messages.data, messages.len);
    vec_free(&messages);
    return to;
}
