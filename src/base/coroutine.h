/* coroutine.h -- functions that stop in the middle, each on a stack of its own.
 *
 *     coroutine c;
 *     if (coroutine_init(&c, 64 << 10) != ST_OK) ...
 *     coroutine_begin(&c, run, arg);
 *     coroutine_resume(&c);           until RUN calls coroutine_leave(&c)
 *     coroutine_fini(&c);
 *
 * A coroutine may be begun again or freed wherever it is suspended; whatever it owned
 * leaks then.  Its stack never moves; a guard region below it turns an overflow into a
 * fault.  A coroutine belongs to the thread that resumes it.
 */
#ifndef BASE_COROUTINE_H
#define BASE_COROUTINE_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct coroutine {
    void (*run)(void *arg);
    void *arg;
    char *stack;
    size_t size;
    void *inside;  /* context of the coroutine */
    void *outside; /* context of its resumer */
    /* For AddressSanitizer. */
    void *fake_stack;
    const void *outside_stack;
    size_t outside_size;
    unsigned valgrind_id;
} coroutine;

/* Allocates a stack of at least SIZE bytes; ST_LIMIT: the system has no room for it. */
MUST_CHECK status coroutine_init(coroutine *c, size_t size);
void coroutine_fini(coroutine *c); /* accepts a zeroed one */

/* RUN must not return; its last action is to leave. */
void coroutine_begin(coroutine *c, void (*run)(void *arg), void *arg);
void coroutine_resume(coroutine *c);

/* The coroutine itself calls it: returns control to the resumer. */
void coroutine_leave(coroutine *c);

/* As coroutine_leave, for the last time; a signal handler may call it. */
_Noreturn void coroutine_abandon(coroutine *c);

bool coroutine_owns(const coroutine *c, const void *p);      /* in its stack */
bool coroutine_overflows(const coroutine *c, const void *p); /* ... or below it */

/* Gives the pages of the stack back to the system, but keeps its addresses.  The
 * contents of the stack are lost. */
void coroutine_forget(coroutine *c);

#endif
