#include "subject.h"

#include "interpret.h"

/* A thread that waits to be told who is who, and what it is told. */
static bool is_extra(void *context, const op *o, uint32_t input)
{
    const model *m = context;
    if (o->kind == OP_SEND)
        input = o->what;
    else if (o->kind != OP_RECEIVE || input == RESULT_NONE)
        return false;
    return interpret_is_extra(model_message_of(m, input).tag);
}

static uint32_t index_of(void *context, uint32_t thread)
{
    return interpret_thread(model_thread_name(context, thread));
}

static void init_in_c(subject *s, const mpl_program *p, bool is_small)
{
    syn_test test = interpret_test("mpl", p);
    model_options o = {.network = DPOR_P2P, .most_nodes = is_small ? 20 : 0};
    s->in_c = model_new(&test, &o);
    s->program = *model_program(s->in_c);
    s->graph.is_extra = is_extra;
    s->graph.index_of = index_of;
    s->graph.context = s->in_c;
}

void subject_init(subject *s, const mpl_program *p, bool in_c, bool is_small)
{
    *s = (subject){.graph = {.p = p, .program = &s->program}};
    if (in_c) {
        init_in_c(s, p, is_small);
        return;
    }
    adapter_init(&s->adapter, p, is_small ? 5 : 0);
    s->program = adapter_program(&s->adapter);
}

void subject_free(subject *s)
{
    if (s->in_c != NULL)
        model_free(s->in_c);
    else
        adapter_free(&s->adapter);
}

const char *subject_trouble(const subject *s)
{
    return s->in_c != NULL ? model_disorder(s->in_c) : adapter_misuse(&s->adapter);
}
