/* foreign_private.h -- what the parts of foreign functions share. */
#ifndef CORE_FOREIGN_PRIVATE_H
#define CORE_FOREIGN_PRIVATE_H

#include <dlfcn.h>

/* Of a library that dlopen has opened: see foreign_impure_import. */
const char *foreign_imports_impure(void *library);

#endif
