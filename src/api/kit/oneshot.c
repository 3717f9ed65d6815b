/* oneshot.c -- a channel for one message.
 *
 * The server does not receive KIT_GET before it has the message, so a send and a
 * receive have only one order.
 */
#include "api/kit/kit.h"

#include <string.h>

static const uint32_t empty_tags[] = {KIT_PUT, KIT_TRY_GET};
static const uint32_t full_tags[] = {KIT_PUT, KIT_TRY_GET, KIT_GET};

/* The answer to a receiver: the content, and behind it (so that the content stays
 * aligned) the sender. */
static void hand_out(const syn_msg *put, syn_thread to)
{
    char *packet = syn_alloc(put->size + sizeof put->from);
    if (put->size > 0)
        memcpy(packet, put->data, put->size);
    memcpy(packet + put->size, &put->from, sizeof put->from);
    kit_answer(to, packet, put->size + sizeof put->from);
}

static syn_msg wait_for_content(void)
{
    for (;;) {
        syn_msg m = kit_next(empty_tags, 2, NULL, NULL, 0);
        kit_answer(m.from, NULL, 0); /* to TRY_GET: there is nothing */
        if (m.tag == KIT_PUT)
            return m;
    }
}

static void serve(void *arg)
{
    (void)arg;
    syn_msg put = wait_for_content();
    bool is_taken = false;
    for (;;) {
        syn_msg m = kit_next(full_tags, 3, NULL, NULL, 0);
        if (m.tag == KIT_PUT)
            kit_refuse(m.from,
                       "a second message is sent on a one-shot channel; thread %u sent "
                       "the first",
                       put.from);
        else if (is_taken)
            kit_refuse(m.from,
                       "the message of a one-shot channel has already been received");
        else
            hand_out(&put, m.from);
        is_taken = is_taken || m.tag != KIT_PUT;
    }
}

syn_oneshot syn_oneshot_new_at(const char *file, int line, const char *name)
{
    return (syn_oneshot){kit_start(KIT_HERE(file, line), name, serve, NULL, 0)};
}

void syn_oneshot_send_at(const char *file, int line, syn_oneshot channel,
                         const void *data, size_t size)
{
    kit_ask(KIT_HERE(file, line), channel.server, KIT_PUT, data, size);
}

static syn_msg unpack(syn_msg m)
{
    m.tag = 0;
    m.size -= sizeof m.from;
    memcpy(&m.from, (const char *)m.data + m.size, sizeof m.from);
    return m;
}

syn_msg syn_oneshot_recv_at(const char *file, int line, syn_oneshot channel)
{
    return unpack(kit_ask(KIT_HERE(file, line), channel.server, KIT_GET, NULL, 0));
}

bool syn_oneshot_try_recv_at(const char *file, int line, syn_oneshot channel,
                             syn_msg *out)
{
    syn_msg m = kit_ask(KIT_HERE(file, line), channel.server, KIT_TRY_GET, NULL, 0);
    if (m.size == 0)
        return false;
    *out = unpack(m);
    return true;
}
