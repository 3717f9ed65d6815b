#include "naive.h"

#include "base/clock.h"
#include "naive_step.h"

#include <string.h>

const char *fault_text(fault_kind kind)
{
    static const char *const texts[] = {
        [FAULT_NONE] = "none",
        [FAULT_ASSERT] = "assertion",
        [FAULT_UNHANDLED] = "unhandled event",
        [FAULT_MONITOR_UNHANDLED] = "event unhandled in a spec",
        [FAULT_NULL_TARGET] = "null target",
        [FAULT_NULL_EVENT] = "null event",
        [FAULT_RIGHTS] = "event not allowed",
        [FAULT_INDEX] = "index out of range",
        [FAULT_KEY] = "missing or duplicate key",
        [FAULT_CAST] = "bad cast",
        [FAULT_DIVISION] = "division by zero",
        [FAULT_CHOOSE] = "choose out of range",
        [FAULT_UNBOUND] = "unbound interface",
        [FAULT_RUNAWAY] = "runaway loop or recursion",
        [FAULT_DEADLOCK] = "deadlock",
        [FAULT_HOT] = "hot state at the end",
        [FAULT_UNSUPPORTED] = "not supported here",
    };
    return texts[kind];
}

/* States are numbered in the order they are met, so the list is the frontier too. */
typedef struct search {
    const ir_program *ir;
    const ir_test *test;
    name_table names;
    intern states;
    VEC(size_t) depths;
    naive_result *out;
    arena *results; /* for messages that outlive a step */
} search;

static bool note_fault(search *s, fault_kind fault, srcpos pos, const char *text,
                       size_t depth)
{
    if (fault == FAULT_NONE)
        return false;
    if (s->out->fault == FAULT_NONE) {
        s->out->fault = fault;
        s->out->pos = pos;
        s->out->depth = depth;
        s->out->message =
            text != NULL ? arena_strndup(s->results, text, strlen(text)) : NULL;
    }
    return true;
}

static void add_state(search *s, system_state *state, size_t depth)
{
    strbuf bytes = {0};
    state_write(state, &bytes);
    if (intern_put(&s->states, bytes.data, bytes.len) == s->depths.len)
        vec_push(&s->depths, depth);
    strbuf_free(&bytes);
}

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

/* One way to make a step: the choices made say which.  NAME < 0: the start of the run.
 */
static bool expand_once(search *s, const char *bytes, int64_t name, size_t depth,
                        choice_list *choices)
{
    arena memory;
    arena_init(&memory);
    system_state state = {.memory = &memory, .ir = s->ir, .test = s->test};
    step t = {.s = &state,
              .names = &s->names,
              .choices = choices->data,
              .choice_count = choices->len};
    if (name < 0) {
        step_start(&t);
    } else {
        state_read(&state, bytes);
        step_machine(&t, name);
    }
    s->out->transitions++;
    if (!note_fault(s, t.fault, t.pos, t.message, depth + 1))
        add_state(s, &state, depth + 1);
    bool more = next_choices(choices, t.widths.data, t.widths.len);
    vec_free(&t.widths);
    state_free(&state);
    arena_fini(&memory);
    return more;
}

/* All steps of one machine from a state. */
static void expand(search *s, const char *bytes, int64_t name, size_t depth)
{
    choice_list choices = {0};
    while (expand_once(s, bytes, name, depth, &choices))
        ;
    vec_free(&choices);
}

/* Nobody can move: is that fine? */
static void check_end(search *s, const system_state *state, size_t depth)
{
    s->out->terminal++;
    vec_each (m, &state->machines) {
        if (m->phase == PHASE_WAITING) {
            note_fault(s, FAULT_DEADLOCK, s->ir->machines[m->machine].pos, NULL, depth);
            return;
        }
    }
    for (uint32_t i = 0; i < s->test->module->monitor_count; i++) {
        const ir_machine *decl = &s->ir->machines[s->test->module->monitors[i].machine];
        const ir_state *at = &decl->states[state->monitors[i].state];
        if (decl->kind == MACHINE_SPEC && at->temp == HOT)
            note_fault(s, FAULT_HOT, at->pos, at->name, depth);
    }
}

static void expand_state(search *s, size_t number)
{
    const char *bytes = intern_text(&s->states, (intern_id)number);
    size_t depth = s->depths.data[number];
    arena memory;
    arena_init(&memory);
    system_state state = {.memory = &memory, .ir = s->ir, .test = s->test};
    state_read(&state, bytes);
    bool can_move = false;
    vec_each (m, &state.machines) {
        if (step_is_enabled(m)) {
            can_move = true;
            expand(s, bytes, m->name, depth);
        }
    }
    if (!can_move)
        check_end(s, &state, depth);
    state_free(&state);
    arena_fini(&memory);
}

void naive_explore(const ir_program *ir, const ir_test *test,
                   const naive_limits *limits, arena *memory, naive_result *out)
{
    *out = (naive_result){0};
    search s = {.ir = ir, .test = test, .out = out, .results = memory};
    intern_init(&s.names.paths);
    intern_init(&s.states);
    uint64_t end = clock_ns() + limits->seconds * 1000000000u;
    expand(&s, NULL, -1, 0);
    size_t next = 0;
    while (next < s.depths.len && next < limits->states && out->fault == FAULT_NONE &&
           clock_ns() < end)
        expand_state(&s, next++);
    out->is_exhausted = next == s.depths.len && out->fault == FAULT_NONE;
    out->states = s.depths.len;
    vec_free(&s.depths);
    intern_fini(&s.states);
    intern_fini(&s.names.paths);
}
