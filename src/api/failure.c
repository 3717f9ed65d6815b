/* Failures in words: what a thread has claimed, who waits for what in a deadlock, which
 * messages are unread. */
#include "api/failure.h"

#include "api/order.h"
#include "report/text.h"

#include <string.h>

/* A name may have any bytes; reports go to terminals. */
void failure_name(const model *m, uint32_t thread, strbuf *out)
{
    strbuf name = {0};
    model_show_thread(m, thread, &name);
    text_clean(strbuf_text(&name), out);
    strbuf_free(&name);
}

static op op_at(model *m, local_id local)
{
    const dpor_program *p = model_program(m);
    return *p->look(p->context, local);
}

void failure_wait(model *m, local_id local, strbuf *out)
{
    op is = op_at(m, local);
    if (is.kind == OP_JOIN) {
        failure_name(m, is.thread, out);
        strbuf_puts(out, " to end");
        return;
    }
    if (model_has_notation(m)) {
        model_show_filter(m, is.what, out);
        return;
    }
    strbuf_puts(out, "a message");
    if (is.what != FILTER_ANY) {
        strbuf_puts(out, ": ");
        model_show_filter(m, is.what, out);
    }
}

bool failure_is_stuck(model *m, const dpor_execution *e, uint32_t thread)
{
    const dpor_program *p = model_program(m);
    op is = op_at(m, order_last_local(p, e, thread));
    if (is.kind == OP_RECEIVE)
        return !is.may_wait && !p->is_daemon(p->context, thread);
    return is.kind == OP_JOIN;
}

/* ---- Kinds of failure ---- */

static fault_kind kind_of(const char *word)
{
    for (int kind = FAULT_NONE + 1; kind < FAULT_KIND_COUNT; kind++)
        if (strcmp(fault_word((fault_kind)kind), word) == 0)
            return (fault_kind)kind;
    return FAULT_ASSERT;
}

/* Leaves out the words that the title of the kind has already. */
static const char *after_title(const char *text, const char *title)
{
    size_t len = strlen(title);
    if (strncmp(text, title, len) != 0)
        return text;
    if (text[len] == '\0')
        return "";
    return strncmp(text + len, ": ", 2) == 0 ? text + len + 2 : text;
}

static void set_info(failure_report *f, const model_failure_info *info)
{
    f->kind = kind_of(info->kind);
    f->place = info->place;
    strbuf_puts(&f->text, after_title(info->text, fault_title(f->kind)));
    if (f->kind == FAULT_CRASH && info->place.file != NULL)
        strbuf_puts(&f->text, ", after this call"); /* nothing later is known of it */
}

static void add_place(model_place at, strbuf *out)
{
    if (at.file != NULL)
        strbuf_printf(out, " (%s:%d)", at.file, at.line);
}

/* server(0) waits for a message: tag VOTE (model.c:12), and client(2) for ... */
static void set_deadlock(failure_report *f, model *m, const dpor_execution *e)
{
    thread_list all = {0};
    size_t bare = 0, count = 0;
    f->kind = FAULT_DEADLOCK;
    order_threads(model_program(m), e, &all);
    vec_each (thread, &all) {
        if (!failure_is_stuck(m, e, *thread))
            continue;
        local_id local = order_last_local(model_program(m), e, *thread);
        strbuf_puts(&f->text, f->text.len > 0 ? "; " : "");
        failure_name(m, *thread, &f->text);
        strbuf_puts(&f->text, " waits for ");
        failure_wait(m, local, &f->text);
        bare = f->text.len;
        count++;
        add_place(model_where(m, local), &f->text);
        if (model_has_notation(m) && f->place.file == NULL)
            f->place = model_where(m, local);
    }
    if (model_has_notation(m) && count == 1)
        strbuf_cut(&f->text, bare); /* the position is that of the failure */
    vec_free(&all);
}

static bool is_read(const dpor_execution *e, size_t send)
{
    vec_each (event, e)
        if (event->source == send)
            return true;
    return false;
}

static bool is_left(model *m, const dpor_execution *e, size_t event)
{
    op is = op_at(m, e->data[event].local);
    return is.kind == OP_SEND && !e->data[event].is_lost && !is_read(e, event);
}

/* vote(3) of client 2 to server (model.icet:12); vote(4) of ... */
static void set_left(failure_report *f, model *m, const dpor_execution *e)
{
    size_t bare = 0, count = 0;
    for (size_t i = 0; i < e->len; i++) {
        model_place at = model_where(m, e->data[i].local);
        op is = op_at(m, e->data[i].local);
        if (!is_left(m, e, i))
            continue;
        strbuf_puts(&f->text, f->text.len > 0 ? "; " : "");
        model_show_message(m, is.what, &f->text);
        strbuf_puts(&f->text, " of ");
        failure_name(m, e->data[i].thread, &f->text);
        strbuf_puts(&f->text, " to ");
        failure_name(m, is.thread, &f->text);
        bare = f->text.len;
        count++;
        add_place(at, &f->text);
        if (f->place.file == NULL)
            f->place = at;
    }
    if (count == 1)
        strbuf_cut(&f->text, bare);
}

/* client(2) ended and left VOTE(3), VOTE(4) in its mailbox */
static void set_unread(failure_report *f, model *m, const dpor_result *r)
{
    bool is_first = true;
    f->kind = FAULT_UNREAD;
    if (model_has_notation(m)) {
        set_left(f, m, &r->execution);
        return;
    }
    failure_name(m, r->thread, &f->text);
    strbuf_puts(&f->text, " ended and left ");
    for (size_t i = 0; i < r->execution.len; i++) {
        op is = op_at(m, r->execution.data[i].local);
        if (is.thread != r->thread || !is_left(m, &r->execution, i))
            continue;
        strbuf_puts(&f->text, is_first ? "" : ", ");
        model_show_message(m, is.what, &f->text);
        is_first = false;
    }
    strbuf_puts(&f->text, " in its mailbox");
}

/* The number says all that is certain: which thread has it depends on the schedule. */
static void set_stray(failure_report *f, model *m, const dpor_result *r)
{
    op is = op_at(m, r->local);
    f->kind = FAULT_MISUSE;
    f->thread = r->thread;
    f->place = model_where(m, r->local);
    strbuf_printf(&f->text, MODEL_STRAY, is.kind == OP_JOIN ? "waits for" : "sends to",
                  is.thread);
}

void failure_init(failure_report *f, model *m, const dpor_result *r)
{
    model_failure_info info;
    *f = (failure_report){.thread = FAILURE_NOBODY};
    switch (r->fault) {
    case DPOR_FAIL:
        f->thread = r->thread;
        info = model_failure(m, r->local);
        set_info(f, &info);
        return;
    case DPOR_AT_END:
        info = model_end_failure(m);
        set_info(f, &info);
        return;
    case DPOR_DEADLOCK:
        set_deadlock(f, m, &r->execution);
        return;
    case DPOR_UNREAD:
        f->thread = r->thread;
        set_unread(f, m, r);
        return;
    case DPOR_STRAY:
        set_stray(f, m, r);
        return;
    }
}

void failure_fini(failure_report *f)
{
    strbuf_free(&f->text);
}
