#include "engine/sample/schedule.h"

#include <string.h>

void schedule_clear(schedule *s)
{
    vec_clear(&s->steps);
    vec_clear(&s->choices);
}

void schedule_free(schedule *s)
{
    vec_free(&s->steps);
    vec_free(&s->choices);
}

void schedule_add(schedule *s, const core *c, transition m, value choices)
{
    if (choices != VALUE_NULL) {
        value_view list = list_get(c, choices);
        for (uint32_t i = 0; i < list.count; i++)
            vec_push(&s->choices, (uint32_t)value_to_int(&c->vals, list.items[i]));
    }
    schedule_step step = {m, (uint32_t)s->choices.len};
    vec_push(&s->steps, step);
}

static void add_step(trace *to, const core *c, transition m, const uint32_t *choices,
                     uint32_t count)
{
    strbuf path = {0};
    naming_path(&c->vals.names, m.machine, &path);
    const trace_step step = {.kind = m.kind,
                             .machine = strbuf_text(&path),
                             .index = m.index,
                             .choices = choices,
                             .choice_count = count};
    trace_add_step(to, &step);
    strbuf_free(&path);
}

void schedule_to_trace(const schedule *s, size_t count, const core *c, trace *to)
{
    uint32_t before = 0;
    assert(count <= s->steps.len);
    for (size_t i = 0; i < count; i++) {
        const schedule_step *step = &s->steps.data[i];
        const uint32_t *choices =
            step->choices > before ? s->choices.data + before : NULL;
        add_step(to, c, step->m, choices, step->choices - before);
        before = step->choices;
    }
}
