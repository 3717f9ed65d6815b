#include "report/state_graph.h"

#include "core/network.h"
#include "core/within.h"
#include "engine/row_store.h"
#include "report/describe.h"
#include "report/dot.h"

/* Outcomes of a single step: more of them lead to more states than the graph shows. */
enum { MOST_OUTCOMES = 100000 };

typedef struct walk {
    core *c;
    row_store states;
    strbuf *out;
    strbuf text; /* of a label */
    system_state from, to;
    transition_list enabled;
    size_t violations;
    bool is_too_large;
} walk;

/* ---- Labels ---- */

static void put_label(walk *w, const char *style)
{
    strbuf_puts(w->out, " [label=\"");
    dot_text(strbuf_text(&w->text), w->out);
    strbuf_printf(w->out, "\"%s];\n", style);
    strbuf_clear(&w->text);
}

/* Ends a line of the label, with a line end that dot_text keeps. */
static void put_line(walk *w)
{
    dot_text(strbuf_text(&w->text), w->out);
    strbuf_puts(w->out, "\\l");
    strbuf_clear(&w->text);
}

static void name_local(walk *w, value local)
{
    const core *c = w->c;
    process_status at = local_status(c, local);
    if (at == STATUS_HALTED) {
        strbuf_puts(&w->text, "halted");
        return;
    }
    const ir_machine *m = &c->ir->machines[local_machine(c, local)];
    strbuf_puts(&w->text, m->states[local_state(c, local)].name);
    if (at != STATUS_IDLE)
        strbuf_printf(&w->text, ", %s", describe_status(at));
}

/* The outbox: messages that have not arrived, and machines that it creates. */
static void name_box(walk *w, value outbox)
{
    const core *c = w->c;
    for (uint32_t i = 0; i < outbox_count(c, outbox); i++) {
        value what = outbox_message(c, outbox, i);
        strbuf_puts(&w->text, i > 0 ? ", " : "; ");
        if (value_get(&c->vals, what).aux == REC_CREATION) {
            value made = value_item(&c->vals, what, CREATION_MACHINE);
            strbuf_puts(&w->text, "creates ");
            core_show_machine(c, value_to_machine_id(&c->vals, made), &w->text);
        } else {
            value event = value_item(&c->vals, what, MESSAGE_EVENT);
            strbuf_printf(&w->text, "sends %s",
                          c->ir->events[value_to_event(event)].name);
        }
    }
}

static void put_machines(walk *w, const system_state *s)
{
    const ir_module *module = w->c->test->module;
    for (machine_id id = 0; id < system_machines(w->c, s); id++) {
        value local = system_local(w->c, s, id);
        if (local == VALUE_NULL)
            continue;
        core_show_machine(w->c, id, &w->text);
        strbuf_puts(&w->text, ": ");
        name_local(w, local);
        name_box(w, system_outbox(w->c, s, id));
        put_line(w);
    }
    for (uint32_t i = 0; i < module->monitor_count; i++) {
        strbuf_printf(&w->text,
                      "%s: ", w->c->ir->machines[module->monitors[i].machine].name);
        name_local(w, system_monitor(w->c, s, i));
        put_line(w);
    }
}

/* ---- Nodes and edges ---- */

static void put_state(walk *w, uint32_t state, bool is_end, fault_kind wrong)
{
    strbuf_printf(w->out, "  s%u [label=\"", state);
    put_machines(w, &w->from);
    strbuf_puts(w->out, "\"");
    if (state == 0)
        strbuf_puts(w->out, ", penwidth=3");
    if (is_end)
        strbuf_puts(w->out, ", peripheries=2");
    if (wrong != FAULT_NONE)
        strbuf_printf(w->out, ", color=red, xlabel=\"%s\"", fault_title(wrong));
    strbuf_puts(w->out, "];\n");
}

static void name_transition(walk *w, transition m)
{
    replay_step step = {.number = 1,
                        .m = m,
                        .message = system_message(w->c, &w->from, m),
                        .before = &w->from};
    describe_title(w->c, &step, &w->text);
}

static void put_violation(walk *w, const fault *f)
{
    strbuf_puts(&w->text, fault_title(f->kind));
    if (f->text != NULL && f->text[0] != '\0')
        strbuf_printf(&w->text, ": %s", f->text);
    strbuf_printf(w->out, "  v%zu", w->violations);
    put_label(w, ", shape=octagon, color=red");
    w->violations++;
}

static uint32_t add_state(walk *w, uint32_t parent)
{
    bool is_new;
    uint32_t state = row_store_add(&w->states, &w->to, parent, &is_new);
    w->is_too_large |= row_store_count(&w->states) > STATE_GRAPH_MOST;
    return state;
}

static void try_transition(walk *w, uint32_t state, transition m)
{
    transition_result r;
    for (uint32_t k = 0;
         !w->is_too_large && system_step(w->c, &w->from, m, k, &w->to, &r); k++) {
        if (r.is_pruned)
            continue;
        size_t violation = w->violations;
        if (r.fault != 0) {
            put_violation(w, &w->c->faults.data[r.fault - 1]);
            strbuf_printf(w->out, "  s%u -> v%zu", state, violation);
        } else {
            strbuf_printf(w->out, "  s%u -> s%u", state, add_state(w, state));
        }
        name_transition(w, m);
        put_label(w, r.fault != 0 ? ", color=red" : "");
    }
}

static void expand(walk *w, uint32_t state)
{
    row_store_get(&w->states, state, &w->from);
    bool is_end = system_enabled(w->c, &w->from, &w->enabled) == 0;
    fault f = {.kind = FAULT_NONE};
    if (is_end)
        f = system_end(w->c, &w->from);
    put_state(w, state, is_end, f.kind);
    if (!within_has_state(w->c, &w->from))
        return;
    vec_each (m, &w->enabled)
        try_transition(w, state, *m);
    w->is_too_large |= w->c->was_stopped;
}

static void walk_all(walk *w)
{
    transition_result r;
    system_start(w->c, &w->to, &r);
    if (r.fault != 0) {
        put_violation(w, &w->c->faults.data[r.fault - 1]);
        return;
    }
    if (!r.is_pruned)
        add_state(w, ROW_NONE);
    for (uint32_t i = 0; !w->is_too_large && i < row_store_count(&w->states); i++)
        expand(w, i);
}

/* Labels are wide, so states of one depth are placed below each other: side by side, a
 * few hundred states make the picture far too wide. */
static const char head[] = "digraph states {\n"
                           "  graph [rankdir=LR, nodesep=0.1, ranksep=0.3];\n"
                           "  node [shape=box, fontsize=10, margin=\"0.08,0.04\"];\n"
                           "  edge [fontsize=9];\n";

bool state_graph_write(const ir_program *ir, const ir_test *test, const core_options *o,
                       strbuf *out, strbuf *why)
{
    walk w = {.c = core_new(ir, test, o), .out = out};
    w.c->most_outcomes = MOST_OUTCOMES;
    row_store_init(&w.states);
    strbuf_puts(out, head);
    walk_all(&w);
    strbuf_puts(out, "}\n");
    if (w.c->limit != STOP_NONE)
        strbuf_printf(why, "--dot-states: a step of %s has too many outcomes",
                      test->name);
    else if (w.is_too_large)
        strbuf_printf(why, "--dot-states: %s has more than %d states, too many to draw",
                      test->name, STATE_GRAPH_MOST);
    bool ok = w.c->limit == STOP_NONE && !w.is_too_large;
    row_store_fini(&w.states);
    vec_free(&w.from);
    vec_free(&w.to);
    vec_free(&w.enabled);
    strbuf_free(&w.text);
    core_free(w.c);
    return ok;
}
