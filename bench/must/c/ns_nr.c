/* ns_nr.c -- ns+nr(N): N threads send one message each, and all are received, in N!
 * orders; ns+nr-sel(N): the same, but the receiver takes them in an order of its own: 1
 * execution.  Example 2.7 of the paper. */
#include <synod.h>

enum { VALUE };

static void sender(void *arg)
{
    syn_send_int(SYN_FIRST, VALUE, *(int *)arg);
}

static void start_senders(int count)
{
    for (int i = 0; i < count; i++)
        syn_spawn_value("sender", sender, i);
}

static void ns_nr(void *arg)
{
    int count = *(int *)arg;
    start_senders(count);
    for (int i = 0; i < count; i++)
        syn_recv();
}

static bool is_value(const syn_msg *m, const void *context)
{
    return *(const int *)m->data == *(const int *)context;
}

static void ns_nr_sel(void *arg)
{
    int count = *(int *)arg;
    start_senders(count);
    for (int i = 0; i < count; i++)
        syn_recv_if(is_value, &i, sizeof i);
}

int main(int argc, char **argv)
{
    return syn_main(
        argc, argv, {"ns_nr_2", ns_nr, &(int){2}}, {"ns_nr_5", ns_nr, &(int){5}},
        {"ns_nr_8", ns_nr, &(int){8}}, {"ns_nr_9", ns_nr, &(int){9}},
        {"ns_nr_sel_2", ns_nr_sel, &(int){2}}, {"ns_nr_sel_5", ns_nr_sel, &(int){5}},
        {"ns_nr_sel_8", ns_nr_sel, &(int){8}});
}
