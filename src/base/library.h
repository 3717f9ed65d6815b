/* library.h -- shared objects that a user has built: loading them, and telling one
 * version from another. */
#ifndef BASE_LIBRARY_H
#define BASE_LIBRARY_H

#include "base/status.h"

#include <stdbool.h>
#include <stdint.h>

/* Loads the shared object at PATH, which has a slash.  FINGERPRINT is a hash of its
 * content and of every other object that is loaded now from outside the system's
 * folders (/lib, /usr): one that the library needs may have been built with it.  NULL:
 * see dlerror. */
MUST_CHECK void *library_open(const char *path, uint64_t *fingerprint);
void library_close(void *library); /* accepts NULL */

#endif
