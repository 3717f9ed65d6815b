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
 * The messages of nodes rely on order, so that the protocol is wrong with --model asyn.
 * The storage needs even more.  The old tail stores a, and tells the new tail so, which
 * stores b: b must not come first, though two nodes sent them.  Hence SYN_MBOX.
 *
 * With -DUNCHECKED nothing is claimed: to count executions of a protocol that is wrong.
 */
#include <synod.h>

enum { QUERY, CONFIG, WRITE, READ, UPDATE, ACK, ANSWER, STORE, FAIL };
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

typedef struct config {
    int version;
    syn_thread head, tail;
    syn_thread before, after; /* of the node that gets it */
    syn_thread storage;
} config;

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
    config place;
    history log;
    int stored; /* so many are in the storage, as far as it knows */
} node;

static bool is_head(const node *n)
{
    return n->place.head == syn_self();
}

static bool is_tail(const node *n)
{
    return n->place.tail == syn_self();
}

static void tell_client(const node *n, entry to)
{
    answer a = {.to = to, .seen = n->log};
    syn_send_value(to.client, ANSWER, a);
}

static void store(node *n, int i)
{
    request r = {.version = n->place.version, .index = i, .what = n->log.at[i]};
    syn_model order = n->s->stores_p2p ? SYN_P2P : SYN_MBOX;
    syn_send_as(order, n->place.storage, STORE, &r, sizeof r);
    n->stored = i + 1;
    if (!is_head(n))
        syn_send_int(n->place.before, ACK, n->stored);
    tell_client(n, r.what);
}

static void forward(node *n, int i)
{
    request r = {.version = n->place.version, .index = i, .what = n->log.at[i]};
    if (is_tail(n))
        store(n, i);
    else
        syn_send_value(n->place.after, UPDATE, r);
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

static void take_place(node *n, config place)
{
    n->place = place;
    if (n->s->does_not_repeat)
        return;
    if (is_tail(n))
        read_acks(n);
    for (int i = is_tail(n) ? n->stored : 0; i < n->log.length; i++)
        forward(n, i);
}

static void append(node *n, int index, entry x)
{
    if (!add(&n->log, index, x))
        return;
    if (is_head(n) && n->s->answers_early)
        tell_client(n, x);
    forward(n, n->log.length - 1);
}

static void handle(node *n, syn_msg m)
{
    if (m.tag == CONFIG) {
        take_place(n, syn_value(config, m));
        return;
    }
    request r = syn_value(request, m);
    if (m.tag == UPDATE)
        append(n, r.index, r.what);
    else if (m.tag == WRITE && is_head(n) && !contains(&n->log, r.what.value))
        append(n, n->log.length, r.what);
    else if (m.tag == READ && is_tail(n))
        tell_client(n, r.what);
}

/* Versions come first in all messages but ACK. */
static bool concerns_node(const syn_msg *m, const void *context)
{
    int its = *(const int *)m->data, mine = *(const int *)context;
    return m->tag == CONFIG ? its > mine : m->tag != ACK && its == mine;
}

static bool is_no_ack(const syn_msg *m, const void *context)
{
    (void)context;
    return m->tag != ACK;
}

static void run_node(void *arg)
{
    node n = {.s = arg};
    for (;;)
        handle(&n, syn_recv_if(n.s->takes_any_version ? is_no_ack : concerns_node,
                               &n.place.version, sizeof n.place.version));
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

static void tell_config(const chain *c, syn_thread to, int place)
{
    config news = {.version = c->version,
                   .head = c->at[0],
                   .tail = c->at[c->length - 1],
                   .storage = c->storage};
    if (place > 0)
        news.before = c->at[place - 1];
    if (place < c->length - 1)
        news.after = c->at[place + 1];
    syn_send_value(to, CONFIG, news);
}

static void announce(chain *c)
{
    c->version++;
    for (int i = 0; i < c->length; i++)
        tell_config(c, c->at[i], i);
    for (int i = 0; i < c->asked; i++)
        tell_config(c, c->clients[i], 0);
}

/* The last one stays, whatever is said about it. */
static void expel(chain *c, syn_thread who)
{
    int place = 0;
    while (place < c->length && c->at[place] != who)
        place++;
    if (place == c->length || c->length == 1)
        return;
    for (int i = place + 1; i < c->length; i++)
        c->at[i - 1] = c->at[i];
    c->length--;
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
            tell_config(c, m.from, 0);
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

/* A thread that waits for messages as long as there are any. */
static syn_thread start(const char *name, void (*run)(void *), void *arg)
{
    return syn_spawn_with((&(const syn_spawning){
        .name = name, .run = run, .arg = arg, .is_daemon = true}));
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
    chain c = {.length = s->nodes, .storage = start("storage", storage, NULL)};
    for (int i = 0; i < s->nodes; i++)
        c.at[i] = c.nodes[i] = start("node", run_node, arg);
    announce(&c);

    for (int value = 0; value < CLIENTS; value++)
        syn_spawn_value(value == 0 ? "reader" : "writer", client, value);
    syn_spawn("environment", environment, arg);
    coordinate(&c, s->faults);
}

/* ---- For traces ---- */

static void show(FILE *out, const void *data, size_t size)
{
    const config *c = data;
    const request *r = data;
    const answer *a = data;
    if (size == sizeof *c)
        fprintf(out, "version %d, head %u, tail %u", c->version, c->head, c->tail);
    else if (size == sizeof *r)
        fprintf(out, "version %d, %d at %d", r->version, r->what.value, r->index);
    else if (size == sizeof *a)
        fprintf(out, "sees %d writes", a->seen.length);
    else
        fprintf(out, "%d", *(const int *)data);
}

int main(int argc, char **argv)
{
    static const char *const names[] = {"QUERY", "CONFIG", "WRITE", "READ", "UPDATE",
                                        "ACK",   "ANSWER", "STORE", "FAIL"};
    for (uint32_t tag = QUERY; tag <= FAIL; tag++)
        syn_describe(tag, names[tag], show);
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
