/* Why the checks are complete: what follows lists, for each record, the items that
 * process.c, loop.c, exec.c and ts.c read without a check of their own. */
#include "core/vet.h"

#include "core/env.h"
#include "core/inbox.h"
#include "core/openint_file.h"

static bool is_plain(const core *c, value x)
{
    return value_kind_of(&c->vals, x) != VK_RECORD;
}

static bool is_record(const core *c, value x, uint32_t aux)
{
    return value_is_node(x) && value_kind_of(&c->vals, x) == VK_RECORD &&
           value_get(&c->vals, x).aux == aux;
}

/* A number from 0 to LIMIT - 1, which is never stored as a node. */
static bool is_below(const core *c, value x, uint32_t limit)
{
    return (x & VALUE_INT_BIT) != 0 && value_to_int(&c->vals, x) >= 0 &&
           value_to_int(&c->vals, x) < limit;
}

static bool is_list(const core *c, value x)
{
    return x == VALUE_NULL ||
           (is_record(c, x, REC_LIST) && value_get(&c->vals, x).count > 0);
}

/* ---- Messages and creations ---- */

static bool is_machine_atom(value x)
{
    return x >> VALUE_ATOM_SHIFT == VALUE_MACHINE_TAG;
}

/* Of its sender: MACHINE_NONE: any. */
static bool is_message(const core *c, value x, machine_id from)
{
    if (!is_record(c, x, REC_MESSAGE))
        return false;
    value_view w = value_get(&c->vals, x);
    if (w.count <= MESSAGE_PAYLOAD || !is_machine_atom(w.items[MESSAGE_TARGET]) ||
        value_kind_of(&c->vals, w.items[MESSAGE_EVENT]) != VK_EVENT ||
        !is_plain(c, w.items[MESSAGE_PAYLOAD]))
        return false;
    if (!c->has_quorum[value_to_event(w.items[MESSAGE_EVENT])])
        return w.count == MESSAGE_SENDER;
    return w.count == MESSAGE_SENDER + 1 && is_machine_atom(w.items[MESSAGE_SENDER]) &&
           (from == MACHINE_NONE || w.items[MESSAGE_SENDER] == value_machine_id(from));
}

static bool is_creation(const core *c, value x, machine_id by)
{
    if (!is_record(c, x, REC_CREATION))
        return false;
    value_view w = value_get(&c->vals, x);
    return w.count == 2 && is_machine_atom(w.items[CREATION_MACHINE]) &&
           is_plain(c, w.items[CREATION_PAYLOAD]) &&
           naming_get(&c->vals.names,
                      value_to_machine_id(&c->vals, w.items[CREATION_MACHINE]))
                   ->parent == by;
}

static bool is_inbox(const core *c, machine_id id, value x)
{
    if (!is_list(c, x))
        return false;
    value_view w = list_get(c, x);
    for (uint32_t i = 0; i < w.count; i++)
        if (!is_message(c, w.items[i], MACHINE_NONE) ||
            value_item(&c->vals, w.items[i], MESSAGE_TARGET) != value_machine_id(id))
            return false;
    return true;
}

/* In P's own network creations wait behind messages. */
static bool is_outbox(const core *c, machine_id id, value x)
{
    if (!is_list(c, x))
        return false;
    value_view w = list_get(c, x);
    bool may_create = false;
    for (uint32_t i = 0; i < w.count; i++) {
        if (!is_message(c, w.items[i], id) &&
            !(may_create && is_creation(c, w.items[i], id)))
            return false;
        may_create = c->options.network == NET_MBOX;
    }
    return true;
}

/* ---- Paused handlers ---- */

static bool has_code(const core *c, uint32_t machine, uint32_t function)
{
    const ir_function *f = &c->ir->functions[function];
    return f->code_count > 0 && (f->machine == IR_NONE || f->machine == machine) &&
           (f->kind == IR_FUN_NAMED || f->kind == IR_FUN_HANDLER);
}

/* Nothing makes the index of a loop over a collection known. */
static bool has_open_index(const ir_function *f, const value *slots)
{
    for (ir_pc pc = 0; pc < f->code_count; pc++) {
        ir_operand index = f->code[pc].b; /* of a slot: its number */
        if (f->code[pc].op == IR_FOREACH && index < f->slot_count &&
            value_is_open(slots[index]))
            return true;
    }
    return false;
}

/* Slots that are not read any more are null. */
static bool is_frame(const core *c, uint32_t machine, value x)
{
    if (!is_record(c, x, REC_FRAME))
        return false;
    value_view w = value_get(&c->vals, x);
    if (w.count < 2 || !is_below(c, w.items[0], c->ir->function_count) ||
        !has_code(c, machine, local_number(c, w.items[0])))
        return false;
    const ir_function *f = &c->ir->functions[local_number(c, w.items[0])];
    if (!is_below(c, w.items[1], f->code_count) || w.count != 2 + f->slot_count)
        return false;
    for (uint32_t i = 0; i < f->slot_count; i++)
        if (!is_plain(c, w.items[2 + i]))
            return false;
    return c->vals.open == NULL || !has_open_index(f, w.items + 2);
}

typedef struct place {
    const ir_function *f;
    uint32_t pc;
} place;

static place place_of(const core *c, value x)
{
    value_view w = value_get(&c->vals, x);
    return (place){&c->ir->functions[local_number(c, w.items[0])],
                   local_number(c, w.items[1])};
}

static ir_op op_at(place p)
{
    return (ir_op)p.f->code[p.pc].op;
}

/* Each frame but the innermost waits for a call of the next one. */
static bool are_frames(const core *c, uint32_t machine, value x)
{
    if (!is_list(c, x))
        return false;
    value_view w = list_get(c, x);
    for (uint32_t i = 0; i < w.count; i++) {
        if (!is_frame(c, machine, w.items[i]))
            return false;
        if (i == 0)
            continue;
        place caller = place_of(c, w.items[i - 1]);
        if (op_at(caller) != IR_CALL ||
            &c->ir->functions[caller.f->code[caller.pc].a] != place_of(c, w.items[i]).f)
            return false;
    }
    return true;
}

static bool is_task(const core *c, uint32_t machine, value x)
{
    if (!is_record(c, x, REC_TASK))
        return false;
    value_view w = value_get(&c->vals, x);
    if (w.count != 3 || !is_plain(c, w.items[2]))
        return false;
    if (!is_below(c, w.items[0], TASK_UNHANDLED + 1))
        return false;
    uint32_t index = local_number(c, w.items[1]);
    switch ((task_kind)local_number(c, w.items[0])) {
    case TASK_RUN:
        return is_below(c, w.items[1], c->ir->function_count) &&
               has_code(c, machine, index) && c->ir->functions[index].param_count <= 1;
    case TASK_ENTER:
        return is_below(c, w.items[1], c->ir->machines[machine].state_count);
    case TASK_HALT:
    case TASK_UNHANDLED:
        return is_below(c, w.items[1], c->ir->event_count);
    }
    return false;
}

static bool are_tasks(const core *c, uint32_t machine, value x)
{
    if (!is_list(c, x))
        return false;
    value_view w = list_get(c, x);
    for (uint32_t i = 0; i < w.count; i++)
        if (!is_task(c, machine, w.items[i]))
            return false;
    return true;
}

/* ---- Local states ---- */

/* The items of a local state, whoever has it. */
static bool has_right_items(const core *c, uint32_t machine, value_view w)
{
    const ir_machine *m = &c->ir->machines[machine];
    if (w.count != LOCAL_FIELDS + m->field_count ||
        !is_below(c, w.items[LOCAL_STATUS], STATUS_RUNNING) ||
        !is_below(c, w.items[LOCAL_STATE], m->state_count) ||
        !is_below(c, w.items[LOCAL_CREATED], INT32_MAX / 2) ||
        !are_frames(c, machine, w.items[LOCAL_FRAMES]) ||
        !are_tasks(c, machine, w.items[LOCAL_TASKS]))
        return false;
    for (uint32_t i = LOCAL_FIELDS; i < w.count; i++)
        if (!is_plain(c, w.items[i]))
            return false;
    return true;
}

static bool is_effect(const core *c, machine_id id, value x)
{
    return x == VALUE_NULL || is_message(c, x, id) || is_creation(c, x, id);
}

/* The instruction at which the machine stands; IR_END: it stands in no handler. */
static ir_op op_of(const core *c, value_view w, bool before)
{
    value_view frames = list_get(c, w.items[LOCAL_FRAMES]);
    if (frames.count == 0)
        return IR_END;
    place p = place_of(c, frames.items[frames.count - 1]);
    if (before && p.pc == 0)
        return IR_END;
    p.pc -= before;
    return op_at(p);
}

/* Where a machine stands, and what it holds, follow from its status: see process.h. */
static bool is_stop(const core *c, machine_id id, value_view w)
{
    value held = w.items[LOCAL_PENDING];
    bool is_at_rest =
        w.items[LOCAL_FRAMES] == VALUE_NULL && w.items[LOCAL_TASKS] == VALUE_NULL;
    ir_op op = op_of(c, w, false);
    switch ((process_status)local_number(c, w.items[LOCAL_STATUS])) {
    case STATUS_NEW:
        return is_at_rest && is_plain(c, held);
    case STATUS_IDLE:
    case STATUS_NULL:
        return is_at_rest && held == VALUE_NULL;
    case STATUS_POLLING:
        return is_at_rest && is_effect(c, id, held);
    case STATUS_WAITING:
        return op == IR_RECEIVE && held == VALUE_NULL;
    case STATUS_PAUSED:
        return (op == IR_SEND || op == IR_ANNOUNCE || op == IR_NEW ||
                op == IR_ASSUME) &&
               is_effect(c, id, held);
    case STATUS_SENDING:
        return op_of(c, w, true) == IR_SEND && is_effect(c, id, held);
    case STATUS_AT_RECEIVE:
        return (is_at_rest || op == IR_RECEIVE) && held == VALUE_NULL;
    case STATUS_LOOPING: /* where cycles matter, and then there are no checkpoints */
    case STATUS_HALTED:  /* see is_machine */
    case STATUS_RUNNING:
        break;
    }
    return false;
}

static bool is_machine(core *c, machine_id id, value local)
{
    if (local == process_halted(c, id))
        return true;
    if (!is_record(c, local, REC_LOCAL))
        return false;
    value_view w = value_get(&c->vals, local);
    uint32_t machine = naming_get(&c->vals.names, id)->decl;
    if (w.count < LOCAL_FIELDS || w.items[LOCAL_SELF] != value_machine_id(id) ||
        !has_right_items(c, machine, w) || !is_stop(c, id, w))
        return false;
    return inbox_is_apart(c, id) ? w.items[LOCAL_INBOX] == LOCAL_INBOX_OUT
                                 : is_inbox(c, id, w.items[LOCAL_INBOX]);
}

static bool is_monitor(const core *c, uint32_t machine, value local)
{
    if (!is_record(c, local, REC_LOCAL))
        return false;
    value_view w = value_get(&c->vals, local);
    return w.count >= LOCAL_FIELDS && is_below(c, w.items[LOCAL_SELF], machine + 1) &&
           local_number(c, w.items[LOCAL_SELF]) == machine &&
           has_right_items(c, machine, w) && w.items[LOCAL_INBOX] == VALUE_NULL &&
           w.items[LOCAL_FRAMES] == VALUE_NULL && w.items[LOCAL_TASKS] == VALUE_NULL &&
           w.items[LOCAL_PENDING] == VALUE_NULL &&
           local_number(c, w.items[LOCAL_STATUS]) == STATUS_IDLE;
}

/* ---- The environment ---- */

/* No budget is larger than at the start. */
static bool are_budgets(core *c, value x)
{
    value start = env_budgets(c);
    if (!is_below(c, x, local_number(c, start) + 1))
        return false;
    for (int i = 0; i < BUDGET_COUNT; i++)
        if (env_budget(c, x, i) > env_budget(c, start, i))
            return false;
    return true;
}

static bool are_machines(const core *c, value x)
{
    if (!is_list(c, x))
        return false;
    value_view w = list_get(c, x);
    for (uint32_t i = 0; i < w.count; i++)
        if (!is_machine_atom(w.items[i]))
            return false;
    return true;
}

static bool is_env(core *c, value x)
{
    if (!is_record(c, x, REC_LIST))
        return false;
    value_view w = value_get(&c->vals, x);
    uint32_t monitors = c->test->module->monitor_count;
    if (w.count != env_items(c) || !are_budgets(c, w.items[0]))
        return false;
    for (uint32_t i = 1; i <= monitors; i++)
        if (!is_monitor(c, c->test->module->monitors[i - 1].machine, w.items[i]))
            return false;
    if (c->vals.open == NULL)
        return true;
    value known = w.items[monitors + 1];
    return is_list(c, known) && openint_file_is_knowledge(c, known) &&
           are_machines(c, w.items[monitors + 2]);
}

bool vet_component(core *c, component_id cid, component p)
{
    assert(p.local != VALUE_NULL || p.outbox != VALUE_NULL);
    if (c->vals.open != NULL &&
        (!openint_file_is_named(c, p.local) || !openint_file_is_named(c, p.outbox)))
        return false;
    if (cid == COMPONENT_ENV)
        return is_env(c, p.local) && p.outbox == VALUE_NULL;
    machine_id id = cid & ~COMPONENT_INBOX_BIT;
    assert(id < c->vals.names.machines.len);
    if (component_is_inbox(cid))
        return inbox_is_apart(c, id) && is_inbox(c, id, p.local) &&
               p.outbox == VALUE_NULL;
    return is_machine(c, id, p.local) && is_outbox(c, id, p.outbox);
}
