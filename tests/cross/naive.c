#include "naive.h"

#include "base/clock.h"
#include "naive_coarse.h"
#include "naive_live.h"
#include "naive_run.h"
#include "naive_show.h"

#include <stdlib.h>
#include <string.h>

const char *fault_text(fault_kind kind)
{
    static const char *const texts[] = {
        [FAULT_NONE] = "none",
        [FAULT_ASSERT] = "assertion",
        [FAULT_UNHANDLED] = "unhandled-event",
        [FAULT_MONITOR_UNHANDLED] = "unhandled-in-spec",
        [FAULT_NULL_TARGET] = "null-target",
        [FAULT_NULL_EVENT] = "null-event",
        [FAULT_RIGHTS] = "not-allowed",
        [FAULT_INDEX] = "index",
        [FAULT_KEY] = "key",
        [FAULT_CAST] = "cast",
        [FAULT_NULL_VALUE] = "null-value",
        [FAULT_DIVISION] = "division-by-zero",
        [FAULT_CHOOSE] = "choose",
        [FAULT_QUORUM] = "quorum",
        [FAULT_UNBOUND] = "unbound",
        [FAULT_RUNAWAY] = "runaway",
        [FAULT_DEADLOCK] = "deadlock",
        [FAULT_QUIESCENCE] = "quiescence",
        [FAULT_LIVENESS] = "liveness",
        [FAULT_UNSUPPORTED] = "unsupported",
        [FAULT_ASSUMED] = "assumed",
    };
    return texts[kind];
}

/* States are numbered in the order they are met, so the list is the frontier too. */
typedef struct search {
    program *source;
    const ir_program *ir;
    const ir_test *test;
    const naive_options *options;
    intern states;
    live_graph graph; /* a node for each state */
    intern locals;
    intern ends;
    VEC(naive_violation) violations;
    naive_result *out;
    arena *results; /* for what outlives the search */
    uint64_t end;   /* of the time it has */
} search;

/* ---- Violations ---- */

static const char *kept(search *s, const char *text)
{
    return text != NULL ? arena_strndup(s->results, text, strlen(text)) : NULL;
}

static bool is_known(const search *s, const naive_violation *v)
{
    vec_each (old, &s->violations)
        if (old->kind == v->kind && old->line == v->line &&
            strcmp(old->file, v->file) == 0)
            return true;
    return false;
}

static void note_fault(search *s, fault_kind kind, srcpos pos, const char *text,
                       size_t depth)
{
    if (kind == FAULT_UNSUPPORTED) {
        s->out->is_unsupported = true;
        return;
    }
    naive_violation v = {.kind = kind, .pos = pos, .file = "", .depth = depth};
    if (pos != SRC_NONE) {
        src_place place = sources_place(&s->source->src, pos);
        v.file = kept(s, place.file->path);
        v.line = place.line;
    }
    if (is_known(s, &v) || (s->violations.len > 0 && !s->options->all_faults))
        return;
    v.message = kept(s, text);
    vec_push(&s->violations, v);
}

static bool is_over(const search *s)
{
    return !s->options->all_faults && (s->violations.len > 0 || s->out->is_unsupported);
}

/* ---- New states ---- */

static void put_line(intern *table, strbuf *line)
{
    intern_put(table, strbuf_text(line), line->len);
    strbuf_clear(line);
}

static void note_resting(search *s, const system_state *state, bool is_anonymous)
{
    strbuf line = {0};
    vec_each (m, &state->machines) {
        if (!show_rests(m))
            continue;
        show_machine(state, m, is_anonymous, &line);
        put_line(&s->locals, &line);
    }
    for (uint32_t i = 0; i < s->test->module->monitor_count; i++) {
        show_monitor(state, i, is_anonymous, &line);
        put_line(&s->locals, &line);
    }
    strbuf_free(&line);
}

static void note_locals(search *s, const system_state *state)
{
    note_resting(s, state, false);
    if (s->options->has_roles)
        note_resting(s, state, true);
}

static size_t add_state(search *s, system_state *state, size_t depth)
{
    strbuf bytes = {0};
    if (s->options->is_coarse)
        coarse_forget(state);
    state_write(state, &bytes);
    size_t number = intern_put(&s->states, bytes.data, bytes.len);
    strbuf_free(&bytes);
    if (number == s->graph.nodes.len) {
        live_add_node(&s->graph, state, depth);
        if (state_choosing(state) == NULL)
            note_locals(s, state);
    }
    return number;
}

/* ---- Steps from a state ---- */

typedef VEC(uint32_t) choice_list;

/* The next way for the choices to fall, given how many ways each had; false: all were
 * tried.  Choices that follow the one that changes are open again. */
static bool next_choices(choice_list *choices, const uint32_t *widths, size_t count)
{
    while (choices->len < count)
        vec_push(choices, 0);
    choices->len = count;
    while (choices->len > 0 && *vec_last(choices) + 1 >= widths[choices->len - 1])
        choices->len--;
    if (choices->len == 0)
        return false;
    ++*vec_last(choices);
    return true;
}

/* Where steps start: the start of the run is nowhere. */
typedef struct origin {
    const char *bytes; /* NULL: nowhere */
    size_t number;
    size_t depth;
    move what;
    intern_id actor;
    intern *reached; /* coarse: by the move at hand: states, with what there was to
                        choose from */
    intern *offers;  /* ... numbered */
} origin;

static bool is_too_long(const system_state *state, const machine_state *m)
{
    size_t count = m->queue.len;
    vec_each (t, &state->transit)
        count += strcmp(t->target, m->path) == 0;
    return count > state->options->queue;
}

static bool is_left_out(const system_state *state)
{
    if (state->options->queue > 0)
        vec_each (m, &state->machines)
            if (is_too_long(state, m))
                return true;
    return false;
}

/* A number for what there was to choose from, and where. */
static intern_id offer_number(const fair_choice *f, intern *offers)
{
    strbuf text = {0};
    strbuf_printf(&text, "%s %u %u", f->who, f->function, f->place);
    for (uint32_t i = 0; i < f->width; i++)
        val_write(f->from[i], &text);
    intern_id id = intern_put(offers, text.data, text.len);
    strbuf_free(&text);
    return id;
}

/* In order, each once. */
static void put_offers(const step *t, intern *offers, strbuf *out)
{
    for (intern_id id = 0; id <= intern_count(offers); id++)
        vec_each (f, &t->fair)
            if (offer_number(f, offers) == id) {
                strbuf_printf(out, " %u", id);
                break;
            }
}

/* Coarse steps are transitions of the core: ways of a move that lead to the same state,
 * with the same alternatives, are one.  The start of the run is none. */
static void note_coarse(search *s, const origin *from, const step *t, size_t to)
{
    if (from->bytes == NULL)
        return;
    uint32_t before = intern_count(from->reached);
    strbuf key = {0};
    strbuf_printf(&key, "%zu", to);
    put_offers(t, from->offers, &key);
    intern_put(from->reached, strbuf_text(&key), key.len);
    strbuf_free(&key);
    s->out->transitions += intern_count(from->reached) - before;
}

static void note_step(search *s, const origin *from, step *t)
{
    if (t->fault == FAULT_ASSUMED)
        return;
    s->out->transitions += !s->options->is_coarse;
    if (t->fault != FAULT_NONE) {
        note_fault(s, t->fault, t->pos, t->message, from->depth + 1);
        return;
    }
    if (is_left_out(t->s)) {
        s->out->is_cut = true;
        return;
    }
    size_t to = add_state(s, t->s, from->depth + (from->bytes != NULL));
    if (s->options->is_coarse)
        note_coarse(s, from, t, to);
    else if (from->bytes != NULL)
        live_add_edge(&s->graph, from->number, to, from->actor, t);
}

/* One way to make a step: the choices say which. */
static bool make_once(search *s, const origin *from, choice_list *choices)
{
    arena memory;
    arena_init(&memory);
    system_state state = {
        .memory = &memory, .ir = s->ir, .test = s->test, .options = s->options};
    step t = {.s = &state, .choices = choices->data, .choice_count = choices->len};
    if (from->bytes != NULL)
        state_read(&state, from->bytes);
    if (s->options->is_coarse)
        coarse_make(&t, from->what);
    else
        step_make(&t, from->what);
    if (from->bytes != NULL && (!t.has_come_back || t.is_narrowed))
        live_note_end(&s->graph, from->number);
    if (!t.must_loop)
        note_step(s, from, &t);
    bool more = next_choices(choices, t.widths.data, t.widths.len);
    step_free(&t);
    state_free(&state);
    arena_fini(&memory);
    return more;
}

/* All the ways. */
static void make_step(search *s, origin *from)
{
    choice_list choices = {0};
    intern reached;
    intern_init(&reached);
    from->reached = &reached;
    intern offers;
    intern_init(&offers);
    from->offers = &offers;
    while (make_once(s, from, &choices) && !is_over(s)) {
        if (clock_ns() > s->end) { /* a step may have infinitely many ways */
            s->out->is_unsupported = true;
            if (from->bytes != NULL)
                live_note_end(&s->graph, from->number);
            break;
        }
    }
    intern_fini(&reached);
    intern_fini(&offers);
    vec_free(&choices);
}

/* ---- Ends ---- */

static bool is_end(const system_state *state)
{
    vec_each (m, &state->machines)
        if (step_is_enabled(m))
            return false;
    return state->transit.len == 0;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

typedef VEC(const char *) text_list;

static void keep_line(const system_state *state, strbuf *line, text_list *out)
{
    vec_push(out, arena_strndup(state->memory, strbuf_text(line), line->len));
    strbuf_clear(line);
}

static void note_all_lines(search *s, const system_state *state, bool is_anonymous)
{
    strbuf line = {0};
    text_list all = {0};
    vec_each (m, &state->machines) {
        show_machine(state, m, is_anonymous, &line);
        keep_line(state, &line, &all);
    }
    for (uint32_t i = 0; i < s->test->module->monitor_count; i++) {
        show_monitor(state, i, is_anonymous, &line);
        keep_line(state, &line, &all);
    }
    qsort(all.data, all.len, sizeof *all.data, by_text);
    strbuf_putc(&line, '=');
    vec_each (text, &all)
        strbuf_printf(&line, "%s%s", text == all.data ? " " : " | ", *text);
    put_line(&s->ends, &line);
    vec_free(&all);
    strbuf_free(&line);
}

static void note_end(search *s, const system_state *state)
{
    s->out->terminal++;
    note_all_lines(s, state, false);
    if (s->options->has_roles)
        note_all_lines(s, state, true);
}

static const machine_state *first_blocked(const system_state *state)
{
    vec_each (m, &state->machines)
        if (m->phase == PHASE_WAITING)
            return m;
    return NULL;
}

/* An ignored message is as good as gone: it may be there only because nobody looks. */
static bool has_unhandled(const search *s, const machine_state *m)
{
    vec_each (one, &m->queue) {
        const ir_action *a =
            run_action(&s->ir->machines[m->machine], m->state, one->event);
        if (a == NULL || a->kind != ACTION_IGNORE)
            return true;
    }
    return false;
}

static const machine_state *first_unhandled(const search *s, const system_state *state)
{
    vec_each (m, &state->machines)
        if (m->phase != PHASE_HALTED && has_unhandled(s, m))
            return m;
    return NULL;
}

static void note_hot(search *s, uint32_t monitor, uint32_t state, size_t depth)
{
    const ir_machine *spec =
        &s->ir->machines[s->test->module->monitors[monitor].machine];
    strbuf text = {0};
    strbuf_printf(&text, "hot state %s", spec->states[state].name);
    note_fault(s, FAULT_LIVENESS, spec->states[state].pos, strbuf_text(&text), depth);
    strbuf_free(&text);
}

static void check_hot(search *s, const system_state *state, size_t depth)
{
    for (uint32_t i = 0; i < s->test->module->monitor_count; i++) {
        const ir_machine *spec = &s->ir->machines[s->test->module->monitors[i].machine];
        if (spec->kind == MACHINE_SPEC &&
            spec->states[state->monitors[i].state].temp == HOT)
            note_hot(s, i, state->monitors[i].state, depth);
    }
}

/* Nobody can move: is that fine? */
static void check_end(search *s, const system_state *state, size_t depth)
{
    note_end(s, state);
    const machine_state *m = s->options->deadlock_is_fine ? NULL : first_blocked(state);
    if (m != NULL) {
        const frame *f = vec_last(&m->frames);
        note_fault(s, FAULT_DEADLOCK, s->ir->functions[f->function].positions[f->place],
                   m->path, depth);
        return;
    }
    m = s->options->strict_quiescence ? first_unhandled(s, state) : NULL;
    if (m != NULL)
        note_fault(s, FAULT_QUIESCENCE, s->ir->machines[m->machine].pos, m->path,
                   depth);
    else
        check_hot(s, state, depth);
}

/* ---- The search ---- */

static void expand_state(search *s, size_t number)
{
    origin from = {.bytes = intern_text(&s->states, (intern_id)number),
                   .number = number,
                   .depth = s->graph.nodes.data[number].depth};
    arena memory;
    arena_init(&memory);
    system_state state = {
        .memory = &memory, .ir = s->ir, .test = s->test, .options = s->options};
    move_list moves = {0};
    state_read(&state, from.bytes);
    if (s->options->is_coarse)
        coarse_moves(&state, &moves);
    else
        step_moves(&state, &moves);
    if (s->options->is_coarse ? moves.len == 0 : is_end(&state))
        check_end(s, &state, from.depth);
    live_begin_edges(&s->graph, number);
    vec_each (m, &moves) {
        from.what = *m;
        from.actor = live_actor(&s->graph, &state, *m);
        if (!is_over(s))
            make_step(s, &from);
    }
    live_end_edges(&s->graph, number);
    vec_free(&moves);
    state_free(&state);
    arena_fini(&memory);
}

static void check_endless(search *s)
{
    size_t number = live_find_endless(&s->graph);
    if (number == SIZE_MAX)
        return;
    arena memory;
    arena_init(&memory);
    system_state state = {
        .memory = &memory, .ir = s->ir, .test = s->test, .options = s->options};
    state_read(&state, intern_text(&s->states, (intern_id)number));
    const frame *f = vec_last(&state_choosing(&state)->frames);
    note_fault(s, FAULT_RUNAWAY, s->ir->functions[f->function].positions[f->place],
               NULL, s->graph.nodes.data[number].depth);
    state_free(&state);
    arena_fini(&memory);
}

static void check_cycles(search *s)
{
    live_violations found = {0};
    live_find(&s->graph, s->ir, s->test, &found);
    vec_each (v, &found)
        note_hot(s, v->monitor, v->state, v->depth);
    vec_free(&found);
}

static void explore(search *s)
{
    s->end = clock_ns() + s->options->seconds * 1000000000u;
    origin nowhere = {.what = {.kind = MOVE_START}};
    make_step(s, &nowhere);
    size_t next = 0;
    while (next < s->graph.nodes.len && next < s->options->states && !is_over(s) &&
           clock_ns() < s->end)
        expand_state(s, next++);
    s->out->is_exhausted =
        next == s->graph.nodes.len && !s->out->is_unsupported && !s->out->is_cut;
    s->out->states = s->graph.nodes.len;
    if (!is_over(s) && !s->options->is_coarse) {
        check_endless(s);
        check_cycles(s);
    }
}

static naive_texts sorted_texts(search *s, const intern *table)
{
    uint32_t count = intern_count(table);
    naive_texts all = {ARENA_ARRAY(s->results, const char *, count), count};
    for (uint32_t i = 0; i < count; i++)
        all.data[i] = kept(s, intern_text(table, i));
    if (count > 0)
        qsort(all.data, count, sizeof *all.data, by_text);
    return all;
}

void naive_explore(program *p, const ir_program *ir, const ir_test *test,
                   const naive_options *options, arena *memory, naive_result *out)
{
    *out = (naive_result){0};
    search s = {.source = p,
                .ir = ir,
                .test = test,
                .options = options,
                .out = out,
                .results = memory};
    intern_init(&s.states);
    intern_init(&s.locals);
    intern_init(&s.ends);
    live_init(&s.graph, test->module->monitor_count);
    if (!options->is_coarse || coarse_supports(ir, test, options))
        explore(&s);
    out->violations = ARENA_VEC(memory, &s.violations);
    out->violation_count = s.violations.len;
    out->locals = sorted_texts(&s, &s.locals);
    out->ends = sorted_texts(&s, &s.ends);
    vec_free(&s.violations);
    live_fini(&s.graph);
    intern_fini(&s.ends);
    intern_fini(&s.locals);
    intern_fini(&s.states);
}
