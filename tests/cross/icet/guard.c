#include "guard.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* A recursion without end is found sooner on a small stack. */
enum { MOST_TEXT = 600, STACK = 1 << 20, CHILD_BYTES = 1 << 29 };

void guard_memory(size_t bytes)
{
#ifndef __SANITIZE_ADDRESS__ /* which takes more than there is */
    struct rlimit space = {bytes, bytes};
    setrlimit(RLIMIT_AS, &space);
#else
    (void)bytes;
#endif
}

static void be_child(void (*act)(const void *context), const void *context,
                     unsigned seconds, int out)
{
    signal(SIGALRM, SIG_DFL);
    signal(SIGABRT, SIG_DFL);
    signal(SIGSEGV, SIG_DFL);
    struct rlimit stack = {STACK, STACK}, core = {0, 0};
    setrlimit(RLIMIT_STACK, &stack);
    setrlimit(RLIMIT_CORE, &core);
    guard_memory(CHILD_BYTES);
    dup2(out, STDERR_FILENO);
    alarm(seconds);
    act(context);
    _exit(0);
}

static void read_words(int from, strbuf *out)
{
    char block[512];
    for (;;) {
        ssize_t n = read(from, block, sizeof block);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            break;
        if (out->len < MOST_TEXT)
            strbuf_add(out, block, (size_t)n);
    }
    close(from);
}

static int wait_for(pid_t child)
{
    int code = 0;
    while (waitpid(child, &code, 0) < 0 && errno == EINTR)
        ;
    return code;
}

bool guard_survives(void (*act)(const void *context), const void *context,
                    unsigned seconds, strbuf *why)
{
    int ends[2];
    strbuf words = {0};
    fflush(stdout);
    if (pipe(ends) != 0)
        return true;
    pid_t child = fork();
    if (child == 0)
        be_child(act, context, seconds, ends[1]);
    close(ends[1]);
    read_words(ends[0], &words);
    int code = child > 0 ? wait_for(child) : 0;
    bool fine = WIFEXITED(code) && WEXITSTATUS(code) == 0;
    if (WIFSIGNALED(code) && WTERMSIG(code) == SIGALRM)
        strbuf_printf(why, "does not end in %u seconds\n", seconds);
    else if (WIFSIGNALED(code))
        strbuf_printf(why, "%s\n%s", strsignal(WTERMSIG(code)), strbuf_text(&words));
    else if (!fine)
        strbuf_puts(why, strbuf_text(&words));
    strbuf_free(&words);
    return fine;
}
