/* missing.h -- the foreign functions of a model, and those whose C code is missing. */
#ifndef CLI_MISSING_H
#define CLI_MISSING_H

#include "api/options.h"

#include "core/foreign.h"
#include "lang/program.h"

/* Opens the library of --foreign.  Functions that it lacks are left open (ir/open.h)
 * with a warning, or an error.  NULL: the library cannot be loaded, which is an error.
 */
foreign *missing_load(const options *o, const char *const *inputs, size_t count,
                      program *p, ir_program *ir);

#endif
