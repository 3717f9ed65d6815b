/* ns_r.c -- ns+r(N): N threads send one message each, and one is received: N
 * executions.  Example 2.9 of the paper. */
#include <synod.h>

enum { VALUE };

static void sender(void *arg)
{
    syn_send_int(SYN_FIRST, VALUE, *(int *)arg);
}

static void ns_r(void *arg)
{
    int count = *(int *)arg;
    for (int i = 0; i < count; i++)
        syn_spawn_value("sender", sender, i);
    syn_recv();
}

int main(int argc, char **argv)
{
    return syn_main(argc, argv, {"ns_r_2", ns_r, &(int){2}},
                    {"ns_r_5", ns_r, &(int){5}}, {"ns_r_8", ns_r, &(int){8}},
                    {"ns_r_500", ns_r, &(int){500}});
}
