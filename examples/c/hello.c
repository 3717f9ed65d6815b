/* hello.c -- the first model: a ball goes to a player and back.
 *
 * A test is a function.  What it spawns are threads, which have nothing in common but
 * messages.  Synod runs it in every way in which messages can arrive.
 */
#include <synod.h>

enum { PING, PONG };

static void player(void *arg)
{
    int strength = *(int *)arg;
    syn_msg ball = syn_recv();
    syn_send_int(ball.from, PONG, syn_int(ball) + strength);
}

static void ping_pong(void *arg)
{
    (void)arg;
    int strength = 1;
    syn_thread friend = syn_spawn_value("player", player, strength);
    syn_send_int(friend, PING, 41);
    syn_assert(syn_int(syn_recv()) == 42, "the ball came back changed");
}

/* The mistake that everybody makes once: two were asked, and whose answer comes first
 * is not known. */
static void two_players(void *arg)
{
    (void)arg;
    int strengths[] = {1, 2};
    for (int i = 0; i < 2; i++)
        syn_send_int(syn_spawn_value("player", player, strengths[i]), PING, 41);
    syn_assert(syn_int(syn_recv()) == 42, "the second player was faster");
}

int main(int argc, char **argv)
{
    syn_describe(PING, "PING", NULL);
    syn_describe(PONG, "PONG", NULL);
    return syn_main(argc, argv, SYN_TEST(ping_pong), SYN_TEST(two_players));
}
