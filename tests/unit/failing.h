/* failing.h -- lets each allocation of a run fail in turn. */
#ifndef FAILING_H
#define FAILING_H

#include "unit.h"

#include <sys/wait.h>
#include <unistd.h>

enum {
    FAILING_NOT_MET = 0,  /* it was done before the failure could happen */
    FAILING_COPED = 98,   /* it was done in spite of it */
    FAILING_GAVE_UP = 99, /* by the handler */
};

static inline void leave_without_memory(void)
{
    _exit(FAILING_GAVE_UP);
}

/* How BODY ends in a process of its own whose N-th allocation fails. */
static inline int run_failing(void (*body)(void *context), void *context, size_t n)
{
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        mem_on_failure(leave_without_memory);
        mem_fail_after(n);
        body(context);
        _exit(mem_fail_after(0) > 0 ? FAILING_NOT_MET : FAILING_COPED);
    }
    int how;
    assert_int_equal(waitpid(child, &how, 0), child);
    assert_true(WIFEXITED(how)); /* a signal: it used what it did not get */
    return WEXITSTATUS(how);
}

/* Runs BODY again and again, each time in a child process in which another allocation
 * fails: the first, the one STEP later, ..., until it needs no more.  Every child must
 * cope or end by the handler for that.  Returns how many there were. */
static inline size_t fail_each_allocation(void (*body)(void *context), void *context,
                                          size_t step)
{
    size_t failures = 0;
    for (size_t n = 1;; n += step) {
        int code = run_failing(body, context, n);
        if (code == FAILING_NOT_MET)
            return failures;
        assert_true(code == FAILING_COPED || code == FAILING_GAVE_UP);
        failures++;
    }
}

#endif
