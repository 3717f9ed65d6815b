#include "cli/engine_choice.h"

#include <assert.h>
#include <string.h>

/* Settings that only the explicit engine reads rule out the reducing engines. */
static bool is_read_by_one(engine_setting setting)
{
    return registry_reader(setting, 1) == ENGINE_NONE;
}

/* The first setting that the user gave and that implies ENGINE; NULL: there is none. */
static const setting_info *first_that_means(const options *o, engine_id engine,
                                            engine_setting *found)
{
    for (engine_setting i = 0; i < SETTING_COUNT; i++) {
        const setting_info *s = registry_setting(i);
        if (s->means == engine && options_is_given(o, s->option)) {
            *found = i;
            return s;
        }
    }
    return NULL;
}

static engine_id named(const options *o)
{
    engine_id id = registry_find(o->engine);
    assert(id != ENGINE_NONE);
    return id;
}

engine_id engine_choice(const options *o)
{
    engine_setting any;
    if (named(o) != ENGINE_AUTO)
        return named(o);
    for (engine_id id = ENGINE_COUNT - 1; id > ENGINE_AUTO; id--)
        if (first_that_means(o, id, &any) != NULL)
            return id;
    bool is_explicit = strcmp(o->search, "dfs") == 0 || strcmp(o->values, "open") == 0;
    return is_explicit ? ENGINE_EXPLICIT : ENGINE_AUTO;
}

bool engine_choice_ignores(const options *o, engine_setting setting, engine_id *only)
{
    *only = is_read_by_one(setting) ? registry_reader(setting, 0) : ENGINE_NONE;
    return !registry_reads(engine_choice(o), setting);
}

bool engine_choice_setting(const char *option, engine_setting *out)
{
    for (engine_setting i = 0; i < SETTING_COUNT; i++) {
        if (strcmp(registry_setting(i)->option, option) == 0) {
            *out = i;
            return true;
        }
    }
    return false;
}

/* --bitstate=0 asks for an exact search, and --values=each for what most engines do. */
static bool is_asked_for(const options *o, engine_setting setting)
{
    return options_is_given(o, registry_setting(setting)->option) &&
           (setting != SETTING_BITSTATE || o->bitstate > 0) &&
           (setting != SETTING_VALUES || strcmp(o->values, "open") == 0);
}

/* The first given setting that ENGINE refuses; SETTING_COUNT: there is none. */
static engine_setting first_refused(const options *o, engine_id engine)
{
    for (engine_setting i = 0; i < SETTING_COUNT; i++)
        if (registry_setting(i)->when_unread == SETTING_REFUSED &&
            !registry_reads(engine, i) && is_asked_for(o, i))
            return i;
    return SETTING_COUNT;
}

/* Do two options imply different engines? */
static bool fit_each_other(const options *o, engine_id engine, strbuf *why)
{
    engine_setting exact = SETTING_COUNT;
    engine_setting reducing;
    if (named(o) != ENGINE_AUTO || !registry_has(engine, IS_REDUCED) ||
        first_that_means(o, ENGINE_EXPLICIT, &exact) == NULL || !is_read_by_one(exact))
        return true;
    strbuf_printf(why, "--%s: not with --%s, which is for --engine=explicit",
                  first_that_means(o, engine, &reducing)->option,
                  registry_setting(exact)->option);
    return false;
}

/* Do only reducing engines read it? */
static bool is_of_reductions(engine_setting setting)
{
    for (engine_id id = ENGINE_NONE + 1; id < ENGINE_COUNT; id++)
        if (registry_reads(id, setting) && !registry_has(id, IS_REDUCED))
            return false;
    return true;
}

/* "auto, explicit and sets" */
static void put_readers(engine_setting setting, strbuf *out)
{
    engine_id reader;
    for (size_t i = 0; (reader = registry_reader(setting, i)) != ENGINE_NONE; i++) {
        bool is_last = registry_reader(setting, i + 1) == ENGINE_NONE;
        if (i > 0)
            strbuf_puts(out, is_last ? " and " : ", ");
        strbuf_puts(out, registry_name(reader));
    }
}

static void explain_refusal(engine_setting bad, engine_id engine, strbuf *why)
{
    strbuf_printf(why, "--%s: ", registry_setting(bad)->option);
    if (!is_of_reductions(bad)) {
        strbuf_printf(why, "not with --engine=%s, only with ", registry_name(engine));
        put_readers(bad, why);
        return;
    }
    strbuf_puts(why, "only with --engine=");
    put_readers(bad, why);
    if (!is_read_by_one(bad))
        strbuf_printf(why, ", not with %s", registry_name(engine));
}

bool engine_choice_fits(const options *o, strbuf *why)
{
    engine_id engine = engine_choice(o);
    if (!fit_each_other(o, engine, why))
        return false;
    engine_setting bad = first_refused(o, engine);
    if (bad == SETTING_COUNT)
        return true;
    explain_refusal(bad, engine, why);
    return false;
}
