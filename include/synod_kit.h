/* synod_kit.h -- objects that many models in C need, made of threads and messages.
 *
 * One-shot channels, registers, locks, barriers, wait-groups, timers and crashes.  Each
 * object is a thread that answers requests.  The kit uses only synod.h, so a model may
 * have its own objects instead.
 *
 * Any thread can make an object, with a name for reports, and gets a handle: a plain
 * value that can be copied, stored in structs and sent in messages.  Objects live until
 * the execution ends, and are daemons: they do not block an execution.
 *
 * All calls but syn_waitgroup_done return after they have taken effect: every event
 * that happens after the call, in any thread, sees the effect, under every network.
 *
 * Wrong use of an object (unlocking a lock that another thread holds, sending twice on
 * a one-shot) is a violation, with the line of the call.
 *
 * The description of each object says how many executions it adds: only orders of calls
 * that some thread can observe count.
 *
 * The kit uses tags from SYN_RESERVED up.  Its messages do not interfere with those of
 * the model: only the kit receives them, and it does so at once.
 */
#ifndef SYNOD_KIT_H
#define SYNOD_KIT_H

#include "synod.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- One-shot channels ----
 *
 * One message, from any thread to any thread.  Adds no executions, except that each
 * syn_oneshot_try_recv comes before or after the send.
 */

typedef struct syn_oneshot {
    syn_thread server;
} syn_oneshot;

#define syn_oneshot_new(name) syn_oneshot_new_at(__FILE__, __LINE__, (name))

/* Does not wait for a receiver.  A second send is a violation. */
#define syn_oneshot_send(channel, data, size) \
    syn_oneshot_send_at(__FILE__, __LINE__, (channel), (data), (size))
#define syn_oneshot_send_value(channel, variable) \
    syn_oneshot_send((channel), &(variable), sizeof(variable))

/* Waits for the message; `from` is its sender, the tag is 0.  A second receive is a
 * violation. */
#define syn_oneshot_recv(channel) syn_oneshot_recv_at(__FILE__, __LINE__, (channel))

/* False if the message has not been sent yet. */
#define syn_oneshot_try_recv(channel, out) \
    syn_oneshot_try_recv_at(__FILE__, __LINE__, (channel), (out))

/* ---- Registers ----
 *
 * An int that threads share.  Every operation is atomic.  The order of all operations
 * on one register counts, including reads: N threads with K operations each give
 * (N K)! / (K!)^N executions.
 */

typedef struct syn_register {
    syn_thread server;
} syn_register;

#define syn_register_new(name, value) \
    syn_register_new_at(__FILE__, __LINE__, (name), (value))
#define syn_register_read(r) syn_register_read_at(__FILE__, __LINE__, (r))
#define syn_register_write(r, value) \
    syn_register_write_at(__FILE__, __LINE__, (r), (value))

/* Writes WANTED if the value is EXPECTED, and returns whether it was. */
#define syn_register_cas(r, expected, wanted) \
    syn_register_cas_at(__FILE__, __LINE__, (r), (expected), (wanted))

/* Adds, and returns the previous value. */
#define syn_register_add(r, amount) \
    syn_register_add_at(__FILE__, __LINE__, (r), (amount))

/* ---- Locks ----
 *
 * The order in which threads get a lock counts: N threads with one section each give N!
 * executions.  N threads that try once and unlock if they got it give N! 2^(N-1).
 */

typedef struct syn_lock {
    syn_thread server;
} syn_lock;

#define syn_lock_new(name) syn_lock_new_at(__FILE__, __LINE__, (name))

/* Waits until no other thread holds the lock.  A violation if the caller holds it. */
#define syn_lock_take(lock) syn_lock_take_at(__FILE__, __LINE__, (lock))

/* Does not wait: false if any thread holds the lock, including the caller. */
#define syn_lock_try(lock) syn_lock_try_at(__FILE__, __LINE__, (lock))

/* A violation unless the caller holds the lock. */
#define syn_lock_release(lock) syn_lock_release_at(__FILE__, __LINE__, (lock))

/* ---- Barriers ----
 *
 * PARTIES threads wait for each other, any number of times.  Each passes its number,
 * from 0, so the order in which they arrive makes no difference: a barrier adds no
 * executions.
 */

typedef struct syn_barrier {
    syn_thread server;
    uint32_t parties;
} syn_barrier;

#define syn_barrier_new(name, parties) \
    syn_barrier_new_at(__FILE__, __LINE__, (name), (parties))

/* Returns when all parties have arrived.  Arriving twice before that is a violation. */
#define syn_barrier_wait(barrier, party) \
    syn_barrier_wait_at(__FILE__, __LINE__, (barrier), (party))

/* ---- Wait-groups ----
 *
 * Work in PARTS, numbered from 0; any number of threads wait until all parts are done.
 * Adds no executions.
 */

typedef struct syn_waitgroup {
    syn_thread server;
    syn_thread gate; /* ends when all parts are done */
    uint32_t parts;
} syn_waitgroup;

#define syn_waitgroup_new(name, parts) \
    syn_waitgroup_new_at(__FILE__, __LINE__, (name), (parts))

/* Does not wait.  Doing a part twice is a violation. */
#define syn_waitgroup_done(group, part) \
    syn_waitgroup_done_at(__FILE__, __LINE__, (group), (part))
#define syn_waitgroup_wait(group) syn_waitgroup_wait_at(__FILE__, __LINE__, (group))

/* ---- Timers ----
 *
 * A timer fires once, at any time after its start: it sends a message, which may come
 * first or last.  One timer and one message give two executions, for a thread that
 * receives whichever comes first.  Cancelling adds none.
 */

typedef struct syn_timer {
    syn_thread server; /* the sender of the message */
} syn_timer;

/* The calling thread gets a message without content, from the timer. */
#define syn_timer_start(name, tag) syn_timer_start_at(__FILE__, __LINE__, (name), (tag))

/* Only for the thread that started the timer, and only once.  Afterwards, its message
 * does not come any more.  False if the thread has received it already. */
#define syn_timer_cancel(timer) syn_timer_cancel_at(__FILE__, __LINE__, (timer))

/* ---- Crashes ----
 *
 * Of COUNT threads, all spawned with may_crash, at most BUDGET crash.  A thread crashes
 * before a send or at a receive: it ends there.
 *
 * Synod explores every set of at most BUDGET threads.  Each thread of the set crashes
 * at any of these points, or ends before it crashes.  So a thread with one receive, and
 * one message, give three executions: the thread is not in the set; it is in the set
 * and gets the message; it crashes instead.  (A crash that comes too late stays in the
 * mailbox; --strict-quiescence would take it for a violation.)
 */
#define syn_crasher(threads, count, budget) \
    syn_crasher_at(__FILE__, __LINE__, (threads), (count), (budget))

/* ---- Behind the macros ---- */

SYNOD_API syn_oneshot syn_oneshot_new_at(const char *file, int line, const char *name);
SYNOD_API void syn_oneshot_send_at(const char *file, int line, syn_oneshot channel,
                                   const void *data, size_t size);
SYNOD_API syn_msg syn_oneshot_recv_at(const char *file, int line, syn_oneshot channel);
SYNOD_API bool syn_oneshot_try_recv_at(const char *file, int line, syn_oneshot channel,
                                       syn_msg *out);

SYNOD_API syn_register syn_register_new_at(const char *file, int line, const char *name,
                                           int value);
SYNOD_API int syn_register_read_at(const char *file, int line, syn_register r);
SYNOD_API void syn_register_write_at(const char *file, int line, syn_register r,
                                     int value);
SYNOD_API bool syn_register_cas_at(const char *file, int line, syn_register r,
                                   int expected, int wanted);
SYNOD_API int syn_register_add_at(const char *file, int line, syn_register r,
                                  int amount);

SYNOD_API syn_lock syn_lock_new_at(const char *file, int line, const char *name);
SYNOD_API void syn_lock_take_at(const char *file, int line, syn_lock lock);
SYNOD_API bool syn_lock_try_at(const char *file, int line, syn_lock lock);
SYNOD_API void syn_lock_release_at(const char *file, int line, syn_lock lock);

SYNOD_API syn_barrier syn_barrier_new_at(const char *file, int line, const char *name,
                                         uint32_t parties);
SYNOD_API void syn_barrier_wait_at(const char *file, int line, syn_barrier barrier,
                                   uint32_t party);

SYNOD_API syn_waitgroup syn_waitgroup_new_at(const char *file, int line,
                                             const char *name, uint32_t parts);
SYNOD_API void syn_waitgroup_done_at(const char *file, int line, syn_waitgroup group,
                                     uint32_t part);
SYNOD_API void syn_waitgroup_wait_at(const char *file, int line, syn_waitgroup group);

SYNOD_API syn_timer syn_timer_start_at(const char *file, int line, const char *name,
                                       uint32_t tag);
SYNOD_API bool syn_timer_cancel_at(const char *file, int line, syn_timer timer);

SYNOD_API syn_thread syn_crasher_at(const char *file, int line,
                                    const syn_thread *threads, size_t count,
                                    size_t budget);

#ifdef __cplusplus
}
#endif

#endif
