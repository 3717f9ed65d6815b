#include "engine/reduce/scene.h"

#include "core/part.h"
#include "engine/reduce/quorum.h"
#include "engine/reduce/tail.h"

void scene_fini(scene *s)
{
    vec_free(&s->moves);
    vec_free(&s->quorums);
    vec_free(&s->events);
    vec_free(&s->actors);
    vec_free(&s->by_slot);
}

/* ---- Who is there ---- */

static void add_actor(scene *s, const sight *x)
{
    const actor a = {.own = x,
                     .slot = x->slot,
                     .decl = x->decl,
                     .local = x->local,
                     .box = x->box,
                     .takes = x->takes};
    s->is_crowded |= x->slot >= MASK_SLOTS;
    vec_push(&s->actors, a);
}

static void find_actors(scene *s)
{
    const core *c = s->g->c;
    vec_clear(&s->actors);
    vec_each (slot, &c->vals.names.sorted) {
        value local = system_local(c, s->s, *slot);
        if (local != VALUE_NULL)
            add_actor(s, glass_look(s->g, local, system_box(c, s->s, *slot)));
    }
    vec_clear(&s->by_slot);
    for (uint32_t slot = 0; slot < system_slots(c, s->s); slot++)
        vec_push(&s->by_slot, NULL);
    vec_each (a, &s->actors)
        s->by_slot.data[a->slot] = a;
}

/* Most states have the same machines as the one that was looked at before. */
static void count_machines(scene *s)
{
    mask present = 0;
    vec_each (a, &s->actors)
        present |= MASK_BIT(a->slot);
    if (present == s->present)
        return;
    s->present = present;
    memset(s->by_decl, 0, sizeof s->by_decl);
    vec_each (a, &s->actors)
        s->by_decl[decl_place(a->decl)] |= MASK_BIT(a->slot);
}

/* ---- What machines may do ---- */

static uint32_t target_of(const core *c, value message)
{
    return value_to_slot(&c->vals, value_item(&c->vals, message, MESSAGE_TARGET));
}

static mask machines_of(const scene *s, mask decls)
{
    mask all = 0;
    for (; decls != 0; decls &= decls - 1)
        all |= s->by_decl[__builtin_ctzll(decls)];
    return all;
}

static mask speaks(const scene *s, const voice *x)
{
    return x->aims != MASK_WORLD ? x->aims : machines_of(s, x->talks);
}

/* Declarations of machines that it may send to once they are there.  Where it is clear
 * whom it sends to, and all of those are there, that is nobody. */
static mask calls(const scene *s, const voice *x)
{
    return (x->aims & ~s->present) == 0 ? 0 : x->talks;
}

static void look_at_machine(scene *s, actor *a)
{
    const sight *x = a->own;
    a->boxed = x->boxed;
    a->head = x->head;
    a->knows = x->knows;
    a->speaks = speaks(s, &x->own);
    a->mutters = machines_of(s, x->mutters);
    a->makes = x->own.makes;
    a->calls = calls(s, &x->own);
    a->has_unborn = x->child_count > 0;
    a->is_stuck = x->is_stuck;
    a->is_seen = x->is_seen;
    /* A creation that waits: the child's sends count, as if it were there. */
    for (uint32_t i = 0; i < x->child_count; i++) {
        a->unborn |= speaks(s, &x->children[i]);
        a->makes |= x->children[i].makes;
        a->calls |= calls(s, &x->children[i]);
    }
    s->is_wide |= (a->knows & MASK_WORLD) != 0;
}

/* What a machine that is sending does next comes before all else that it may do. */
static void note_pending(scene *s)
{
    vec_each (e, &s->events) {
        actor *a = s->by_slot.data[e->owner];
        if (e->m.kind == MOVE_ACT && (e->touches & mask_of(e->owner)) == 0)
            a->head = e->touches;
        a->is_fed |= e->message != VALUE_NULL;
    }
}

/* P may be sent something by Q.  True: it learns of somebody. */
static bool tell(const actor *q, actor *p)
{
    if ((q->knows & ~p->knows) == 0)
        return false;
    p->knows |= q->knows;
    return true;
}

static bool spread_from(scene *s, const actor *q)
{
    bool changes = false;
    mask to = (q->knows & (q->speaks | q->unborn)) | q->boxed;
    for (to &= s->present; to != 0; to &= to - 1)
        changes |= tell(q, s->by_slot.data[__builtin_ctzll(to)]);
    if (q->calls != 0)
        vec_each (p, &s->actors)
            if ((q->calls & p->makes) != 0)
                changes |= tell(q, p);
    return changes;
}

/* Does it make a difference whom somebody gets to know? */
static bool is_curious(const scene *s)
{
    vec_each (a, &s->actors)
        if (((a->speaks | a->unborn) & ~a->knows) != 0)
            return true;
    return false;
}

/* Whoever may be sent something by Q may be told of all that Q knows.  A machine that P
 * is yet to create belongs to P: what it may be told, P may.  It only counts whom they
 * know of those that they may send to: often they know all of them already. */
static void spread_knowledge(scene *s)
{
    bool changes = (s->g->how.flaws & FLAW_KNOWN_ONLY) == 0 && is_curious(s);
    while (changes) {
        changes = false;
        vec_each (q, &s->actors)
            changes |= spread_from(s, q);
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
    bool is_seen = s->g->has_monitors &&
                   lets_see(c, step_machine(c, bare_local(s, target), message));
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
        is_seen = is_seen && local_effects_is_observed(s->g->effects, local);
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
static bool is_taken(const scene *s, uint32_t target, uint32_t event)
{
    const acceptance *a = s->by_slot.data[target]->takes;
    return a->takes_all || a->takes[event];
}

static void add_delivery(scene *s, uint32_t owner, const offer *x)
{
    const move m = {MOVE_DELIVER, owner, x->index};
    scene_event e = {.m = m, .owner = owner, .touches = mask_of(x->target)};
    if (!is_taken(s, x->target, x->event))
        return;
    if (s->g->has_monitors || s->g->how.unbounded)
        e = delivery(s, m);
    vec_push(&s->events, e);
}

/* A move that is a fault. */
static void add_fault(scene *s, move m)
{
    const core *c = s->g->c;
    const scene_event e = {.m = m, .owner = m.slot, .touches = MASK_WORLD};
    value message = m.index == MOVE_HELD ? VALUE_NULL : system_message(c, s->s, m);
    if (m.kind != MOVE_CRASH && message != VALUE_NULL &&
        !is_taken(s, target_of(c, message),
                  value_to_event(value_item(&c->vals, message, MESSAGE_EVENT))))
        return;
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

/* As system_moves, in the same order. */
static void find_moves(scene *s)
{
    vec_each (a, &s->actors)
        if (a->own->is_urgent) {
            vec_push(&s->events, going_on(s, (move){MOVE_ACT, a->slot, 0}));
            return;
        }
    vec_each (a, &s->actors) {
        const sight *x = a->own;
        if (x->can_act)
            vec_push(&s->events, going_on(s, (move){MOVE_ACT, a->slot, 0}));
        for (uint32_t i = 0; i < x->offer_count; i++)
            add_delivery(s, a->slot, &x->offers[i]);
    }
}

static void find_faults(scene *s)
{
    size_t ordinary = system_moves(s->g->c, s->s, &s->moves);
    s->is_wide |= s->moves.len > ordinary;
    for (size_t i = ordinary; i < s->moves.len; i++)
        add_fault(s, s->moves.data[i]);
}

static void find_events(scene *s)
{
    vec_clear(&s->events);
    vec_clear(&s->quorums);
    find_moves(s);
    vec_each (a, &s->actors)
        if (a->takes->has_quorum)
            quorums_find(s, a);
    if (s->g->how.tail > 0)
        vec_each (a, &s->actors)
            find_feeds(s, a);
    s->has_ended = s->events.len == 0;
    if (s->g->has_faults)
        find_faults(s);
}

void scene_look(scene *s, glass *g, const system_state *state)
{
    s->g = g;
    s->s = state;
    s->is_crowded = false;
    glass_tidy(g);
    find_actors(s);
    s->is_wide = g->how.por == POR_OFF || s->is_crowded;
    find_events(s);
    if (s->is_wide || s->events.len <= 1)
        return;
    count_machines(s);
    vec_each (a, &s->actors)
        look_at_machine(s, a);
    note_pending(s);
    spread_knowledge(s);
}
