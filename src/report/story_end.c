/* What a hot spec waits for: the events on which its state may be left.
 *
 * A handler that only counts keeps the spec where it is, so its event alone does not
 * help.  If no handler leaves the state by itself, every event that it handles may be
 * the one.
 */
#include "report/story_private.h"

#include <string.h>

/* ---- Which handlers leave a state ---- */

typedef struct leaving {
    const ir_program *ir;
    uint32_t state; /* that is to be left */
    bool *visited;  /* by function */
    VEC(uint32_t) to_see;
} leaving;

static void add_function(leaving *l, uint32_t function)
{
    if (function == IR_NONE || l->visited[function])
        return;
    l->visited[function] = true;
    vec_push(&l->to_see, function);
}

/* What a raised event does is not looked into: it may leave the state. */
static bool may_leave_by(const leaving *l, const ir_instr *i)
{
    return i->op == IR_RAISE || (i->op == IR_GOTO && i->a != l->state);
}

static bool function_may_leave(leaving *l, uint32_t function)
{
    bool may = false;
    memset(l->visited, 0, l->ir->function_count * sizeof *l->visited);
    add_function(l, function);
    while (l->to_see.len > 0) {
        const ir_function *f = &l->ir->functions[vec_pop(&l->to_see)];
        for (uint32_t i = 0; i < f->code_count; i++) {
            may |= may_leave_by(l, &f->code[i]);
            if (f->code[i].op == IR_CALL)
                add_function(l, f->code[i].a);
        }
    }
    return may;
}

static bool may_leave(leaving *l, const ir_action *a)
{
    if (a->kind == ACTION_GOTO)
        return a->target != l->state;
    return a->kind == ACTION_DO && function_may_leave(l, a->function);
}

/* ---- What is awaited ---- */

static void add_event(story *s, const core *c, const ir_action *a)
{
    const char *name = c->ir->events[a->event].name;
    vec_push(&s->awaited, arena_strndup(&s->memory, name, strlen(name)));
}

static void add_events(story *s, const core *c, const ir_state *at, leaving *l)
{
    for (uint32_t i = 0; i < at->action_count; i++)
        if (may_leave(l, &at->actions[i]))
            add_event(s, c, &at->actions[i]);
    for (uint32_t i = 0; s->awaited.len == 0 && i < at->action_count; i++)
        if (at->actions[i].kind == ACTION_DO || at->actions[i].kind == ACTION_GOTO)
            add_event(s, c, &at->actions[i]);
}

/* Does the spec enter states in the loop or tail?  Then what it waits for comes, and it
 * is never cold all the same. */
static bool moves_in_loop(const story *s, uint32_t monitor, size_t before)
{
    for (size_t i = before; i != TRACE_NO_LOOP && i + 1 < s->steps.len; i++)
        vec_each (line, &s->steps.data[i + 1].lines)
            if (line->who == monitor && strcmp(line->kind, "enter") == 0)
                return true;
    return false;
}

void story_end_await(story *s, const core *c, const replay_result *end, size_t before)
{
    const ir_machine *spec =
        &c->ir->machines[c->test->module->monitors[end->monitor].machine];
    leaving l = {.ir = c->ir};
    l.visited = ARENA_ARRAY(&s->memory, bool, c->ir->function_count + 1);
    s->hot = end->monitor;
    /* In a tail, the spec may become hot only after some steps. */
    size_t since = s->machines.data[s->hot].hot_since;
    s->is_moving =
        moves_in_loop(s, end->monitor, end->is_tail && since > before ? since : before);
    if (s->is_moving)
        return;
    /* The failure is at the hot state; at the end of a loop, the spec may be in another
     * one. */
    for (l.state = 0; l.state < spec->state_count; l.state++)
        if (spec->states[l.state].pos == end->fault.pos)
            add_events(s, c, &spec->states[l.state], &l);
    vec_free(&l.to_see);
}
