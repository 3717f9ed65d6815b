#include "engine/reduce/acceptance.h"

/* Does the next step of a machine depend on which messages have arrived? */
static bool notices_arrivals(const acceptance_table *a, const ir_action *x)
{
    return x->event == EVENT_NULL ||
           (x->kind == ACTION_QUORUM && a->c->options.network == NET_P2P &&
            (a->flaws & FLAW_PLAIN_QUORUM) == 0);
}

static bool is_plain(const acceptance_table *a, const ir_machine *m)
{
    for (uint32_t s = 0; s < m->state_count; s++)
        for (uint32_t k = 0; k < m->states[s].action_count; k++)
            if (notices_arrivals(a, &m->states[s].actions[k]))
                return false;
    return true;
}

/* By state: does it have handlers for quorums? */
static bool *find_counting(acceptance_table *a, const ir_machine *m)
{
    bool *counts = ARENA_ARRAY(&a->memory, bool, m->state_count + 1);
    for (uint32_t s = 0; s < m->state_count; s++)
        for (uint32_t k = 0; k < m->states[s].action_count; k++)
            counts[s] |= m->states[s].actions[k].kind == ACTION_QUORUM;
    return counts;
}

void acceptance_init(acceptance_table *a, core *c, unsigned flaws)
{
    *a = (acceptance_table){.c = c, .flaws = flaws};
    arena_init(&a->memory);
    a->is_plain = ARENA_ARRAY(&a->memory, bool, c->ir->machine_count);
    a->counts = ARENA_ARRAY(&a->memory, bool *, c->ir->machine_count);
    bool is_late = (c->options.network == NET_P2P || c->options.network == NET_BAG) &&
                   !c->options.strict_quiescence &&
                   c->options.budgets[BUDGET_LOSS].left == 0 &&
                   c->options.budgets[BUDGET_DUP].left == 0;
    for (uint32_t i = 0; i < c->ir->machine_count; i++) {
        a->is_plain[i] = is_late && is_plain(a, &c->ir->machines[i]);
        a->counts[i] = find_counting(a, &c->ir->machines[i]);
    }
}

void acceptance_fini(acceptance_table *a)
{
    idmap_fini(&a->known);
    arena_fini(&a->memory);
}

bool acceptance_is_polling(const acceptance_table *a, value local)
{
    process_status is = local_status(a->c, local);
    return is == STATUS_AT_RECEIVE ||
           (is == STATUS_POLLING && a->is_plain[local_machine(a->c, local)]);
}

/* Does the `receive` that the machine waits in take EVENT? */
static bool is_wanted(const core *c, value local, uint32_t event)
{
    assert(local_status(c, local) == STATUS_WAITING);
    local_place at = local_innermost(c, local);
    const ir_function *fun = &c->ir->functions[at.function];
    return run_wants(fun, &fun->code[at.pc], event);
}

/* Fills in one event for a machine at rest. */
static void ask_at_rest(acceptance_table *a, value local, uint32_t event, bool *takes,
                        uint32_t *quorum_size)
{
    assert(local_status(a->c, local) == STATUS_IDLE);
    const ir_machine *m = &a->c->ir->machines[local_machine(a->c, local)];
    const ir_action *one = core_action(m, local_state(a->c, local), event);
    *takes = one == NULL || (one->kind != ACTION_DEFER && one->kind != ACTION_QUORUM);
    if (one == NULL || one->kind != ACTION_QUORUM)
        return;
    uint64_t size = step_quorum_size(a->c, local, one);
    *quorum_size = size == 0 ? 1 : (uint32_t)(size < UINT32_MAX ? size : UINT32_MAX);
}

static acceptance *find(acceptance_table *a, value local)
{
    core *c = a->c;
    acceptance *x = ARENA_ARRAY(&a->memory, acceptance, 1);
    process_status is = local_status(c, local);
    if (is == STATUS_HALTED || (c->options.network == NET_P2P &&
                                (is == STATUS_IDLE || is == STATUS_WAITING))) {
        x->takes_all = true;
        return x;
    }
    bool *takes = ARENA_ARRAY(&a->memory, bool, c->ir->event_count);
    uint32_t *quorum_size = ARENA_ARRAY(&a->memory, uint32_t, c->ir->event_count);
    for (uint32_t e = 0; e < c->ir->event_count; e++) {
        if (is == STATUS_WAITING)
            takes[e] = is_wanted(c, local, e);
        else if (is == STATUS_IDLE)
            ask_at_rest(a, local, e, &takes[e], &quorum_size[e]);
        x->has_quorum |= quorum_size[e] > 0;
    }
    x->takes = takes;
    x->quorum_size = quorum_size;
    return x;
}

/* The part of a plain machine's local state that determines the answer.  The size of a
 * quorum may depend on all of it. */
static uint64_t key_of(const acceptance_table *a, value local)
{
    enum { WAITS = 1u << 30, QUORUM = 1u << 29 };
    const core *c = a->c;
    uint32_t machine = local_machine(c, local);
    process_status is = local_status(c, local);
    if (is == STATUS_WAITING) {
        local_place at = local_innermost(c, local);
        return IDMAP_KEY(WAITS | at.function, at.pc);
    }
    if (is != STATUS_IDLE)
        return IDMAP_KEY(machine, IR_NONE - (is == STATUS_HALTED));
    uint32_t state = local_state(c, local);
    return a->counts[machine][state] ? IDMAP_KEY(QUORUM, local)
                                     : IDMAP_KEY(machine, state);
}

/* Machines share functions, so a machine that is not plain may wait in the `receive` of
 * one that is, which has the same key. */
const acceptance *acceptance_of(acceptance_table *a, value local)
{
    static const acceptance all = {.takes_all = true};
    if (!a->is_plain[local_machine(a->c, local)])
        return &all;
    uint64_t key = key_of(a, local);
    acceptance *known = idmap_get(&a->known, key);
    if (known == NULL) {
        known = find(a, local);
        idmap_put(&a->known, key, known);
    }
    assert(known->takes_all || known->takes != NULL);
    return known;
}
