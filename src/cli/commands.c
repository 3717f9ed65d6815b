#include "cli/commands.h"

#include "cli/help.h"

#include <stdio.h>

int command_error(const char *text)
{
    fprintf(stderr, "synod: error: %s\n", text);
    return EXIT_INPUT;
}

const command commands[] = {
    {"check", CHECK, "[INPUT...]", "explore what a model can do, and judge it", false,
     cmd_check},
    {"watch", CHECK, "[INPUT...]", "check again whenever the model is saved", false,
     cmd_watch},
    {"replay", REPLAY, "TRACE [INPUT...]", "run the violations in a --json file again",
     false, cmd_replay},
    {"explore", EXPLORE, "[INPUT...]", "walk through a model step by step, by hand",
     false, cmd_explore},
    {"compile", COMPILE, "[INPUT...]", "parse and check a model, and stop there", false,
     cmd_compile},
    {"man", MAN, "", "print the man page", true, help_man},
};
const size_t command_count = sizeof commands / sizeof *commands;
