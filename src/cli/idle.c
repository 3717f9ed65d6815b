#include "cli/idle.h"

#include <string.h>

/* OPTION needs another one to have this value, or not to have it.  A flag is "", and so
 * is whatever value of a text. */
typedef struct rule {
    unsigned command;
    const char *option;
    bool needs; /* false: has no effect beside it */
    const char *other;
    const char *value;
} rule;

static const rule rules[] = {
    {CHECK, "strategy", true, "engine", "sample"},
    {CHECK, "schedules", true, "engine", "sample"},
    {CHECK, "seed", true, "engine", "sample"},
    {CHECK, "max-steps", true, "engine", "sample"},
    {CHECK, "pct-depth", true, "engine", "sample"},
    {CHECK, "pct-depth", true, "strategy", "pct"},
    {CHECK, "search", false, "engine", "sample"},
    {CHECK, "max-states", false, "engine", "sample"},
    {CHECK, "max-depth", false, "engine", "sample"},
    {CHECK, "spill", false, "engine", "sample"},
    {CHECK, "spill", false, "search", "dfs"},
    {CHECK, "spill", false, "network", "causal"},
    {CHECK, "checkpoint-every", true, "checkpoint", ""},
    {CHECK, "shrink-time", false, "no-shrink", ""},
    {REPLAY, "script", true, "step", ""},
};

static bool is_given(const options *o, const char *name)
{
    vec_each (given, &o->given)
        if (strcmp(*given, name) == 0)
            return true;
    return false;
}

static bool has_value(const options *o, const rule *r)
{
    const struct {
        const char *name;
        const char *value;
    } choices[] = {{"engine", o->engine},
                   {"strategy", o->strategy},
                   {"search", o->search},
                   {"network", o->network}};
    for (size_t i = 0; i < sizeof choices / sizeof *choices; i++)
        if (strcmp(choices[i].name, r->other) == 0)
            return strcmp(choices[i].value, r->value) == 0;
    return is_given(o, r->other);
}

/* One reason is enough. */
static bool was_said(const rule *r, const char *said)
{
    return said != NULL && strcmp(said, r->option) == 0;
}

void idle_options(const options *o, unsigned command,
                  void (*say)(void *context, const char *text), void *context)
{
    const char *said = NULL;
    strbuf text = {0};
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        const rule *r = &rules[i];
        if (r->command != command || !is_given(o, r->option) || was_said(r, said) ||
            has_value(o, r) == r->needs)
            continue;
        strbuf_clear(&text);
        strbuf_printf(&text, "--%s has no effect %s --%s%s%s", r->option,
                      r->needs ? "without" : "with", r->other,
                      r->value[0] != '\0' ? "=" : "", r->value);
        say(context, strbuf_text(&text));
        said = r->option;
    }
    strbuf_free(&text);
}
