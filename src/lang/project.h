/* project.h -- reads .pproj files.
 *
 * They are XML, read with expat.  Paths are relative to the project file; included
 * projects may also be relative to the current folder, as in P.
 */
#ifndef LANG_PROJECT_H
#define LANG_PROJECT_H

#include "lang/input.h"

/* Adds the files of the project and of those it includes. */
void project_read(input *in, program *p, const char *path);

#endif
