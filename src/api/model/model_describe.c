/* model_describe.c -- messages, filters and operations of a C model in words. */
#include "api/model/model_describe.h"

#include "api/model/monitors.h"
#include "api/model/runner.h"
#include "api/model/threads.h"

#include <ctype.h>
#include <stdlib.h>

enum { MOST_HEX = 32 };

/* ---- syn_describe ---- */

typedef struct description {
    uint32_t tag;
    const char *name;
    void (*print)(FILE *out, const void *data, size_t size);
} description;

/* For all models of the process: syn_describe does not name a model. */
static VEC(description) descriptions;

static description *find_description(uint32_t tag)
{
    vec_each (d, &descriptions)
        if (d->tag == tag)
            return d;
    return NULL;
}

/* Replaces a name only if it differs: most calls repeat an earlier one. */
void syn_describe(uint32_t tag, const char *name,
                  void (*print)(FILE *out, const void *data, size_t size))
{
    description *d = find_description(tag);
    if (name == NULL)
        name = "";
    if (d != NULL && strcmp(d->name, name) == 0 && d->print == print)
        return;
    guard_enter();
    size_t size = strlen(name) + 1;
    char *copy = memcpy(mem_alloc(size), name, size);
    if (d == NULL) {
        vec_push(&descriptions, ((description){tag, copy, print}));
    } else {
        mem_free((char *)d->name, strlen(d->name) + 1);
        *d = (description){tag, copy, print};
    }
    guard_exit();
}

/* ---- Messages ---- */

void model_describe_tag(uint32_t tag, strbuf *out)
{
    const description *d = find_description(tag);
    if (d != NULL && d->name[0] != '\0')
        strbuf_puts(out, d->name);
    else if (tag == SYN_CRASH)
        strbuf_puts(out, "CRASH");
    else
        strbuf_printf(out, "%u", tag);
}

static void show_hex(const unsigned char *data, size_t size, strbuf *out)
{
    for (size_t i = 0; i < size && i < MOST_HEX; i++)
        strbuf_printf(out, "%02x", data[i]);
    if (size > MOST_HEX)
        strbuf_printf(out, "... %zu bytes", size);
}

/* Four bytes are most likely an int. */
static void show_bytes(const void *data, size_t size, strbuf *out)
{
    int value;
    if (size == sizeof value) {
        memcpy(&value, data, sizeof value);
        strbuf_printf(out, "%d", value);
    } else {
        show_hex(data, size, out);
    }
}

typedef struct printing {
    const description *d;
    FILE *out;
    const void *data;
    size_t size;
} printing;

static void print(void *arg)
{
    printing *p = arg;
    p->d->print(p->out, p->data, p->size);
}

static void show_by_print(model *m, const description *d, const void *data, size_t size,
                          strbuf *out)
{
    char *text = NULL;
    size_t len = 0;
    printing p = {d, open_memstream(&text, &len), data, size};
    if (p.out == NULL)
        return;
    bool is_fine = runner_call(m, "a printing function", false, print, &p);
    fclose(p.out);
    strbuf_add(out, text, len);
    if (!is_fine)
        strbuf_printf(out, "<%s>", strbuf_text(&m->callback.text));
    free(text); /* of open_memstream, not ours */
}

static void show_content(model *m, uint32_t tag, const void *data, size_t size,
                         strbuf *out)
{
    const description *d = find_description(tag);
    bool is_printed = d != NULL && d->print != NULL;
    model_describe_tag(tag, out);
    if (size == 0 && !is_printed)
        return;
    strbuf_putc(out, '(');
    if (is_printed)
        show_by_print(m, d, data, size, out);
    else
        show_bytes(data, size, out);
    strbuf_putc(out, ')');
}

void model_show_thread(const model *m, uint32_t number, strbuf *out)
{
    strbuf_puts(out, threads_at(m, number)->kind.name);
    if (m->o.notation == NULL)
        strbuf_printf(out, "(%u)", number);
}

void model_describe_name(const model *m, uint32_t number, strbuf *out)
{
    if (number < m->threads.len)
        model_show_thread(m, number, out);
    else
        strbuf_printf(out, "%u", number);
}

static void show_observed(model *m, const syn_observation *o, strbuf *out)
{
    strbuf_puts(out, o->is_receive ? "receive of " : "send of ");
    show_content(m, o->tag, o->data, o->size, out);
    strbuf_puts(out, " from ");
    model_describe_name(m, o->from, out);
    strbuf_puts(out, " to ");
    model_describe_name(m, o->to, out);
}

void model_show_message(const model *m, message_id id, strbuf *out)
{
    const message *g = messages_at(&m->messages, id);
    syn_observation o;
    const model_notation *w = m->o.notation;
    if (w != NULL)
        w->show_message(w->context, g->tag, messages_data(g), out);
    else if (g->tag == TAG_OBSERVED && monitors_read(g, &o))
        show_observed((model *)m, &o, out);
    else
        show_content((model *)m, g->tag, messages_data(g), g->size, out);
}

model_message model_message_of(const model *m, message_id id)
{
    const message *g = messages_at(&m->messages, id);
    return (model_message){g->from, g->tag, g->size, messages_data(g)};
}

/* ---- Filters ---- */

static void show_tags(const syn_filter *f, strbuf *out)
{
    strbuf_puts(out, f->tag_count == 1 ? "tag " : "tags ");
    for (size_t i = 0; i < f->tag_count; i++) {
        if (i > 0)
            strbuf_puts(out, ", ");
        model_describe_tag(f->tags[i], out);
    }
}

static void show_senders(const model *m, const syn_filter *f, strbuf *out)
{
    strbuf_puts(out, "from ");
    for (size_t i = 0; i < f->from_count; i++) {
        if (i > 0)
            strbuf_puts(out, ", ");
        model_describe_name(m, f->from[i], out);
    }
}

void model_show_filter(const model *m, filter_id id, strbuf *out)
{
    if (id == FILTER_ANY) {
        strbuf_puts(out, "any message");
        return;
    }
    const syn_filter *f = &vec_at(&m->filters.all, id)->f;
    const char *between = "";
    if (m->o.notation != NULL) {
        m->o.notation->show_filter(m->o.notation->context, f, out);
        return;
    }
    if (f->tag_count == 1 && f->tags[0] == TAG_OBSERVED) {
        strbuf_puts(out, "what it observes");
        return;
    }
    if (f->tags != NULL) {
        show_tags(f, out);
        between = " ";
    }
    if (f->from != NULL) {
        strbuf_puts(out, between);
        show_senders(m, f, out);
        between = " ";
    }
    if (f->wants != NULL)
        strbuf_printf(out, "%s%s its function wants", between,
                      between[0] != '\0' ? "that" : "what");
}

bool model_is_crash_point(const model *m, filter_id id)
{
    return id == m->crash_filter;
}

/* ---- Operations ---- */

void model_describe_thread(const model *m, uint32_t number, strbuf *out)
{
    strbuf_printf(out, "thread %u (%s)", number, threads_at(m, number)->kind.name);
}

void model_describe_place(model_place place, strbuf *out)
{
    if (place.file != NULL)
        strbuf_printf(out, " at %s:%d", place.file, place.line);
}

static void describe_end(const history_node *n, const char *verb, strbuf *out)
{
    strbuf_puts(out, verb);
    if (n->detail != NULL && n->detail->text != NULL)
        strbuf_printf(out, ": %s", n->detail->text);
}

static void describe_kind(const model *m, const history_node *n, strbuf *out)
{
    const op *o = &n->op;
    switch ((op_kind)o->kind) {
    case OP_SEND:
        strbuf_puts(out, "sends ");
        model_show_message(m, o->what, out);
        strbuf_puts(out, " to ");
        model_describe_thread(m, o->thread, out);
        break;
    case OP_RECEIVE:
        strbuf_puts(out, o->is_blocking ? "receives " : "polls for ");
        model_show_filter(m, o->what, out);
        break;
    case OP_CHOOSE:
        strbuf_printf(out, "chooses a number below %u", o->what);
        break;
    case OP_SPAWN:
        strbuf_puts(out, "spawns ");
        model_describe_thread(m, o->thread, out);
        break;
    case OP_JOIN:
        strbuf_puts(out, "waits for the end of ");
        model_describe_thread(m, o->thread, out);
        break;
    case OP_END:
        strbuf_puts(out, "ends");
        break;
    case OP_BLOCK:
        describe_end(n, "stops on a false assumption", out);
        break;
    case OP_FAIL:
        describe_end(n, "fails", out);
        break;
    }
}

void model_describe_op(const model *m, const history_node *n, strbuf *out)
{
    describe_kind(m, n, out);
    model_describe_place((model_place){n->file, n->line}, out);
}

/* ---- Nodes ---- */

model_place model_where(const model *m, local_id local)
{
    const history_node *n = history_at(&m->history, local);
    return (model_place){n->file, n->line};
}

bool model_has_notation(const model *m)
{
    return m->o.notation != NULL;
}

const char *model_thread_kind(const model *m, uint32_t number)
{
    const model_notation *n = m->o.notation;
    return n != NULL ? n->kind_of(n->context, number) : model_thread_name(m, number);
}

const char *model_thread_name(const model *m, uint32_t number)
{
    return threads_at(m, number)->kind.name;
}

model_failure_info model_failure(const model *m, local_id local)
{
    const history_node *n = history_at(&m->history, local);
    const detail *d = n->detail;
    return (model_failure_info){
        d != NULL && d->kind != NULL ? d->kind : "",
        d != NULL && d->text != NULL ? d->text : "",
        {n->file, n->line},
    };
}
