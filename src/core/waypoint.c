#include "core/waypoint.h"

#include <string.h>

/* The head of a waypoint.  What it counts follows in the same order, then the fields
 * and the slots: how many these are, the machine and the frames say. */
enum {
    AT_STATE,
    AT_CREATED,
    AT_HAS_FLOOR,
    AT_PENDING,
    AT_FIRST_EFFECT,
    AT_KNOWLEDGE, /* of open ints */
    AT_FRESH,     /* ... and where runs must be told: how many the step has made */
    AT_INBOX,     /* counts, from here on */
    AT_EFFECTS,
    AT_FRAMES,
    AT_TASKS,
    AT_HEAD,
};
enum { FRAME_WORDS = 2, TASK_WORDS = 3 };

/* ---- From a run to words ---- */

static void assert_at_choice(const run *r)
{
    assert(!r->p.is_monitor || r->c->vals.open != NULL);
    assert(r->p.status == STATUS_RUNNING);
    assert(r->p.held == VALUE_NULL);
    assert(!r->p.inbox_is_out);
    assert(r->p.frames.len > 0);
    assert(!r->is_resuming && !r->is_polling && !r->is_delivering);
    (void)r;
}

static size_t count_words(const run *r)
{
    return AT_HEAD + r->p.inbox.len + r->effects.len + FRAME_WORDS * r->p.frames.len +
           TASK_WORDS * r->p.tasks.len + r->p.fields.len + r->p.slots.len;
}

static value *put_head(const run *r, value *to)
{
    to[AT_STATE] = r->p.state;
    to[AT_CREATED] = r->p.created;
    to[AT_HAS_FLOOR] = r->has_floor;
    to[AT_PENDING] = r->pending;
    to[AT_FIRST_EFFECT] = (value)r->first_effect;
    to[AT_KNOWLEDGE] = VALUE_NULL;
    to[AT_FRESH] = 0;
    to[AT_INBOX] = (value)r->p.inbox.len;
    to[AT_EFFECTS] = (value)r->effects.len;
    to[AT_FRAMES] = (value)r->p.frames.len;
    to[AT_TASKS] = (value)r->p.tasks.len;
    return to + AT_HEAD;
}

/* Values that are no drafts. */
static value *put_values(const value *from, size_t count, value *to)
{
    if (count > 0)
        memcpy(to, from, count * sizeof *to);
    return to + count;
}

static value *put_frames(const run *r, value *to)
{
    vec_each (f, &r->p.frames) {
        *to++ = f->function;
        *to++ = f->pc;
    }
    return to;
}

static value *put_tasks(run *r, value *to)
{
    vec_each (t, &r->p.tasks) {
        *to++ = t->kind;
        *to++ = t->index;
        *to++ = value_freeze(&r->c->vals, t->payload);
    }
    return to;
}

static value *put_data(run *r, value *to)
{
    vec_each (field, &r->p.fields)
        *to++ = value_freeze(&r->c->vals, *field);
    for (size_t i = 0; i < r->p.frames.len; i++)
        to = process_put_slots(r->c, &r->p, i, to);
    return to;
}

void waypoint_put(run *r, waypoint *out)
{
    assert_at_choice(r);
    size_t count = count_words(r);
    while (out->cap < count)
        out->data = mem_grow(out->data, &out->cap, sizeof *out->data);
    out->len = count;
    value *const effects = put_head(r, out->data);
    value *to = put_values(r->p.inbox.data, r->p.inbox.len, effects);
    to = put_values(r->effects.data, r->effects.len, to);
    size_t effect_count = (size_t)(to - effects);
    value *const tasks = put_frames(r, to);
    value *const data = put_tasks(r, tasks);
    to = put_data(r, data);
    assert(to == out->data + count);
    if (r->c->vals.open == NULL)
        return;
    openint_keep(r->c, effects, effect_count);
    openint_keep(r->c, &r->pending, 1);
    for (const value *at = tasks; at < data; at += TASK_WORDS)
        openint_keep(r->c, at + TASK_WORDS - 1, 1);
    openint_keep(r->c, data, (size_t)(to - data));
    out->data[AT_KNOWLEDGE] = openint_save(r->c);
    if (r->c->labels_choices)
        out->data[AT_FRESH] = r->c->vals.open->fresh;
}

/* ---- And back ---- */

/* Replaces the items of vector V by COUNT words. */
#define TAKE_VALUES(v, from, count)                                        \
    do {                                                                   \
        while ((v)->cap < (count))                                         \
            (v)->data = mem_grow((v)->data, &(v)->cap, sizeof *(v)->data); \
        if ((count) > 0)                                                   \
            memcpy((v)->data, from, (count) * sizeof *(v)->data);          \
        (v)->len = (count);                                                \
        (from) += (count);                                                 \
    } while (0)

static const value *take_frames(process *p, const ir_program *ir, size_t count,
                                const value *from)
{
    uint32_t base = 0;
    vec_clear(&p->frames);
    for (size_t i = 0; i < count; i++, from += FRAME_WORDS) {
        vec_push(&p->frames, ((frame){from[0], from[1], base}));
        base += ir->functions[from[0]].slot_count;
    }
    return from;
}

static const value *take_tasks(process *p, size_t count, const value *from)
{
    vec_clear(&p->tasks);
    for (size_t i = 0; i < count; i++, from += TASK_WORDS)
        vec_push(&p->tasks, ((task){(task_kind)from[0], from[1], from[2]}));
    return from;
}

static size_t slot_count(const process *p, const ir_program *ir)
{
    const frame *f = vec_last(&p->frames);
    return f->base + ir->functions[f->function].slot_count;
}

/* The words from behind the effects on. */
static void take_process(process *p, const ir_program *ir, const value *head,
                         const value *from)
{
    p->status = STATUS_RUNNING;
    p->state = head[AT_STATE];
    p->created = head[AT_CREATED];
    p->held = VALUE_NULL;
    from = take_frames(p, ir, head[AT_FRAMES], from);
    from = take_tasks(p, head[AT_TASKS], from);
    TAKE_VALUES(&p->fields, from, p->fields.len);
    TAKE_VALUES(&p->slots, from, slot_count(p, ir));
}

void waypoint_restore(run *r, const value *words, const run_pace *pace)
{
    const value *from = words + AT_HEAD;
    r->has_floor = words[AT_HAS_FLOOR] != 0;
    r->pending = words[AT_PENDING];
    r->first_effect = words[AT_FIRST_EFFECT];
    TAKE_VALUES(&r->p.inbox, from, words[AT_INBOX]);
    TAKE_VALUES(&r->effects, from, words[AT_EFFECTS]);
    take_process(&r->p, r->c->ir, words, from);
    r->budget = r->allowed = pace->budget; /* what was spent before is counted */
    r->look = pace->look;
    r->told.len = pace->told;
    if (r->c->vals.open != NULL)
        openint_restore(r->c->vals.open, pace->open);
    r->event = pace->event;
    r->cooled = pace->cooled;
}

value waypoint_process(core *c, value before, const value *words)
{
    process p = {0};
    const value *from = words + AT_HEAD;
    process_load(c, &p, before);
    TAKE_VALUES(&p.inbox, from, words[AT_INBOX]);
    from += words[AT_EFFECTS];
    take_process(&p, c->ir, words, from);
    value local = process_save(c, &p);
    process_free(&p);
    return local;
}
