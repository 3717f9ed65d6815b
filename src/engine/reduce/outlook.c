#include "engine/reduce/outlook.h"

#include "base/hash.h"
#include "core/part.h"
#include "engine/reduce/deeds.h"
#include "engine/reduce/guard.h"
#include "engine/reduce/refs.h"

#include <string.h>

/* A row of bits tells what may happen from some point on:
 *
 *     is it observed | events that are minded | ... more than by a guard
 *     | whom it aims at: anybody, itself, whom a field refers to | fields written
 *     | ... that may rise | ... fall | ... hold anything | states
 *     | declarations that are created | ... that are sent to
 *     | events that are sent to the first declaration | ... to the second ...
 *
 * There is a row for each thing that a machine may be at: to REST in a state, to ENTER
 * it, to RUN a function.  Each is made of what it does itself and of the rows that it
 * leads to; of the machines that it creates, all but what they mind, and what is about
 * their fields. */

/* Which events occur in a list of messages, by their numbers modulo 64. */
typedef struct list_events {
    value list;
    uint64_t events;
} list_events;

enum { LISTS = 1 << 12 };

typedef struct row_edge {
    uint32_t from, to; /* rows: what is in FROM is in TO as well */
    bool is_child;     /* FROM is another machine's */
} row_edge;

struct outlook {
    core *c;
    deeds *d;
    refs *r;
    uint32_t event_words;
    uint32_t decl_words;
    uint32_t aim_words;
    uint32_t state_words;
    uint32_t row_words;
    uint64_t *rows;
    uint32_t row_count;
    uint32_t *rest; /* by interface: the row of its first state */
    uint32_t *enter;
    uint32_t **run; /* by interface, then function; IR_NONE: no machine runs it */
    VEC(row_edge) edges;
    uint64_t *nothing;  /* the row of who does nothing */
    idmap mixed;        /* local state -> row, in the middle of something */
    intern mixtures;    /* those rows: they are few */
    list_events *lists; /* of a few lists: the same come again and again */
    arena memory;
    /* Another one, of machines that take no more messages; and back from there. */
    outlook *alone;
    const outlook *full;
};

/* ---- Parts of a row ---- */

static bool has_bit(const uint64_t *words, uint32_t n)
{
    return (words[n / 64] >> n % 64 & 1) != 0;
}

static void set_bit(uint64_t *words, uint32_t n)
{
    words[n / 64] |= (uint64_t)1 << n % 64;
}

static void join(uint64_t *to, const uint64_t *from, uint32_t words)
{
    for (uint32_t w = 0; w < words; w++)
        to[w] |= from[w];
}

static uint64_t *row_at(const outlook *o, uint32_t row)
{
    return o->rows + (size_t)row * o->row_words;
}

/* Where in a row they begin. */
enum { OBSERVED, MINDED };

enum { AIM_ANYBODY, AIM_SELF, AIM_FIELDS };

static uint32_t firm_at(const outlook *o)
{
    return MINDED + o->event_words;
}

static uint32_t aims_at(const outlook *o)
{
    return firm_at(o) + o->event_words;
}

static uint32_t written_at(const outlook *o)
{
    return aims_at(o) + o->aim_words;
}

static uint32_t rising_at(const outlook *o)
{
    return written_at(o) + o->aim_words;
}

static uint32_t falling_at(const outlook *o)
{
    return rising_at(o) + o->aim_words;
}

static uint32_t loose_at(const outlook *o)
{
    return falling_at(o) + o->aim_words;
}

static uint32_t states_at(const outlook *o)
{
    return loose_at(o) + o->aim_words;
}

static uint32_t created_at(const outlook *o)
{
    return states_at(o) + o->state_words;
}

static uint32_t targets_at(const outlook *o)
{
    return created_at(o) + o->decl_words;
}

static uint32_t sends_at(const outlook *o, uint32_t decl)
{
    return targets_at(o) + o->decl_words + decl * o->event_words;
}

/* ---- What one function does, run by machines of one interface ---- */

static const ir_machine *machine_of(const outlook *o, uint32_t interface)
{
    return &o->c->ir->machines[o->c->bindings[interface]->machine];
}

static void add_send(const outlook *o, uint64_t *row, uint32_t decl, uint32_t event)
{
    set_bit(row + targets_at(o), decl);
    set_bit(row + sends_at(o, decl), event);
}

/* Event E of deed X; what may not be sent at all ends in a fault. */
static void add_event(const outlook *o, uint64_t *row, uint32_t interface,
                      const deed *x, uint32_t e, const uint64_t *targets)
{
    bool is_send = x->kind == DEED_SEND;
    evset_id sends = machine_of(o, interface)->sends;
    if (is_send && !evset_has(&o->c->source->evsets, sends, e))
        return;
    if (o->c->observed[interface][e])
        row[OBSERVED] = 1;
    for (uint32_t decl = 0; is_send && decl < o->c->ir->machine_count; decl++)
        if (has_bit(targets, decl))
            add_send(o, row, decl, e);
}

static void add_deed(const outlook *o, uint64_t *row, uint32_t interface, const deed *x,
                     uint64_t *targets, uint64_t *given)
{
    memset(targets, 0, o->decl_words * sizeof *targets);
    memset(given, 0, o->decl_words * sizeof *given);
    if (x->kind == DEED_SEND)
        refs_add(o->r, x->target, targets);
    if (x->given.function != IR_NONE) {
        refs_add(o->r, x->given, given);
        for (uint32_t w = 0; w < o->decl_words; w++)
            targets[w] &= given[w];
    }
    for (uint32_t e = 0; e < o->c->ir->event_count; e++)
        if (x->event == e || x->event == IR_NONE)
            add_event(o, row, interface, x, e, targets);
}

/* Whom a send is for, in terms of the machine's own fields. */
static uint32_t aim_of(const outlook *o, const deed *x)
{
    if (x->given_param != IR_NONE)
        return AIM_ANYBODY;
    uint32_t root =
        deeds_root(o->c->ir, x->given.function != IR_NONE ? x->given : x->target);
    if (root == IR_NONE)
        return AIM_ANYBODY;
    return root == DEEDS_SELF ? AIM_SELF : AIM_FIELDS + root;
}

static void add_deeds(const outlook *o, uint64_t *row, uint32_t interface,
                      const function_deeds *f)
{
    uint64_t *targets = mem_alloc((size_t)2 * o->decl_words * sizeof *targets);
    vec_each (x, &f->deeds) {
        if (x->kind == DEED_SEND)
            set_bit(row + aims_at(o), aim_of(o, x));
        if (x->kind != DEED_RAISE)
            add_deed(o, row, interface, x, targets, targets + o->decl_words);
    }
    mem_free(targets, (size_t)2 * o->decl_words * sizeof *targets);
}

static void add_edge(outlook *o, uint32_t to, uint32_t from, bool is_child)
{
    row_edge e = {from, to, is_child};
    vec_push(&o->edges, e);
}

static uint32_t begin_row(const outlook *o, uint32_t interface)
{
    return o->enter[interface] + machine_of(o, interface)->start;
}

static bool may_raise(const function_deeds *f)
{
    vec_each (x, &f->deeds)
        if (x->kind == DEED_RAISE)
            return true;
    return false;
}

/* What a machine does without another message beyond running FUNCTION: it leaves the
 * state that it is in, whichever that is, or an action there handles what was raised.
 */
static void fill_alone(outlook *o, uint32_t interface, uint32_t function)
{
    const ir_machine *m = machine_of(o, interface);
    uint32_t at = o->run[interface][function];
    bool raises = may_raise(&o->d->of[function]);
    for (uint32_t s = 0; s < m->state_count; s++) {
        if (raises)
            join(row_at(o, at), row_at(o->full, o->full->rest[interface] + s),
                 o->row_words);
        if (m->states[s].exit != IR_NONE)
            add_edge(o, at, o->run[interface][m->states[s].exit], false);
    }
}

static void add_fields(const outlook *o, uint64_t *row, uint32_t interface,
                       const function_deeds *f)
{
    for (uint32_t n = 0; n < machine_of(o, interface)->field_count; n++) {
        if (bits_has(&f->writes, n))
            set_bit(row + written_at(o), AIM_FIELDS + n);
        if (bits_has(&f->drift.rises, n))
            set_bit(row + rising_at(o), n);
        if (bits_has(&f->drift.falls, n))
            set_bit(row + falling_at(o), n);
        if (bits_has(&f->drift.loose, n))
            set_bit(row + loose_at(o), n);
    }
}

/* A `receive` may take it. */
static void add_wanted(const outlook *o, uint64_t *row, uint32_t event)
{
    set_bit(row + MINDED, event);
    set_bit(row + firm_at(o), event);
}

static void fill_function(outlook *o, uint32_t interface, uint32_t function)
{
    const function_deeds *f = &o->d->of[function];
    const ir_program *ir = o->c->ir;
    uint32_t at = o->run[interface][function];
    uint64_t *row = row_at(o, at);
    add_deeds(o, row, interface, f);
    if (o->full != NULL)
        fill_alone(o, interface, function);
    for (uint32_t e = 0; e < ir->event_count; e++)
        if (bits_has(&f->wants, e))
            add_wanted(o, row, e);
    add_fields(o, row, interface, f);
    if (f->waits)
        add_wanted(o, row, EVENT_HALT); /* every `receive` does */
    for (uint32_t s = 0; s < machine_of(o, interface)->state_count; s++)
        if (bits_has(&f->gotos, s))
            add_edge(o, at, o->enter[interface] + s, false);
    for (uint32_t n = 0; n < ir->interface_count; n++) {
        if (!bits_has(&f->news, n))
            continue;
        uint32_t made = deeds_made(o->c, interface, n);
        if (made == IR_NONE)
            continue;
        set_bit(row + created_at(o), o->c->bindings[made]->machine);
        if (o->full != NULL)
            join(row, row_at(o->full, begin_row(o->full, made)), o->row_words);
        else
            add_edge(o, at, begin_row(o, made), true);
    }
}

/* ---- What a machine does in a state ---- */

static void add_run(outlook *o, uint32_t to, uint32_t interface, uint32_t function)
{
    if (function != IR_NONE)
        add_edge(o, to, o->run[interface][function], false);
}

/* An event without an action halts the machine or is a fault.  A machine that looks at
 * its queue may notice that it is empty. */
static bool is_minded(const outlook *o, uint32_t interface, uint32_t state, uint32_t e)
{
    const ir_action *a = core_action(machine_of(o, interface), state, e);
    return o->c->looks[o->c->bindings[interface]->machine] || a == NULL ||
           (a->kind != ACTION_IGNORE && a->kind != ACTION_DEFER);
}

/* What a handler may refuse is minded in so far as it does not. */
static bool is_firm(const outlook *o, uint32_t interface, uint32_t state, uint32_t e)
{
    const ir_action *a = core_action(machine_of(o, interface), state, e);
    return o->c->looks[o->c->bindings[interface]->machine] || a == NULL ||
           a->kind != ACTION_DO || !guard_may_refuse(&o->c->ir->functions[a->function]);
}

static void fill_state(outlook *o, uint32_t interface, uint32_t state)
{
    const ir_state *s = &machine_of(o, interface)->states[state];
    uint32_t rest = o->rest[interface] + state;
    uint32_t enter = o->enter[interface] + state;
    add_run(o, enter, interface, s->entry);
    if (o->full != NULL)
        return;
    add_edge(o, enter, rest, false);
    add_run(o, rest, interface, s->exit);
    for (uint32_t a = 0; a < s->action_count; a++) {
        add_run(o, rest, interface, s->actions[a].function);
        add_run(o, rest, interface, s->actions[a].quorum);
        if (s->actions[a].kind == ACTION_GOTO)
            add_edge(o, rest, o->enter[interface] + s->actions[a].target, false);
    }
    set_bit(row_at(o, rest) + states_at(o), state);
    for (uint32_t e = 0; e < o->c->ir->event_count; e++) {
        if (!is_minded(o, interface, state, e))
            continue;
        set_bit(row_at(o, rest) + MINDED, e);
        if (is_firm(o, interface, state, e))
            set_bit(row_at(o, rest) + firm_at(o), e);
    }
}

/* ---- All rows ---- */

typedef struct root_list {
    outlook *o;
    uint32_t interface;
} root_list;

static void number_root(void *context, uint32_t function)
{
    const root_list *l = context;
    uint32_t *row = &l->o->run[l->interface][function];
    if (*row == IR_NONE)
        *row = l->o->row_count++;
}

static void number_rows(outlook *o)
{
    const ir_program *ir = o->c->ir;
    o->rest = ARENA_ARRAY(&o->memory, uint32_t, ir->interface_count);
    o->enter = ARENA_ARRAY(&o->memory, uint32_t, ir->interface_count);
    o->run = ARENA_ARRAY(&o->memory, uint32_t *, ir->interface_count);
    for (uint32_t i = 0; i < ir->interface_count; i++) {
        if (!o->d->exists[i])
            continue;
        const ir_machine *m = machine_of(o, i);
        o->rest[i] = o->row_count;
        o->enter[i] = o->row_count + m->state_count;
        o->row_count += 2 * m->state_count;
        o->run[i] = ARENA_ARRAY(&o->memory, uint32_t, ir->function_count);
        for (uint32_t f = 0; f < ir->function_count; f++)
            o->run[i][f] = IR_NONE;
        root_list l = {o, i};
        deeds_each_root(m, number_root, &l);
    }
}

static void fill_rows(outlook *o)
{
    for (uint32_t i = 0; i < o->c->ir->interface_count; i++) {
        if (!o->d->exists[i])
            continue;
        for (uint32_t s = 0; s < machine_of(o, i)->state_count; s++)
            fill_state(o, i, s);
        for (uint32_t f = 0; f < o->c->ir->function_count; f++)
            if (o->run[i][f] != IR_NONE)
                fill_function(o, i, f);
    }
}

/* True: TO has become more. */
static bool follow(const outlook *o, const row_edge *e)
{
    const uint64_t *from = row_at(o, e->from);
    uint64_t *to = row_at(o, e->to);
    uint64_t added = 0;
    for (uint32_t w = 0; w < o->row_words; w++) {
        if (e->is_child && w >= MINDED && w < created_at(o))
            continue;
        added |= from[w] & ~to[w];
        to[w] |= from[w];
    }
    return added != 0;
}

static void close_rows(outlook *o)
{
    for (bool grew = true; grew;) {
        grew = false;
        vec_each (e, &o->edges)
            grew |= follow(o, e);
    }
}

static outlook *make(core *c, const outlook *full)
{
    outlook *o = mem_alloc(sizeof *o);
    o->full = full;
    const ir_program *ir = c->ir;
    o->c = c;
    o->d = full != NULL ? full->d : deeds_new(c);
    o->r = full != NULL ? full->r : refs_new(c, o->d);
    o->event_words = (ir->event_count + 63) / 64;
    o->decl_words = refs_words(o->r);
    for (uint32_t i = 0; i < ir->machine_count; i++) {
        if ((AIM_FIELDS + ir->machines[i].field_count + 63) / 64 > o->aim_words)
            o->aim_words = (AIM_FIELDS + ir->machines[i].field_count + 63) / 64;
        if ((ir->machines[i].state_count + 63) / 64 > o->state_words)
            o->state_words = (ir->machines[i].state_count + 63) / 64;
    }
    o->row_words = sends_at(o, ir->machine_count);
    arena_init(&o->memory);
    intern_init(&o->mixtures);
    o->lists = mem_alloc(LISTS * sizeof *o->lists);
    number_rows(o);
    o->rows = mem_alloc((size_t)o->row_count * o->row_words * sizeof *o->rows);
    o->nothing = ARENA_ARRAY(&o->memory, uint64_t, o->row_words);
    fill_rows(o);
    close_rows(o);
    vec_free(&o->edges);
    return o;
}

outlook *outlook_new(core *c)
{
    outlook *o = make(c, NULL);
    o->alone = make(c, o);
    return o;
}

void outlook_free(outlook *o)
{
    if (o == NULL)
        return;
    outlook_free(o->alone);
    mem_free(o->rows, (size_t)o->row_count * o->row_words * sizeof *o->rows);
    idmap_fini(&o->mixed);
    mem_free(o->lists, LISTS * sizeof *o->lists);
    intern_fini(&o->mixtures);
    arena_fini(&o->memory);
    if (o->full == NULL) {
        refs_free(o->r);
        deeds_free(o->d);
    }
    mem_free(o, sizeof *o);
}

/* ---- The row of a local state ---- */

static uint32_t number(const outlook *o, value x)
{
    return (uint32_t)value_to_int(&o->c->vals, x);
}

static const machine_name *name_of(const outlook *o, value machine)
{
    return naming_get(&o->c->vals.names, value_to_slot(&o->c->vals, machine));
}

static void mix_tasks(const outlook *o, uint64_t *row, uint32_t interface, value list)
{
    value_view tasks = list_get(o->c, list);
    for (uint32_t i = 0; i < tasks.count; i++) {
        value_view t = value_get(&o->c->vals, tasks.items[i]);
        uint32_t index = number(o, t.items[1]);
        switch ((task_kind)number(o, t.items[0])) {
        case TASK_RUN:
            join(row, row_at(o, o->run[interface][index]), o->row_words);
            break;
        case TASK_ENTER: /* its entry is a task of its own */
            if (o->full == NULL)
                join(row, row_at(o, o->rest[interface] + index), o->row_words);
            break;
        case TASK_HALT:
        case TASK_UNHANDLED:
            break;
        }
    }
}

/* Inner frames are calls of the outermost one, and counted there. */
static void mix_frames(const outlook *o, uint64_t *row, uint32_t interface, value list)
{
    value_view frames = list_get(o->c, list);
    if (frames.count == 0)
        return;
    uint32_t function = number(o, value_item(&o->c->vals, frames.items[0], 0));
    join(row, row_at(o, o->run[interface][function]), o->row_words);
}

static void mix_held(const outlook *o, uint64_t *row, value held)
{
    if (held == VALUE_NULL)
        return;
    value_view parts = value_get(&o->c->vals, held);
    if (parts.aux == REC_MESSAGE) {
        add_send(o, row, name_of(o, parts.items[MESSAGE_TARGET])->decl,
                 value_to_event(parts.items[MESSAGE_EVENT]));
        return;
    }
    assert(parts.aux == REC_CREATION);
    const machine_name *child = name_of(o, parts.items[CREATION_MACHINE]);
    const outlook *whole = o->full != NULL ? o->full : o; /* it does take messages */
    const uint64_t *its = row_at(whole, begin_row(whole, child->interface));
    uint32_t first = created_at(o);
    row[OBSERVED] |= its[OBSERVED];
    join(row + first, its + first, o->row_words - first);
    set_bit(row + first, child->decl);
}

static const uint64_t *mix(outlook *o, value local, uint32_t interface)
{
    value_view parts = value_get(&o->c->vals, local);
    uint64_t *row = mem_alloc(o->row_words * sizeof *row);
    if (o->full == NULL)
        join(row, row_at(o, o->rest[interface] + number(o, parts.items[LOCAL_STATE])),
             o->row_words);
    mix_frames(o, row, interface, parts.items[LOCAL_FRAMES]);
    mix_tasks(o, row, interface, parts.items[LOCAL_TASKS]);
    mix_held(o, row, ts_held_effect(o->c, local));
    intern_id id = intern_put(&o->mixtures, row, o->row_words * sizeof *row);
    mem_free(row, o->row_words * sizeof *row);
    idmap_put_number(&o->mixed, local, (size_t)id + 1);
    return (const void *)intern_text(&o->mixtures, id);
}

static const uint64_t *row_of(outlook *o, value local)
{
    value_view parts = value_get(&o->c->vals, local);
    process_status is = (process_status)number(o, parts.items[LOCAL_STATUS]);
    if (is == STATUS_HALTED)
        return o->nothing;
    uint32_t interface = name_of(o, parts.items[LOCAL_SELF])->interface;
    if (is == STATUS_NEW)
        return row_at(o, begin_row(o, interface));
    if (parts.items[LOCAL_FRAMES] == VALUE_NULL &&
        parts.items[LOCAL_TASKS] == VALUE_NULL && parts.items[LOCAL_HELD] == VALUE_NULL)
        return row_at(o, o->rest[interface] + number(o, parts.items[LOCAL_STATE]));
    size_t known = idmap_get_number(&o->mixed, local);
    return known != 0 ? (const void *)intern_text(&o->mixtures, (intern_id)(known - 1))
                      : mix(o, local, interface);
}

static const uint64_t *alone_row_of(outlook *o, value local)
{
    value_view parts = value_get(&o->c->vals, local);
    process_status is = (process_status)number(o, parts.items[LOCAL_STATUS]);
    if (is == STATUS_HALTED)
        return o->nothing;
    if (parts.items[LOCAL_INBOX] != VALUE_NULL ||
        o->c->looks[local_machine(o->c, local)])
        return row_of(o, local);
    if (is == STATUS_IDLE || is == STATUS_WAITING)
        return o->nothing;
    if (is != STATUS_PAUSED && is != STATUS_SENDING)
        return row_of(o, local);
    return row_of(o->alone, local);
}

/* ---- Questions ---- */

bool outlook_sends_alone(outlook *o, value local, uint32_t decl)
{
    return has_bit(alone_row_of(o, local) + targets_at(o), decl) &&
           outlook_sends_to(o, local, decl);
}

bool outlook_sends(outlook *o, value local, uint32_t decl, uint32_t event)
{
    return has_bit(row_of(o, local) + sends_at(o, decl), event);
}

bool outlook_sends_to(outlook *o, value local, uint32_t decl)
{
    return has_bit(row_of(o, local) + targets_at(o), decl);
}

bool outlook_sends_any(outlook *o, value local, uint32_t decl, const bool *events)
{
    const uint64_t *row = row_of(o, local);
    if (!has_bit(row + targets_at(o), decl))
        return false;
    for (uint32_t e = 0; e < o->c->ir->event_count; e++)
        if (events[e] && has_bit(row + sends_at(o, decl), e))
            return true;
    return false;
}

bool outlook_is_aimed(outlook *o, value local)
{
    const uint64_t *row = row_of(o, local);
    uint64_t changes = row[aims_at(o)] >> AIM_ANYBODY & 1;
    for (uint32_t w = 0; w < o->aim_words; w++)
        changes |= row[aims_at(o) + w] & row[written_at(o) + w];
    return changes == 0 && !outlook_creates(o, local);
}

bool outlook_aims_at_self(outlook *o, value local)
{
    return has_bit(row_of(o, local) + aims_at(o), AIM_SELF);
}

bool outlook_aims_at(outlook *o, value local, uint32_t field)
{
    return has_bit(row_of(o, local) + aims_at(o), AIM_FIELDS + field);
}

bool outlook_is_observed(outlook *o, value local)
{
    return row_of(o, local)[OBSERVED] != 0;
}

bool outlook_creates(outlook *o, value local)
{
    const uint64_t *created = row_of(o, local) + created_at(o);
    for (uint32_t w = 0; w < o->decl_words; w++)
        if (created[w] != 0)
            return true;
    return false;
}

bool outlook_creates_one(outlook *o, value local, uint32_t decl)
{
    return has_bit(row_of(o, local) + created_at(o), decl);
}

bool outlook_ignores(outlook *o, value local, uint32_t event)
{
    return !has_bit(outlook_minded(o, local), event);
}

const uint64_t *outlook_minded(outlook *o, value local)
{
    return row_of(o, local) + MINDED;
}

const uint64_t *outlook_firm(outlook *o, value local)
{
    return row_of(o, local) + firm_at(o);
}

bool outlook_rests_in(outlook *o, value local, uint32_t state)
{
    return has_bit(row_of(o, local) + states_at(o), state);
}

outlook_drift outlook_field(outlook *o, value local, uint32_t field)
{
    const uint64_t *row = row_of(o, local);
    return (outlook_drift){.rises = has_bit(row + rising_at(o), field),
                           .falls = has_bit(row + falling_at(o), field),
                           .is_loose = has_bit(row + loose_at(o), field)};
}

static uint64_t find_events(const outlook *o, value list)
{
    uint64_t found = 0;
    value_view w = list_get(o->c, list);
    for (uint32_t i = 0; i < w.count; i++) {
        value_view parts = value_get(&o->c->vals, w.items[i]);
        if (parts.aux == REC_MESSAGE)
            found |= (uint64_t)1 << value_to_event(parts.items[MESSAGE_EVENT]) % 64;
    }
    return found;
}

bool outlook_minds_all(outlook *o, value local, value list)
{
    list_events *known = &o->lists[hash_u64(list) % LISTS];
    if (known->list != list)
        *known = (list_events){list, find_events(o, list)};
    const uint64_t *minded = outlook_minded(o, local);
    uint64_t ignored = 0;
    for (uint32_t w = 0; w < o->event_words; w++)
        ignored |= ~minded[w];
    return (known->events & ignored) == 0;
}
