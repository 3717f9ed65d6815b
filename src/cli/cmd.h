/* cmd.h -- the commands of `synod`. */
#ifndef CLI_CMD_H
#define CLI_CMD_H

#include "api/exit_codes.h"
#include "api/options.h"

typedef struct command {
    const char *name;
    unsigned flag;   /* in options.def */
    unsigned models; /* the kinds of models that it takes */
    const char *arguments;
    const char *help;
    bool is_hidden; /* left out of --help: for packagers */
    int (*run)(const options *o, const char *const *args, size_t count);
} command;

/* Prints TEXT as an error of the command line; returns EXIT_INPUT. */
int cmd_error(const char *text);

/* The command of that name, or NULL. */
const command *cmd_find(const char *name);

extern const command commands[];
extern const size_t command_count;

int cmd_explore(const options *o, const char *const *args, size_t count);
int cmd_compile(const options *o, const char *const *args, size_t count);
int cmd_check(const options *o, const char *const *args, size_t count);
int cmd_watch(const options *o, const char *const *args, size_t count);
int cmd_replay(const options *o, const char *const *args, size_t count);

#endif
