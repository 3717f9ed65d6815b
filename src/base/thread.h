/* thread.h -- fork and join.
 *
 * Shared counters and flags are C11 atomics at their place of use, with the memory
 * order written out and its partner named.
 */
#ifndef BASE_THREAD_H
#define BASE_THREAD_H

/* Runs work(context, 0) ... work(context, count - 1) on COUNT threads, the calling one
 * among them, and returns when all have returned.  The caller then sees all writes of
 * the workers. */
void thread_fork_join(unsigned count, void (*work)(void *context, unsigned index),
                      void *context);

/* Call it in a loop that waits for another thread without giving up the core. */
static inline void thread_pause(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#endif
}

unsigned thread_cores(void); /* cores this process may use, at least 1 */

#endif
