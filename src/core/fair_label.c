#include "core/fair_label.h"

static value make(core *c, fair_label_kind of, const value *parts, size_t count)
{
    value items[1 + FAIR_ITEMS];
    assert(count <= FAIR_ITEMS);
    items[FAIR_LABEL_KIND] = value_int(&c->vals, of);
    for (size_t i = 0; i < count; i++)
        items[FAIR_LABEL_FIRST + i] = parts[i];
    return value_make(&c->vals, VK_RECORD, REC_FAIR_LABEL, items,
                      FAIR_LABEL_FIRST + count);
}

bool fair_label_is_one(const core *c, value request)
{
    return (request & VALUE_INT_BIT) == 0 &&
           value_get(&c->vals, request).aux == REC_FAIR_LABEL;
}

fair_label_kind fair_label_kind_of(const core *c, value fair_label)
{
    assert(fair_label_is_one(c, fair_label));
    return (fair_label_kind)value_to_int(
        &c->vals, value_item(&c->vals, fair_label, FAIR_LABEL_KIND));
}

value fair_label_ran(core *c, machine_id id)
{
    const value who = value_machine_id(id);
    return make(c, FAIR_LABEL_RAN, &who, 1);
}

/* What tells apart what waits in one outbox. */
static value service_of(const core *c, value message)
{
    switch (c->options.network) {
    case NET_MBOX:
        break;
    case NET_P2P:
    case NET_CAUSAL:
        return value_item(&c->vals, message, MESSAGE_TARGET);
    case NET_BAG:
        return message;
    }
    return VALUE_NULL;
}

value fair_label_served(core *c, uint32_t sender, value message)
{
    const value parts[2] = {value_machine_id(sender), service_of(c, message)};
    return make(c, FAIR_LABEL_SERVED, parts, 2);
}

void fair_label_memo_free(fair_label_memo *m)
{
    vec_free(&m->ran);
    idmap_fini(&m->services);
}

value fair_label_memo_ran(fair_label_memo *m, core *c, machine_id id)
{
    while (m->ran.len <= id)
        vec_push(&m->ran, VALUE_NULL);
    if (m->ran.data[id] == VALUE_NULL)
        m->ran.data[id] = fair_label_ran(c, id);
    return m->ran.data[id];
}

value fair_label_memo_served(fair_label_memo *m, core *c, uint32_t sender,
                             value message)
{
    uint64_t key = IDMAP_KEY(sender, service_of(c, message));
    size_t known = idmap_get_number(&m->services, key);
    if (known == 0) {
        known = fair_label_served(c, sender, message);
        idmap_put_number(&m->services, key, known);
    }
    return (value)known;
}

value fair_label_choice(core *c, const value *parts)
{
    return make(c, FAIR_LABEL_CHOICE, parts, FAIR_ITEMS);
}

value fair_label_other_outcome(core *c, value fair)
{
    value parts[FAIR_ITEMS];
    assert(fair_label_kind_of(c, fair) == FAIR_LABEL_CHOICE);
    for (uint32_t i = 0; i < FAIR_ITEMS; i++)
        parts[i] = value_item(&c->vals, fair, FAIR_LABEL_FIRST + i);
    parts[FAIR_OUTCOME] = parts[FAIR_OUTCOME] == VALUE_TRUE ? VALUE_FALSE : VALUE_TRUE;
    return fair_label_choice(c, parts);
}

value fair_label_cooled(core *c, uint32_t monitor)
{
    const value which = value_int(&c->vals, monitor);
    return make(c, FAIR_LABEL_COOLED, &which, 1);
}

void fair_label_choices(core *c, value fair, fair_label_list *out)
{
    uint32_t count = list_get(c, fair).count;
    assert(count % FAIR_ITEMS == 0);
    for (uint32_t i = 0; i < count; i += FAIR_ITEMS) {
        value parts[FAIR_ITEMS];
        for (uint32_t k = 0; k < FAIR_ITEMS; k++)
            parts[k] = list_get(c, fair).items[i + k];
        vec_push(out, fair_label_choice(c, parts));
    }
}

void fair_label_transition(core *c, fair_label_memo *known, const system_state *from,
                           transition m, const transition_result *r,
                           fair_label_list *out)
{
    if (r->runner != MACHINE_NONE)
        vec_push(out, fair_label_memo_ran(known, c, r->runner));
    if (r->other != MACHINE_NONE)
        vec_push(out, fair_label_memo_ran(known, c, r->other));
    if (m.kind == TRANSITION_DELIVER)
        vec_push(out, fair_label_memo_served(known, c, m.machine,
                                             system_message(c, from, m)));
    fair_label_choices(c, r->fair, out);
    for (uint32_t i = 0; i < list_get(c, r->cooled).count; i++) {
        int64_t monitor = value_to_int(&c->vals, list_get(c, r->cooled).items[i]);
        vec_push(out, fair_label_cooled(c, (uint32_t)monitor));
    }
}
