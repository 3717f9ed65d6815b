/* syn_main: the command line of a program compiled from a model in C.
 *
 * It reads the same table of options as `synod` (options.def), and `synod check
 * model.c` becomes this program after compiling it; SYNOD_RUN_AS then has the command
 * that the user typed, for messages that say what to run next.
 */
#include "api/session.h"
#include "api/test_pattern.h"

#include "api/model/guard.h"
#include "base/sigpipe.h"
#include "base/suggest.h"
#include "report/left_out.h"
#include "report/text.h"
#include "report/trace_text.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- Ctrl-C ---- */

static volatile sig_atomic_t interrupted;

/* The second signal ends the process. */
static void on_interrupt(int signal_number)
{
    interrupted = 1;
    signal(signal_number, SIG_DFL);
}

/* Signals that were ignored at the start (nohup, &) stay ignored. */
static void catch_interrupts(void)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        if (signal(signals[i], on_interrupt) == SIG_IGN)
            signal(signals[i], SIG_IGN);
}

/* ---- Which tests ---- */

const syn_test *session_find(const session *s, const char *name)
{
    for (size_t i = 0; i < s->count; i++)
        if (strcmp(s->tests[i].name, name) == 0)
            return &s->tests[i];
    return NULL;
}

void session_unknown(const session *s, const char *name, strbuf *why)
{
    suggest near;
    suggest_start(&near, name);
    for (size_t i = 0; i < s->count; i++)
        suggest_offer(&near, s->tests[i].name);
    if (test_pattern_is_one(name))
        strbuf_printf(why, "no test matches '%s'", name);
    else
        strbuf_printf(why, "there is no test '%s'", name);
    if (near.best != NULL && !test_pattern_is_one(name)) {
        strbuf_printf(why, "; did you mean '%s'?", near.best);
        return;
    }
    enum { MOST = 20 };
    strbuf_puts(why, "; the tests are:");
    for (size_t i = 0; i < s->count && i < MOST; i++)
        strbuf_printf(why, " %s", s->tests[i].name);
    if (s->count > MOST)
        strbuf_puts(why, " ...");
}

static bool names_test(const session *s, const char *pattern)
{
    for (size_t i = 0; i < s->count; i++)
        if (test_pattern_takes(pattern, s->tests[i].name))
            return true;
    return false;
}

static bool is_folder(const char *path)
{
    struct stat is;
    return stat(path, &is) == 0 && S_ISDIR(is.st_mode);
}

static bool are_tests(const session *s, strbuf *why)
{
    if (s->count == 0) {
        strbuf_puts(why, "the model has no tests: syn_main was given none");
        return false;
    }
    vec_each (name, &s->given.tests) {
        if (names_test(s, *name))
            continue;
        if (is_folder(*name))
            strbuf_printf(why,
                          "'%s' is a folder; a model in C takes .c files and names of "
                          "its tests",
                          *name);
        else
            session_unknown(s, *name, why);
        return false;
    }
    return true;
}

/* eager.h says why. */
static bool fits_eager(const session *s, strbuf *why)
{
    bool is_strong = s->options.model == SYN_CAUSAL || s->options.model == SYN_MBOX;
    if (s->options.eager && is_strong)
        strbuf_puts(why, "--eager needs --network=bag or --network=p2p");
    return why->len == 0;
}

static bool is_wanted(const session *s, const syn_test *test)
{
    vec_each (name, &s->given.tests)
        if (test_pattern_takes(*name, test->name))
            return true;
    return s->given.tests.len == 0;
}

/* ---- Output ---- */

bool session_use_color(const session *s)
{
    if (strcmp(s->given.line.color, "auto") != 0)
        return strcmp(s->given.line.color, "always") == 0;
    const char *no_color = getenv("NO_COLOR");
    return (no_color == NULL || no_color[0] == '\0') && isatty(STDOUT_FILENO);
}

/* The command that runs the model. */
static void add_program(const session *s, strbuf *out)
{
    const char *as = getenv("SYNOD_RUN_AS");
    if (as != NULL)
        strbuf_puts(out, as);
    else
        strbuf_shell(out, s->program);
}

static void name_program(const session *s, recording *r)
{
    strbuf text = {0};
    add_program(s, &text);
    r->program = arena_strndup(&r->memory, strbuf_text(&text), text.len);
    strbuf_free(&text);
}

static int usage_error(const session *s, const char *text)
{
    strbuf name = {0};
    add_program(s, &name);
    fprintf(stderr, "synod: error: %s\nsynod: see '%s --help'\n", text,
            strbuf_text(&name));
    strbuf_free(&name);
    return EXIT_INPUT;
}

/* Is ARG an option that changes only the output? */
static bool is_for_output(const char *arg, bool *takes_next)
{
    static const char *const names[] = {"--html",  "--json",     "--junit", "--sarif",
                                        "--trace", "--progress", "--color"};
    *takes_next = false;
    if (strcmp(arg, "-q") == 0 || strcmp(arg, "--quiet") == 0 ||
        strcmp(arg, "--fail-fast") == 0)
        return true;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t len = strlen(names[i]);
        if (strncmp(arg, names[i], len) != 0 || (arg[len] != '=' && arg[len] != '\0'))
            continue;
        *takes_next = arg[len] == '\0' && strcmp(arg, "--progress") != 0;
        return true;
    }
    return false;
}

/* Does ARG name tests, by itself or as an option? */
static bool is_for_tests(const session *s, const char *arg, bool *takes_next)
{
    *takes_next = strcmp(arg, "-t") == 0 || strcmp(arg, "--test") == 0;
    vec_each (name, &s->given.tests)
        if (*name >= arg && *name <= arg + strlen(arg))
            return true;
    return *takes_next;
}

/* The command that checks one test, with the options that matter. */
static void add_command(const session *s, const char *test, strbuf *out)
{
    bool takes_next;
    add_program(s, out);
    for (int i = 1; i < s->argc; i++) {
        if (is_for_output(s->argv[i], &takes_next) ||
            is_for_tests(s, s->argv[i], &takes_next)) {
            i += takes_next;
            continue;
        }
        strbuf_putc(out, ' ');
        strbuf_shell(out, s->argv[i]);
    }
    strbuf_putc(out, ' ');
    strbuf_shell(out, test);
}

/* A debugger needs the program, not the command that compiles it. */
static void add_debugger(const session *s, const char *file, strbuf *out)
{
    strbuf_puts(out, "       in a debugger:   ");
    if (getenv("SYNOD_RUN_AS") != NULL) {
        add_program(s, out);
        strbuf_printf(
            out, " -O0 -o model --list-tests; gdb --args ./model --replay=%s\n", file);
        return;
    }
    strbuf_puts(out, "gdb --args ");
    add_program(s, out);
    strbuf_printf(out, " --replay=%s\n", file);
}

/* How to replay a violation.  IS_KEPT: the file of --trace has it. */
static void add_replay(const session *s, const result *r, bool is_kept, strbuf *out)
{
    strbuf file = {0};
    if (is_kept)
        strbuf_shell(&file, s->options.trace);
    else
        strbuf_printf(&file, "%s.trace", r->name);
    strbuf_puts(out, "       to replay it:    ");
    if (!is_kept) {
        add_command(s, r->name, out);
        strbuf_printf(out, " --trace=%s; ", strbuf_text(&file));
    }
    add_program(s, out);
    strbuf_printf(out, " --replay=%s\n", strbuf_text(&file));
    add_debugger(s, strbuf_text(&file), out);
    strbuf_free(&file);
}

static bool has_violation(const session *s)
{
    vec_each (c, &s->done)
        if (c->result.verdict.kind == VERDICT_VIOLATED)
            return true;
    return false;
}

static bool is_not_deterministic(const result *r)
{
    return r->verdict.kind == VERDICT_REFUSED &&
           r->verdict.stop == STOP_NOT_DETERMINISTIC;
}

/* Explains verdicts that users may misread. */
static void add_hint(const session *s, const result *r, strbuf *out)
{
    if (is_not_deterministic(r))
        strbuf_puts(out, "       a thread may depend only on its messages and its "
                         "choices: no clocks,\n       no random numbers, no addresses "
                         "in messages, no variables that outlive it\n");
    if (r->verdict.kind == VERDICT_EXHAUSTED && r->verdict.stats.executions == 0)
        strbuf_printf(out, "       vacuous: no execution ends: all are blocked%s\n",
                      s->options.deadlock_is_violation ? "" : "; see --deadlock");
}

static void print_result(session *s, const result *r)
{
    bool is_fine = check_exit_code(r) == 0;
    strbuf out = {0};
    if (s->given.line.quiet && is_fine)
        return;
    text_clean(r->name, &out);
    strbuf_puts(&out, ": ");
    text_verdict(&s->src, r, &out);
    strbuf_putc(&out, '\n');
    if (!s->given.line.quiet)
        add_hint(s, r, &out);
    if (r->verdict.kind == VERDICT_VIOLATED && !s->given.line.quiet &&
        trace_quota_take(&s->traces)) {
        trace_text(&s->src, r, &(trace_view){.use_color = session_use_color(s)}, &out);
        strbuf_puts(&out, "       ");
        text_search(r, &out);
        strbuf_putc(&out, '\n');
        add_replay(s, r, s->options.trace != NULL && !has_violation(s), &out);
    }
    fputs(strbuf_text(&out), stdout);
    fflush(stdout);
    strbuf_free(&out);
}

/* The worst code counts: a violation, then a wrong model, then unknown. */
static void note_code(session *s, int code)
{
    static const int ranks[] = {0, 3, 2, 1};
    if (ranks[code] > ranks[s->code])
        s->code = code;
}

static void complain(session *s, const strbuf *why)
{
    fprintf(stderr, "synod: error: %s\n", strbuf_text(why));
    note_code(s, EXIT_INPUT);
}

int session_finish(session *s)
{
    strbuf why = {0};
    if (!documents_write(&s->documents, &s->src, s->done.data, s->done.len, s->code,
                         &why))
        complain(s, &why);
    strbuf_free(&why);
    return s->code;
}

/* ---- Checking ---- */

check_request session_checking(session *s, const syn_test *test)
{
    return (check_request){.test = test,
                           .options = s->options,
                           .all_events = s->given.line.all_events,
                           .src = &s->src,
                           .stop = &interrupted,
                           .progress = s->ticker.mode != TICKER_OFF ? ticker_see : NULL,
                           .context = &s->ticker};
}

void session_keep(session *s, checked *c)
{
    strbuf command = {0};
    add_command(s, c->result.name, &command);
    c->result.command =
        arena_strndup(&c->result.memory, strbuf_text(&command), command.len);
    strbuf_free(&command);
    name_program(s, &c->recording);
    note_code(s, check_exit_code(&c->result));
    vec_push(&s->done, *c);
}

static void check_one(session *s, const syn_test *test)
{
    check_request c = session_checking(s, test);
    checked out;
    ticker_begin(&s->ticker, test->name);
    check_run(&c, &out);
    ticker_end(&s->ticker, &out.result.verdict);
    print_result(s, &out.result);
    session_keep(s, &out);
}

/* A user of --faults may believe that all messages get lost. */
static void note_unused_loss(const session *s)
{
    bool is_old = options_is_given(&s->given.line, "lose");
    bool has_lossy = false;
    vec_each (c, &s->done)
        has_lossy |= c->has_lossy;
    if (s->options.lose > 0 && !has_lossy && s->done.len > 0 && !s->given.line.quiet &&
        s->ticker.mode != TICKER_JSON)
        fprintf(stderr,
                "synod: %s=%u had no effect: no message was sent with syn_send_lossy\n",
                is_old ? "--lose" : "--faults=loss", s->options.lose);
}

static void check_all(session *s)
{
    catch_interrupts();
    s->traces.most = s->given.line.max_traces;
    ticker_init(&s->ticker, &s->options, s->given.line.progress, s->given.line.quiet);
    name_list left_out = {0};
    for (size_t i = 0; i < s->count; i++) {
        if (!is_wanted(s, &s->tests[i]))
            continue;
        if (interrupted) {
            printf("%s: not checked\n", s->tests[i].name);
            note_code(s, EXIT_UNKNOWN);
        } else if (s->given.line.fail_fast && has_violation(s)) {
            vec_push(&left_out, s->tests[i].name);
        } else {
            check_one(s, &s->tests[i]);
        }
    }
    trace_quota_print(&s->traces);
    if (!s->given.line.quiet)
        left_out_print(&left_out, "test");
    vec_free(&left_out);
    note_unused_loss(s);
}

/* ---- The whole ---- */

static void check_or_replay(session *s)
{
    strbuf why = {0};
    bool ok = are_tests(s, &why) && fits_eager(s, &why) &&
              documents_open(&s->documents, &s->options, &why);
    if (ok && documents_have_file(&s->documents))
        sigpipe_ignore();
    if (ok && s->options.replay != NULL)
        ok = session_replay_file(s, &why);
    else if (ok)
        check_all(s);
    if (!ok)
        complain(s, &why);
    strbuf_free(&why);
    if (ok && s->options.replay == NULL)
        session_finish(s);
}

static void list_tests(session *s, strbuf *out)
{
    strbuf why = {0};
    if (s->count > 0 && !are_tests(s, &why))
        complain(s, &why);
    for (size_t i = 0; i < s->count && why.len == 0; i++)
        if (is_wanted(s, &s->tests[i]))
            strbuf_printf(out, "%s\n", s->tests[i].name);
    strbuf_free(&why);
}

static int act(session *s)
{
    strbuf out = {0};
    strbuf name = {0};
    add_program(s, &name);
    if (s->given.line.help)
        arguments_help(strbuf_text(&name), &out);
    else if (s->given.line.version)
        strbuf_printf(&out, "synod %s\n", synod_version());
    else if (s->given.line.list_tests)
        list_tests(s, &out);
    else
        check_or_replay(s);
    fputs(strbuf_text(&out), stdout);
    strbuf_free(&out);
    strbuf_free(&name);
    return s->code;
}

int syn_main_tests(int argc, char **argv, const syn_test *tests, size_t count)
{
    session s = {.program = argc > 0 ? argv[0] : "model",
                 .argv = argv,
                 .argc = argc,
                 .tests = tests,
                 .count = count};
    strbuf why = {0};
    int code;
    sources_init(&s.src);
    for (int i = 0; i < DOCUMENT_KINDS; i++)
        s.documents.all[i].file = NEWFILE_NONE;
    if (arguments_parse(&s.given, argc - 1, argv + 1, &why) == ST_OK) {
        s.options = arguments_options(&s.given);
        code = act(&s);
    } else {
        code = usage_error(&s, strbuf_text(&why));
    }
    documents_close(&s.documents);
    vec_each (c, &s.done)
        check_fini(c);
    vec_free(&s.done);
    sources_fini(&s.src);
    arguments_free(&s.given);
    strbuf_free(&why);
    if ((fflush(stdout) != 0 || ferror(stdout)) && !sigpipe_is_closed()) {
        fputs("synod: error: cannot write to the standard output\n", stderr);
        code = code == EXIT_VIOLATED ? code : EXIT_INPUT;
    }
    guard_keep_exit_code();
    return code;
}
