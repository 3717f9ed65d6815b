#include "mpl.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_DEPTH = 200 }; /* of IFs in each other */

typedef struct reader {
    mpl_program *p;
    const char *text;
    size_t at;
    uint32_t thread;
    unsigned depth;
    mpl_error *e;
} reader;

static bool fail(reader *r, const char *text)
{
    *r->e = (mpl_error){r->at + 1, text};
    return false;
}

static char peek(const reader *r)
{
    return r->text[r->at];
}

static bool take(reader *r, char c)
{
    if (peek(r) != c)
        return false;
    r->at++;
    return true;
}

static void skip_blanks(reader *r)
{
    while (peek(r) == ' ')
        r->at++;
}

static bool read_number(reader *r, int32_t *out)
{
    const char *start = r->text + r->at;
    if (!isdigit((unsigned char)start[*start == '-']))
        return fail(r, "a number is missing");
    char *end;
    long n = strtol(start, &end, 10);
    if (n < INT32_MIN || n > INT32_MAX)
        return fail(r, "the number is too large");
    r->at += (size_t)(end - start);
    *out = (int32_t)n;
    return true;
}

static bool read_thread(reader *r, uint32_t *out)
{
    int32_t n;
    if (!isdigit((unsigned char)peek(r)))
        return fail(r, "the number of a thread is missing");
    size_t at = r->at;
    if (!read_number(r, &n))
        return false;
    *out = (uint32_t)n;
    if (*out < r->p->threads.len)
        return true;
    r->at = at;
    return fail(r, "there is no such thread");
}

const char *mpl_model_name(mpl_model m)
{
    static const char *const names[] = {"asyn", "p2p", "cd", "mbox"};
    return names[m];
}

/* Synod's own names are understood, too. */
static bool is_model(mpl_model m, const char *text, size_t len)
{
    static const char *const names[] = {"bag", "p2p", "causal", "mbox"};
    const char *known[] = {mpl_model_name(m), names[m]};
    for (size_t i = 0; i < 2; i++)
        if (strlen(known[i]) == len && memcmp(known[i], text, len) == 0)
            return true;
    return false;
}

static bool read_model(reader *r, mpl_model *out)
{
    const char *start = r->text + r->at;
    size_t len = 0;
    while (isalnum((unsigned char)start[len]))
        len++;
    for (mpl_model m = MPL_ASYN; m <= MPL_MBOX; m++) {
        if (is_model(m, start, len)) {
            r->at += len;
            *out = m;
            return true;
        }
    }
    return fail(r, "asyn, p2p, cd or mbox is missing");
}

static bool read_send(reader *r, mpl_op *o)
{
    o->kind = MPL_SEND;
    if (!read_thread(r, &o->to))
        return false;
    if (!take(r, ':'))
        return fail(r, "a : and what to send are missing");
    o->sends_last = take(r, '$');
    if (!o->sends_last && !read_number(r, &o->value))
        return false;
    o->has_model = take(r, '@');
    return !o->has_model || read_model(r, &o->model);
}

static bool read_receive(reader *r, mpl_op *o)
{
    o->kind = MPL_RECEIVE;
    o->is_selective = take(r, '{');
    o->set = r->p->values.len;
    if (!o->is_selective)
        return true;
    do {
        int32_t value;
        if (!read_number(r, &value))
            return false;
        vec_push(&r->p->values, value);
        o->set_size++;
    } while (take(r, ','));
    return take(r, '}') || fail(r, "a } is missing");
}

static bool read_comparison(reader *r, mpl_op *o, mpl_kind kind)
{
    o->kind = kind;
    o->is_negated = take(r, '!');
    if (!o->is_negated && !take(r, '='))
        return fail(r, "= or ! is missing");
    return read_number(r, &o->value);
}

static bool read_choice(reader *r, mpl_op *o)
{
    o->kind = MPL_CHOOSE;
    if (!read_number(r, &o->value))
        return false;
    return o->value > 0 || fail(r, "a choice among none");
}

static bool read_join(reader *r, mpl_op *o)
{
    o->kind = MPL_JOIN;
    if (!read_thread(r, &o->to))
        return false;
    const mpl_thread *t = vec_at(&r->p->threads, o->to);
    if (o->to == r->thread)
        return fail(r, "a thread cannot join itself");
    return r->thread == 0 || (t->is_late && t->spawner == r->thread) ||
           fail(r, "only thread 0, or who spawned it before, may join a thread");
}

static bool read_spawn(reader *r, mpl_op *o)
{
    o->kind = MPL_SPAWN;
    if (!read_thread(r, &o->to))
        return false;
    mpl_thread *t = vec_at(&r->p->threads, o->to);
    if (o->to <= r->thread)
        return fail(r, "only a later thread may be spawned");
    if (t->is_late)
        return fail(r, "it is spawned twice");
    t->is_late = true;
    t->spawner = r->thread;
    return true;
}

static bool read_plain(reader *r, mpl_op *o)
{
    char c = peek(r);
    if (c != '\0')
        r->at++;
    switch (c) {
    case 's':
    case 'l':
        o->is_lossy = c == 'l';
        return read_send(r, o);
    case 'r':
    case 'n':
        o->is_blocking = c == 'r';
        return read_receive(r, o);
    case 'c':
        return read_choice(r, o);
    case 'j':
        return read_join(r, o);
    case 'w':
        return read_spawn(r, o);
    case 'a':
        return read_comparison(r, o, MPL_ASSUME);
    case 'e':
        return read_comparison(r, o, MPL_ERROR);
    default:
        r->at -= c != '\0';
        return fail(r, "an operation is missing");
    }
}

static bool read_list(reader *r, mpl_op_id up, mpl_op_id *first);

static bool read_branch(reader *r, mpl_op_id up, mpl_op_id *first)
{
    if (!take(r, '('))
        return fail(r, "a ( is missing");
    if (++r->depth > MOST_DEPTH)
        return fail(r, "too many tests in each other");
    if (!read_list(r, up, first))
        return false;
    r->depth--;
    return take(r, ')') || fail(r, "a ) is missing");
}

static mpl_op_id add_op(reader *r, mpl_op o)
{
    vec_push(&r->p->ops, o);
    return (mpl_op_id)(r->p->ops.len - 1);
}

/* Branches are read after the IF has its number; it may move meanwhile. */
static bool read_if(reader *r, mpl_op o, mpl_op_id *out)
{
    if (!read_comparison(r, &o, MPL_IF))
        return false;
    mpl_op_id id = *out = add_op(r, o);
    mpl_op_id yes, no = 0;
    if (!read_branch(r, id, &yes))
        return false;
    bool has_else = take(r, ':');
    if (has_else && !read_branch(r, id, &no))
        return false;
    mpl_op *made = vec_at(&r->p->ops, id);
    made->yes = yes;
    made->no = no;
    made->has_else = has_else;
    return true;
}

static bool read_op(reader *r, mpl_op_id up, mpl_op_id *out)
{
    mpl_op o = {.thread = r->thread, .up = up};
    if (take(r, '?'))
        return read_if(r, o, out);
    if (!read_plain(r, &o))
        return false;
    *out = add_op(r, o);
    return true;
}

static bool read_list(reader *r, mpl_op_id up, mpl_op_id *first)
{
    mpl_op_id last = 0;
    *first = 0;
    for (skip_blanks(r); strchr("|)", peek(r)) == NULL; skip_blanks(r)) {
        mpl_op_id id;
        if (!read_op(r, up, &id))
            return false;
        if (last == 0)
            *first = id;
        else
            vec_at(&r->p->ops, last)->next = id;
        last = id;
        if (strchr(" |)", peek(r)) == NULL)
            return fail(r, "a blank is missing");
    }
    return true;
}

static bool read_one_thread(reader *r)
{
    mpl_thread *t = vec_at(&r->p->threads, r->thread);
    skip_blanks(r);
    t->is_daemon = take(r, 'D');
    if (t->is_daemon && strchr(" |", peek(r)) == NULL)
        return fail(r, "a blank is missing");
    if (t->is_daemon && r->thread == 0)
        return fail(r, "thread 0 cannot be a daemon");
    return read_list(r, 0, &t->first);
}

/* Their number must be known when the first is read. */
static void count_threads(reader *r)
{
    vec_push(&r->p->threads, ((mpl_thread){.model = MPL_P2P}));
    for (const char *c = r->text; *c != '\0'; c++)
        if (*c == '|')
            vec_push(&r->p->threads, ((mpl_thread){.model = MPL_P2P}));
}

static bool read_all(reader *r)
{
    count_threads(r);
    for (;; r->thread++) {
        if (!read_one_thread(r))
            return false;
        if (peek(r) == ')')
            return fail(r, "a ) too many");
        if (!take(r, '|'))
            return true;
    }
}

bool mpl_parse(mpl_program *p, const char *text, mpl_error *e)
{
    *p = (mpl_program){0};
    vec_push(&p->ops, (mpl_op){0});
    reader r = {.p = p, .text = text, .e = e};
    if (read_all(&r))
        return true;
    mpl_free(p);
    return false;
}

void mpl_free(mpl_program *p)
{
    vec_free(&p->ops);
    vec_free(&p->threads);
    vec_free(&p->values);
}

/* ---- Models ---- */

static bool read_models(reader *r)
{
    size_t count = 0;
    do {
        mpl_model m;
        if (!read_model(r, &m))
            return false;
        if (count == r->p->threads.len)
            return fail(r, "more models than threads");
        vec_at(&r->p->threads, count)->model = m;
        count++;
    } while (take(r, ','));
    if (count == 1)
        vec_each (t, &r->p->threads)
            t->model = r->p->threads.data[0].model;
    else if (count < r->p->threads.len)
        return fail(r, "fewer models than threads");
    return true;
}

static bool read_budget(reader *r)
{
    int32_t n = 0;
    if (peek(r) == '\0')
        return true;
    if (strncmp(r->text + r->at, "+loss", 5) != 0)
        return fail(r, "+loss or the end is missing");
    r->at += 5;
    if (!read_number(r, &n))
        return false;
    if (n < 0 || peek(r) != '\0')
        return fail(r, "the budget must be a number from 0 on, at the end");
    r->p->lose = (uint32_t)n;
    return true;
}

bool mpl_set_models(mpl_program *p, const char *models, mpl_error *e)
{
    reader r = {.p = p, .text = models, .e = e};
    p->lose = 0;
    return read_models(&r) && read_budget(&r);
}

mpl_model mpl_model_of_send(const mpl_program *p, const mpl_op *send)
{
    return send->has_model ? send->model : vec_at(&p->threads, send->to)->model;
}

/* ---- What it means, as far as one thread is concerned ---- */

mpl_op_id mpl_after(const mpl_program *p, mpl_op_id op)
{
    while (op != 0 && vec_at(&p->ops, op)->next == 0)
        op = vec_at(&p->ops, op)->up;
    return op == 0 ? 0 : vec_at(&p->ops, op)->next;
}

static bool holds(const mpl_op *o, int32_t last)
{
    return (last == o->value) != o->is_negated;
}

static mpl_op_id enter(const mpl_program *p, mpl_op_id id, int32_t last)
{
    const mpl_op *o = vec_at(&p->ops, id);
    mpl_op_id branch = holds(o, last) ? o->yes : o->no;
    return branch != 0 ? branch : mpl_after(p, id);
}

mpl_op_id mpl_settle(const mpl_program *p, mpl_op_id op, int32_t last)
{
    while (op != 0) {
        const mpl_op *o = vec_at(&p->ops, op);
        if (o->kind == MPL_IF)
            op = enter(p, op, last);
        else if (o->kind == MPL_ASSUME ? holds(o, last)
                                       : o->kind == MPL_ERROR && !holds(o, last))
            op = mpl_after(p, op);
        else
            break;
    }
    return op;
}

bool mpl_wants(const mpl_program *p, const mpl_op *receive, int32_t value)
{
    for (size_t i = 0; i < receive->set_size; i++)
        if (*vec_at(&p->values, receive->set + i) == value)
            return true;
    return !receive->is_selective;
}

/* ---- As text ---- */

typedef struct printer {
    const mpl_program *p;
    mpl_op_id without;
    strbuf *out;
} printer;

static void print_send(const printer *w, const mpl_op *o)
{
    strbuf_printf(w->out, "%c%u:", o->is_lossy ? 'l' : 's', o->to);
    if (o->sends_last)
        strbuf_putc(w->out, '$');
    else
        strbuf_printf(w->out, "%d", o->value);
    if (o->has_model)
        strbuf_printf(w->out, "@%s", mpl_model_name(o->model));
}

static void print_receive(const printer *w, const mpl_op *o)
{
    strbuf_putc(w->out, o->is_blocking ? 'r' : 'n');
    for (size_t i = 0; i < o->set_size; i++)
        strbuf_printf(w->out, "%c%d", i == 0 ? '{' : ',',
                      *vec_at(&w->p->values, o->set + i));
    if (o->is_selective)
        strbuf_putc(w->out, '}');
}

static void print_comparison(const printer *w, char c, const mpl_op *o)
{
    strbuf_printf(w->out, "%c%c%d", c, o->is_negated ? '!' : '=', o->value);
}

static void print_list(const printer *w, mpl_op_id first);

static void print_if(const printer *w, const mpl_op *o)
{
    print_comparison(w, '?', o);
    strbuf_putc(w->out, '(');
    print_list(w, o->yes);
    strbuf_puts(w->out, o->has_else ? "):(" : ")");
    if (!o->has_else)
        return;
    print_list(w, o->no);
    strbuf_putc(w->out, ')');
}

static void print_op(const printer *w, const mpl_op *o)
{
    switch (o->kind) {
    case MPL_SEND:
        print_send(w, o);
        break;
    case MPL_RECEIVE:
        print_receive(w, o);
        break;
    case MPL_CHOOSE:
        strbuf_printf(w->out, "c%d", o->value);
        break;
    case MPL_JOIN:
        strbuf_printf(w->out, "j%u", o->to);
        break;
    case MPL_SPAWN:
        strbuf_printf(w->out, "w%u", o->to);
        break;
    case MPL_ASSUME:
        print_comparison(w, 'a', o);
        break;
    case MPL_ERROR:
        print_comparison(w, 'e', o);
        break;
    case MPL_IF:
        print_if(w, o);
        break;
    }
}

static void print_blank(const printer *w)
{
    if (w->out->len > 0 && strchr("(| ", w->out->data[w->out->len - 1]) == NULL)
        strbuf_putc(w->out, ' ');
}

static void print_list(const printer *w, mpl_op_id first)
{
    for (mpl_op_id id = first; id != 0; id = vec_at(&w->p->ops, id)->next) {
        const mpl_op *o = vec_at(&w->p->ops, id);
        if (id != w->without) {
            print_blank(w);
            print_op(w, o);
        } else if (o->kind == MPL_IF) {
            print_list(w, o->yes);
            print_list(w, o->no);
        }
    }
}

void mpl_print(const mpl_program *p, mpl_op_id without, strbuf *out)
{
    strbuf line = {0}; /* blanks depend on what stands before them */
    printer w = {p, without, &line};
    vec_each (t, &p->threads) {
        if (t != p->threads.data)
            strbuf_putc(&line, '|');
        if (t->is_daemon)
            strbuf_putc(&line, 'D');
        print_list(&w, t->first);
    }
    strbuf_puts(out, strbuf_text(&line));
    strbuf_free(&line);
}

void mpl_print_models(const mpl_program *p, strbuf *out)
{
    vec_each (t, &p->threads)
        strbuf_printf(out, "%s%s", t == p->threads.data ? "" : ",",
                      mpl_model_name(t->model));
    if (p->lose > 0)
        strbuf_printf(out, "+loss%u", p->lose);
}
