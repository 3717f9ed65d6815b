/* commands.h -- what `synod` can be told to do. */
#ifndef CLI_COMMANDS_H
#define CLI_COMMANDS_H

#include "cli/options.h"

enum {
    EXIT_OK = 0,       /* all is well, as far as the verdict says */
    EXIT_VIOLATED = 1, /* a test is violated */
    EXIT_INPUT = 2,    /* input, command line or a place to write to is wrong */
    EXIT_UNKNOWN = 3,  /* a limit was reached first, or there is no proof */
    EXIT_FAULT = 4,    /* a fault in Synod, or no memory to begin with */
};

typedef struct command {
    const char *name;
    unsigned flag; /* in options.def */
    const char *arguments;
    const char *help;
    bool is_hidden; /* of no use to people; left out of --help */
    int (*run)(const options *o, const char *const *args, size_t count);
} command;

/* Says what is wrong with the request; EXIT_INPUT. */
int command_error(const char *text);

extern const command commands[];
extern const size_t command_count;

int cmd_explore(const options *o, const char *const *args, size_t count);
int cmd_compile(const options *o, const char *const *args, size_t count);
int cmd_check(const options *o, const char *const *args, size_t count);
int cmd_watch(const options *o, const char *const *args, size_t count);
int cmd_replay(const options *o, const char *const *args, size_t count);

#endif
