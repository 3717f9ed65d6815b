#include "report/trace_file.h"

#include "report/describe.h"
#include "report/json.h"
#include "report/text.h"

#include <errno.h>
#include <jansson.h>
#include <string.h>

typedef struct reader {
    trace_file *f;
    const char *path; /* of the file, or NULL */
    strbuf *why;
} reader;

static bool wrong(reader *r, const char *what)
{
    if (r->why->len == 0)
        strbuf_printf(r->why, "its \"%s\" is missing or malformed", what);
    return false;
}

static bool get_text(reader *r, json_t *object, const char *key, const char **out)
{
    json_t *v = json_object_get(object, key);
    if (!json_is_string(v))
        return wrong(r, key);
    *out = arena_strndup(&r->f->memory, json_string_value(v), json_string_length(v));
    return true;
}

static bool get_number(reader *r, json_t *object, const char *key, uint64_t high,
                       uint64_t *out)
{
    json_t *v = json_object_get(object, key);
    if (!json_is_integer(v) || json_integer_value(v) < 0 ||
        (uint64_t)json_integer_value(v) > high)
        return wrong(r, key);
    *out = (uint64_t)json_integer_value(v);
    return true;
}

static bool get_bool(reader *r, json_t *object, const char *key, bool *out)
{
    json_t *v = json_object_get(object, key);
    *out = json_is_true(v);
    return json_is_boolean(v) || wrong(r, key);
}

static bool get_texts(reader *r, json_t *object, const char *key, text_list *out)
{
    json_t *v = json_object_get(object, key);
    if (!json_is_array(v))
        return wrong(r, key);
    out->len = json_array_size(v);
    out->data = ARENA_ARRAY(&r->f->memory, const char *, out->len + 1);
    for (size_t i = 0; i < out->len; i++) {
        json_t *one = json_array_get(v, i);
        if (!json_is_string(one))
            return wrong(r, key);
        out->data[i] = arena_strndup(&r->f->memory, json_string_value(one),
                                     json_string_length(one));
    }
    return true;
}

/* ---- Traces ---- */

static bool read_choices(reader *r, json_t *step, trace_step *out)
{
    json_t *list = json_object_get(step, "choices");
    if (!json_is_array(list) || json_array_size(list) > UINT32_MAX)
        return wrong(r, "choices");
    out->choice_count = (uint32_t)json_array_size(list);
    uint32_t *choices = ARENA_ARRAY(&r->f->memory, uint32_t, out->choice_count);
    out->choices = choices;
    for (uint32_t i = 0; i < out->choice_count; i++) {
        json_t *one = json_array_get(list, i);
        if (!json_is_integer(one) || json_integer_value(one) < 0 ||
            json_integer_value(one) > UINT32_MAX)
            return wrong(r, "choices");
        choices[i] = (uint32_t)json_integer_value(one);
    }
    return true;
}

static bool read_step(reader *r, json_t *step, trace *out)
{
    const char *word;
    trace_step s = {0};
    uint64_t index;
    if (!get_text(r, step, "move", &word) ||
        !get_text(r, step, "machine", &s.machine) ||
        !get_number(r, step, "index", UINT32_MAX, &index) || !read_choices(r, step, &s))
        return false;
    if (!describe_transition_kind_of(word, &s.kind))
        return wrong(r, "move");
    s.index = (uint32_t)index;
    trace_add_step(out, &s);
    return true;
}

static bool read_hash(reader *r, json_t *object, const char *key, uint64_t *out)
{
    const char *text = "";
    if (!get_text(r, object, key, &text))
        return false;
    *out = strtoull(text, NULL, 16);
    return true;
}

/* The first of its steps may be listed. */
static bool read_tail(reader *r, json_t *object, trace *out)
{
    enum { MOST = 1000000000 }; /* the limit of --max-steps */
    json_t *tail = json_object_get(object, "tail");
    uint64_t from;
    if (tail == NULL)
        return true;
    if (!get_number(r, tail, "from", out->steps.len, &from) ||
        !get_number(r, tail, "steps", MOST, &out->tail.steps) ||
        !read_hash(r, tail, "seed", &out->tail.seed))
        return false;
    out->tail.from = (size_t)from;
    return out->steps.len - from <= out->tail.steps || wrong(r, "tail");
}

static bool read_steps(reader *r, json_t *object, trace *out)
{
    json_t *steps = json_object_get(object, "steps");
    if (!json_is_array(steps))
        return wrong(r, "steps");
    for (size_t i = 0; i < json_array_size(steps); i++)
        if (!read_step(r, json_array_get(steps, i), out))
            return false;
    if (json_is_null(json_object_get(object, "loop")))
        return read_tail(r, object, out);
    uint64_t loop;
    if (!get_number(r, object, "loop", out->steps.len, &loop))
        return false;
    out->loop = (size_t)loop;
    return true;
}

static bool read_budget(reader *r, json_t *object, const char *key, int index,
                        recorded_trace *out)
{
    json_t *budget = json_object_get(object, key);
    uint64_t left;
    if (!get_number(r, budget, "budget", BUDGET_MAX, &left))
        return false;
    out->budgets[index] = (uint32_t)left;
    return json_is_null(json_object_get(budget, "of")) ||
           get_texts(r, budget, "of", &out->of[index]);
}

static bool read_trace(reader *r, json_t *entry, bool is_witness, recorded_trace *out)
{
    json_t *object = json_object_get(entry, "trace");
    json_t *violation = json_object_get(entry, "violation");
    return get_text(r, entry, "test", &out->test) &&
           (is_witness          ? get_text(r, entry, "scenario", &out->scenario)
            : violation != NULL ? get_text(r, violation, "kind", &out->kind)
                                : true) &&
           get_text(r, object, "network", &out->network) &&
           read_budget(r, object, "crash", BUDGET_CRASH, out) &&
           read_budget(r, object, "loss", BUDGET_LOSS, out) &&
           read_budget(r, object, "dup", BUDGET_DUP, out) &&
           get_bool(r, object, "strict_quiescence", &out->strict_quiescence) &&
           (json_object_get(object, "stops_at_sends") == NULL ||
            get_bool(r, object, "stops_at_sends", &out->stops_at_sends)) &&
           (json_object_get(object, "split_above") == NULL ||
            get_number(r, object, "split_above", UINT32_MAX,
                       &out->trace.split_above)) &&
           (json_object_get(object, "foreign") == NULL ||
            read_hash(r, object, "foreign", &out->foreign)) &&
           read_steps(r, object, &out->trace);
}

/* ---- The file ---- */

static bool add_trace(reader *r, json_t *entry, bool is_witness)
{
    recorded_trace one = {.kind = is_witness ? fault_word(FAULT_WITNESS) : NULL};
    trace_init(&one.trace);
    bool ok = read_trace(r, entry, is_witness, &one);
    vec_push(&r->f->traces, one);
    return ok;
}

static bool read_witnesses(reader *r, json_t *entry)
{
    json_t *list = json_object_get(entry, "witnesses");
    if (list != NULL && !json_is_array(list))
        return wrong(r, "witnesses");
    for (size_t i = 0; i < json_array_size(list); i++)
        if (!add_trace(r, json_array_get(list, i), true))
            return false;
    return true;
}

static void note_test(reader *r, json_t *entry)
{
    const char *name = json_string_value(json_object_get(entry, "test"));
    if (name != NULL)
        vec_push(&r->f->tests, arena_strndup(&r->f->memory, name, strlen(name)));
}

static bool read_results(reader *r, json_t *root)
{
    json_t *results = json_object_get(root, "results");
    if (!json_is_array(results))
        return wrong(r, "results");
    for (size_t i = 0; i < json_array_size(results); i++) {
        json_t *entry = json_array_get(results, i);
        note_test(r, entry);
        if (json_object_get(entry, "trace") != NULL && !add_trace(r, entry, false))
            return false;
        if (!read_witnesses(r, entry))
            return false;
    }
    return true;
}

/* Does the first result have this option? */
static bool has_option(json_t *root, const char *name)
{
    json_t *first = json_array_get(json_object_get(root, "results"), 0);
    return json_object_get(json_object_get(first, "options"), name) != NULL;
}

/* Only the model itself replays a trace of a model in C: says how to do so. */
static void refuse_trace_of_c(reader *r, json_t *root)
{
    const char *runs = json_string_value(json_object_get(root, "program"));
    const char *path = r->path != NULL ? r->path : "FILE";
    strbuf_puts(r->why, "it belongs to a model in C; replay it with: ");
    if (runs != NULL) {
        text_clean(runs, r->why);
        strbuf_puts(r->why, " --replay=");
        strbuf_shell(r->why, path);
    } else {
        strbuf_puts(r->why, "synod replay ");
        strbuf_shell(r->why, path);
        strbuf_puts(r->why, " MODEL.c");
    }
}

/* A report on a model in C has no trace that the model could replay. */
static void refuse_report_on_c(reader *r, json_t *root)
{
    const char *command = NULL;
    json_t *results = json_object_get(root, "results");
    for (size_t i = 0; i < json_array_size(results) && command == NULL; i++) {
        json_t *one = json_array_get(results, i);
        const char *word = json_string_value(json_object_get(one, "verdict"));
        if (word != NULL && strcmp(word, "violated") == 0)
            command = json_string_value(json_object_get(one, "command"));
    }
    strbuf_puts(r->why, "it is a report on a model in C; write a trace with: ");
    text_clean(command != NULL ? command : "synod check MODEL.c", r->why);
    strbuf_puts(r->why, " --trace=FILE");
}

static bool read_root(reader *r, json_t *root)
{
    uint64_t schema;
    if (json_object_get(root, "synod_trace") != NULL) {
        refuse_trace_of_c(r, root);
        return false;
    }
    if (has_option(root, "lose")) {
        refuse_report_on_c(r, root);
        return false;
    }
    if (has_option(root, "sizes")) {
        strbuf_puts(r->why, "it belongs to a model in IceT: run synod check again");
        return false;
    }
    if (!get_number(r, root, "schema", INT32_MAX, &schema))
        return false;
    if (schema < JSON_OLDEST_SCHEMA || schema > JSON_SCHEMA) {
        strbuf_printf(r->why,
                      "it has schema %llu, and this Synod reads schemas %d to %d",
                      (unsigned long long)schema, JSON_OLDEST_SCHEMA, JSON_SCHEMA);
        return false;
    }
    return get_texts(r, root, "inputs", &r->f->inputs) &&
           get_bool(r, root, "strict_p", &r->f->strict_p) &&
           read_hash(r, root, "fingerprint", &r->f->fingerprint) &&
           read_results(r, root);
}

static bool read_json(trace_file *f, const char *path, json_t *root,
                      const json_error_t *error, strbuf *why)
{
    reader r = {f, path, why};
    if (root == NULL) {
        strbuf_printf(why, "line %d: %s", error->line, error->text);
        return false;
    }
    bool ok = read_root(&r, root);
    json_decref(root);
    return ok;
}

bool trace_file_parse(trace_file *f, const char *text, size_t len, strbuf *why)
{
    *f = (trace_file){0};
    arena_init(&f->memory);
    json_error_t error;
    return read_json(f, NULL, json_loadb(text, len, JSON_REJECT_DUPLICATES, &error),
                     &error, why);
}

/* Does FILE begin like the object that --json writes?  A file that cannot be read does:
 * then the reader says why it cannot. */
static bool begins_like_json(FILE *file)
{
    int c;
    do
        c = getc(file);
    while (c == ' ' || c == '\t' || c == '\r' || c == '\n');
    ungetc(c, file); /* not rewind: it may be a pipe */
    return c == '{' || ferror(file);
}

bool trace_file_read(trace_file *f, const char *path, strbuf *why)
{
    *f = (trace_file){0};
    arena_init(&f->memory);
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        strbuf_puts(why, strerror(errno));
        return false;
    }
    if (!begins_like_json(file)) {
        strbuf_puts(why, "it is not a file that --json wrote");
        fclose(file);
        return false;
    }
    json_error_t error;
    json_t *root = json_loadf(file, JSON_REJECT_DUPLICATES, &error);
    fclose(file);
    return read_json(f, path, root, &error, why);
}

void trace_file_free(trace_file *f)
{
    vec_each (one, &f->traces)
        trace_fini(&one->trace);
    vec_free(&f->traces);
    vec_free(&f->tests);
    arena_fini(&f->memory);
}
