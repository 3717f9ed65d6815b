/* Lowers the program as a whole: machines, functions, tests, proofs.  Functions keep
 * the indices that the front end gave them; those that lowering adds (sizes of quorums)
 * come after them. */
#include "ir/lower.h"

#include "ir/lower_private.h"
#include "lang/expand.h"
#include "lang/module.h"

#include <stdlib.h>

static const char *keep_text(lowering *l, const strbuf *text)
{
    return arena_strndup(&l->ir->memory, strbuf_text(text), text->len);
}

/* base.word.number: formulas without a name of their own */
static const char *numbered(lowering *l, const char *base, const char *word,
                            size_t number)
{
    strbuf name = {0};
    strbuf_printf(&name, "%s%s%s.%zu", base, base[0] != '\0' ? "." : "", word, number);
    const char *kept = keep_text(l, &name);
    strbuf_free(&name);
    return kept;
}

static const char *name_of(const lowering *l, name_id name)
{
    return program_name(l->p, name);
}

static uint32_t index_or_none(const fun_decl *f)
{
    return f == NULL ? IR_NONE : f->index;
}

/* ---- Functions ---- */

static void name_case_slots(build *b, const stmt *s)
{
    list_each (one, &s->body)
        name_case_slots(b, *one);
    list_each (r, &s->cases) {
        build_name_slots(b, &(*r)->params);
        build_name_slots(b, &(*r)->locals);
        name_case_slots(b, (*r)->body);
    }
}

/* A formula, or the body of a pure function; NULL: there is none. */
static void lower_formula_into(lowering *l, ir_function *out, uint32_t variable_count,
                               const fun_decl *around, const expr *body)
{
    build b;
    build_init(&b, l, out, variable_count);
    if (around != NULL) {
        build_name_slots(&b, &around->params);
        build_name_slots(&b, &around->locals);
        if (around->returned != NULL)
            b.slots.data[around->returned->index] = build_slot(around->returned);
    }
    if (body != NULL) {
        ir_operand value = lower_expr(&b, body);
        build_emit(&b, IR_RETURN, body->pos)->a = value;
    }
    build_finish(&b);
}

/* F binds the variables of its frame; it also sees those of the function AROUND, if
 * there is one. */
static void lower_formula(lowering *l, const formula *f, const char *name,
                          const fun_decl *around)
{
    ir_function out = {
        .kind = IR_FUN_FORMULA,
        .name = name,
        .pos = f->frame->name.pos,
        .machine = f->frame->owner != NULL ? f->frame->owner->index : IR_NONE,
        .param_count = around != NULL ? around->params.count : 0,
        .result = TYPE_BOOL,
    };
    lower_formula_into(l, &out, f->frame->slot_count, around, f->body);
    l->functions.data[f->frame->index] = out;
}

static uint32_t add_function(lowering *l, ir_function f)
{
    vec_push(&l->functions, f);
    return (uint32_t)l->functions.len - 1;
}

/* The conditions of a contract see the variables of the function. */
static const uint32_t *lower_contract(lowering *l, const fun_decl *f, const char *word,
                                      const formula_list *conditions)
{
    uint32_t *out = ARENA_ARRAY(&l->ir->memory, uint32_t, conditions->count);
    for (uint32_t i = 0; i < conditions->count; i++) {
        const formula *condition = &conditions->data[i];
        const char *name = numbered(l, l->functions.data[f->index].name, word, i);
        lower_formula(l, condition, name, f);
        out[i] = condition->frame->index;
    }
    return out;
}

static void lower_function(lowering *l, const fun_decl *f)
{
    ir_function out = l->functions.data[f->index];
    build b;
    build_init(&b, l, &out, f->slot_count);
    build_name_slots(&b, &f->params);
    build_name_slots(&b, &f->locals);
    if (f->body != NULL) {
        name_case_slots(&b, f->body);
        lower_body(&b, f->body);
    }
    build_finish(&b);
    out.requires = lower_contract(l, f, "requires", &f->requires);
    out.require_count = f->requires.count;
    out.ensures = lower_contract(l, f, "ensures", &f->ensures);
    out.ensure_count = f->ensures.count;
    l->functions.data[f->index] = out;
}

/* Reserves an entry for each function, at the index that the front end gave it. */
static void declare_functions(lowering *l)
{
    vec_each (at, &l->p->functions) {
        const fun_decl *f = *at;
        strbuf name = {0};
        if (f->owner != NULL && f->name.name != NAME_NONE)
            strbuf_printf(&name, "%s.", name_of(l, f->owner->name.name));
        strbuf_puts(&name, name_of(l, f->name.name));
        ir_function out = {
            .kind = f->role == ROLE_FORMULA ? IR_FUN_FORMULA
                    : f->role != ROLE_NAMED ? IR_FUN_HANDLER
                    : f->body != NULL       ? IR_FUN_NAMED
                                            : IR_FUN_FOREIGN,
            .name = keep_text(l, &name),
            .pos = f->name.pos,
            .machine = f->owner != NULL ? f->owner->index : IR_NONE,
            .param_count = f->params.count,
            .result = f->result_type,
            .effects = f->effects,
        };
        strbuf_free(&name);
        uint32_t index = add_function(l, out);
        assert(index == f->index);
        (void)index;
    }
}

/* ---- Machines ---- */

static void name_handler(lowering *l, const state_decl *s, const fun_decl *f,
                         const char *what, name_id event)
{
    if (f == NULL || f->role == ROLE_NAMED)
        return;
    strbuf name = {0};
    strbuf_printf(&name, "%s.%s.%s", name_of(l, s->owner->name.name),
                  name_of(l, s->name.name), what);
    if (event != NAME_NONE)
        strbuf_printf(&name, " %s", name_of(l, event));
    l->functions.data[f->index].name = keep_text(l, &name);
    strbuf_free(&name);
}

static uint32_t lower_quorum(lowering *l, const state_decl *s, const handler_decl *h)
{
    strbuf name = {0};
    strbuf_printf(&name, "%s.%s.quorum %s", name_of(l, s->owner->name.name),
                  name_of(l, s->name.name), name_of(l, h->events.data[0].name));
    ir_function f = {
        .kind = IR_FUN_HANDLER,
        .name = keep_text(l, &name),
        .pos = h->quorum->pos,
        .machine = s->owner->index,
        .result = TYPE_INT,
    };
    strbuf_free(&name);
    lower_formula_into(l, &f, 0, NULL, h->quorum);
    return add_function(l, f);
}

static int compare_actions(const void *a, const void *b)
{
    const ir_action *x = a;
    const ir_action *y = b;
    return x->event < y->event ? -1 : x->event > y->event;
}

static void lower_state(lowering *l, const state_decl *s, ir_state *out)
{
    *out = (ir_state){
        .name = name_of(l, s->name.name),
        .pos = s->name.pos,
        .temp = s->temp,
        .entry = index_or_none(s->entry.fun),
        .exit = index_or_none(s->exit.fun),
        .actions = ARENA_ARRAY(&l->ir->memory, ir_action, s->actions.len),
        .action_count = (uint32_t)s->actions.len,
    };
    name_handler(l, s, s->entry.fun, "entry", NAME_NONE);
    name_handler(l, s, s->exit.fun, "exit", NAME_NONE);
    for (size_t i = 0; i < s->actions.len; i++) {
        const action *a = &s->actions.data[i];
        const handler_decl *h = a->handler;
        name_handler(l, s, h->fun, "on", h->events.data[0].name);
        out->actions[i] = (ir_action){
            .event = a->event->index,
            .kind = h->kind,
            .function = index_or_none(h->fun),
            .target = h->to != NULL ? h->to->index : IR_NONE,
            .quorum = h->kind == ACTION_QUORUM ? lower_quorum(l, s, h) : IR_NONE,
            .pos = a->pos,
        };
    }
    if (out->action_count > 0)
        qsort(out->actions, out->action_count, sizeof *out->actions, compare_actions);
}

static const uint32_t *interface_indices(lowering *l, interface_decl *const *list,
                                         uint32_t count)
{
    uint32_t *out = ARENA_ARRAY(&l->ir->memory, uint32_t, count);
    for (uint32_t i = 0; i < count; i++)
        out[i] = list[i]->index;
    return out;
}

static void lower_machine(lowering *l, const machine_decl *m, ir_machine *out)
{
    assert(m->start != NULL);
    arena *memory = &l->ir->memory;
    *out = (ir_machine){
        .name = name_of(l, m->name.name),
        .pos = m->name.pos,
        .kind = m->kind,
        .fields = ARENA_ARRAY(memory, ir_slot, m->fields.count),
        .field_count = m->fields.count,
        .states = ARENA_ARRAY(memory, ir_state, m->states.count),
        .state_count = m->states.count,
        .start = m->start->index,
        .payload = m->payload,
        .receives = m->receives_set,
        .sends = m->sends_set,
        .observes = m->observes_set,
        .creates = interface_indices(l, m->creates.data, m->creates.count),
        .create_count = m->creates.count,
    };
    for (uint32_t i = 0; i < m->fields.count; i++)
        out->fields[i] = build_slot(m->fields.data[i]);
    for (uint32_t i = 0; i < m->states.count; i++)
        lower_state(l, m->states.data[i], &out->states[i]);
}

static void lower_machines(lowering *l)
{
    ir_program *ir = l->ir;
    ir->machine_count = (uint32_t)l->p->machines.len;
    ir->machines = ARENA_ARRAY(&ir->memory, ir_machine, ir->machine_count);
    for (uint32_t i = 0; i < ir->machine_count; i++) {
        lower_machine(l, l->p->machines.data[i], &ir->machines[i]);
        ir->plain_machine_count += ir->machines[i].kind == MACHINE_PLAIN;
        if (ir->machines[i].kind == MACHINE_SCENARIO)
            vec_push(&l->scenarios, i);
    }
}

/* ---- Events, interfaces, parameters ---- */

static void lower_declarations(lowering *l)
{
    ir_program *ir = l->ir;
    program *p = l->p;
    ir->event_count = (uint32_t)p->events.len;
    ir->events = ARENA_ARRAY(&ir->memory, ir_event, ir->event_count);
    for (uint32_t i = 0; i < ir->event_count; i++) {
        const event_decl *e = p->events.data[i];
        ir->events[i] = (ir_event){name_of(l, e->name.name), e->name.pos, e->payload};
    }
    ir->interface_count = (uint32_t)p->interfaces.len;
    ir->interfaces = ARENA_ARRAY(&ir->memory, ir_interface, ir->interface_count);
    for (uint32_t i = 0; i < ir->interface_count; i++) {
        const interface_decl *d = p->interfaces.data[i];
        ir->interfaces[i] = (ir_interface){name_of(l, d->name.name), d->payload,
                                           d->type, d->receives_set};
    }
    ir->param_count = (uint32_t)p->params.len;
    ir->params = ARENA_ARRAY(&ir->memory, ir_slot, ir->param_count);
    for (uint32_t i = 0; i < ir->param_count; i++)
        ir->params[i] = build_slot(p->params.data[i]);
}

/* ---- Tests ---- */

static int compare_bindings(const void *a, const void *b)
{
    const ir_binding *x = a;
    const ir_binding *y = b;
    return x->interface < y->interface ? -1 : x->interface > y->interface;
}

static int compare_u32(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a;
    uint32_t y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

static void lower_monitors(lowering *l, const module *m, ir_module *out)
{
    arena *memory = &l->ir->memory;
    out->monitors =
        ARENA_ARRAY(memory, ir_monitor, m->monitors.count + l->scenarios.len);
    list_each (o, &m->monitors) {
        if (o->spec->kind == MACHINE_SCENARIO)
            continue; /* added below: every scenario watches every interface */
        uint32_t *watches = ARENA_ARRAY(memory, uint32_t, o->watches.count);
        for (uint32_t i = 0; i < o->watches.count; i++)
            watches[i] = o->watches.data[i]->index;
        if (o->watches.count > 0)
            qsort(watches, o->watches.count, sizeof *watches, compare_u32);
        out->monitors[out->monitor_count++] =
            (ir_monitor){o->spec->index, watches, o->watches.count};
    }
    if (l->scenarios.len == 0)
        return;
    uint32_t *everything = ARENA_ARRAY(memory, uint32_t, out->binding_count);
    for (uint32_t i = 0; i < out->binding_count; i++)
        everything[i] = out->bindings[i].interface;
    if (out->binding_count > 0)
        qsort(everything, out->binding_count, sizeof *everything, compare_u32);
    vec_each (scenario, &l->scenarios)
        out->monitors[out->monitor_count++] =
            (ir_monitor){*scenario, everything, out->binding_count};
}

static const ir_module *lower_module(lowering *l, const module *m)
{
    arena *memory = &l->ir->memory;
    ir_module *out = ARENA_NEW(memory, ir_module);
    out->binding_count = m->bindings.count;
    out->bindings = ARENA_ARRAY(memory, ir_binding, m->bindings.count);
    for (uint32_t i = 0; i < m->bindings.count; i++) {
        const binding *b = &m->bindings.data[i];
        out->bindings[i] =
            (ir_binding){b->interface->index, b->machine->index,
                         interface_indices(l, b->links, b->machine->creates.count)};
    }
    if (out->binding_count > 0)
        qsort(out->bindings, out->binding_count, sizeof *out->bindings,
              compare_bindings);
    lower_monitors(l, m, out);
    return out;
}

/* Tests often share a module. */
static const ir_module *lower_module_once(lowering *l, const module *m)
{
    const ir_module *known = idmap_get(&l->modules, (uintptr_t)m);
    if (known == NULL) {
        known = lower_module(l, m);
        idmap_put(&l->modules, (uintptr_t)m, (void *)known); /* NOLINT */
    }
    return known;
}

typedef VEC(ir_test) test_list;

static void lower_test(lowering *l, const test_decl *t, test_list *out)
{
    assert(t->value != NULL); /* a program without errors */
    const ir_module *closed = lower_module_once(l, t->value);
    uint32_t *params = ARENA_ARRAY(&l->ir->memory, uint32_t, t->params.count);
    for (uint32_t i = 0; i < t->params.count; i++)
        params[i] = t->params.data[i].var->index;
    assignment_list runs = {0};
    expand_test(l->p, t, &runs);
    vec_each (run, &runs) {
        strbuf name = {0};
        expand_name(l->p, t, run, &name);
        ir_test one = {
            .name = keep_text(l, &name),
            .pos = t->name.pos,
            .module = closed,
            .main_interface =
                t->main_interface != NULL ? t->main_interface->index : IR_NONE,
            .params = params,
            .values = run->values,
            .param_count = t->params.count,
            .is_implementation = t->is_implementation,
            .refines = t->refines != NULL,
        };
        strbuf_free(&name);
        vec_push(out, one);
    }
    vec_free(&runs);
}

static void lower_tests(lowering *l)
{
    test_list tests = {0};
    vec_each (t, &l->p->tests)
        lower_test(l, *t, &tests);
    l->ir->tests = ARENA_VEC(&l->ir->memory, &tests);
    l->ir->test_count = (uint32_t)tests.len;
    vec_free(&tests);
}

/* ---- Proofs ---- */

static void lower_pures(lowering *l)
{
    vec_each (at, &l->p->pures) {
        const pure_decl *f = *at;
        const fun_decl around = {.params = f->params};
        ir_function out = {
            .kind = IR_FUN_PURE,
            .name = name_of(l, f->name.name),
            .pos = f->name.pos,
            .machine = IR_NONE,
            .param_count = f->params.count,
            .result = f->result_type,
        };
        lower_formula_into(l, &out, f->frame->slot_count, &around, f->body);
        l->functions.data[f->frame->index] = out;
    }
}

static void lower_invariants(lowering *l)
{
    ir_program *ir = l->ir;
    ir->invariant_count = (uint32_t)l->p->invariants.len;
    ir->invariants = ARENA_ARRAY(&ir->memory, ir_invariant, ir->invariant_count);
    for (uint32_t i = 0; i < ir->invariant_count; i++) {
        const invariant_decl *inv = l->p->invariants.data[i];
        ir->invariants[i] = (ir_invariant){
            .name = name_of(l, inv->full_name.name),
            .function = inv->condition.frame->index,
            .lemma = inv->lemma != NULL ? inv->lemma->index : IR_NONE,
        };
        lower_formula(l, &inv->condition, ir->invariants[i].name, NULL);
    }
}

static void lower_conditions(lowering *l)
{
    ir_program *ir = l->ir;
    size_t room = l->p->conditions.len;
    ir->axioms = ARENA_ARRAY(&ir->memory, uint32_t, room);
    ir->inits = ARENA_ARRAY(&ir->memory, uint32_t, room);
    vec_each (at, &l->p->conditions) {
        const condition_decl *c = *at;
        uint32_t *count = c->is_axiom ? &ir->axiom_count : &ir->init_count;
        const char *word = c->is_axiom ? "axiom" : "init-condition";
        lower_formula(l, &c->condition, numbered(l, "", word, *count), NULL);
        (c->is_axiom ? ir->axioms : ir->inits)[(*count)++] = c->condition.frame->index;
    }
}

typedef VEC(ir_goal) goal_list;

static void add_goals(lowering *l, const uint32_t *invariants, uint32_t count,
                      const formula_list *written, goal_list *out)
{
    for (uint32_t i = 0; i < count; i++) {
        ir_goal g = {.invariant = invariants[i], .function = IR_NONE};
        vec_push(out, g);
    }
    list_each (f, written) {
        if (f->frame == NULL)
            continue; /* a name, resolved to invariants */
        lower_formula(l, f, numbered(l, "", "goal", l->goal_count++), NULL);
        ir_goal g = {.invariant = IR_NONE, .function = f->frame->index};
        vec_push(out, g);
    }
}

static ir_prove lower_prove(lowering *l, const proof_decl *proof, const prove_cmd *cmd)
{
    goal_list goals = {0};
    goal_list premises = {0};
    add_goals(l, cmd->goal_invariants.data, cmd->goal_invariants.count, &cmd->goals,
              &goals);
    add_goals(l, cmd->premise_invariants.data, cmd->premise_invariants.count,
              &cmd->premises, &premises);
    if (cmd->goals_default) {
        ir_goal g = {.is_default = true, .invariant = IR_NONE, .function = IR_NONE};
        vec_push(&goals, g);
    }
    /* The checker has removed the excepted invariants from the goals already.  An
     * inline formula excepts nothing, but needs its code. */
    goal_list ignored = {0};
    add_goals(l, NULL, 0, &cmd->excepts, &ignored);
    vec_free(&ignored);
    ir_prove out = {
        .proof = name_of(l, proof->name.name),
        .pos = cmd->pos,
        .goals = ARENA_VEC(&l->ir->memory, &goals),
        .goal_count = (uint32_t)goals.len,
        .premises = ARENA_VEC(&l->ir->memory, &premises),
        .premise_count = (uint32_t)premises.len,
    };
    vec_free(&goals);
    vec_free(&premises);
    return out;
}

static void lower_proofs(lowering *l)
{
    VEC(ir_prove) proves = {0};
    vec_each (proof, &l->p->proofs) {
        list_each (cmd, &(*proof)->commands) {
            ir_prove one = lower_prove(l, *proof, *cmd);
            vec_push(&proves, one);
        }
    }
    l->ir->proves = ARENA_VEC(&l->ir->memory, &proves);
    l->ir->prove_count = (uint32_t)proves.len;
    vec_free(&proves);
}

/* ---- The whole program ---- */

ir_program *lower_program(program *p)
{
    assert(p->diags.errors == 0);
    lowering l = {.p = p, .ir = mem_alloc(sizeof *l.ir)};
    l.ir->source = &p->symbols;
    arena_init(&l.ir->memory);
    intern_init(&l.const_keys);
    declare_functions(&l);
    lower_declarations(&l);
    lower_machines(&l);
    lower_pures(&l);
    lower_invariants(&l);
    lower_conditions(&l);
    vec_each (f, &p->functions)
        if ((*f)->role != ROLE_FORMULA)
            lower_function(&l, *f);
    lower_tests(&l);
    lower_proofs(&l);
    l.ir->functions = ARENA_VEC(&l.ir->memory, &l.functions);
    l.ir->function_count = (uint32_t)l.functions.len;
    l.ir->consts = ARENA_VEC(&l.ir->memory, &l.consts);
    l.ir->const_count = (uint32_t)l.consts.len;
    vec_free(&l.functions);
    vec_free(&l.consts);
    vec_free(&l.scenarios);
    idmap_fini(&l.modules);
    intern_fini(&l.const_keys);
    ir_verify(l.ir);
    return l.ir;
}
