/* command_line.h -- the command that comes to the same result once more. */
#ifndef CLI_COMMAND_LINE_H
#define CLI_COMMAND_LINE_H

#include "cli/options.h"

/* `synod check` of INPUTS and of the run TEST alone (NULL: they have no tests), with
 * the options that the result depends on, of those that COMMAND (CHECK or ICET) has;
 * quoted for a shell.  SECONDS that ended it count as --max-time; 0: none did. */
void command_line_write(const options *o, unsigned command, const char *const *inputs,
                        size_t count, const char *test, double seconds, strbuf *out);

#endif
