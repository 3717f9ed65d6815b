/* filename.h -- paths of files, as people like to read them. */
#ifndef BASE_FILENAME_H
#define BASE_FILENAME_H

#include "base/strbuf.h"

/* Adds PATH without "." and "//", and without "a/.." where that names the same file
 * (a may be a link). */
void filename_tidy(const char *path, strbuf *out);

#endif
