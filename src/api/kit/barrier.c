/* barrier.c -- threads that wait for each other.
 *
 * The server receives from party 0 first, then from party 1 and so on, whatever the
 * order of arrival: each receive has one message to choose from.  It also receives from
 * parties that have arrived already in this round, to refuse them; in a correct model
 * there is no such message.
 */
#include "api/kit/kit.h"

static const uint32_t tags[] = {KIT_ARRIVE};

static uint32_t party_of(const syn_msg *m)
{
    return *(const uint32_t *)m->data;
}

static bool is_due_or_again(const syn_msg *m, const void *next)
{
    return party_of(m) <= *(const uint32_t *)next;
}

static syn_thread hear(uint32_t next)
{
    for (;;) {
        syn_msg m = kit_next(tags, 1, is_due_or_again, &next, sizeof next);
        if (party_of(&m) == next)
            return m.from;
        kit_refuse(m.from, "party %u arrives twice at a barrier", party_of(&m));
    }
}

static void serve(void *arg)
{
    uint32_t parties = *(const uint32_t *)arg;
    syn_thread *came = syn_alloc(parties * sizeof *came);
    for (;;) {
        for (uint32_t i = 0; i < parties; i++)
            came[i] = hear(i);
        for (uint32_t i = 0; i < parties; i++)
            kit_answer(came[i], NULL, 0);
    }
}

syn_barrier syn_barrier_new_at(const char *file, int line, const char *name,
                               uint32_t parties)
{
    if (parties == 0)
        syn_fail_at(file, line, NULL, "a barrier of 0 parties");
    return (syn_barrier){
        kit_start(KIT_HERE(file, line), name, serve, &parties, sizeof parties),
        parties};
}

void syn_barrier_wait_at(const char *file, int line, syn_barrier barrier,
                         uint32_t party)
{
    if (party >= barrier.parties && barrier.server != 0)
        syn_fail_at(file, line, NULL, "party %u is not in a barrier of %u parties",
                    party, barrier.parties);
    kit_ask(KIT_HERE(file, line), barrier.server, KIT_ARRIVE, &party, sizeof party);
}
