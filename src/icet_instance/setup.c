/* setup.c -- the copies of an instance, and the layout of their variables.
 *
 * Copies are numbered from 1, process by process, and `nobody` is 0; the first thread
 * announces the copies in this order, so a pid is the number of its thread, and the
 * pids of a set are contiguous.  Everything that depends only on the program and its
 * sizes is computed here, once, because the copies run again in each execution.
 */
#include "icet_instance/instance_private.h"

#include "api/model/threads.h"

/* ---- Plans ---- */

static model_place place_of(sources *src, srcpos pos)
{
    if (pos == SRC_NONE)
        return (model_place){0};
    src_place at = sources_place(src, pos);
    return (model_place){at.file->path, (int)at.line};
}

static void note_room(instance_setup *c, instance_plan *p, const icet_stmt *s)
{
    uint32_t room = s->to != NULL ? instance_cells_room(c, s->to) : 0;
    room += s->value != NULL ? instance_cells_room(c, s->value) : 0;
    for (uint32_t i = 0; i < s->word_count && room <= MOST_CELLS; i++)
        room +=
            s->words[i].value != NULL ? instance_cells_room(c, s->words[i].value) : 0;
    p->room = room > p->room ? room : p->room;
}

typedef VEC(model_place) place_list;

static void plan_list(instance_setup *c, instance_plan *p, sources *src,
                      const icet_stmt *s, place_list *places)
{
    for (; s != NULL; s = s->next) {
        while (places->len <= s->id)
            vec_push(places, ((model_place){0}));
        places->data[s->id] = place_of(src, s->pos);
        note_room(c, p, s);
        plan_list(c, p, src, s->then, places);
        plan_list(c, p, src, s->otherwise, places);
    }
}

/* The receive at which a reactive process may idle: the first in its last loop. */
static const icet_stmt *find_rest(const icet_process *is)
{
    const icet_stmt *s = is->body;
    while (is->reactive && s->next != NULL)
        s = s->next;
    return is->reactive ? s->then : NULL;
}

static void plan_vars(instance_setup *c, instance_plan *p, const icet_process *is)
{
    p->var_at = ARENA_ARRAY(&c->memory, uint32_t, is->var_count + 1);
    for (uint32_t i = 0; i < is->var_count && p->cells <= MOST_CELLS; i++) {
        p->var_at[i] = p->cells;
        p->cells += instance_cells_width(c, is->vars[i].type);
    }
}

static void make_plan(instance_setup *c, sources *src, uint32_t number)
{
    assert(number < c->program->process_count);
    const icet_process *is = &c->program->processes[number];
    instance_plan *p = &c->plans[number];
    place_list places = {0};
    plan_vars(c, p, is);
    plan_list(c, p, src, is->body, &places);
    p->places = ARENA_VEC(&c->memory, &places);
    p->place = place_of(src, is->pos);
    p->rest = find_rest(is);
    vec_free(&places);
    if (p->room > MOST_CELLS || p->cells > MOST_CELLS)
        c->too_large = "its values are too large";
}

/* ---- Copies ---- */

static uint32_t copies_of(const instance_setup *c, uint32_t whose)
{
    uint32_t set = c->program->processes[whose].set;
    return set == ICET_NONE ? 1 : c->sizes[set];
}

static const char *name_copy(instance_setup *c, uint32_t whose, uint32_t copy)
{
    const icet_process *p = &c->program->processes[whose];
    strbuf name = {0};
    strbuf_puts(&name, p->name);
    if (p->set != ICET_NONE)
        strbuf_printf(&name, " %u", copy);
    const char *text = arena_strndup(&c->memory, strbuf_text(&name), name.len);
    strbuf_free(&name);
    return text;
}

static uint64_t number_processes(instance_setup *c)
{
    uint64_t count = 0;
    for (uint32_t i = 0; i < c->program->process_count; i++) {
        c->first[i] = (uint32_t)count + 1;
        count += copies_of(c, i);
        if (count > MOST_COPIES)
            break;
    }
    return count;
}

static void add_copies(instance_setup *c)
{
    assert(c->copy_count <= MOST_COPIES);
    c->copies = ARENA_ARRAY(&c->memory, instance_copy, c->copy_count + 1);
    c->copies[0].name = "nobody";
    c->numbers = ARENA_ARRAY(&c->memory, syn_thread, c->copy_count + 2);
    for (uint32_t i = 0; i < c->copy_count + 2; i++)
        c->numbers[i] = i;
    for (uint32_t i = 0; i < c->program->process_count; i++)
        for (uint32_t k = 0; k < copies_of(c, i); k++) {
            uint32_t number = c->first[i] + k;
            c->copies[number] = (instance_copy){.setup = c,
                                                .number = number,
                                                .process = i,
                                                .name = name_copy(c, i, k + 1)};
        }
}

void instance_setup_init(instance_setup *c, const icet_instance *i)
{
    *c = (instance_setup){.program = i->program, .sizes = i->sizes};
    c->ints = i->ints != NULL ? *i->ints : icet_ints_of(i->program);
    uint32_t count = i->program->process_count;
    arena_init(&c->memory);
    intern_init(&c->finals);
    c->first = ARENA_ARRAY(&c->memory, uint32_t, count + 1);
    c->plans = ARENA_ARRAY(&c->memory, instance_plan, count + 1);
    for (uint32_t p = 0; p < count; p++)
        make_plan(c, i->src, p);
    for (uint32_t m = 0; m < i->program->message_count; m++)
        if (instance_cells_width(c, i->program->messages[m].payload) > MOST_CELLS)
            c->too_large = "its values are too large";
    uint64_t copies = number_processes(c);
    if (copies > MOST_COPIES)
        c->too_large = "it has too many processes";
    if (c->too_large != NULL)
        return;
    c->copy_count = (uint32_t)copies;
    add_copies(c);
}

void instance_setup_fini(instance_setup *c)
{
    vec_free(&c->widths);
    strbuf_free(&c->final);
    intern_fini(&c->finals);
    arena_fini(&c->memory);
}

/* ---- The first thread ---- */

/* All copies are known before the first of them runs, since it may send to the last
 * one. The number of a thread is the pid of its copy. */
static void announce(instance_setup *c)
{
    guard_enter();
    for (uint32_t i = 1; i <= c->copy_count; i++) {
        thread_kind kind = {.name = c->copies[i].name, .run = instance_copy_run};
        const thread *t = threads_child(model_current, 0, i - 1, &kind);
        assert(t->number == i);
        (void)t;
    }
    guard_exit();
}

void instance_setup_start(void *arg)
{
    instance_setup *c = arg;
    announce(c);
    if (c->wants_finals)
        syn_at_end(instance_finals_collect, c);
    for (uint32_t i = 1; i <= c->copy_count; i++) {
        instance_copy *a = &c->copies[i];
        model_place at = c->plans[a->process].place;
        syn_spawn_at(at.file, at.line, a->name, instance_copy_run, a);
    }
}
