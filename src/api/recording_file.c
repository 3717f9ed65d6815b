/* Recordings as JSON: an object with a list of events, each of them a list itself.
 *
 * A receive names its send by the send's position in the list, counted from 1.  The
 * reader accepts only positions of earlier events, so a recording that was read can be
 * replayed in order.  It checks everything else here too (paths of threads, kinds,
 * networks, ranges), since people may edit the file; the replay decides whether the
 * events fit the model.
 */
#include "api/recording.h"

#include "base/source.h"
#include "core/fault.h"
#include "report/json_put.h"

#include <jansson.h>
#include <string.h>

enum { VERSION = 1 };

#define MOST_STACK ((uint64_t)1 << 30) /* as with --stack-size */

/* The operations that are events. */
static const char *const words[] = {
    [OP_SEND] = "send",   [OP_RECEIVE] = "receive", [OP_CHOOSE] = "choose",
    [OP_SPAWN] = "spawn", [OP_JOIN] = "join",
};

enum { WORD_COUNT = sizeof words / sizeof *words };

/* ---- Writing ---- */

static void put_event(const recording_event *e, strbuf *out)
{
    strbuf_printf(out, "[\"%s\", \"%s\"", e->thread, words[e->kind]);
    if (e->kind == OP_RECEIVE && e->source == SIZE_MAX)
        strbuf_puts(out, ", null");
    else if (e->kind == OP_RECEIVE)
        strbuf_printf(out, ", %zu", e->source + 1);
    else if (e->kind == OP_CHOOSE)
        strbuf_printf(out, ", %u", e->choice);
    else if (e->is_lost)
        strbuf_puts(out, ", \"lost\"");
    strbuf_putc(out, ']');
}

void recording_write(const recording *s, strbuf *out)
{
    strbuf_printf(out, "{\n  \"synod_trace\": %d,\n  ", VERSION);
    if (s->program != NULL) {
        json_put_text(out, "program", s->program);
        strbuf_puts(out, ",\n  ");
    }
    json_put_text(out, "test", s->test);
    strbuf_puts(out, ",\n  ");
    json_put_text(out, "fault", s->fault);
    strbuf_puts(out, ",\n  ");
    json_put_text(out, "text", s->text);
    strbuf_puts(out, ",\n  ");
    json_put_text(out, "network", recording_network_word(s->model));
    strbuf_printf(out, ",\n  \"lose\": %u,\n  \"stack_size\": %zu,\n  \"events\": [",
                  s->lose, s->stack_size);
    for (size_t i = 0; i < s->events.len; i++) {
        strbuf_puts(out, i > 0 ? ",\n    " : "\n    ");
        put_event(&s->events.data[i], out);
    }
    strbuf_puts(out, "\n  ]\n}\n");
}

/* ---- Reading ---- */

static bool is_path(const char *text)
{
    if (strncmp(text, "1", 1) != 0)
        return false;
    for (text++; *text == '.'; text += strspn(text, "0123456789"))
        if (*++text < '1' || *text > '9')
            return false;
    return *text == '\0';
}

static bool kind_of(const char *word, op_kind *kind)
{
    for (int i = 0; i < WORD_COUNT; i++) {
        if (strcmp(words[i], word) == 0) {
            *kind = (op_kind)i;
            return true;
        }
    }
    return false;
}

static bool read_number(const json_t *value, uint64_t most, uint64_t *out)
{
    if (!json_is_integer(value) || json_integer_value(value) < 0 ||
        (uint64_t)json_integer_value(value) > most)
        return false;
    *out = (uint64_t)json_integer_value(value);
    return true;
}

/* The items after the thread and the kind. */
static bool read_rest(const json_t *list, size_t number, recording_event *e)
{
    const json_t *value = json_array_get(list, 2);
    size_t len = json_array_size(list);
    uint64_t n;
    switch (e->kind) {
    case OP_RECEIVE:
        e->source = SIZE_MAX;
        if (len == 3 && json_is_null(value))
            return true;
        if (len != 3 || !read_number(value, number, &n) || n == 0)
            return false;
        e->source = (size_t)n - 1;
        return true;
    case OP_CHOOSE:
        if (len != 3 || !read_number(value, UINT32_MAX, &n))
            return false;
        e->choice = (uint32_t)n;
        return true;
    case OP_SEND:
        e->is_lost = len == 3;
        return len == 2 || (len == 3 && json_is_string(value) &&
                            strcmp(json_string_value(value), "lost") == 0);
    default:
        return len == 2;
    }
}

static bool read_event(recording *s, const json_t *list, size_t number)
{
    const char *thread = json_string_value(json_array_get(list, 0));
    const char *word = json_string_value(json_array_get(list, 1));
    recording_event e = {.source = SIZE_MAX};
    if (thread == NULL || word == NULL || !is_path(thread) || !kind_of(word, &e.kind) ||
        !read_rest(list, number, &e))
        return false;
    e.thread = arena_strndup(&s->memory, thread, strlen(thread));
    vec_push(&s->events, e);
    return true;
}

static const char *read_text(recording *s, const json_t *root, const char *key,
                             strbuf *why)
{
    const char *text = json_string_value(json_object_get(root, key));
    if (text == NULL) {
        strbuf_printf(why, "'%s' is missing or not a string", key);
        return NULL;
    }
    return arena_strndup(&s->memory, text, strlen(text));
}

static bool is_fault(const char *word)
{
    for (int kind = FAULT_NONE + 1; kind < FAULT_KIND_COUNT; kind++)
        if (strcmp(fault_word((fault_kind)kind), word) == 0)
            return true;
    return false;
}

/* Earlier versions called the network the model. */
static const char *network_key(const json_t *root)
{
    bool is_old = json_object_get(root, "network") == NULL &&
                  json_object_get(root, "model") != NULL;
    return is_old ? "model" : "network";
}

static bool read_head(recording *s, const json_t *root, strbuf *why)
{
    uint64_t n;
    if (!read_number(json_object_get(root, "synod_trace"), INT32_MAX, &n)) {
        strbuf_puts(why, "it is not a trace of a model in C");
        return false;
    }
    if (n != VERSION) {
        strbuf_printf(why, "it has version %llu, but this Synod reads version %d",
                      (unsigned long long)n, VERSION);
        return false;
    }
    if (json_object_get(root, "program") != NULL && /* earlier versions had none */
        (s->program = read_text(s, root, "program", why)) == NULL)
        return false;
    const char *word;
    if ((s->test = read_text(s, root, "test", why)) == NULL ||
        (s->fault = read_text(s, root, "fault", why)) == NULL ||
        (s->text = read_text(s, root, "text", why)) == NULL ||
        (word = read_text(s, root, network_key(root), why)) == NULL)
        return false;
    if (!is_fault(s->fault)) {
        strbuf_printf(why, "there is no kind of failure '%s'", s->fault);
        return false;
    }
    if (!recording_network_of(word, &s->model)) {
        strbuf_printf(why, "there is no network '%s'", word);
        return false;
    }
    if (!read_number(json_object_get(root, "lose"), UINT32_MAX, &n)) {
        strbuf_puts(why, "'lose' is missing or not a number");
        return false;
    }
    s->lose = (unsigned)n;
    if (!read_number(json_object_get(root, "stack_size"), MOST_STACK, &n)) {
        strbuf_puts(why, "'stack_size' is missing or not a number");
        return false;
    }
    s->stack_size = (size_t)n;
    return true;
}

static bool read_events(recording *s, const json_t *root, strbuf *why)
{
    const json_t *events = json_object_get(root, "events");
    if (!json_is_array(events)) {
        strbuf_puts(why, "'events' is missing or not a list");
        return false;
    }
    for (size_t i = 0; i < json_array_size(events); i++) {
        if (!read_event(s, json_array_get(events, i), i)) {
            strbuf_printf(why, "event %zu is not well-formed", i + 1);
            return false;
        }
    }
    return true;
}

bool recording_parse(recording *s, const char *text, size_t len, strbuf *why)
{
    json_error_t error;
    json_t *root = json_loadb(text, len, 0, &error);
    if (root == NULL) {
        strbuf_printf(why, "line %d: %s", error.line, error.text);
        return false;
    }
    bool ok = read_head(s, root, why) && read_events(s, root, why);
    json_decref(root);
    return ok;
}

bool recording_read(recording *s, const char *path, strbuf *why)
{
    sources src;
    const source_file *file;
    const char *trouble;
    sources_init(&src);
    strbuf_printf(why, "cannot read the trace '%s': ", path);
    bool ok = sources_read(&src, path, &file, &trouble) == ST_OK;
    if (ok)
        ok = recording_parse(s, file->text, file->len, why);
    else
        strbuf_puts(why, trouble);
    sources_fini(&src);
    return ok;
}
