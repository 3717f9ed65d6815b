#include "adapter.h"

/* The first thread from T on that thread 0 spawns before anything else. */
static uint32_t next_early(const adapter *a, uint32_t t)
{
    while (t < a->p->threads.len && a->p->threads.data[t].is_late)
        t++;
    return t;
}

/* ---- Numbers ---- */

/* Places: operations, then the end of each thread, then each spawn of thread 0. */
static uint32_t place_of(const adapter *a, const adapter_local *l)
{
    size_t ops = a->p->ops.len, threads = a->p->threads.len;
    if (l->thread == 0 && l->spawned < threads)
        return (uint32_t)(ops + threads + l->spawned);
    return l->at != 0 ? l->at : (uint32_t)(ops + l->thread);
}

static local_id number_local(adapter *a, adapter_local l)
{
    uint64_t key = IDMAP_KEY(place_of(a, &l), (uint32_t)l.last);
    size_t number = idmap_put_number(&a->local_numbers, key, a->locals.len + 1);
    if (number == 0) {
        vec_push(&a->locals, l);
        number = a->locals.len;
    }
    vec_at(&a->locals, number - 1)->is_kept = true;
    return (local_id)(number - 1);
}

static message_id number_message(adapter *a, uint32_t from, int32_t value)
{
    uint64_t key = IDMAP_KEY(from, (uint32_t)value);
    size_t number = idmap_put_number(&a->message_numbers, key, a->messages.len + 1);
    if (number == 0) {
        vec_push(&a->messages, ((adapter_message){.from = from, .value = value}));
        number = a->messages.len;
    }
    vec_at(&a->messages, number - 1)->is_kept = true;
    return (message_id)(number - 1);
}

static adapter_local get_local(adapter *a, local_id id)
{
    if (id >= a->locals.len || !a->locals.data[id].is_kept) {
        a->misuse = "a local state that was not kept is asked about";
        id = 0;
    }
    return *vec_at(&a->locals, id);
}

static adapter_message get_message(adapter *a, message_id id)
{
    if (id >= a->messages.len || !a->messages.data[id].is_kept) {
        a->misuse = "a message that was not kept is asked about";
        return (adapter_message){0};
    }
    return *vec_at(&a->messages, id);
}

/* ---- The program ---- */

static local_id first_local(adapter *a, uint32_t thread)
{
    mpl_op_id first = vec_at(&a->p->threads, thread)->first;
    return number_local(a, (adapter_local){.thread = thread,
                                           .spawned = next_early(a, 1),
                                           .at = mpl_settle(a->p, first, 0)});
}

static local_id begin(void *context)
{
    return first_local(context, 0);
}

static op look_at_send(adapter *a, const adapter_local *l, const mpl_op *o)
{
    static const uint8_t models[] = {DPOR_BAG, DPOR_P2P, DPOR_CAUSAL, DPOR_MBOX};
    int32_t value = o->sends_last ? l->last : o->value;
    return (op){.kind = OP_SEND,
                .network = models[mpl_model_of_send(a->p, o)],
                .may_be_lost = o->is_lossy,
                .thread = o->to,
                .what = number_message(a, l->thread, value)};
}

static op look_at_op(adapter *a, const adapter_local *l)
{
    const mpl_op *o = vec_at(&a->p->ops, l->at);
    switch (o->kind) {
    case MPL_SEND:
        return look_at_send(a, l, o);
    case MPL_RECEIVE:
        return (op){.kind = OP_RECEIVE,
                    .is_blocking = o->is_blocking,
                    .what = o->is_selective ? l->at : FILTER_ANY};
    case MPL_CHOOSE:
        return (op){.kind = OP_CHOOSE, .what = (uint32_t)o->value};
    case MPL_JOIN:
        return (op){.kind = OP_JOIN, .thread = o->to};
    case MPL_SPAWN:
        return (op){.kind = OP_SPAWN, .thread = o->to, .what = first_local(a, o->to)};
    case MPL_ASSUME:
        return (op){.kind = OP_BLOCK};
    case MPL_ERROR:
    case MPL_IF:
        break;
    }
    return (op){.kind = OP_FAIL};
}

static const op *look(void *context, local_id id)
{
    adapter *a = context;
    adapter_local l = get_local(a, id);
    if (l.thread == 0 && l.spawned < a->p->threads.len)
        a->now = (op){
            .kind = OP_SPAWN, .thread = l.spawned, .what = first_local(a, l.spawned)};
    else if (l.at == 0)
        a->now = (op){.kind = OP_END};
    else
        a->now = look_at_op(a, &l);
    return &a->now;
}

static local_id advance(void *context, local_id id, uint32_t input)
{
    adapter *a = context;
    adapter_local l = get_local(a, id);
    op o = *look(a, id);
    a->advances++;
    if (l.thread == 0 && l.spawned < a->p->threads.len) {
        l.spawned = next_early(a, l.spawned + 1);
        return number_local(a, l);
    }
    if (o.kind == OP_RECEIVE)
        l.last = input == RESULT_NONE ? MPL_NOTHING : get_message(a, input).value;
    else if (o.kind == OP_CHOOSE)
        l.last = (int32_t)input;
    else if (o.kind != OP_SEND && o.kind != OP_JOIN && o.kind != OP_SPAWN)
        a->misuse = "a thread is advanced that cannot go on";
    l.at = mpl_settle(a->p, mpl_after(a->p, l.at), l.last);
    return number_local(a, l);
}

static bool matches(void *context, filter_id filter, message_id message)
{
    adapter *a = context;
    if (filter == FILTER_ANY)
        return true;
    return mpl_wants(a->p, vec_at(&a->p->ops, filter), get_message(a, message).value);
}

static bool is_daemon(void *context, uint32_t thread)
{
    adapter *a = context;
    return vec_at(&a->p->threads, thread)->is_daemon;
}

static int compare(void *context, uint32_t a, uint32_t b)
{
    (void)context;
    return (a > b) - (a < b);
}

static bool is_full(void *context)
{
    adapter *a = context;
    return a->full_after != 0 && a->advances >= a->full_after;
}

static void collect(void *context, const local_id *locals, size_t local_count,
                    const message_id *messages, size_t message_count)
{
    adapter *a = context;
    a->advances = 0;
    vec_each (l, &a->locals)
        l->is_kept = false;
    vec_each (m, &a->messages)
        m->is_kept = false;
    for (size_t i = 0; i < local_count; i++)
        vec_at(&a->locals, locals[i])->is_kept = true;
    for (size_t i = 0; i < message_count; i++)
        vec_at(&a->messages, messages[i])->is_kept = true;
}

/* ---- */

void adapter_init(adapter *a, const mpl_program *p, size_t full_after)
{
    *a = (adapter){.p = p, .full_after = full_after};
}

void adapter_free(adapter *a)
{
    vec_free(&a->locals);
    vec_free(&a->messages);
    idmap_fini(&a->local_numbers);
    idmap_fini(&a->message_numbers);
}

dpor_program adapter_program(adapter *a)
{
    return (dpor_program){.context = a,
                          .begin = begin,
                          .look = look,
                          .advance = advance,
                          .matches = matches,
                          .is_daemon = is_daemon,
                          .compare = compare,
                          .is_full = is_full,
                          .collect = collect};
}

const char *adapter_misuse(const adapter *a)
{
    return a->misuse;
}
