/* interrupt.h -- Ctrl-C: the first one stops the engine, which reports what it has; the
 * second one ends the process. */
#ifndef CLI_INTERRUPT_H
#define CLI_INTERRUPT_H

#include <signal.h>

/* Set at the first interrupt. */
extern volatile sig_atomic_t interrupted;

/* Handles interrupts from now on.  A signal that was ignored when the process started
 * (nohup, &) stays ignored. */
void interrupt_catch(void);

/* Files to remove when the run is over: the unfinished part of a checkpoint, and the
 * lock on it.  Both may be NULL. */
void interrupt_note_remains(const char *part, const char *lock);
void interrupt_remove_remains(void); /* also for signal handlers */

#endif
