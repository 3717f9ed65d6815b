#include "cli/identity.h"

#include "core/network.h"
#include "report/json.h"

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

void identity_write(const sources *src, const ir_program *ir, const ir_test *test,
                    const engine_options *o, const char *library, strbuf *out)
{
    strbuf_printf(out, "version of Synod: %s\n", SYNOD_VERSION);
    strbuf_printf(out, "program: %016llx\n", (unsigned long long)json_fingerprint(src));
    strbuf_printf(out, "test: %s\n", test->name);
    strbuf_printf(out, "network: %s\n", network_word(o->core.network));
    add_budget(ir, o, BUDGET_CRASH, "crash", out);
    add_budget(ir, o, BUDGET_LOSS, "loss", out);
    add_budget(ir, o, BUDGET_DUP, "dup", out);
    strbuf_printf(out, "choice of --strict-quiescence: %d\n",
                  o->core.strict_quiescence);
    strbuf_printf(out, "choice of --no-deadlock: %d\n", o->core.deadlock_is_fine);
    strbuf_printf(out, "library of foreign functions: %s\n",
                  library != NULL ? library : "none");
    strbuf_printf(out, "choice of --max-depth: %llu\n",
                  (unsigned long long)o->limits.depth);
}
