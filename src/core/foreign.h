/* foreign.h -- P's foreign functions: C functions of a shared object.
 *
 * What such a function sees is include/synod_foreign.h.
 */
#ifndef CORE_FOREIGN_H
#define CORE_FOREIGN_H

#include "core/core.h"

/* Opens the library and looks for every foreign function of the program.  NULL after
 * saying why in WHY.  PATH may be NULL: fine when the program needs none. */
foreign *foreign_open(const ir_program *ir, const char *path, strbuf *why);
void foreign_close(foreign *f); /* accepts NULL */

#endif
