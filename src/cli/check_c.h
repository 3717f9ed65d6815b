/* check_c.h -- `synod check model.c` and the like: compiles a model in C, and runs it.
 */
#ifndef CLI_CHECK_C_H
#define CLI_CHECK_C_H

#include <stdbool.h>
#include <stddef.h>

/* Is one of these arguments, which may be options, the name of a file in C? */
bool check_c_is_named(const char *const *args, size_t count);

/* The commands CHECK, REPLAY and COMPILE of options.h on a model in C.  Returns an exit
 * code; but once a model that is to run has been compiled, the process becomes the
 * model, with those arguments that are not the compiler's. */
int check_c(unsigned cmd, int argc, char *const *argv);

#endif
