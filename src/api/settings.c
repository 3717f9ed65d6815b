#include "api/settings.h"

#include "api/recording.h"
#include "report/json_put.h"

static const char *schedule_word(syn_schedule schedule)
{
    static const char *const words[] = {
        [SYN_SENDS_FIRST] = "sends-first",
        [SYN_LEFT_TO_RIGHT] = "left-to-right",
        [SYN_RANDOM] = "random",
    };
    return words[schedule];
}

static void put_number(strbuf *out, const char *key, uint64_t n)
{
    strbuf_printf(out, ", \"%s\": %llu", key, (unsigned long long)n);
}

static void put_flag(strbuf *out, const char *key, bool is)
{
    strbuf_puts(out, ", ");
    json_put_bool(out, key, is);
}

void settings_json(const syn_options *o, strbuf *out)
{
    json_put_text(out, "network", recording_network_word(o->model));
    put_number(out, "lose", o->lose);
    put_flag(out, "eager", o->eager);
    strbuf_puts(out, ", ");
    json_put_text(out, "schedule", schedule_word(o->schedule));
    put_number(out, "seed", o->seed);
    if (o->engine == SYN_SAMPLE)
        put_number(out, "samples", o->samples);
    put_number(out, "max_events", o->max_events);
    put_flag(out, "deadlock", o->deadlock_is_violation);
    put_flag(out, "unread", o->unread_is_violation);
    put_flag(out, "keep_going", o->keep_going);
}

static void add(const char *text, strbuf *out)
{
    strbuf_printf(out, "%s%s", out->len > 0 ? ", " : "", text);
}

void settings_words(const syn_options *o, strbuf *out)
{
    if (o->model != SYN_P2P)
        strbuf_printf(out, "network %s", recording_network_word(o->model));
    if (o->eager)
        add("eager", out);
    if (o->lose > 0)
        strbuf_printf(out, "%sloss=%u", out->len > 0 ? ", " : "", o->lose);
}
