#include "interpret.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a thread of the program knows.  Threads may send to some that are spawned later:
 * those get the whole list in a message, which is received before anything else and
 * under a model that no other message takes notice of, so that it changes no count. */
typedef struct role {
    const mpl_program *p;
    uint32_t index;
    int32_t last;
    syn_thread all[]; /* by number; those that are known */
} role;

#define WHO_IS_WHO ((uint32_t)INT32_MIN)

/* The others have their value as a tag, moved by one: -1 would be SYN_CRASH. */
static uint32_t tag_of(int32_t value)
{
    return (uint32_t)value + 1;
}

static size_t role_size(const mpl_program *p)
{
    return sizeof(role) + p->threads.len * sizeof(syn_thread);
}

/* ---- Operations ---- */

static syn_model model_of(const mpl_program *p, const mpl_op *o)
{
    static const syn_model models[] = {SYN_BAG, SYN_P2P, SYN_CAUSAL, SYN_MBOX};
    return models[mpl_model_of_send(p, o)];
}

static void send_value(const role *me, const mpl_op *o)
{
    int value = o->sends_last ? me->last : o->value;
    syn_thread to = me->all[o->to];
    if (o->is_lossy)
        syn_send_lossy_at(__FILE__, __LINE__, model_of(me->p, o), to, tag_of(value),
                          &value, sizeof value);
    else
        syn_send_as(model_of(me->p, o), to, tag_of(value), &value, sizeof value);
}

typedef struct wanted {
    const mpl_program *p;
    mpl_op receive;
} wanted;

static bool is_wanted(const syn_msg *m, const void *context)
{
    const wanted *w = context;
    return mpl_wants(w->p, &w->receive, syn_int(*m));
}

static void receive_by(role *me, const mpl_op *o, const syn_filter *filter)
{
    syn_msg m;
    if (o->is_blocking)
        me->last = syn_int(syn_receive(filter));
    else
        me->last = syn_try_receive(filter, &m) ? syn_int(m) : MPL_NOTHING;
}

/* One value by its tag, several by a predicate. */
static void receive_value(role *me, const mpl_op *o)
{
    const mpl_program *p = me->p;
    uint32_t tag = o->set_size > 0 ? tag_of(*vec_at(&p->values, o->set)) : 0;
    wanted w = {p, *o};
    if (!o->is_selective)
        receive_by(me, o, NULL);
    else if (o->set_size == 1)
        receive_by(me, o, &(const syn_filter){.tags = &tag, .tag_count = 1});
    else
        receive_by(me, o,
                   &(const syn_filter){
                       .wants = is_wanted, .context = &w, .context_size = sizeof w});
}

static void run_thread(void *arg);

/* It is told all that ME knows. */
static void spawn_thread(role *me, uint32_t index)
{
    const mpl_program *p = me->p;
    enum { NAME_SIZE = 16 };
    char *name = syn_alloc(NAME_SIZE);
    snprintf(name, NAME_SIZE, "t%u", index);
    role *child = syn_alloc(role_size(p));
    memcpy(child, me, role_size(p));
    child->index = index;
    child->last = 0;
    me->all[index] = syn_spawn_with(
        (&(const syn_spawning){.name = name,
                               .run = run_thread,
                               .arg = child,
                               .arg_size = role_size(p),
                               .is_daemon = vec_at(&p->threads, index)->is_daemon}));
}

static void do_op(role *me, const mpl_op *o)
{
    switch (o->kind) {
    case MPL_SEND:
        send_value(me, o);
        break;
    case MPL_RECEIVE:
        receive_value(me, o);
        break;
    case MPL_CHOOSE:
        me->last = (int32_t)syn_nondet((uint32_t)o->value);
        break;
    case MPL_JOIN:
        syn_join(me->all[o->to]);
        break;
    case MPL_SPAWN:
        spawn_thread(me, o->to);
        break;
    case MPL_ASSUME: /* what is settled has failed */
        syn_assume(false);
        break;
    case MPL_ERROR:
        syn_fail("the last value is %d", me->last);
        break;
    case MPL_IF:
        break;
    }
}

static void run_code(role *me)
{
    const mpl_program *p = me->p;
    mpl_op_id at = mpl_settle(p, vec_at(&p->threads, me->index)->first, me->last);
    while (at != 0) {
        do_op(me, vec_at(&p->ops, at));
        at = mpl_settle(p, mpl_after(p, at), me->last);
    }
}

/* ---- Threads ---- */

/* Does it, or may one that it spawns, send to threads that are spawned after it? */
static bool needs_list(const mpl_program *p, uint32_t thread)
{
    if (vec_at(&p->threads, thread)->is_late)
        return false;
    for (size_t i = 1; i < p->ops.len; i++) {
        const mpl_op *o = &p->ops.data[i];
        if (o->thread == thread &&
            (o->kind == MPL_SPAWN || (o->kind == MPL_SEND && o->to > thread)))
            return true;
    }
    return false;
}

static void run_thread(void *arg)
{
    role *me = arg;
    if (needs_list(me->p, me->index)) {
        syn_msg m = syn_recv_tag(WHO_IS_WHO);
        memcpy(me->all, m.data, m.size);
    }
    me->all[me->index] = syn_self();
    run_code(me);
}

static void spawn_others(role *me)
{
    const mpl_program *p = me->p;
    for (uint32_t i = 1; i < p->threads.len; i++)
        if (!vec_at(&p->threads, i)->is_late)
            spawn_thread(me, i);
    for (uint32_t i = 1; i < p->threads.len; i++)
        if (needs_list(p, i))
            syn_send_as(SYN_BAG, me->all[i], WHO_IS_WHO, me->all,
                        p->threads.len * sizeof *me->all);
}

static void run_first(void *arg)
{
    const mpl_program *p = arg;
    role *me = syn_alloc(role_size(p));
    me->p = p;
    me->all[0] = syn_self();
    spawn_others(me);
    run_code(me);
}

syn_test interpret_test(const char *name, const mpl_program *p)
{
    return (syn_test){name, run_first, (void *)(uintptr_t)p};
}

uint32_t interpret_thread(const char *name)
{
    return name[0] == 't' ? (uint32_t)strtoul(name + 1, NULL, 10) : 0;
}

bool interpret_is_extra(uint32_t tag)
{
    return tag == WHO_IS_WHO;
}
