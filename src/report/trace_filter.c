#include "report/trace_filter.h"

#include "base/arena.h"
#include "base/suggest.h"
#include "base/vec.h"
#include "report/machine_name.h"

#include <string.h>

typedef enum name_kind {
    NAME_MACHINE,
    NAME_EVENT,
    NAME_VARIABLE,
    NAME_KINDS
} name_kind;

typedef VEC(const char *) name_list;

struct trace_filter {
    arena memory;
    name_list shown[NAME_KINDS];
    name_list hidden[NAME_KINDS];
};

void trace_filter_free(trace_filter *f)
{
    if (f == NULL)
        return;
    for (int i = 0; i < NAME_KINDS; i++) {
        vec_free(&f->shown[i]);
        vec_free(&f->hidden[i]);
    }
    arena_fini(&f->memory);
    mem_free(f, sizeof *f);
}

/* ---- What a name means ---- */

static bool is_any_machine(const ir_program *ir, const char *name, suggest *s)
{
    for (uint32_t i = 0; i < ir->machine_count; i++)
        suggest_offer(s, ir->machines[i].name);
    return machine_name_is_known(ir, name);
}

/* x, or Client.x */
static bool is_variable(const ir_program *ir, const char *name, const char *variable)
{
    char owner[MACHINE_NAME_SIZE];
    return strcmp(machine_name_split(name, owner), variable) == 0 &&
           (owner[0] == '\0' || machine_name_is_known(ir, owner));
}

static bool is_any_event(const ir_program *ir, const char *name, suggest *s)
{
    for (uint32_t i = 0; i < ir->event_count; i++) {
        suggest_offer(s, ir->events[i].name);
        if (strcmp(name, ir->events[i].name) == 0)
            return true;
    }
    return false;
}

static bool is_any_variable(const ir_program *ir, const char *name, suggest *s)
{
    for (uint32_t i = 0; i < ir->machine_count; i++) {
        const ir_machine *m = &ir->machines[i];
        for (uint32_t k = 0; k < m->field_count; k++) {
            const char *variable = symbols_name(ir->source, m->fields[k].name);
            suggest_offer(s, variable);
            if (is_variable(ir, name, variable))
                return true;
        }
    }
    return false;
}

/* A name may mean several things. */
static bool add_name(const ir_program *ir, const char *name, name_list *lists,
                     strbuf *why)
{
    suggest s;
    suggest_start(&s, name);
    const bool is[NAME_KINDS] = {[NAME_MACHINE] = is_any_machine(ir, name, &s),
                                 [NAME_EVENT] = is_any_event(ir, name, &s),
                                 [NAME_VARIABLE] = is_any_variable(ir, name, &s)};
    bool is_known = false;
    for (int kind = 0; kind < NAME_KINDS; kind++) {
        if (is[kind])
            vec_push(&lists[kind], name);
        is_known |= is[kind];
    }
    if (is_known)
        return true;
    strbuf_printf(why, "there is no machine, event or variable '%s' to show or hide",
                  name);
    if (s.best != NULL)
        strbuf_printf(why, "; did you mean '%s'?", s.best);
    return false;
}

static bool add_names(trace_filter *f, const ir_program *ir, const char *text,
                      name_list *lists, strbuf *why)
{
    while (text != NULL && *text != '\0') {
        size_t len = strcspn(text, ",");
        if (len > 0 && !add_name(ir, arena_strndup(&f->memory, text, len), lists, why))
            return false;
        text += len + (text[len] == ',');
    }
    return true;
}

trace_filter *trace_filter_new(const ir_program *ir, const char *show, const char *hide,
                               strbuf *why)
{
    trace_filter *f = mem_alloc(sizeof *f);
    *f = (trace_filter){0};
    arena_init(&f->memory);
    if (add_names(f, ir, show, f->shown, why) && add_names(f, ir, hide, f->hidden, why))
        return f;
    trace_filter_free(f);
    return NULL;
}

/* ---- Asking ---- */

bool trace_filter_shows_machine(const trace_filter *f, const story_machine *m)
{
    if (f == NULL)
        return true;
    vec_each (one, &f->hidden[NAME_MACHINE])
        if (story_is_called(m, *one))
            return false;
    vec_each (one, &f->shown[NAME_MACHINE])
        if (story_is_called(m, *one))
            return true;
    return f->shown[NAME_MACHINE].len == 0;
}

bool trace_filter_shows_event(const trace_filter *f, const char *event)
{
    if (f == NULL)
        return true;
    vec_each (one, &f->hidden[NAME_EVENT])
        if (strcmp(*one, event) == 0)
            return false;
    vec_each (one, &f->shown[NAME_EVENT])
        if (strcmp(*one, event) == 0)
            return true;
    return f->shown[NAME_EVENT].len == 0;
}

/* x, or that of a machine: Client.x */
static bool is_variable_of(const story_machine *m, const char *text, const char *name)
{
    char owner[MACHINE_NAME_SIZE];
    return strcmp(machine_name_split(text, owner), name) == 0 &&
           (owner[0] == '\0' || story_is_called(m, owner));
}

bool trace_filter_shows_eventless(const trace_filter *f)
{
    return f == NULL || f->shown[NAME_EVENT].len == 0;
}

bool trace_filter_shows_variable(const trace_filter *f, const story_machine *m,
                                 const char *name)
{
    if (f == NULL)
        return true;
    vec_each (one, &f->hidden[NAME_VARIABLE])
        if (is_variable_of(m, *one, name))
            return false;
    vec_each (one, &f->shown[NAME_VARIABLE])
        if (is_variable_of(m, *one, name))
            return true;
    return f->shown[NAME_VARIABLE].len == 0;
}
