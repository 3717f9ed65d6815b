/* help.h -- --help, --version and the man page, made from the tables of commands and
 * options. */
#ifndef CLI_HELP_H
#define CLI_HELP_H

#include "cli/cmd.h"

int help_show(const command *cmd); /* NULL: all commands; returns an exit code */
int help_version(void);
int help_man(const options *o, const char *const *args, size_t count);

#endif
