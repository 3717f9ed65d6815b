#include "engine/reduce/local_cache.h"

#include "core/component.h"

enum {
    MOST_INFOS = 1 << 16,
    MANY = 16, /* items: caching fewer costs more than it saves */
};

void local_cache_init(local_cache *g, core *c, const reduction *options)
{
    *g = (local_cache){.c = c, .reduction = *options, .effects = local_effects_new(c)};
    g->has_monitors = c->test->module->monitor_count > 0;
    g->has_faults = core_has_faults(c);
    g->dead = dead_new(c, g->effects, options->flaws);
    acceptance_init(&g->acceptance, c, options->flaws);
    arena_init(&g->memory);
}

void local_cache_fini(local_cache *g)
{
    dead_free(g->dead);
    local_effects_free(g->effects);
    acceptance_fini(&g->acceptance);
    idmap_fini(&g->known_masks);
    idmap_fini(&g->infos);
    arena_fini(&g->memory);
}

/* ---- References ---- */

mask local_cache_refs(local_cache *g, value x)
{
    const values *v = &g->c->vals;
    if (!value_has_parts(v, x))
        return value_kind_of(v, x) == VK_MACHINE ? mask_of(value_to_machine_id(v, x))
                                                 : 0;
    value_view w = value_get(v, x);
    size_t known = w.count < MANY ? 0 : idmap_get_number(&g->known_masks, x);
    if (known != 0)
        return known - 1;
    mask all = 0;
    for (uint32_t i = 0; i < w.count; i++)
        all |= local_cache_refs(g, w.items[i]);
    if (w.count >= MANY)
        idmap_put_number(&g->known_masks, x, all + 1);
    return all;
}

/* ---- Future sends ---- */

typedef bool effect_question(local_effects *o, value local, uint32_t decl);

/* Declarations for which the answer is yes. */
static mask ask_all(const local_cache *g, effect_question *is, value local)
{
    mask all = 0;
    for (uint32_t d = 0; d < g->c->ir->machine_count; d++)
        if (is(g->effects, local, d))
            all |= MASK_BIT(mask_decl_bit(d));
    return all;
}

/* The machines that it will send to, if they are known by now; else MASK_MONITORS. */
static mask find_known_targets(local_cache *g, value local)
{
    core *c = g->c;
    mask all = local_effects_has_known_targets(g->effects, local) ? 0 : MASK_MONITORS;
    const ir_machine *m = &c->ir->machines[local_machine(c, local)];
    if (local_effects_targets_self(g->effects, local))
        all |= local_cache_refs(g, value_item(&c->vals, local, LOCAL_SELF));
    for (uint32_t i = 0; all != MASK_MONITORS && i < m->field_count; i++)
        if (local_effects_targets_field(g->effects, local, i))
            all |= local_cache_refs(g, value_item(&c->vals, local, LOCAL_FIELDS + i));
    value held = ts_pending_effect(c, local);
    if (ts_is_message(c, held))
        all |= mask_of(ts_target(c, held));
    return all & MASK_MONITORS ? MASK_MONITORS : all;
}

static send_targets find_send_targets(local_cache *g, value local)
{
    send_targets x = {.target_decls = ask_all(g, local_effects_sends_to, local),
                      .created_decls = ask_all(g, local_effects_creates_one, local)};
    if (local_status(g->c, local) != STATUS_HALTED)
        x.known_targets = find_known_targets(g, local);
    return x;
}

/* ---- The outbox ---- */

static void read_children(local_cache *g, local_info *x)
{
    core *c = g->c;
    VEC(send_targets) children = {0};
    value_view outbox = list_get(c, x->outbox);
    for (uint32_t i = 0; i < outbox.count; i++) {
        if (ts_is_message(c, outbox.items[i]) ||
            (g->reduction.flaws & FLAW_CHILDLESS) != 0)
            continue;
        value_view made = value_get(&c->vals, outbox.items[i]);
        machine_id id = value_to_machine_id(&c->vals, made.items[CREATION_MACHINE]);
        value child = process_new_machine(c, id, made.items[CREATION_PAYLOAD]);
        send_targets its = find_send_targets(g, child);
        its.created_decls |= MASK_BIT(mask_decl_bit(local_machine(c, child)));
        vec_push(&children, its);
        x->is_observable |= local_effects_is_observed(g->effects, child);
    }
    x->children = ARENA_VEC(&g->memory, &children);
    x->child_count = (uint32_t)children.len;
    vec_free(&children);
}

static void read_outbox(local_cache *g, local_info *x)
{
    const core *c = g->c;
    value_view outbox = list_get(c, x->outbox);
    for (uint32_t i = 0; i < outbox.count; i++) {
        if (!ts_is_message(c, outbox.items[i]))
            continue;
        mask target = mask_of(ts_target(c, outbox.items[i]));
        if (i == 0 && c->options.network == NET_MBOX)
            x->first_target = target;
        x->outbox_targets |= target;
    }
    x->may_know |= local_cache_refs(g, x->outbox);
}

/* Faults of messages are not deliveries: state_view.c adds them. */
static void find_deliverables(local_cache *g, local_info *x)
{
    const core *c = g->c;
    transition_list enabled = {0};
    ts_enabled_deliveries(c, x->machine, x->outbox, &enabled);
    deliverable *deliverables = ARENA_ARRAY(&g->memory, deliverable, enabled.len);
    vec_each (t, &enabled) {
        if (t->kind != TRANSITION_DELIVER)
            continue;
        value message = outbox_message(c, x->outbox, t->index);
        value event = value_item(&c->vals, message, MESSAGE_EVENT);
        deliverables[x->deliverable_count++] =
            (deliverable){t->index, ts_target(c, message), value_to_event(event)};
    }
    x->deliverables = deliverables;
    vec_free(&enabled);
}

/* ---- Entries ---- */

static local_info *find_info(local_cache *g, value local, value outbox)
{
    const core *c = g->c;
    local_info *x = ARENA_NEW(&g->memory, local_info);
    x->local = local;
    x->outbox = outbox;
    x->machine = value_to_machine_id(&c->vals, value_item(&c->vals, local, LOCAL_SELF));
    x->decl = naming_get(&c->vals.names, x->machine)->decl;
    assert(x->decl < c->ir->machine_count);
    x->own = find_send_targets(g, local);
    x->may_send_before_receive = ask_all(g, local_effects_sends_before_receive, local);
    x->may_know = mask_of(x->machine) | local_cache_refs(g, local);
    x->accepts = acceptance_of(&g->acceptance, local);
    x->can_act = ts_can_act(c, local, outbox);
    x->is_urgent = ts_is_urgent(c, x->machine, local);
    x->waits_for_outbox = ts_can_act(c, local, VALUE_NULL) && !x->can_act;
    x->is_observable = local_effects_is_observed(g->effects, local);
    read_outbox(g, x);
    read_children(g, x);
    if (c->options.network != NET_CAUSAL)
        find_deliverables(g, x);
    return x;
}

const local_info *local_cache_get(local_cache *g, value local, value outbox)
{
    assert(local != VALUE_NULL);
    local_info *known = idmap_get(&g->infos, IDMAP_KEY(local, outbox));
    if (known == NULL) {
        known = find_info(g, local, outbox);
        idmap_put(&g->infos, IDMAP_KEY(local, outbox), known);
    }
    return known;
}

void local_cache_trim(local_cache *g)
{
    if (g->infos.len < MOST_INFOS)
        return;
    idmap_fini(&g->infos);
    arena_fini(&g->memory);
    arena_init(&g->memory);
}
