#include "tree.h"

#include <ctype.h>
#include <string.h>

tree *tree_new(bool is_block, const char *text)
{
    tree *t = mem_alloc(sizeof *t);
    t->is_block = is_block;
    strbuf_puts(&t->text, text);
    return t;
}

void tree_free(tree *t)
{
    vec_each (item, &t->items)
        tree_free(*item);
    vec_free(&t->items);
    strbuf_free(&t->text);
    mem_free(t, sizeof *t);
}

tree *tree_copy(const tree *t)
{
    tree *copy = tree_new(t->is_block, strbuf_text(&t->text));
    copy->gone = t->gone;
    copy->open = t->open;
    vec_each (item, &t->items)
        vec_push(&copy->items, tree_copy(*item));
    return copy;
}

/* ---- parsing ---- */

static const char *skip_comment(const char *at)
{
    if (at[1] == '/')
        return at + strcspn(at, "\n");
    const char *end = strstr(at + 2, "*/");
    return end != NULL ? end + 2 : at + strlen(at);
}

/* White space and comments become one blank. */
static const char *skip_blank(const char *at, strbuf *head)
{
    for (;;) {
        if (at[0] == '/' && (at[1] == '/' || at[1] == '*'))
            at = skip_comment(at);
        else if (isspace((unsigned char)*at))
            at++;
        else
            break;
    }
    if (head->len > 0 && head->data[head->len - 1] != ' ')
        strbuf_putc(head, ' ');
    return at;
}

static const char *read_string(const char *at, strbuf *head)
{
    strbuf_putc(head, *at++);
    while (*at != '\0' && *at != '"')
        strbuf_putc(head, *at++);
    strbuf_putc(head, '"');
    return *at == '"' ? at + 1 : at;
}

static const char *read_head(const char *at, strbuf *head)
{
    while (*at != '\0' && strchr("{};", *at) == NULL) {
        if (isspace((unsigned char)*at) ||
            (at[0] == '/' && (at[1] == '/' || at[1] == '*')))
            at = skip_blank(at, head);
        else if (*at == '"')
            at = read_string(at, head);
        else
            strbuf_putc(head, *at++);
    }
    while (head->len > 0 && head->data[head->len - 1] == ' ')
        strbuf_cut(head, head->len - 1);
    return at;
}

static const char *read_items(const char *at, tree *parent)
{
    for (;;) {
        strbuf head = {0};
        at = read_head(at, &head);
        char end = *at;
        if (end == '\0' || end == '}') {
            strbuf_free(&head);
            return end == '}' ? at + 1 : at;
        }
        tree *item = tree_new(end == '{', strbuf_text(&head));
        strbuf_free(&head);
        vec_push(&parent->items, item);
        at++;
        if (end == '{')
            at = read_items(at, item);
    }
}

tree *tree_parse(const char *text)
{
    tree *all = tree_new(true, "");
    read_items(text, all);
    return all;
}

/* ---- printing ---- */

static void print_items(const tree *t, size_t depth, strbuf *out);

static void print_item(const tree *t, size_t depth, strbuf *out)
{
    if (t->gone)
        return;
    if (t->is_block && t->open) {
        print_items(t, depth, out);
        return;
    }
    strbuf_fill(out, ' ', 4 * depth);
    strbuf_puts(out, strbuf_text(&t->text));
    strbuf_puts(out, t->is_block ? " {\n" : ";\n");
    if (!t->is_block)
        return;
    print_items(t, depth + 1, out);
    strbuf_fill(out, ' ', 4 * depth);
    strbuf_puts(out, "}\n");
}

static void print_items(const tree *t, size_t depth, strbuf *out)
{
    vec_each (item, &t->items)
        print_item(*item, depth, out);
}

void tree_print(const tree *t, strbuf *out)
{
    print_items(t, 0, out);
}

/* ---- changes ---- */

bool tree_begins(const tree *t, const char *word)
{
    const char *text = strbuf_text(&t->text);
    size_t len = strlen(word);
    return strncmp(text, word, len) == 0 && (text[len] == ' ' || text[len] == '\0');
}

void tree_insert(tree *parent, size_t at, tree *item)
{
    vec_push(&parent->items, item);
    for (size_t i = parent->items.len - 1; i > at; i--)
        parent->items.data[i] = parent->items.data[i - 1];
    parent->items.data[at] = item;
}

tree *tree_take(tree *parent, size_t at)
{
    tree *item = *vec_at(&parent->items, at);
    parent->items.len--;
    for (size_t i = at; i < parent->items.len; i++)
        parent->items.data[i] = parent->items.data[i + 1];
    return item;
}
