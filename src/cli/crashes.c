#include "cli/crashes.h"

#include "cli/setup.h"

#include "core/crash.h"

#include <string.h>

static bool refuse(result *r, const strbuf *why)
{
    strbuf text = {0};
    strbuf_printf(&text, "--crash-model=implicit: %s",
                  why->len > 0 ? strbuf_text(why) : "");
    r->verdict.kind = VERDICT_REFUSED;
    r->verdict.stop = STOP_NOT_APPLICABLE;
    r->verdict.detail = arena_strndup(&r->memory, strbuf_text(&text), text.len);
    strbuf_free(&text);
    return false;
}

static void leave_out(result *r, engine_options *e, strbuf *remark)
{
    r->crashes = e->core.budgets[BUDGET_CRASH];
    setup_leave_out_crashes(e);
    strbuf_puts(remark, "crashes: no other machine can distinguish a crashed machine "
                        "from a slow one here, so crashes are not explored");
}

/* Sampling keeps crashes unless the user wants otherwise: random runs rarely stop a
 * machine for long, so leaving crashes out would hide violations. */
bool crashes_settle(const options *o, result *r, engine_options *e, strbuf *remark)
{
    bool is_wanted = strcmp(o->crash_model, "implicit") == 0;
    bool ok = true;
    strbuf why = {0};
    if (e->core.budgets[BUDGET_CRASH].left == 0 ||
        strcmp(o->crash_model, "explicit") == 0 ||
        ((registry_has(r->engine, IS_RANDOM) || o->dot_states != NULL) && !is_wanted))
        return true;
    if (crash_is_slowness(r->ir, r->test, &e->core, &why))
        leave_out(r, e, remark);
    else if (is_wanted)
        ok = refuse(r, &why);
    else if (registry_has(r->engine, TAKES_CRASHES)) /* others refuse them */
        strbuf_printf(remark, "crashes are explored: %s", strbuf_text(&why));
    strbuf_free(&why);
    return ok;
}
