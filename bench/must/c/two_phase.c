/* two_phase.c -- 2PC(N): a coordinator collects the votes of N participants, in any
 * order, and tells them what was decided: 2^N N! executions. */
#include <synod.h>

enum { PREPARE, VOTE, DECISION, MOST = 8 };

static void participant(void *arg)
{
    (void)arg;
    syn_msg request = syn_recv();
    bool yes = syn_flip();
    syn_send_int(request.from, VOTE, yes);
    bool commits = syn_int(syn_recv()) == 1;
    syn_assert(yes || !commits, "commits against its own vote");
}

static void two_phase(void *arg)
{
    int count = *(int *)arg, yes = 0;
    syn_thread all[MOST];
    for (int i = 0; i < count; i++)
        all[i] = syn_spawn("participant", participant, NULL);
    syn_broadcast(all, (size_t)count, PREPARE, NULL, 0);
    for (int i = 0; i < count; i++)
        yes += syn_int(syn_recv());
    int commit = yes == count;
    syn_broadcast(all, (size_t)count, DECISION, &commit, sizeof commit);
}

int main(int argc, char **argv)
{
    return syn_main(argc, argv, {"two_phase_4", two_phase, &(int){4}},
                    {"two_phase_6", two_phase, &(int){6}},
                    {"two_phase_7", two_phase, &(int){7}});
}
