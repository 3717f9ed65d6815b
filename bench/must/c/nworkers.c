/* nworkers.c -- nworkers(N): N workers send to a coordinator, which tells the first
 * thread when it has heard of all; that one takes the coordinator's message or one that
 * it sent to itself: 2 N! executions.  Section 6.1 of the paper. */
#include <synod.h>

enum { WORK, OWN, ALL_DONE };

static void worker(void *arg)
{
    syn_tell(*(syn_thread *)arg, WORK);
}

static void coordinator(void *arg)
{
    int count = *(int *)arg;
    for (int i = 0; i < count; i++)
        syn_recv();
    syn_tell(SYN_FIRST, ALL_DONE);
}

static void nworkers(void *arg)
{
    int count = *(int *)arg;
    syn_thread boss = syn_spawn("coordinator", coordinator, arg);
    for (int i = 0; i < count; i++)
        syn_spawn_value("worker", worker, boss);
    syn_tell(SYN_FIRST, OWN);
    syn_recv();
}

int main(int argc, char **argv)
{
    return syn_main(argc, argv, {"nworkers_7", nworkers, &(int){7}},
                    {"nworkers_8", nworkers, &(int){8}},
                    {"nworkers_9", nworkers, &(int){9}});
}
