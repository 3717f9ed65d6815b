#include "naive_state.h"

#include <stdlib.h>
#include <string.h>

static void put_u32(strbuf *out, uint32_t n)
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

static void put_text(strbuf *out, const char *text)
{
    strbuf_add(out, text, strlen(text) + 1);
}

static const char *get_text(system_state *s, const char **at)
{
    size_t len = strlen(*at);
    const char *text = arena_strndup(s->memory, *at, len);
    *at += len + 1;
    return text;
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
    put_text(out, m->sender);
    put_u32(out, m->event);
    val_write(m->payload, out);
}

static message get_message(system_state *s, const char **at)
{
    message m = {.sender = get_text(s, at)};
    m.event = get_u32(at);
    m.payload = val_read(s->memory, at);
    return m;
}

static void put_past(strbuf *out, const past_set *past)
{
    put_u32(out, (uint32_t)past->len);
    vec_each (id, past)
        put_u32(out, *id);
}

static past_set get_past(const char **at)
{
    past_set past = {0};
    for (uint32_t n = get_u32(at); n > 0; n--)
        vec_push(&past, get_u32(at));
    return past;
}

static void write_tasks(const machine_state *m, strbuf *out)
{
    put_u32(out, (uint32_t)m->tasks.len);
    vec_each (t, &m->tasks) {
        put_u32(out, t->kind);
        put_u32(out, t->index);
        val_write(t->payload, out);
    }
}

static void read_tasks(system_state *s, machine_state *m, const char **at)
{
    for (uint32_t n = get_u32(at); n > 0; n--) {
        task t = {.kind = (task_kind)get_u32(at)};
        t.index = get_u32(at);
        t.payload = val_read(s->memory, at);
        vec_push(&m->tasks, t);
    }
}

static void write_frames(const system_state *s, const machine_state *m, strbuf *out)
{
    put_u32(out, (uint32_t)m->frames.len);
    vec_each (f, &m->frames) {
        put_u32(out, f->function);
        put_u32(out, f->place);
        put_values(out, f->slots, s->ir->functions[f->function].slot_count);
    }
}

static void read_frames(system_state *s, machine_state *m, const char **at)
{
    for (uint32_t n = get_u32(at); n > 0; n--) {
        frame f = {.function = get_u32(at)};
        f.place = get_u32(at);
        f.slots = get_values(s, at, s->ir->functions[f.function].slot_count);
        vec_push(&m->frames, f);
    }
}

void state_write_machine(const system_state *s, const machine_state *m, strbuf *out)
{
    put_text(out, m->path);
    put_u32(out, m->interface);
    put_u32(out, m->machine);
    put_u32(out, m->phase);
    if (m->phase == PHASE_HALTED)
        return; /* nothing of it matters any more */
    put_u32(out, m->created);
    put_u32(out, m->state);
    put_values(out, m->fields, s->ir->machines[m->machine].field_count);
    put_u32(out, (uint32_t)m->queue.len);
    vec_each (one, &m->queue)
        put_message(out, one);
    write_tasks(m, out);
    write_frames(s, m, out);
    put_message(out, &m->held);
    put_text(out, m->target);
    put_past(out, &m->past);
}

static machine_state read_machine(system_state *s, const char **at)
{
    machine_state m = {.path = get_text(s, at), .target = ""};
    m.interface = get_u32(at);
    m.machine = get_u32(at);
    m.phase = (phase)get_u32(at);
    m.held = (message){0, val_null(), ""};
    if (m.phase == PHASE_HALTED)
        return m;
    m.created = get_u32(at);
    m.state = get_u32(at);
    m.fields = get_values(s, at, s->ir->machines[m.machine].field_count);
    for (uint32_t n = get_u32(at); n > 0; n--)
        vec_push(&m.queue, get_message(s, at));
    read_tasks(s, &m, at);
    read_frames(s, &m, at);
    m.held = get_message(s, at);
    m.target = get_text(s, at);
    m.past = get_past(at);
    return m;
}

/* ---- One order for equal states ---- */

static int by_path(const void *a, const void *b)
{
    const machine_state *x = a;
    const machine_state *y = b;
    return path_compare(x->path, y->path);
}

static int by_pair_then_age(const void *a, const void *b)
{
    const transit *x = a;
    const transit *y = b;
    int order = path_compare(x->what.sender, y->what.sender);
    if (order == 0)
        order = path_compare(x->target, y->target);
    return order != 0 ? order : x->id < y->id ? -1 : 1;
}

/* An outbox has one order for all targets. */
static int by_sender_then_age(const void *a, const void *b)
{
    const transit *x = a;
    const transit *y = b;
    int order = path_compare(x->what.sender, y->what.sender);
    return order != 0 ? order : x->id < y->id ? -1 : 1;
}

static int by_pair_then_content(const void *a, const void *b)
{
    const transit *x = a;
    const transit *y = b;
    int order = path_compare(x->what.sender, y->what.sender);
    if (order == 0)
        order = path_compare(x->target, y->target);
    if (order != 0)
        return order;
    strbuf one = {0};
    strbuf two = {0};
    put_message(&one, &x->what);
    put_message(&two, &y->what);
    order = one.len != two.len ? (one.len < two.len ? -1 : 1)
                               : memcmp(one.data, two.data, one.len);
    strbuf_free(&one);
    strbuf_free(&two);
    return order;
}

static int by_number(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a;
    uint32_t y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

static void renumber_past(past_set *past, const uint32_t *new_ids)
{
    vec_each (id, past)
        *id = new_ids[*id];
    if (past->len > 0)
        qsort(past->data, past->len, sizeof *past->data, by_number);
}

static void sort_transit(system_state *s)
{
    if (s->transit.len == 0)
        return;
    qsort(s->transit.data, s->transit.len, sizeof *s->transit.data,
          s->options->is_coarse              ? by_sender_then_age
          : s->options->network == NAIVE_BAG ? by_pair_then_content
                                             : by_pair_then_age);
    uint32_t highest = 0;
    vec_each (t, &s->transit)
        highest = t->id > highest ? t->id : highest;
    uint32_t *new_ids = ARENA_ARRAY(s->memory, uint32_t, highest + 1);
    for (uint32_t i = 0; i < s->transit.len; i++) {
        new_ids[s->transit.data[i].id] = i;
        s->transit.data[i].id = i;
    }
    vec_each (t, &s->transit)
        renumber_past(&t->past, new_ids);
    vec_each (m, &s->machines)
        renumber_past(&m->past, new_ids);
}

static void write_transit(const system_state *s, strbuf *out)
{
    put_u32(out, (uint32_t)s->transit.len);
    vec_each (t, &s->transit) {
        put_text(out, t->target);
        put_message(out, &t->what);
        put_past(out, &t->past);
    }
}

static void read_transit(system_state *s, const char **at)
{
    uint32_t count = get_u32(at);
    for (uint32_t i = 0; i < count; i++) {
        transit t = {.id = i, .target = get_text(s, at)};
        t.what = get_message(s, at);
        t.past = get_past(at);
        vec_push(&s->transit, t);
    }
}

void state_write_monitors(const system_state *s, strbuf *out)
{
    for (uint32_t i = 0; i < s->test->module->monitor_count; i++) {
        uint32_t machine = s->test->module->monitors[i].machine;
        put_u32(out, s->monitors[i].state);
        put_values(out, s->monitors[i].fields, s->ir->machines[machine].field_count);
    }
}

void state_write(system_state *s, strbuf *out)
{
    if (s->machines.len > 0)
        qsort(s->machines.data, s->machines.len, sizeof *s->machines.data, by_path);
    sort_transit(s);
    put_u32(out, s->crashes);
    put_u32(out, s->losses);
    put_u32(out, s->dups);
    put_u32(out, (uint32_t)s->machines.len);
    vec_each (m, &s->machines)
        state_write_machine(s, m, out);
    write_transit(s, out);
    state_write_monitors(s, out);
}

void state_read(system_state *s, const char *bytes)
{
    const char *at = bytes;
    s->crashes = get_u32(&at);
    s->losses = get_u32(&at);
    s->dups = get_u32(&at);
    for (uint32_t n = get_u32(&at); n > 0; n--)
        vec_push(&s->machines, read_machine(s, &at));
    read_transit(s, &at);
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
        vec_free(&m->past);
    }
    vec_free(&s->machines);
    vec_each (t, &s->transit)
        vec_free(&t->past);
    vec_free(&s->transit);
}

machine_state *state_find(system_state *s, const char *path)
{
    vec_each (m, &s->machines)
        if (strcmp(m->path, path) == 0)
            return m;
    return NULL;
}

const machine_state *state_choosing(const system_state *s)
{
    vec_each (m, &s->machines)
        if (m->phase == PHASE_CHOOSING)
            return m;
    return NULL;
}
