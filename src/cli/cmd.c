#include "cli/cmd.h"

#include "cli/help.h"

#include <stdio.h>
#include <string.h>

int cmd_error(const char *text)
{
    fprintf(stderr, "synod: error: %s\n", text);
    return EXIT_INPUT;
}

const command *cmd_find(const char *name)
{
    for (size_t i = 0; i < command_count; i++)
        if (strcmp(commands[i].name, name) == 0)
            return &commands[i];
    return NULL;
}

const command commands[] = {
    {"check", CHECK, IN_ALL, "[INPUT...]", "check the tests of a model", false,
     cmd_check},
    {"watch", CHECK, IN_P, "[INPUT...]", "check again whenever the model is saved",
     false, cmd_watch},
    {"replay", REPLAY, IN_P | IN_C, "TRACE [INPUT...]",
     "replay the violations in a --json file", false, cmd_replay},
    {"explore", EXPLORE, IN_P, "[INPUT...]", "step through a model by hand", false,
     cmd_explore},
    {"compile", COMPILE, IN_ALL, "[INPUT...]", "parse and type-check a model only",
     false, cmd_compile},
    {"man", MAN, 0, "", "print the man page", true, help_man},
};
const size_t command_count = sizeof commands / sizeof *commands;
