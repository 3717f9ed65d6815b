/* The `synod` command. */
#include "cli/check_c.h"
#include "cli/check_icet.h"
#include "cli/commands.h"
#include "cli/help.h"
#include "cli/options.h"

#include "base/suggest.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const command *find_command(const char *name)
{
    for (size_t i = 0; i < command_count; i++)
        if (strcmp(commands[i].name, name) == 0)
            return &commands[i];
    return NULL;
}

static int usage_error(const char *text)
{
    fprintf(stderr, "synod: error: %s\nsynod: see 'synod --help'\n", text);
    return EXIT_INPUT;
}

static int unknown_command(const char *name)
{
    strbuf text = {0};
    strbuf_printf(&text, "unknown command '%s'", name);
    suggest s;
    suggest_start(&s, name);
    for (size_t i = 0; i < command_count; i++)
        suggest_offer(&s, commands[i].name);
    if (s.best != NULL)
        strbuf_printf(&text, "; did you mean '%s'?", s.best);
    else if (strchr(name, '.') != NULL || strchr(name, '/') != NULL)
        strbuf_printf(&text, "; to check a model: synod check %s", name);
    int code = usage_error(strbuf_text(&text));
    strbuf_free(&text);
    return code;
}

/* The command is the first argument that is no option: `synod -q check x` is fine. */
static const command *take_command(opt_rest *rest, int *code)
{
    if (rest->len == 0) {
        *code = usage_error("a command is needed");
        return NULL;
    }
    const char *name = rest->data[0];
    memmove(rest->data, rest->data + 1, --rest->len * sizeof *rest->data);
    const command *cmd = find_command(name);
    if (cmd == NULL)
        *code = unknown_command(name);
    return cmd;
}

static bool has_word(int argc, char *const *argv, const char *word)
{
    for (int i = 0; i < argc; i++)
        if (strcmp(argv[i], word) == 0)
            return true;
    return false;
}

static bool is_check(const command *cmd, int argc, char *const *argv)
{
    return cmd != NULL ? strcmp(cmd->name, "check") == 0
                       : has_word(argc, argv, "check");
}

/* The options that CMD understands.  `check` has others for models in IceT. */
static unsigned flags_of(const command *cmd, int argc, char *const *argv)
{
    if (is_check(cmd, argc, argv) && check_icet_is_meant(argc, argv))
        return ICET;
    return cmd != NULL ? cmd->flag : EVERY;
}

/* Runs CMD with what follows it; NULL: options came first. */
static int run(const command *cmd, int argc, char *const *argv)
{
    options o;
    options_init(&o);
    unsigned flags = flags_of(cmd, argc, argv);
    opt_table table = options_table(flags);
    opt_rest rest = {0};
    strbuf why = {0};
    int code = EXIT_OK;
    if ((is_check(cmd, argc, argv) &&
         check_icet_misfits(flags == ICET, argc, argv, &why)) ||
        opt_parse(&table, argc, argv, &o, &o.given, &rest, &why) != ST_OK) {
        code = usage_error(strbuf_text(&why));
    } else if (o.help) {
        code = help_show(cmd);
    } else if (o.version) {
        code = help_version();
    } else {
        if (cmd == NULL)
            cmd = take_command(&rest, &code);
        if (cmd != NULL)
            code = cmd->run(&o, rest.data, rest.len);
    }
    vec_free(&rest);
    strbuf_free(&why);
    options_free_table(&table);
    options_free(&o);
    return code;
}

/* A full disk or a closed pipe must not look like success. */
static int finish(int code)
{
    if (fflush(stdout) != 0 || ferror(stdout)) {
        perror("synod: cannot write the output");
        return code == EXIT_VIOLATED ? code : EXIT_INPUT;
    }
    return code;
}

/* A failed assertion has said what it had to say: leave with the code for it. */
static void leave_with_fault(int signal_number)
{
    (void)signal_number;
    _exit(EXIT_FAULT);
}

int main(int argc, char **argv)
{
    signal(SIGABRT, leave_with_fault);
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is an error, not the end */
    if (argc < 2)
        return finish(help_show(NULL));
    if (argv[1][0] == '-')
        return finish(run(NULL, argc - 1, argv + 1));
    if (strcmp(argv[1], "help") == 0) {
        if (argc > 2 && find_command(argv[2]) == NULL)
            return unknown_command(argv[2]);
        return finish(help_show(argc > 2 ? find_command(argv[2]) : NULL));
    }
    if (strcmp(argv[1], "check") == 0 && check_c_is_meant(argc - 2, argv + 2))
        return finish(check_c(argc - 2, argv + 2));
    const command *cmd = find_command(argv[1]);
    if (cmd == NULL)
        return unknown_command(argv[1]);
    return finish(run(cmd, argc - 2, argv + 2));
}
