#include "cli/unused_options.h"

#include "cli/engine_choice.h"

#include <stdlib.h>
#include <string.h>

/* OPTION has an effect only if another option has this value, or has not.  "" stands
 * for a flag that is set, and for any text.  Which options an engine reads is in
 * engine/settings.def. */
typedef struct rule {
    const char *option;
    const char *other;
    const char *value;
    unsigned command;
    bool needs; /* false: OPTION has no effect together with it */
} rule;

static const rule rules[] = {
    {"pct-depth", "strategy", "random", CHECK, false},
    {"pct-depth", "strategy", "pos", CHECK, false},
    {"pct-depth", "strategy", "feedback", CHECK, false},
    {"pct-depth", "strategy", "rl", CHECK, false},
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

/* Engines that do not explore states always use threads, and a strategy that the engine
 * does not read rules nothing out. */
static bool applies(const options *o, const rule *r)
{
    engine_id engine = engine_choice(o);
    if (strcmp(r->other, "strategy") == 0)
        return registry_reads(engine, SETTING_STRATEGY);
    return strcmp(r->option, "threads") != 0 || registry_reads(engine, SETTING_SEARCH);
}

typedef struct listener {
    void (*say)(void *context, const char *text);
    void *context;
} listener;

/* Describes what the OTHER option must be, or must not be. */
static void report(const listener *l, const char *option, bool needs, const char *other,
                   const char *what)
{
    strbuf text = {0};
    strbuf_printf(&text, "--%s has no effect %s --%s%s%s", option,
                  needs ? "without" : "with", other, what[0] != '\0' ? "=" : "", what);
    l->say(l->context, strbuf_text(&text));
    strbuf_free(&text);
}

static void report_engines(const options *o, const listener *l)
{
    for (engine_setting i = 0; i < SETTING_COUNT; i++) {
        const char *option = registry_setting(i)->option;
        engine_id only;
        if (!options_is_given(o, option) || !engine_choice_ignores(o, i, &only))
            continue;
        /* The default is auto, unless another option implies an engine. */
        bool needs = only != ENGINE_NONE && only != registry_find(o->engine);
        report(l, option, needs, "engine",
               registry_name(needs ? only : engine_choice(o)));
    }
}

static bool is_unused(const options *o, const rule *r)
{
    return options_is_given(o, r->option) && applies(o, r) &&
           has_value(o, r) != r->needs;
}

/* Reports one reason for each option. */
static bool is_reported(const options *o, const rule *r, const char *last)
{
    engine_setting setting;
    engine_id only;
    return (last != NULL && strcmp(last, r->option) == 0) ||
           (r->command == CHECK && engine_choice_setting(r->option, &setting) &&
            engine_choice_ignores(o, setting, &only));
}

void unused_options_report(const options *o, unsigned command,
                           void (*say)(void *context, const char *text), void *context)
{
    const listener l = {say, context};
    const char *last = NULL;
    if (command == CHECK)
        report_engines(o, &l);
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        const rule *r = &rules[i];
        if (r->command != command || !is_unused(o, r) || is_reported(o, r, last))
            continue;
        report(&l, r->option, r->needs, r->other, r->value);
        last = r->option;
    }
}
