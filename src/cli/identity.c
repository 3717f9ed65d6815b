#include "cli/identity.h"

#include "core/foreign.h"
#include "core/network.h"
#include "ir/expression.h"
#include "ir/open.h"
#include "report/json.h"

/* Of what ranks exchange and checkpoints hold: values, names and records.  Raise it
 * with every change of them, and of what the core computes from a program. */
enum { FORMAT = 2 };

static void add_budget(const ir_program *ir, const engine_options *o, int budget,
                       const char *word, strbuf *out)
{
    const fault_budget *b = &o->core.budgets[budget];
    uint32_t count = budget == BUDGET_CRASH ? ir->machine_count : ir->event_count;
    strbuf_printf(out, "choice of --faults: %s=%u", word, b->left);
    for (uint32_t i = 0; b->may != NULL && i < count; i++)
        if (b->may[i])
            strbuf_printf(out, ":%s",
                          budget == BUDGET_CRASH ? ir->machines[i].name
                                                 : ir->events[i].name);
    strbuf_putc(out, '\n');
}

/* Without the line, a checkpoint of a model without such functions stays valid. */
static void add_open(const ir_program *ir, const ir_test *test, strbuf *out)
{
    uint32_t *open = open_of_test(ir, test);
    for (uint32_t i = 0; open[i] != IR_NONE; i++)
        strbuf_printf(out, "foreign function left open: %s, ints below %u\n",
                      ir->functions[open[i]].name, ir->open_ints);
    mem_free(open, (ir->function_count + 1) * sizeof *open);
}

/* Without the line, as above. */
static void add_bounds(const ir_program *ir, const core_options *c, strbuf *out)
{
    strbuf_puts(out, "choice of --within:");
    for (size_t i = 0; i < c->within_count; i++)
        strbuf_printf(out, "%s %s: %s", i > 0 ? "," : "",
                      ir->machines[c->within[i]->machine].name, c->within[i]->text);
    strbuf_putc(out, '\n');
}

static void add_hash(const char *what, uint64_t hash, strbuf *out)
{
    strbuf_printf(out, "%s: %016llx\n", what, (unsigned long long)hash);
}

void identity_write(const sources *src, const ir_program *ir, const ir_test *test,
                    const engine_options *o, strbuf *out)
{
    const core_options *c = &o->core;
    strbuf_printf(out, "version of Synod: %s\n", SYNOD_VERSION);
    strbuf_printf(out, "version of the format: %d\n", FORMAT);
    add_hash("program", json_fingerprint(src), out);
    strbuf_printf(out, "test: %s\n", test->name);
    strbuf_printf(out, "network: %s\n", network_word(c->network));
    add_budget(ir, o, BUDGET_CRASH, "crash", out);
    add_budget(ir, o, BUDGET_LOSS, "loss", out);
    add_budget(ir, o, BUDGET_DUP, "dup", out);
    strbuf_printf(out, "choice of --strict-quiescence: %d\n", c->strict_quiescence);
    strbuf_printf(out, "choice of --no-deadlock: %d\n", c->deadlock_is_fine);
    strbuf_printf(out, "granularity: %d\n", c->stops_at_sends);
    strbuf_printf(out, "choice of --split-steps: %llu\n",
                  (unsigned long long)c->split_above);
    strbuf_printf(out, "scenario: %u\n", c->goal);
    add_hash("library of foreign functions", foreign_fingerprint(c->foreign), out);
    strbuf_printf(out, "choice of --max-instructions: %llu\n",
                  (unsigned long long)c->most_instructions);
    strbuf_printf(out, "choice of --max-calls: %llu\n",
                  (unsigned long long)c->most_calls);
    strbuf_printf(out, "choice of --max-choices: %llu\n",
                  (unsigned long long)c->most_choices);
    strbuf_printf(out, "choice of --narrow: %u\n", c->narrow);
    strbuf_printf(out, "choice of --values: %s\n", o->open_values ? "open" : "each");
    add_open(ir, test, out);
    add_bounds(ir, c, out);
    strbuf_printf(out, "choice of --max-depth: %llu\n",
                  (unsigned long long)o->limits.depth);
}
