/* coroutine.h -- functions that stop in the middle, each on a stack of its own.
 *
 *     coroutine c;
 *     if (coroutine_init(&c, 64 << 10) != ST_OK) ...
 *     coroutine_begin(&c, run, arg);
 *     coroutine_resume(&c);           until RUN calls coroutine_leave(&c)
 *     coroutine_fini(&c);
 *
 * A coroutine may be begun anew or freed wherever it stands; what it held is lost then.
 * The stack stays at its place, and below it lies memory that nobody may touch, so that
 * an overflow is noticed.  A coroutine belongs to the thread that resumes it.
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
    void *inside;  /* where it stands */
    void *outside; /* who resumed it */
    /* For AddressSanitizer. */
    void *fake_stack;
    const void *outside_stack;
    size_t outside_size;
    unsigned valgrind_id;
} coroutine;

/* With a stack of at least SIZE bytes; ST_LIMIT: the system has no room for one. */
MUST_CHECK status coroutine_init(coroutine *c, size_t size);
void coroutine_fini(coroutine *c); /* accepts a zeroed one */

/* RUN must not return, but leave for the last time. */
void coroutine_begin(coroutine *c, void (*run)(void *arg), void *arg);
void coroutine_resume(coroutine *c);

/* For the coroutine itself. */
void coroutine_leave(coroutine *c);

/* The same, for ever; may be called in a handler of a signal. */
_Noreturn void coroutine_abandon(coroutine *c);

bool coroutine_owns(const coroutine *c, const void *p);      /* in its stack */
bool coroutine_overflows(const coroutine *c, const void *p); /* ... or below it */

/* Gives the memory of the stack back to the system, not its place.  What stands on it
 * is lost. */
void coroutine_forget(coroutine *c);

#endif
