/* options.h -- the command line as a struct, for every kind of model.
 *
 * options.def is the table.  The `synod` command and the programs that models in C are
 * compiled to read the same one, so that one option has one name everywhere.
 */
#ifndef API_OPTIONS_H
#define API_OPTIONS_H

#include "base/opt.h"

#include <stdbool.h>

/* Commands. */
enum {
    COMPILE = 1,
    CHECK = 2,
    REPLAY = 4,
    MAN = 8,
    EXPLORE = 16,
    MODEL = COMPILE | CHECK | REPLAY | EXPLORE,
    EVERY = MODEL | MAN
};

/* Kinds of model. */
enum {
    IN_P = 1,
    IN_C = 2,
    IN_ICET = 4, /* also a model in P that --engine=sequential turns into IceT */
    IN_ALL = IN_P | IN_C | IN_ICET
};

typedef struct options {
#define OPT(field, type, kind, name, letter, value, initial, low, high, models, \
            commands, help)                                                     \
    type field;
#include "api/options.def"
    opt_list given; /* the names of those that were */
} options;

/* The defaults: of models in P and IceT, or of models in C. */
void options_init(options *o);
void options_init_in_c(options *o);
void options_free(options *o);

/* Fills *O, which has its defaults, from ARGV[0 .. ARGC-1].  Every option of the
 * COMMANDS (a set) is understood, whatever kind of model it is for, since the inputs,
 * which end up in REST, are known only afterwards: see options_misfit.  IS_C: values
 * and old spellings are those of models in C.  USER is the command in messages about
 * options of other commands; NULL: these are unknown options.  ST_USAGE: WHY says what
 * is wrong. */
MUST_CHECK status options_parse(options *o, unsigned commands, const char *user,
                                bool is_c, int argc, char *const *argv, opt_rest *rest,
                                strbuf *why);

/* The first option given whose MODELS do not include KIND (one kind), or NULL. */
const opt_spec *options_misfit(const options *o, unsigned kind, unsigned *models);

/* Was the option of this long name given? */
bool options_is_given(const options *o, const char *name);

/* The options that COMMANDS (a set) have for the KINDS (a set) of model, as help and
 * reports show them: for models in C alone, with their own defaults.  Free with
 * options_free_table. */
opt_table options_table(unsigned commands, unsigned kinds);
void options_free_table(opt_table *t);

#endif
