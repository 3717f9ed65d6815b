#include "core/part.h"

#include "base/hash.h"
#include "core/deed.h"
#include "core/network.h"
#include "core/world.h"

#include <string.h>

bool part_can_tell(const core *c)
{
    return c->options.network != NET_CAUSAL;
}

/* ---- Names ---- */

value part_name(core *c, uint32_t slot)
{
    if (slot == PART_WORLD)
        return VALUE_NULL;
    value machine = value_slot(slot & ~PART_INBOX_BIT);
    return part_is_inbox(slot) ? list_make(c, &machine, 1) : machine;
}

uint32_t part_named(const core *c, value name)
{
    if (name == VALUE_NULL)
        return PART_WORLD;
    if (value_kind_of(&c->vals, name) != VK_RECORD)
        return value_to_slot(&c->vals, name);
    return value_to_slot(&c->vals, value_item(&c->vals, name, 0)) | PART_INBOX_BIT;
}

unsigned part_traits(const core *c, uint32_t slot, part p)
{
    if (slot == PART_WORLD)
        return world_is_hot(c, p.local) ? TRAIT_IS_HOT : 0;
    if (part_is_inbox(slot))
        return p.local != VALUE_NULL ? TRAIT_HAS_MAIL : 0;
    return ts_traits(c, slot, p.local, p.box);
}

/* ---- Boxes ---- */

enum { BOX_CACHE = 1 << 12 };

typedef struct box_change {
    value box;
    value change; /* LIST of messages that are put in; or an int: which is taken out */
    value to;
    bool is_known;
} box_change;

struct part_cache {
    box_change changes[BOX_CACHE];
};

part_cache *part_cache_new(void)
{
    return mem_alloc(sizeof(part_cache));
}

void part_cache_free(part_cache *p)
{
    mem_free(p, sizeof *p);
}

static box_change *find_change(const core *c, value box, value change)
{
    uint64_t hash = hash_u64(IDMAP_KEY(box, change));
    return &c->boxes->changes[hash % BOX_CACHE];
}

static value change_box(core *c, uint32_t slot, value box, value change)
{
    if (change & VALUE_INT_BIT)
        return box_remove(c, box, (uint32_t)value_to_int(&c->vals, change));
    value_view w = list_get(c, change);
    return box_send(c, box, slot, w.items, w.count);
}

static value changed_box(core *c, uint32_t slot, value box, value change)
{
    box_change *known = find_change(c, box, change);
    if (!known->is_known || known->box != box || known->change != change)
        *known = (box_change){box, change, change_box(c, slot, box, change), true};
    return known->to;
}

static value box_after_sending(core *c, uint32_t slot, value box, value effects)
{
    return effects == VALUE_NULL ? box : changed_box(c, slot, box, effects);
}

static value box_without(core *c, uint32_t slot, value box, uint32_t k)
{
    return changed_box(c, slot, box, value_int(&c->vals, k));
}

/* ---- A driver that writes requests down ---- */

typedef struct sketch {
    ts_run run;
    uint32_t slot;
    part at;
    VEC(value) asks;
    part_ways *out;
    /* Of a branch that is not the last: which outcome is taken now, of how many. */
    uint32_t pick;
    uint32_t picks;
    bool is_told; /* its ways are in OUT */
} sketch;

static sketch *sketch_of(ts_run *t)
{
    return (sketch *)(void *)t;
}

static void ask(sketch *s, value what)
{
    vec_push(&s->asks, what);
}

static void sketch_end(sketch *s)
{
    core *c = s->run.c;
    part_way way = {.to = s->at, .asks = list_make(c, s->asks.data, s->asks.len)};
    vec_push(s->out, way);
    s->is_told = true;
}

static value end_make(core *c, uint32_t record)
{
    const value nothing = VALUE_NULL;
    return value_make(&c->vals, VK_RECORD, record, &nothing, 1);
}

static value sketch_local(const ts_run *t, uint32_t slot)
{
    const sketch *s = (const void *)t;
    assert(slot == s->slot);
    (void)slot;
    return s->at.local;
}

static value sketch_outbox(const ts_run *t, uint32_t slot)
{
    const sketch *s = (const void *)t;
    assert(slot == s->slot);
    (void)slot;
    return s->at.box;
}

static void sketch_set_local(ts_run *t, uint32_t slot, value local)
{
    assert(slot == sketch_of(t)->slot);
    (void)slot;
    sketch_of(t)->at.local = local;
}

static void sketch_send(ts_run *t, uint32_t slot, const value *effects, size_t count)
{
    sketch *s = sketch_of(t);
    s->at.box = box_send(t->c, s->at.box, slot, effects, count);
}

static void sketch_send_list(ts_run *t, uint32_t slot, value effects)
{
    sketch *s = sketch_of(t);
    if (s->at.box == OUTBOX_APART && effects != VALUE_NULL) {
        const value parts[2] = {value_slot(slot), effects};
        ask(s, value_make(&t->c->vals, VK_RECORD, REC_POST, parts, 2));
    } else if (effects != VALUE_NULL) {
        s->at.box = changed_box(t->c, slot, s->at.box, effects);
    }
}

static void sketch_leave(ts_run *t, uint32_t slot, uint32_t k, bool is_received,
                         bool is_kept)
{
    sketch *s = sketch_of(t);
    (void)is_received;
    if (!is_kept)
        s->at.box = box_without(t->c, slot, s->at.box, k);
}

static void sketch_create(ts_run *t, uint32_t creator, value creation)
{
    (void)creator;
    ask(sketch_of(t), creation);
}

static void sketch_observe(ts_run *t, uint32_t slot, value observation)
{
    const value parts[2] = {observation, value_slot(slot)};
    ask(sketch_of(t), value_make(&t->c->vals, VK_RECORD, REC_WITNESS, parts, 2));
}

static void sketch_spend(ts_run *t, int budget)
{
    ask(sketch_of(t), value_int(&t->c->vals, budget));
}

static void sketch_receive(ts_run *t, value message, bool is_last)
{
    sketch *s = sketch_of(t);
    if (ts_target(t->c, message) == s->slot && s->at.local != PART_LOCAL_OUT)
        ts_step(t, s->slot, message, is_last);
    else
        ask(s, message);
}

static void sketch_use_inbox(ts_run *t, uint32_t slot, value local, inbox_need need,
                             value message)
{
    ask(sketch_of(t), inbox_ask(t->c, slot, local, need, message));
}

/* Each outcome is a way, and starts from what was found so far. */
static void sketch_branch(ts_run *t, uint32_t slot, value stimulus, step_outcomes list,
                          bool is_last)
{
    sketch *s = sketch_of(t);
    if (!is_last) {
        s->picks = list.count;
        const outcome o = *step_outcome(t->c, list, s->pick);
        ts_outcome(t, slot, stimulus, &o);
        return;
    }
    const part at = s->at;
    assert(list.count > 0);
    size_t asked = s->asks.len;
    for (uint32_t i = 0; i < list.count; i++) {
        const outcome o = *step_outcome(t->c, list, i);
        s->at = at;
        s->asks.len = asked;
        t->is_over = false;
        ts_outcome(t, slot, stimulus, &o);
        sketch_end(s);
    }
}

/* A message that was to arrive before may make its target fail all the same. */
static void sketch_stuck(ts_run *t)
{
    sketch *s = sketch_of(t);
    bool may_fail = false;
    vec_each (what, &s->asks)
        may_fail |= (*what & VALUE_INT_BIT) == 0 && ts_is_message(t->c, *what);
    t->is_over = true;
    if (may_fail)
        ask(s, end_make(t->c, REC_DEAD_END));
    else
        s->is_told = true;
}

static void sketch_fail(ts_run *t, uint32_t number)
{
    (void)number;
    ask(sketch_of(t), end_make(t->c, REC_FAILURE));
    t->is_over = true;
}

static void sketch_ran(ts_run *t, uint32_t slot, const outcome *o)
{
    deed_list deeds = {0};
    if (!t->c->tells_deeds)
        return;
    vec_push(&deeds, deed_ran(t->c, slot));
    deed_fair_choices(t->c, o->fair, &deeds);
    vec_each (deed, &deeds)
        ask(sketch_of(t), *deed);
    vec_free(&deeds);
}

static void sketch_served(ts_run *t, uint32_t slot, value message)
{
    if (t->c->tells_deeds)
        ask(sketch_of(t), deed_served(t->c, slot, message));
}

static const ts_driver sketch_driver = {.local = sketch_local,
                                        .outbox = sketch_outbox,
                                        .set_local = sketch_set_local,
                                        .send = sketch_send,
                                        .send_list = sketch_send_list,
                                        .leave = sketch_leave,
                                        .create = sketch_create,
                                        .observe = sketch_observe,
                                        .spend = sketch_spend,
                                        .receive = sketch_receive,
                                        .use_inbox = sketch_use_inbox,
                                        .branch = sketch_branch,
                                        .stuck = sketch_stuck,
                                        .fail = sketch_fail,
                                        .ran = sketch_ran,
                                        .served = sketch_served};

static sketch sketch_begin(core *c, uint32_t slot, part p, part_ways *out)
{
    return (sketch){
        .run = {.c = c, .driver = &sketch_driver}, .slot = slot, .at = p, .out = out};
}

/* ---- How transitions begin ---- */

static void begin(core *c, part p, move m, part_ways *out)
{
    uint32_t pick = 0;
    uint32_t picks;
    do {
        sketch s = sketch_begin(c, m.slot, p, out);
        s.pick = pick++;
        ts_fire(&s.run, m);
        if (!s.is_told)
            sketch_end(&s);
        picks = s.picks;
        vec_free(&s.asks);
    } while (pick < picks);
}

/* An outbox of thousands of messages takes a while: without each of them it is another
 * one. */
static bool is_over(core *c, size_t number)
{
    enum { NOW_AND_THEN = 256 };
    if (number % NOW_AND_THEN == NOW_AND_THEN - 1 && c->is_over != NULL)
        c->was_stopped |= c->is_over(c->is_over_context);
    return c->was_stopped;
}

void part_begin_moves(core *c, part p, const move_list *moves, part_ways *out)
{
    for (size_t i = 0; i < moves->len && !is_over(c, i); i++)
        begin(c, p, moves->data[i], out);
}

void part_begin(core *c, uint32_t slot, part p, part_ways *out)
{
    assert(part_can_tell(c));
    move_list moves = {0};
    if (slot == PART_WORLD || part_is_inbox(slot))
        return;
    ts_enabled(c, slot, p.local, p.box, &moves);
    part_begin_moves(c, p, &moves, out);
    vec_free(&moves);
}

/* ---- How requests are served ---- */

bool part_is_post(const core *c, value what)
{
    return (what & VALUE_INT_BIT) == 0 && value_get(&c->vals, what).aux == REC_POST;
}

uint32_t part_poster(const core *c, value post)
{
    return value_to_slot(&c->vals, value_item(&c->vals, post, POST_MACHINE));
}

part_way part_posted(core *c, value box, value post)
{
    part_ways ways = {0};
    sketch s = sketch_begin(c, part_poster(c, post), (part){.box = box}, &ways);
    ts_effects(&s.run, s.slot, value_item(&c->vals, post, POST_EFFECTS));
    sketch_end(&s);
    part_way way = ways.data[0];
    vec_free(&ways);
    vec_free(&s.asks);
    return way;
}

uint32_t part_asked(const core *c, value what)
{
    if (what & VALUE_INT_BIT)
        return PART_WORLD;
    value_view w = value_get(&c->vals, what);
    switch (w.aux) {
    case REC_MESSAGE:
        return value_to_slot(&c->vals, w.items[MESSAGE_TARGET]);
    case REC_CREATION:
        return value_to_slot(&c->vals, w.items[CREATION_MACHINE]);
    case REC_TAKEN:
        return value_to_slot(&c->vals, w.items[TAKEN_MACHINE]);
    case REC_MAIL:
        return value_to_slot(&c->vals, w.items[MAIL_MACHINE]) | PART_INBOX_BIT;
    case REC_WITNESS:
    case REC_DEAD_END:
        return PART_WORLD;
    }
    assert(w.aux == REC_FAILURE);
    return SLOT_NONE;
}

/* LIST of DEEDs. */
static value cooled_in_world(core *c, const world_notes *notes)
{
    VEC(value) cooled = {0};
    assert(notes->fault == 0 || notes->monitor < c->test->module->monitor_count);
    if (c->tells_deeds)
        vec_each (monitor, &notes->cooled)
            vec_push(&cooled,
                     deed_cooled(c, (uint32_t)value_to_int(&c->vals, *monitor)));
    value list = list_make(c, cooled.data, cooled.len);
    vec_free(&cooled);
    return list;
}

static void do_in_world(core *c, part p, value what, part_ways *out)
{
    part_way way = {0};
    world_notes notes = {0};
    world_answer answer = world_do(c, p.local, what, &way.to.local, &notes);
    way.asks = cooled_in_world(c, &notes);
    vec_free(&notes.cooled);
    switch (answer) {
    case WORLD_PRUNED:
        return;
    case WORLD_FAILED:
        way.to = p;
        const value failure = end_make(c, REC_FAILURE);
        way.asks = list_make(c, &failure, 1);
        break;
    case WORLD_FINE:
        break;
    }
    vec_push(out, way);
}

static void do_in_inbox(core *c, part p, value what, part_ways *out)
{
    value more;
    part_way way = {.to.local = inbox_do(c, p.local, what, &more)};
    way.asks = list_make(c, &more, more != VALUE_NULL);
    vec_push(out, way);
}

static bool do_in_inbox_simply(core *c, part *p, value what)
{
    value more;
    value to = inbox_do(c, p->local, what, &more);
    if (more == VALUE_NULL)
        p->local = to;
    return more == VALUE_NULL;
}

bool part_do_simply(core *c, uint32_t slot, part *p, value what)
{
    if (part_is_inbox(slot))
        return do_in_inbox_simply(c, p, what);
    if (slot == PART_WORLD || !ts_is_message(c, what))
        return false;
    step_outcomes list = step_machine(c, p->local, what);
    if (list.count != 1)
        return false;
    const outcome *o = step_outcome(c, list, 0);
    if (o->fault != 0 || !o->only_sends || o->need != INBOX_NOTHING)
        return false;
    p->local = o->local;
    p->box = box_after_sending(c, slot, p->box, o->effects);
    return true;
}

void part_prefetch(const core *c, part p, value what)
{
    step_prefetch(c, p.local, what); /* of others: it does no harm */
}

static part new_machine(core *c, uint32_t slot, value payload)
{
    part p = {.local = process_new_machine(c, slot, payload)};
    assert(local_status(c, p.local) == STATUS_NEW);
    if (inbox_is_apart(c, slot))
        inbox_take_out(c, p.local, &p.local);
    return p;
}

void part_do(core *c, uint32_t slot, part p, value what, part_ways *out)
{
    if (slot == PART_WORLD) {
        do_in_world(c, p, what, out);
        return;
    }
    if (part_is_inbox(slot)) {
        do_in_inbox(c, p, what, out);
        return;
    }
    sketch s = sketch_begin(c, slot, p, out);
    if (value_get(&c->vals, what).aux == REC_CREATION) {
        s.at = new_machine(c, slot, value_item(&c->vals, what, CREATION_PAYLOAD));
        sketch_end(&s);
    } else {
        ts_step(&s.run, slot, what, true);
    }
    vec_free(&s.asks);
}
