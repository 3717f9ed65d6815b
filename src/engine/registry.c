/* The table of engines.  Their functions are in registry_run.c, so that a program which
 * only reads results is not linked with all engines. */
#include "engine/registry.h"

#include <assert.h>
#include <string.h>

/* ---- The tables ---- */

typedef struct engine_info {
    const char *name;
    unsigned takes; /* of engine_feature */
    uint32_t reads; /* bits by engine_setting */
} engine_info;

static_assert(SETTING_COUNT <= 32, "settings fit into the bits of engine_info.reads");

#define READS(setting) (1U << SETTING_##setting)

static const engine_info engines[ENGINE_COUNT] = {
#define ENGINE(id, name, run, applies, takes, reads, help) \
    [ENGINE_##id] = {name, takes, reads},
#include "engine/engines.def"
#undef ENGINE
};

const char registry_choices[] =
#define ENGINE(id, name, run, applies, takes, reads, help) "|" name
#include "engine/engines.def"
#undef ENGINE
    ;

const char registry_help[] =
#define ENGINE(id, name, run, applies, takes, reads, help) "; " help
#include "engine/engines.def"
#undef ENGINE
    ;

static const setting_info settings[] = {
#define SETTING(id, option, means, when_unread) \
    [SETTING_##id] = {option, ENGINE_##means, SETTING_##when_unread},
#include "engine/settings.def"
#undef SETTING
};

/* ---- Queries ---- */

const char *registry_name(engine_id id)
{
    assert(id < ENGINE_COUNT);
    return engines[id].name;
}

engine_id registry_find(const char *name)
{
    for (engine_id id = ENGINE_NONE + 1; name != NULL && id < ENGINE_COUNT; id++)
        if (strcmp(engines[id].name, name) == 0)
            return id;
    return ENGINE_NONE;
}

bool registry_has(engine_id id, engine_feature feature)
{
    assert(id < ENGINE_COUNT);
    return (engines[id].takes & feature) != 0;
}

bool registry_reads(engine_id id, engine_setting setting)
{
    assert(id < ENGINE_COUNT && setting < SETTING_COUNT);
    return (engines[id].reads >> setting & 1) != 0;
}

const setting_info *registry_setting(engine_setting setting)
{
    assert(setting < SETTING_COUNT);
    return &settings[setting];
}

engine_id registry_reader(engine_setting setting, size_t i)
{
    for (engine_id id = ENGINE_NONE + 1; id < ENGINE_COUNT; id++)
        if (registry_reads(id, setting) && i-- == 0)
            return id;
    return ENGINE_NONE;
}
