/* interrupt.h -- Ctrl-C: once, the engine stops and says what it has; twice, all ends.
 */
#ifndef CLI_INTERRUPT_H
#define CLI_INTERRUPT_H

#include <signal.h>

/* Set at the first interrupt. */
extern volatile sig_atomic_t interrupted;

/* From now on; who is started with a signal ignored (nohup, &) wants it so. */
void interrupt_catch(void);

/* Files that are of no use when the run is over: what is written beside a checkpoint,
 * and the lock on it.  Both may be NULL. */
void interrupt_note_remains(const char *part, const char *lock);
void interrupt_remove_remains(void); /* in a signal handler too */

#endif
