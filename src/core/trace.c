#include "core/trace.h"

#include <string.h>

size_t trace_before_end(const trace *t)
{
    return t->tail.steps > 0 ? t->tail.from : t->loop;
}

bool trace_end_begins(const trace *t, size_t number)
{
    size_t before = trace_before_end(t);
    return before != TRACE_NO_LOOP && number == before + 1;
}

void trace_init(trace *t)
{
    *t = (trace){.loop = TRACE_NO_LOOP};
    arena_init(&t->memory);
}

void trace_fini(trace *t)
{
    vec_free(&t->steps);
    arena_fini(&t->memory);
}

void trace_add_step(trace *t, const trace_step *step)
{
    trace_step s = *step;
    s.machine = arena_strndup(&t->memory, s.machine, strlen(s.machine));
    s.choices = arena_copy(&t->memory, s.choices, s.choice_count * sizeof *s.choices);
    vec_push(&t->steps, s);
}

void trace_copy(const trace *from, trace *to)
{
    trace_init(to);
    to->loop = from->loop;
    to->tail = from->tail;
    to->split_above = from->split_above;
    vec_each (step, &from->steps)
        trace_add_step(to, step);
}

void trace_add(trace *t, const core *c, transition m, value choices)
{
    value_view list = list_get(c, choices);
    strbuf path = {0};
    naming_path(&c->vals.names, m.machine, &path);
    uint32_t *numbers = ARENA_ARRAY(&t->memory, uint32_t, list.count);
    for (uint32_t i = 0; i < list.count; i++)
        numbers[i] = (uint32_t)value_to_int(&c->vals, list.items[i]);
    trace_step s = {.kind = m.kind,
                    .machine = strbuf_text(&path),
                    .index = m.index,
                    .choices = numbers,
                    .choice_count = list.count};
    trace_add_step(t, &s);
    strbuf_free(&path);
}
