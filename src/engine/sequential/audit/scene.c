#include "engine/sequential/audit/inside.h"

#include <string.h>

static void grow(auditor *a, void **data, uint32_t count, uint32_t *room, size_t size)
{
    if (count < *room)
        return;
    *room = *room * 2 + 8;
    void *more = arena_alloc(&a->memory, *room * size);
    if (count)
        memcpy(more, *data, count * size);
    *data = more;
}

uint32_t scene_add(auditor *a, scene *s, const actor *x)
{
    void *data = s->actors;
    grow(a, &data, s->count, &s->room, sizeof *s->actors);
    s->actors = data;
    s->actors[s->count] = *x;
    return s->count++;
}

scene *scene_begin(auditor *a)
{
    scene *s = ARENA_NEW(&a->memory, scene);
    for (uint32_t i = 0; i < a->program->process_count; i++) {
        const icet_process *p = &a->program->processes[i];
        actor x = {.here = true,
                   .kind = p->set == ICET_NONE ? ACTOR_ONE : ACTOR_ALL,
                   .process = i,
                   .name = ICET_NONE,
                   .at = p->body,
                   .pinned = ICET_NONE};
        x.store = ARENA_ARRAY(&a->memory, term, p->var_count + 1);
        scene_add(a, s, &x);
    }
    return s;
}

scene *scene_copy(auditor *a, const scene *s)
{
    scene *c = ARENA_NEW(&a->memory, scene);
    *c = *s;
    c->room = s->count;
    c->actors = arena_copy(&a->memory, s->actors, s->count * sizeof *s->actors);
    for (uint32_t i = 0; i < c->count; i++)
        if (c->actors[i].here)
            c->actors[i].store =
                arena_copy(&a->memory, c->actors[i].store,
                           (var_count(a, &c->actors[i]) + 1) * sizeof(term));
    c->lines = ARENA_ARRAY(&a->memory, line, s->line_count + 1);
    c->line_room = s->line_count;
    c->line_count = 0;
    for (uint32_t i = 0; i < s->line_count; i++) {
        line l = s->lines[i];
        if (l.count == 0)
            continue;
        l.letters = arena_copy(&a->memory, l.letters, l.count * sizeof *l.letters);
        c->lines[c->line_count++] = l;
    }
    return c;
}

actor *scene_actor(const scene *s, uint32_t index)
{
    return index < s->count && s->actors[index].here ? &s->actors[index] : NULL;
}

uint32_t scene_named(const scene *s, uint32_t name)
{
    for (uint32_t i = 0; i < s->count; i++)
        if (s->actors[i].here && s->actors[i].kind == ACTOR_COPY &&
            s->actors[i].name == name)
            return i;
    return ICET_NONE;
}

uint32_t scene_copies(const scene *s, uint32_t process)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < s->count; i++)
        n += s->actors[i].here && s->actors[i].kind == ACTOR_COPY &&
             s->actors[i].process == process;
    return n;
}

/* ---- lines ---- */

line *scene_line(const scene *s, uint32_t from, uint32_t to, uint32_t message,
                 bool some)
{
    for (uint32_t i = 0; i < s->line_count; i++) {
        line *l = &s->lines[i];
        if (l->from == from && l->to == to && l->message == message && l->some == some)
            return l;
    }
    return NULL;
}

line *scene_open(auditor *a, scene *s, uint32_t from, uint32_t to, uint32_t message,
                 bool some)
{
    line *found = scene_line(s, from, to, message, some);
    if (found)
        return found;
    void *data = s->lines;
    grow(a, &data, s->line_count, &s->line_room, sizeof *s->lines);
    s->lines = data;
    s->lines[s->line_count] = (line){from, to, message, some, 0, NULL};
    return &s->lines[s->line_count++];
}

void line_push(auditor *a, line *l, letter what)
{
    letter *more = ARENA_ARRAY(&a->memory, letter, l->count + 1);
    if (l->count)
        memcpy(more, l->letters, l->count * sizeof *more);
    more[l->count++] = what;
    l->letters = more;
}

letter line_pull(line *l)
{
    assert(l->count > 0);
    l->count--;
    return *l->letters++;
}

void scene_drop_lines(scene *s, uint32_t index)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < s->line_count; i++)
        if (s->lines[i].some || (s->lines[i].from != index && s->lines[i].to != index))
            s->lines[kept++] = s->lines[i];
    s->line_count = kept;
}

int scene_size(auditor *a, const scene *s, uint32_t set)
{
    term_store *t = &a->terms;
    if (a->program->sets[set].at_least > 0)
        return 1;
    term zero = term_int(t, 0), size = term_leaf(t, TERM_SIZE, set);
    term none = term_under(t, s->facts, term_binary(t, TERM_EQ, zero, size));
    term some = term_under(t, s->facts, term_binary(t, TERM_LT, zero, size));
    if (term_is_true(t, none) || term_is_false(t, some))
        return 0;
    return term_is_false(t, none) || term_is_true(t, some) ? 1 : -1;
}
