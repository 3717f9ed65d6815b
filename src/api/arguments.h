/* arguments.h -- the command line of a model in C: the part of options.def that is for
 * such models, and the names of tests. */
#ifndef API_ARGUMENTS_H
#define API_ARGUMENTS_H

#include "synod.h"

#include "api/options.h"

typedef struct arguments {
    options line;
    opt_rest tests; /* names, that of --test among them; none: all tests */
} arguments;

/* ST_USAGE: WHY says what is wrong.  The caller frees A in any case. */
MUST_CHECK status arguments_parse(arguments *a, int argc, char *const *argv,
                                  strbuf *why);
void arguments_free(arguments *a);

void arguments_help(const char *program, strbuf *out);
syn_options arguments_options(const arguments *a);

#endif
