#include "analysis/reach_effects.h"

#include "analysis/fn_effects.h"
#include "analysis/guard.h"
#include "analysis/points_to.h"
#include "base/idmap.h"
#include "base/scc.h"

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
 * events and what is about their fields and states.
 *
 * In a very large program, rows and columns are merged until the table has a bounded
 * size (fit_table): declarations, events, fields and states share columns, then all
 * points of an interface share a row, at last all points.  A merged row or column is
 * the union of what is merged, so answers stay on the safe side. */

/* Words of a table that is not merged. */
enum { MOST_WORDS = 1 << 22, MERGED_COLUMNS = 62, FEW_COLUMNS = 3 };

typedef enum merging { MERGE_NOTHING, MERGE_POINTS, MERGE_ALL } merging;

struct reach_effects {
    const test_context *t;
    fn_effects_table *effects;
    points_to *refs;
    uint32_t event_words;
    uint32_t decls; /* columns of declarations */
    uint32_t decl_words;
    uint32_t sent; /* columns of events that are sent to one of them */
    uint32_t sent_words;
    uint32_t fields;
    uint32_t target_words;
    uint32_t states;
    uint32_t state_words;
    uint32_t row_words;
    uint64_t *rows;
    uint32_t row_count;
    merging merging;
    uint32_t *rest; /* by interface: the row of its first state */
    uint32_t *enter;
    uint32_t
        *leave; /* by interface, in the table before a receive: it leaves a state */
    uint32_t *raise;        /* ... or handles an event that it has raised */
    idmap run;              /* (interface, function) -> its row + 1 */
    VEC(scc_edge) edges;    /* rows: FROM is a subset of TO */
    VEC(scc_edge) children; /* FROM is another machine's */
    uint64_t *nothing;      /* the empty row */
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

static bool is_empty(const uint64_t *words, uint32_t count)
{
    for (uint32_t w = 0; w < count; w++)
        if (words[w] != 0)
            return false;
    return true;
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

/* DECL: a column of declarations. */
static uint32_t sends_at(const reach_effects *r, uint32_t decl)
{
    return decls_sent_to_at(r) + r->decl_words + decl * r->sent_words;
}

/* Columns within those parts. */
static uint32_t decl_column(const reach_effects *r, uint32_t decl)
{
    return points_to_class(r->refs, decl) % r->decls;
}

static uint32_t field_column(const reach_effects *r, uint32_t field)
{
    return field % r->fields;
}

static uint32_t state_column(const reach_effects *r, uint32_t state)
{
    return state % r->states;
}

/* ---- Points ---- */

static uint32_t rest_row(const reach_effects *r, uint32_t interface, uint32_t state)
{
    return r->rest[interface] + (r->merging == MERGE_NOTHING ? state : 0);
}

static uint32_t enter_row(const reach_effects *r, uint32_t interface, uint32_t state)
{
    return r->enter[interface] + (r->merging == MERGE_NOTHING ? state : 0);
}

/* Only of functions that the machine runs for itself. */
static uint32_t run_row(const reach_effects *r, uint32_t interface, uint32_t function)
{
    if (r->merging != MERGE_NOTHING)
        return r->rest[interface];
    size_t row = idmap_get_number(&r->run, IDMAP_KEY(interface, function));
    assert(row != 0);
    return (uint32_t)(row - 1);
}

/* ---- What one function does, run by machines of one interface ---- */

static const ir_machine *machine_of(const reach_effects *r, uint32_t interface)
{
    return &r->t->ir->machines[test_context_machine(r->t, interface)];
}

/* Of one machine, while its functions are read. */
typedef struct sender {
    const reach_effects *r;
    uint32_t interface;
    uint64_t *targets; /* declarations: scratch */
    uint64_t *given;
    uint64_t *any; /* columns of all events that it may send, once they are needed */
    bool has_any;
    bool any_is_observed;  /* is one of them? */
    bool some_is_observed; /* is any event at all? */
} sender;

static void sender_init(sender *s, const reach_effects *r, uint32_t interface)
{
    uint32_t words = points_to_words(r->refs);
    *s = (sender){.r = r, .interface = interface};
    s->targets = mem_alloc(words * sizeof *s->targets);
    s->given = mem_alloc(words * sizeof *s->given);
    s->any = mem_alloc(r->sent_words * sizeof *s->any);
}

static void sender_fini(sender *s)
{
    uint32_t words = points_to_words(s->r->refs);
    mem_free(s->targets, words * sizeof *s->targets);
    mem_free(s->given, words * sizeof *s->given);
    mem_free(s->any, s->r->sent_words * sizeof *s->any);
}

/* To send what the machine may not send is a fault. */
static bool may_send(const sender *s, uint32_t event)
{
    return evset_has(&s->r->t->ir->source->evsets,
                     machine_of(s->r, s->interface)->sends, event);
}

static bool is_observed(const sender *s, uint32_t event)
{
    return s->r->t->observed[s->interface][event];
}

static void find_any(sender *s)
{
    for (uint32_t e = 0; !s->has_any && e < s->r->t->ir->event_count; e++) {
        s->some_is_observed |= is_observed(s, e);
        if (!may_send(s, e))
            continue;
        set_bit(s->any, e % s->r->sent);
        s->any_is_observed |= is_observed(s, e);
    }
    s->has_any = true;
}

/* Columns of declarations that S->targets holds. */
static void send_to_targets(const sender *s, uint64_t *row, const emission *x)
{
    const reach_effects *r = s->r;
    for (uint32_t k = 0; k < points_to_classes(r->refs); k++) {
        uint32_t decl = k % r->decls;
        if (!has_bit(s->targets, k))
            continue;
        set_bit(row + decls_sent_to_at(r), decl);
        if (x->event == IR_NONE)
            join(row + sends_at(r, decl), s->any, r->sent_words);
        else
            set_bit(row + sends_at(r, decl), x->event % r->sent);
    }
}

static void add_send(sender *s, uint64_t *row, const emission *x)
{
    const reach_effects *r = s->r;
    uint32_t words = points_to_words(r->refs);
    if (x->event != IR_NONE ? !may_send(s, x->event) : is_empty(s->any, r->sent_words))
        return;
    memset(s->targets, 0, words * sizeof *s->targets);
    points_to_add(r->refs, x->target, s->targets);
    if (x->given.function != IR_NONE) {
        memset(s->given, 0, words * sizeof *s->given);
        points_to_add(r->refs, x->given, s->given);
        for (uint32_t w = 0; w < words; w++)
            s->targets[w] &= s->given[w];
    }
    if (x->event != IR_NONE ? is_observed(s, x->event) : s->any_is_observed)
        row[OBSERVED] = 1;
    send_to_targets(s, row, x);
}

static void add_emission(sender *s, uint64_t *row, const emission *x)
{
    if (x->event == IR_NONE)
        find_any(s);
    if (x->kind == EMIT_SEND)
        add_send(s, row, x);
    else if (x->event != IR_NONE ? is_observed(s, x->event) : s->some_is_observed)
        row[OBSERVED] = 1;
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
    return root == FN_EFFECTS_SELF ? TARGET_SELF
                                   : TARGET_FIELDS + field_column(r, root);
}

static void add_emissions(sender *s, uint64_t *row, const fn_effects *f)
{
    vec_each (x, &f->emissions) {
        if (x->kind == EMIT_SEND)
            set_bit(row + known_targets_at(s->r), known_target_of(s->r, x));
        if (x->kind != EMIT_RAISE)
            add_emission(s, row, x);
    }
}

static void add_edge(reach_effects *r, uint32_t to, uint32_t from)
{
    scc_edge e = {from, to};
    if (from != to)
        vec_push(&r->edges, e);
}

static uint32_t entry_row(const reach_effects *r, uint32_t interface)
{
    return enter_row(r, interface, machine_of(r, interface)->start);
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
    uint32_t at = run_row(r, interface, function);
    add_edge(r, at, r->leave[interface]);
    if (may_raise(&r->effects->of[function]))
        add_edge(r, at, r->raise[interface]);
}

static void fill_leave_and_raise(reach_effects *r, uint32_t interface)
{
    const ir_machine *m = machine_of(r, interface);
    for (uint32_t s = 0; s < m->state_count; s++) {
        if (s == 0 || r->merging == MERGE_NOTHING)
            join(row_at(r, r->raise[interface]),
                 row_at(r->full, rest_row(r->full, interface, s)), r->row_words);
        if (m->states[s].exit != IR_NONE)
            add_edge(r, r->leave[interface], run_row(r, interface, m->states[s].exit));
    }
}

static void add_columns(const reach_effects *r, uint64_t *columns, const bits *fields)
{
    for (uint32_t w = 0; w < fields->words.len; w++)
        for (uint64_t left = fields->words.data[w]; left != 0; left &= left - 1)
            set_bit(columns, field_column(r, w * 64 + (uint32_t)__builtin_ctzll(left)));
}

static void add_fields(const reach_effects *r, uint64_t *row, const fn_effects *f)
{
    vec_each (n, &f->writes)
        set_bit(row + written_at(r), TARGET_FIELDS + field_column(r, *n));
    add_columns(r, row + increasing_at(r), &f->fields.increases);
    add_columns(r, row + decreasing_at(r), &f->fields.decreases);
    add_columns(r, row + untyped_at(r), &f->fields.untyped);
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
    vec_each (asked, &f->creates) {
        uint32_t made = fn_effects_made(r->t, interface, *asked);
        if (made == IR_NONE)
            continue;
        set_bit(row_at(r, at) + created_at(r),
                decl_column(r, test_context_machine(r->t, made)));
        scc_edge child = {entry_row(r, made), at};
        if (r->full != NULL)
            join(row_at(r, at), row_at(r->full, entry_row(r->full, made)),
                 r->row_words);
        else if (child.from != child.to)
            vec_push(&r->children, child);
    }
}

static void fill_function(reach_effects *r, sender *s, uint32_t function)
{
    const fn_effects *f = &r->effects->of[function];
    uint32_t at = run_row(r, s->interface, function);
    uint64_t *row = row_at(r, at);
    add_emissions(s, row, f);
    if (r->full != NULL)
        fill_before_receive(r, s->interface, function);
    vec_each (e, &f->receives)
        add_received(r, row, *e);
    add_fields(r, row, f);
    if (f->has_receive)
        add_received(r, row, EVENT_HALT); /* every `receive` does */
    vec_each (state, &f->gotos)
        add_edge(r, at, enter_row(r, s->interface, *state));
    add_creations(r, at, s->interface, f);
}

/* ---- What a machine does in a state ---- */

static void add_run(reach_effects *r, uint32_t to, uint32_t interface,
                    uint32_t function)
{
    if (function != IR_NONE)
        add_edge(r, to, run_row(r, interface, function));
}

static void clear_bit(uint64_t *words, uint32_t n)
{
    words[n / 64] &= ~((uint64_t)1 << n % 64);
}

/* All events are relevant but those that are ignored or deferred: one without an action
 * halts the machine or is a fault.  A machine that polls its queue may notice that it
 * is empty.  An event is unguarded unless its action is a handler that may refuse.
 * SCRATCH: a set of events. */
static void add_relevant(const reach_effects *r, uint64_t *row, uint32_t interface,
                         const ir_state *s, uint64_t *scratch)
{
    bool polls = r->t->polls[test_context_machine(r->t, interface)];
    uint32_t count = r->t->ir->event_count;
    memset(scratch, 0xff, r->event_words * sizeof *scratch);
    if (count % 64 != 0)
        scratch[r->event_words - 1] = ((uint64_t)1 << count % 64) - 1;
    for (uint32_t a = 0; a < s->action_count && !polls; a++)
        if (s->actions[a].kind == ACTION_IGNORE || s->actions[a].kind == ACTION_DEFER)
            clear_bit(scratch, s->actions[a].event);
    join(row + RELEVANT, scratch, r->event_words);
    for (uint32_t a = 0; a < s->action_count && !polls; a++)
        if (s->actions[a].kind == ACTION_DO &&
            guard_may_refuse(&r->t->ir->functions[s->actions[a].function]))
            clear_bit(scratch, s->actions[a].event);
    join(row + unguarded_at(r), scratch, r->event_words);
}

static void fill_state(reach_effects *r, uint32_t interface, uint32_t state,
                       uint64_t *scratch)
{
    const ir_state *s = &machine_of(r, interface)->states[state];
    uint32_t rest = rest_row(r, interface, state);
    uint32_t enter = enter_row(r, interface, state);
    add_run(r, enter, interface, s->entry);
    if (r->full != NULL)
        return;
    add_edge(r, enter, rest);
    add_run(r, rest, interface, s->exit);
    for (uint32_t a = 0; a < s->action_count; a++) {
        add_run(r, rest, interface, s->actions[a].function);
        add_run(r, rest, interface, s->actions[a].quorum);
        if (s->actions[a].kind == ACTION_GOTO)
            add_edge(r, rest, enter_row(r, interface, s->actions[a].target));
    }
    set_bit(row_at(r, rest) + states_at(r), state_column(r, state));
    add_relevant(r, row_at(r, rest), interface, s, scratch);
}

/* ---- All rows ---- */

typedef struct root_list {
    reach_effects *r;
    uint32_t interface;
    sender *s; /* filling */
    bits *filled;
} root_list;

static void number_root(void *context, uint32_t function)
{
    const root_list *l = context;
    uint64_t key = IDMAP_KEY(l->interface, function);
    if (idmap_get_number(&l->r->run, key) != 0)
        return;
    idmap_put_number(&l->r->run, key, (size_t)l->r->row_count + 1);
    l->r->row_count++;
}

static void number_points(reach_effects *r, uint32_t interface)
{
    const ir_machine *m = machine_of(r, interface);
    r->rest[interface] = r->row_count;
    r->enter[interface] = r->row_count + m->state_count;
    r->row_count += 2 * m->state_count;
    r->leave[interface] = r->row_count++;
    r->raise[interface] = r->row_count++;
    root_list l = {.r = r, .interface = interface};
    fn_effects_each_root(m, number_root, &l);
}

static void number_rows(reach_effects *r)
{
    idmap_fini(&r->run);
    r->run = (idmap){0};
    r->row_count = r->merging == MERGE_ALL;
    for (uint32_t i = 0; i < r->t->ir->interface_count; i++) {
        if (!r->effects->exists[i])
            continue;
        if (r->merging == MERGE_NOTHING) {
            number_points(r, i);
            continue;
        }
        uint32_t row = r->merging == MERGE_ALL ? 0 : r->row_count++;
        r->rest[i] = r->enter[i] = r->leave[i] = r->raise[i] = row;
    }
}

static void fill_root(void *context, uint32_t function)
{
    const root_list *l = context;
    if (bits_add(l->filled, function))
        fill_function(l->r, l->s, function);
}

static void fill_interface(reach_effects *r, uint32_t interface, uint64_t *scratch)
{
    const ir_machine *m = machine_of(r, interface);
    bits filled = {0};
    sender s;
    sender_init(&s, r, interface);
    for (uint32_t n = 0; n < m->state_count; n++)
        fill_state(r, interface, n, scratch);
    root_list l = {.r = r, .interface = interface, .s = &s, .filled = &filled};
    fn_effects_each_root(m, fill_root, &l);
    if (r->full != NULL)
        fill_leave_and_raise(r, interface);
    sender_fini(&s);
    bits_fini(&filled);
}

static void fill_rows(reach_effects *r)
{
    uint64_t *scratch = mem_alloc(r->event_words * sizeof *scratch);
    for (uint32_t i = 0; i < r->t->ir->interface_count; i++)
        if (r->effects->exists[i] && !test_context_is_over(r->t))
            fill_interface(r, i, scratch);
    mem_free(scratch, r->event_words * sizeof *scratch);
}

static void close_columns(const reach_effects *r, uint32_t first, uint32_t end)
{
    const scc_rows rows = {r->rows, r->row_words, first, end - first};
    scc_close(&rows, r->row_count, r->edges.data, r->edges.len);
}

/* What a machine creates adds nothing to its relevant events, fields and states. */
static void close_rows(reach_effects *r)
{
    if (test_context_is_over(r->t))
        return;
    close_columns(r, RELEVANT, created_at(r));
    vec_each (e, &r->children)
        vec_push(&r->edges, *e);
    close_columns(r, OBSERVED, RELEVANT);
    close_columns(r, created_at(r), r->row_words);
}

/* ---- The size of the table ---- */

static uint32_t at_most(uint32_t n, uint32_t most)
{
    return n == 0 ? 1 : n < most ? n : most;
}

/* No part has more than MOST columns. */
static void count_words(reach_effects *r, uint32_t most)
{
    const ir_program *ir = r->t->ir;
    uint32_t fields = 0;
    uint32_t states = 0;
    for (uint32_t i = 0; i < ir->machine_count; i++) {
        if (ir->machines[i].field_count > fields)
            fields = ir->machines[i].field_count;
        if (ir->machines[i].state_count > states)
            states = ir->machines[i].state_count;
    }
    r->decls = at_most(points_to_classes(r->refs), most);
    r->sent = at_most(ir->event_count, most);
    r->fields = at_most(fields, most);
    r->states = at_most(states, most);
    r->event_words = (ir->event_count + 63) / 64;
    r->decl_words = (r->decls + 63) / 64;
    r->sent_words = (r->sent + 63) / 64;
    r->target_words = (TARGET_FIELDS + r->fields + 63) / 64;
    r->state_words = (r->states + 63) / 64;
    uint64_t sends = (uint64_t)r->decls * r->sent_words;
    uint64_t words = sends_at(r, 0) + sends;
    r->row_words = words < MOST_WORDS ? (uint32_t)words : MOST_WORDS + 1;
}

static bool fits(const reach_effects *r)
{
    return (uint64_t)r->row_count * r->row_words <= MOST_WORDS;
}

static void fit_table(reach_effects *r)
{
    uint32_t count = r->t->ir->interface_count;
    r->rest = ARENA_ARRAY(&r->memory, uint32_t, count);
    r->enter = ARENA_ARRAY(&r->memory, uint32_t, count);
    r->leave = ARENA_ARRAY(&r->memory, uint32_t, count);
    r->raise = ARENA_ARRAY(&r->memory, uint32_t, count);
    unsigned least = r->t->coarseness;
    count_words(r, least > 0 ? FEW_COLUMNS : UINT32_MAX);
    r->merging = least > 1 ? (merging)(least - 1) : MERGE_NOTHING;
    number_rows(r);
    if (!fits(r))
        count_words(r, MERGED_COLUMNS);
    while (!fits(r) && r->merging < MERGE_ALL) {
        r->merging++;
        number_rows(r);
    }
}

static reach_effects *make(const test_context *t, const reach_effects *full)
{
    reach_effects *r = mem_alloc(sizeof *r);
    r->full = full;
    r->t = t;
    r->effects = full != NULL ? full->effects : fn_effects_new(t);
    r->refs = full != NULL ? full->refs : points_to_new(t, r->effects);
    arena_init(&r->memory);
    fit_table(r);
    r->rows = mem_alloc((size_t)r->row_count * r->row_words * sizeof *r->rows);
    r->nothing = ARENA_ARRAY(&r->memory, uint64_t, r->row_words);
    fill_rows(r);
    close_rows(r);
    vec_free(&r->edges);
    vec_free(&r->children);
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
    idmap_fini(&r->run);
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
    return row_at(r, rest_row(r, interface, state));
}

effect_row reach_effects_running(const reach_effects *r, uint32_t interface,
                                 uint32_t function)
{
    assert(r->effects->exists[interface]);
    return row_at(r, run_row(r, interface, function));
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
    set_bit(row + decls_sent_to_at(r), decl_column(r, decl));
    set_bit(row + sends_at(r, decl_column(r, decl)), event % r->sent);
}

/* The child does receive messages. */
void reach_effects_add_child(const reach_effects *r, uint64_t *row, uint32_t interface)
{
    const reach_effects *whole = r->full != NULL ? r->full : r;
    effect_row its = reach_effects_new_machine(whole, interface);
    uint32_t first = created_at(r);
    row[OBSERVED] |= its[OBSERVED];
    join(row + first, its + first, r->row_words - first);
    set_bit(row + first, decl_column(r, test_context_machine(r->t, interface)));
}

/* ---- Questions ---- */

bool reach_effects_sends(const reach_effects *r, effect_row row, uint32_t decl,
                         uint32_t event)
{
    return has_bit(row + sends_at(r, decl_column(r, decl)), event % r->sent);
}

bool reach_effects_sends_to(const reach_effects *r, effect_row row, uint32_t decl)
{
    return has_bit(row + decls_sent_to_at(r), decl_column(r, decl));
}

bool reach_effects_sends_any(const reach_effects *r, effect_row row, uint32_t decl,
                             const bool *events)
{
    if (!reach_effects_sends_to(r, row, decl))
        return false;
    const uint64_t *sent = row + sends_at(r, decl_column(r, decl));
    for (uint32_t w = 0; w < r->sent_words; w++)
        for (uint64_t left = sent[w]; left != 0; left &= left - 1)
            for (uint32_t e = w * 64 + (uint32_t)__builtin_ctzll(left);
                 e < r->t->ir->event_count; e += r->sent)
                if (events[e])
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
    return has_bit(row + known_targets_at(r), TARGET_FIELDS + field_column(r, field));
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
    return has_bit(row + created_at(r), decl_column(r, decl));
}

bool reach_effects_rests_in(const reach_effects *r, effect_row row, uint32_t state)
{
    return has_bit(row + states_at(r), state_column(r, state));
}

field_direction reach_effects_field(const reach_effects *r, effect_row row,
                                    uint32_t field)
{
    uint32_t column = field_column(r, field);
    return (field_direction){.increases = has_bit(row + increasing_at(r), column),
                             .decreases = has_bit(row + decreasing_at(r), column),
                             .is_untyped = has_bit(row + untyped_at(r), column)};
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
