/* check_c.h -- `synod check model.c` and the like: compiles a model in C, and runs it.
 */
#ifndef CLI_CHECK_C_H
#define CLI_CHECK_C_H

#include <stdbool.h>
#include <stddef.h>

/* Is one of these arguments, which may also be options, the name of a C file? */
bool check_c_is_named(const char *const *args, size_t count);

/* Runs CHECK, REPLAY or COMPILE (options.h) on a model in C.  Returns an exit code,
 * unless the model is to run: then the process is replaced by the compiled model, with
 * the arguments that are not for the compiler. */
int check_c(unsigned cmd, int argc, char *const *argv);

#endif
