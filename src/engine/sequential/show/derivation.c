/* Prints a derivation: one line for each rule, with its units and the statement.
 *
 *      3 send      master to w: send ping(self) to w
 *
 * Bodies of loops and branches are indented.
 */
#include "engine/sequential/show/show_private.h"

#include "engine/sequential/derivation.h"
#include "engine/sequential/sequential.h"
#include "icet/print.h"

typedef VEC(seq_who) unit_list; /* by number, as derivation.h assigns them */

typedef struct listing {
    show *show;
    unit_list units;
    size_t indent;
    uint64_t number;
    strbuf *out;
} listing;

static void put_unit(listing *l, uint32_t unit)
{
    assert(l->show != NULL);
    if (unit < l->units.len && l->units.data[unit].process != ICET_NONE)
        show_who(l->show, l->units.data[unit], l->out);
    else
        strbuf_puts(l->out, "an unknown unit");
}

static uint32_t process_of(const listing *l, uint32_t unit)
{
    bool is_known = unit < l->units.len && l->units.data[unit].process != ICET_NONE;
    return is_known ? l->units.data[unit].process : 0;
}

/* Adds the copy that has left OTHER. */
static void add_unit(listing *l, const derivation *d)
{
    seq_who who = {process_of(l, d->other), d->name};
    vec_push(&l->units, who);
}

static void put_text(listing *l, const derivation *d)
{
    const icet_program *p = l->show->program;
    if (d->stmt == NULL)
        return;
    strbuf_puts(l->out, ": ");
    icet_print_stmt_head(l->out, p, &p->processes[process_of(l, d->unit)], d->stmt);
}

/* The units of the step. */
static void put_about(listing *l, const derivation *d)
{
    static const char *const words[] = {
        [RULE_LOCAL] = NULL,     [RULE_SEND] = " to ", [RULE_RECEIVE] = " from ",
        [RULE_TAKE] = " from ",  [RULE_UNFOLD] = NULL, [RULE_PICK] = NULL,
        [RULE_FOLD] = " joins ", [RULE_BRANCH] = NULL, [RULE_FOR] = NULL,
        [RULE_EACH] = NULL,
    };
    if (d->rule == RULE_UNFOLD || d->rule == RULE_PICK) {
        add_unit(l, d);
        put_unit(l, (uint32_t)l->units.len - 1);
        strbuf_puts(l->out, " leaves ");
        put_unit(l, d->other);
        strbuf_puts(l->out, ", for ");
        put_unit(l, d->unit);
        return;
    }
    put_unit(l, d->unit);
    for (uint32_t i = 0; i < d->unit_count; i++) {
        if (d->units[i] == d->unit)
            continue;
        strbuf_puts(l->out, ", ");
        put_unit(l, d->units[i]);
    }
    if (words[d->rule] != NULL) {
        strbuf_puts(l->out, words[d->rule]);
        put_unit(l, d->other);
    }
}

static void put_rules(listing *l, const derivation *d);

static void put_inside(listing *l, const char *title, const derivation *d)
{
    if (title != NULL) {
        strbuf_fill(l->out, ' ', l->indent + 7);
        strbuf_printf(l->out, "%s\n", title);
    }
    l->indent += 4;
    put_rules(l, d);
    l->indent -= 4;
}

/* Numbers of copies that unfolded in one branch stay in use after it. */
static void put_blocks(listing *l, const derivation *d)
{
    size_t before = l->units.len;
    bool is_branch = d->rule == RULE_BRANCH;
    if (d->rule == RULE_EACH || d->changes) { /* UNIT_DONE */
        seq_who before_it = {process_of(l, d->other), ICET_NONE};
        vec_push(&l->units, before_it);
    }
    if (is_branch || d->then != NULL)
        put_inside(l, is_branch ? "then" : NULL, d->then);
    if (!is_branch) {
        l->units.len = before;
        return;
    }
    size_t most = l->units.len;
    l->units.len = before;
    put_inside(l, "else", d->otherwise);
    while (l->units.len < most) {
        seq_who nobody = {ICET_NONE, ICET_NONE};
        vec_push(&l->units, nobody);
    }
}

static void put_rules(listing *l, const derivation *d)
{
    for (; d != NULL; d = d->next) {
        strbuf_fill(l->out, ' ', l->indent);
        strbuf_printf(l->out, "%4llu %-8s ", (unsigned long long)++l->number,
                      derivation_rule_name(d->rule));
        put_about(l, d);
        put_text(l, d);
        strbuf_putc(l->out, '\n');
        put_blocks(l, d);
    }
}

void show_derivation(show *s, const derivation *d, size_t indent, strbuf *out)
{
    listing l = {.show = s, .indent = indent, .out = out};
    for (uint32_t i = 0; i < s->program->process_count; i++) {
        seq_who who = {i, ICET_NONE};
        vec_push(&l.units, who);
    }
    put_rules(&l, d);
    vec_free(&l.units);
}
