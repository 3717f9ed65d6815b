/* project.h -- reads .pproj files.
 *
 * They are XML, read with expat.  Paths are relative to the file that has them;
 * included projects may also be given relative to the current folder, as P does.
 */
#ifndef LANG_PROJECT_H
#define LANG_PROJECT_H

#include "lang/input.h"

/* Adds the files of the project and of those it includes. */
void project_read(input *in, program *p, const char *path);

#endif
