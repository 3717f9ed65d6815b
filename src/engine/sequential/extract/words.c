/* The words of an assertion, and the values in them.
 *
 * The values are for people only: they must not change the program that is proved.  So
 * a value that cannot be translated is left out, and so is one that needs a statement
 * of its own (a call, a choice) or a parameter that nothing else reads; and prune.c
 * leaves out those whose assignments it removes.
 */
#include "engine/sequential/extract/extract_private.h"

typedef struct question {
    const extraction *x;
    bool is_refused;
} question;

/* A parameter without a set would get one. */
static bool is_new_param(const extraction *x, const expr *e)
{
    if (e->kind != EX_NAME || e->ref != REF_VAR || e->to.var->kind != VAR_GLOBAL_PARAM)
        return false;
    vec_each (set, &x->sets)
        if (set->param == e->to.var)
            return false;
    return true;
}

static void see_expr(void *context, const expr *e)
{
    question *q = context;
    q->is_refused |= e->kind == EX_CALL || e->kind == EX_NEW || e->kind == EX_CHOOSE ||
                     e->kind == EX_NONDET || is_new_param(q->x, e);
}

/* NULL: it cannot be shown. */
static const icet_expr *value_of(extract_maker *m, const expr *e)
{
    extraction *x = m->x;
    question q = {.x = x};
    extract_walk w = {.on_expr = see_expr, .context = &q};
    extract_walk_expr(&w, e);
    extract_walk_fini(&w);
    if (q.is_refused || x->failed)
        return NULL;
    x->is_trying = true;
    const icet_expr *value = extract_value(m, e);
    bool is_one = !x->failed;
    x->is_trying = x->failed = false;
    return is_one ? value : NULL;
}

/* The placeholder at TEXT[*AT], which is a '{'; *AT is at its '}' then. */
static uint32_t read_number(const char *text, size_t *at)
{
    uint32_t n = 0;
    for (++*at; text[*at] != '}'; ++*at)
        n = n * 10 + (uint32_t)(text[*at] - '0');
    return n;
}

static void add_word(extract_maker *m, strbuf *text, const icet_expr *value,
                     extract_word_list *out)
{
    const icet_word w = {arena_strndup(m->x->memory, strbuf_text(text), text->len),
                         value};
    vec_push(out, w);
    strbuf_clear(text);
}

/* The front end has counted the placeholders and the braces. */
static void split(extract_maker *m, const expr *format, extract_word_list *out)
{
    const char *text = format->text.text;
    strbuf part = {0};
    for (size_t i = 0; i < format->text.len; i++) {
        bool is_brace = text[i] == '{' || text[i] == '}';
        if (!is_brace || (i + 1 < format->text.len && text[i + 1] == text[i])) {
            strbuf_putc(&part, text[i]);
            i += is_brace;
            continue;
        }
        const icet_expr *value = value_of(m, format->args.data[read_number(text, &i)]);
        if (value == NULL)
            strbuf_putc(&part, '?');
        else
            add_word(m, &part, value, out);
    }
    if (part.len > 0)
        add_word(m, &part, NULL, out);
    strbuf_free(&part);
}

void extract_words(extract_maker *m, const stmt *s, icet_stmt *out)
{
    const expr *e = s->args.count < 2 ? NULL : s->args.data[1];
    extract_word_list words = {0};
    if (e == NULL || (e->kind != EX_TEXT && e->kind != EX_FORMAT))
        return;
    out->text = arena_strndup(m->x->memory, e->text.text, e->text.len);
    split(m, e, &words);
    out->word_count = (uint32_t)words.len;
    out->words = ARENA_VEC(m->x->memory, &words);
    if (e->kind == EX_TEXT && words.len == 1)
        out->text = words.data[0].text; /* doubled braces are single ones now */
    vec_free(&words);
}
