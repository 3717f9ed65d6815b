/* Coverage as text, in a line or in full.
 *
 * The full text lists what was never exercised, and only the outermost of it: no
 * handlers of a state that was never entered, no branches of code that never ran.  It
 * ends with the handlers that took the most instructions, because these are what to
 * simplify in a model that is too slow.
 */
#include "report/coverage.h"

#include "report/text.h"

#include <stdlib.h>

/* ---- In a line ---- */

static void add_count(strbuf *out, const covered_count *n, const char *what,
                      const char *many)
{
    if (n->all == 0)
        return;
    strbuf_puts(out, out->len > 0 ? ", " : "");
    strbuf_printf(out, "%u of %u %s", n->seen, n->all, n->all == 1 ? what : many);
}

void coverage_text(const coverage_report *c, strbuf *out)
{
    strbuf line = {0};
    add_count(&line, &c->states, "state", "states");
    add_count(&line, &c->handlers, "handler", "handlers");
    add_count(&line, &c->handled, "event", "events");
    add_count(&line, &c->branches, "branch", "branches");
    add_count(&line, &c->scenarios, "scenario", "scenarios");
    strbuf_printf(out, "  coverage: %s\n", strbuf_text(&line));
    strbuf_free(&line);
    vec_each (n, &c->notes)
        strbuf_printf(out, "  %s: %s\n", n->is_hollow ? "vacuous" : "note", n->text);
}

/* ---- What was never exercised ---- */

/* A line that ends with a position. */
typedef struct placed {
    sources *src;
    strbuf *out;
    size_t start;
} placed;

static placed line_begin(sources *src, const char *indent, strbuf *out)
{
    placed l = {src, out, out->len};
    strbuf_puts(out, indent);
    return l;
}

static void line_end(const placed *l, srcpos pos)
{
    enum { COLUMN = 58 };
    size_t width = l->out->len - l->start;
    strbuf_fill(l->out, ' ', width + 2 < COLUMN ? COLUMN - width : 2);
    text_place(l->src, pos, l->out);
    strbuf_putc(l->out, '\n');
}

static const char *never(const coverage_report *c)
{
    return c->is_partial ? "not" : "never";
}

static void put_handler(const coverage_report *c, const ir_state *s, uint32_t which,
                        strbuf *out)
{
    if (which == HANDLER_ENTRY || which == HANDLER_EXIT) {
        strbuf_printf(out, "%s of %s", which == HANDLER_ENTRY ? "entry" : "exit",
                      s->name);
        return;
    }
    const ir_action *a = &s->actions[which - HANDLER_ACTIONS];
    const char *event = c->ir->events[a->event].name;
    if (a->kind == ACTION_DEFER || a->kind == ACTION_IGNORE)
        strbuf_printf(out, "%s %s in %s", coverage_handler_kind(s, which), event,
                      s->name);
    else
        strbuf_printf(out, "on %s in %s", event, s->name);
}

/* Does not list the handlers of a state that was never entered. */
static void text_state(const coverage_report *c, sources *src, uint32_t machine,
                       uint32_t state, strbuf *out)
{
    const ir_state *s = &c->ir->machines[machine].states[state];
    const uint8_t *used = &c->v->handlers[coverage_handler(c->v, machine, state, 0)];
    if (!c->v->states[coverage_state(c->v, machine, state)]) {
        placed l = line_begin(src, "      ", out);
        strbuf_printf(out, "%s entered: state %s", never(c), s->name);
        line_end(&l, s->pos);
        return;
    }
    for (uint32_t h = 0; h < HANDLER_ACTIONS + s->action_count; h++) {
        if (!coverage_has_handler(s, h) || used[h])
            continue;
        placed l = line_begin(src, "      ", out);
        strbuf_printf(out, "%s used: ", never(c));
        put_handler(c, s, h, out);
        line_end(&l, coverage_handler_pos(c->ir, s, h));
    }
}

static void text_machine(const coverage_report *c, sources *src, uint32_t machine,
                         strbuf *out)
{
    const ir_machine *m = &c->ir->machines[machine];
    strbuf inside = {0};
    bool is_used = c->v->machines[machine] & COVER_BEGUN;
    for (uint32_t s = 0; is_used && s < m->state_count; s++)
        text_state(c, src, machine, s, &inside);
    if (!is_used || inside.len > 0) {
        placed l = line_begin(src, "    ", out);
        strbuf_printf(out, "%s %s", coverage_machine_kind(m), m->name);
        if (!is_used)
            strbuf_printf(out, ": %s started", never(c));
        line_end(&l, m->pos);
        strbuf_puts(out, strbuf_text(&inside));
    }
    strbuf_free(&inside);
}

/* Only within code that ran at all; other code is listed already. */
static void text_function(const coverage_report *c, sources *src, uint32_t function,
                          strbuf *out)
{
    const ir_function *f = &c->ir->functions[function];
    for (uint32_t at = 0; at < f->code_count; at++) {
        const ir_instr *i = &f->code[at];
        uint8_t mark = c->v->code[function][at];
        bool is_branch = coverage_is_branch(i);
        if (is_branch && (mark & COVER_RAN) &&
            (mark & (COVER_TRUE | COVER_FALSE)) != (COVER_TRUE | COVER_FALSE)) {
            placed l = line_begin(src, "    ", out);
            strbuf_printf(out, "%s %s: the condition of this %s", never(c),
                          mark & COVER_TRUE ? "false" : "true",
                          i->first == IR_OF_IF ? "if" : "while");
            line_end(&l, f->positions[at]);
        }
        if (i->op == IR_CASE && !(mark & COVER_RAN)) {
            const ir_case *k = &f->cases[i->first];
            placed l = line_begin(src, "    ", out);
            strbuf_printf(out, "%s used: receive of ", never(c));
            for (uint32_t e = 0; e < k->event_count; e++)
                strbuf_printf(out, "%s%s", e > 0 ? ", " : "",
                              c->ir->events[k->events[e]].name);
            line_end(&l, f->positions[at]);
        }
    }
}

static void text_event(const coverage_report *c, sources *src, uint32_t event,
                       strbuf *out)
{
    uint8_t mark = c->v->events[event];
    if (mark & COVER_HANDLED)
        return;
    placed l = line_begin(src, "    ", out);
    strbuf_printf(out, "%s %s: event %s", never(c),
                  mark & COVER_SENT ? "handled" : "sent", c->ir->events[event].name);
    line_end(&l, c->ir->events[event].pos);
}

static void text_missed(const coverage_report *c, sources *src, strbuf *out)
{
    for (uint32_t m = 0; m < c->ir->machine_count; m++)
        if (c->machines[m])
            text_machine(c, src, m, out);
    for (uint32_t f = 0; f < c->ir->function_count; f++)
        if (c->functions[f])
            text_function(c, src, f, out);
    for (uint32_t e = 0; e < c->ir->event_count; e++)
        if (c->events[e])
            text_event(c, src, e, out);
}

static void text_scenarios(const coverage_report *c, sources *src, strbuf *out)
{
    for (uint32_t m = 0; m < c->ir->machine_count; m++) {
        if (!c->machines[m] || c->ir->machines[m].kind != MACHINE_SCENARIO)
            continue;
        placed l = line_begin(src, "    scenario ", out);
        strbuf_printf(out, "%s: %s", c->ir->machines[m].name,
                      c->v->machines[m] & COVER_COOLED ? "covered"
                      : c->is_partial                  ? "not covered so far"
                                                       : "not covered");
        line_end(&l, c->ir->machines[m].pos);
    }
}

/* ---- What took the most work ---- */

typedef struct costly {
    uint32_t machine, state, which;
    coverage_cost cost;
} costly;

typedef VEC(costly) costly_list;

static int by_cost(const void *a, const void *b)
{
    const costly *x = a;
    const costly *y = b;
    if (x->cost.instructions != y->cost.instructions)
        return x->cost.instructions < y->cost.instructions ? 1 : -1;
    if (x->machine != y->machine)
        return x->machine < y->machine ? -1 : 1;
    if (x->state != y->state)
        return x->state < y->state ? -1 : 1;
    return x->which < y->which ? -1 : x->which > y->which;
}

static uint64_t find_costly(const coverage_report *c, costly_list *out)
{
    uint64_t all = 0;
    for (uint32_t m = 0; m < c->ir->machine_count; m++) {
        for (uint32_t s = 0; s < c->ir->machines[m].state_count; s++) {
            uint32_t count =
                HANDLER_ACTIONS + c->ir->machines[m].states[s].action_count;
            for (uint32_t h = 0; h < count; h++) {
                costly one = {m, s, h, c->v->costs[coverage_handler(c->v, m, s, h)]};
                all += one.cost.instructions;
                if (one.cost.instructions > 0)
                    vec_push(out, one);
            }
        }
    }
    return all;
}

static void text_costly(const coverage_report *c, const costly *one, uint64_t all,
                        strbuf *out)
{
    const ir_machine *m = &c->ir->machines[one->machine];
    strbuf_printf(out, "    %5.1f %%  %s: ",
                  100 * (double)one->cost.instructions / (double)all, m->name);
    put_handler(c, &m->states[one->state], one->which, out);
    strbuf_puts(out, ", ");
    text_count(one->cost.instructions, out);
    strbuf_puts(out, " instructions in ");
    text_count(one->cost.steps, out);
    strbuf_printf(out, " local step%s\n", one->cost.steps == 1 ? "" : "s");
}

static void text_costs(const coverage_report *c, strbuf *out)
{
    enum { SHOWN = 5 };
    costly_list list = {0};
    uint64_t all = find_costly(c, &list);
    if (list.len > 0) {
        qsort(list.data, list.len, sizeof *list.data, by_cost);
        strbuf_puts(out, "  costliest handlers:\n");
    }
    for (size_t i = 0; i < list.len && i < SHOWN; i++)
        text_costly(c, &list.data[i], all, out);
    vec_free(&list);
}

void coverage_text_in_full(const coverage_report *c, sources *src, strbuf *out)
{
    strbuf missed = {0};
    text_missed(c, src, &missed);
    if (missed.len > 0)
        strbuf_printf(out, "  %s:\n%s",
                      c->is_partial ? "not exercised before the search ended"
                                    : "never exercised",
                      strbuf_text(&missed));
    strbuf_clear(&missed);
    text_scenarios(c, src, &missed);
    if (missed.len > 0)
        strbuf_printf(out, "  scenarios:\n%s", strbuf_text(&missed));
    strbuf_free(&missed);
    text_costs(c, out);
}

void coverage_text_result(const result *r, sources *src, bool in_full, strbuf *out)
{
    coverage_report c;
    coverage_report_init(&c, r);
    coverage_text(&c, out);
    if (result_needs_fair_choices(r))
        strbuf_puts(out, "  note: specs cool down only because choices are fair; "
                         "--choices=unfair shows a run in which one stays hot\n");
    if (result_has_narrow_cycles(r))
        strbuf_puts(out, "  note: a spec stays hot on some cycle unless a fair run "
                         "leaves it, perhaps by an alternative that --narrow leaves "
                         "out; --choices=unfair shows the cycle\n");
    if (in_full)
        coverage_text_in_full(&c, src, out);
    coverage_report_fini(&c);
}

/* ---- Of all tests ---- */

static void add_missed(strbuf *out, const covered_count *n, const char *what,
                       const char *many)
{
    uint32_t missed = n->all - n->seen;
    if (missed == 0)
        return;
    strbuf_puts(out, out->len > 0 ? ", " : "");
    strbuf_printf(out, "%u %s", missed, missed == 1 ? what : many);
}

void coverage_text_of_all(const coverage_report *c, strbuf *out)
{
    strbuf line = {0};
    add_missed(&line, &c->states, "state", "states");
    add_missed(&line, &c->handlers, "handler", "handlers");
    add_missed(&line, &c->handled, "event", "events");
    add_missed(&line, &c->branches, "branch", "branches");
    add_missed(&line, &c->scenarios, "scenario", "scenarios");
    if (line.len > 0)
        strbuf_printf(out, "not exercised by any test: %s\n", strbuf_text(&line));
    strbuf_free(&line);
}
