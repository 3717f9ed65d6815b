#include "api/kit/kit.h"

#include <stdarg.h>
#include <string.h>

enum { REASON_SIZE = 160 };

/* How traces show the kit's messages: with their numbers, and refusals with their
 * reasons. */
static void print_reason(FILE *out, const void *data, size_t size)
{
    fprintf(out, "%.*s", (int)size, (const char *)data);
}

static void print_int(FILE *out, const void *data, size_t size)
{
    int value;
    if (size != sizeof value)
        return;
    memcpy(&value, data, size);
    fprintf(out, "%d", value);
}

static void print_pair(FILE *out, const void *data, size_t size)
{
    int pair[2];
    if (size != sizeof pair)
        return;
    memcpy(pair, data, size);
    fprintf(out, "%d, %d", pair[0], pair[1]);
}

static void describe_tags(void)
{
    syn_describe(KIT_ANSWER, "answer", print_int);
    syn_describe(KIT_REFUSAL, "refused", print_reason);
    syn_describe(KIT_PUT, "put", NULL);
    syn_describe(KIT_GET, "get", NULL);
    syn_describe(KIT_TRY_GET, "try-get", NULL);
    syn_describe(KIT_READ, "read", NULL);
    syn_describe(KIT_WRITE, "write", print_int);
    syn_describe(KIT_CAS, "compare-and-swap", print_pair);
    syn_describe(KIT_ADD, "add", print_int);
    syn_describe(KIT_LOCK, "lock", NULL);
    syn_describe(KIT_TRY_LOCK, "try-lock", NULL);
    syn_describe(KIT_UNLOCK, "unlock", NULL);
    syn_describe(KIT_ARRIVE, "arrive", print_int);
    syn_describe(KIT_DONE, "done", NULL);
    syn_describe(KIT_OPEN, "open", NULL);
    syn_describe(KIT_CANCEL, "cancel", NULL);
    syn_describe(SYN_CRASH, "crash", NULL);
}

syn_thread kit_start(kit_place at, const char *name, void (*run)(void *arg), void *arg,
                     size_t size)
{
    describe_tags();
    syn_spawning s = {
        .name = name, .run = run, .arg = arg, .arg_size = size, .is_daemon = true};
    return syn_spawn_with_at(at.file, at.line, &s);
}

void kit_send(kit_place at, syn_thread to, kit_tag tag, const void *data, size_t size)
{
    if (to == 0 && tag > KIT_REFUSAL)
        syn_fail_at(at.file, at.line, NULL,
                    "the handle is zero: it was not initialised");
    syn_send_at(at.file, at.line, SYN_P2P, to, tag, data, size);
}

syn_msg kit_ask(kit_place at, syn_thread server, kit_tag tag, const void *data,
                size_t size)
{
    kit_send(at, server, tag, data, size);
    const uint32_t tags[] = {KIT_ANSWER, KIT_REFUSAL};
    const syn_filter f = {
        .tags = tags, .tag_count = 2, .from = &server, .from_count = 1};
    syn_msg m = syn_receive_at(at.file, at.line, &f);
    kit_check(at, m);
    return m;
}

void kit_check(kit_place at, syn_msg answer)
{
    if (answer.tag == KIT_REFUSAL)
        syn_fail_at(at.file, at.line, NULL, "%.*s", (int)answer.size,
                    (const char *)answer.data);
}

void kit_answer(syn_thread to, const void *data, size_t size)
{
    kit_send(KIT_HERE(NULL, 0), to, KIT_ANSWER, data, size);
}

void kit_answer_int(syn_thread to, int value)
{
    kit_answer(to, &value, sizeof value);
}

void kit_refuse(syn_thread to, const char *format, ...)
{
    char text[REASON_SIZE];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    kit_send(KIT_HERE(NULL, 0), to, KIT_REFUSAL, text, strlen(text));
}

syn_msg kit_next(const uint32_t *tags, size_t count,
                 bool (*wants)(const syn_msg *m, const void *context),
                 const void *context, size_t size)
{
    const syn_filter f = {.tags = tags,
                          .tag_count = count,
                          .wants = wants,
                          .context = context,
                          .context_size = size};
    return syn_receive_at(NULL, 0, &f);
}
