#include "core/system.h"

#include "base/hash.h"
#include "core/part.h"
#include "core/world.h"

#include <string.h>

/* ---- Columns ---- */

static value *local_column(const core *c, const system_state *s, uint32_t slot)
{
    return &s->data[world_columns(c) + 2 * slot];
}

value system_monitor(const core *c, const system_state *s, uint32_t monitor)
{
    assert(monitor < c->test->module->monitor_count);
    return s->data[1 + monitor];
}

uint32_t system_budget(const core *c, const system_state *s, int budget)
{
    return world_budget(c, s->data[0], budget);
}

static void spend_budget(core *c, system_state *s, int budget)
{
    s->data[0] = world_spend(c, s->data[0], budget);
}

static network network_of(const core *c, const system_state *s)
{
    return (network){.columns = local_column(c, s, 0), .slots = system_slots(c, s)};
}

void system_resize(system_state *s, size_t len)
{
    while (s->cap < len)
        s->data = mem_grow(s->data, &s->cap, sizeof *s->data);
    s->len = len;
}

void system_copy(const system_state *from, system_state *to)
{
    system_resize(to, from->len);
    if (from->len > 0)
        memcpy(to->data, from->data, from->len * sizeof *to->data);
}

/* A state ends with a machine: what was met elsewhere makes no difference. */
static void add_machine(core *c, system_state *s, uint32_t slot, value local)
{
    while (system_slots(c, s) <= slot) {
        vec_push(s, VALUE_NULL);
        vec_push(s, VALUE_NULL);
    }
    *local_column(c, s, slot) = local;
}

uint64_t system_hash(const core *c, const system_state *s)
{
    /* Absent machines must not count: sum what the others add. */
    uint64_t hash = 0;
    uint32_t first = world_columns(c);
    for (uint32_t i = 0; i < first; i++)
        hash += hash_u64(value_hash(&c->vals, s->data[i]) + i);
    for (uint32_t slot = 0; slot < system_slots(c, s); slot++) {
        const value *columns = local_column(c, s, slot);
        if (columns[0] != VALUE_NULL)
            hash += hash_u64(value_hash(&c->vals, columns[0]) +
                             hash_u64(value_hash(&c->vals, columns[1])));
    }
    return hash_u64(hash);
}

/* ---- The beginning ---- */

static void no_result(move_result *r)
{
    *r = (move_result){.monitor = IR_NONE, .runner = SLOT_NONE, .other = SLOT_NONE};
}

static value join_lists(core *c, value a, value b)
{
    if (a == VALUE_NULL || b == VALUE_NULL)
        return a == VALUE_NULL ? b : a;
    VEC(value) both = {0};
    for (int half = 0; half < 2; half++) {
        value_view w = list_get(c, half == 0 ? a : b);
        for (uint32_t i = 0; i < w.count; i++)
            vec_push(&both, w.items[i]);
    }
    value list = list_make(c, both.data, both.len);
    vec_free(&both);
    return list;
}

/* What monitors did; false: the move ends here. */
static bool note_world(core *c, world_answer answer, world_notes *notes, move_result *r)
{
    value cooled = list_make(c, notes->cooled.data, notes->cooled.len);
    vec_free(&notes->cooled);
    r->cooled = join_lists(c, r->cooled, cooled);
    r->is_pruned = answer == WORLD_PRUNED;
    if (answer == WORLD_FAILED) {
        r->fault = notes->fault;
        r->monitor = notes->monitor;
    }
    return answer == WORLD_FINE;
}

void system_start(core *c, system_state *to, move_result *result)
{
    const ir_module *m = c->test->module;
    no_result(result);
    vec_clear(to);
    vec_push(to, world_budgets(c));
    for (uint32_t i = 0; i < m->monitor_count; i++)
        vec_push(to, process_new_monitor(c, m->monitors[i].machine));
    for (uint32_t i = 0; i < m->monitor_count; i++) {
        world_notes notes = {0};
        world_answer answer = world_step(c, to->data, i, VALUE_NULL, &notes);
        if (!note_world(c, answer, &notes, result))
            return;
    }
    uint32_t interface = c->test->main_interface;
    uint32_t slot = naming_child(&c->vals.names, SLOT_NONE, 1, interface, interface,
                                 c->bindings[interface]->machine);
    add_machine(c, to, slot, process_new_machine(c, slot, VALUE_NULL));
}

/* ---- Moves ---- */

static part part_of(const core *c, const system_state *s, uint32_t slot)
{
    return (part){system_local(c, s, slot), system_box(c, s, slot)};
}

bool system_can_act(const core *c, const system_state *s, uint32_t slot)
{
    return part_can_act(c, part_of(c, s, slot));
}

static void add_move(move_list *out, move_kind kind, uint32_t slot, uint32_t index)
{
    move m = {kind, slot, index};
    vec_push(out, m);
}

static bool find_urgent(const core *c, const system_state *s, move_list *out)
{
    vec_each (slot, &c->vals.names.sorted) {
        if (part_is_urgent(c, *slot, system_local(c, s, *slot))) {
            add_move(out, MOVE_ACT, *slot, 0);
            return true;
        }
    }
    return false;
}

static void find_deliveries(const core *c, const system_state *s, const network *n,
                            uint32_t slot, move_list *out)
{
    uint32_t count = network_count(c, system_box(c, s, slot));
    if (count > 1 && c->options.network == NET_MBOX)
        count = 1;
    for (uint32_t k = 0; k < count; k++)
        if (network_may_leave(c, n, slot, k))
            add_move(out, MOVE_DELIVER, slot, k);
}

static void find_message_fault(const core *c, const system_state *s, move m,
                               move_kind kind, int budget, move_list *out)
{
    if (m.kind == MOVE_ACT)
        m.index = MOVE_HELD;
    value message = system_message(c, s, m);
    if (message == VALUE_NULL)
        return;
    value event = value_item(&c->vals, message, MESSAGE_EVENT);
    value target = value_item(&c->vals, message, MESSAGE_TARGET);
    if (target != value_slot(m.slot) && core_may_fail(c, budget, value_to_event(event)))
        add_move(out, kind, m.slot, m.index);
}

/* What may arrive may fail to: the first COUNT moves say what may. */
static void find_message_faults(const core *c, const system_state *s, move_kind kind,
                                int budget, size_t count, move_list *out)
{
    if (system_budget(c, s, budget) == 0)
        return;
    for (size_t i = 0; i < count; i++)
        find_message_fault(c, s, out->data[i], kind, budget, out);
}

static void find_crashes(const core *c, const system_state *s, move_list *out)
{
    if (system_budget(c, s, BUDGET_CRASH) == 0)
        return;
    vec_each (slot, &c->vals.names.sorted) {
        value local = system_local(c, s, *slot);
        if (local != VALUE_NULL && part_may_crash(c, local))
            add_move(out, MOVE_CRASH, *slot, 0);
    }
}

size_t system_moves(const core *c, const system_state *s, move_list *out)
{
    vec_clear(out);
    if (find_urgent(c, s, out))
        return 1;
    network n = network_of(c, s);
    vec_each (slot, &c->vals.names.sorted) {
        if (system_local(c, s, *slot) == VALUE_NULL)
            continue;
        if (system_can_act(c, s, *slot))
            add_move(out, MOVE_ACT, *slot, 0);
        find_deliveries(c, s, &n, *slot, out);
    }
    size_t count = out->len;
    find_message_faults(c, s, MOVE_LOSE, BUDGET_LOSS, count, out);
    find_message_faults(c, s, MOVE_DUP, BUDGET_DUP, count, out);
    find_crashes(c, s, out);
    return count;
}

value system_message(const core *c, const system_state *s, move m)
{
    if (m.kind == MOVE_CRASH)
        return VALUE_NULL;
    if (m.kind != MOVE_ACT && m.index != MOVE_HELD)
        return network_message(c, system_box(c, s, m.slot), m.index);
    value held = part_held_effect(c, system_local(c, s, m.slot));
    /* In other networks what is held is only put into the box now. */
    return c->options.network == NET_MBOX && part_is_message(c, held) ? held
                                                                      : VALUE_NULL;
}

/* ---- Effects ---- */

static void make_machine(core *c, system_state *to, uint32_t creator, value creation)
{
    value machine = value_item(&c->vals, creation, CREATION_MACHINE);
    uint32_t child = value_to_slot(&c->vals, machine);
    value payload = value_item(&c->vals, creation, CREATION_PAYLOAD);
    add_machine(c, to, child, process_new_machine(c, child, payload));
    network n = network_of(c, to);
    network_create(c, &n, creator, child);
}

bool system_settle(core *c, system_state *to, uint32_t slot)
{
    bool has_new = false;
    while (c->options.network == NET_MBOX &&
           network_count(c, system_box(c, to, slot)) > 0) {
        value first = network_message(c, system_box(c, to, slot), 0);
        if (part_is_message(c, first))
            break;
        network n = network_of(c, to);
        network_leave(c, &n, slot, 0, false, false);
        make_machine(c, to, slot, first);
        has_new = true;
    }
    return has_new;
}

/* Monitors see what the machine does; false: one of them failed. */
static bool observe(core *c, system_state *to, uint32_t slot, value observation,
                    move_result *r)
{
    if (c->script != NULL)
        c->script->observations++;
    world_notes notes = {0};
    world_answer answer = world_observe(c, to->data, slot, observation, &notes);
    return note_world(c, answer, &notes, r);
}

/* False: a monitor failed. */
static bool apply_effects(core *c, system_state *to, uint32_t slot, value effects,
                          move_result *r)
{
    value_view w = list_get(c, effects);
    for (uint32_t i = 0; i < w.count;) {
        uint32_t first = i;
        while (i < w.count &&
               part_is_boxed(c, system_box(c, to, slot), i - first, w.items[i]))
            i++;
        if (i > first) {
            network n = network_of(c, to);
            network_send(c, &n, slot, w.items + first, i - first);
        } else if (value_get(&c->vals, w.items[i]).aux == REC_CREATION) {
            make_machine(c, to, slot, w.items[i++]);
        } else if (!observe(c, to, slot, w.items[i++], r)) {
            return false;
        }
    }
    return true;
}

/* ---- What a move does ---- */

/* Outcome O of a step of SLOT, applied to TO. */
static void apply_outcome(core *c, system_state *to, uint32_t slot, outcome o,
                          move_result *r)
{
    r->other = r->runner;
    r->runner = slot;
    r->choices = join_lists(c, r->choices, o.choices);
    r->fair = join_lists(c, r->fair, o.fair);
    if (!apply_effects(c, to, slot, o.effects, r))
        return;
    r->fault = o.fault;
    if (o.fault == 0)
        *local_column(c, to, slot) = o.local;
}

/* How MESSAGE can be received; only a foreign function can know of a machine that is
 * not there. */
static step_outcomes reception(core *c, const system_state *s, value message,
                               uint32_t *target)
{
    *target = value_to_slot(&c->vals, value_item(&c->vals, message, MESSAGE_TARGET));
    value local = system_local(c, s, *target);
    assert(local != VALUE_NULL);
    return step_machine(c, local, message);
}

static bool deliver(core *c, system_state *to, move m, uint32_t k, bool is_kept,
                    move_result *r)
{
    uint32_t target;
    value message = system_message(c, to, m);
    step_outcomes list = reception(c, to, message, &target);
    if (k >= list.count)
        return false;
    outcome o = *step_outcome(c, list, k);
    if (m.index != MOVE_HELD) {
        network n = network_of(c, to);
        network_leave(c, &n, m.slot, m.index, true, is_kept);
        system_settle(c, to, m.slot);
    }
    apply_outcome(c, to, target, o, r);
    return true;
}

/* What SLOT has sent makes its target fail.  In P the sender has gone on by then: if it
 * cannot but fail itself, that comes first. */
static void fail_on_arrival(core *c, const system_state *s, uint32_t slot,
                            move_result *r)
{
    step_outcomes own = step_machine(c, system_local(c, s, slot), VALUE_NULL);
    uint32_t k = 0;
    while (k < own.count && step_outcome(c, own, k)->fault != 0)
        k++;
    if (own.count == 0)
        return;
    const outcome o = *step_outcome(c, own, k < own.count ? k : 0);
    r->choices = join_lists(c, r->choices, o.choices);
    if (o.fault != 0)
        r->fault = o.fault;
}

/* What a machine holds arrives and then it goes on: way K of all pairs of ways.  Where
 * the arrival fails, such a way comes once. */
static bool arrive_and_act(core *c, system_state *to, uint32_t slot, value held,
                           uint32_t k, move_result *r)
{
    uint32_t target;
    step_outcomes received = reception(c, to, held, &target);
    if (received.count == 0)
        return false;
    apply_outcome(c, to, target, *step_outcome(c, received, k % received.count), r);
    if ((r->fault != 0 || r->is_pruned) && k < received.count) {
        if (r->fault != 0 && target != slot)
            fail_on_arrival(c, to, slot, r);
        return true;
    }
    step_outcomes own = step_machine(c, system_local(c, to, slot), VALUE_NULL);
    /* The arrival may fail in another way even where the machine cannot go on. */
    r->is_pruned |= own.count == 0;
    if (k / received.count >= (own.count > 0 ? own.count : 1))
        return false;
    if (r->fault == 0 && !r->is_pruned)
        apply_outcome(c, to, slot, *step_outcome(c, own, k / received.count), r);
    return true;
}

static bool act(core *c, system_state *to, uint32_t slot, uint32_t k, bool is_lost,
                move_result *r)
{
    value held = is_lost ? VALUE_NULL : part_held_effect(c, system_local(c, to, slot));
    if (part_is_message(c, held) && c->options.network == NET_MBOX)
        return arrive_and_act(c, to, slot, held, k, r);
    if (part_is_message(c, held)) {
        network n = network_of(c, to);
        network_send(c, &n, slot, &held, 1);
    } else if (held != VALUE_NULL) {
        make_machine(c, to, slot, held);
    }
    step_outcomes own = step_machine(c, system_local(c, to, slot), VALUE_NULL);
    if (k >= own.count)
        return false;
    apply_outcome(c, to, slot, *step_outcome(c, own, k), r);
    return true;
}

bool system_step(core *c, const system_state *from, move m, uint32_t k,
                 system_state *to, move_result *result)
{
    no_result(result);
    system_copy(from, to);
    switch (m.kind) {
    case MOVE_ACT:
        return act(c, to, m.slot, k, false, result);
    case MOVE_DELIVER:
        return deliver(c, to, m, k, false, result);
    case MOVE_DUP:
        spend_budget(c, to, BUDGET_DUP);
        return deliver(c, to, m, k, true, result);
    case MOVE_CRASH:
        spend_budget(c, to, BUDGET_CRASH);
        *local_column(c, to, m.slot) = process_halted(c, m.slot);
        return k == 0;
    case MOVE_LOSE:
        spend_budget(c, to, BUDGET_LOSS);
        if (m.index == MOVE_HELD)
            return act(c, to, m.slot, k, true, result);
        network n = network_of(c, to);
        network_leave(c, &n, m.slot, m.index, false, false);
        system_settle(c, to, m.slot);
        return k == 0;
    }
    return false;
}

/* ---- The end ---- */

static const char *keep_text(core *c, strbuf *text)
{
    const char *kept = arena_strndup(&c->memory, strbuf_text(text), text->len);
    strbuf_free(text);
    return kept;
}

/* The `receive` that a machine is blocked in. */
static srcpos waiting_at(const core *c, value local)
{
    value_view frames = list_get(c, value_item(&c->vals, local, LOCAL_FRAMES));
    value_view f = value_get(&c->vals, frames.items[frames.count - 1]);
    const ir_function *fun = &c->ir->functions[value_to_int(&c->vals, f.items[0])];
    return fun->positions[value_to_int(&c->vals, f.items[1])];
}

/* Of the machines that IS picks, the least by name; SLOT_NONE: none. */
static uint32_t find_machine(const core *c, const system_state *s,
                             bool (*is)(const core *c, value local))
{
    vec_each (slot, &c->vals.names.sorted) {
        value local = system_local(c, s, *slot);
        if (local != VALUE_NULL && is(c, local))
            return *slot;
    }
    return SLOT_NONE;
}

static bool is_waiting(const core *c, value local)
{
    return local_status(c, local) == STATUS_WAITING;
}

static bool has_messages(const core *c, value local)
{
    return value_item(&c->vals, local, LOCAL_INBOX) != VALUE_NULL;
}

static fault deadlock(core *c, const system_state *s, uint32_t slot)
{
    strbuf text = {0};
    core_show_machine(c, slot, &text);
    strbuf_puts(&text, " waits in a receive, and nothing else can happen");
    vec_each (other, &c->vals.names.sorted) {
        value local = system_local(c, s, *other);
        if (*other == slot || local == VALUE_NULL || !is_waiting(c, local))
            continue;
        strbuf_puts(&text, "; so does ");
        core_show_machine(c, *other, &text);
    }
    return (fault){.kind = FAULT_DEADLOCK,
                   .state = FAULT_NOWHERE,
                   .event = FAULT_NOWHERE,
                   .pos = waiting_at(c, system_local(c, s, slot)),
                   .text = keep_text(c, &text)};
}

static fault left_over(core *c, const system_state *s, uint32_t slot)
{
    value local = system_local(c, s, slot);
    value_view inbox = list_get(c, value_item(&c->vals, local, LOCAL_INBOX));
    value event = value_item(&c->vals, inbox.items[0], MESSAGE_EVENT);
    strbuf text = {0};
    core_show_machine(c, slot, &text);
    strbuf_printf(&text, " never handles %s",
                  c->ir->events[value_to_event(event)].name);
    if (inbox.count > 1)
        strbuf_printf(&text, " and %u more", inbox.count - 1);
    return (fault){.kind = FAULT_QUIESCENCE,
                   .state = FAULT_NOWHERE,
                   .event = FAULT_NOWHERE,
                   .pos = c->ir->machines[local_machine(c, local)].pos,
                   .text = keep_text(c, &text)};
}

uint32_t system_hot_spec(const core *c, const system_state *s)
{
    for (uint32_t i = 0; i < c->test->module->monitor_count; i++)
        if (world_spec_is_hot(c, s->data, i))
            return i;
    return IR_NONE;
}

static fault still_hot(core *c, const system_state *s)
{
    uint32_t i = system_hot_spec(c, s);
    if (i == IR_NONE)
        return (fault){0};
    const ir_machine *m = &c->ir->machines[c->test->module->monitors[i].machine];
    const ir_state *at = &m->states[local_state(c, system_monitor(c, s, i))];
    strbuf text = {0};
    strbuf_printf(&text, "spec %s is in hot state %s when the run ends", m->name,
                  at->name);
    return (fault){.kind = FAULT_LIVENESS,
                   .state = FAULT_NOWHERE,
                   .event = FAULT_NOWHERE,
                   .pos = at->pos,
                   .text = keep_text(c, &text)};
}

fault system_hot_for_ever(core *c, uint32_t monitor, uint32_t state)
{
    const ir_machine *m = &c->ir->machines[c->test->module->monitors[monitor].machine];
    strbuf text = {0};
    strbuf_printf(&text, "spec %s can be in hot state %s for ever and never cool down",
                  m->name, m->states[state].name);
    return (fault){.kind = FAULT_LIVENESS,
                   .state = FAULT_NOWHERE,
                   .event = FAULT_NOWHERE,
                   .pos = m->states[state].pos,
                   .text = keep_text(c, &text)};
}

fault system_end(core *c, const system_state *s)
{
    uint32_t slot =
        c->options.deadlock_is_fine ? SLOT_NONE : find_machine(c, s, is_waiting);
    if (slot != SLOT_NONE)
        return deadlock(c, s, slot);
    slot = c->options.strict_quiescence ? find_machine(c, s, has_messages) : SLOT_NONE;
    if (slot != SLOT_NONE)
        return left_over(c, s, slot);
    return still_hot(c, s);
}
