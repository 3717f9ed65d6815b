/* command_line.h -- the command that reproduces a result. */
#ifndef CLI_COMMAND_LINE_H
#define CLI_COMMAND_LINE_H

#include "api/options.h"

/* `synod check` of INPUTS and of the run TEST alone (NULL: they have no tests), with
 * the options that the result depends on, of those for models of this KIND (IN_P or
 * IN_ICET); quoted for a shell.  SECONDS is the time limit that ended the run, for
 * --max-time; 0: no limit did. */
void command_line_write(const options *o, unsigned kind, const char *const *inputs,
                        size_t count, const char *test, double seconds, strbuf *out);

#endif
