/* two_phase.c -- two-phase commit (Gray 1978): N participants commit a transaction
 * together, or abort it together.
 *
 * Every participant votes yes or no, and the coordinator collects the votes in the
 * order in which they come: N! orders of 2^N votes, so many behaviours there are.  That
 * the decisions are delivered in one order or another, nobody can see, and Synod does
 * not try it: 2 participants 8, 3 participants 48, 4 participants 384.
 */
#include <synod.h>

enum { PREPARE, VOTE, DECISION, MOST = 8 };
enum { OUTCOME, MEMBERS }; /* what is published */
enum { ABORT, COMMIT };

typedef struct setup {
    int participants;
    int enough; /* votes for yes */
} setup;

/* Who votes no has made up its mind: it aborts without waiting for anybody. */
static void participant(void *arg)
{
    (void)arg;
    syn_msg request = syn_recv_tag(PREPARE);
    bool yes = syn_flip();
    syn_send_int(request.from, VOTE, yes);
    int outcome = yes ? syn_int(syn_recv_tag(DECISION)) : ABORT;
    syn_publish_int(OUTCOME, outcome);
}

static int collect_votes(int count)
{
    int yes = 0;
    for (int i = 0; i < count; i++)
        yes += syn_int(syn_recv_tag(VOTE));
    return yes;
}

typedef struct members {
    int count;
    syn_thread who[MOST];
} members;

/* Run when all is over: nobody may commit what somebody else aborts. */
static void check_agreement(void *arg)
{
    (void)arg;
    size_t size;
    const members *all = syn_published(SYN_FIRST, MEMBERS, &size);
    int seen[2] = {0};
    for (int i = 0; i < all->count; i++) {
        int outcome;
        if (syn_published_int(all->who[i], OUTCOME, &outcome))
            seen[outcome]++;
    }
    syn_assert(seen[ABORT] == 0 || seen[COMMIT] == 0,
               "%d participants commit, %d abort", seen[COMMIT], seen[ABORT]);
}

static void coordinator(void *arg)
{
    const setup *s = arg;
    members all = {.count = s->participants};
    for (int i = 0; i < all.count; i++)
        all.who[i] = syn_spawn("participant", participant, NULL);
    syn_publish(MEMBERS, &all, sizeof all);
    syn_at_end(check_agreement, NULL);

    size_t count = (size_t)all.count;
    syn_broadcast(all.who, count, PREPARE, NULL, 0);
    int outcome = collect_votes(all.count) >= s->enough ? COMMIT : ABORT;
    syn_broadcast(all.who, count, DECISION, &outcome, sizeof outcome);
}

int main(int argc, char **argv)
{
    syn_describe(PREPARE, "PREPARE", NULL);
    syn_describe(VOTE, "VOTE", NULL);
    syn_describe(DECISION, "DECISION", NULL);
    return syn_main(
        argc, argv, {"commit_2", coordinator, &(setup){.participants = 2, .enough = 2}},
        {"commit_3", coordinator, &(setup){.participants = 3, .enough = 3}},
        {"commit_4", coordinator, &(setup){.participants = 4, .enough = 4}},
        {"commit_by_majority", coordinator, &(setup){.participants = 3, .enough = 2}});
}
