#include "analysis/reach_effects.h"

#include "analysis/fn_effects.h"
#include "analysis/guard.h"
#include "analysis/points_to.h"

#include <string.h>

/* An effect row is laid out so:
 *
 *     is it observed | relevant events | unguarded events
 *     | targets: any machine, itself, a machine that a field refers to
 *     | fields written | ... that may increase | ... decrease | ... be untyped
 *     | states | declarations that are created | ... that are sent to
 *     | events that are sent to the first declaration | ... to the second ...
 *
 * A row is the least set that contains what its point does itself and the rows of all
 * points that it leads to; of the machines that it creates, all but their relevant
 * events and what is about their fields and states. */

typedef struct row_inclusion {
    uint32_t from, to; /* rows: FROM is a subset of TO */
    bool is_child;     /* FROM is another machine's */
} row_inclusion;

struct reach_effects {
    const test_context *t;
    fn_effects_table *effects;
    points_to *refs;
    uint32_t event_words;
    uint32_t decl_words;
    uint32_t target_words;
    uint32_t state_words;
    uint32_t row_words;
    uint64_t *rows;
    uint32_t row_count;
    uint32_t *rest; /* by interface: the row of its first state */
    uint32_t *enter;
    uint32_t **run; /* by interface, then function; IR_NONE: no machine runs it */
    VEC(row_inclusion) edges;
    uint64_t *nothing; /* the empty row */
    arena memory;
    /* The table of machines that receive no more messages; and back from there. */
    reach_effects *before_receive;
    const reach_effects *full;
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

static uint64_t *row_at(const reach_effects *r, uint32_t row)
{
    return r->rows + (size_t)row * r->row_words;
}

/* Where in a row they begin. */
enum { OBSERVED, RELEVANT };

enum { TARGET_ANY, TARGET_SELF, TARGET_FIELDS };

static uint32_t unguarded_at(const reach_effects *r)
{
    return RELEVANT + r->event_words;
}

static uint32_t known_targets_at(const reach_effects *r)
{
    return unguarded_at(r) + r->event_words;
}

static uint32_t written_at(const reach_effects *r)
{
    return known_targets_at(r) + r->target_words;
}

static uint32_t increasing_at(const reach_effects *r)
{
    return written_at(r) + r->target_words;
}

static uint32_t decreasing_at(const reach_effects *r)
{
    return increasing_at(r) + r->target_words;
}

static uint32_t untyped_at(const reach_effects *r)
{
    return decreasing_at(r) + r->target_words;
}

static uint32_t states_at(const reach_effects *r)
{
    return untyped_at(r) + r->target_words;
}

static uint32_t created_at(const reach_effects *r)
{
    return states_at(r) + r->state_words;
}

static uint32_t decls_sent_to_at(const reach_effects *r)
{
    return created_at(r) + r->decl_words;
}

static uint32_t sends_at(const reach_effects *r, uint32_t decl)
{
    return decls_sent_to_at(r) + r->decl_words + decl * r->event_words;
}

/* ---- What one function does, run by machines of one interface ---- */

static const ir_machine *machine_of(const reach_effects *r, uint32_t interface)
{
    return &r->t->ir->machines[test_context_machine(r->t, interface)];
}

/* Event E of emission X.  To send what the machine may not send is a fault. */
static void add_event(const reach_effects *r, uint64_t *row, uint32_t interface,
                      const emission *x, uint32_t e, const uint64_t *targets)
{
    bool is_send = x->kind == EMIT_SEND;
    evset_id sends = machine_of(r, interface)->sends;
    if (is_send && !evset_has(&r->t->ir->source->evsets, sends, e))
        return;
    if (r->t->observed[interface][e])
        row[OBSERVED] = 1;
    for (uint32_t decl = 0; is_send && decl < r->t->ir->machine_count; decl++)
        if (has_bit(targets, decl))
            reach_effects_add_send(r, row, decl, e);
}

static void add_emission(const reach_effects *r, uint64_t *row, uint32_t interface,
                         const emission *x, uint64_t *targets, uint64_t *given)
{
    memset(targets, 0, r->decl_words * sizeof *targets);
    memset(given, 0, r->decl_words * sizeof *given);
    if (x->kind == EMIT_SEND)
        points_to_add(r->refs, x->target, targets);
    if (x->given.function != IR_NONE) {
        points_to_add(r->refs, x->given, given);
        for (uint32_t w = 0; w < r->decl_words; w++)
            targets[w] &= given[w];
    }
    for (uint32_t e = 0; e < r->t->ir->event_count; e++)
        if (x->event == e || x->event == IR_NONE)
            add_event(r, row, interface, x, e, targets);
}

/* The target of a send, in terms of the machine's own fields. */
static uint32_t known_target_of(const reach_effects *r, const emission *x)
{
    if (x->given_param != IR_NONE)
        return TARGET_ANY;
    uint32_t root =
        fn_effects_root(r->t->ir, x->given.function != IR_NONE ? x->given : x->target);
    if (root == IR_NONE)
        return TARGET_ANY;
    return root == FN_EFFECTS_SELF ? TARGET_SELF : TARGET_FIELDS + root;
}

static void add_emissions(const reach_effects *r, uint64_t *row, uint32_t interface,
                          const fn_effects *f)
{
    uint64_t *targets = mem_alloc((size_t)2 * r->decl_words * sizeof *targets);
    vec_each (x, &f->emissions) {
        if (x->kind == EMIT_SEND)
            set_bit(row + known_targets_at(r), known_target_of(r, x));
        if (x->kind != EMIT_RAISE)
            add_emission(r, row, interface, x, targets, targets + r->decl_words);
    }
    mem_free(targets, (size_t)2 * r->decl_words * sizeof *targets);
}

static void add_edge(reach_effects *r, uint32_t to, uint32_t from, bool is_child)
{
    row_inclusion e = {from, to, is_child};
    vec_push(&r->edges, e);
}

static uint32_t entry_row(const reach_effects *r, uint32_t interface)
{
    return r->enter[interface] + machine_of(r, interface)->start;
}

static bool may_raise(const fn_effects *f)
{
    vec_each (x, &f->emissions)
        if (x->kind == EMIT_RAISE)
            return true;
    return false;
}

/* What a machine does beyond FUNCTION without another message: it leaves its state,
 * whichever that is, or an action there handles the event that FUNCTION raised. */
static void fill_before_receive(reach_effects *r, uint32_t interface, uint32_t function)
{
    const ir_machine *m = machine_of(r, interface);
    uint32_t at = r->run[interface][function];
    bool raises = may_raise(&r->effects->of[function]);
    for (uint32_t s = 0; s < m->state_count; s++) {
        if (raises)
            join(row_at(r, at), row_at(r->full, r->full->rest[interface] + s),
                 r->row_words);
        if (m->states[s].exit != IR_NONE)
            add_edge(r, at, r->run[interface][m->states[s].exit], false);
    }
}

static void add_fields(const reach_effects *r, uint64_t *row, uint32_t interface,
                       const fn_effects *f)
{
    for (uint32_t n = 0; n < machine_of(r, interface)->field_count; n++) {
        if (bits_has(&f->writes, n))
            set_bit(row + written_at(r), TARGET_FIELDS + n);
        if (bits_has(&f->fields.increases, n))
            set_bit(row + increasing_at(r), n);
        if (bits_has(&f->fields.decreases, n))
            set_bit(row + decreasing_at(r), n);
        if (bits_has(&f->fields.untyped, n))
            set_bit(row + untyped_at(r), n);
    }
}

/* A `receive` may take it. */
static void add_received(const reach_effects *r, uint64_t *row, uint32_t event)
{
    set_bit(row + RELEVANT, event);
    set_bit(row + unguarded_at(r), event);
}

static void add_creations(reach_effects *r, uint32_t at, uint32_t interface,
                          const fn_effects *f)
{
    for (uint32_t n = 0; n < r->t->ir->interface_count; n++) {
        uint32_t made =
            bits_has(&f->creates, n) ? fn_effects_made(r->t, interface, n) : IR_NONE;
        if (made == IR_NONE)
            continue;
        set_bit(row_at(r, at) + created_at(r), test_context_machine(r->t, made));
        if (r->full != NULL)
            join(row_at(r, at), row_at(r->full, entry_row(r->full, made)),
                 r->row_words);
        else
            add_edge(r, at, entry_row(r, made), true);
    }
}

static void fill_function(reach_effects *r, uint32_t interface, uint32_t function)
{
    const fn_effects *f = &r->effects->of[function];
    const ir_program *ir = r->t->ir;
    uint32_t at = r->run[interface][function];
    uint64_t *row = row_at(r, at);
    add_emissions(r, row, interface, f);
    if (r->full != NULL)
        fill_before_receive(r, interface, function);
    for (uint32_t e = 0; e < ir->event_count; e++)
        if (bits_has(&f->receives, e))
            add_received(r, row, e);
    add_fields(r, row, interface, f);
    if (f->has_receive)
        add_received(r, row, EVENT_HALT); /* every `receive` does */
    for (uint32_t s = 0; s < machine_of(r, interface)->state_count; s++)
        if (bits_has(&f->gotos, s))
            add_edge(r, at, r->enter[interface] + s, false);
    add_creations(r, at, interface, f);
}

/* ---- What a machine does in a state ---- */

static void add_run(reach_effects *r, uint32_t to, uint32_t interface,
                    uint32_t function)
{
    if (function != IR_NONE)
        add_edge(r, to, r->run[interface][function], false);
}

static const ir_action *action_of(const ir_machine *m, uint32_t state, uint32_t event)
{
    const ir_state *s = &m->states[state];
    for (uint32_t a = 0; a < s->action_count; a++)
        if (s->actions[a].event == event)
            return &s->actions[a];
    return NULL;
}

/* An event without an action halts the machine or is a fault.  A machine that polls its
 * queue may notice that it is empty. */
static bool is_relevant(const reach_effects *r, uint32_t interface, uint32_t state,
                        uint32_t e)
{
    const ir_action *a = action_of(machine_of(r, interface), state, e);
    return r->t->polls[test_context_machine(r->t, interface)] || a == NULL ||
           (a->kind != ACTION_IGNORE && a->kind != ACTION_DEFER);
}

/* Polls its queue, or the action is more than a handler that may refuse. */
static bool is_unguarded(const reach_effects *r, uint32_t interface, uint32_t state,
                         uint32_t e)
{
    const ir_action *a = action_of(machine_of(r, interface), state, e);
    return r->t->polls[test_context_machine(r->t, interface)] || a == NULL ||
           a->kind != ACTION_DO || !guard_may_refuse(&r->t->ir->functions[a->function]);
}

static void fill_state(reach_effects *r, uint32_t interface, uint32_t state)
{
    const ir_state *s = &machine_of(r, interface)->states[state];
    uint32_t rest = r->rest[interface] + state;
    uint32_t enter = r->enter[interface] + state;
    add_run(r, enter, interface, s->entry);
    if (r->full != NULL)
        return;
    add_edge(r, enter, rest, false);
    add_run(r, rest, interface, s->exit);
    for (uint32_t a = 0; a < s->action_count; a++) {
        add_run(r, rest, interface, s->actions[a].function);
        add_run(r, rest, interface, s->actions[a].quorum);
        if (s->actions[a].kind == ACTION_GOTO)
            add_edge(r, rest, r->enter[interface] + s->actions[a].target, false);
    }
    set_bit(row_at(r, rest) + states_at(r), state);
    for (uint32_t e = 0; e < r->t->ir->event_count; e++) {
        if (!is_relevant(r, interface, state, e))
            continue;
        set_bit(row_at(r, rest) + RELEVANT, e);
        if (is_unguarded(r, interface, state, e))
            set_bit(row_at(r, rest) + unguarded_at(r), e);
    }
}

/* ---- All rows ---- */

typedef struct root_list {
    reach_effects *r;
    uint32_t interface;
} root_list;

static void number_root(void *context, uint32_t function)
{
    const root_list *l = context;
    uint32_t *row = &l->r->run[l->interface][function];
    if (*row == IR_NONE)
        *row = l->r->row_count++;
}

static void number_rows(reach_effects *r)
{
    const ir_program *ir = r->t->ir;
    r->rest = ARENA_ARRAY(&r->memory, uint32_t, ir->interface_count);
    r->enter = ARENA_ARRAY(&r->memory, uint32_t, ir->interface_count);
    r->run = ARENA_ARRAY(&r->memory, uint32_t *, ir->interface_count);
    for (uint32_t i = 0; i < ir->interface_count; i++) {
        if (!r->effects->exists[i])
            continue;
        const ir_machine *m = machine_of(r, i);
        r->rest[i] = r->row_count;
        r->enter[i] = r->row_count + m->state_count;
        r->row_count += 2 * m->state_count;
        r->run[i] = ARENA_ARRAY(&r->memory, uint32_t, ir->function_count);
        for (uint32_t f = 0; f < ir->function_count; f++)
            r->run[i][f] = IR_NONE;
        root_list l = {r, i};
        fn_effects_each_root(m, number_root, &l);
    }
}

static void fill_rows(reach_effects *r)
{
    for (uint32_t i = 0; i < r->t->ir->interface_count; i++) {
        if (!r->effects->exists[i])
            continue;
        for (uint32_t s = 0; s < machine_of(r, i)->state_count; s++)
            fill_state(r, i, s);
        for (uint32_t f = 0; f < r->t->ir->function_count; f++)
            if (r->run[i][f] != IR_NONE)
                fill_function(r, i, f);
    }
}

/* True: row TO has grown. */
static bool propagate(const reach_effects *r, const row_inclusion *e)
{
    const uint64_t *from = row_at(r, e->from);
    uint64_t *to = row_at(r, e->to);
    uint64_t added = 0;
    for (uint32_t w = 0; w < r->row_words; w++) {
        if (e->is_child && w >= RELEVANT && w < created_at(r))
            continue;
        added |= from[w] & ~to[w];
        to[w] |= from[w];
    }
    return added != 0;
}

static void close_rows(reach_effects *r)
{
    for (bool grew = true; grew;) {
        grew = false;
        vec_each (e, &r->edges)
            grew |= propagate(r, e);
    }
}

static void count_words(reach_effects *r)
{
    const ir_program *ir = r->t->ir;
    r->event_words = (ir->event_count + 63) / 64;
    r->decl_words = points_to_words(r->refs);
    for (uint32_t i = 0; i < ir->machine_count; i++) {
        if ((TARGET_FIELDS + ir->machines[i].field_count + 63) / 64 > r->target_words)
            r->target_words = (TARGET_FIELDS + ir->machines[i].field_count + 63) / 64;
        if ((ir->machines[i].state_count + 63) / 64 > r->state_words)
            r->state_words = (ir->machines[i].state_count + 63) / 64;
    }
    r->row_words = sends_at(r, ir->machine_count);
}

static reach_effects *make(const test_context *t, const reach_effects *full)
{
    reach_effects *r = mem_alloc(sizeof *r);
    r->full = full;
    r->t = t;
    r->effects = full != NULL ? full->effects : fn_effects_new(t);
    r->refs = full != NULL ? full->refs : points_to_new(t, r->effects);
    count_words(r);
    arena_init(&r->memory);
    number_rows(r);
    r->rows = mem_alloc((size_t)r->row_count * r->row_words * sizeof *r->rows);
    r->nothing = ARENA_ARRAY(&r->memory, uint64_t, r->row_words);
    fill_rows(r);
    close_rows(r);
    vec_free(&r->edges);
    return r;
}

reach_effects *reach_effects_new(const test_context *t)
{
    reach_effects *r = make(t, NULL);
    r->before_receive = make(t, r);
    assert(r->before_receive->row_words == r->row_words);
    return r;
}

void reach_effects_free(reach_effects *r)
{
    if (r == NULL)
        return;
    reach_effects_free(r->before_receive);
    mem_free(r->rows, (size_t)r->row_count * r->row_words * sizeof *r->rows);
    arena_fini(&r->memory);
    if (r->full == NULL) {
        points_to_free(r->refs);
        fn_effects_free(r->effects);
    }
    mem_free(r, sizeof *r);
}

const reach_effects *reach_effects_before_receive(const reach_effects *r)
{
    assert(r->before_receive != NULL);
    return r->before_receive;
}

/* ---- Rows ---- */

uint32_t reach_effects_words(const reach_effects *r)
{
    return r->row_words;
}

effect_row reach_effects_resting(const reach_effects *r, uint32_t interface,
                                 uint32_t state)
{
    assert(r->effects->exists[interface]);
    assert(state < machine_of(r, interface)->state_count);
    return row_at(r, r->rest[interface] + state);
}

effect_row reach_effects_running(const reach_effects *r, uint32_t interface,
                                 uint32_t function)
{
    assert(r->effects->exists[interface]);
    assert(r->run[interface][function] != IR_NONE);
    return row_at(r, r->run[interface][function]);
}

effect_row reach_effects_new_machine(const reach_effects *r, uint32_t interface)
{
    assert(r->effects->exists[interface]);
    return row_at(r, entry_row(r, interface));
}

effect_row reach_effects_none(const reach_effects *r)
{
    return r->nothing;
}

void reach_effects_join(const reach_effects *r, uint64_t *row, effect_row more)
{
    join(row, more, r->row_words);
}

void reach_effects_add_send(const reach_effects *r, uint64_t *row, uint32_t decl,
                            uint32_t event)
{
    assert(event < r->t->ir->event_count);
    set_bit(row + decls_sent_to_at(r), decl);
    set_bit(row + sends_at(r, decl), event);
}

/* The child does receive messages. */
void reach_effects_add_child(const reach_effects *r, uint64_t *row, uint32_t interface)
{
    const reach_effects *whole = r->full != NULL ? r->full : r;
    effect_row its = reach_effects_new_machine(whole, interface);
    uint32_t first = created_at(r);
    row[OBSERVED] |= its[OBSERVED];
    join(row + first, its + first, r->row_words - first);
    set_bit(row + first, test_context_machine(r->t, interface));
}

/* ---- Questions ---- */

bool reach_effects_sends(const reach_effects *r, effect_row row, uint32_t decl,
                         uint32_t event)
{
    return has_bit(row + sends_at(r, decl), event);
}

bool reach_effects_sends_to(const reach_effects *r, effect_row row, uint32_t decl)
{
    return has_bit(row + decls_sent_to_at(r), decl);
}

bool reach_effects_sends_any(const reach_effects *r, effect_row row, uint32_t decl,
                             const bool *events)
{
    if (!reach_effects_sends_to(r, row, decl))
        return false;
    const uint64_t *sent = row + sends_at(r, decl);
    for (uint32_t w = 0; w < r->event_words; w++)
        for (uint64_t left = sent[w]; left != 0; left &= left - 1)
            if (events[w * 64 + (uint32_t)__builtin_ctzll(left)])
                return true;
    return false;
}

bool reach_effects_has_known_targets(const reach_effects *r, effect_row row)
{
    uint64_t changes = row[known_targets_at(r)] >> TARGET_ANY & 1;
    for (uint32_t w = 0; w < r->target_words; w++)
        changes |= row[known_targets_at(r) + w] & row[written_at(r) + w];
    return changes == 0 && !reach_effects_creates(r, row);
}

bool reach_effects_targets_self(const reach_effects *r, effect_row row)
{
    return has_bit(row + known_targets_at(r), TARGET_SELF);
}

bool reach_effects_targets_field(const reach_effects *r, effect_row row, uint32_t field)
{
    return has_bit(row + known_targets_at(r), TARGET_FIELDS + field);
}

bool reach_effects_is_observed(effect_row row)
{
    return row[OBSERVED] != 0;
}

bool reach_effects_creates(const reach_effects *r, effect_row row)
{
    for (uint32_t w = 0; w < r->decl_words; w++)
        if (row[created_at(r) + w] != 0)
            return true;
    return false;
}

bool reach_effects_creates_one(const reach_effects *r, effect_row row, uint32_t decl)
{
    return has_bit(row + created_at(r), decl);
}

bool reach_effects_rests_in(const reach_effects *r, effect_row row, uint32_t state)
{
    return has_bit(row + states_at(r), state);
}

field_direction reach_effects_field(const reach_effects *r, effect_row row,
                                    uint32_t field)
{
    return (field_direction){.increases = has_bit(row + increasing_at(r), field),
                             .decreases = has_bit(row + decreasing_at(r), field),
                             .is_untyped = has_bit(row + untyped_at(r), field)};
}

effect_row reach_effects_relevant(effect_row row)
{
    return row + RELEVANT;
}

effect_row reach_effects_unguarded(const reach_effects *r, effect_row row)
{
    return row + unguarded_at(r);
}

uint32_t reach_effects_event_words(const reach_effects *r)
{
    return r->event_words;
}
