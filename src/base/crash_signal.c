#include "base/crash_signal.h"

#include <stddef.h>

static const int signals[CRASH_SIGNALS] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

void crash_signal_install(crash_handler *handler,
                          struct sigaction before[CRASH_SIGNALS])
{
    struct sigaction a = {0};
    a.sa_sigaction = handler;
    a.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    sigemptyset(&a.sa_mask);
    for (size_t i = 0; i < CRASH_SIGNALS; i++)
        sigaction(signals[i], &a, &before[i]);
}

void crash_signal_uninstall(const struct sigaction before[CRASH_SIGNALS])
{
    for (size_t i = 0; i < CRASH_SIGNALS; i++)
        sigaction(signals[i], &before[i], NULL);
}

bool crash_signal_is_one(int signal)
{
    for (size_t i = 0; i < CRASH_SIGNALS; i++)
        if (signals[i] == signal)
            return true;
    return false;
}

static void pass_to(const struct sigaction *old, int signal, siginfo_t *info,
                    void *context)
{
    if ((old->sa_flags & SA_SIGINFO) != 0) {
        old->sa_sigaction(signal, info, context);
    } else if (old->sa_handler == SIG_DFL) {
        sigaction(signal, old, NULL);
        if (info->si_code <= 0) /* sent by kill; a real crash happens again */
            raise(signal);
    } else if (old->sa_handler != SIG_IGN) {
        old->sa_handler(signal);
    }
}

void crash_signal_pass_on(const struct sigaction before[CRASH_SIGNALS], int signal,
                          siginfo_t *info, void *context)
{
    for (size_t i = 0; i < CRASH_SIGNALS; i++)
        if (signals[i] == signal)
            pass_to(&before[i], signal, info, context);
}
