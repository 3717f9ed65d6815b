/* leader.c -- leader election with leases: who leads, leads until a time.
 *
 * A log that all nodes write to holds one lease after the other; a clock that all nodes
 * look at is advanced I times, by 1, 2 or 3: leader_N_I.  A node that finds the last
 * lease over writes one of its own, under the condition that nobody else was faster:
 * the log takes an entry only at the place where its writer thought the end to be. (The
 * log is one thread here that does not fail.  How to build such a log from nodes that
 * do, rlog.c shows.)
 *
 * Leases must not overlap.  In leader_N_I that is checked in the log when all is over;
 * monitored_N_I has a monitor that is told when a node begins to lead, in every order
 * in which that can be seen.  Since it is told of nothing else, it costs little.  And
 * it sees more: when two nodes believe that the same lease is theirs, the log is in
 * order.
 */
#include <synod.h>

enum { ADVANCE, TIME, NOW, LAST, TRY, REPLY, LEADS };
enum { LOG, LOG_THREAD }; /* what is published */
enum { LEASE = 3, ATTEMPTS = 2, MOST = 16 };

typedef struct setup {
    int nodes, ticks;
    bool is_monitored;
    bool takes_all;    /* these are bugs: the log does not compare places */
    bool is_anonymous; /* leases do not tell whose they are */
} setup;

typedef struct lease {
    int place; /* in the log */
    int from, until;
    syn_thread owner;
} lease;

/* ---- The clock and the log: they answer for ever ---- */

static void run_clock(void *arg)
{
    (void)arg;
    int now = 0;
    for (;;) {
        syn_msg m = syn_recv();
        if (m.tag == ADVANCE)
            now += syn_int(m);
        else
            syn_send_int(m.from, NOW, now);
    }
}

typedef struct leases {
    int count;
    lease at[MOST];
} leases;

static void add(const setup *s, leases *all, lease l)
{
    if (l.place != all->count && !s->takes_all)
        return;
    all->at[all->count++] = l;
    syn_publish(LOG, all, sizeof *all);
}

/* Whoever asks or tries gets the last lease: so a writer sees whether it is its own. */
static void run_log(void *arg)
{
    const setup *s = arg;
    leases all = {0};
    for (;;) {
        syn_msg m = syn_recv();
        if (m.tag == TRY)
            add(s, &all, syn_value(lease, m));
        lease last = {.place = -1};
        if (all.count > 0)
            last = all.at[all.count - 1];
        syn_send_value(m.from, REPLY, last);
    }
}

/* ---- Nodes ---- */

typedef struct world {
    const setup *s;
    syn_thread clock, log;
} world;

static void campaign(const world *w)
{
    syn_tell(w->clock, TIME);
    int now = syn_int(syn_recv_tag(NOW));
    syn_tell(w->log, LAST);
    lease last = syn_value(lease, syn_recv_tag(REPLY));
    if (now < last.until)
        return; /* somebody leads */

    lease mine = {.place = last.place + 1, .from = now, .until = now + LEASE};
    if (!w->s->is_anonymous)
        mine.owner = syn_self();
    syn_send_value(w->log, TRY, mine);
    lease winner = syn_value(lease, syn_recv_tag(REPLY));
    if (winner.place == mine.place && winner.from == mine.from &&
        winner.owner == mine.owner)
        syn_send_value(SYN_FIRST, LEADS, mine); /* for whom it may concern */
}

static void node(void *arg)
{
    for (int i = 0; i < ATTEMPTS; i++)
        campaign(arg);
}

/* ---- Leases do not overlap ---- */

static void check_apart(const lease *a, const lease *b)
{
    syn_assert(a->until <= b->from || b->until <= a->from,
               "one leads from %d to %d, another from %d to %d", a->from, a->until,
               b->from, b->until);
}

static void check_log(void *arg)
{
    (void)arg;
    size_t size;
    const syn_thread *log = syn_published(SYN_FIRST, LOG_THREAD, &size);
    const leases *all = syn_published(*log, LOG, &size);
    for (int i = 0; all != NULL && i < all->count; i++)
        for (int k = 0; k < i; k++)
            check_apart(&all->at[i], &all->at[k]);
}

static bool is_announcement(const syn_observation *o)
{
    return o->tag == LEADS;
}

static void see_announcement(void *state, const syn_observation *o)
{
    leases *seen = state;
    const lease *news = o->data;
    for (int i = 0; i < seen->count; i++)
        check_apart(&seen->at[i], news);
    seen->at[seen->count++] = *news;
}

static const syn_monitoring one_leader = {.name = "one leader",
                                          .accepts = is_announcement,
                                          .see = see_announcement,
                                          .state_size = sizeof(leases)};

static syn_thread start(const char *name, void (*run)(void *), const setup *s)
{
    return syn_spawn_with((&(const syn_spawning){
        .name = name, .run = run, .arg = (void *)s, .is_daemon = true}));
}

static void elect(void *arg)
{
    const setup *s = arg;
    if (s->is_monitored)
        syn_monitor(&one_leader);
    else
        syn_at_end(check_log, NULL);
    world w = {
        .s = s, .clock = start("clock", run_clock, s), .log = start("log", run_log, s)};
    syn_publish(LOG_THREAD, &w.log, sizeof w.log);
    for (int i = 0; i < s->nodes; i++)
        syn_spawn_value("node", node, w);
    for (int i = 0; i < s->ticks; i++)
        syn_send_int(w.clock, ADVANCE, 1 + (int)syn_nondet(3));
}

static void show_lease(FILE *out, const void *data, size_t size)
{
    const lease *l = data;
    if (size == sizeof *l)
        fprintf(out, "%d: from %d until %d", l->place, l->from, l->until);
}

int main(int argc, char **argv)
{
    static const char *const names[] = {"ADVANCE", "TIME",  "NOW",  "LAST",
                                        "TRY",     "REPLY", "LEADS"};
    for (uint32_t tag = ADVANCE; tag <= LEADS; tag++)
        syn_describe(tag, names[tag], tag > LAST ? show_lease : NULL);
    return syn_main(argc, argv, {"leader_2_1", elect, &(setup){.nodes = 2, .ticks = 1}},
                    {"leader_2_2", elect, &(setup){.nodes = 2, .ticks = 2}},
                    {"leader_2_3", elect, &(setup){.nodes = 2, .ticks = 3}},
                    {"leader_3_2", elect, &(setup){.nodes = 3, .ticks = 2}},
                    {"monitored_2_1", elect, &(setup){2, 1, .is_monitored = true}},
                    {"monitored_2_2", elect, &(setup){2, 2, .is_monitored = true}},
                    {"monitored_2_3", elect, &(setup){2, 3, .is_monitored = true}},
                    {"monitored_3_2", elect, &(setup){3, 2, .is_monitored = true}},
                    {"takes_all", elect, &(setup){2, 1, .takes_all = true}},
                    {"anonymous", elect, &(setup){2, 1, .is_anonymous = true}},
                    {"anonymous_monitored", elect,
                     &(setup){2, 1, .is_monitored = true, .is_anonymous = true}});
}
