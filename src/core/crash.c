#include "core/crash.h"

/* ---- What a machine may do ---- */

/* Effects are those of what a function calls, too. */
static bool has_effect(const ir_program *ir, uint32_t function, unsigned effect)
{
    return function != IR_NONE && (ir->functions[function].effects & effect) != 0;
}

static bool may_do(const ir_program *ir, const ir_machine *m, unsigned effect)
{
    for (uint32_t i = 0; i < m->state_count; i++) {
        const ir_state *s = &m->states[i];
        if (has_effect(ir, s->entry, effect) || has_effect(ir, s->exit, effect))
            return true;
        for (uint32_t k = 0; k < s->action_count; k++)
            if (has_effect(ir, s->actions[k].function, effect))
                return true;
    }
    return false;
}

static bool has_hot_state(const ir_machine *m)
{
    for (uint32_t i = 0; m->kind == MACHINE_SPEC && i < m->state_count; i++)
        if (m->states[i].temp == HOT)
            return true;
    return false;
}

/* ---- Who can tell ---- */

static bool looks_at_the_end(const ir_program *ir, const ir_module *m,
                             const core_options *o, strbuf *why)
{
    if (o->strict_quiescence) {
        strbuf_puts(why,
                    "--strict-quiescence checks the messages left at the end of a run");
        return true;
    }
    for (uint32_t i = 0; i < m->monitor_count; i++) {
        const ir_machine *spec = &ir->machines[m->monitors[i].machine];
        if (has_hot_state(spec)) {
            strbuf_printf(why, "spec %s has hot states", spec->name);
            return true;
        }
    }
    for (uint32_t i = 0; !o->deadlock_is_fine && i < m->binding_count; i++) {
        const ir_machine *machine = &ir->machines[m->bindings[i].machine];
        if (may_do(ir, machine, EFFECT_RECEIVES)) {
            strbuf_printf(why, "%s may wait in a receive forever", machine->name);
            return true;
        }
    }
    return false;
}

/* ---- What is done at one stroke ---- */

enum { EFFECTS = EFFECT_SENDS | EFFECT_CREATES | EFFECT_ANNOUNCES };

/* One machine declaration.  What it may have done since others could run last is
 * followed through its code, always too much rather than too little: once something may
 * have been done, it stays so to the end of the handler. */
typedef struct strokes {
    const ir_program *ir;
    const ir_module *module;
    bool *seen[2];         /* by function: looked at, with something done before it */
    bool carries;          /* with something done, it goes to a state or raises */
    const ir_function *at; /* where a crash can be noticed, or NULL */
} strokes;

static bool is_observed(const strokes *s, uint32_t event)
{
    const evsets *sets = &s->ir->source->evsets;
    for (uint32_t i = 0; i < s->module->monitor_count; i++) {
        uint32_t monitor = s->module->monitors[i].machine;
        if (evset_has(sets, s->ir->machines[monitor].observes, event))
            return true;
    }
    return false;
}

static bool may_be_observed(const strokes *s, ir_operand event)
{
    if (IR_KIND(event) != IR_CONST)
        return s->module->monitor_count > 0;
    const ir_const *c = &s->ir->consts[IR_INDEX(event)];
    return c->kind == IR_CONST_EVENT && is_observed(s, (uint32_t)c->integer);
}

/* Must it not come after something else? */
static bool must_be_first(const strokes *s, const ir_instr *i)
{
    return i->op == IR_ASSUME || (i->op == IR_SEND && may_be_observed(s, i->b)) ||
           (i->op == IR_ANNOUNCE && may_be_observed(s, i->a));
}

static bool does_something(const strokes *s, const ir_instr *i)
{
    return i->op == IR_SEND || i->op == IR_NEW || i->op == IR_ANNOUNCE ||
           (i->op == IR_CALL && has_effect(s->ir, i->a, EFFECTS));
}

/* The second round of a loop comes after the first. */
static bool loop_does_something(const strokes *s, const ir_function *f, uint32_t at)
{
    uint32_t end = f->code[at].op == IR_LOOP ? f->code[at].a : f->code[at].c;
    for (uint32_t k = at; k < end; k++)
        if (does_something(s, &f->code[k]))
            return true;
    return false;
}

/* IS_DONE: something, before it. */
static void follow(strokes *s, uint32_t function, bool is_done)
{
    if (function == IR_NONE || s->seen[is_done][function])
        return;
    s->seen[is_done][function] = true;
    const ir_function *f = &s->ir->functions[function];
    for (uint32_t at = 0; at < f->code_count; at++) {
        const ir_instr *i = &f->code[at];
        if (i->op == IR_LOOP || i->op == IR_FOREACH)
            is_done |= loop_does_something(s, f, at);
        if (is_done && must_be_first(s, i))
            s->at = f;
        if (i->op == IR_CALL)
            follow(s, i->a, is_done);
        s->carries |= is_done && (i->op == IR_GOTO || i->op == IR_RAISE);
        is_done |= does_something(s, i);
    }
}

/* IS_DONE: a state may be entered and an event be handled after something was done. */
static void follow_state(strokes *s, const ir_state *state, bool is_done)
{
    follow(s, state->entry, is_done);
    follow(s, state->exit, is_done);
    s->carries |= has_effect(s->ir, state->exit, EFFECTS);
    for (uint32_t i = 0; i < state->action_count; i++) {
        const ir_action *a = &state->actions[i];
        bool cannot_wait = a->event == EVENT_NULL || a->kind == ACTION_QUORUM;
        follow(s, a->function, is_done || cannot_wait);
        s->carries |= a->kind == ACTION_GOTO && has_effect(s->ir, a->function, EFFECTS);
        s->carries |= cannot_wait;
    }
}

static void follow_machine(strokes *s, const ir_machine *m)
{
    for (uint32_t i = 0; i < m->state_count; i++)
        follow_state(s, &m->states[i], false);
    for (uint32_t i = 0; s->carries && i < m->state_count; i++)
        follow_state(s, &m->states[i], true);
}

/* Where in M can a crash be noticed?  NULL: nowhere. */
static const ir_function *noticed_in(const ir_program *ir, const ir_module *module,
                                     const ir_machine *m)
{
    size_t bytes = (ir->function_count + 1) * sizeof(bool);
    strokes s = {.ir = ir, .module = module};
    for (int i = 0; i < 2; i++)
        s.seen[i] = mem_alloc(bytes);
    follow_machine(&s, m);
    for (int i = 0; i < 2; i++)
        mem_free(s.seen[i], bytes);
    return s.at;
}

static bool stops_where_none_can(const ir_program *ir, const ir_module *module,
                                 const core_options *o, strbuf *why)
{
    const bool *may = o->budgets[BUDGET_CRASH].may;
    for (uint32_t i = 0; i < module->binding_count; i++) {
        uint32_t machine = module->bindings[i].machine;
        if (may != NULL && !may[machine])
            continue;
        const ir_function *f = noticed_in(ir, module, &ir->machines[machine]);
        if (f != NULL) {
            strbuf_printf(why,
                          "%s may crash in %s between two actions that P executes "
                          "atomically, and specs observe the second",
                          ir->machines[machine].name, f->name);
            return true;
        }
    }
    return false;
}

bool crash_is_slowness(const ir_program *ir, const ir_test *test, const core_options *o,
                       strbuf *why)
{
    return !looks_at_the_end(ir, test->module, o, why) &&
           !stops_where_none_can(ir, test->module, o, why);
}
