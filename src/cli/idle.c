#include "cli/idle.h"

#include <string.h>

/* OPTION needs another one to have this value, or not to have it.  A flag is "", and so
 * is whatever value of a text. */
typedef struct rule {
    const char *option;
    const char *other;
    const char *value;
    unsigned command;
    bool needs; /* false: has no effect beside it */
} rule;

static const rule rules[] = {
    {"strategy", "engine", "sample", CHECK, true},
    {"schedules", "engine", "sample", CHECK, true},
    {"seed", "engine", "sample", CHECK, true},
    {"max-steps", "engine", "sample", CHECK, true},
    {"pct-depth", "engine", "sample", CHECK, true},
    {"pct-depth", "strategy", "pct", CHECK, true},
    {"search", "engine", "sample", CHECK, false},
    {"max-states", "engine", "sample", CHECK, false},
    {"max-depth", "engine", "sample", CHECK, false},
    {"spill", "engine", "sample", CHECK, false},
    {"auto-states", "engine", "auto", CHECK, true},
    {"spill", "engine", "reduced", CHECK, false},
    {"spill", "engine", "asi", CHECK, false},
    {"search", "engine", "dpor", CHECK, false},
    {"max-states", "engine", "dpor", CHECK, false},
    {"spill", "engine", "dpor", CHECK, false},
    {"max-executions", "engine", "dpor", CHECK, true},
    {"spill", "search", "dfs", CHECK, false},
    {"spill", "network", "causal", CHECK, false},
    {"checkpoint-every", "checkpoint", "", CHECK, true},
    {"shrink-time", "no-shrink", "", CHECK, false},
    {"script", "step", "", REPLAY, true},
};

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
    return options_is_given(o, r->other);
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
        if (r->command != command || !options_is_given(o, r->option) ||
            was_said(r, said) || has_value(o, r) == r->needs)
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
