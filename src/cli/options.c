#include "cli/options.h"

#include "engine/registry.h"

#include <string.h>

typedef struct entry {
    opt_spec spec;
    unsigned commands;
} entry;

/* A section is an entry without a name. */
static const entry entries[] = {
#define SECTION(title) {{.help = title}, 0},
#define OPT(field, type, kind, name, letter, value, initial, low, high, commands,  \
            help)                                                                  \
    {{name, letter, kind, value, low, high, help, offsetof(options, field), NULL}, \
     commands},
#include "cli/options.def"
#undef OPT
#undef SECTION
};

enum { ENTRY_COUNT = sizeof entries / sizeof *entries };

void options_init(options *o)
{
    *o = (options){
#define SECTION(title)
#define OPT(field, type, kind, name, letter, value, initial, low, high, commands, \
            help)                                                                 \
    .field = initial,
#include "cli/options.def"
#undef OPT
#undef SECTION
    };
}

void options_free(options *o)
{
    for (size_t i = 0; i < ENTRY_COUNT; i++)
        if (entries[i].spec.kind == OPT_LIST)
            vec_free((opt_list *)(void *)((char *)o + entries[i].spec.offset));
    vec_free(&o->given);
}

bool options_is_given(const options *o, const char *name)
{
    vec_each (given, &o->given)
        if (strcmp(*given, name) == 0)
            return true;
    return false;
}

opt_table options_table(unsigned commands)
{
    opt_spec *specs = mem_alloc(ENTRY_COUNT * sizeof *specs);
    opt_table t = {.specs = specs};
    const char *section = NULL;
    for (size_t i = 0; i < ENTRY_COUNT; i++) {
        if (entries[i].spec.name == NULL)
            section = entries[i].spec.help;
        if ((entries[i].commands & commands) == 0)
            continue;
        specs[t.count] = entries[i].spec;
        specs[t.count++].section = section;
    }
    return t;
}

void options_free_table(opt_table *t)
{
    mem_free((void *)t->specs, ENTRY_COUNT * sizeof *t->specs); /* NOLINT */
    *t = (opt_table){0};
}
