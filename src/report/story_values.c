/* Values of the expressions that the user watches. */
#include "report/evaluation_text.h"
#include "report/story_private.h"

#include <string.h>

void story_watch(story *s, core *c, const ir_expression *e)
{
    vec_push(&s->watched, evaluate_prepare(c, e));
}

/* The value for a local state, as text; NULL: the machine does not run yet. */
static const char *shown(story *s, const evaluator *v, value local)
{
    strbuf b = {0};
    if (local == VALUE_NULL || local_status(v->c, local) == STATUS_NEW)
        return NULL;
    evaluation_text(v, local, &b);
    return story_keep(s, &b);
}

static void compare(story *s, const evaluator *v, story_step *step, uint32_t who,
                    value before, value after)
{
    const char *was = shown(s, v, before);
    const char *is = shown(s, v, after);
    if (is == NULL || (was != NULL && strcmp(was, is) == 0))
        return;
    strbuf text = {0};
    strbuf_printf(&text, "%s = %s", v->e->text, is);
    story_change change = {.kind = CHANGE_VALUE,
                           .who = who,
                           .name = v->e->text,
                           .before = was,
                           .after = is,
                           .text = story_keep(s, &text)};
    vec_push(&step->changes, change);
}

void story_values_compare(story *s, story_step *step, uint32_t who, value before,
                          value after)
{
    if (before == after || after == VALUE_NULL)
        return;
    vec_each (v, &s->watched)
        if (local_machine(v->c, after) == v->e->machine)
            compare(s, v, step, who, before, after);
}
