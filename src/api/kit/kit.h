/* kit.h -- what the objects of synod_kit.h share: each is a server thread that answers
 * requests.
 *
 * A client waits for the answer before it does anything else.  So a thread has at most
 * one open request, no network orders two open requests to an object, and all networks
 * give the same executions.
 *
 * The server refuses a request that makes no sense; the request then fails in the
 * client, so that the violation has the user's line, not one of the kit.
 */
#ifndef API_KIT_KIT_H
#define API_KIT_KIT_H

#include "synod_kit.h"

typedef enum kit_tag {
    KIT_ANSWER = (int)SYN_RESERVED,
    KIT_REFUSAL, /* its content is the reason */
    KIT_PUT,
    KIT_GET,
    KIT_TRY_GET,
    KIT_READ,
    KIT_WRITE,
    KIT_CAS,
    KIT_ADD,
    KIT_LOCK,
    KIT_TRY_LOCK,
    KIT_UNLOCK,
    KIT_ARRIVE,
    KIT_DONE,
    KIT_OPEN,
    KIT_CANCEL,
} kit_tag;

/* The source line of the user's call. */
typedef struct kit_place {
    const char *file;
    int line;
} kit_place;

#define KIT_HERE(file_, line_) ((kit_place){(file_), (line_)})

/* Starts the daemon RUN with a copy of the SIZE bytes at ARG. */
syn_thread kit_start(kit_place at, const char *name, void (*run)(void *arg), void *arg,
                     size_t size);

/* Sends a request, under a network that --network does not change.  Thread 0, the first
 * one, is never a server: a handle of zeros was never made, and is a violation. */
void kit_send(kit_place at, syn_thread to, kit_tag tag, const void *data, size_t size);

/* Sends a request, and waits for the answer.  A refusal is a violation. */
syn_msg kit_ask(kit_place at, syn_thread server, kit_tag tag, const void *data,
                size_t size);
void kit_check(kit_place at, syn_msg answer); /* a violation if it is a refusal */

/* For servers. */
void kit_answer(syn_thread to, const void *data, size_t size);
void kit_answer_int(syn_thread to, int value);
void kit_refuse(syn_thread to, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The next request with one of COUNT tags for which WANTS is true (NULL: any). */
syn_msg kit_next(const uint32_t *tags, size_t count,
                 bool (*wants)(const syn_msg *m, const void *context),
                 const void *context, size_t size);

#endif
