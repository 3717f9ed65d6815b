#include "engine/reduce/block.h"

#include "core/env.h"

/* A halted machine has LOCAL_CREATED 0, so 1 marks a blocked one. */
static value blocked(core *c, machine_id id)
{
    value parts[LOCAL_FIELDS] = {0};
    parts[LOCAL_SELF] = value_machine_id(id);
    parts[LOCAL_STATUS] = value_int(&c->vals, STATUS_HALTED);
    parts[LOCAL_STATE] = value_int(&c->vals, 0);
    parts[LOCAL_CREATED] = value_int(&c->vals, 1);
    return value_make(&c->vals, VK_RECORD, REC_LOCAL, parts, LOCAL_FIELDS);
}

bool block_is_blocked(const core *c, value local)
{
    return local_status(c, local) == STATUS_HALTED &&
           value_to_int(&c->vals, value_item(&c->vals, local, LOCAL_CREATED)) == 1;
}

bool block_has_any(const core *c, const system_state *s)
{
    for (machine_id id = 0; id < system_machines(c, s); id++) {
        value local = system_local(c, s, id);
        if (local != VALUE_NULL && block_is_blocked(c, local))
            return true;
    }
    return false;
}

void block_keep(const core *c, const system_state *from, system_state *to)
{
    assert(to->len >= from->len);
    for (machine_id id = 0; id < system_machines(c, from); id++) {
        value local = system_local(c, from, id);
        if (local != VALUE_NULL && block_is_blocked(c, local))
            to->data[env_columns(c) + 2 * id] = local;
    }
}

static mask owners(const state_view *s, const stubborn *x)
{
    mask all = 0;
    vec_each (e, &s->transitions)
        if (stubborn_has(x, e))
            all |= MASK_BIT(e->owner);
    return all;
}

/* Members of X with an action of their own whose footprint does not meet X. */
static mask goers_on(const state_view *s, const stubborn *x)
{
    mask all = 0;
    vec_each (e, &s->transitions)
        if (e->m.kind == TRANSITION_ACT && !stubborn_has(x, e))
            all |= MASK_BIT(e->owner);
    return all;
}

void block_set(const state_view *from, const stubborn *x, system_state *to)
{
    assert(x->members != 0);
    core *c = from->g->c;
    system_copy(from->s, to);
    /* In P's own network, messages behind the first one of an outbox stay there; in
     * others channels are separate, and the owners of transitions in EX are members of
     * X. */
    mask stuck = c->options.network == NET_MBOX ? owners(from, x) : 0;
    mask frozen = x->members & ~goers_on(from, x);
    vec_each (a, &from->machines) {
        value *columns = &to->data[env_columns(c) + 2 * a->machine];
        mask bit = MASK_BIT(a->machine);
        if (((stuck | frozen) & bit) != 0)
            columns[0] = blocked(c, a->machine);
        if ((stuck & bit) != 0)
            columns[1] = VALUE_NULL;
    }
}
