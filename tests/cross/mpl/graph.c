#include "graph.h"

#include "naive.h"

typedef struct builder {
    const graph_source *from;
    const dpor_program *program;
    const dpor_execution *e;
    VEC(local_id) locals;  /* of each thread */
    VEC(uint32_t) counts;  /* events of each thread so far that are in the text */
    VEC(uint32_t) indices; /* of each event in its thread */
    VEC(strbuf) texts;     /* of each thread */
    VEC(naive_step) steps;
} builder;

static op look(const builder *b, local_id local)
{
    return *b->program->look(b->program->context, local);
}

/* Of a thread, in the text. */
static uint32_t index_of(const builder *b, uint32_t thread)
{
    const graph_source *from = b->from;
    return from->index_of == NULL ? thread : from->index_of(from->context, thread);
}

static const char *add_receive(builder *b, const dpor_event *e, const op *o,
                               naive_step *step)
{
    strbuf *text = vec_at(&b->texts, e->thread);
    step->got_nothing = e->source == SIZE_MAX;
    if (step->got_nothing) {
        strbuf_puts(text, " n-");
        return e->input == RESULT_NONE ? NULL : "what was not sent is received";
    }
    if (e->source + 1 >= b->indices.len)
        return "a message is received before it is sent";
    const dpor_event *source = &b->e->data[e->source];
    op sent = look(b, source->local);
    if (sent.kind != OP_SEND || index_of(b, sent.thread) != e->thread)
        return "a message is received that was sent to nobody, or another";
    if (sent.what != e->input)
        return "another message is received than was sent";
    if (!b->program->matches(b->program->context, o->what, e->input))
        return "a message is received that is not wanted";
    step->from = index_of(b, source->thread);
    step->index = *vec_at(&b->indices, e->source);
    strbuf_printf(text, " r%u.%u", step->from, step->index);
    return NULL;
}

static const char *add_step(builder *b, const dpor_event *e, const op *o)
{
    naive_step step = {.thread = e->thread, .is_lost = e->is_lost, .choice = e->input};
    strbuf *text = vec_at(&b->texts, e->thread);
    const char *wrong = NULL;
    if (o->kind == OP_SEND)
        strbuf_puts(text, e->is_lost ? " s~" : " s");
    else if (o->kind == OP_RECEIVE)
        wrong = add_receive(b, e, o, &step);
    else if (o->kind == OP_CHOOSE)
        strbuf_printf(text, " c%u", e->input);
    else if (o->kind == OP_JOIN)
        strbuf_puts(text, " j");
    else if (o->kind == OP_SPAWN)
        strbuf_puts(text, " w");
    else
        wrong = "an event that is none";
    ++*vec_at(&b->counts, e->thread);
    vec_push(&b->steps, step);
    return wrong;
}

static bool is_in_text(const builder *b, const dpor_event *e, const op *o)
{
    const graph_source *from = b->from;
    if (o->kind == OP_SPAWN)
        return vec_at(&from->p->threads, index_of(b, o->thread))->is_late;
    return from->is_extra == NULL || !from->is_extra(from->context, o, e->input);
}

/* With the number of its thread in the text. */
static const char *add_event(builder *b, const dpor_event *e)
{
    if (e->thread >= b->locals.len)
        return "a thread that there is not";
    if (e->local != *vec_at(&b->locals, e->thread))
        return "a thread is somewhere else";
    op o = look(b, e->local);
    const char *wrong = NULL;
    if (o.kind == OP_SPAWN)
        *vec_at(&b->locals, index_of(b, o.thread)) = o.what;
    vec_push(&b->indices, *vec_at(&b->counts, e->thread));
    if (is_in_text(b, e, &o))
        wrong = add_step(b, e, &o);
    if (wrong == NULL)
        *vec_at(&b->locals, e->thread) =
            b->program->advance(b->program->context, e->local, e->input);
    return wrong;
}

static void print(const builder *b, bool is_blocked, strbuf *out)
{
    strbuf_putc(out, is_blocked ? 'B' : 'C');
    vec_each (text, &b->texts) {
        if (text != b->texts.data)
            strbuf_puts(out, " |");
        strbuf_puts(out, strbuf_text(text));
    }
}

static const char *build(builder *b)
{
    const char *wrong = NULL;
    for (size_t i = 0; i < b->from->p->threads.len; i++) {
        vec_push(&b->locals, UINT32_MAX);
        vec_push(&b->counts, 0);
        vec_push(&b->texts, (strbuf){0});
    }
    b->locals.data[0] = b->program->begin(b->program->context);
    for (size_t i = 0; i < b->e->len && wrong == NULL; i++) {
        dpor_event e = b->e->data[i];
        e.thread = index_of(b, e.thread);
        wrong = add_event(b, &e);
    }
    if (wrong == NULL)
        wrong = naive_follow(b->from->p, b->steps.data, b->steps.len);
    return wrong;
}

const char *graph_of_execution(const graph_source *from, const dpor_execution *e,
                               bool is_blocked, strbuf *out)
{
    builder b = {.from = from, .program = from->program, .e = e};
    const char *wrong = build(&b);
    print(&b, is_blocked, out);
    vec_each (text, &b.texts)
        strbuf_free(text);
    vec_free(&b.texts);
    vec_free(&b.locals);
    vec_free(&b.counts);
    vec_free(&b.indices);
    vec_free(&b.steps);
    return wrong;
}
