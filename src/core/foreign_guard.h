/* foreign_guard.h -- what happens if a foreign function crashes, exits or does not
 * return.
 *
 * A message names the function, and the process ends with EXIT_INPUT's code.  The
 * function may have left the C library in any state (a lock held, the heap broken), so
 * nothing else is done in this process.  Guards are per thread.
 */
#ifndef CORE_FOREIGN_GUARD_H
#define CORE_FOREIGN_GUARD_H

/* From now on crashes within guarded calls are caught; others go to the previous
 * handlers. */
void foreign_guard_install(void);

/* This thread runs the C code of FUNCTION (a text that stays), until it does not. */
void foreign_guard_enter(const char *function);
void foreign_guard_leave(void);

/* Called before the process ends.  It may run in a signal handler. */
void foreign_guard_on_end(void (*cleanup)(void));

/* Ends the process: "foreign function 'F' WHAT". */
_Noreturn void foreign_guard_end(const char *function, const char *what);

#endif
