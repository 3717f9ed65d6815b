/* timeouts.c -- a failure detector: who does not answer in time is suspected.
 *
 * There are no clocks in a model.  A receive with a timeout is one that may come back
 * with nothing, even if the message is on its way: how long a message takes, nobody
 * knows, so every outcome is tried.
 *
 * The watcher pings the nodes, round by round.  A node crashes before any round, or not
 * at all.  What can be promised is that whoever the watcher trusts in the end was alive
 * in the last round; that everybody who is suspected has crashed, no detector of this
 * kind can promise (`accurate` tries, and shows how it fails).
 */
#include <synod.h>

enum { PING, PONG, MOST = 4 };
enum { ALIVE_IN, VERDICT }; /* what is published */

typedef struct setup {
    int nodes, rounds;
    bool takes_any_pong; /* the bug: an old answer counts for a new question */
    bool wants_accuracy;
} setup;

typedef struct verdict {
    int rounds;
    int nodes;
    bool wants_accuracy;
    syn_thread who[MOST];
    bool is_trusted[MOST];
} verdict;

static void node(void *arg)
{
    int rounds = *(int *)arg, alive_in = 0;
    for (int i = 0; i < rounds && !syn_flip(); i++) {
        syn_msg ping = syn_recv_tag(PING);
        if (alive_in < syn_int(ping))
            alive_in = syn_int(ping);
        syn_publish_int(ALIVE_IN, alive_in);
        syn_send_int(ping.from, PONG, syn_int(ping));
    }
}

/* A predicate of a receive looks at the message and calls nothing of Synod. */
static bool answers(const syn_msg *m, const void *context)
{
    return *(const int *)m->data == *(const int *)context;
}

static bool hears_from(const setup *s, syn_thread who, int round)
{
    syn_msg m;
    syn_filter pong = {.from = &who, .from_count = 1};
    if (!s->takes_any_pong) {
        pong.wants = answers;
        pong.context = &round;
        pong.context_size = sizeof round;
    }
    return syn_recv_timeout(&pong, &m);
}

/* The verdict of the last round against what the nodes know of themselves. */
static void check_verdict(void *arg)
{
    (void)arg;
    size_t size;
    const verdict *v = syn_published(SYN_FIRST, VERDICT, &size);
    for (int i = 0; i < v->nodes; i++) {
        int last = 0;
        (void)syn_published_int(v->who[i], ALIVE_IN, &last);
        syn_assert(!v->is_trusted[i] || last == v->rounds,
                   "node %d is trusted, but was last alive in round %d of %d", i, last,
                   v->rounds);
        syn_assert(!v->wants_accuracy || v->is_trusted[i] || last < v->rounds,
                   "node %d is suspected, but only slow", i);
    }
}

static void watcher(void *arg)
{
    const setup *s = arg;
    verdict v = {
        .rounds = s->rounds, .nodes = s->nodes, .wants_accuracy = s->wants_accuracy};
    int rounds = s->rounds;
    for (int i = 0; i < s->nodes; i++)
        v.who[i] = syn_spawn_value("node", node, rounds);
    for (int round = 1; round <= s->rounds; round++) {
        syn_broadcast(v.who, (size_t)v.nodes, PING, &round, sizeof round);
        for (int i = 0; i < s->nodes; i++)
            v.is_trusted[i] = hears_from(s, v.who[i], round);
    }
    syn_publish(VERDICT, &v, sizeof v);
    syn_at_end(check_verdict, NULL);
}

int main(int argc, char **argv)
{
    syn_describe(PING, "PING", NULL);
    syn_describe(PONG, "PONG", NULL);
    return syn_main(argc, argv,
                    {"one_node", watcher, &(setup){.nodes = 1, .rounds = 2}},
                    {"two_nodes", watcher, &(setup){.nodes = 2, .rounds = 2}},
                    {"old_pong", watcher,
                     &(setup){.nodes = 1, .rounds = 2, .takes_any_pong = true}},
                    {"accurate", watcher,
                     &(setup){.nodes = 1, .rounds = 1, .wants_accuracy = true}});
}
