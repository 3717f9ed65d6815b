#include "cli/help.h"

#include "cli/mpi.h"

#include "base/smt.h"

#include "synod.h"

#include <expat.h>
#include <stdio.h>

static const char summary[] =
    "Synod verifies message-passing distributed protocols written in P, C or IceT.";

static const char below_options[] =
    "\nINPUT is any number of .p files, .pproj project files and folders; a folder is\n"
    "its project, or else all .p files below it; - is the standard input. Default: "
    "the\nfolder you are in.\n\n"
    "Or it is any number of models in IceT, .icet files and folders of them: check\n"
    "proves each for any number of processes (docs/sequential.md).\n\n"
    "Or it is the .c files of one model in C, which check compiles and runs; the\n"
    "options for such a model: synod check model.c --help. Options that begin with\n"
    "-D, -I, -L, -l, -O, -W, -f, -g, -m or -std= go to the compiler, and -o FILE\n"
    "keeps the program. The compiler is $CC, with $CFLAGS and $LDFLAGS.\n\n"
    "Exit codes: 0 fine, 1 violated, 2 the input or the command line is wrong,\n"
    "3 unknown: a limit was reached, or there is no proof, 4 a fault in Synod.\n";

static void add_commands(strbuf *b)
{
    for (size_t i = 0; i < command_count; i++)
        if (!commands[i].is_hidden)
            strbuf_printf(b, "  synod %-8s %-16s %s\n", commands[i].name,
                          commands[i].arguments, commands[i].help);
}

static int print(strbuf *b)
{
    fputs(strbuf_text(b), stdout);
    strbuf_free(b);
    return EXIT_OK;
}

static unsigned models_of(const command *cmd)
{
    return cmd != NULL && cmd->models != 0 ? cmd->models : IN_ALL;
}

int help_show(const command *cmd)
{
    strbuf b = {0};
    if (cmd == NULL) {
        strbuf_printf(&b, "%s\n\nCommands:\n", summary);
        add_commands(&b);
    } else {
        strbuf_printf(&b, "synod %s %s\n  %s\n", cmd->name, cmd->arguments, cmd->help);
    }
    strbuf_puts(&b, "\nOptions:\n\n");
    opt_table table = options_table(cmd != NULL ? cmd->flag : EVERY, models_of(cmd));
    opt_help(&table, &b);
    options_free_table(&table);
    strbuf_puts(&b, below_options);
    return print(&b);
}

int help_version(void)
{
    strbuf b = {0};
    strbuf_printf(&b, "synod %s\nbuilt with %s, %s, %s%s%s%s\n", synod_version(),
#if defined(__clang__)
                  "clang " __clang_version__,
#else
                  "gcc " __VERSION__,
#endif
                  XML_ExpatVersion(),
#if defined(HAVE_BOOST_CONTEXT)
                  "Boost.Context",
#else
                  "ucontext",
#endif
                  mpi_is_built() ? ", MPI" : "", smt_name() ? ", " : "",
                  smt_name() ? smt_name() : "");
    return print(&b);
}

/* The variables that matter; docs/checking.md has the same list. */
static const char environment[] =
    ".SH ENVIRONMENT\n"
    ".TP\n.B NO_COLOR\nWhen set and not empty, messages have no colour unless "
    "--color=always asks for it.\n"
    ".TP\n.B TERM\nWhen it is dumb or empty, no progress is drawn in place.\n"
    ".TP\n.B TMPDIR\nThe folder in which the folder of a compiled model in C is made, "
    "instead of /tmp. It must allow programs to run. The folder is removed before the "
    "model runs.\n"
    ".TP\n.B CC, CFLAGS, LDFLAGS\nThe compiler of models in C (default: cc), its "
    "options, and those of the linker; words are separated by spaces.\n"
    ".TP\n.B PATH, LD_LIBRARY_PATH\nWhere the compiler is, and where the system looks "
    "for libraries such as Z3.\n"
    ".TP\n.B GITHUB_ACTIONS\nWhen it is true, errors, warnings and verdicts are "
    "printed as annotations too, with files relative to GITHUB_WORKSPACE, and a table "
    "is added to GITHUB_STEP_SUMMARY.\n"
    ".TP\n.B OMPI_COMM_WORLD_SIZE, OMPI_COMM_WORLD_RANK, PMI_SIZE, PMI_RANK\n"
    "Set by mpirun. Without --mpi, a warning says that each process checks the whole "
    "model.\n"
    ".TP\n.B SYNOD_RUN_AS\nSet by synod check for a model in C: the command that it "
    "names in messages. It changes nothing else.\n";

int help_man(const options *o, const char *const *args, size_t count)
{
    (void)o;
    if (count > 0) {
        fprintf(stderr, "synod: error: 'man' takes no input, found '%s'\n", args[0]);
        return EXIT_INPUT;
    }
    strbuf b = {0};
    strbuf_printf(
        &b,
        ".TH SYNOD 1 \"\" \"synod %s\" \"User Commands\"\n"
        ".SH NAME\nsynod \\- verifier for message-passing distributed protocols\n"
        ".SH SYNOPSIS\n.B synod\n.I command\n[\\fIoptions\\fR] [\\fIinput\\fR ...]\n"
        ".SH DESCRIPTION\n%s\n"
        "Input is any number of .p files, .pproj project files and folders; a folder "
        "is its project, or else all .p files below it; \\- is the standard input. "
        "Default: the folder you are in.\n"
        "Or it is any number of .icet files and folders of them, models in IceT, which "
        "check proves for any number of processes.\n"
        "Or it is the .c files of one model in C, which check compiles and runs.\n"
        ".SH COMMANDS\n",
        synod_version(), summary);
    for (size_t i = 0; i < command_count; i++)
        if (!commands[i].is_hidden)
            strbuf_printf(&b, ".TP\n.B %s %s\n%s\n", commands[i].name,
                          commands[i].arguments, commands[i].help);
    strbuf_puts(&b, ".SH OPTIONS\n");
    opt_table table = options_table(EVERY, IN_ALL);
    opt_man(&table, &b);
    options_free_table(&table);
    strbuf_puts(
        &b, ".SH EXIT STATUS\n.TP\n.B 0\nThe model is accepted; every test holds, or "
            "sampling found nothing.\n"
            ".TP\n.B 1\nA test is violated.\n"
            ".TP\n.B 2\nThe input or the command line is wrong, or an output "
            "cannot be written.\n"
            ".TP\n.B 3\nUnknown: a limit was reached first, or there is no proof.\n"
            ".TP\n.B 4\nA fault in Synod, or no memory to begin with.\n");
    strbuf_puts(&b, environment);
    return print(&b);
}
