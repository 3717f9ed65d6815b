/* The `synod` command: finds the command, parses the options, and checks that both fit
 * the kind of model (P, C or IceT) before anything is read.
 *
 * Models in C are the exception: they are recognised first, since their arguments
 * contain options for the compiler.  The exit code is the contract with scripts, so a
 * failed assertion exits with the code for a fault in Synod, and output that cannot be
 * written is an error.
 */
#include "cli/check_c.h"
#include "cli/check_icet.h"
#include "cli/cmd.h"
#include "cli/help.h"

#include "base/sigpipe.h"
#include "base/suggest.h"
#include "lang/input.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

/* The command is the first argument that is not an option: `synod -q check x` is
 * allowed. */
static const command *take_command(opt_rest *rest, int *code)
{
    if (rest->len == 0) {
        *code = usage_error("no command given");
        return NULL;
    }
    const char *name = rest->data[0];
    memmove(rest->data, rest->data + 1, --rest->len * sizeof *rest->data);
    const command *cmd = cmd_find(name);
    if (cmd == NULL)
        *code = unknown_command(name);
    return cmd;
}

/* ---- Which kind of model ---- */

/* A folder of .icet files is a model in IceT, too.  The first argument of `replay` is a
 * trace. */
static unsigned kind_of(const command *cmd, const options *o, const char *const *inputs,
                        size_t count)
{
    bool has_trace = cmd->flag == REPLAY && count > 0;
    if (check_c_is_named(inputs, count))
        return IN_C;
    if (has_trace && count == 1)
        return IN_P; /* the trace names its model */
    return check_icet_takes(o, inputs + has_trace, count - has_trace) ? IN_ICET : IN_P;
}

static const char *name_kind(const options *o, unsigned kind)
{
    bool is_engine = strcmp(o->engine, "sequential") == 0;
    return kind == IN_C   ? "models in C"
           : kind == IN_P ? "models in P"
           : is_engine    ? "--engine=sequential"
                          : "models in IceT";
}

static void put_models(const char *const *models, size_t count, strbuf *out)
{
    for (size_t i = 0; i < count; i++) {
        strbuf_putc(out, ' ');
        strbuf_shell(out, models[i]);
    }
}

/* What else does the job of a command that does not take a KIND of model: commands that
 * work as they stand. */
static void put_instead_of(const command *cmd, unsigned kind, const char *const *args,
                           size_t count, strbuf *out)
{
    bool has_trace = cmd->flag == REPLAY && count > 0;
    strbuf models = {0};
    put_models(args + has_trace, count - has_trace, &models);
    if (cmd->run == cmd_watch)
        strbuf_printf(out, "use 'synod check%s' after each change",
                      strbuf_text(&models));
    else if (cmd->flag == EXPLORE && kind == IN_C)
        strbuf_printf(
            out,
            "'synod check%s --all-events --trace=run.trace' shows a violation "
            "event by event, and 'synod replay run.trace%s' replays it",
            strbuf_text(&models), strbuf_text(&models));
    else
        strbuf_printf(out, "'synod check%s' shows a run that goes wrong",
                      strbuf_text(&models));
    strbuf_free(&models);
}

/* Refuses a model of a kind that CMD does not take, with one line, before it is read.
 */
static bool takes_kind(const command *cmd, const options *o, unsigned kind,
                       const char *const *args, size_t count, strbuf *why)
{
    if ((cmd->models & kind) != 0)
        return true;
    strbuf_printf(why, "'synod %s' does not take %s; ", cmd->name, name_kind(o, kind));
    put_instead_of(cmd, kind, args, count, why);
    return false;
}

static bool is_icet_file(const char *text)
{
    const char *end = text != NULL ? strrchr(text, '.') : NULL;
    return end != NULL && strcmp(end, ".icet") == 0;
}

/* Is every given option one for this KIND of model? */
static bool options_fit(const options *o, unsigned kind, strbuf *why)
{
    unsigned models = 0;
    const opt_spec *wrong = options_misfit(o, kind, &models);
    if (kind == IN_P && is_icet_file(o->show)) /* in earlier versions it had no value */
        strbuf_printf(why,
                      "option '--show' takes names, not '%s'; '--show-program' prints "
                      "the sequential program of a model in IceT",
                      o->show);
    else if (wrong == NULL)
        return true;
    else if (models == IN_ICET)
        strbuf_printf(why,
                      "'--%s' applies only to models in IceT and to "
                      "--engine=sequential",
                      wrong->name);
    else if (models == IN_C)
        strbuf_printf(why, "'--%s' applies only to models in C", wrong->name);
    else
        strbuf_printf(
            why, "'--%s' does not apply to %s%s", wrong->name, name_kind(o, kind),
            strcmp(wrong->name, "show") == 0 ? "; did you mean '--show-program'?" : "");
    return false;
}

static bool has_standard_input(const char *const *inputs, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (input_is_standard(inputs[i]))
            return true;
    return false;
}

/* The standard input can be read once, by one process, for one purpose. */
static bool standard_input_fits(const command *cmd, const options *o,
                                const char *const *args, size_t count, strbuf *why)
{
    bool has_trace = cmd->flag == REPLAY && count > 0;
    bool reads_commands = (cmd->flag == EXPLORE || o->step) && o->script == NULL;
    if (!has_standard_input(args + has_trace, count - has_trace))
        return true;
    if (cmd->run == cmd_watch)
        strbuf_puts(why,
                    "'synod watch' needs files; it cannot watch the standard input");
    else if (o->mpi)
        strbuf_puts(why, "--mpi needs files; only one process has the standard input");
    else if (reads_commands)
        strbuf_puts(why,
                    "the model and the commands cannot both come from the standard "
                    "input; use --script=FILE for the commands");
    return why->len == 0;
}

/* ---- Running ---- */

static int run_command(const command *cmd, const options *o, const char *const *args,
                       size_t count)
{
    if (cmd->models == 0)
        return cmd->run(o, args, count);
    strbuf why = {0};
    unsigned kind = kind_of(cmd, o, args, count);
    int code;
    if (!takes_kind(cmd, o, kind, args, count, &why))
        code = cmd_error(strbuf_text(&why));
    else if (!options_fit(o, kind, &why))
        code = usage_error(strbuf_text(&why));
    else if (!standard_input_fits(cmd, o, args, count, &why))
        code = cmd_error(strbuf_text(&why));
    else
        code = cmd->run(o, args, count);
    strbuf_free(&why);
    return code;
}

/* Runs CMD with the arguments behind it; NULL: options came first. */
static int run(const command *cmd, int argc, char *const *argv)
{
    options o;
    options_init(&o);
    opt_rest rest = {0};
    strbuf why = {0};
    strbuf user = {0};
    int code = EXIT_OK;
    if (cmd != NULL)
        strbuf_printf(&user, "synod %s", cmd->name);
    if (options_parse(&o, cmd != NULL ? cmd->flag : EVERY,
                      cmd != NULL ? strbuf_text(&user) : NULL, false, argc, argv, &rest,
                      &why) != ST_OK) {
        code = usage_error(strbuf_text(&why));
    } else if (o.help) {
        code = help_show(cmd);
    } else if (o.version) {
        code = help_version();
    } else {
        if (cmd == NULL)
            cmd = take_command(&rest, &code);
        if (cmd != NULL)
            code = run_command(cmd, &o, rest.data, rest.len);
    }
    vec_free(&rest);
    strbuf_free(&why);
    strbuf_free(&user);
    options_free(&o);
    return code;
}

/* Models in C are handled before options are parsed, since options for the compiler may
 * be among them.  False: this is not a command on a model in C. */
static bool run_in_c(int argc, char *const *argv, int *code)
{
    const command *cmd = NULL;
    VEC(char *) args = {0};
    for (int i = 0; i < argc; i++) {
        const command *found = cmd == NULL ? cmd_find(argv[i]) : NULL;
        if (found != NULL)
            cmd = found;
        else
            vec_push(&args, argv[i]);
    }
    bool is = cmd != NULL && (cmd->models & IN_C) != 0 &&
              check_c_is_named((const char *const *)args.data, args.len);
    if (is)
        *code = check_c(cmd->flag, (int)args.len, args.data);
    vec_free(&args);
    return is;
}

/* A full disk must not look like success.  A reader that has read enough is no mistake;
 * the exit code still says what was found. */
static int finish(int code)
{
    if ((fflush(stdout) != 0 || ferror(stdout)) && !sigpipe_is_closed()) {
        perror("synod: cannot write the output");
        return code == EXIT_VIOLATED ? code : EXIT_INPUT;
    }
    return code;
}

/* A failed assertion has printed its message: exit with the code for a fault in Synod.
 */
static void leave_with_fault(int signal_number)
{
    (void)signal_number;
    _exit(EXIT_FAULT);
}

int main(int argc, char **argv)
{
    signal(SIGABRT, leave_with_fault);
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is an error and must not kill
                                 the process */
    int code;
    if (argc < 2)
        return finish(help_show(NULL));
    if (run_in_c(argc - 1, argv + 1, &code))
        return finish(code);
    if (argv[1][0] == '-')
        return finish(run(NULL, argc - 1, argv + 1));
    if (strcmp(argv[1], "help") == 0) {
        if (argc > 2 && cmd_find(argv[2]) == NULL)
            return unknown_command(argv[2]);
        return finish(help_show(argc > 2 ? cmd_find(argv[2]) : NULL));
    }
    const command *cmd = cmd_find(argv[1]);
    if (cmd == NULL)
        return unknown_command(argv[1]);
    return finish(run(cmd, argc - 2, argv + 2));
}
