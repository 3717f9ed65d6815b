#include "core/deed.h"

static value make(core *c, deed_kind of, const value *parts, size_t count)
{
    value items[1 + FAIR_PARTS];
    assert(count <= FAIR_PARTS);
    items[DEED_KIND] = value_int(&c->vals, of);
    for (size_t i = 0; i < count; i++)
        items[DEED_FIRST + i] = parts[i];
    return value_make(&c->vals, VK_RECORD, REC_DEED, items, DEED_FIRST + count);
}

bool value_is_deed(const core *c, value ask)
{
    return (ask & VALUE_INT_BIT) == 0 && value_get(&c->vals, ask).aux == REC_DEED;
}

deed_kind deed_kind_of(const core *c, value deed)
{
    assert(value_is_deed(c, deed));
    return (deed_kind)value_to_int(&c->vals, value_item(&c->vals, deed, DEED_KIND));
}

value deed_ran(core *c, uint32_t slot)
{
    const value who = value_slot(slot);
    return make(c, DEED_RAN, &who, 1);
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

value deed_served(core *c, uint32_t sender, value message)
{
    const value parts[2] = {value_slot(sender), service_of(c, message)};
    return make(c, DEED_SERVED, parts, 2);
}

void deed_memo_free(deed_memo *m)
{
    vec_free(&m->ran);
    idmap_fini(&m->services);
}

value deed_memo_ran(deed_memo *m, core *c, uint32_t slot)
{
    while (m->ran.len <= slot)
        vec_push(&m->ran, VALUE_NULL);
    if (m->ran.data[slot] == VALUE_NULL)
        m->ran.data[slot] = deed_ran(c, slot);
    return m->ran.data[slot];
}

value deed_memo_served(deed_memo *m, core *c, uint32_t sender, value message)
{
    uint64_t key = IDMAP_KEY(sender, service_of(c, message));
    size_t known = idmap_get_number(&m->services, key);
    if (known == 0) {
        known = deed_served(c, sender, message);
        idmap_put_number(&m->services, key, known);
    }
    return (value)known;
}

value deed_fair(core *c, const value *parts)
{
    return make(c, DEED_FAIR, parts, FAIR_PARTS);
}

value deed_other_way(core *c, value fair)
{
    value parts[FAIR_PARTS];
    assert(deed_kind_of(c, fair) == DEED_FAIR);
    for (uint32_t i = 0; i < FAIR_PARTS; i++)
        parts[i] = value_item(&c->vals, fair, DEED_FIRST + i);
    parts[FAIR_OUTCOME] = parts[FAIR_OUTCOME] == VALUE_TRUE ? VALUE_FALSE : VALUE_TRUE;
    return deed_fair(c, parts);
}

value deed_cooled(core *c, uint32_t monitor)
{
    const value which = value_int(&c->vals, monitor);
    return make(c, DEED_COOLED, &which, 1);
}

void deed_fair_choices(core *c, value fair, deed_list *out)
{
    uint32_t count = list_get(c, fair).count;
    assert(count % FAIR_PARTS == 0);
    for (uint32_t i = 0; i < count; i += FAIR_PARTS) {
        value parts[FAIR_PARTS];
        for (uint32_t k = 0; k < FAIR_PARTS; k++)
            parts[k] = list_get(c, fair).items[i + k];
        vec_push(out, deed_fair(c, parts));
    }
}

void deed_move(core *c, deed_memo *known, const system_state *from, move m,
               const move_result *r, deed_list *out)
{
    if (r->runner != SLOT_NONE)
        vec_push(out, deed_memo_ran(known, c, r->runner));
    if (r->other != SLOT_NONE)
        vec_push(out, deed_memo_ran(known, c, r->other));
    if (m.kind == MOVE_DELIVER)
        vec_push(out, deed_memo_served(known, c, m.slot, system_message(c, from, m)));
    deed_fair_choices(c, r->fair, out);
    for (uint32_t i = 0; i < list_get(c, r->cooled).count; i++) {
        int64_t monitor = value_to_int(&c->vals, list_get(c, r->cooled).items[i]);
        vec_push(out, deed_cooled(c, (uint32_t)monitor));
    }
}
