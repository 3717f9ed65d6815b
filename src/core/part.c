#include "core/part.h"

#include "base/hash.h"
#include "core/deed.h"
#include "core/network.h"
#include "core/world.h"

#include <string.h>

/* A machine that deep in a chain of creations begins like any other move: a chain
 * without end must not keep a search from everything else. */
enum { URGENT_DEPTH = 32 };

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

/* ---- Questions about one machine ---- */

bool part_is_urgent(const core *c, uint32_t slot, value local)
{
    return local != VALUE_NULL && local_status(c, local) == STATUS_NEW &&
           naming_get(&c->vals.names, slot)->depth < URGENT_DEPTH;
}

bool part_can_act(const core *c, part p)
{
    if (p.local == VALUE_NULL)
        return false;
    switch (local_status(c, p.local)) {
    case STATUS_NEW:
    case STATUS_NULL:
    case STATUS_RESTING:
        return true;
    case STATUS_LOOKING:
    case STATUS_PAUSED:
    case STATUS_SENDING:
        return c->options.network != NET_MBOX || p.box == VALUE_NULL;
    case STATUS_IDLE:
    case STATUS_WAITING:
    case STATUS_HALTED:
    case STATUS_RUNNING:
        break;
    }
    return false;
}

/* Not before it begins, and not between the observation of a message and its arrival.
 */
bool part_may_crash(const core *c, value local)
{
    process_status is = local_status(c, local);
    return core_may_crash(c, local_machine(c, local)) && is != STATUS_NEW &&
           is != STATUS_HALTED && value_item(&c->vals, local, LOCAL_HELD) == VALUE_NULL;
}

value part_held_effect(const core *c, value local)
{
    process_status is = local_status(c, local);
    bool holds = is == STATUS_PAUSED || is == STATUS_SENDING || is == STATUS_LOOKING;
    return holds ? value_item(&c->vals, local, LOCAL_HELD) : VALUE_NULL;
}

bool part_is_message(const core *c, value effect)
{
    return effect != VALUE_NULL && value_get(&c->vals, effect).aux == REC_MESSAGE;
}

bool part_is_boxed(const core *c, value box, size_t boxed, value effect)
{
    switch (value_get(&c->vals, effect).aux) {
    case REC_MESSAGE:
        return true;
    case REC_CREATION:
        return c->options.network == NET_MBOX && (boxed > 0 || box != VALUE_NULL);
    }
    return false;
}

unsigned part_traits(const core *c, uint32_t slot, part p)
{
    if (slot == PART_WORLD)
        return world_is_hot(c, p.local) ? PART_IS_HOT : 0;
    if (p.local == VALUE_NULL)
        return 0;
    if (part_is_inbox(slot))
        return PART_HAS_MAIL;
    unsigned traits = 0;
    if (part_can_act(c, p) || p.box != VALUE_NULL)
        traits |= PART_MOVES;
    if (part_is_urgent(c, slot, p.local))
        traits |= PART_URGENT;
    if (local_status(c, p.local) == STATUS_WAITING)
        traits |= PART_WAITS;
    value inbox = value_item(&c->vals, p.local, LOCAL_INBOX);
    if (inbox != VALUE_NULL && inbox != LOCAL_INBOX_OUT)
        traits |= PART_HAS_MAIL;
    return traits;
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

/* ---- A way while it is found ---- */

typedef struct sketch {
    core *c;
    uint32_t slot;
    part at;
    part_asks asks;
} sketch;

static sketch sketch_begin(core *c, uint32_t slot, part p)
{
    return (sketch){.c = c, .slot = slot, .at = p};
}

static void sketch_end(sketch *s, part_ways *out)
{
    part_way way = {.to = s->at, .asks = list_make(s->c, s->asks.data, s->asks.len)};
    vec_push(out, way);
    vec_free(&s->asks);
}

static sketch sketch_copy(const sketch *s)
{
    sketch copy = {.c = s->c, .slot = s->slot, .at = s->at};
    vec_each (ask, &s->asks)
        vec_push(&copy.asks, *ask);
    return copy;
}

static void ask(sketch *s, value what)
{
    vec_push(&s->asks, what);
}

static void ask_budget(sketch *s, int budget)
{
    ask(s, value_int(&s->c->vals, budget));
}

static void ask_witness(sketch *s, value observation)
{
    const value parts[2] = {observation, value_slot(s->slot)};
    ask(s, value_make(&s->c->vals, VK_RECORD, REC_WITNESS, parts, 2));
}

static value end_make(core *c, uint32_t record)
{
    const value nothing = VALUE_NULL;
    return value_make(&c->vals, VK_RECORD, record, &nothing, 1);
}

static void ask_end(sketch *s, uint32_t record)
{
    ask(s, end_make(s->c, record));
}

/* ---- Deeds ---- */

static void tell_outcome(sketch *s, const outcome *o)
{
    deed_list deeds = {0};
    if (!s->c->tells_deeds)
        return;
    vec_push(&deeds, deed_ran(s->c, s->slot));
    deed_fair_choices(s->c, o->fair, &deeds);
    vec_each (deed, &deeds)
        ask(s, *deed);
    vec_free(&deeds);
}

void part_tell_delivery(core *c, uint32_t slot, value message, part_asks *asks)
{
    if (c->tells_deeds)
        vec_push(asks, deed_served(c, slot, message));
}

/* ---- What a machine does ---- */

static void ask_post(sketch *s, value effects)
{
    const value parts[2] = {value_slot(s->slot), effects};
    if (effects != VALUE_NULL)
        ask(s, value_make(&s->c->vals, VK_RECORD, REC_POST, parts, 2));
}

static void take_effects(sketch *s, value effects)
{
    core *c = s->c;
    if (s->at.box == PART_BOX_OUT) {
        ask_post(s, effects);
        return;
    }
    value_view w = list_get(c, effects);
    for (uint32_t i = 0; i < w.count;) {
        uint32_t first = i;
        while (i < w.count && part_is_boxed(c, s->at.box, i - first, w.items[i]))
            i++;
        if (i > first)
            s->at.box = box_send(c, s->at.box, s->slot, w.items + first, i - first);
        else if (value_get(&c->vals, w.items[i]).aux == REC_CREATION)
            ask(s, w.items[i++]);
        else
            ask_witness(s, w.items[i++]);
    }
}

static void take_outcome(sketch *s, value stimulus, const outcome *o)
{
    tell_outcome(s, o);
    if (o->only_sends && s->at.box != PART_BOX_OUT)
        s->at.box = box_after_sending(s->c, s->slot, s->at.box, o->effects);
    else
        take_effects(s, o->effects);
    if (o->fault != 0) {
        ask_end(s, REC_FAILURE);
        return;
    }
    s->at.local = o->local;
    if (o->need != INBOX_NOTHING)
        ask(s, inbox_ask(s->c, s->slot, o->local, o->need, stimulus));
}

/* All ways to go on from S by a step; S is used up. */
static void step(sketch *s, value stimulus, part_ways *out)
{
    step_outcomes list = step_machine(s->c, s->at.local, stimulus);
    for (uint32_t i = 0; i < list.count; i++) {
        const outcome o = *step_outcome(s->c, list, i);
        sketch way = sketch_copy(s);
        take_outcome(&way, stimulus, &o);
        sketch_end(&way, out);
    }
    vec_free(&s->asks);
}

static uint32_t target_of(const core *c, value message)
{
    return value_to_slot(&c->vals, value_item(&c->vals, message, MESSAGE_TARGET));
}

/* A message arrives, here or elsewhere; S is used up. */
static void arrive(sketch *s, value message, part_ways *out)
{
    if (target_of(s->c, message) == s->slot) {
        step(s, message, out);
    } else {
        ask(s, message);
        sketch_end(s, out);
    }
}

static bool has_failed(const core *c, const part_way *way)
{
    value_view asks = list_get(c, way->asks);
    value last = asks.items[asks.count > 0 ? asks.count - 1 : 0];
    return asks.count > 0 && !value_is_deed(c, last) &&
           part_asked(c, last) == SLOT_NONE;
}

/* What is held arrives at the machine itself, and then it goes on. */
static void receive_and_act(sketch *s, value held, part_ways *out)
{
    part_ways received = {0};
    step(s, held, &received);
    vec_each (way, &received) {
        if (has_failed(s->c, way)) {
            vec_push(out, *way);
            continue;
        }
        sketch next = sketch_begin(s->c, s->slot, way->to);
        value_view asks = list_get(s->c, way->asks);
        for (uint32_t i = 0; i < asks.count; i++)
            ask(&next, asks.items[i]);
        step(&next, VALUE_NULL, out);
    }
    vec_free(&received);
}

/* What is held arrives elsewhere before the machine goes on; that may fail even where
 * the machine itself has no way to go on. */
static void send_and_act(sketch *s, value held, part_ways *out)
{
    size_t before = out->len;
    sketch stuck = sketch_copy(s);
    ask(s, held);
    step(s, VALUE_NULL, out);
    if (out->len > before) {
        vec_free(&stuck.asks);
        return;
    }
    ask(&stuck, held);
    ask_end(&stuck, REC_DEAD_END);
    sketch_end(&stuck, out);
}

/* S is used up. */
static void act(sketch *s, bool is_lost, part_ways *out)
{
    value held = is_lost ? VALUE_NULL : part_held_effect(s->c, s->at.local);
    bool is_message = part_is_message(s->c, held);
    if (is_message && s->c->options.network == NET_MBOX) {
        if (target_of(s->c, held) == s->slot)
            receive_and_act(s, held, out);
        else
            send_and_act(s, held, out);
        return;
    }
    if (is_message)
        take_effects(s, list_make(s->c, &held, 1));
    else if (held != VALUE_NULL)
        ask(s, held);
    step(s, VALUE_NULL, out);
}

/* Message K leaves the box; creations that come next then take place. */
value part_left(core *c, uint32_t slot, value box, uint32_t k, part_asks *asks)
{
    box = box_without(c, slot, box, k);
    while (c->options.network == NET_MBOX && box != VALUE_NULL) {
        value first = list_get(c, box).items[0];
        if (part_is_message(c, first))
            break;
        box = box_without(c, slot, box, 0);
        vec_push(asks, first);
    }
    return box;
}

static void leave(sketch *s, uint32_t k)
{
    s->at.box = part_left(s->c, s->slot, s->at.box, k, &s->asks);
}

static void deliver(sketch *s, uint32_t k, bool is_kept, part_ways *out)
{
    value message = list_get(s->c, s->at.box).items[k];
    if (!is_kept) {
        part_tell_delivery(s->c, s->slot, message, &s->asks);
        leave(s, k);
    }
    arrive(s, message, out);
}

/* ---- Faults ---- */

static bool may_fail(const core *c, uint32_t slot, value message, int budget)
{
    uint32_t event = value_to_event(value_item(&c->vals, message, MESSAGE_EVENT));
    return c->options.budgets[budget].left > 0 && target_of(c, message) != slot &&
           core_may_fail(c, budget, event);
}

static void begin_message_faults(core *c, uint32_t slot, part p, uint32_t k,
                                 part_ways *out)
{
    value message = list_get(c, p.box).items[k];
    if (may_fail(c, slot, message, BUDGET_LOSS)) {
        sketch s = sketch_begin(c, slot, p);
        ask_budget(&s, BUDGET_LOSS);
        leave(&s, k);
        sketch_end(&s, out);
    }
    if (may_fail(c, slot, message, BUDGET_DUP)) {
        sketch s = sketch_begin(c, slot, p);
        ask_budget(&s, BUDGET_DUP);
        deliver(&s, k, true, out);
    }
}

static void begin_held_faults(core *c, uint32_t slot, part p, part_ways *out)
{
    value held = part_held_effect(c, p.local);
    if (c->options.network != NET_MBOX || !part_is_message(c, held))
        return;
    if (may_fail(c, slot, held, BUDGET_LOSS)) {
        sketch s = sketch_begin(c, slot, p);
        ask_budget(&s, BUDGET_LOSS);
        act(&s, true, out);
    }
    if (may_fail(c, slot, held, BUDGET_DUP)) {
        sketch s = sketch_begin(c, slot, p);
        ask_budget(&s, BUDGET_DUP);
        arrive(&s, held, out);
    }
}

void part_begin_crash(core *c, uint32_t slot, part p, part_ways *out)
{
    if (c->options.budgets[BUDGET_CRASH].left == 0 || !part_may_crash(c, p.local))
        return;
    sketch s = sketch_begin(c, slot, p);
    ask_budget(&s, BUDGET_CRASH);
    if (inbox_is_out(c, p.local))
        ask(&s, inbox_ask(c, slot, p.local, INBOX_CLEAR, VALUE_NULL));
    s.at.local = process_halted(c, slot);
    sketch_end(&s, out);
}

/* ---- All of it ---- */

static void begin_delivery(core *c, uint32_t slot, part p, uint32_t k, part_ways *out)
{
    if (!box_may_leave(c, p.box, k))
        return;
    sketch s = sketch_begin(c, slot, p);
    deliver(&s, k, false, out);
    begin_message_faults(c, slot, p, k, out);
}

/* A box of thousands of messages takes a while: without each of them it is another box.
 */
static bool is_over(core *c, uint32_t number)
{
    enum { NOW_AND_THEN = 256 };
    if (number % NOW_AND_THEN == NOW_AND_THEN - 1 && c->is_over != NULL)
        c->was_stopped |= c->is_over(c->is_over_context);
    return c->was_stopped;
}

void part_begin_act(core *c, uint32_t slot, part p, part_ways *out)
{
    if (!part_can_act(c, p))
        return;
    sketch s = sketch_begin(c, slot, p);
    act(&s, false, out);
    if (!part_is_urgent(c, slot, p.local))
        begin_held_faults(c, slot, p, out);
}

void part_begin_deliveries(core *c, uint32_t slot, part p, part_ways *out)
{
    uint32_t count = network_count(c, p.box);
    if (count > 1 && c->options.network == NET_MBOX)
        count = 1;
    for (uint32_t k = 0; k < count && !is_over(c, k); k++)
        begin_delivery(c, slot, p, k, out);
}

void part_begin(core *c, uint32_t slot, part p, part_ways *out)
{
    assert(part_can_tell(c));
    if (slot == PART_WORLD || part_is_inbox(slot) || p.local == VALUE_NULL)
        return;
    part_begin_act(c, slot, p, out);
    if (part_is_urgent(c, slot, p.local))
        return;
    part_begin_deliveries(c, slot, p, out);
    part_begin_crash(c, slot, p, out);
}

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
    sketch s = sketch_begin(c, part_poster(c, post), (part){.box = box});
    take_effects(&s, value_item(&c->vals, post, POST_EFFECTS));
    sketch_end(&s, &ways);
    part_way way = ways.data[0];
    vec_free(&ways);
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
    if (slot == PART_WORLD || !part_is_message(c, what))
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
    sketch s = sketch_begin(c, slot, p);
    if (value_get(&c->vals, what).aux == REC_CREATION) {
        s.at = new_machine(c, slot, value_item(&c->vals, what, CREATION_PAYLOAD));
        sketch_end(&s, out);
    } else {
        assert(p.local != VALUE_NULL);
        step(&s, what, out);
    }
}
