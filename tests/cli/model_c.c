/* What can be said about a model in C, a test each; model_c.py says what must come out.
 */
#include "synod.h"

#include <stdlib.h>
#include <string.h>

enum { ASK = 1, VOTE, BYTES };

static int begun; /* a model must not have such a variable */

static void print_vote(FILE *out, const void *data, size_t size)
{
    (void)size;
    fprintf(out, "for=%d", *(const int *)data);
}

static void client(void *arg)
{
    syn_send_int(*(syn_thread *)arg, ASK, (int)syn_self());
}

static syn_thread start(const char *name, void (*run)(void *arg))
{
    syn_thread me = syn_self();
    syn_spawning s = {.name = name, .run = run, .arg = &me, .arg_size = sizeof me};
    return syn_spawn_with(&s);
}

static void receive_from(int count)
{
    for (int i = 0; i < count; i++)
        start("client", client);
    for (int i = 0; i < count; i++)
        syn_recv();
}

static void one(void *arg)
{
    (void)arg;
    receive_from(1);
}

static void fine(void *arg)
{
    (void)arg;
    receive_from(2);
}

static void seven(void *arg)
{
    (void)arg;
    receive_from(7);
}

static void twenty(void *arg)
{
    (void)arg;
    receive_from(20);
}

/* ---- What fails ---- */

static void wrong(void *arg)
{
    (void)arg;
    start("client", client);
    start("client", client);
    start("idle", client);
    syn_note("all are there");
    int who = syn_int(syn_recv());
    syn_assert(who == 1, "it was %d", who);
}

static void vote(void *arg)
{
    syn_assume(syn_flip());
    syn_send_int(*(syn_thread *)arg, VOTE, 3);
    syn_recv_tag(VOTE);
}

static void stuck(void *arg)
{
    (void)arg;
    syn_thread voter = start("voter", vote);
    syn_recv_tag(VOTE);
    syn_join(voter);
}

static void segv(void *arg)
{
    (void)arg;
    receive_from(1);
    *(volatile int *)NULL = 7;
}

static void fpe(void *arg)
{
    volatile int zero = 0;
    (void)arg;
    receive_from(1);
    zero = 7 / zero;
}

static void aborts(void *arg)
{
    (void)arg;
    receive_from(1);
    abort();
}

static int deep(int n)
{
    volatile char room[1000];
    memset((char *)room, n, sizeof room);
    return n > 0 ? deep(n - 1) + room[7] : 0;
}

static void overflow(void *arg)
{
    (void)arg;
    receive_from(1);
    deep(1000000);
}

static void loop(void *arg)
{
    (void)arg;
    receive_from(1);
    for (volatile int i = 0;; i++)
        ;
}

static void unread(void *arg)
{
    (void)arg;
    syn_join(start("client", client));
}

static void content(void *arg)
{
    (void)arg;
    syn_send(syn_self(), BYTES, "abc", 3);
    syn_int(syn_recv()); /* of three bytes */
}

static void misuse(void *arg)
{
    (void)arg;
    syn_nondet(0);
}

static void count_votes(void *state, const syn_observation *o)
{
    int *votes = state;
    syn_assert(++*votes < 2, "vote %d, by thread %u", *votes, o->from);
}

static bool is_vote(const syn_observation *o)
{
    return o->tag == VOTE;
}

static void voter(void *arg)
{
    syn_send_int(*(syn_thread *)arg, VOTE, 1);
}

static void monitor(void *arg)
{
    syn_monitoring m = {.name = "once",
                        .accepts = is_vote,
                        .see = count_votes,
                        .state_size = sizeof(int)};
    (void)arg;
    syn_monitor(&m);
    start("voter", voter);
    start("voter", voter);
}

static void publisher(void *arg)
{
    (void)arg;
    syn_publish_int(7, (int)syn_nondet(3));
}

static void check_published(void *arg)
{
    int value = 0;
    (void)arg;
    syn_published_int(1, 7, &value);
    syn_assert(value < 2, "%d was published", value);
}

static void at_end(void *arg)
{
    (void)arg;
    syn_at_end(check_published, NULL);
    start("publisher", publisher);
}

static void hidden(void *arg)
{
    (void)arg;
    start("client", client);
    if (begun++ > 0)
        start("client", client);
    syn_recv();
}

/* It fails with a number that only the order of runs explains. */
static void count_alone(void *arg)
{
    syn_recv();
    begun++;
    syn_tell(*(syn_thread *)arg, ASK);
}

static void shared(void *arg)
{
    (void)arg;
    for (int i = 0; i < 2; i++)
        syn_tell(start("counter", count_alone), ASK);
    syn_recv();
    syn_recv();
    syn_assert(begun == 2, "%d have counted", begun);
}

static void carrier(void *arg)
{
    int x = 5;
    syn_send_lossy(*(syn_thread *)arg, ASK, &x, sizeof x);
}

static void lossy(void *arg)
{
    (void)arg;
    start("carrier", carrier);
    syn_recv();
}

static void endless(void *arg)
{
    (void)arg;
    for (;;)
        syn_tell(syn_self(), ASK);
}

/* Only the third of four clients has a part in the failure. */
static void part(void *arg)
{
    syn_thread clients[4];
    (void)arg;
    for (int i = 0; i < 4; i++)
        clients[i] = start("client", client);
    syn_recv_from(clients[2]);
    syn_fail("enough");
}

/* ---- One after the other ---- */

static void talker(void *arg)
{
    fprintf(stderr, "client %u\n", syn_self());
    syn_send_int(*(syn_thread *)arg, ASK, 1);
    fprintf(stderr, "sent %u\n", syn_self());
}

static void straight(void *arg)
{
    (void)arg;
    fprintf(stderr, "begins\n");
    start("client", talker);
    start("client", talker);
    syn_recv();
    syn_recv();
    fprintf(stderr, "received\n");
    syn_fail("both were there");
}

int main(int argc, char **argv)
{
    syn_describe(ASK, "ASK", NULL);
    syn_describe(VOTE, "VOTE", print_vote);
    syn_describe(BYTES, "BYTES", NULL);
    return syn_main(argc, argv, SYN_TEST(one), SYN_TEST(fine), SYN_TEST(seven),
                    SYN_TEST(twenty), SYN_TEST(wrong), SYN_TEST(stuck), SYN_TEST(segv),
                    SYN_TEST(fpe), SYN_TEST(aborts), SYN_TEST(overflow), SYN_TEST(loop),
                    SYN_TEST(unread), SYN_TEST(content), SYN_TEST(misuse),
                    SYN_TEST(monitor), SYN_TEST(at_end), SYN_TEST(hidden),
                    SYN_TEST(shared), SYN_TEST(lossy), SYN_TEST(endless),
                    SYN_TEST(part), SYN_TEST(straight));
}
