/* frontend.h -- loads files and checks them.
 *
 * Runs the phases in order, and stops where later phases would only report consequences
 * of earlier errors.  program_free frees the result.
 */
#ifndef LANG_FRONTEND_H
#define LANG_FRONTEND_H

#include "lang/program.h"

typedef struct frontend_options {
    bool strict_p; /* reject Synod's extensions */
    bool warnings_off;
    bool warnings_are_errors;
} frontend_options;

/* How messages call the standard input. */
#define FRONTEND_STANDARD_INPUT "<stdin>"

/* Always returns a program; it is usable if its diagnostics have no errors.  Without
 * paths, takes the current folder. */
program *frontend_load(const char *const *paths, size_t count,
                       const frontend_options *options);

/* The same for text in memory: one file, called NAME in messages. */
program *frontend_load_text(const char *name, const char *text, size_t len,
                            const frontend_options *options);

#endif
