/* commit.c -- transactions over keys that two committers share: distributed commit.
 *
 * Key k is in the care of committer k % 2.  T transactions come at once, each with some
 * of K keys, any: commit_T_K.  Transaction t goes to committer t % 2, its home.  That
 * one locks its own keys, asks the other to lock the rest, and commits when both could;
 * a key that another transaction has locked makes a transaction abort, so that nobody
 * ever waits and there are no deadlocks.
 *
 * When all is over:
 *   - a transaction was done by both committers, or by neither, and its client knows;
 *   - two transactions were done in the same order wherever they met;
 *   - no key is locked.
 */
#include <synod.h>

enum { ROLE, BEGIN, PREPARE, VOTE, FINISH, OUTCOME };
enum { MEMBERS, STATE, RESULT }; /* what is published */
enum { MOST_KEYS = 3, MOST_TRANSACTIONS = 4, COMMITTERS = 2, FREE = -1 };

typedef struct setup {
    int transactions, keys;
    bool is_deaf;     /* these are bugs: commits whatever the other votes */
    bool never_locks; /* says yes to everything */
    bool keeps_locks; /* ... when it aborts */
} setup;

typedef struct transaction {
    int id;
    int keys; /* bit k: key k */
    syn_thread client;
} transaction;

typedef struct verdict { /* VOTE and FINISH */
    transaction what;
    int yes;
} verdict;

/* ---- A committer ---- */

typedef struct committer {
    int number;
    int locked_by[MOST_KEYS];
    int done; /* so many transactions */
    transaction at[MOST_TRANSACTIONS];
} committer;

static bool is_mine(const committer *c, const transaction *t, int key)
{
    return key % COMMITTERS == c->number && (t->keys >> key & 1) == 1;
}

/* All that are in its care, or none. */
static bool lock_keys(const setup *s, committer *c, const transaction *t)
{
    for (int k = 0; k < s->keys && !s->never_locks; k++)
        if (is_mine(c, t, k) && c->locked_by[k] != FREE)
            return false;
    for (int k = 0; k < s->keys; k++)
        if (is_mine(c, t, k))
            c->locked_by[k] = t->id;
    return true;
}

static void unlock_keys(committer *c, const transaction *t)
{
    for (int k = 0; k < MOST_KEYS; k++)
        if (c->locked_by[k] == t->id)
            c->locked_by[k] = FREE;
}

static bool concerns(const setup *s, int number, const transaction *t)
{
    for (int k = 0; k < s->keys; k++)
        if (k % COMMITTERS == number && (t->keys >> k & 1) == 1)
            return true;
    return false;
}

/* The transaction is over here. */
static void finish(const setup *s, committer *c, const transaction *t, bool yes)
{
    if (yes && concerns(s, c->number, t))
        c->at[c->done++] = *t;
    if (yes || !s->keeps_locks)
        unlock_keys(c, t);
}

static void finish_at_home(const setup *s, committer *c, const transaction *t, bool yes)
{
    finish(s, c, t, yes);
    syn_send_int(t->client, OUTCOME, yes);
}

static void begin(const setup *s, committer *c, syn_thread other, const transaction *t)
{
    if (!lock_keys(s, c, t)) {
        syn_send_int(t->client, OUTCOME, false);
        return;
    }
    if (concerns(s, 1 - c->number, t))
        syn_send_value(other, PREPARE, *t);
    else
        finish_at_home(s, c, t, true);
}

static void handle(const setup *s, committer *c, syn_thread other, syn_msg m)
{
    if (m.tag == BEGIN) {
        begin(s, c, other, &syn_value(transaction, m));
    } else if (m.tag == PREPARE) {
        verdict v = {.what = syn_value(transaction, m)};
        v.yes = lock_keys(s, c, &v.what);
        syn_send_value(other, VOTE, v);
    } else if (m.tag == VOTE) { /* to no there is nothing to add for the other */
        verdict v = syn_value(verdict, m);
        finish_at_home(s, c, &v.what, v.yes || s->is_deaf);
        if (v.yes)
            syn_send_value(other, FINISH, v);
    } else {
        finish(s, c, &syn_value(verdict, m).what, true);
    }
}

typedef struct role {
    int number;
    syn_thread other;
} role;

static void run_committer(void *arg)
{
    const setup *s = arg;
    role mine = syn_value(role, syn_recv_tag(ROLE));
    committer c = {.number = mine.number};
    for (int k = 0; k < MOST_KEYS; k++)
        c.locked_by[k] = FREE;
    for (;;) {
        syn_publish(STATE, &c, sizeof c);
        handle(s, &c, mine.other, syn_recv());
    }
}

/* ---- Clients ---- */

typedef struct client_setup {
    syn_thread home;
    int id, keys;
} client_setup;

static void client(void *arg)
{
    const client_setup *mine = arg;
    int subsets = 1 << mine->keys;
    transaction t = {.id = mine->id,
                     .keys = 1 + (int)syn_nondet((uint32_t)subsets - 1),
                     .client = syn_self()};
    syn_send_value(mine->home, BEGIN, t);
    syn_publish_int(RESULT, syn_int(syn_recv_tag(OUTCOME)));
}

/* ---- When all is over ---- */

typedef struct members {
    const setup *s;
    syn_thread committers[COMMITTERS];
    syn_thread clients[MOST_TRANSACTIONS];
} members;

/* In which place it was done; FREE: it was not. */
static int place_of(const committer *c, int id)
{
    for (int i = 0; i < c->done; i++)
        if (c->at[i].id == id)
            return i;
    return FREE;
}

static void check_atomic(const members *all, const committer *const c[], int id)
{
    int is_told = 0;
    (void)syn_published_int(all->clients[id], RESULT, &is_told);
    for (int i = 0; i < COMMITTERS; i++) {
        int place = place_of(c[i], id);
        syn_assert(is_told || place == FREE,
                   "transaction %d was aborted, and done by %d", id, i);
        for (int k = 0; k < COMMITTERS && place != FREE; k++)
            syn_assert(place_of(c[k], id) != FREE ||
                           !concerns(all->s, k, &c[i]->at[place]),
                       "transaction %d was done by %d, and not by %d", id, i, k);
    }
}

/* Which of two was first at a committer, if they met there: -1 or 1. */
static int order_of(const committer *c, int id, int other)
{
    int a = place_of(c, id), b = place_of(c, other);
    if (a == FREE || b == FREE)
        return 0;
    for (int k = c->number; k < MOST_KEYS; k += COMMITTERS)
        if ((c->at[a].keys & c->at[b].keys) >> k & 1)
            return a < b ? -1 : 1;
    return 0;
}

static void check_all(void *arg)
{
    (void)arg;
    size_t size;
    const members *all = syn_published(SYN_FIRST, MEMBERS, &size);
    const committer *c[COMMITTERS];
    for (int i = 0; i < COMMITTERS; i++)
        c[i] = syn_published(all->committers[i], STATE, &size);
    for (int id = 0; id < all->s->transactions; id++) {
        check_atomic(all, c, id);
        for (int other = 0; other < id; other++)
            syn_assert(order_of(c[0], id, other) * order_of(c[1], id, other) >= 0,
                       "transactions %d and %d were done in both orders", other, id);
    }
    for (int i = 0; i < COMMITTERS; i++)
        for (int k = 0; k < MOST_KEYS; k++)
            syn_assert(c[i]->locked_by[k] == FREE, "key %d is locked for ever", k);
}

static void serve(void *arg)
{
    const setup *s = arg;
    members all = {.s = s};
    for (int i = 0; i < COMMITTERS; i++)
        all.committers[i] = syn_spawn_with((&(const syn_spawning){
            .name = "committer", .run = run_committer, .arg = arg, .is_daemon = true}));
    for (int i = 0; i < COMMITTERS; i++) {
        role its = {.number = i, .other = all.committers[1 - i]};
        syn_send_value(all.committers[i], ROLE, its);
    }
    for (int id = 0; id < s->transactions; id++) {
        client_setup its = {all.committers[id % COMMITTERS], id, s->keys};
        all.clients[id] = syn_spawn_value("client", client, its);
    }
    syn_publish(MEMBERS, &all, sizeof all);
    syn_at_end(check_all, NULL);
}

/* ---- For traces ---- */

static void show(FILE *out, const void *data, size_t size)
{
    const transaction *t = data;
    fprintf(out, "transaction %d, keys", t->id);
    for (int k = 0; k < MOST_KEYS; k++)
        if ((t->keys >> k & 1) == 1)
            fprintf(out, " %d", k);
    if (size == sizeof(verdict))
        fputs(((const verdict *)data)->yes ? ": yes" : ": no", out);
}

static void show_role(FILE *out, const void *data, size_t size)
{
    (void)size;
    fprintf(out, "committer %d", ((const role *)data)->number);
}

int main(int argc, char **argv)
{
    syn_describe(ROLE, "ROLE", show_role);
    syn_describe(BEGIN, "BEGIN", show);
    syn_describe(PREPARE, "PREPARE", show);
    syn_describe(VOTE, "VOTE", show);
    syn_describe(FINISH, "FINISH", show);
    syn_describe(OUTCOME, "OUTCOME", NULL);
    return syn_main(argc, argv,
                    {"commit_2_2", serve, &(setup){.transactions = 2, .keys = 2}},
                    {"commit_2_3", serve, &(setup){.transactions = 2, .keys = 3}},
                    {"commit_3_2", serve, &(setup){.transactions = 3, .keys = 2}},
                    {"commit_3_3", serve, &(setup){.transactions = 3, .keys = 3}},
                    {"commit_4_3", serve, &(setup){.transactions = 4, .keys = 3}},
                    {"deaf", serve, &(setup){2, 2, .is_deaf = true}},
                    {"never_locks", serve, &(setup){2, 2, .never_locks = true}},
                    {"keeps_locks", serve, &(setup){2, 2, .keeps_locks = true}});
}
