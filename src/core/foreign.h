/* foreign.h -- P's foreign functions: C functions of a shared object.
 *
 * include/synod_foreign.h is the interface that such a function uses.
 */
#ifndef CORE_FOREIGN_H
#define CORE_FOREIGN_H

#include "core/core.h"

/* Opens the library and looks up every foreign function of the program.  NULL on
 * failure; WHY then has the reason.  PATH may be NULL if the program needs no foreign
 * function. */
foreign *foreign_open(const ir_program *ir, const char *path, strbuf *why);
void foreign_close(foreign *f); /* accepts NULL */

#endif
