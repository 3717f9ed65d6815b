/* lock.c -- a lock: a server that knows the owner.
 *
 * While a thread holds the lock, requests of others stay in the mailbox.  So the order
 * of requests does not matter, only the order in which they are granted.
 */
#include "api/kit/kit.h"

static const uint32_t tags[] = {KIT_LOCK, KIT_TRY_LOCK, KIT_UNLOCK};

/* While OWNER holds the lock, the server does not receive KIT_LOCK from others.  It
 * does from the owner, which would wait for itself. */
static bool can_be_answered(const syn_msg *m, const void *owner)
{
    return m->tag != KIT_LOCK || m->from == *(const syn_thread *)owner;
}

static void be_held(syn_thread owner)
{
    for (;;) {
        syn_msg m = kit_next(tags, 3, can_be_answered, &owner, sizeof owner);
        if (m.tag == KIT_TRY_LOCK) {
            kit_answer_int(m.from, 0);
        } else if (m.tag == KIT_LOCK) {
            kit_refuse(m.from, "a thread takes a lock that it holds already");
        } else if (m.from != owner) {
            kit_refuse(m.from, "a thread releases a lock that thread %u holds", owner);
        } else {
            kit_answer(m.from, NULL, 0);
            return;
        }
    }
}

static void serve(void *arg)
{
    (void)arg;
    for (;;) {
        syn_msg m = kit_next(tags, 3, NULL, NULL, 0);
        if (m.tag == KIT_UNLOCK) {
            kit_refuse(m.from, "a thread releases a lock that no thread holds");
            continue;
        }
        kit_answer_int(m.from, 1);
        be_held(m.from);
    }
}

syn_lock syn_lock_new_at(const char *file, int line, const char *name)
{
    return (syn_lock){kit_start(KIT_HERE(file, line), name, serve, NULL, 0)};
}

void syn_lock_take_at(const char *file, int line, syn_lock lock)
{
    kit_ask(KIT_HERE(file, line), lock.server, KIT_LOCK, NULL, 0);
}

bool syn_lock_try_at(const char *file, int line, syn_lock lock)
{
    return syn_int(kit_ask(KIT_HERE(file, line), lock.server, KIT_TRY_LOCK, NULL, 0)) ==
           1;
}

void syn_lock_release_at(const char *file, int line, syn_lock lock)
{
    kit_ask(KIT_HERE(file, line), lock.server, KIT_UNLOCK, NULL, 0);
}
