/* The reader of recordings of models in C on arbitrary bytes; what it accepts is
 * written and read again, and followed in a model. */
#include "api/recording.h"
#include "fuzz.h"

#include <string.h>

static void client(void *arg)
{
    (void)arg;
    syn_tell(0, 1 + syn_nondet(3));
}

static void first(void *arg)
{
    syn_msg got;
    (void)arg;
    syn_thread c = syn_spawn("client", client, NULL);
    int x = 7;
    syn_send_lossy(c, 1, &x, sizeof x);
    if (!syn_poll(&got))
        got = syn_recv();
    syn_join(c);
}

static void follow(const recording *r)
{
    const syn_test test = SYN_TEST(first);
    model *m = model_new(&test, &(model_options){.network = DPOR_P2P});
    dpor_execution e = {0};
    strbuf why = {0};
    if (recording_follow(r, m, &e, &why) == (why.len > 0))
        abort(); /* every refusal has a reason */
    strbuf_free(&why);
    vec_free(&e);
    model_free(m);
}

static void write_and_read(const recording *r)
{
    recording again;
    strbuf one = {0};
    strbuf two = {0};
    strbuf why = {0};
    recording_init(&again);
    recording_write(r, &one);
    if (!recording_parse(&again, strbuf_text(&one), one.len, &why))
        abort();
    recording_write(&again, &two);
    if (strcmp(strbuf_text(&one), strbuf_text(&two)) != 0)
        abort();
    recording_fini(&again);
    strbuf_free(&one);
    strbuf_free(&two);
    strbuf_free(&why);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size_t before = mem_in_use();
    recording r;
    strbuf why = {0};
    recording_init(&r);
    if (recording_parse(&r, (const char *)data, size, &why)) {
        write_and_read(&r);
        follow(&r);
    } else if (why.len == 0) {
        abort();
    }
    recording_fini(&r);
    strbuf_free(&why);
    fuzz_check_memory(before);
    return 0;
}
