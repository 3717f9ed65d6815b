/* command_line.h -- the command that reproduces a result. */
#ifndef CLI_COMMAND_LINE_H
#define CLI_COMMAND_LINE_H

#include "api/options.h"

/* Writes `synod check` for INPUTS and the test TEST alone (NULL: they have no tests),
 * with those options for models of this KIND (IN_P or IN_ICET) that the result depends
 * on, quoted for a shell.  SECONDS is the time limit that ended the search, for
 * --max-time; 0: it ended by itself. */
void command_line_write(const options *o, unsigned kind, const char *const *inputs,
                        size_t count, const char *test, double seconds, strbuf *out);

#endif
