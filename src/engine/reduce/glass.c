#include "engine/reduce/glass.h"

#include "core/part.h"

enum {
    MOST_SIGHTS = 1 << 16,
    MANY = 16, /* items: to remember fewer takes more than to look again */
};

void glass_init(glass *g, core *c, const reduction *how)
{
    *g = (glass){.c = c, .how = *how, .effects = local_effects_new(c)};
    g->has_monitors = c->test->module->monitor_count > 0;
    for (int i = 0; i < BUDGET_COUNT; i++)
        g->has_faults |= c->options.budgets[i].left > 0;
    g->dead = dead_new(c, g->effects, how->flaws);
    acceptor_init(&g->acceptor, c);
    arena_init(&g->memory);
}

void glass_fini(glass *g)
{
    dead_free(g->dead);
    local_effects_free(g->effects);
    acceptor_fini(&g->acceptor);
    idmap_fini(&g->known_refs);
    idmap_fini(&g->sights);
    arena_fini(&g->memory);
}

/* ---- Who is referred to ---- */

mask glass_refs(glass *g, value x)
{
    const values *v = &g->c->vals;
    if (!value_has_parts(v, x))
        return value_kind_of(v, x) == VK_MACHINE ? mask_of(value_to_slot(v, x)) : 0;
    value_view w = value_get(v, x);
    size_t known = w.count < MANY ? 0 : idmap_get_number(&g->known_refs, x);
    if (known != 0)
        return known - 1;
    mask all = 0;
    for (uint32_t i = 0; i < w.count; i++)
        all |= glass_refs(g, w.items[i]);
    if (w.count >= MANY)
        idmap_put_number(&g->known_refs, x, all + 1);
    return all;
}

/* ---- What a machine may do ---- */

static uint32_t target_of(const core *c, value message)
{
    return value_to_slot(&c->vals, value_item(&c->vals, message, MESSAGE_TARGET));
}

typedef bool effect_question(local_effects *o, value local, uint32_t decl);

/* Declarations for which the answer is yes. */
static mask ask_all(const glass *g, effect_question *is, value local)
{
    mask all = 0;
    for (uint32_t d = 0; d < g->c->ir->machine_count; d++)
        if (is(g->effects, local, d))
            all |= MASK_BIT(decl_place(d));
    return all;
}

/* The machines that it will send to, if that is clear by now; else MASK_WORLD. */
static mask find_aims(glass *g, value local)
{
    core *c = g->c;
    mask all = local_effects_has_known_targets(g->effects, local) ? 0 : MASK_WORLD;
    const ir_machine *m = &c->ir->machines[local_machine(c, local)];
    if (local_effects_targets_self(g->effects, local))
        all |= glass_refs(g, value_item(&c->vals, local, LOCAL_SELF));
    for (uint32_t i = 0; all != MASK_WORLD && i < m->field_count; i++)
        if (local_effects_targets_field(g->effects, local, i))
            all |= glass_refs(g, value_item(&c->vals, local, LOCAL_FIELDS + i));
    value held = part_held_effect(c, local);
    if (part_is_message(c, held))
        all |= mask_of(target_of(c, held));
    return all & MASK_WORLD ? MASK_WORLD : all;
}

static voice find_voice(glass *g, value local)
{
    voice x = {.talks = ask_all(g, local_effects_sends_to, local),
               .makes = ask_all(g, local_effects_creates_one, local)};
    if (local_status(g->c, local) != STATUS_HALTED)
        x.aims = find_aims(g, local);
    return x;
}

/* ---- Its box ---- */

static void look_at_children(glass *g, sight *x)
{
    core *c = g->c;
    VEC(voice) children = {0};
    value_view box = list_get(c, x->box);
    for (uint32_t i = 0; i < box.count; i++) {
        if (part_is_message(c, box.items[i]) || (g->how.flaws & FLAW_CHILDLESS) != 0)
            continue;
        value_view made = value_get(&c->vals, box.items[i]);
        uint32_t slot = value_to_slot(&c->vals, made.items[CREATION_MACHINE]);
        value child = process_new_machine(c, slot, made.items[CREATION_PAYLOAD]);
        voice its = find_voice(g, child);
        its.makes |= MASK_BIT(decl_place(local_machine(c, child)));
        vec_push(&children, its);
        x->is_seen |= local_effects_is_observed(g->effects, child);
    }
    x->children = ARENA_VEC(&g->memory, &children);
    x->child_count = (uint32_t)children.len;
    vec_free(&children);
}

static void look_at_box(glass *g, sight *x)
{
    const core *c = g->c;
    value_view box = list_get(c, x->box);
    for (uint32_t i = 0; i < box.count; i++) {
        if (!part_is_message(c, box.items[i]))
            continue;
        mask target = mask_of(target_of(c, box.items[i]));
        if (i == 0 && c->options.network == NET_MBOX)
            x->head = target;
        x->boxed |= target;
    }
    x->knows |= glass_refs(g, x->box);
}

/* In P's own network what comes first is a message: creations take place. */
static void find_offers(glass *g, sight *x)
{
    const core *c = g->c;
    uint32_t count = network_count(c, x->box);
    if (count > 1 && c->options.network == NET_MBOX)
        count = 1;
    offer *offers = ARENA_ARRAY(&g->memory, offer, count);
    for (uint32_t k = 0; k < count; k++) {
        if (!box_may_leave(c, x->box, k))
            continue;
        value message = network_message(c, x->box, k);
        value event = value_item(&c->vals, message, MESSAGE_EVENT);
        offers[x->offer_count++] =
            (offer){k, target_of(c, message), value_to_event(event)};
    }
    x->offers = offers;
}

/* ---- The whole ---- */

static sight *find_sight(glass *g, value local, value box)
{
    const core *c = g->c;
    sight *x = ARENA_NEW(&g->memory, sight);
    const part alone = {local, VALUE_NULL};
    const part here = {local, box};
    x->local = local;
    x->box = box;
    x->slot = value_to_slot(&c->vals, value_item(&c->vals, local, LOCAL_SELF));
    x->decl = naming_get(&c->vals.names, x->slot)->decl;
    x->own = find_voice(g, local);
    x->mutters = ask_all(g, local_effects_sends_before_receive, local);
    x->knows = mask_of(x->slot) | glass_refs(g, local);
    x->takes = acceptor_ask(&g->acceptor, local);
    x->can_act = part_can_act(c, here);
    x->is_urgent = part_is_urgent(c, x->slot, local);
    x->is_stuck = part_can_act(c, alone) && !x->can_act;
    x->is_seen = local_effects_is_observed(g->effects, local);
    look_at_box(g, x);
    look_at_children(g, x);
    if (c->options.network != NET_CAUSAL)
        find_offers(g, x);
    return x;
}

const sight *glass_look(glass *g, value local, value box)
{
    sight *known = idmap_get(&g->sights, IDMAP_KEY(local, box));
    if (known == NULL) {
        known = find_sight(g, local, box);
        idmap_put(&g->sights, IDMAP_KEY(local, box), known);
    }
    return known;
}

void glass_tidy(glass *g)
{
    if (g->sights.len < MOST_SIGHTS)
        return;
    idmap_fini(&g->sights);
    arena_fini(&g->memory);
    arena_init(&g->memory);
}
