/* --replay: shows a recorded violation, and then runs it straight through. */
#include "api/session.h"

#include "report/stop_text.h"
#include "report/text.h"
#include "report/trace_text.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* The model's own output is shown only when it runs straight through. */
typedef struct muted {
    int out, err;
} muted;

static int redirect(int from, int to)
{
    int saved = fcntl(from, F_DUPFD_CLOEXEC, 3);
    if (to >= 0)
        dup2(to, from);
    return saved;
}

static muted mute(void)
{
    int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    fflush(NULL);
    muted m = {redirect(STDOUT_FILENO, nowhere), redirect(STDERR_FILENO, nowhere)};
    if (nowhere >= 0)
        close(nowhere);
    return m;
}

static void unmute(muted m)
{
    fflush(NULL);
    dup2(m.out, STDOUT_FILENO);
    dup2(m.err, STDERR_FILENO);
    close(m.out);
    close(m.err);
}

/* An assertion of the model failed, and has printed its message. */
static void on_abort(int signal_number)
{
    (void)signal_number;
    _exit(EXIT_VIOLATED);
}

static void print_replay(session *s, const result *r, const recording *from)
{
    const fault *f = &r->verdict.fault;
    strbuf out = {0};
    if (r->verdict.kind == VERDICT_VIOLATED && !s->given.line.quiet)
        trace_text(&s->src, r, &(trace_view){.use_color = session_use_color(s)}, &out);
    strbuf_printf(&out, "%s: ", r->name);
    if (r->verdict.kind == VERDICT_REFUSED)
        text_verdict(&s->src, r, &out);
    else if (r->verdict.kind != VERDICT_VIOLATED)
        strbuf_puts(&out, stop_words(STOP_NO_FAILURE));
    else if (strcmp(fault_word(f->kind), from->fault) != 0)
        strbuf_printf(&out, "the run fails differently: %s, not %s",
                      fault_word(f->kind), from->fault);
    else
        strbuf_printf(&out, "violated again: %s", fault_title(f->kind));
    puts(strbuf_text(&out));
    strbuf_free(&out);
}

static void note_replay(session *s, const recording *from, const syn_test *test)
{
    check_request c = session_checking(s, test);
    checked out;
    muted saved = mute();
    check_replay(&c, from, &out);
    unmute(saved);
    print_replay(s, &out.result, from);
    session_keep(s, &out);
    if (out.result.verdict.kind == VERDICT_UNKNOWN)
        s->code = 0; /* the violation is repaired */
}

/* A child process replays the execution and reports it; then this process runs straight
 * through it, as if there were nothing else. */
static void replay_test(session *s, const recording *from, const syn_test *test)
{
    int end = 0;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        note_replay(s, from, test);
        fflush(stdout);
        _exit(session_finish(s));
    }
    while (child > 0 && waitpid(child, &end, 0) < 0 && errno == EINTR)
        ;
    s->code = child > 0 && WIFEXITED(end) ? WEXITSTATUS(end) : EXIT_FAULT;
    if (s->code != EXIT_VIOLATED)
        return;
    check_request c = session_checking(s, test);
    if (strcmp(from->fault, fault_word(FAULT_LOOP)) == 0)
        fputs("synod: the run ends in an endless loop; press Ctrl-C to stop it\n",
              stderr);
    signal(SIGABRT, on_abort);
    check_straight(&c, from);
}

bool session_replay_file(session *s, strbuf *why)
{
    recording from;
    recording_init(&from);
    bool ok = recording_read(&from, s->options.replay, why);
    if (ok) {
        strbuf_clear(why);
        const syn_test *test = session_find(s, from.test);
        if (test != NULL)
            replay_test(s, &from, test);
        else
            session_unknown(s, from.test, why);
        ok = test != NULL;
    }
    recording_fini(&from);
    return ok;
}
