#include "ir/print.h"

#include "base/real.h"

typedef struct printer {
    const ir_program *ir;
    FILE *out;
    strbuf line;
} printer;

static void flush(printer *p)
{
    fprintf(p->out, "%s\n", strbuf_text(&p->line));
    strbuf_clear(&p->line);
}

static const char *name_text(const printer *p, name_id name)
{
    return symbols_name(p->ir->source, name);
}

static void add_type(printer *p, type_id type)
{
    type_show_whole(&p->ir->source->types, type, &p->line);
}

static void add_evset(printer *p, evset_id set)
{
    if (set == EVSET_ALL) {
        strbuf_puts(&p->line, "all");
        return;
    }
    size_t count;
    const uint32_t *members = evset_members(&p->ir->source->evsets, set, &count);
    strbuf_putc(&p->line, '{');
    for (size_t i = 0; i < count; i++)
        strbuf_printf(&p->line, "%s%s", i > 0 ? ", " : "",
                      p->ir->events[members[i]].name);
    strbuf_putc(&p->line, '}');
}

/* ---- Operands ---- */

static void add_const(printer *p, const ir_const *c)
{
    strbuf *b = &p->line;
    switch (c->kind) {
    case IR_CONST_NULL:
        strbuf_puts(b, "null");
        break;
    case IR_CONST_BOOL:
        strbuf_puts(b, c->integer ? "true" : "false");
        break;
    case IR_CONST_INT:
        strbuf_printf(b, "%lld", (long long)c->integer);
        break;
    case IR_CONST_FLOAT:
        real_show(b, c->real);
        break;
    case IR_CONST_TEXT:
        strbuf_json(b, c->text, c->len);
        break;
    case IR_CONST_EVENT:
        strbuf_puts(b, p->ir->events[c->integer].name);
        break;
    }
}

/* Locals by name, temporaries as %n, fields as .name, global parameters as @name. */
static void add_operand(printer *p, const ir_function *f, ir_operand o)
{
    uint32_t index = IR_INDEX(o);
    switch (IR_KIND(o)) {
    case IR_LOCAL:
        if (f->slots[index].name == NAME_NONE)
            strbuf_printf(&p->line, "%%%u", index);
        else
            strbuf_puts(&p->line, name_text(p, f->slots[index].name));
        break;
    case IR_FIELD_OF_MACHINE:
        strbuf_printf(&p->line, ".%s",
                      name_text(p, p->ir->machines[f->machine].fields[index].name));
        break;
    case IR_PARAM:
        strbuf_printf(&p->line, "@%s", name_text(p, p->ir->params[index].name));
        break;
    case IR_CONST:
        add_const(p, &p->ir->consts[index]);
        break;
    }
}

static void add_part(printer *p, const ir_function *f, const ir_instr *i, char kind,
                     uint32_t value)
{
    const ir_program *ir = p->ir;
    switch (kind) {
    case 'o':
        add_operand(p, f, value);
        break;
    case 't':
        add_type(p, value);
        break;
    case 'f':
        strbuf_puts(&p->line, ir->functions[value].name);
        break;
    case 'n':
        strbuf_puts(&p->line, ir->interfaces[value].name);
        break;
    case 'm':
        strbuf_puts(&p->line, ir->machines[value].name);
        break;
    case 'e':
        strbuf_puts(&p->line, ir->events[value].name);
        break;
    case 's': {
        uint32_t machine = i->op == IR_IS_STATE ? i->b : f->machine;
        strbuf_puts(&p->line, ir->machines[machine].states[value].name);
        break;
    }
    case 'i':
        strbuf_printf(&p->line, "%u", value);
        break;
    case 'p':
        strbuf_printf(&p->line, "-> %u", value);
        break;
    case 'x':
        add_const(p, &ir->consts[value]);
        break;
    }
}

static void add_instr(printer *p, const ir_function *f, const ir_instr *i)
{
    const char *shape = ir_op_shape(i->op);
    const uint32_t parts[4] = {i->d, i->a, i->b, i->c};
    if (shape[0] == 'd') {
        add_operand(p, f, i->d);
        strbuf_puts(&p->line, " = ");
    }
    strbuf_puts(&p->line, ir_op_text(i->op));
    const char *separator = " ";
    for (int k = 1; k < 4; k++) {
        if (shape[k] == '-')
            continue;
        strbuf_puts(&p->line, separator);
        add_part(p, f, i, shape[k], parts[k]);
        separator = ", ";
    }
    if (shape[4] == '*') {
        for (uint32_t k = 0; k < i->count; k++) {
            strbuf_puts(&p->line, separator);
            add_operand(p, f, f->args[i->first + k]);
            separator = ", ";
        }
    }
}

static void add_case(printer *p, const ir_function *f, const ir_case *c)
{
    for (uint32_t i = 0; i < c->event_count; i++)
        strbuf_printf(&p->line, "%s%s", i > 0 ? ", " : " ",
                      p->ir->events[c->events[i]].name);
    if (c->slot != IR_NONE) {
        strbuf_puts(&p->line, " as ");
        add_operand(p, f, IR_OPERAND(IR_LOCAL, c->slot));
    }
}

/* ---- Functions ---- */

static bool opens(uint8_t op)
{
    switch (op) {
    case IR_IF:
    case IR_IF_NOT:
    case IR_ELSE:
    case IR_LOOP:
    case IR_FOREACH:
    case IR_CASE:
    case IR_FORALL:
    case IR_EXISTS:
    case IR_FORALL_NEW:
    case IR_EXISTS_NEW:
        return true;
    }
    return false;
}

static bool closes(uint8_t op)
{
    switch (op) {
    case IR_ELSE:
    case IR_END:
    case IR_REPEAT:
    case IR_DONE:
    case IR_RESULT:
        return true;
    }
    return false;
}

static void print_code(printer *p, const ir_function *f)
{
    size_t depth = 1;
    for (ir_pc at = 0; at < f->code_count; at++) {
        const ir_instr *i = &f->code[at];
        if (closes(i->op) && depth > 1)
            depth--;
        strbuf_printf(&p->line, "%5u", at);
        strbuf_fill(&p->line, ' ', depth * 2);
        add_instr(p, f, i);
        if (i->op == IR_CASE)
            add_case(p, f, &f->cases[i->first]);
        flush(p);
        if (opens(i->op))
            depth++;
    }
}

static void print_function(printer *p, const ir_function *f)
{
    static const char *const words[] = {[IR_FUN_NAMED] = "fun",
                                        [IR_FUN_HANDLER] = "handler",
                                        [IR_FUN_FOREIGN] = "foreign fun",
                                        [IR_FUN_PURE] = "pure",
                                        [IR_FUN_FORMULA] = "formula"};
    strbuf_printf(&p->line, "%s %s(", words[f->kind], f->name);
    for (uint32_t i = 0; i < f->param_count; i++) {
        strbuf_printf(&p->line, "%s%s: ", i > 0 ? ", " : "",
                      name_text(p, f->slots[i].name));
        add_type(p, f->slots[i].type);
    }
    strbuf_putc(&p->line, ')');
    if (f->result != TYPE_NULL) {
        strbuf_puts(&p->line, ": ");
        add_type(p, f->result);
    }
    flush(p);
    for (uint32_t i = f->param_count; i < f->slot_count; i++) {
        strbuf_puts(&p->line, "  slot ");
        add_operand(p, f, IR_OPERAND(IR_LOCAL, i));
        strbuf_puts(&p->line, ": ");
        add_type(p, f->slots[i].type);
        flush(p);
    }
    for (uint32_t i = 0; i < f->require_count; i++)
        fprintf(p->out, "  requires %s\n", p->ir->functions[f->requires[i]].name);
    for (uint32_t i = 0; i < f->ensure_count; i++)
        fprintf(p->out, "  ensures %s\n", p->ir->functions[f->ensures[i]].name);
    print_code(p, f);
    fputc('\n', p->out);
}

/* ---- Machines ---- */

static void print_action(printer *p, const ir_machine *m, const ir_action *a)
{
    const ir_program *ir = p->ir;
    const char *event = ir->events[a->event].name;
    const char *fun = a->function != IR_NONE ? ir->functions[a->function].name : NULL;
    switch (a->kind) {
    case ACTION_DEFER:
        strbuf_printf(&p->line, "    defer %s", event);
        break;
    case ACTION_IGNORE:
        strbuf_printf(&p->line, "    ignore %s", event);
        break;
    case ACTION_DO:
        strbuf_printf(&p->line, "    on %s do [%s]", event, fun);
        break;
    case ACTION_GOTO:
        strbuf_printf(&p->line, "    on %s goto %s", event, m->states[a->target].name);
        if (fun != NULL)
            strbuf_printf(&p->line, " with [%s]", fun);
        break;
    case ACTION_QUORUM:
        strbuf_printf(&p->line, "    on quorum [%s] %s do [%s]",
                      ir->functions[a->quorum].name, event, fun);
        break;
    }
    flush(p);
}

static void print_state(printer *p, const ir_machine *m, uint32_t index)
{
    static const char *const temps[] = {[WARM] = "", [HOT] = "hot ", [COLD] = "cold "};
    const ir_state *s = &m->states[index];
    fprintf(p->out, "  %s%sstate %s\n", index == m->start ? "start " : "",
            temps[s->temp], s->name);
    if (s->entry != IR_NONE)
        fprintf(p->out, "    entry [%s]\n", p->ir->functions[s->entry].name);
    if (s->exit != IR_NONE)
        fprintf(p->out, "    exit [%s]\n", p->ir->functions[s->exit].name);
    for (uint32_t i = 0; i < s->action_count; i++)
        print_action(p, m, &s->actions[i]);
}

static void print_machine(printer *p, const ir_machine *m)
{
    static const char *const words[] = {[MACHINE_PLAIN] = "machine",
                                        [MACHINE_SPEC] = "spec",
                                        [MACHINE_SCENARIO] = "scenario"};
    fprintf(p->out, "%s %s\n", words[m->kind], m->name);
    if (m->kind == MACHINE_PLAIN) {
        strbuf_puts(&p->line, "  receives ");
        add_evset(p, m->receives);
        strbuf_puts(&p->line, " sends ");
        add_evset(p, m->sends);
        flush(p);
        for (uint32_t i = 0; i < m->create_count; i++)
            fprintf(p->out, "  creates %s\n", p->ir->interfaces[m->creates[i]].name);
    } else {
        strbuf_puts(&p->line, "  observes ");
        add_evset(p, m->observes);
        flush(p);
    }
    for (uint32_t i = 0; i < m->field_count; i++) {
        strbuf_printf(&p->line, "  field %s: ", name_text(p, m->fields[i].name));
        add_type(p, m->fields[i].type);
        flush(p);
    }
    for (uint32_t i = 0; i < m->state_count; i++)
        print_state(p, m, i);
    fputc('\n', p->out);
}

/* ---- Tests and proofs ---- */

static void print_module(printer *p, const ir_module *m)
{
    const ir_program *ir = p->ir;
    for (uint32_t i = 0; i < m->binding_count; i++) {
        const ir_binding *b = &m->bindings[i];
        const ir_machine *machine = &ir->machines[b->machine];
        strbuf_printf(&p->line, "  %s is %s", ir->interfaces[b->interface].name,
                      machine->name);
        for (uint32_t k = 0; k < machine->create_count; k++)
            if (b->links[k] != machine->creates[k])
                strbuf_printf(&p->line, ", its %s is %s",
                              ir->interfaces[machine->creates[k]].name,
                              ir->interfaces[b->links[k]].name);
        flush(p);
    }
    for (uint32_t i = 0; i < m->monitor_count; i++) {
        const ir_monitor *o = &m->monitors[i];
        strbuf_printf(&p->line, "  %s watches", ir->machines[o->machine].name);
        for (uint32_t k = 0; k < o->watch_count; k++)
            strbuf_printf(&p->line, "%s%s", k > 0 ? ", " : " ",
                          ir->interfaces[o->watches[k]].name);
        flush(p);
    }
}

static void print_test(printer *p, const ir_test *t, const ir_module *shown)
{
    const ir_program *ir = p->ir;
    fprintf(p->out, "%s %s main %s%s\n",
            t->is_implementation ? "implementation" : "test", t->name,
            t->main_interface != IR_NONE ? ir->interfaces[t->main_interface].name
                                         : "none",
            t->refines ? " refines" : "");
    for (uint32_t i = 0; i < t->param_count; i++)
        fprintf(p->out, "  @%s = %lld\n", name_text(p, ir->params[t->params[i]].name),
                (long long)t->values[i]);
    if (t->module != shown)
        print_module(p, t->module);
}

static void add_goals(printer *p, const ir_goal *goals, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        const ir_goal *g = &goals[i];
        const char *name = g->is_default ? "default"
                           : g->invariant != IR_NONE
                               ? p->ir->invariants[g->invariant].name
                               : p->ir->functions[g->function].name;
        strbuf_printf(&p->line, "%s%s", i > 0 ? ", " : " ", name);
    }
}

static void print_formulas(printer *p, const char *word, const uint32_t *functions,
                           uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        fprintf(p->out, "%s [%s]\n", word, p->ir->functions[functions[i]].name);
}

static void print_proofs(printer *p)
{
    const ir_program *ir = p->ir;
    print_formulas(p, "assume always", ir->axioms, ir->axiom_count);
    print_formulas(p, "assume at the start", ir->inits, ir->init_count);
    for (uint32_t i = 0; i < ir->prove_count; i++) {
        const ir_prove *c = &ir->proves[i];
        if (c->proof[0] != '\0')
            strbuf_printf(&p->line, "%s: ", c->proof);
        strbuf_puts(&p->line, "prove");
        add_goals(p, c->goals, c->goal_count);
        if (c->premise_count > 0) {
            strbuf_puts(&p->line, " using");
            add_goals(p, c->premises, c->premise_count);
        }
        flush(p);
    }
}

void ir_print(const ir_program *ir, FILE *out)
{
    printer p = {.ir = ir, .out = out};
    for (uint32_t i = EVENT_FIRST_USER; i < ir->event_count; i++) {
        strbuf_printf(&p.line, "event %s", ir->events[i].name);
        if (ir->events[i].payload != TYPE_NULL) {
            strbuf_puts(&p.line, ": ");
            add_type(&p, ir->events[i].payload);
        }
        flush(&p);
    }
    fputc('\n', out);
    for (uint32_t i = 0; i < ir->machine_count; i++)
        print_machine(&p, &ir->machines[i]);
    for (uint32_t i = 0; i < ir->function_count; i++)
        print_function(&p, &ir->functions[i]);
    const ir_module *shown = NULL;
    for (uint32_t i = 0; i < ir->test_count; i++) {
        print_test(&p, &ir->tests[i], shown);
        shown = ir->tests[i].module;
    }
    print_proofs(&p);
    strbuf_free(&p.line);
}
