#include "engine/diagnose/profile.h"

#include "base/hash.h"
#include "core/within.h"
#include "engine/row_store.h"

/* The values of one column, and of its parts. */
typedef struct column_sets {
    idmap whole;
    idmap control;
    idmap inbox;
    idmap outbox;
    idmap *fields;
    uint32_t field_count;
    uint32_t decl;
    uint64_t present; /* in so many states */
} column_sets;

typedef struct survey {
    core *c;
    profile *p;
    uint64_t most_states;
    uint64_t most_depth; /* 0: any */
    uint64_t most_outcomes;
    row_store states;
    VEC(column_sets) columns; /* by column of a state, outboxes with their machines */
    size_t values;            /* bytes of values before the search */
    size_t room;              /* columns of states that may still be stored */
    system_state row;
    system_state to;
    transition_list enabled;
} survey;

/* ---- Counting ---- */

static void start_column(column_sets *k, const core *c, value local)
{
    k->decl = local_machine(c, local);
    k->field_count = c->ir->machines[k->decl].field_count;
    k->fields = mem_alloc(k->field_count * sizeof *k->fields);
}

static void free_column(column_sets *k)
{
    idmap_fini(&k->whole);
    idmap_fini(&k->control);
    idmap_fini(&k->inbox);
    idmap_fini(&k->outbox);
    for (uint32_t i = 0; i < k->field_count; i++)
        idmap_fini(&k->fields[i]);
    mem_free(k->fields, k->field_count * sizeof *k->fields);
}

static uint64_t control_of(const value_view *local)
{
    static const uint32_t items[] = {LOCAL_STATUS,  LOCAL_STATE,  LOCAL_CREATED,
                                     LOCAL_PENDING, LOCAL_FRAMES, LOCAL_TASKS};
    uint64_t hash = 0;
    for (size_t i = 0; i < sizeof items / sizeof *items; i++)
        hash = hash_u64(hash + local->items[items[i]] + 1);
    return hash;
}

/* A halted machine has no variables. */
static void add_local(column_sets *k, const core *c, value local)
{
    k->present++;
    if (k->present == 1)
        start_column(k, c, local);
    if (!idmap_add(&k->whole, local))
        return; /* and so its parts are known */
    value_view w = value_get(&c->vals, local);
    idmap_add(&k->control, control_of(&w));
    idmap_add(&k->inbox, w.items[LOCAL_INBOX]);
    for (uint32_t i = LOCAL_FIELDS; i < w.count; i++)
        idmap_add(&k->fields[i - LOCAL_FIELDS], w.items[i]);
}

static void count_state(survey *s, const system_state *row)
{
    const core *c = s->c;
    size_t first = env_columns(c);
    while (s->columns.len < row->len) {
        const column_sets nothing = {0};
        vec_push(&s->columns, nothing);
    }
    idmap_add(&s->columns.data[0].whole, row->data[0]);
    for (size_t i = 1; i < first; i++)
        add_local(&s->columns.data[i], c, row->data[i]);
    for (size_t i = first; i < row->len; i += 2)
        if (row->data[i] != VALUE_NULL) {
            add_local(&s->columns.data[i], c, row->data[i]);
            idmap_add(&s->columns.data[i].outbox, row->data[i + 1]);
        }
}

/* ---- The search ---- */

/* Where machines or values are very large, fewer states must do. */
enum { MOST_COLUMNS = 4 << 20, MOST_BYTES = 48 << 20 };

static bool is_full(const survey *s)
{
    return row_store_count(&s->states) >= s->most_states || s->room == 0 ||
           values_bytes(&s->c->vals) > s->values + MOST_BYTES;
}

static void add_state(survey *s, uint32_t from)
{
    bool is_new;
    if (is_full(s) && row_store_find(&s->states, &s->to) == ROW_NONE) {
        s->p->is_complete = false;
        return;
    }
    (void)row_store_add(&s->states, &s->to, from, &is_new);
    if (!is_new)
        return;
    count_state(s, &s->to);
    s->room -= s->to.len < s->room ? s->to.len : s->room;
}

/* A step with too many outcomes is left with those that were found. */
static void forgive(survey *s)
{
    if (s->c->limit == STOP_NONE)
        return;
    s->p->is_complete = false;
    s->c->limit = STOP_NONE;
    s->c->was_stopped = false;
}

/* Breadth first, so the first fault is that of a shortest run. */
static void note_fault(survey *s)
{
    if (s->p->has_fault)
        return;
    s->p->has_fault = true;
    s->p->fault_depth = s->p->depth + 1; /* an end is judged when it is expanded */
}

static void take_transition(survey *s, uint32_t from, transition m)
{
    transition_result r = {0};
    for (uint32_t k = 0; !r.is_last && k <= s->most_outcomes &&
                         system_step(s->c, &s->row, m, k, &s->to, &r);
         k++) {
        bool is_whole = s->c->limit == STOP_NONE && !s->c->was_stopped;
        forgive(s);
        if (r.is_pruned)
            continue;
        if (r.fault == 0)
            add_state(s, from);
        else if (is_whole)
            note_fault(s);
    }
    forgive(s);
    if (!r.is_last &&
        system_step(s->c, &s->row, m, (uint32_t)s->most_outcomes + 1, &s->to, &r))
        s->p->is_complete = false;
}

/* As in the explicit engine, a state outside a bound may be the end of a run. */
static void expand(survey *s, uint32_t at)
{
    if (s->most_depth > 0 && s->p->depth >= s->most_depth)
        return;
    row_store_get(&s->states, at, &s->row);
    if (system_enabled(s->c, &s->row, &s->enabled) == 0 &&
        system_end(s->c, &s->row).kind != FAULT_NONE)
        note_fault(s);
    if (!within_has_state(s->c, &s->row))
        return;
    vec_each (m, &s->enabled)
        take_transition(s, at, *m);
}

static void search(survey *s)
{
    transition_result r;
    system_start(s->c, &s->to, &r);
    if (r.fault != 0 && !r.is_pruned)
        note_fault(s);
    else if (!r.is_pruned)
        add_state(s, ROW_NONE);
    for (uint32_t at = 0; at < row_store_count(&s->states); at++) {
        s->p->depth = row_store_depth(&s->states, at);
        if (is_full(s) || core_is_over(s->c)) {
            s->p->is_complete = false;
            return;
        }
        expand(s, at);
    }
}

/* ---- The result ---- */

static profile_part *add_part(profile *p, profile_kind kind, const profile_part *of,
                              uint64_t distinct)
{
    profile_part part = *of;
    part.kind = kind;
    part.distinct = distinct;
    vec_push(&p->parts, part);
    if (profile_is_factor(kind))
        p->product *= (double)distinct;
    return vec_last(&p->parts);
}

static void add_column(survey *s, const column_sets *k, profile_kind kind,
                       const char *name)
{
    const ir_machine *m = &s->c->ir->machines[k->decl];
    profile *p = s->p;
    const profile_part of = {.decl = k->decl, .machine = name, .pos = m->pos};
    bool is_late = k->present < row_store_count(&s->states);
    add_part(p, kind, &of, k->whole.len + is_late);
    add_part(p, PROFILE_CONTROL, &of, k->control.len);
    for (uint32_t i = 0; i < k->field_count; i++) {
        if (k->fields[i].len == 0)
            continue; /* it has always been halted */
        profile_part *part = add_part(p, PROFILE_FIELD, &of, k->fields[i].len);
        part->variable = symbols_name(s->c->source, m->fields[i].name);
        part->pos = m->fields[i].pos != SRC_NONE ? m->fields[i].pos : m->pos;
    }
    if (kind == PROFILE_SPEC)
        return;
    add_part(p, PROFILE_INBOX, &of, k->inbox.len);
    add_part(p, PROFILE_OUTBOX, &of, k->outbox.len);
}

static void collect(survey *s)
{
    const core *c = s->c;
    profile *p = s->p;
    const profile_part nobody = {.decl = IR_NONE};
    p->states = row_store_count(&s->states);
    if (p->states == 0)
        return;
    if (core_has_faults(c))
        add_part(p, PROFILE_FAULTS, &nobody, s->columns.data[0].whole.len);
    for (uint32_t i = 1; i < env_columns(c); i++)
        add_column(s, &s->columns.data[i], PROFILE_SPEC,
                   c->ir->machines[s->columns.data[i].decl].name);
    vec_each (id, &c->vals.names.sorted) {
        size_t column = env_columns(c) + 2 * (size_t)*id;
        if (column >= s->columns.len || s->columns.data[column].present == 0)
            continue;
        strbuf name = {0};
        core_show_machine(c, *id, &name);
        add_column(s, &s->columns.data[column], PROFILE_MACHINE,
                   arena_strndup(&p->memory, strbuf_text(&name), name.len));
        strbuf_free(&name);
    }
}

void profile_make(profile *p, core *c, uint64_t most_states, uint64_t most_depth,
                  uint64_t most_outcomes)
{
    assert(c->script == NULL);
    assert(most_states > 0);
    *p = (profile){.is_complete = true, .product = 1};
    arena_init(&p->memory);
    survey s = {.c = c,
                .p = p,
                .most_states = most_states,
                .most_depth = most_depth,
                .most_outcomes = most_outcomes,
                .values = values_bytes(&c->vals),
                .room = MOST_COLUMNS};
    row_store_init(&s.states);
    c->most_outcomes = most_outcomes;
    search(&s);
    p->is_complete &= !c->was_stopped && c->cut_runs == 0;
    collect(&s);
    assert(p->states == 0 || p->product >= (double)p->states);
    vec_each (k, &s.columns)
        free_column(k);
    vec_free(&s.columns);
    row_store_fini(&s.states);
    vec_free(&s.row);
    vec_free(&s.to);
    vec_free(&s.enabled);
}

void profile_fini(profile *p)
{
    vec_free(&p->parts);
    arena_fini(&p->memory);
}

const profile_part *profile_largest(const profile *p, const profile_part **part)
{
    const profile_part *best = NULL;
    vec_each (x, &p->parts)
        if (profile_is_factor(x->kind) && x->kind != PROFILE_FAULTS &&
            (best == NULL || x->distinct > best->distinct))
            best = x;
    *part = best;
    if (best == NULL || best->kind == PROFILE_OUTBOX)
        return best;
    const profile_part *x = best + 1;
    for (*part = x; x != p->parts.data + p->parts.len && !profile_is_factor(x->kind);
         x++)
        if (x->distinct > (*part)->distinct)
            *part = x;
    return best;
}
