/* chain.c -- chain replication (van Renesse and Schneider, OSDI 2004) with a
 * coordinator that expels nodes from the chain.
 *
 *     writer --WRITE--> head --UPDATE--> ... --UPDATE--> tail --STORE--> storage
 *                                                        |
 *     writer <-----------------ANSWER--------------------+<--READ-- reader
 *
 * Two writers and a reader are served by N nodes, of which F are expelled, whichever
 * and whenever: chain_F_N.  An expelled node is not told, and goes on as before (it was
 * only slow): the split brain.  So every change of the chain has a version, and a node
 * receives nothing but what carries its own.  What is stale stays unread.
 *
 * A node that gets a new place in the chain repeats what it knows: to its new
 * successor, or, if it is the tail now, to the storage.  What the tail before it has
 * stored already it need not store again: ACKs tell, if they come in time.
 *
 * The messages of nodes rely on order, so that the protocol is wrong with --network
 * bag. The storage needs even more.  The old tail stores a, and tells the new tail so,
 * which stores b: b must not come first, though two nodes sent them.  Hence SYN_MBOX.
 *
 * With -DUNCHECKED nothing is claimed: to count executions of a protocol that is wrong.
 */
#include <synod.h>

enum { QUERY, CONFIG, PLACE, WRITE, READ, UPDATE, ACK, ANSWER, STORE, FAIL };
enum { WRITERS = 2, CLIENTS = 3, MOST = 10 };
#define COORDINATOR SYN_FIRST

#ifdef UNCHECKED
#define CLAIM(condition, ...) ((void)(condition))
#else
#define CLAIM(...) syn_assert(__VA_ARGS__)
#endif

typedef struct setup {
    int faults, nodes;
    bool is_monitored;
    bool takes_any_version; /* these are bugs, from here on */
    bool does_not_repeat;
    bool answers_early;
    bool stores_p2p;
} setup;

/* ---- What messages carry ---- */

typedef struct entry {
    syn_thread client; /* to be told */
    int value;         /* 0: of a reader */
} entry;

typedef struct history { /* what a replica has */
    int length;
    entry at[WRITERS];
} history;

typedef struct config { /* for clients */
    int version;
    syn_thread head, tail;
} config;

typedef struct place { /* for a node */
    int version;
    int is_head, is_tail;
    syn_thread after; /* its successor; of the tail: the storage */
} place;

typedef struct request { /* WRITE, READ, UPDATE and STORE */
    int version;
    int index; /* in the log */
    entry what;
} request;

typedef struct answer {
    entry to;
    history seen;
} answer;

static bool contains(const history *h, int value)
{
    for (int i = 0; i < h->length; i++)
        if (h->at[i].value == value)
            return true;
    return false;
}

/* True if X was not there yet. */
static bool add(history *h, int index, entry x)
{
    CLAIM(index <= h->length, "value %d comes before what precedes it", x.value);
    CLAIM(index >= h->length || h->at[index].value == x.value,
          "logs disagree: %d or %d at %d", h->at[index].value, x.value, index);
    if (contains(h, x.value))
        return false;
    h->at[h->length++] = x;
    return true;
}

/* ---- The storage: one that does not fail, and gets everything in order ---- */

static void storage(void *arg)
{
    (void)arg;
    history stored = {0};
    for (;;) {
        request r = syn_value(request, syn_recv());
        (void)add(&stored, r.index, r.what);
    }
}

/* ---- A node ---- */

typedef struct node {
    const setup *s;
    place at;
    history log;
    int stored; /* so many are in the storage, as far as it knows */
} node;

static void tell_client(const node *n, entry to)
{
    answer a = {.to = to, .seen = n->log};
    syn_send_value(to.client, ANSWER, a);
}

static void forward(node *n, int i)
{
    request r = {.version = n->at.version, .index = i, .what = n->log.at[i]};
    if (!n->at.is_tail) {
        syn_send_value(n->at.after, UPDATE, r);
        return;
    }
    syn_model order = n->s->stores_p2p ? SYN_P2P : SYN_MBOX;
    syn_send_as(order, n->at.after, STORE, &r, sizeof r);
    n->stored = i + 1;
    tell_client(n, r.what);
}

/* Looks at what ACKs there are.  Until it is needed nobody reads them, and then the
 * order in which they came makes no difference: nothing to explore. */
static void read_acks(node *n)
{
    syn_msg m;
    syn_filter ack = {.tags = (const uint32_t[]){ACK}, .tag_count = 1};
    while (n->stored < n->log.length && syn_try_receive(&ack, &m))
        if (n->stored < syn_int(m))
            n->stored = syn_int(m);
}

static void take_place(node *n, place at)
{
    n->at = at;
    if (n->s->does_not_repeat)
        return;
    if (at.is_tail)
        read_acks(n);
    for (int i = at.is_tail ? n->stored : 0; i < n->log.length; i++)
        forward(n, i);
}

static void append(node *n, int index, entry x)
{
    if (!add(&n->log, index, x))
        return;
    if (n->at.is_head && n->s->answers_early)
        tell_client(n, x);
    forward(n, n->log.length - 1);
}

static void update(node *n, syn_thread from, request r)
{
    append(n, r.index, r.what);
    if (n->at.is_tail)
        syn_send_int(from, ACK, n->stored);
}

static void handle(node *n, syn_msg m)
{
    if (m.tag == PLACE) {
        take_place(n, syn_value(place, m));
        return;
    }
    request r = syn_value(request, m);
    if (m.tag == UPDATE)
        update(n, m.from, r);
    else if (m.tag == WRITE && n->at.is_head && !contains(&n->log, r.what.value))
        append(n, n->log.length, r.what);
    else if (m.tag == READ && n->at.is_tail)
        tell_client(n, r.what);
}

/* Versions come first in all messages but ACK. */
static bool concerns_node(const syn_msg *m, const void *context)
{
    int its = *(const int *)m->data, mine = *(const int *)context;
    return m->tag == PLACE ? its > mine : m->tag != ACK && its == mine;
}

static bool is_no_ack(const syn_msg *m, const void *context)
{
    (void)context;
    return m->tag != ACK;
}

static void run_node(void *arg)
{
    node n = *(const node *)arg;
    for (;;)
        handle(&n, syn_recv_if(n.s->takes_any_version ? is_no_ack : concerns_node,
                               &n.at.version, sizeof n.at.version));
}

/* ---- Clients: they ask the coordinator where to go, and ask again at the new place
 * when the chain changes before they have an answer ---- */

static bool concerns_client(const syn_msg *m, const void *context)
{
    return m->tag == ANSWER || *(const int *)m->data > *(const int *)context;
}

static void client(void *arg)
{
    int value = *(int *)arg;
    config c = {0};
    syn_send_int(COORDINATOR, QUERY, value);
    for (;;) {
        syn_msg m = syn_recv_if(concerns_client, &c.version, sizeof c.version);
        if (m.tag == ANSWER)
            return;
        c = syn_value(config, m);
        request r = {.version = c.version, .what = {syn_self(), value}};
        if (value == 0)
            syn_send_value(c.tail, READ, r);
        else
            syn_send_value(c.head, WRITE, r);
    }
}

/* ---- Faults: the chain learns of a node, any, that it does not answer ---- */

static void environment(void *arg)
{
    const setup *s = arg;
    for (int i = 0; i < s->faults; i++)
        syn_send_int(COORDINATOR, FAIL, (int)syn_nondet((uint32_t)s->nodes));
}

/* ---- The coordinator ---- */

typedef struct chain {
    int version, length;
    syn_thread at[MOST];
    syn_thread nodes[MOST]; /* the expelled ones too */
    syn_thread storage;
    int asked;
    syn_thread clients[CLIENTS]; /* that have asked */
} chain;

static place place_of(const chain *c, int i)
{
    bool is_tail = i == c->length - 1;
    return (place){.version = c->version,
                   .is_head = i == 0,
                   .is_tail = is_tail,
                   .after = is_tail ? c->storage : c->at[i + 1]};
}

static void tell_config(const chain *c, syn_thread client)
{
    config news = {c->version, c->at[0], c->at[c->length - 1]};
    syn_send_value(client, CONFIG, news);
}

static void announce(const chain *c)
{
    for (int i = 0; i < c->length; i++) {
        place news = place_of(c, i);
        syn_send_value(c->at[i], PLACE, news);
    }
    for (int i = 0; i < c->asked; i++)
        tell_config(c, c->clients[i]);
}

/* The last one stays, whatever is said about it. */
static void expel(chain *c, syn_thread who)
{
    int i = 0;
    while (i < c->length && c->at[i] != who)
        i++;
    if (i == c->length || c->length == 1)
        return;
    for (c->length--; i < c->length; i++)
        c->at[i] = c->at[i + 1];
    c->version++;
    announce(c);
}

static void coordinate(chain *c, int faults)
{
    for (int left = CLIENTS + faults; left > 0; left--) {
        syn_msg m = syn_recv();
        if (m.tag == FAIL) {
            expel(c, c->nodes[syn_int(m)]);
        } else {
            c->clients[c->asked++] = m.from;
            tell_config(c, m.from);
        }
    }
}

/* ---- Strong consistency: who begins to read after a write is done sees it ---- */

typedef struct timeline {
    bool is_done[WRITERS + 1];  /* by value */
    bool was_done[WRITERS + 1]; /* ... when the reader began */
} timeline;

static bool is_request_or_answer(const syn_observation *o)
{
    if (o->is_receive)
        return o->tag == ANSWER;
    return o->tag == QUERY && *(const int *)o->data == 0;
}

static void see_request_or_answer(void *state, const syn_observation *o)
{
    timeline *t = state;
    if (!o->is_receive) {
        for (int v = 1; v <= WRITERS; v++)
            t->was_done[v] = t->is_done[v];
        return;
    }
    const answer *a = o->data;
    t->is_done[a->to.value] = true;
    for (int v = 1; v <= WRITERS && a->to.value == 0; v++)
        CLAIM(!t->was_done[v] || contains(&a->seen, v),
              "%d was written, and is not read", v);
}

/* Threads that wait for messages as long as there are any. */
static syn_thread start(const char *name, void (*run)(void *), node *first)
{
    return syn_spawn_with((&(const syn_spawning){.name = name,
                                                 .run = run,
                                                 .arg = first,
                                                 .arg_size = sizeof *first,
                                                 .is_daemon = true}));
}

static const syn_monitoring strong_consistency = {.name = "strong consistency",
                                                  .sees_receives = true,
                                                  .accepts = is_request_or_answer,
                                                  .see = see_request_or_answer,
                                                  .state_size = sizeof(timeline)};

static void replicate(void *arg)
{
    const setup *s = arg;
    if (s->is_monitored)
        syn_monitor(&strong_consistency);
    node n = {.s = s};
    chain c = {.version = 1, .length = s->nodes};
    c.storage = start("storage", storage, &n);
    for (int i = s->nodes - 1; i >= 0; i--) { /* each has to know the one after it */
        n.at = place_of(&c, i);
        c.at[i] = c.nodes[i] = start("node", run_node, &n);
    }
    for (int value = 0; value < CLIENTS; value++)
        syn_spawn_value(value == 0 ? "reader" : "writer", client, value);
    syn_spawn("environment", environment, arg);
    coordinate(&c, s->faults);
}

/* ---- For traces ---- */

static void show(FILE *out, const void *data, size_t size)
{
    (void)size;
    const request *r = data;
    fprintf(out, "version %d, value %d, index %d", r->version, r->what.value, r->index);
}

static void show_version(FILE *out, const void *data, size_t size)
{
    (void)size;
    fprintf(out, "version %d", *(const int *)data);
}

static void show_answer(FILE *out, const void *data, size_t size)
{
    (void)size;
    fprintf(out, "%d writes", ((const answer *)data)->seen.length);
}

int main(int argc, char **argv)
{
    syn_describe(QUERY, "QUERY", NULL);
    syn_describe(CONFIG, "CONFIG", show_version);
    syn_describe(PLACE, "PLACE", show_version);
    syn_describe(WRITE, "WRITE", show);
    syn_describe(READ, "READ", show);
    syn_describe(UPDATE, "UPDATE", show);
    syn_describe(ACK, "ACK", NULL);
    syn_describe(ANSWER, "ANSWER", show_answer);
    syn_describe(STORE, "STORE", show);
    syn_describe(FAIL, "FAIL", NULL);
    return syn_main(
        argc, argv, {"chain_0_3", replicate, &(setup){.faults = 0, .nodes = 3}},
        {"chain_0_10", replicate, &(setup){.faults = 0, .nodes = 10}},
        {"chain_1_3", replicate, &(setup){.faults = 1, .nodes = 3}},
        {"chain_1_4", replicate, &(setup){.faults = 1, .nodes = 4}},
        {"chain_2_3", replicate, &(setup){.faults = 2, .nodes = 3}},
        {"chain_2_4", replicate, &(setup){.faults = 2, .nodes = 4}},
        {"monitored", replicate, &(setup){1, 2, .is_monitored = true}},
        {"split_brain", replicate, &(setup){1, 2, .takes_any_version = true}},
        {"forgetful", replicate, &(setup){1, 3, .does_not_repeat = true}},
        {"early", replicate,
         &(setup){0, 2, .is_monitored = true, .answers_early = true}},
        {"unordered", replicate, &(setup){1, 2, .stores_p2p = true}});
}
