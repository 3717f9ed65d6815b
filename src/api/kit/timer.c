/* timer.c -- a message to oneself that comes at any time.
 *
 * The timer sends the message at once, since a message may take any time to arrive.
 * Cancelling takes the message out of the mailbox again.  The owner need not guess
 * whether it is still there: the timer answers under p2p, so the owner cannot receive
 * the answer before an earlier message of the timer that is still unread.
 */
#include "api/kit/kit.h"

static const uint32_t tags[] = {KIT_CANCEL};

typedef struct timer_plan {
    syn_thread owner;
    uint32_t tag;
} timer_plan;

static void refuse(const timer_plan *t, syn_thread who)
{
    if (who == t->owner)
        kit_refuse(who, "a timer is cancelled twice");
    else
        kit_refuse(who, "a thread cancels a timer that thread %u started", t->owner);
}

static void serve(void *arg)
{
    const timer_plan *t = arg;
    bool is_cancelled = false;
    syn_send_at(NULL, 0, SYN_P2P, t->owner, t->tag, NULL, 0);
    for (;;) {
        syn_msg m = kit_next(tags, 1, NULL, NULL, 0);
        if (is_cancelled || m.from != t->owner) {
            refuse(t, m.from);
            continue;
        }
        is_cancelled = true;
        kit_answer_int(m.from, 0);
    }
}

syn_timer syn_timer_start_at(const char *file, int line, const char *name, uint32_t tag)
{
    if (tag >= SYN_RESERVED)
        syn_fail_at(file, line, NULL, "the tag 0x%x is reserved", tag);
    timer_plan t = {syn_self(), tag};
    return (syn_timer){kit_start(KIT_HERE(file, line), name, serve, &t, sizeof t)};
}

bool syn_timer_cancel_at(const char *file, int line, syn_timer timer)
{
    kit_place at = KIT_HERE(file, line);
    kit_send(at, timer.server, KIT_CANCEL, NULL, 0);
    const syn_filter from_timer = {.from = &timer.server, .from_count = 1};
    syn_msg m = syn_receive_at(file, line, &from_timer);
    bool is_its_message = m.tag < SYN_RESERVED;
    if (is_its_message)
        m = syn_receive_at(file, line, &from_timer); /* the answer */
    kit_check(at, m);
    return is_its_message;
}
