#include "core/crash.h"

/* ---- Effects of a machine ---- */

/* True if FUNCTION or one of its callees has the effect. */
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

/* ---- Observers of a crash ---- */

static bool depends_on_end(const ir_program *ir, const ir_module *m,
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

/* ---- Atomic blocks ---- */

enum { EFFECTS = EFFECT_SENDS | EFFECT_CREATES | EFFECT_ANNOUNCES };

/* Walks the code of one machine declaration and tracks whether it may have had an
 * effect since others could last run.  Over-approximates: once there may have been an
 * effect, that stays so to the end of the handler. */
typedef struct effect_walk {
    const ir_program *ir;
    const ir_module *module;
    bool *visited[2];      /* [no effect before it, an effect before it] by function */
    bool carries;          /* after an effect, it enters a state or raises an event */
    const ir_function *at; /* where a crash can be noticed, or NULL */
} effect_walk;

static bool is_observed(const effect_walk *s, uint32_t event)
{
    const evsets *sets = &s->ir->source->evsets;
    for (uint32_t i = 0; i < s->module->monitor_count; i++) {
        uint32_t monitor = s->module->monitors[i].machine;
        if (evset_has(sets, s->ir->machines[monitor].observes, event))
            return true;
    }
    return false;
}

static bool may_be_observed(const effect_walk *s, ir_operand event)
{
    if (IR_KIND(event) != IR_CONST)
        return s->module->monitor_count > 0;
    const ir_const *c = &s->ir->consts[IR_INDEX(event)];
    return c->kind == IR_CONST_EVENT && is_observed(s, (uint32_t)c->integer);
}

/* True if the instruction must not follow an effect. */
static bool must_be_first(const effect_walk *s, const ir_instr *i)
{
    return i->op == IR_ASSUME || (i->op == IR_SEND && may_be_observed(s, i->b)) ||
           (i->op == IR_ANNOUNCE && may_be_observed(s, i->a));
}

static bool has_own_effect(const effect_walk *s, const ir_instr *i)
{
    return i->op == IR_SEND || i->op == IR_NEW || i->op == IR_ANNOUNCE ||
           (i->op == IR_CALL && has_effect(s->ir, i->a, EFFECTS));
}

/* The second iteration of a loop follows the first, so an effect in the body precedes
 * it. */
static bool loop_has_effect(const effect_walk *s, const ir_function *f, uint32_t at)
{
    uint32_t end = f->code[at].op == IR_LOOP ? f->code[at].a : f->code[at].c;
    for (uint32_t k = at; k < end; k++)
        if (has_own_effect(s, &f->code[k]))
            return true;
    return false;
}

/* AFTER_EFFECT: there may have been an effect before FUNCTION. */
static void walk_function(effect_walk *s, uint32_t function, bool after_effect)
{
    if (function == IR_NONE || s->visited[after_effect][function])
        return;
    s->visited[after_effect][function] = true;
    const ir_function *f = &s->ir->functions[function];
    for (uint32_t at = 0; at < f->code_count; at++) {
        const ir_instr *i = &f->code[at];
        if (i->op == IR_LOOP || i->op == IR_FOREACH)
            after_effect |= loop_has_effect(s, f, at);
        if (after_effect && must_be_first(s, i))
            s->at = f;
        if (i->op == IR_CALL)
            walk_function(s, i->a, after_effect);
        s->carries |= after_effect && (i->op == IR_GOTO || i->op == IR_RAISE);
        after_effect |= has_own_effect(s, i);
    }
}

/* AFTER_EFFECT: the state may be entered, and an event handled, after an effect. */
static void walk_state(effect_walk *s, const ir_state *state, bool after_effect)
{
    walk_function(s, state->entry, after_effect);
    walk_function(s, state->exit, after_effect);
    s->carries |= has_effect(s->ir, state->exit, EFFECTS);
    for (uint32_t i = 0; i < state->action_count; i++) {
        const ir_action *a = &state->actions[i];
        bool cannot_wait = a->event == EVENT_NULL || a->kind == ACTION_QUORUM;
        walk_function(s, a->function, after_effect || cannot_wait);
        s->carries |= a->kind == ACTION_GOTO && has_effect(s->ir, a->function, EFFECTS);
        s->carries |= cannot_wait;
    }
}

static void walk_machine(effect_walk *s, const ir_machine *m)
{
    for (uint32_t i = 0; i < m->state_count; i++)
        walk_state(s, &m->states[i], false);
    for (uint32_t i = 0; s->carries && i < m->state_count; i++)
        walk_state(s, &m->states[i], true);
}

/* The function of M in which a crash can be noticed, or NULL. */
static const ir_function *find_noticed(const ir_program *ir, const ir_module *module,
                                       const ir_machine *m)
{
    size_t bytes = (ir->function_count + 1) * sizeof(bool);
    effect_walk s = {.ir = ir, .module = module};
    for (int i = 0; i < 2; i++)
        s.visited[i] = mem_alloc(bytes);
    walk_machine(&s, m);
    for (int i = 0; i < 2; i++)
        mem_free(s.visited[i], bytes);
    return s.at;
}

static bool can_stop_inside_atomic(const ir_program *ir, const ir_module *module,
                                   const core_options *o, strbuf *why)
{
    const bool *may = o->budgets[BUDGET_CRASH].may;
    for (uint32_t i = 0; i < module->binding_count; i++) {
        uint32_t machine = module->bindings[i].machine;
        if (may != NULL && !may[machine])
            continue;
        const ir_function *f = find_noticed(ir, module, &ir->machines[machine]);
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
    return !depends_on_end(ir, test->module, o, why) &&
           !can_stop_inside_atomic(ir, test->module, o, why);
}
