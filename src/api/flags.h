/* flags.h -- the command line of a model in C; the options are in flags.def. */
#ifndef API_FLAGS_H
#define API_FLAGS_H

#include "synod.h"

#include "base/opt.h"

#include <stdbool.h>

typedef struct flags {
#define SECTION(title)
#define FLAG(field, type, kind, name, letter, value, initial, low, high, help) \
    type field;
#include "api/flags.def"
#undef FLAG
#undef SECTION
    opt_rest tests; /* names */
} flags;

/* ST_USAGE: WHY says what is wrong. */
MUST_CHECK status flags_parse(flags *f, int argc, char *const *argv, strbuf *why);
void flags_free(flags *f);

void flags_help(const char *program, strbuf *out);
syn_options flags_options(const flags *f);

#endif
