#include "engine/reduce/scene.h"

#include "core/part.h"
#include "engine/reduce/quorum.h"
#include "engine/reduce/tail.h"

void glass_init(glass *g, core *c, const reduction *how)
{
    *g = (glass){.c = c, .how = *how, .outlook = outlook_new(c)};
    acceptor_init(&g->acceptor, c);
}

void glass_fini(glass *g)
{
    outlook_free(g->outlook);
    acceptor_fini(&g->acceptor);
    idmap_fini(&g->known_refs);
    idmap_fini(&g->known_talks);
    idmap_fini(&g->known_aims);
    idmap_fini(&g->known_mutters);
}

void scene_fini(scene *s)
{
    vec_free(&s->moves);
    vec_free(&s->quorums);
    vec_free(&s->events);
    vec_free(&s->actors);
}

/* ---- Who is referred to ---- */

mask glass_refs(glass *g, value x)
{
    const values *v = &g->c->vals;
    switch (value_kind_of(v, x)) {
    case VK_MACHINE:
        return mask_of(value_to_slot(v, x));
    case VK_TUPLE:
    case VK_SEQ:
    case VK_SET:
    case VK_MAP:
    case VK_RECORD:
        break;
    case VK_NULL:
    case VK_BOOL:
    case VK_INT:
    case VK_FLOAT:
    case VK_TEXT:
    case VK_EVENT:
        return 0;
    }
    size_t known = idmap_get_number(&g->known_refs, x);
    if (known != 0)
        return known - 1;
    mask all = 0;
    value_view w = value_get(v, x);
    for (uint32_t i = 0; i < w.count; i++)
        all |= glass_refs(g, w.items[i]);
    idmap_put_number(&g->known_refs, x, all + 1);
    return all;
}

/* ---- What machines may do ---- */

static uint32_t target_of(const core *c, value message)
{
    return value_to_slot(&c->vals, value_item(&c->vals, message, MESSAGE_TARGET));
}

/* Declarations are bits, too; those beyond share one. */
static mask decl_bit(uint32_t decl)
{
    enum { LAST = 62 };
    return MASK_BIT(decl < LAST ? decl : LAST);
}

typedef bool outlook_question(outlook *o, value local, uint32_t decl);

/* Declarations for which the answer is yes. */
static mask ask_all(glass *g, idmap *answers, outlook_question *is, value local)
{
    size_t known = idmap_get_number(answers, local);
    if (known != 0)
        return known - 1;
    mask all = 0;
    for (uint32_t d = 0; d < g->c->ir->machine_count; d++)
        if (is(g->outlook, local, d))
            all |= decl_bit(d);
    idmap_put_number(answers, local, all + 1);
    return all;
}

static mask machines_of(const scene *s, mask decls)
{
    mask all = 0;
    vec_each (a, &s->actors)
        if ((decls & decl_bit(a->decl)) != 0)
            all |= MASK_BIT(a->slot);
    return all;
}

/* Declarations of machines that it may create, or those that it creates. */
static mask makes(glass *g, value local)
{
    mask all = 0;
    if (outlook_creates(g->outlook, local))
        for (uint32_t d = 0; d < g->c->ir->machine_count; d++)
            if (outlook_creates_one(g->outlook, local, d))
                all |= decl_bit(d);
    return all;
}

/* The machines that it will send to, if that is clear by now; else MASK_WORLD. */
static mask aims(glass *g, value local)
{
    size_t known = idmap_get_number(&g->known_aims, local);
    if (known != 0)
        return known - 1;
    core *c = g->c;
    mask all = outlook_is_aimed(g->outlook, local) ? 0 : MASK_WORLD;
    const ir_machine *m = &c->ir->machines[local_machine(c, local)];
    if (outlook_aims_at_self(g->outlook, local))
        all |= glass_refs(g, value_item(&c->vals, local, LOCAL_SELF));
    for (uint32_t i = 0; all != MASK_WORLD && i < m->field_count; i++)
        if (outlook_aims_at(g->outlook, local, i))
            all |= glass_refs(g, value_item(&c->vals, local, LOCAL_FIELDS + i));
    value held = part_held_effect(c, local);
    if (part_is_message(c, held))
        all |= mask_of(target_of(c, held));
    idmap_put_number(&g->known_aims, local, (all & MASK_WORLD ? MASK_WORLD : all) + 1);
    return all & MASK_WORLD ? MASK_WORLD : all;
}

static mask speaks(scene *s, value local)
{
    mask clear = local_status(s->g->c, local) == STATUS_HALTED ? 0 : aims(s->g, local);
    if (clear != MASK_WORLD)
        return clear;
    return machines_of(s, ask_all(s->g, &s->g->known_talks, outlook_sends_to, local));
}

/* Whom it may send to before it takes another message. */
static mask mutters(scene *s, value local)
{
    return machines_of(s,
                       ask_all(s->g, &s->g->known_mutters, outlook_sends_alone, local));
}

/* Declarations of machines that it may send to once they are there.  Where it is clear
 * whom it sends to, and all of those are there, that is nobody. */
static mask calls(scene *s, value local)
{
    mask clear = aims(s->g, local);
    vec_each (a, &s->actors)
        clear &= ~MASK_BIT(a->slot);
    return clear == 0 ? 0 : ask_all(s->g, &s->g->known_talks, outlook_sends_to, local);
}

/* A creation that waits: the child's sends count, as if it were there. */
static void look_at_unborn(scene *s, actor *a, value creation)
{
    a->has_unborn = true;
    core *c = s->g->c;
    uint32_t child = value_to_slot(&c->vals, value_item(&c->vals, creation, 0));
    value local =
        process_new_machine(c, child, value_item(&c->vals, creation, CREATION_PAYLOAD));
    a->unborn |= speaks(s, local);
    a->makes |= decl_bit(local_machine(c, local)) | makes(s->g, local);
    a->calls |= calls(s, local);
    a->is_seen |= outlook_is_observed(s->g->outlook, local);
}

static void look_at_box(scene *s, actor *a)
{
    const core *c = s->g->c;
    value_view box = list_get(c, a->box);
    for (uint32_t i = 0; i < box.count; i++) {
        value item = box.items[i];
        if (!part_is_message(c, item)) {
            if ((s->g->how.flaws & FLAW_CHILDLESS) == 0)
                look_at_unborn(s, a, item);
            continue;
        }
        mask target = mask_of(target_of(c, item));
        if (i == 0 && c->options.network == NET_MBOX)
            a->head = target;
        a->boxed |= target;
    }
    a->knows |= glass_refs(s->g, a->box);
}

static bool is_stuck(const core *c, const actor *a)
{
    const part alone = {a->local, VALUE_NULL};
    const part here = {a->local, a->box};
    return part_can_act(c, alone) && !part_can_act(c, here);
}

static void look_at_machine(scene *s, actor *a)
{
    const core *c = s->g->c;
    a->speaks = speaks(s, a->local);
    a->makes = makes(s->g, a->local);
    a->calls = calls(s, a->local);
    a->mutters = mutters(s, a->local);
    a->knows = MASK_BIT(a->slot) | glass_refs(s->g, a->local);
    a->is_stuck = is_stuck(c, a);
    a->is_seen = outlook_is_observed(s->g->outlook, a->local);
    look_at_box(s, a);
    s->is_wide |= (a->knows & MASK_WORLD) != 0;
}

static void find_actors(scene *s)
{
    const core *c = s->g->c;
    vec_clear(&s->actors);
    vec_each (slot, &c->vals.names.sorted) {
        value local = system_local(c, s->s, *slot);
        if (local == VALUE_NULL)
            continue;
        actor a = {.slot = *slot, .local = local};
        a.decl = naming_get(&c->vals.names, *slot)->decl;
        a.box = system_box(c, s->s, *slot);
        a.takes = acceptor_ask(&s->g->acceptor, local);
        s->is_crowded |= *slot >= MASK_SLOTS;
        vec_push(&s->actors, a);
    }
}

/* What a machine that is sending does next comes before all else that it may do. */
static void note_pending(scene *s)
{
    vec_each (e, &s->events) {
        bool acts = e->m.kind == MOVE_ACT && (e->touches & mask_of(e->owner)) == 0;
        vec_each (a, &s->actors) {
            if (a->slot == e->owner && acts)
                a->head = e->touches;
            a->is_fed |= a->slot == e->owner && e->message != VALUE_NULL;
        }
    }
}

/* Whoever may be sent something by Q may be told of all that Q knows.  A machine that P
 * is yet to create belongs to P: what it may be told, P may. */
static void spread_knowledge(scene *s)
{
    bool changes = (s->g->how.flaws & FLAW_KNOWN_ONLY) == 0;
    while (changes) {
        changes = false;
        vec_each (q, &s->actors)
            vec_each (p, &s->actors) {
                mask to = MASK_BIT(p->slot);
                bool tells = actor_sends(q, to) || (q->boxed & to) != 0 ||
                             (q->unborn & q->knows & to) != 0 ||
                             (q->calls & p->makes) != 0;
                if (!tells || (q->knows & ~p->knows) == 0)
                    continue;
                p->knows |= q->knows;
                changes = true;
            }
    }
}

/* ---- What may happen ---- */

static bool lets_see(const core *c, step_outcomes list)
{
    for (uint32_t i = 0; i < list.count; i++) {
        const outcome *o = step_outcome(c, list, i);
        if (o->only_sends)
            continue;
        value_view effects = list_get(c, o->effects);
        for (uint32_t k = 0; k < effects.count; k++)
            if (value_get(&c->vals, effects.items[k]).aux == REC_OBSERVATION)
                return true;
    }
    return false;
}

static mask world_if(const scene *s, bool is_seen)
{
    bool is_blind = (s->g->how.flaws & FLAW_BLIND_MONITOR) != 0;
    return is_seen && !is_blind ? MASK_WORLD : 0;
}

/* What a machine does with a message does not depend on its tail. */
static value bare_local(scene *s, uint32_t slot)
{
    value local = system_local(s->g->c, s->s, slot);
    return s->g->how.tail > 0 && tail_of(s->g->c, local) != VALUE_NULL
               ? tail_cut(s->g->c, local)
               : local;
}

/* Would a machine at rest do something with it now? */
static bool would_handle(core *c, value local, value message)
{
    step_outcomes list = step_machine(c, local, message);
    if (list.count == 0)
        return false;
    const outcome *o = step_outcome(c, list, 0);
    return o->local == VALUE_NULL ||
           local_status(c, o->local) != local_status(c, local) ||
           tail_front(c, o->local) <= tail_front(c, local);
}

/* A machine that is busy, or that cannot take the message now. */
static bool would_grow(scene *s, uint32_t target, value message)
{
    core *c = s->g->c;
    value local = bare_local(s, target);
    process_status is = local_status(c, local);
    if (is == STATUS_HALTED)
        return false;
    return (is != STATUS_IDLE && is != STATUS_WAITING) ||
           system_box(c, s->s, target) != VALUE_NULL ||
           !would_handle(c, local, message);
}

static scene_event delivery(scene *s, move m)
{
    core *c = s->g->c;
    value message = system_message(c, s->s, m);
    uint32_t target = target_of(c, message);
    bool is_seen = lets_see(c, step_machine(c, bare_local(s, target), message));
    scene_event e = {.m = m, .owner = m.slot};
    e.touches = mask_of(target) | world_if(s, is_seen);
    e.grows = s->g->how.unbounded && would_grow(s, target, message);
    return e;
}

static bool is_null_act(const core *c, value local)
{
    process_status is = local_status(c, local);
    return is == STATUS_LOOKING || is == STATUS_NULL;
}

/* A machine that stops at sends does not look at its inbox when it goes on: what comes
 * meanwhile makes no difference. */
static bool is_alone(const core *c, value local)
{
    return c->options.stops_at_sends && c->options.network == NET_MBOX &&
           !c->looks[local_machine(c, local)] && local_status(c, local) != STATUS_NEW;
}

static scene_event going_on(scene *s, move m)
{
    core *c = s->g->c;
    value local = system_local(c, s->s, m.slot);
    value held = part_held_effect(c, local);
    scene_event e = {.m = m, .owner = m.slot};
    if (!is_alone(c, local))
        e.touches = mask_of(m.slot);
    if ((s->g->how.flaws & FLAW_PLAIN_NULL) != 0 && is_null_act(c, local))
        e.touches = MASK_NOBODY;
    bool arrives = c->options.network == NET_MBOX && part_is_message(c, held);
    bool is_seen = c->test->module->monitor_count > 0;
    if (arrives) {
        uint32_t target = target_of(c, held);
        e.touches |= mask_of(target);
        e.grows =
            s->g->how.unbounded && target != m.slot && would_grow(s, target, held);
        is_seen = is_seen && outlook_is_observed(s->g->outlook, local);
        /* What it takes from itself may change what it does next. */
        if (target != m.slot)
            is_seen = lets_see(c, step_machine(c, local, VALUE_NULL)) ||
                      lets_see(c, step_machine(c, bare_local(s, target), held));
    } else {
        is_seen = is_seen && lets_see(c, step_machine(c, local, VALUE_NULL));
    }
    e.touches |= world_if(s, is_seen);
    if (e.touches == 0)
        e.touches = mask_of(m.slot);
    return e;
}

/* Does it come alone, and now? */
static bool is_taken(scene *s, move m)
{
    const core *c = s->g->c;
    value message = system_message(c, s->s, m);
    if (message == VALUE_NULL || m.index == MOVE_HELD)
        return true;
    value event = value_item(&c->vals, message, MESSAGE_EVENT);
    const acceptance *a =
        acceptor_ask(&s->g->acceptor, system_local(c, s->s, target_of(c, message)));
    return a->takes_all || a->takes[value_to_event(event)];
}

static void add_event(scene *s, move m)
{
    scene_event e = {.m = m, .owner = m.slot, .touches = MASK_WORLD};
    if (m.kind != MOVE_ACT && m.kind != MOVE_CRASH && !is_taken(s, m))
        return;
    if (m.kind == MOVE_DELIVER)
        e = delivery(s, m);
    else if (m.kind == MOVE_ACT)
        e = going_on(s, m);
    vec_push(&s->events, e);
}

static void find_feeds(scene *s, const actor *a)
{
    core *c = s->g->c;
    process_status is = local_status(c, a->local);
    value tail =
        is == STATUS_IDLE || is == STATUS_WAITING ? tail_of(c, a->local) : VALUE_NULL;
    if (tail == VALUE_NULL)
        return;
    value bare = bare_local(s, a->slot);
    bool has_first = false; /* of those in order, later ones must wait */
    for (uint32_t k = 0; k < tail_count(c, tail); k++) {
        scene_event e = {.owner = a->slot,
                         .touches = MASK_NOBODY,
                         .m = {MOVE_DELIVER, a->slot, 0},
                         .message = tail_message(c, tail, k)};
        bool is_loose = tail_is_loose(c, tail, k);
        if ((!is_loose && has_first) || !would_handle(c, bare, e.message))
            continue;
        has_first |= !is_loose;
        int most = tail_is_many(c, tail, k) ? 1 : 0;
        for (int stays = 0; stays <= most; stays++) {
            e.tail = tail_without(c, tail, k, stays != 0);
            vec_push(&s->events, e);
        }
    }
}

static void find_events(scene *s)
{
    const core *c = s->g->c;
    vec_clear(&s->events);
    vec_clear(&s->quorums);
    size_t ordinary = system_moves(c, s->s, &s->moves);
    s->is_wide |= s->moves.len > ordinary;
    for (size_t i = 0; i < ordinary; i++)
        add_event(s, s->moves.data[i]);
    vec_each (a, &s->actors)
        if (a->takes->has_quorum)
            quorums_find(s, a);
    if (s->g->how.tail > 0)
        vec_each (a, &s->actors)
            find_feeds(s, a);
    s->has_ended = s->events.len == 0;
    for (size_t i = ordinary; i < s->moves.len; i++)
        add_event(s, s->moves.data[i]);
}

void scene_look(scene *s, glass *g, const system_state *state)
{
    s->g = g;
    s->s = state;
    s->is_crowded = false;
    find_actors(s);
    s->is_wide = g->how.por == POR_OFF || s->is_crowded;
    find_events(s);
    if (s->is_wide || s->events.len <= 1)
        return;
    vec_each (a, &s->actors)
        look_at_machine(s, a);
    note_pending(s);
    spread_knowledge(s);
}
