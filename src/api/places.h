/* places.h -- lines of the source files of a model in C, as positions.  A file is read
 * when one of its lines is first needed. */
#ifndef API_PLACES_H
#define API_PLACES_H

#include "base/source.h"

/* SRC_NONE: there is no such line.  If the file cannot be read any more, it has empty
 * lines, so that the position still has a name. */
srcpos places_find(sources *src, const char *file, int line);

#endif
