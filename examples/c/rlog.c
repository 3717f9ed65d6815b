/* rlog.c -- a replicated log: an entry is in it when a majority has it, and a new
 * leader finds what is in it by asking a majority.
 *
 * N replicas serve one request with F faults: rlog_F_N.  The leader of a term
 * stamps the entry with its term and appends it at the replicas; when a majority has
 * acknowledged that, the client is told.  A faulty leader falls silent after
 * any number of messages.  Then, or because it was only slow (all its messages are
 * sent, and it goes on unaware), the leader of the next term takes over: it asks all
 * replicas, waits for a majority, and appends the entry with the latest term that it
 * heard of again, or if there is none, the request as its own.
 *
 * No order of messages is relied on, so that all holds with --network bag too.
 *
 * A replica receives only messages of its term and later ones: the others are stale.
 * nonsel_F_N does the same the usual way: it receives everything, and throws away what
 * is stale.  That makes no difference to the protocol, and much work: each way in which
 * stale messages can arrive is a behaviour of its own.
 */
#include <synod.h>

enum { REQUEST, LEAD, ASK, STATE, APPEND, ACK, DONE };
enum { MEMBERS, STAMP }; /* what is published */
enum { MOST_REPLICAS = 5, MOST_TERMS = 4, NOBODY = -1 };

typedef struct setup {
    int faults, replicas;
    bool is_selective;
    int too_few;    /* the bugs: a quorum is smaller by so many */
    bool forgets;   /* a new leader takes its own entry, whatever it hears */
    bool obeys_all; /* a replica takes what is stale */
} setup;

/* ASK, STATE, APPEND and ACK: the term that it belongs to, and the entry, which is all
 * that can be in this log. */
typedef struct report {
    int term;
    int accepted; /* in which term the entry was appended; NOBODY: it was not */
    int stamp;
} report;

static bool is_not_stale(const syn_msg *m, const void *context)
{
    return ((const report *)m->data)->term >= *(const int *)context;
}

/* ---- Replicas ---- */

static report next_report(const setup *s, int term, syn_msg *m)
{
    *m = s->is_selective ? syn_recv_if(is_not_stale, &term, sizeof term) : syn_recv();
    return syn_value(report, *m);
}

static void replica(void *arg)
{
    const setup *s = arg;
    report mine = {.accepted = NOBODY};
    for (;;) {
        syn_msg m;
        report r = next_report(s, mine.term, &m);
        if (r.term < mine.term && !s->obeys_all)
            continue; /* stale */
        mine.term = r.term;
        if (m.tag == APPEND) {
            mine.accepted = r.term;
            mine.stamp = r.stamp;
        }
        syn_send_value(m.from, m.tag == APPEND ? ACK : STATE, mine);
    }
}

/* ---- Leaders, one a term ---- */

typedef struct leader {
    const setup *s;
    syn_thread client;
    syn_thread next; /* the leader of the next term, if there is one */
    syn_thread replicas[MOST_REPLICAS];
    int term;
} leader;

static int quorum(const setup *s)
{
    return s->replicas / 2 + 1 - s->too_few;
}

/* Here too, what is late is not wanted: more STATE when it waits for ACK. */
static report next_answer(const leader *l, uint32_t tag)
{
    syn_msg m;
    do
        m = l->s->is_selective ? syn_recv_tag(tag) : syn_recv();
    while (m.tag != tag);
    return syn_value(report, m);
}

/* What a majority knows of the log. */
static report recover(const leader *l)
{
    report latest = {.term = l->term, .accepted = NOBODY};
    report question = latest;
    syn_broadcast(l->replicas, (size_t)l->s->replicas, ASK, &question, sizeof question);
    for (int i = 0; i < quorum(l->s); i++) {
        report r = next_answer(l, STATE);
        if (r.accepted > latest.accepted)
            latest = r;
    }
    return latest;
}

/* True if it has done so at all replicas.  Who may be faulty stops anywhere. */
static bool append_everywhere(const leader *l, report entry)
{
    int all = l->s->replicas;
    bool may_fail = l->term < l->s->faults;
    int count = may_fail ? (int)syn_nondet((uint32_t)all + 1) : all;
    syn_broadcast(l->replicas, (size_t)count, APPEND, &entry, sizeof entry);
    if (may_fail)
        syn_tell(l->next, LEAD); /* somebody suspects it, rightly or not */
    return count == all;
}

static void lead(void *arg)
{
    const leader *l = arg;
    report entry = {.accepted = NOBODY};
    syn_recv_tag(REQUEST);
    if (l->term > 0) {
        syn_recv_tag(LEAD);
        entry = recover(l);
    }
    if (entry.accepted == NOBODY || l->s->forgets)
        entry.stamp = l->term;
    entry.term = l->term;
    if (!append_everywhere(l, entry))
        return;
    for (int i = 0; i < quorum(l->s); i++)
        next_answer(l, ACK);
    syn_publish_int(STAMP, entry.stamp);
    syn_send_int(l->client, DONE, entry.stamp);
}

/* ---- The client, and who starts them all ---- */

static void client(void *arg)
{
    (void)arg;
    syn_recv_tag(DONE);
}

typedef struct members {
    int terms;
    syn_thread leaders[MOST_TERMS];
} members;

/* An entry is in the log once and for all: leaders agree on its stamp. */
static void check_stamps(void *arg)
{
    (void)arg;
    size_t size;
    const members *all = syn_published(SYN_FIRST, MEMBERS, &size);
    int first = NOBODY;
    for (int t = 0; t < all->terms; t++) {
        int stamp;
        if (!syn_published_int(all->leaders[t], STAMP, &stamp))
            continue;
        syn_assert(first == NOBODY || first == stamp,
                   "the entry of term %d is in the log, and that of term %d", first,
                   stamp);
        first = stamp;
    }
}

/* Daemons: they may be left waiting when the client has what it wants.  A leader that
 * was wrongly suspected waits for a majority that it cannot get any more. */
static syn_thread start(const char *name, void (*run)(void *), const void *arg,
                        size_t size)
{
    return syn_spawn_with((&(const syn_spawning){.name = name,
                                                 .run = run,
                                                 .arg = (void *)arg,
                                                 .arg_size = size,
                                                 .is_daemon = true}));
}

/* From the last term to the first, for each leader has to know the next. */
static void replicate(void *arg)
{
    const setup *s = arg;
    leader l = {.s = s, .client = syn_spawn("client", client, NULL)};
    for (int i = 0; i < s->replicas; i++)
        l.replicas[i] = start("replica", replica, s, sizeof *s);
    members all = {.terms = s->faults + 1};
    for (l.term = s->faults; l.term >= 0; l.term--)
        all.leaders[l.term] = l.next = start("leader", lead, &l, sizeof l);
    syn_publish(MEMBERS, &all, sizeof all);
    syn_at_end(check_stamps, NULL);
    syn_broadcast(all.leaders, (size_t)all.terms, REQUEST, NULL, 0);
}

static void show(FILE *out, const void *data, size_t size)
{
    const report *r = data;
    if (size == sizeof *r)
        fprintf(out, "term %d, accepted %d, stamp %d", r->term, r->accepted, r->stamp);
}

int main(int argc, char **argv)
{
    static const char *const names[] = {"REQUEST", "LEAD", "ASK", "STATE",
                                        "APPEND",  "ACK",  "DONE"};
    for (uint32_t tag = REQUEST; tag <= DONE; tag++)
        syn_describe(tag, names[tag], tag == DONE ? NULL : show);
    return syn_main(
        argc, argv, {"rlog_1_3", replicate, &(setup){1, 3, .is_selective = true}},
        {"rlog_1_4", replicate, &(setup){1, 4, .is_selective = true}},
        {"rlog_2_3", replicate, &(setup){2, 3, .is_selective = true}},
        {"rlog_2_4", replicate, &(setup){2, 4, .is_selective = true}},
        {"nonsel_1_3", replicate, &(setup){1, 3, .is_selective = false}},
        {"nonsel_2_3", replicate, &(setup){2, 3, .is_selective = false}},
        {"minority", replicate, &(setup){1, 3, .is_selective = true, .too_few = 1}},
        {"forgetful", replicate, &(setup){1, 3, .is_selective = true, .forgets = true}},
        {"obedient", replicate, &(setup){1, 3, .obeys_all = true}});
}
