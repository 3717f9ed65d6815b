#include "naive_state.h"

#include <stdlib.h>
#include <string.h>

static void put_u32(strbuf *out, uint32_t n)
{
    strbuf_add(out, (const char *)&n, sizeof n);
}

static void put_i64(strbuf *out, int64_t n)
{
    strbuf_add(out, (const char *)&n, sizeof n);
}

static uint32_t get_u32(const char **at)
{
    uint32_t n;
    memcpy(&n, *at, sizeof n);
    *at += sizeof n;
    return n;
}

static int64_t get_i64(const char **at)
{
    int64_t n;
    memcpy(&n, *at, sizeof n);
    *at += sizeof n;
    return n;
}

static void put_values(strbuf *out, const val **values, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        val_write(values[i], out);
}

static const val **get_values(system_state *s, const char **at, uint32_t count)
{
    const val **values = ARENA_ARRAY(s->memory, const val *, count);
    for (uint32_t i = 0; i < count; i++)
        values[i] = val_read(s->memory, at);
    return values;
}

static void put_message(strbuf *out, const message *m)
{
    put_u32(out, m->event);
    val_write(m->payload, out);
}

static message get_message(system_state *s, const char **at)
{
    message m = {.event = get_u32(at)};
    m.payload = val_read(s->memory, at);
    return m;
}

static int by_name(const void *a, const void *b)
{
    const machine_state *x = a;
    const machine_state *y = b;
    return x->name < y->name ? -1 : x->name > y->name;
}

static void write_machine(const system_state *s, const machine_state *m, strbuf *out)
{
    put_i64(out, m->name);
    put_u32(out, m->interface);
    put_u32(out, m->machine);
    put_u32(out, m->created);
    put_u32(out, m->phase);
    if (m->phase == PHASE_HALTED)
        return; /* nothing of it matters any more */
    put_u32(out, m->state);
    put_values(out, m->fields, s->ir->machines[m->machine].field_count);
    put_u32(out, (uint32_t)m->queue.len);
    vec_each (one, &m->queue)
        put_message(out, one);
    put_u32(out, (uint32_t)m->tasks.len);
    vec_each (t, &m->tasks) {
        put_u32(out, t->kind);
        put_u32(out, t->index);
        val_write(t->payload, out);
    }
    put_u32(out, (uint32_t)m->frames.len);
    vec_each (f, &m->frames) {
        put_u32(out, f->function);
        put_u32(out, f->place);
        put_values(out, f->slots, s->ir->functions[f->function].slot_count);
    }
    put_message(out, &m->held);
    put_i64(out, m->target);
}

static machine_state read_machine(system_state *s, const char **at)
{
    machine_state m = {.name = get_i64(at)};
    m.interface = get_u32(at);
    m.machine = get_u32(at);
    m.created = get_u32(at);
    m.phase = (phase)get_u32(at);
    m.held.payload = val_null();
    if (m.phase == PHASE_HALTED)
        return m;
    m.state = get_u32(at);
    m.fields = get_values(s, at, s->ir->machines[m.machine].field_count);
    for (uint32_t n = get_u32(at); n > 0; n--)
        vec_push(&m.queue, get_message(s, at));
    for (uint32_t n = get_u32(at); n > 0; n--) {
        task t = {.kind = (task_kind)get_u32(at)};
        t.index = get_u32(at);
        t.payload = val_read(s->memory, at);
        vec_push(&m.tasks, t);
    }
    for (uint32_t n = get_u32(at); n > 0; n--) {
        frame f = {.function = get_u32(at)};
        f.place = get_u32(at);
        f.slots = get_values(s, at, s->ir->functions[f.function].slot_count);
        vec_push(&m.frames, f);
    }
    m.held = get_message(s, at);
    m.target = get_i64(at);
    return m;
}

void state_write(system_state *s, strbuf *out)
{
    qsort(s->machines.data, s->machines.len, sizeof *s->machines.data, by_name);
    put_u32(out, (uint32_t)s->machines.len);
    vec_each (m, &s->machines)
        write_machine(s, m, out);
    for (uint32_t i = 0; i < s->test->module->monitor_count; i++) {
        uint32_t machine = s->test->module->monitors[i].machine;
        put_u32(out, s->monitors[i].state);
        put_values(out, s->monitors[i].fields, s->ir->machines[machine].field_count);
    }
}

void state_read(system_state *s, const char *bytes)
{
    const char *at = bytes;
    for (uint32_t n = get_u32(&at); n > 0; n--)
        vec_push(&s->machines, read_machine(s, &at));
    uint32_t count = s->test->module->monitor_count;
    s->monitors = ARENA_ARRAY(s->memory, monitor_state, count);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t machine = s->test->module->monitors[i].machine;
        s->monitors[i].state = get_u32(&at);
        s->monitors[i].fields =
            get_values(s, &at, s->ir->machines[machine].field_count);
    }
}

void state_free(system_state *s)
{
    vec_each (m, &s->machines) {
        vec_free(&m->queue);
        vec_free(&m->tasks);
        vec_free(&m->frames);
    }
    vec_free(&s->machines);
}

machine_state *state_find(system_state *s, int64_t name)
{
    vec_each (m, &s->machines)
        if (m->name == name)
            return m;
    return NULL;
}
