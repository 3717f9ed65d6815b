/* lock_server.c -- a lock that clients take from a server, and a server that is too
 * impatient.
 *
 * The server grants the lock to one client at a time.  While it waits for the lock to
 * come back it has no use for other requests: it receives RELEASE from the holder and
 * nothing else.  Requests stay in its mailbox, which is the queue; a queue of its own
 * would be more code, and more behaviours: here N clients get the lock in N! orders,
 * and that is all there is.
 */
#include <synod.h>

enum { ACQUIRE, GRANT, RELEASE };

typedef struct setup {
    int clients;
    bool is_impatient;
} setup;

static void client(void *arg)
{
    syn_thread server = *(syn_thread *)arg;
    syn_tell(server, ACQUIRE);
    syn_recv_tag(GRANT);
    syn_note("in the critical section");
    syn_tell(server, RELEASE);
}

/* A receive that is not blocking may always come back with nothing: messages take
 * their time.  So this is a lease that ends at any moment, and that is the bug: the
 * client is not asked whether it is still at work. */
static void wait_a_while(syn_thread holder)
{
    syn_msg m;
    syn_filter release = {.from = &holder, .from_count = 1};
    if (!syn_try_receive(&release, &m))
        syn_note("that takes too long");
}

static void serve(const setup *s)
{
    for (int i = 0; i < s->clients; i++) {
        syn_thread holder = syn_recv_tag(ACQUIRE).from;
        syn_tell(holder, GRANT);
        if (s->is_impatient)
            wait_a_while(holder);
        else
            syn_recv_from(holder);
    }
}

/* ---- Mutual exclusion, seen from outside ----
 *
 * No thread can tell whether two clients are in the critical section at once.  A
 * monitor can: it is told of chosen sends and receives, in every order that they can
 * have. */

static bool is_of_interest(const syn_observation *o)
{
    return o->is_receive ? o->tag == GRANT : o->tag == RELEASE;
}

static void count_holders(void *state, const syn_observation *o)
{
    int *holders = state;
    *holders += o->is_receive ? 1 : -1;
    syn_assert(*holders <= 1, "%d clients hold the lock", *holders);
}

static void lock_server(void *arg)
{
    const setup *s = arg;
    syn_monitor((&(const syn_monitoring){.name = "mutual exclusion",
                                         .sees_receives = true,
                                         .accepts = is_of_interest,
                                         .see = count_holders,
                                         .state_size = sizeof(int)}));
    syn_thread me = syn_self();
    for (int i = 0; i < s->clients; i++)
        syn_spawn_value("client", client, me);
    serve(s);
}

int main(int argc, char **argv)
{
    syn_describe(ACQUIRE, "ACQUIRE", NULL);
    syn_describe(GRANT, "GRANT", NULL);
    syn_describe(RELEASE, "RELEASE", NULL);
    return syn_main(
        argc, argv, {"lock_2", lock_server, &(setup){.clients = 2}},
        {"lock_3", lock_server, &(setup){.clients = 3}},
        {"lock_4", lock_server, &(setup){.clients = 4}},
        {"impatient", lock_server, &(setup){.clients = 2, .is_impatient = true}});
}
