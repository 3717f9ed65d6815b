#include "report/story_cursor.h"

#include "report/describe.h"

/* A run that starts again, in a core of its own, has a new story. */
static void see_step(void *context, const core *c, const replay_step *step)
{
    story_cursor *s = context;
    if (step->number == 0) {
        story_forget(&s->story);
        for (size_t i = 0; i < s->watched_count; i++)
            story_watch(&s->story, s->at.c, s->watched[i]);
    }
    story_add_step(&s->story, c, step);
}

void story_cursor_init(story_cursor *s, const ir_program *ir, const ir_test *test,
                       const core_options *options, const ir_expression *const *watched,
                       size_t watched_count)
{
    *s = (story_cursor){.watched = watched, .watched_count = watched_count};
    story_init(&s->story);
    trace_cursor_init(&s->at, ir, test, options, see_step, s);
}

void story_cursor_fini(story_cursor *s)
{
    trace_cursor_fini(&s->at);
    story_fini(&s->story);
}

/* ---- Alternatives ---- */

static const char *keep(arena *memory, strbuf *b)
{
    const char *text = arena_strndup(memory, strbuf_text(b), b->len);
    strbuf_free(b);
    return text;
}

/* Only a step that is made shows what its choices are about. */
static const char *choices_text(trace_cursor *t, const trace_branch *b,
                                const trace_step *s, arena *memory)
{
    if (s->choice_count == 0)
        return "";
    strbuf text = {0};
    const note_list *notes = trace_cursor_try(t, b, s);
    vec_each (n, notes) {
        if ((n->kind != NOTE_CHOICE && n->kind != NOTE_OPEN) || describe_is_part(n))
            continue;
        strbuf_puts(&text, text.len > 0 ? ", " : "");
        describe_note(t->c, n, &text);
    }
    return keep(memory, &text);
}

static story_alternative make_alternative(trace_cursor *t, const trace_branch *b,
                                          arena *memory)
{
    strbuf title = {0};
    replay_step step = {.number = 1,
                        .m = b->m,
                        .message = system_message(t->c, &t->p.state, b->m),
                        .before = &t->p.state};
    describe_title(t->c, &step, &title);
    story_alternative a = {.step = trace_cursor_branch_step(t, b, memory),
                           .title = keep(memory, &title)};
    a.choices = choices_text(t, b, &a.step, memory);
    return a;
}

void story_alternatives_init(story_alternatives *a, story_cursor *s)
{
    *a = (story_alternatives){0};
    arena_init(&a->memory);
    trace_branch_list branches = {0};
    a->is_cut = trace_cursor_branches(&s->at, &branches);
    vec_each (b, &branches)
        vec_push(&a->list, make_alternative(&s->at, b, &a->memory));
    vec_free(&branches);
}

void story_alternatives_fini(story_alternatives *a)
{
    vec_free(&a->list);
    arena_fini(&a->memory);
}
