/* interpret.h -- MPL programs run on the public API, as a user's model would be. */
#ifndef MPL_INTERPRET_H
#define MPL_INTERPRET_H

#include "mpl.h"
#include "synod.h"

/* Of OPTIONS, keep_going, lose and quiet are set here.  To be freed by the caller. */
syn_verdict *interpret(const char *name, const mpl_program *p,
                       const syn_options *options);

#endif
