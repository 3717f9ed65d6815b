/* interpret.h -- MPL programs run on the public API, as a user's model would be. */
#ifndef MPL_INTERPRET_H
#define MPL_INTERPRET_H

#include "mpl.h"
#include "synod.h"

/* The test that interprets P, which must live as long. */
syn_test interpret_test(const char *name, const mpl_program *p);

/* Which thread of the program has this name. */
uint32_t interpret_thread(const char *name);

/* Is a message with TAG one that the text knows nothing of? */
bool interpret_is_extra(uint32_t tag);

#endif
