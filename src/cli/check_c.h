/* check_c.h -- `synod check model.c`: compiles a model in C, and runs it. */
#ifndef CLI_CHECK_C_H
#define CLI_CHECK_C_H

#include <stdbool.h>

/* Do these arguments of `check` name a file in C? */
bool check_c_is_meant(int argc, char *const *argv);

/* Does not return when the model could be compiled: the process becomes the model, with
 * those arguments that are not the compiler's. */
int check_c(int argc, char *const *argv);

#endif
