/* places.h -- lines of the files that a model in C was compiled from, as positions.
 * Files are read when they are first asked for. */
#ifndef API_PLACES_H
#define API_PLACES_H

#include "base/source.h"

/* SRC_NONE: there is no such place.  The file may be gone by now: then it has empty
 * lines, so that the place still has a name. */
srcpos places_find(sources *src, const char *file, int line);

#endif
