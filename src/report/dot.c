#include "report/dot.h"

#include "base/utf8.h"

#include <string.h>

/* ---- Text ---- */

void dot_text(const char *text, strbuf *out)
{
    size_t left = strlen(text);
    for (size_t n; left > 0; text += n, left -= n) {
        n = utf8_char(text, left);
        if (n == 0)
            strbuf_puts(out, UTF8_REPLACEMENT);
        else if (*text == '"' || *text == '\\')
            strbuf_printf(out, "\\%c", *text);
        else if (*text == '&') /* or &lt; would be a < */
            strbuf_puts(out, "&amp;");
        else if (utf8_is_control(text, n))
            strbuf_printf(out, "\\\\x%02x", (unsigned char)text[n - 1]);
        else
            strbuf_add(out, text, n);
        n = n > 0 ? n : 1;
    }
}

/* The name of a state's node. */
static void put_node(const ir_machine *m, uint32_t state, strbuf *out)
{
    strbuf_puts(out, "\"");
    dot_text(m->name, out);
    strbuf_putc(out, '.');
    dot_text(m->states[state].name, out);
    strbuf_puts(out, "\"");
}

/* ---- Where a function can go ---- */

/* Marks for all queries: a mark counts if it has the number of the current query. */
typedef struct targets {
    const ir_program *ir;
    uint32_t question;
    uint32_t *visited; /* by function */
    uint32_t *states;  /* by state: a goto may lead there */
    VEC(uint32_t)
    to_see; /* worklist of functions, since chains of calls may be very long */
} targets;

static void targets_init(targets *t, const ir_program *ir, arena *memory)
{
    uint32_t most = 0;
    for (uint32_t i = 0; i < ir->machine_count; i++)
        if (ir->machines[i].state_count > most)
            most = ir->machines[i].state_count;
    *t = (targets){.ir = ir};
    t->visited = ARENA_ARRAY(memory, uint32_t, ir->function_count + 1);
    t->states = ARENA_ARRAY(memory, uint32_t, most + 1);
}

static void add_function(targets *t, uint32_t function)
{
    if (function == IR_NONE || t->visited[function] == t->question)
        return;
    t->visited[function] = t->question;
    vec_push(&t->to_see, function);
}

/* Marks the states that FUNCTION, or a function that it calls, may go to. */
static void targets_find(targets *t, uint32_t function)
{
    t->question++;
    add_function(t, function);
    while (t->to_see.len > 0) {
        const ir_function *f = &t->ir->functions[vec_pop(&t->to_see)];
        for (uint32_t i = 0; i < f->code_count; i++) {
            if (f->code[i].op == IR_CALL)
                add_function(t, f->code[i].a);
            else if (f->code[i].op == IR_GOTO)
                t->states[f->code[i].a] = t->question;
        }
    }
}

/* ---- A state ---- */

static void put_edge(const ir_machine *m, uint32_t from, uint32_t to, const char *what,
                     const char *more, strbuf *out)
{
    strbuf_puts(out, "  ");
    put_node(m, from, out);
    strbuf_puts(out, " -> ");
    put_node(m, to, out);
    strbuf_puts(out, " [label=\"");
    dot_text(what, out);
    strbuf_printf(out, "%s\"];\n", more);
}

/* Adds an edge to each state that FUNCTION may go to. */
static void put_gotos(targets *t, const ir_machine *m, uint32_t from, uint32_t function,
                      const char *what, const char *more, strbuf *out)
{
    targets_find(t, function);
    for (uint32_t to = 0; to < m->state_count; to++)
        if (t->states[to] == t->question)
            put_edge(m, from, to, what, more, out);
}

static void put_state_edges(targets *t, const ir_machine *m, uint32_t state,
                            strbuf *out)
{
    const ir_state *s = &m->states[state];
    put_gotos(t, m, state, s->entry, "entry", "", out);
    for (uint32_t i = 0; i < s->action_count; i++) {
        const ir_action *a = &s->actions[i];
        const char *event = t->ir->events[a->event].name;
        if (a->kind == ACTION_GOTO)
            put_edge(m, state, a->target, event, "", out);
        else if (a->kind == ACTION_DO || a->kind == ACTION_QUORUM)
            put_gotos(t, m, state, a->function, event,
                      a->kind == ACTION_QUORUM ? " (quorum)" : "", out);
    }
}

/* A line of the node: how the state reacts to some events. */
static void put_events(const ir_program *ir, const ir_state *s, action_kind kind,
                       const char *word, strbuf *out)
{
    bool any = false;
    for (uint32_t i = 0; i < s->action_count; i++) {
        if (s->actions[i].kind != kind)
            continue;
        strbuf_puts(out, any ? ", " : word);
        dot_text(ir->events[s->actions[i].event].name, out);
        any = true;
    }
    strbuf_puts(out, any ? "\\l" : "");
}

static void put_state(const ir_program *ir, const ir_machine *m, uint32_t state,
                      strbuf *out)
{
    const ir_state *s = &m->states[state];
    strbuf_puts(out, "    ");
    put_node(m, state, out);
    strbuf_puts(out, " [label=\"");
    dot_text(s->name, out);
    strbuf_puts(out, s->temp == HOT    ? " (hot)\\n"
                     : s->temp == COLD ? " (cold)\\n"
                                       : "\\n");
    strbuf_puts(out, s->entry != IR_NONE ? "entry\\l" : "");
    strbuf_puts(out, s->exit != IR_NONE ? "exit\\l" : "");
    put_events(ir, s, ACTION_DO, "on ", out);
    put_events(ir, s, ACTION_QUORUM, "on quorum of ", out);
    put_events(ir, s, ACTION_DEFER, "defer ", out);
    put_events(ir, s, ACTION_IGNORE, "ignore ", out);
    strbuf_puts(out, s->temp == HOT ? "\", style=\"rounded,bold\"];\n" : "\"];\n");
}

/* ---- All of them ---- */

static void put_machine(targets *t, const ir_machine *m, strbuf *out)
{
    strbuf_puts(out, "  subgraph \"cluster_");
    dot_text(m->name, out);
    strbuf_printf(out, "\" {\n    label=\"%s ",
                  m->kind == MACHINE_PLAIN  ? "machine"
                  : m->kind == MACHINE_SPEC ? "spec"
                                            : "scenario");
    dot_text(m->name, out);
    strbuf_puts(out, m->kind == MACHINE_PLAIN ? "\";\n" : "\"; style=dashed;\n");
    strbuf_puts(out, "    \"");
    dot_text(m->name, out);
    strbuf_puts(out, "\" [shape=point];\n");
    for (uint32_t i = 0; i < m->state_count; i++)
        put_state(t->ir, m, i, out);
    strbuf_puts(out, "  }\n  \"");
    dot_text(m->name, out);
    strbuf_puts(out, "\" -> ");
    put_node(m, m->start, out);
    strbuf_puts(out, ";\n");
    for (uint32_t i = 0; i < m->state_count; i++)
        put_state_edges(t, m, i, out);
}

void dot_machines(const ir_program *ir, strbuf *out)
{
    arena memory;
    targets t;
    arena_init(&memory);
    targets_init(&t, ir, &memory);
    strbuf_puts(out, "digraph machines {\n  node [shape=box, style=rounded];\n");
    for (uint32_t i = 0; i < ir->machine_count; i++)
        put_machine(&t, &ir->machines[i], out);
    strbuf_puts(out, "}\n");
    vec_free(&t.to_see);
    arena_fini(&memory);
}
