#include "core/fair_label.h"

static value make(core *c, fair_label_kind of, const value *parts, size_t count)
{
    enum { MOST = 2 };
    value items[FAIR_LABEL_FIRST + MOST];
    assert(count <= MOST);
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

/* ---- Choices ---- */

enum { SITE_MACHINE, SITE_FUNCTION, SITE_PC, SITE_ITEMS };
enum { OFFER_SITE, OFFER_FROM, OFFER_ITEMS };

value fair_label_site_make(core *c, machine_id id, uint32_t function, ir_pc pc)
{
    const value site[SITE_ITEMS] = {value_machine_id(id), value_int(&c->vals, function),
                                    value_int(&c->vals, pc)};
    return list_make(c, site, SITE_ITEMS);
}

value fair_label_offer(core *c, machine_id id, uint32_t function, ir_pc pc, value from)
{
    const value offer[OFFER_ITEMS] = {fair_label_site_make(c, id, function, pc), from};
    return list_make(c, offer, OFFER_ITEMS);
}

value fair_label_choice(core *c, value offer, value alternative)
{
    const value parts[2] = {offer, alternative};
    return make(c, FAIR_LABEL_CHOICE, parts, 2);
}

value fair_label_offer_of(const core *c, value choice)
{
    assert(fair_label_kind_of(c, choice) == FAIR_LABEL_CHOICE);
    return value_item(&c->vals, choice, FAIR_LABEL_FIRST);
}

value fair_label_alternative(const core *c, value choice)
{
    assert(fair_label_kind_of(c, choice) == FAIR_LABEL_CHOICE);
    return value_item(&c->vals, choice, FAIR_LABEL_FIRST + 1);
}

value fair_label_site(const core *c, value offer)
{
    assert(value_get(&c->vals, offer).count == OFFER_ITEMS);
    return value_item(&c->vals, offer, OFFER_SITE);
}

uint32_t fair_label_site_function(const core *c, value site)
{
    return local_number(c, value_item(&c->vals, site, SITE_FUNCTION));
}

ir_pc fair_label_site_pc(const core *c, value site)
{
    return local_number(c, value_item(&c->vals, site, SITE_PC));
}

bool fair_label_is_always_fair(const core *c, value site)
{
    const ir_function *f = &c->ir->functions[fair_label_site_function(c, site)];
    return f->code[fair_label_site_pc(c, site)].op == IR_FAIR_NONDET;
}

/* Maps have their keys at every second index. */
static uint32_t stride_of(const core *c, value from)
{
    return value_kind_of(&c->vals, from) == VK_MAP ? 2 : 1;
}

uint32_t fair_label_offer_width(const core *c, value offer)
{
    value from = value_item(&c->vals, offer, OFFER_FROM);
    if (from == VALUE_NULL)
        return 2;
    if (value_kind_of(&c->vals, from) == VK_INT)
        return local_number(c, from);
    return value_get(&c->vals, from).count / stride_of(c, from);
}

value fair_label_offer_item(core *c, value offer, uint32_t i)
{
    value from = value_item(&c->vals, offer, OFFER_FROM);
    assert(i < fair_label_offer_width(c, offer));
    if (from == VALUE_NULL)
        return value_bool(i != 0);
    if (value_kind_of(&c->vals, from) == VK_INT)
        return value_int(&c->vals, i);
    return value_item(&c->vals, from, i * stride_of(c, from));
}

value fair_label_cooled(core *c, uint32_t monitor)
{
    const value which = value_int(&c->vals, monitor);
    return make(c, FAIR_LABEL_COOLED, &which, 1);
}

value fair_label_open(core *c, value site)
{
    return make(c, FAIR_LABEL_OPEN, &site, 1);
}

value fair_label_open_site(const core *c, value fair_label)
{
    assert(fair_label_kind_of(c, fair_label) == FAIR_LABEL_OPEN);
    return value_item(&c->vals, fair_label, FAIR_LABEL_FIRST);
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
    for (uint32_t i = 0; i < list_get(c, r->fair).count; i++)
        vec_push(out, list_get(c, r->fair).items[i]);
    for (uint32_t i = 0; i < list_get(c, r->cooled).count; i++) {
        int64_t monitor = value_to_int(&c->vals, list_get(c, r->cooled).items[i]);
        vec_push(out, fair_label_cooled(c, (uint32_t)monitor));
    }
}
