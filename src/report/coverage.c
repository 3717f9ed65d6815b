#include "report/coverage.h"

/* ---- What counts ---- */

static void add_event(coverage_report *c, uint32_t event)
{
    c->events[event] = event != EVENT_HALT && event != EVENT_NULL;
}

static void add_event_operand(coverage_report *c, ir_operand o)
{
    if (IR_KIND(o) == IR_CONST && c->ir->consts[IR_INDEX(o)].kind == IR_CONST_EVENT)
        add_event(c, (uint32_t)c->ir->consts[IR_INDEX(o)].integer);
}

static void add_function(coverage_report *c, uint32_t function);

static void add_instruction(coverage_report *c, const ir_function *f, const ir_instr *i)
{
    if (i->op == IR_CALL)
        add_function(c, i->a);
    else if (i->op == IR_SEND)
        add_event_operand(c, i->b);
    else if (i->op == IR_ANNOUNCE || i->op == IR_RAISE)
        add_event_operand(c, i->a);
    else if (i->op == IR_CASE)
        for (uint32_t k = 0; k < f->cases[i->first].event_count; k++)
            add_event(c, f->cases[i->first].events[k]);
}

static void add_function(coverage_report *c, uint32_t function)
{
    if (function == IR_NONE || c->functions[function])
        return;
    c->functions[function] = true;
    const ir_function *f = &c->ir->functions[function];
    for (uint32_t at = 0; at < f->code_count; at++)
        add_instruction(c, f, &f->code[at]);
}

static void add_machine(coverage_report *c, uint32_t machine)
{
    c->machines[machine] = true;
    const ir_machine *m = &c->ir->machines[machine];
    for (uint32_t s = 0; s < m->state_count; s++) {
        add_function(c, m->states[s].entry);
        add_function(c, m->states[s].exit);
        for (uint32_t a = 0; a < m->states[s].action_count; a++) {
            add_function(c, m->states[s].actions[a].function);
            add_function(c, m->states[s].actions[a].quorum);
            add_event(c, m->states[s].actions[a].event);
        }
    }
}

static const ir_binding *binding_of(const ir_module *m, uint32_t interface)
{
    for (uint32_t i = 0; i < m->binding_count; i++)
        if (m->bindings[i].interface == interface)
            return &m->bindings[i];
    return NULL;
}

/* Marks the machine that INTERFACE is bound to, and those that it can create. */
static void add_made(coverage_report *c, const ir_module *m, uint32_t interface,
                     bool *seen)
{
    const ir_binding *b = binding_of(m, interface);
    if (b == NULL || seen[interface])
        return;
    seen[interface] = true;
    add_machine(c, b->machine);
    const ir_machine *made = &c->ir->machines[b->machine];
    for (uint32_t i = 0; i < made->create_count; i++)
        add_made(c, m, b->links[i], seen);
}

void coverage_report_add(coverage_report *c, const ir_test *test)
{
    bool *seen = mem_alloc((c->ir->interface_count + 1) * sizeof *seen);
    add_made(c, test->module, test->main_interface, seen);
    mem_free(seen, (c->ir->interface_count + 1) * sizeof *seen);
    for (uint32_t i = 0; i < test->module->monitor_count; i++)
        add_machine(c, test->module->monitors[i].machine);
}

void coverage_report_begin(coverage_report *c, const ir_program *ir, const coverage *v)
{
    *c = (coverage_report){.ir = ir, .v = v, .within = ""};
    arena_init(&c->memory);
    c->machines = ARENA_ARRAY(&c->memory, bool, ir->machine_count + 1);
    c->functions = ARENA_ARRAY(&c->memory, bool, ir->function_count + 1);
    c->events = ARENA_ARRAY(&c->memory, bool, ir->event_count + 1);
}

void coverage_report_fini(coverage_report *c)
{
    vec_free(&c->notes);
    arena_fini(&c->memory);
}

/* ---- Looking closer ---- */

bool coverage_is_branch(const ir_instr *i)
{
    return (i->op == IR_IF || i->op == IR_IF_NOT) &&
           (i->first == IR_OF_IF || i->first == IR_OF_WHILE) &&
           IR_KIND(i->a) != IR_CONST;
}

static bool is_assert(const ir_instr *i)
{
    return i->op == IR_IF_NOT && i->first == IR_OF_ASSERT;
}

uint32_t coverage_skip(const ir_function *f, uint32_t at)
{
    if (is_assert(&f->code[at]))
        return f->code[at].b;
    return f->code[at].op == IR_PROOF ? f->code[at].a : at;
}

bool coverage_has_handler(const ir_state *s, uint32_t which)
{
    return (which != HANDLER_ENTRY || s->entry != IR_NONE) &&
           (which != HANDLER_EXIT || s->exit != IR_NONE);
}

srcpos coverage_handler_pos(const ir_program *ir, const ir_state *s, uint32_t which)
{
    if (which == HANDLER_ENTRY)
        return ir->functions[s->entry].pos;
    if (which == HANDLER_EXIT)
        return ir->functions[s->exit].pos;
    return s->actions[which - HANDLER_ACTIONS].pos;
}

const char *coverage_handler_kind(const ir_state *s, uint32_t which)
{
    static const char *const words[] = {[ACTION_DO] = "do",
                                        [ACTION_GOTO] = "goto",
                                        [ACTION_DEFER] = "defer",
                                        [ACTION_IGNORE] = "ignore",
                                        [ACTION_QUORUM] = "quorum"};
    if (which < HANDLER_ACTIONS)
        return which == HANDLER_ENTRY ? "entry" : "exit";
    return words[s->actions[which - HANDLER_ACTIONS].kind];
}

const char *coverage_machine_kind(const ir_machine *m)
{
    static const char *const words[] = {[MACHINE_PLAIN] = "machine",
                                        [MACHINE_SPEC] = "spec",
                                        [MACHINE_SCENARIO] = "scenario"};
    return words[m->kind];
}

/* ---- Counting ---- */

static void count(covered_count *n, bool seen)
{
    n->all++;
    n->seen += seen;
}

static void count_state(coverage_report *c, uint32_t machine, uint32_t state)
{
    const ir_state *s = &c->ir->machines[machine].states[state];
    const uint8_t *used = &c->v->handlers[coverage_handler(c->v, machine, state, 0)];
    count(&c->states, c->v->states[coverage_state(c->v, machine, state)]);
    for (uint32_t h = 0; h < HANDLER_ACTIONS + s->action_count; h++)
        if (coverage_has_handler(s, h))
            count(&c->handlers, used[h]);
}

static void count_code(coverage_report *c, uint32_t function)
{
    const ir_function *f = &c->ir->functions[function];
    for (uint32_t at = 0; at < f->code_count; at++) {
        uint8_t mark = c->v->code[function][at];
        if (coverage_is_branch(&f->code[at])) {
            count(&c->branches, mark & COVER_TRUE);
            count(&c->branches, mark & COVER_FALSE);
        }
        if (f->code[at].op == IR_CASE)
            count(&c->handlers, mark & COVER_RAN);
    }
}

void coverage_report_count(coverage_report *c)
{
    for (uint32_t m = 0; m < c->ir->machine_count; m++) {
        if (!c->machines[m])
            continue;
        if (c->ir->machines[m].kind == MACHINE_SCENARIO)
            count(&c->scenarios, c->v->machines[m] & COVER_COOLED);
        for (uint32_t s = 0; s < c->ir->machines[m].state_count; s++)
            count_state(c, m, s);
    }
    for (uint32_t f = 0; f < c->ir->function_count; f++)
        if (c->functions[f])
            count_code(c, f);
    for (uint32_t e = 0; e < c->ir->event_count; e++)
        if (c->events[e])
            count(&c->handled, c->v->events[e] & COVER_HANDLED);
}

/* ---- What a green result did not check ---- */

static void note_text(coverage_report *c, bool is_hollow, const char *format, ...)
    PRINTF_LIKE(3, 4);

static void note_text(coverage_report *c, bool is_hollow, const char *format, ...)
{
    strbuf b = {0};
    va_list args;
    va_start(args, format);
    strbuf_vprintf(&b, format, args);
    va_end(args);
    coverage_note n = {arena_strndup(&c->memory, strbuf_text(&b), b.len), is_hollow};
    vec_push(&c->notes, n);
    strbuf_free(&b);
}

/* What the notes on one machine depend on. */
typedef struct facts {
    bool can_handle; /* it has a handler */
    bool has_handled;
    bool has_noticed; /* or ignored an event */
    bool has_moved;   /* it left its start state */
    bool can_be_hot;
    bool was_hot;
    bool has_asserts;
    bool has_asserted;
} facts;

static void look_at_function(const coverage_report *c, uint32_t function, bool *seen,
                             facts *out)
{
    if (function == IR_NONE || seen[function])
        return;
    seen[function] = true;
    const ir_function *f = &c->ir->functions[function];
    for (uint32_t at = 0; at < f->code_count; at++) {
        bool ran = c->v->code[function][at] & COVER_RAN;
        if (f->code[at].op == IR_CASE) {
            out->can_handle = true;
            out->has_handled |= ran;
        } else if (is_assert(&f->code[at])) {
            out->has_asserts = true;
            out->has_asserted |= ran;
        } else if (f->code[at].op == IR_CALL) {
            look_at_function(c, f->code[at].a, seen, out);
        }
    }
}

static void look_at_state(const coverage_report *c, uint32_t machine, uint32_t state,
                          bool *seen, facts *out)
{
    const ir_machine *m = &c->ir->machines[machine];
    const ir_state *s = &m->states[state];
    const uint8_t *used = &c->v->handlers[coverage_handler(c->v, machine, state, 0)];
    bool entered = c->v->states[coverage_state(c->v, machine, state)];
    out->has_moved |= entered && state != m->start;
    out->can_be_hot |= s->temp == HOT;
    out->was_hot |= entered && s->temp == HOT;
    look_at_function(c, s->entry, seen, out);
    look_at_function(c, s->exit, seen, out);
    for (uint32_t a = 0; a < s->action_count; a++) {
        bool is_used = used[HANDLER_ACTIONS + a];
        action_kind kind = s->actions[a].kind;
        bool reacts = kind != ACTION_DEFER && kind != ACTION_IGNORE;
        out->can_handle |= reacts;
        out->has_handled |= reacts && is_used;
        out->has_noticed |= is_used;
        look_at_function(c, s->actions[a].function, seen, out);
    }
}

static facts look_at_machine(const coverage_report *c, uint32_t machine)
{
    facts f = {0};
    bool *seen = mem_alloc((c->ir->function_count + 1) * sizeof *seen);
    for (uint32_t s = 0; s < c->ir->machines[machine].state_count; s++)
        look_at_state(c, machine, s, seen, &f);
    mem_free(seen, (c->ir->function_count + 1) * sizeof *seen);
    return f;
}

static void note_spec(coverage_report *c, const ir_machine *m, const facts *f)
{
    if (!f->has_noticed) {
        note_text(c, false, "spec %s never observed an event%s", m->name, c->within);
        return;
    }
    if (!f->has_moved && m->state_count > 1) {
        note_text(c, false, "spec %s never left its start state%s", m->name, c->within);
        return;
    }
    if (f->has_asserts && !f->has_asserted)
        note_text(c, false, "spec %s never reached an assert%s", m->name, c->within);
    if (f->can_be_hot && !f->was_hot)
        note_text(c, false, "spec %s was never in a hot state%s", m->name, c->within);
}

static void note_machine(coverage_report *c, uint32_t machine, const facts *f)
{
    const char *name = c->ir->machines[machine].name;
    if (!(c->v->machines[machine] & COVER_BEGUN))
        note_text(c, false, "machine %s was never started%s", name, c->within);
    else if (f->can_handle && !f->has_handled)
        note_text(c, false, "machine %s never handled an event%s", name, c->within);
}

/* What the notes on all machines together depend on. */
typedef struct overview {
    bool has_specs;
    bool has_observed; /* a spec */
    bool has_asserts;  /* any of them */
    bool has_asserted;
    bool can_handle; /* a machine */
    bool has_handled;
} overview;

static overview look_at_all(const coverage_report *c)
{
    overview o = {0};
    for (uint32_t m = 0; m < c->ir->machine_count; m++) {
        if (!c->machines[m])
            continue;
        facts f = look_at_machine(c, m);
        machine_kind kind = c->ir->machines[m].kind;
        o.has_specs |= kind == MACHINE_SPEC;
        o.has_observed |= kind == MACHINE_SPEC && f.has_noticed;
        o.has_handled |= kind == MACHINE_PLAIN && f.has_handled;
        o.can_handle |= kind == MACHINE_PLAIN && f.can_handle;
        o.has_asserts |= f.has_asserts;
        o.has_asserted |= f.has_asserted;
    }
    return o;
}

static bool has_missed(const overview *o)
{
    bool misses_events = o->can_handle && !o->has_handled;
    bool misses_claims = (o->has_specs || o->has_asserts) && !o->has_asserted;
    return !o->has_observed && (misses_events || misses_claims);
}

/* Notes that make the whole result doubtful. */
static void note_hollow(coverage_report *c, const engine_stats *s)
{
    overview o = look_at_all(c);
    bool is_dpor = s->phase == PHASE_EXECUTIONS;
    c->has_missed = has_missed(&o);
    if (is_dpor && s->executions == 0)
        note_text(c, true, "no execution ends: all are blocked");
    else if (!is_dpor && s->states <= 1 &&
             s->transitions == 0 && /* the first step of main leads to another */
             coverage_has_failed_assumption(c->v))
        note_text(c, true, "assumptions rule out every run%s",
                  c->within[0] != '\0' ? " that was tried" : "");
    else if (!o.has_handled && !o.has_observed)
        note_text(c, true, "no machine ever handled an event%s", c->within);
    if (!o.has_asserted && !o.has_observed)
        note_text(c, true,
                  "%s and no assert was reached%s: only unhandled events, deadlocks "
                  "and failing operations were checked",
                  o.has_specs ? "no spec observed an event" : "no spec is attached",
                  c->within);
    if (s->cut > 0 && s->cut == s->schedules)
        note_text(c, true, "every run was cut off: see --max-steps");
}

/* Which runs is the verdict about? */
static void set_scope(coverage_report *c, verdict_kind kind)
{
    switch (kind) {
    case VERDICT_EXHAUSTED:
    case VERDICT_PROVED:
        return;
    case VERDICT_SAMPLED:
        c->within = " in the sampled runs";
        return;
    case VERDICT_WITHIN:
    case VERDICT_COVERED:
        c->within = " in the visited states";
        return;
    case VERDICT_UNKNOWN:
    case VERDICT_VIOLATED:
    case VERDICT_REFUSED:
    case VERDICT_SKIPPED:
        c->is_partial = true;
        return;
    }
}

static void find_notes(coverage_report *c, const result *r)
{
    note_hollow(c, &r->verdict.stats);
    for (uint32_t m = 0; m < c->ir->machine_count; m++) {
        if (!c->machines[m])
            continue;
        facts f = look_at_machine(c, m);
        if (c->ir->machines[m].kind == MACHINE_SPEC)
            note_spec(c, &c->ir->machines[m], &f);
        else if (c->ir->machines[m].kind == MACHINE_PLAIN)
            note_machine(c, m, &f);
    }
}

void coverage_report_init(coverage_report *c, const result *r)
{
    coverage_report_begin(c, r->ir, r->verdict.coverage);
    coverage_report_add(c, r->test);
    coverage_report_count(c);
    set_scope(c, r->verdict.kind);
    if (!c->is_partial)
        find_notes(c, r);
}

bool coverage_is_hollow(const coverage_report *c)
{
    vec_each (n, &c->notes)
        if (n->is_hollow)
            return true;
    return false;
}
