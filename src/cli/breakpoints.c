#include "cli/breakpoints.h"

#include "base/mem.h"
#include "base/suggest.h"
#include "report/machine_name.h"

#include <string.h>

void breakpoints_fini(breakpoint_list *b)
{
    vec_each (name, b)
        mem_free(*name, strlen(*name) + 1);
    vec_free(b);
}

void breakpoints_remove(breakpoint_list *b, size_t index)
{
    mem_free(b->data[index], strlen(b->data[index]) + 1);
    memmove(&b->data[index], &b->data[index + 1],
            (b->len - index - 1) * sizeof *b->data);
    b->len--;
}

/* ---- What a name means ---- */

static bool is_any_state(const ir_program *ir, const char *name, suggest *s)
{
    char owner[MACHINE_NAME_SIZE];
    const char *state = machine_name_split(name, owner);
    bool found = false;
    for (uint32_t i = 0; i < ir->machine_count; i++) {
        for (uint32_t k = 0; k < ir->machines[i].state_count; k++) {
            suggest_offer(s, ir->machines[i].states[k].name);
            found |= strcmp(state, ir->machines[i].states[k].name) == 0;
        }
    }
    return found && (owner[0] == '\0' || machine_name_is_known(ir, owner));
}

static bool is_known(const ir_program *ir, const char *name, suggest *s)
{
    bool found = is_any_state(ir, name, s) || machine_name_is_known(ir, name);
    for (uint32_t i = 0; i < ir->machine_count; i++)
        suggest_offer(s, ir->machines[i].name);
    for (uint32_t i = 0; i < ir->event_count; i++) {
        suggest_offer(s, ir->events[i].name);
        found |= strcmp(name, ir->events[i].name) == 0;
    }
    return found;
}

bool breakpoints_add(breakpoint_list *b, const ir_program *ir, const char *name,
                     strbuf *why)
{
    suggest s;
    suggest_start(&s, name);
    if (!is_known(ir, name, &s)) {
        strbuf_printf(why, "there is no machine, state or event '%s'", name);
        if (s.best != NULL && *name != '\0')
            strbuf_printf(why, "; did you mean '%s'?", s.best);
        return false;
    }
    char *copy = mem_alloc(strlen(name) + 1);
    memcpy(copy, name, strlen(name) + 1);
    vec_push(b, copy);
    return true;
}

/* ---- Asking ---- */

static bool is_of(const story *s, uint32_t who, const char *name)
{
    return who != STORY_NOBODY && story_is_called(&s->machines.data[who], name);
}

static bool is_state(const story_machine *m, const char *name, const char *entered)
{
    char owner[MACHINE_NAME_SIZE];
    const char *state = machine_name_split(name, owner);
    return strcmp(state, entered) == 0 &&
           (owner[0] == '\0' || story_is_called(m, owner));
}

static bool is_about(const story *s, const story_step *step, const char *name)
{
    if (is_of(s, step->who, name))
        return true;
    if (step->message != STORY_NEVER &&
        strcmp(s->messages.data[step->message].event, name) == 0)
        return true;
    vec_each (line, &step->lines)
        if (is_of(s, line->who, name) ||
            (line->event != NULL && strcmp(line->event, name) == 0))
            return true;
    vec_each (change, &step->changes)
        if (change->kind == CHANGE_STATE && change->before != NULL &&
            is_state(&s->machines.data[change->who], name, change->after))
            return true;
    return false;
}

const char *breakpoints_hit(const breakpoint_list *b, const story *s, size_t number)
{
    vec_each (name, b)
        if (is_about(s, &s->steps.data[number], *name))
            return *name;
    return NULL;
}
