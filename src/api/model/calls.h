/* calls.h -- what the syn_ functions share, for other files that act for a thread. */
#ifndef API_MODEL_CALLS_H
#define API_MODEL_CALLS_H

#include "api/model/model_private.h"

/* Ends the running thread or callback with a violation. */
_Noreturn void calls_fail(model *m, model_place place, const char *kind,
                          const char *format, ...) PRINTF_LIKE(4, 5);

/* The model whose code calls.  Outside of any model: prints an error and aborts. */
model *calls_model(const char *what);

/* The calling thread.  A call from a callback is a violation. */
thread *calls_thread(const char *what, model_place place);
void calls_send(thread *t, model_place place, dpor_network order, uint32_t to,
                uint32_t tag, const void *data, size_t size, bool is_lossy);
message_id calls_receive(thread *t, model_place place, const syn_filter *f,
                         bool is_blocking, bool may_wait);

/* syn_receive at which the thread may still wait when the execution ends. */
syn_msg calls_receive_or_rest(model_place place, const syn_filter *f);
syn_msg calls_message(thread *t, message_id id);
uint32_t calls_spawn(thread *t, model_place place, const syn_spawning *s,
                     uint32_t monitors);

/* Passes a note to the observer, if there is one. */
void calls_note(const thread *t, const model_note *n);

#endif
