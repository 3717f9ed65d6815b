/* synod watch: checks a model again whenever it is saved.
 *
 * Each round is a process.  So a round can be stopped at any point, its memory is
 * freed, and a foreign function that crashes ends a round and not the watch.  The
 * violations of a round come back through a pipe; the next round replays them first.
 */
#include "cli/checking.h"
#include "cli/cmd.h"
#include "cli/confirm.h"
#include "cli/file_watch.h"
#include "cli/progress.h"
#include "cli/setup.h"
#include "cli/trace_options.h"

#include "base/clock.h"
#include "report/json.h"
#include "report/text.h"
#include "report/trace_file.h"
#include "report/trace_quota.h"
#include "report/trace_text.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

typedef struct watcher {
    const options *o;
    const char *const *args;
    size_t count;
    file_watch *file_watch;
    strbuf known; /* the violations of the last complete round */
    /* of the current round: */
    strbuf change; /* why it began */
    uint64_t begun;
    pid_t child; /* 0: it has ended */
    int pipe;    /* from the child */
    strbuf heard;
    int code;       /* of the last round */
    bool is_ending; /* no other round will follow */
    sigset_t caught;
    sigset_t open; /* the signal mask while it waits */
} watcher;

static volatile sig_atomic_t ending;    /* the signal that ends the watch */
static volatile sig_atomic_t is_shared; /* the child got the signal, too */
static volatile sig_atomic_t asked;

static void on_signal(int number, siginfo_t *info, void *context)
{
    (void)context;
    if (number == SIGUSR1) {
        asked = 1;
        return;
    }
    ending = number;
    is_shared = info->si_code > 0; /* from the terminal, to all its processes */
}

/* ---- In the child: one round ---- */

/* The code of a child, for its parent only. */
enum { MODEL_HAS_ERRORS = 100 };

typedef struct turn {
    const watcher *w;
    outputs out;
    p_model m;
    trace_options view;
    trace_quota traces;
    strbuf found; /* the violations, as JSON, for the next round */
    size_t count;
} turn;

static void keep(void *context, const result *r)
{
    turn *x = context;
    if (r->verdict.kind == VERDICT_VIOLATED)
        json_result(&x->m.program->src, r, x->count++ == 0, &x->found);
}

static const ir_test *test_named(const ir_program *ir, const char *name)
{
    for (uint32_t i = 0; i < ir->test_count; i++)
        if (strcmp(ir->tests[i].name, name) == 0)
            return &ir->tests[i];
    return NULL;
}

static void print_again(turn *x, const result *r)
{
    strbuf b = {0};
    strbuf_printf(&b, "%s: still ", r->test->name);
    text_verdict(&x->m.program->src, r, &b);
    strbuf_putc(&b, '\n');
    if (!x->w->o->quiet && trace_quota_take(&x->traces))
        trace_text(&x->m.program->src, r, &x->view.trace, &b);
    fputs(strbuf_text(&b), stdout);
    fflush(stdout);
    strbuf_free(&b);
}

/* Replays the trace on the current model. True: it fails as before. */
static bool fails_again(turn *x, recorded_trace *t, setup *with, strbuf *why)
{
    const ir_test *test = test_named(x->m.ir, t->test);
    if (test == NULL || test->main_interface == IR_NONE) {
        strbuf_puts(why, "belongs to a test that no longer exists");
        return false;
    }
    strbuf misfit = {
        0}; /* a machine or event of its fault budgets does not exist any more */
    bool fits = setup_recorded(with, x->m.ir, t, &misfit);
    strbuf_free(&misfit);
    if (!fits) {
        strbuf_puts(why, "no longer fits the model");
        return false;
    }
    result r;
    result_init(&r, x->m.ir, test);
    r.options = &with->engine;
    trace_fini(&r.verdict.trace);
    r.verdict.trace = t->trace;
    trace_init(&t->trace);
    confirm_run(&r);
    r.verdict.kind = VERDICT_VIOLATED;
    const char *kind = fault_word(r.verdict.fault.kind);
    bool is_same = r.bad_replay == NULL && strcmp(kind, t->kind) == 0;
    if (is_same)
        print_again(x, &r);
    else if (r.bad_replay != NULL)
        strbuf_puts(why, "no longer fits the model");
    else if (r.verdict.fault.kind == FAULT_NONE)
        strbuf_puts(why, "no longer fails");
    else
        strbuf_printf(why, "fails differently (%s, not %s)", kind, t->kind);
    result_fini(&r);
    return is_same;
}

static bool replay_file(turn *x, trace_file *file, setup *with)
{
    bool fails = false;
    vec_each (t, &file->traces) {
        strbuf why = {0};
        if (fails_again(x, t, with, &why))
            fails = true;
        else
            printf("%s: the last counterexample %s\n", t->test, strbuf_text(&why));
        strbuf_free(&why);
    }
    trace_quota_print(&x->traces);
    if (fails) /* the user must not believe that the rest is fine */
        puts("the other tests will be checked when this run no longer fails");
    return fails;
}

/* Replays the violations of the last round on the current model.  Errors in the options
 * are reported later, when the tests are checked. */
static bool replay_known(turn *x)
{
    const strbuf *known = &x->w->known;
    trace_file file = {0};
    setup with;
    strbuf why = {0};
    bool fails = false;
    if (known->len == 0)
        return false;
    if (trace_file_parse(&file, strbuf_text(known), known->len, &why)) {
        bool ok = setup_init(&with, x->w->o, &x->m, NULL, &why) &&
                  trace_options_init(&x->view, x->w->o, x->m.ir, &why);
        fails = ok && replay_file(x, &file, &with);
        trace_options_fini(&x->view);
        setup_fini(&with);
    }
    fflush(stdout);
    trace_file_free(&file);
    strbuf_free(&why);
    return fails;
}

static void send_to_parent(const strbuf *b, int to_parent)
{
    for (size_t done = 0; done < b->len;) {
        ssize_t n = write(to_parent, b->data + done, b->len - done);
        if (n <= 0)
            return;
        done += (size_t)n;
    }
}

static int check_all(turn *x, int to_parent)
{
    const watcher *w = x->w;
    const checking c = {
        .o = w->o, .m = &x->m, .out = &x->out, .see = keep, .context = x};
    json_begin(&x->m.program->src, w->args, w->count, w->o->strict_p, "", &x->found);
    int code = checking_run(&c);
    json_end(&x->found);
    fflush(stdout);
    send_to_parent(&x->found, to_parent);
    strbuf_free(&x->found);
    return code;
}

static int run_round(const watcher *w, int to_parent)
{
    turn x = {.w = w, .traces = {.most = w->o->max_traces}};
    int code = EXIT_INPUT;
    outputs_init(&x.out, w->o, w->args, w->count);
    x.m = model_load_to_run(w->o, w->args, w->count, outputs_see_model, &x.out);
    if (x.m.ir == NULL) {
        outputs_give_up(&x.out, code);
        code = MODEL_HAS_ERRORS;
    } else {
        code = replay_known(&x) ? EXIT_VIOLATED : check_all(&x, to_parent);
    }
    outputs_fini(&x.out);
    model_fini(&x.m);
    return code;
}

/* ---- In the parent: rounds ---- */

static void clear_screen(void)
{
    if (screen_is_able(STDOUT_FILENO))
        fputs("\033[H\033[2J", stdout);
    fflush(stdout);
}

static void be_child(const watcher *w, int to_parent)
{
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    signal(SIGHUP, SIG_DFL);
    progress_catch_signal();
    sigprocmask(SIG_SETMASK, &w->open, NULL);
    int code = run_round(w, to_parent);
    exit(fflush(stdout) == 0 ? code : EXIT_FAULT);
}

static bool begin_round(watcher *w)
{
    int ends[2];
    if (pipe(ends) != 0)
        return false;
    clear_screen();
    w->begun = clock_ns();
    w->child = fork();
    if (w->child == 0) {
        close(ends[0]);
        be_child(w, ends[1]);
    }
    close(ends[1]);
    w->pipe = ends[0];
    strbuf_clear(&w->heard);
    if (w->child > 0)
        return true;
    close(w->pipe);
    w->child = 0;
    return false;
}

static const char *verdict_of(int code)
{
    static const char *const words[] = {[EXIT_OK] = "no violation",
                                        [EXIT_VIOLATED] = "violated",
                                        [EXIT_INPUT] = "the check cannot begin",
                                        [EXIT_UNKNOWN] = "unknown",
                                        [EXIT_FAULT] = "a fault in Synod"};
    return code >= 0 && code <= EXIT_FAULT ? words[code] : "ended by a signal";
}

/* 14:03:07  a.p changed: violated, 0.03 s
 * 14:03:07  a.p is gone: waiting for a.p to come back */
static void print_round(const watcher *w, const char *how, bool has_run)
{
    char clock[16];
    time_t now = time(NULL);
    struct tm local;
    strftime(clock, sizeof clock, "%H:%M:%S", localtime_r(&now, &local));
    printf("%s  %s: %s", clock, strbuf_text(&w->change), how);
    if (has_run)
        printf(", %.2f s", (double)(clock_ns() - w->begun) * 1e-9);
    putchar('\n');
    if (isatty(STDOUT_FILENO) && !w->is_ending)
        puts("waiting for changes; press Ctrl-C to stop");
    fflush(stdout);
}

/* A complete document replaces the one before.  A round in which the old violations
 * still fail sends none. */
static void take_heard(watcher *w)
{
    if (w->heard.len == 0)
        return;
    strbuf was = w->known;
    w->known = w->heard;
    w->heard = was;
}

/* Somebody may put it back: an editor, or a version control system. */
static const char *gone_input(const watcher *w)
{
    for (size_t i = 0; i < w->count; i++)
        if (access(w->args[i], F_OK) != 0)
            return w->args[i];
    return NULL;
}

static void print_waiting(const watcher *w, const char *input)
{
    strbuf how = {0};
    strbuf_printf(&how, "waiting for %s to come back", input);
    print_round(w, strbuf_text(&how), false);
    strbuf_free(&how);
}

static void end_round(watcher *w)
{
    int ended;
    close(w->pipe);
    while (waitpid(w->child, &ended, 0) < 0 && errno == EINTR)
        continue;
    w->child = 0;
    if (WIFEXITED(ended)) {
        bool is_wrong = WEXITSTATUS(ended) == MODEL_HAS_ERRORS;
        w->code = is_wrong ? EXIT_INPUT : WEXITSTATUS(ended);
        take_heard(w);
        const char *gone = is_wrong ? gone_input(w) : NULL;
        if (gone != NULL)
            print_waiting(w, gone);
        else
            print_round(w, is_wrong ? "the model has errors" : verdict_of(w->code),
                        true);
    } else {
        w->code = w->is_ending ? EXIT_UNKNOWN : EXIT_FAULT;
        print_round(w, verdict_of(-1), true);
    }
}

/* The model has changed again: stops the current round. */
static void stop_round(watcher *w)
{
    enum { PATIENCE_MS = 1000, STEP_MS = 10 };
    close(w->pipe);
    kill(w->child, SIGTERM);
    for (int i = 0; i < PATIENCE_MS / STEP_MS; i++) {
        if (waitpid(w->child, NULL, WNOHANG) == w->child) {
            w->child = 0;
            break;
        }
        usleep(STEP_MS * 1000);
    }
    if (w->child != 0) {
        kill(w->child, SIGKILL);
        waitpid(w->child, NULL, 0);
        w->child = 0;
    }
    print_round(w, "stopped", true);
}

/* ---- Waiting ---- */

static void answer(const watcher *w)
{
    asked = 0;
    if (w->child != 0)
        kill(w->child, SIGUSR1);
    else
        fputs("synod: waiting for changes\n", stderr);
}

static void hear(watcher *w)
{
    char buffer[16384];
    ssize_t n = read(w->pipe, buffer, sizeof buffer);
    if (n > 0)
        strbuf_add(&w->heard, buffer, (size_t)n);
    else if (n == 0 || errno != EINTR)
        end_round(w);
}

/* True: a file has changed. */
static bool has_changed(watcher *w, bool has_event)
{
    strbuf what = {0};
    if (has_event)
        file_watch_settle(w->file_watch);
    bool is_different = file_watch_look(w->file_watch, &what);
    if (is_different) {
        if (w->child != 0)
            stop_round(w);
        strbuf_clear(&w->change);
        strbuf_puts(&w->change, strbuf_text(&what));
    }
    strbuf_free(&what);
    return is_different;
}

/* Waits for the next round; false: for the end of the watch. */
static bool wait_for_change(watcher *w)
{
    const struct timespec now_and_then = {.tv_sec = 2};
    while (ending == 0) {
        struct pollfd p[2] = {
            {.fd = file_watch_descriptor(w->file_watch), .events = POLLIN},
            {.fd = w->child != 0 ? w->pipe : -1, .events = POLLIN}};
        int ready = ppoll(p, 2, &now_and_then, &w->open);
        if (asked != 0)
            answer(w);
        if (ready > 0 && p[1].revents != 0)
            hear(w);
        else if (ready == 0 || (ready > 0 && p[0].revents != 0))
            if (has_changed(w, ready > 0))
                return true;
    }
    return false;
}

/* Forwards the signal: the child reports what it has; a second signal ends it at once.
 */
static void end_watch(watcher *w)
{
    w->is_ending = true;
    while (w->child != 0) {
        struct pollfd p = {.fd = w->pipe, .events = POLLIN};
        if (ending != 0 && is_shared == 0)
            kill(w->child, ending);
        ending = 0;
        if (ppoll(&p, 1, NULL, &w->open) > 0)
            hear(w);
    }
}

static int watch_rounds(watcher *w)
{
    strbuf_puts(&w->change, "first round");
    do {
        if (!begin_round(w)) {
            fprintf(stderr, "synod: error: cannot start a round: %s\n",
                    strerror(errno));
            return EXIT_FAULT;
        }
    } while (wait_for_change(w));
    end_watch(w);
    return w->code;
}

/* Signals are delivered only while it waits; a child has its own handlers. */
static void catch_signals(watcher *w)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGUSR1};
    struct sigaction how = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO};
    sigemptyset(&w->caught);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        sigaddset(&w->caught, numbers[i]);
        sigaction(numbers[i], &how, NULL);
    }
    sigprocmask(SIG_BLOCK, &w->caught, &w->open);
}

static bool is_standard(const char *path)
{
    return path != NULL && strcmp(path, "-") == 0;
}

/* Options that make no sense for a model that changes. */
static const char *misfit(const options *o)
{
    const struct {
        const char *name;
        bool is_given;
    } all[] = {{"--mpi", o->mpi},
               {"--checkpoint", o->checkpoint != NULL},
               {"--resume", o->resume != NULL},
               {"--list-tests", o->list_tests},
               {"--json -", is_standard(o->json)},
               {"--junit -", is_standard(o->junit)},
               {"--sarif -", is_standard(o->sarif)},
               {"--dot -", is_standard(o->dot)},
               {"--dot-states -", is_standard(o->dot_states)},
               {"--html -", is_standard(o->html)}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i].is_given)
            return all[i].name;
    return NULL;
}

/* An input that does not exist at the start is a typing error.  Later, a file may be
 * missing for a while. */
static bool is_there(const char *const *args, size_t count, strbuf *why)
{
    struct stat is;
    for (size_t i = 0; i < count; i++) {
        if (stat(args[i], &is) == 0)
            continue;
        strbuf_printf(why, "cannot open '%s': %s", args[i], strerror(errno));
        return false;
    }
    return true;
}

static bool can_watch(const options *o, const char *const *args, size_t count,
                      strbuf *why)
{
    const char *wrong = misfit(o);
    if (wrong != NULL)
        strbuf_printf(why, "%s: not with watch", wrong);
    return wrong == NULL && is_there(args, count, why);
}

int cmd_watch(const options *o, const char *const *args, size_t count)
{
    watcher w = {.o = o, .args = args, .count = count, .code = EXIT_UNKNOWN};
    strbuf why = {0};
    if (!can_watch(o, args, count, &why)) {
        int wrong = cmd_error(strbuf_text(&why));
        strbuf_free(&why);
        return wrong;
    }
    catch_signals(&w);
    w.file_watch = file_watch_new(args, count, o->foreign);
    int code = watch_rounds(&w);
    file_watch_free(w.file_watch);
    strbuf_free(&w.known);
    strbuf_free(&w.heard);
    strbuf_free(&w.change);
    return code;
}
