/* options.h -- the command line as a struct. */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include "base/opt.h"

#include <stdbool.h>

enum {
    COMPILE = 1,
    CHECK = 2,
    REPLAY = 4,
    MAN = 8,
    EXPLORE = 16,
    ICET = 32, /* check, of models in IceT and with --engine=sequential */
    MODEL = COMPILE | CHECK | REPLAY | EXPLORE | ICET,
    EVERY = MODEL | MAN
};

typedef struct options {
#define SECTION(title)
#define OPT(field, type, kind, name, letter, value, initial, low, high, commands, \
            help)                                                                 \
    type field;
#include "cli/options.def"
#undef OPT
#undef SECTION
    opt_list given; /* the names of those that were */
} options;

void options_init(options *o);
void options_free(options *o);

/* Was the option of this long name given? */
bool options_is_given(const options *o, const char *name);

/* The options that COMMANDS (a set) understand; free with options_free_table. */
opt_table options_table(unsigned commands);
void options_free_table(opt_table *t);

#endif
