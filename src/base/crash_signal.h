/* crash_signal.h -- the signals that code gets when it crashes.
 *
 * Who runs code that may crash installs a handler for all of them, and passes on those
 * that come from elsewhere.
 */
#ifndef BASE_CRASH_SIGNAL_H
#define BASE_CRASH_SIGNAL_H

#include <signal.h>
#include <stdbool.h>

enum { CRASH_SIGNALS = 5 }; /* SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT */

typedef void crash_handler(int signal, siginfo_t *info, void *context);

/* The handlers run on the alternate stack of the thread.  BEFORE gets the previous
 * ones. */
void crash_signal_install(crash_handler *handler,
                          struct sigaction before[CRASH_SIGNALS]);
void crash_signal_uninstall(const struct sigaction before[CRASH_SIGNALS]);

bool crash_signal_is_one(int signal);

/* Within a handler: gives the signal to the previous one. */
void crash_signal_pass_on(const struct sigaction before[CRASH_SIGNALS], int signal,
                          siginfo_t *info, void *context);

#endif
