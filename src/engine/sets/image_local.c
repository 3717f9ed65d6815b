/* The local relation: what an operation does to the values that it reads.  The core
 * computes each entry once, when a traversal first meets these values. */
#include "engine/sets/image_private.h"

#include "core/network.h"

static void add_transition(local_transitions *out, value first, value second,
                           value requests)
{
    vec_push(out, ((local_transition){{first, second}, requests}));
}

/* OUTBOX: used in P's own network, where a machine acts only while its outbox is empty.
 */
static void compute_acts(core *c, machine_id id, value local, value outbox,
                         local_transitions *out)
{
    component_branches branches = {0};
    transition_list transitions = {0};
    bool is_empty = c->options.network == NET_MBOX && outbox == VALUE_NULL;
    const component p = {local, is_empty ? VALUE_NULL : OUTBOX_APART};
    ts_enabled_acts(c, id, p.local, p.outbox, &transitions);
    component_initiate_some(c, p, &transitions, &branches);
    vec_free(&transitions);
    vec_each (branch, &branches)
        add_transition(out, branch->to.local, is_empty ? branch->to.outbox : outbox,
                       branch->requests);
    vec_free(&branches);
}

static void compute_crashes(core *c, machine_id id, value local, local_transitions *out)
{
    component_branches branches = {0};
    transition_list transitions = {0};
    if (local != VALUE_NULL)
        ts_enabled_crash(c, id, local, &transitions);
    component_initiate_some(c, (component){local, OUTBOX_APART}, &transitions,
                            &branches);
    vec_free(&transitions);
    vec_each (branch, &branches)
        add_transition(out, branch->to.local, VALUE_NULL, branch->requests);
    vec_free(&branches);
}

static void compute_deliveries(core *c, machine_id id, value outbox,
                               local_transitions *out)
{
    component_branches branches = {0};
    transition_list transitions = {0};
    ts_enabled_deliveries(c, id, outbox, &transitions);
    component_initiate_some(c, (component){MACHINE_APART, outbox}, &transitions,
                            &branches);
    vec_free(&transitions);
    vec_each (branch, &branches)
        add_transition(out, branch->to.outbox, VALUE_NULL, branch->requests);
    vec_free(&branches);
}

static void compute_responses(core *c, value request, value v, local_transitions *out)
{
    component_branches branches = {0};
    if (component_is_post(c, request)) {
        component_branch branch = component_posted(c, v, request);
        add_transition(out, branch.to.outbox, VALUE_NULL, branch.requests);
        return;
    }
    component_respond(c, component_request_target(c, request),
                      (component){v, OUTBOX_APART}, request, &branches);
    vec_each (branch, &branches)
        add_transition(out, branch->to.local, VALUE_NULL, branch->requests);
    vec_free(&branches);
}

static void compute_start(core *c, const set_operation *o, const value *read,
                          local_transitions *out)
{
    switch (o->start.kind) {
    case GROUP_ACT:
        compute_acts(c, o->start.machine, read[0], o->count == 2 ? read[1] : VALUE_NULL,
                     out);
        return;
    case GROUP_CRASH:
        compute_crashes(c, o->start.machine, read[0], out);
        return;
    case GROUP_DELIVER:
        compute_deliveries(c, o->start.machine, read[0], out);
        return;
    }
    assert(0 && "a transition group of no kind");
}

static void compute_entry(set_image *m, const set_operation *o, const value *read)
{
    core *c = m->c;
    assert(!c->labels_fairness);
    c->labels_fairness = m->labels_fairness;
    if (o->kind == OPERATION_START)
        compute_start(c, o, read, &m->transitions);
    else
        compute_responses(c, o->request, read[0], &m->transitions);
    c->labels_fairness = false;
    vec_push(&m->ends, (uint32_t)m->transitions.len);
    step_trim(c);
}

/* One number for the values of all columns read. */
static uint32_t number_of_values(set_image *m, const set_operation *o,
                                 const value *read)
{
    if (o->count == 1)
        return read[0];
    uint64_t key = IDMAP_KEY(read[0], read[1]);
    size_t known = idmap_get_number(&m->pairs, key);
    if (known == 0) {
        known = m->pairs.len + 1;
        idmap_put_number(&m->pairs, key, known);
    }
    return (uint32_t)known;
}

void image_local(set_image *m, uint32_t op, const value *read, uint32_t *first,
                 uint32_t *end)
{
    const set_operation *o = &m->operations.data[op];
    uint64_t key = IDMAP_KEY(op, number_of_values(m, o, read));
    size_t known = idmap_get_number(&m->entries, key);
    if (known == 0) {
        compute_entry(m, o, read);
        known = m->ends.len - 1;
        idmap_put_number(&m->entries, key, known);
    }
    *first = m->ends.data[known - 1];
    *end = m->ends.data[known];
    assert(*first <= *end);
}

bool image_is_disabled(const set_image *m, const set_operation *o, uint32_t level,
                       value v)
{
    if (o->kind != OPERATION_START)
        return false;
    if (o->start.kind == GROUP_ACT && level == o->levels[0])
        return !ts_can_act(m->c, v, VALUE_NULL);
    return v == VALUE_NULL && o->start.kind != GROUP_ACT;
}
