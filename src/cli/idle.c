#include "cli/idle.h"

#include "cli/engines.h"

#include <stdlib.h>
#include <string.h>

/* OPTION needs another one to have this value, or not to have it.  A flag is "", and so
 * is whatever value of a text.  What engines have to do with it is in engines.c. */
typedef struct rule {
    const char *option;
    const char *other;
    const char *value;
    unsigned command;
    bool needs; /* false: has no effect beside it */
} rule;

static const rule rules[] = {
    {"pct-depth", "strategy", "pct", CHECK, true},
    {"spill", "search", "dfs", CHECK, false},
    {"spill", "network", "causal", CHECK, false},
    {"threads", "search", "dfs", CHECK, false},
    {"threads", "network", "causal", CHECK, false},
    {"tail", "network", "p2p", CHECK, false},
    {"tail", "network", "bag", CHECK, false},
    {"crash-model", "faults", "crash=N", CHECK, true},
    {"checkpoint-every", "checkpoint", "", CHECK, true},
    {"shrink-time", "no-shrink", "", CHECK, false},
    {"script", "step", "", REPLAY, true},
};

/* May machines crash? */
static bool has_crashes(const options *o)
{
    const char *crash = o->faults != NULL ? strstr(o->faults, "crash=") : NULL;
    return crash != NULL && strtoul(crash + strlen("crash="), NULL, 10) > 0;
}

static bool has_value(const options *o, const rule *r)
{
    const struct {
        const char *name;
        const char *value;
    } choices[] = {
        {"strategy", o->strategy}, {"search", o->search}, {"network", o->network}};
    for (size_t i = 0; i < sizeof choices / sizeof *choices; i++)
        if (strcmp(choices[i].name, r->other) == 0)
            return strcmp(choices[i].value, r->value) == 0;
    if (strcmp(r->other, "faults") == 0)
        return has_crashes(o);
    return options_is_given(o, r->other);
}

/* Engines that do not search states use threads in any case. */
static bool applies(const options *o, const rule *r)
{
    const char *engine = engines_meant(o);
    return strcmp(r->option, "threads") != 0 || strcmp(engine, "explicit") == 0 ||
           strcmp(engine, "auto") == 0;
}

typedef struct listener {
    void (*say)(void *context, const char *text);
    void *context;
} listener;

/* What the OTHER option must be, or must not be. */
static void tell(const listener *l, const char *option, bool needs, const char *other,
                 const char *what)
{
    strbuf text = {0};
    strbuf_printf(&text, "--%s has no effect %s --%s%s%s", option,
                  needs ? "without" : "with", other, what[0] != '\0' ? "=" : "", what);
    l->say(l->context, strbuf_text(&text));
    strbuf_free(&text);
}

static void tell_of_engines(const options *o, const listener *l)
{
    const char *option;
    const char *only;
    for (size_t i = 0; (option = engines_option(i)) != NULL; i++) {
        if (!options_is_given(o, option) || !engines_is_idle(o, option, &only))
            continue;
        /* By default it is auto, until another option means something else. */
        bool needs = only != NULL && strcmp(only, o->engine) != 0;
        tell(l, option, needs, "engine", needs ? only : engines_meant(o));
    }
}

static bool is_idle(const options *o, const rule *r)
{
    return options_is_given(o, r->option) && applies(o, r) &&
           has_value(o, r) != r->needs;
}

/* One reason is enough. */
static bool was_told(const options *o, const rule *r, const char *told)
{
    const char *only;
    return (told != NULL && strcmp(told, r->option) == 0) ||
           (r->command == CHECK && engines_is_idle(o, r->option, &only));
}

void idle_options(const options *o, unsigned command,
                  void (*say)(void *context, const char *text), void *context)
{
    const listener l = {say, context};
    const char *told = NULL;
    if (command == CHECK)
        tell_of_engines(o, &l);
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        const rule *r = &rules[i];
        if (r->command != command || !is_idle(o, r) || was_told(o, r, told))
            continue;
        tell(&l, r->option, r->needs, r->other, r->value);
        told = r->option;
    }
}
