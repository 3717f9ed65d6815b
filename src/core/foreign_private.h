/* foreign_private.h -- what the parts of foreign functions share. */
#ifndef CORE_FOREIGN_PRIVATE_H
#define CORE_FOREIGN_PRIVATE_H

#include <dlfcn.h>

/* Of a library that dlopen has opened, the first function that it imports and
 *   - that makes code impure: see foreign_impure_import;
 *   - that ends, copies or leaves the process unnoticed.  Or NULL. */
const char *foreign_imports_impure(void *library);
const char *foreign_imports_ending(void *library);

#endif
