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

/* The lock on a checkpoint, to be removed when the run is over; or NULL. */
void interrupt_note_lock(const char *lock);

/* Removes it, and the file that is being written.  Also for signal handlers. */
void interrupt_remove_remains(void);

#endif
