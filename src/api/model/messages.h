/* messages.h -- messages, hash-consed: messages with equal sender, tag and content have
 * equal numbers.  Numbers of swept messages are reused.
 */
#ifndef API_MODEL_MESSAGES_H
#define API_MODEL_MESSAGES_H

#include "base/vec.h"
#include "engine/dpor/program.h"

#include <string.h>

enum { MESSAGE_INSIDE = 16 }; /* bytes that fit into the struct */

typedef struct message {
    union {
        _Alignas(16) char inside[MESSAGE_INSIDE]; /* of any type */
        char *block;
    } content;
    uint32_t from;
    uint32_t tag;
    uint32_t hash;
    uint32_t size;
    bool is_used; /* else: free for reuse */
    bool is_marked;
} message;

typedef struct messages {
    VEC(message) all;     /* 0 is not a message */
    VEC(message_id) free; /* numbers for reuse */
    message_id *slots;    /* by hash; 0: empty */
    size_t slot_count;    /* a power of two, more than twice the messages */
    size_t live;
    size_t bytes; /* of the blocks */
} messages;

void messages_init(messages *m);
void messages_free(messages *m);

/* Reads all of DATA before it changes anything. */
message_id messages_put(messages *m, uint32_t from, uint32_t tag, const void *data,
                        size_t size);

/* Frees the messages without a mark, and clears the marks of the others. */
void messages_sweep(messages *m);

static inline const message *messages_at(const messages *m, message_id id)
{
    return vec_at(&m->all, id);
}

static inline const void *messages_data(const message *g)
{
    return g->size > MESSAGE_INSIDE ? g->content.block : g->content.inside;
}

static inline bool messages_is(const message *g, uint32_t from, uint32_t tag,
                               const void *data, size_t size)
{
    return g->tag == tag && g->size == size && g->from == from &&
           (size == 0 || memcmp(messages_data(g), data, size) == 0);
}

#endif
