/* Coverage as JSON: docs/json.md describes the object.
 *
 * It lists everything that counts (coverage.h), exercised or not, so that readers need
 * not know the program.  A source line is hit if any instruction on it ran;
 * instructions that only end or join blocks do not count, because they run whatever
 * branch was taken.
 */
#include "report/coverage.h"
#include "report/json_put.h"

#include <stdlib.h>
#include <string.h>

/* ---- Pieces ---- */

static void put_counts(const covered_count *n, strbuf *out)
{
    strbuf_printf(out, "\"seen\": %u, \"all\": %u", n->seen, n->all);
}

/* Separates an element of a list from the one before it, if there is one. */
static void next(strbuf *out, bool *is_first, const char *indent)
{
    strbuf_printf(out, "%s\n%s", *is_first ? "" : ",", indent);
    *is_first = false;
}

/* ---- Machines ---- */

static void put_handler(const coverage_report *c, sources *src, uint32_t handler,
                        const ir_state *s, uint32_t which, strbuf *out)
{
    const char *kind = coverage_handler_kind(s, which);
    const char *event = kind;
    if (which >= HANDLER_ACTIONS)
        event = c->ir->events[s->actions[which - HANDLER_ACTIONS].event].name;
    strbuf_putc(out, '{');
    json_put_text(out, "event", event);
    strbuf_puts(out, ", ");
    json_put_text(out, "kind", kind);
    strbuf_puts(out, ", ");
    json_put_bool(out, "exercised", c->v->handlers[handler]);
    strbuf_printf(out, ", \"steps\": %llu, \"instructions\": %llu, ",
                  (unsigned long long)c->v->costs[handler].steps,
                  (unsigned long long)c->v->costs[handler].instructions);
    json_put_place(src, coverage_handler_pos(c->ir, s, which), out);
    strbuf_putc(out, '}');
}

static void put_state(const coverage_report *c, sources *src, uint32_t machine,
                      uint32_t state, strbuf *out)
{
    const ir_state *s = &c->ir->machines[machine].states[state];
    uint32_t first = coverage_handler(c->v, machine, state, 0);
    bool is_first = true;
    strbuf_putc(out, '{');
    json_put_text(out, "name", s->name);
    strbuf_puts(out, ", ");
    json_put_bool(out, "entered", c->v->states[coverage_state(c->v, machine, state)]);
    strbuf_puts(out, ", ");
    json_put_place(src, s->pos, out);
    strbuf_puts(out, ", \"handlers\": [");
    for (uint32_t h = 0; h < HANDLER_ACTIONS + s->action_count; h++) {
        if (!coverage_has_handler(s, h))
            continue;
        next(out, &is_first, "            ");
        put_handler(c, src, first + h, s, h, out);
    }
    strbuf_puts(out, "]}");
}

static void put_machine(const coverage_report *c, sources *src, uint32_t machine,
                        strbuf *out)
{
    const ir_machine *m = &c->ir->machines[machine];
    bool is_first = true;
    strbuf_putc(out, '{');
    json_put_text(out, "name", m->name);
    strbuf_puts(out, ", ");
    json_put_text(out, "kind", coverage_machine_kind(m));
    strbuf_puts(out, ", ");
    json_put_bool(out, "used", c->v->machines[machine] & COVER_BEGUN);
    strbuf_puts(out, ", ");
    json_put_place(src, m->pos, out);
    strbuf_puts(out, ", \"states\": [");
    for (uint32_t s = 0; s < m->state_count; s++) {
        next(out, &is_first, "          ");
        put_state(c, src, machine, s, out);
    }
    strbuf_puts(out, "]}");
}

static void put_machines(const coverage_report *c, sources *src, strbuf *out)
{
    bool is_first = true;
    strbuf_puts(out, ",\n       \"machines\": [");
    for (uint32_t m = 0; m < c->ir->machine_count; m++) {
        if (!c->machines[m])
            continue;
        next(out, &is_first, "        ");
        put_machine(c, src, m, out);
    }
    strbuf_putc(out, ']');
}

static void put_scenarios(const coverage_report *c, strbuf *out)
{
    bool is_first = true;
    strbuf_puts(out, ",\n       \"scenarios\": [");
    for (uint32_t m = 0; m < c->ir->machine_count; m++) {
        if (!c->machines[m] || c->ir->machines[m].kind != MACHINE_SCENARIO)
            continue;
        next(out, &is_first, "        ");
        strbuf_putc(out, '{');
        json_put_text(out, "name", c->ir->machines[m].name);
        strbuf_puts(out, ", ");
        json_put_bool(out, "covered", c->v->machines[m] & COVER_COOLED);
        strbuf_putc(out, '}');
    }
    strbuf_putc(out, ']');
}

/* ---- Code ---- */

static void put_branch(sources *src, const ir_function *f, uint32_t at, uint8_t mark,
                       strbuf *out)
{
    strbuf_putc(out, '{');
    json_put_place(src, f->positions[at], out);
    strbuf_puts(out, ", ");
    json_put_text(out, "kind", f->code[at].first == IR_OF_IF ? "if" : "while");
    strbuf_printf(out, ", \"taken\": [%s%s%s]}", mark & COVER_TRUE ? "\"then\"" : "",
                  (mark & COVER_TRUE) && (mark & COVER_FALSE) ? ", " : "",
                  mark & COVER_FALSE ? "\"else\"" : "");
}

static void put_case(const coverage_report *c, sources *src, const ir_function *f,
                     uint32_t at, uint8_t mark, strbuf *out)
{
    const ir_case *k = &f->cases[f->code[at].first];
    strbuf_puts(out, "{\"events\": [");
    for (uint32_t e = 0; e < k->event_count; e++) {
        const char *name = c->ir->events[k->events[e]].name;
        strbuf_puts(out, e > 0 ? ", " : "");
        strbuf_json(out, name, strlen(name));
    }
    strbuf_puts(out, "], ");
    json_put_bool(out, "exercised", mark & COVER_RAN);
    strbuf_puts(out, ", ");
    json_put_place(src, f->positions[at], out);
    strbuf_putc(out, '}');
}

/* Branches, or cases of `receive`. */
static void put_code(const coverage_report *c, sources *src, bool branches, strbuf *out)
{
    bool is_first = true;
    for (uint32_t n = 0; n < c->ir->function_count; n++) {
        const ir_function *f = &c->ir->functions[n];
        for (uint32_t at = 0; c->functions[n] && at < f->code_count; at++) {
            bool is_one =
                branches ? coverage_is_branch(&f->code[at]) : f->code[at].op == IR_CASE;
            if (!is_one)
                continue;
            next(out, &is_first, "        ");
            if (branches)
                put_branch(src, f, at, c->v->code[n][at], out);
            else
                put_case(c, src, f, at, c->v->code[n][at], out);
        }
    }
}

static void put_events(const coverage_report *c, strbuf *out)
{
    bool is_first = true;
    for (uint32_t e = 0; e < c->ir->event_count; e++) {
        if (!c->events[e])
            continue;
        next(out, &is_first, "        ");
        strbuf_putc(out, '{');
        json_put_text(out, "name", c->ir->events[e].name);
        strbuf_puts(out, ", ");
        json_put_bool(out, "sent", c->v->events[e] & COVER_SENT);
        strbuf_puts(out, ", ");
        json_put_bool(out, "handled", c->v->events[e] & COVER_HANDLED);
        strbuf_putc(out, '}');
    }
}

/* ---- Lines ---- */

typedef struct code_line {
    const source_file *file;
    uint32_t number;
    bool is_hit;
} code_line;

typedef VEC(code_line) line_list;

/* Instructions that only end or join blocks do not count for their line. */
static bool counts(const ir_function *f, uint32_t at)
{
    switch (f->code[at].op) {
    case IR_ELSE:
    case IR_END:
    case IR_REPEAT:
    case IR_DONE:
    case IR_PROOF:
        return false;
    }
    /* The last instruction is the implicit return. */
    return at + 1 < f->code_count && f->positions[at] != SRC_NONE;
}

static void find_lines(const coverage_report *c, sources *src, uint32_t function,
                       line_list *out)
{
    const ir_function *f = &c->ir->functions[function];
    uint32_t skipped_to = 0;
    for (uint32_t at = 0; at < f->code_count; at++) {
        uint32_t skip = coverage_skip(f, at);
        if (at >= skipped_to && counts(f, at)) {
            src_place p = sources_place(src, f->positions[at]);
            code_line l = {p.file, p.line, c->v->code[function][at] & COVER_RAN};
            vec_push(out, l);
        }
        if (skip > skipped_to)
            skipped_to = skip;
    }
}

/* By file and line; of one line, hits come first. */
static int by_place(const void *a, const void *b)
{
    const code_line *x = a;
    const code_line *y = b;
    if (x->file != y->file)
        return x->file < y->file ? -1 : 1;
    if (x->number != y->number)
        return x->number < y->number ? -1 : 1;
    return (int)y->is_hit - (int)x->is_hit;
}

static void put_numbers(const line_list *lines, size_t from, size_t to, bool hit,
                        strbuf *out)
{
    bool is_first = true;
    for (size_t i = from; i < to; i++) {
        const code_line *l = &lines->data[i];
        bool is_again = i > from && lines->data[i - 1].number == l->number;
        if (is_again || l->is_hit != hit)
            continue;
        strbuf_printf(out, "%s%u", is_first ? "" : ", ", l->number);
        is_first = false;
    }
}

static void put_lines(const coverage_report *c, sources *src, strbuf *out)
{
    line_list lines = {0};
    for (uint32_t f = 0; f < c->ir->function_count; f++)
        if (c->functions[f])
            find_lines(c, src, f, &lines);
    if (lines.len > 0)
        qsort(lines.data, lines.len, sizeof *lines.data, by_place);
    bool is_first = true;
    strbuf_puts(out, ",\n       \"lines\": [");
    for (size_t i = 0; i < lines.len;) {
        size_t end = i;
        while (end < lines.len && lines.data[end].file == lines.data[i].file)
            end++;
        next(out, &is_first, "        ");
        strbuf_putc(out, '{');
        json_put_text(out, "file", lines.data[i].file->path);
        strbuf_puts(out, ", \"hit\": [");
        put_numbers(&lines, i, end, true, out);
        strbuf_puts(out, "], \"missed\": [");
        put_numbers(&lines, i, end, false, out);
        strbuf_puts(out, "]}");
        i = end;
    }
    strbuf_putc(out, ']');
    vec_free(&lines);
}

/* ---- All of it ---- */

static void put_notes(const coverage_report *c, strbuf *out)
{
    bool is_first = true;
    strbuf_puts(out, ",\n       \"hollow\": ");
    strbuf_puts(out, coverage_is_hollow(c) ? "true" : "false");
    strbuf_puts(out, ", \"vacuous\": [");
    vec_each (n, &c->notes) {
        strbuf_puts(out, is_first ? "" : ", ");
        is_first = false;
        strbuf_json(out, n->text, strlen(n->text));
    }
    strbuf_putc(out, ']');
}

void coverage_json(const coverage_report *c, sources *src, strbuf *out)
{
    strbuf_puts(out, "{\"states\": {");
    put_counts(&c->states, out);
    strbuf_puts(out, "}, \"handlers\": {");
    put_counts(&c->handlers, out);
    strbuf_puts(out, "},\n       \"events\": {");
    put_counts(&c->handled, out);
    strbuf_puts(out, ", \"list\": [");
    put_events(c, out);
    strbuf_puts(out, "]},\n       \"branches\": {");
    put_counts(&c->branches, out);
    strbuf_puts(out, ", \"list\": [");
    put_code(c, src, true, out);
    strbuf_puts(out, "]}");
    put_machines(c, src, out);
    strbuf_puts(out, ",\n       \"receives\": [");
    put_code(c, src, false, out);
    strbuf_putc(out, ']');
    put_scenarios(c, out);
    put_lines(c, src, out);
    put_notes(c, out);
    strbuf_putc(out, '}');
}
