/* register.c -- an int that threads share: a server that stores it. */
#include "api/kit/kit.h"

static const uint32_t tags[] = {KIT_READ, KIT_WRITE, KIT_CAS, KIT_ADD};

typedef struct cas_request {
    int expected;
    int wanted;
} cas_request;

static int try_to_swap(int *value, cas_request r)
{
    if (*value != r.expected)
        return 0;
    *value = r.wanted;
    return 1;
}

static int add(int value, int amount)
{
    return (int)((unsigned)value + (unsigned)amount);
}

/* Performs a request, and answers. */
static void perform(int *value, syn_msg m)
{
    int answer = *value;
    if (m.tag == KIT_CAS)
        answer = try_to_swap(value, syn_value(cas_request, m));
    if (m.tag == KIT_ADD)
        *value = add(answer, syn_int(m));
    if (m.tag == KIT_WRITE) {
        *value = syn_int(m);
        kit_answer(m.from, NULL, 0);
    } else {
        kit_answer_int(m.from, answer);
    }
}

static void serve(void *arg)
{
    int value = *(const int *)arg;
    for (;;)
        perform(&value, kit_next(tags, 4, NULL, NULL, 0));
}

syn_register syn_register_new_at(const char *file, int line, const char *name,
                                 int value)
{
    return (syn_register){
        kit_start(KIT_HERE(file, line), name, serve, &value, sizeof value)};
}

int syn_register_read_at(const char *file, int line, syn_register r)
{
    return syn_int(kit_ask(KIT_HERE(file, line), r.server, KIT_READ, NULL, 0));
}

void syn_register_write_at(const char *file, int line, syn_register r, int value)
{
    kit_ask(KIT_HERE(file, line), r.server, KIT_WRITE, &value, sizeof value);
}

bool syn_register_cas_at(const char *file, int line, syn_register r, int expected,
                         int wanted)
{
    cas_request request = {expected, wanted};
    return syn_int(kit_ask(KIT_HERE(file, line), r.server, KIT_CAS, &request,
                           sizeof request)) == 1;
}

int syn_register_add_at(const char *file, int line, syn_register r, int amount)
{
    return syn_int(
        kit_ask(KIT_HERE(file, line), r.server, KIT_ADD, &amount, sizeof amount));
}
