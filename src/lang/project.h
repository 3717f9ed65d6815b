/* project.h -- reads .pproj files.
 *
 * They are XML, read with expat.  Paths are relative to the file that has them;
 * included projects may also be given relative to the current folder, as P does.
 */
#ifndef LANG_PROJECT_H
#define LANG_PROJECT_H

#include "lang/input.h"

#include <sys/stat.h>

/* Adds the files of the project and of those it includes. */
void project_read(input *in, program *p, const char *path);

/* input.c: which file this is, whatever path led to it; false when it was met before.
 */
uint64_t input_identity(const struct stat *info);
bool input_first_time(idmap *seen, uint64_t identity);

#endif
