/* The table of options.def as opt.h wants it.
 *
 * The differences for models in C (FOR_C, ALIAS, SYNONYMS) change the rows only in
 * tables for models in C.  Old spellings are rows of their own that store to the same
 * field; opt.h leaves them out of help.
 */
#include "api/options.h"

#include "engine/registry.h"

#include <assert.h>
#include <string.h>

typedef struct entry {
    opt_spec spec;
    unsigned models;
    unsigned commands;
} entry;

/* A section is an entry without a name. */
static const entry entries[] = {
#define SECTION(title) {{.help = title}, 0, 0},
#define OPT(field, type, kind, name, letter, value, initial, low, high, models,   \
            commands, help)                                                       \
    {{name, letter, kind, value, low, high, help, offsetof(options, field), NULL, \
      NULL, NULL},                                                                \
     models,                                                                      \
     commands},
#include "api/options.def"
};

typedef struct difference_in_c {
    size_t offset; /* of the field */
    const char *value;
    const char *help;
} difference_in_c;

static const difference_in_c in_c[] = {
#define FOR_C(field, value, initial, help) {offsetof(options, field), value, help},
#include "api/options.def"
};

typedef struct old_spelling {
    const char *old;
    const char *name;
} old_spelling;

static const old_spelling aliases[] = {
#define ALIAS(old, name) {old, name},
#include "api/options.def"
};

typedef struct old_values {
    size_t offset; /* of the field */
    const char *words;
} old_values;

static const old_values synonyms[] = {
#define SYNONYMS(field, words) {offsetof(options, field), words},
#include "api/options.def"
};

enum {
    ENTRY_COUNT = sizeof entries / sizeof *entries,
    IN_C_COUNT = sizeof in_c / sizeof *in_c,
    ALIAS_COUNT = sizeof aliases / sizeof *aliases,
    SYNONYM_COUNT = sizeof synonyms / sizeof *synonyms,
    ROOM = ENTRY_COUNT + ALIAS_COUNT, /* no table has more rows */
};

/* ---- Values ---- */

void options_init(options *o)
{
    *o = (options){
#define OPT(field, type, kind, name, letter, value, initial, low, high, models, \
            commands, help)                                                     \
    .field = initial,
#include "api/options.def"
    };
}

void options_init_in_c(options *o)
{
    options_init(o);
#define FOR_C(field, value, initial, help) o->field = initial;
#include "api/options.def"
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

/* ---- Tables ---- */

static void adapt_to_c(opt_spec *spec)
{
    for (size_t i = 0; i < IN_C_COUNT; i++) {
        if (in_c[i].offset != spec->offset)
            continue;
        spec->value = in_c[i].value;
        spec->help = in_c[i].help;
    }
    for (size_t i = 0; i < SYNONYM_COUNT; i++)
        if (synonyms[i].offset == spec->offset)
            spec->synonyms = synonyms[i].words;
}

static void add_aliases(opt_spec *specs, size_t *count)
{
    size_t own = *count;
    for (size_t i = 0; i < ALIAS_COUNT; i++) {
        for (size_t k = 0; k < own; k++) {
            if (strcmp(specs[k].name, aliases[i].name) != 0)
                continue;
            opt_spec old = specs[k];
            old.stands_for = old.name;
            old.name = aliases[i].old;
            old.letter = 0;
            assert(*count < ROOM);
            specs[(*count)++] = old;
        }
    }
}

static opt_table make_table(unsigned commands, unsigned kinds, bool is_c)
{
    opt_spec *specs = mem_alloc(ROOM * sizeof *specs);
    opt_table t = {.specs = specs};
    const char *section = NULL;
    for (size_t i = 0; i < ENTRY_COUNT; i++) {
        if (entries[i].spec.name == NULL)
            section = entries[i].spec.help;
        if ((entries[i].commands & commands) == 0 || (entries[i].models & kinds) == 0)
            continue;
        specs[t.count] = entries[i].spec;
        specs[t.count].section = section;
        if (is_c)
            adapt_to_c(&specs[t.count]);
        t.count++;
    }
    if (is_c)
        add_aliases(specs, &t.count);
    return t;
}

opt_table options_table(unsigned commands, unsigned kinds)
{
    return make_table(commands, kinds, kinds == IN_C);
}

void options_free_table(opt_table *t)
{
    mem_free((void *)t->specs, ROOM * sizeof *t->specs); /* NOLINT */
    *t = (opt_table){0};
}

/* ---- Parsing ---- */

status options_parse(options *o, unsigned commands, const char *user, bool is_c,
                     int argc, char *const *argv, opt_rest *rest, strbuf *why)
{
    opt_table all = make_table(EVERY, IN_ALL, false);
    opt_table table = make_table(commands, IN_ALL, is_c);
    table.all = user != NULL ? &all : NULL;
    table.user = user;
    status st = opt_parse(&table, argc, argv, o, &o->given, rest, why);
    options_free_table(&table);
    options_free_table(&all);
    return st;
}

const opt_spec *options_misfit(const options *o, unsigned kind, unsigned *models)
{
    vec_each (given, &o->given) {
        for (size_t i = 0; i < ENTRY_COUNT; i++) {
            const entry *e = &entries[i];
            if (e->spec.name == NULL || strcmp(e->spec.name, *given) != 0 ||
                (e->models & kind) != 0)
                continue;
            *models = e->models;
            return &e->spec;
        }
    }
    return NULL;
}
