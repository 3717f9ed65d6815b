/* foreign.h -- P's foreign functions: C functions of a shared object.
 *
 * include/synod_foreign.h is the interface that such a function uses.  A function that
 * the library lacks is left open (ir/open.h), or an error: the caller decides.  The
 * process ends if a function crashes or is not pure (foreign_guard.h).
 */
#ifndef CORE_FOREIGN_H
#define CORE_FOREIGN_H

#include "core/core.h"

/* Opens the library at PATH (NULL: there is none) and looks up the foreign functions of
 * the program.  NULL if it cannot be loaded; WHY then has the reason. */
foreign *foreign_open(const ir_program *ir, const char *path, strbuf *why);
void foreign_close(foreign *f); /* accepts NULL */

/* A hash of the content of the library; 0: there is none.  F may be NULL. */
uint64_t foreign_fingerprint(const foreign *f);

/* Does the library have the function? */
bool foreign_has(const foreign *f, uint32_t function);

/* The name without its machine: Machine.Name is looked up as Name. */
const char *foreign_symbol(const ir_function *f);

/* The first function that the library imports and that makes code impure (random, the
 * clock, sleep), or NULL. */
const char *foreign_impure_import(const foreign *f);

#endif
