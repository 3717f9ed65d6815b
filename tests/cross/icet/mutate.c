#include "mutate.h"

#include "base/hash.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

/* Where a statement is. */
typedef struct spot {
    tree *process;
    tree *parent;
    size_t at;
} spot;

typedef struct mutator {
    uint64_t *seed;
    tree *all;
    VEC(spot) spots;
} mutator;

static uint32_t below(mutator *m, size_t n)
{
    return (uint32_t)(hash_random(m->seed) % n);
}

/* ---- what there is ---- */

static void find_spots(mutator *m, tree *process, tree *parent)
{
    for (size_t i = 0; i < parent->items.len; i++) {
        spot s = {process, parent, i};
        vec_push(&m->spots, s);
        find_spots(m, process, parent->items.data[i]);
    }
}

static bool is_process(const tree *t)
{
    return tree_begins(t, "proc") || tree_begins(t, "reactive");
}

/* A word after KEYWORD in some declaration: "message", "proc", ...  OUT gets a random
 * one. */
static bool declared(mutator *m, const char *keyword, strbuf *out)
{
    uint32_t seen = 0;
    vec_each (item, &m->all->items) {
        const char *at = strstr(strbuf_text(&(*item)->text), keyword);
        if (at == NULL)
            continue;
        at += strlen(keyword);
        size_t len = 0;
        while (isalnum((unsigned char)at[len]) || at[len] == '_')
            len++;
        if (len > 0 && below(m, ++seen) == 0) {
            strbuf_clear(out);
            strbuf_add(out, at, len);
        }
    }
    return seen > 0;
}

/* Some variable that PROCESS has: of patterns, loops and declarations. */
static bool some_variable(mutator *m, const tree *t, uint32_t *seen, strbuf *out)
{
    const char *at = strbuf_text(&t->text);
    for (; *at != '\0'; at++) {
        size_t len = 1;
        while (isdigit((unsigned char)at[len]))
            len++;
        bool is_start = at == strbuf_text(&t->text) || !isalnum((unsigned char)at[-1]);
        if (!is_start || strchr("xyqrtdnw", *at) == NULL ||
            isalpha((unsigned char)at[len]) || (len == 1 && *at != 'q' && *at != 'r'))
            continue;
        if (below(m, ++*seen) == 0) {
            strbuf_clear(out);
            strbuf_add(out, at, len);
        }
    }
    vec_each (item, &t->items)
        some_variable(m, *item, seen, out);
    return *seen > 0;
}

static void some_pid(mutator *m, const tree *process, strbuf *out)
{
    uint32_t seen = 0;
    strbuf_clear(out);
    switch (below(m, 8)) {
    case 0:
        strbuf_puts(out, "self");
        return;
    case 1:
        strbuf_puts(out, "nobody");
        return;
    case 2:
    case 3:
    case 4:
        if (some_variable(m, process, &seen, out))
            return;
    }
    if (!declared(m, "proc ", out))
        strbuf_puts(out, "self");
}

static void replace_text(tree *t, size_t from, size_t len, const char *by)
{
    strbuf text = {0};
    const char *old = strbuf_text(&t->text);
    strbuf_add(&text, old, from);
    strbuf_puts(&text, by);
    strbuf_puts(&text, old + from + len);
    strbuf_free(&t->text);
    t->text = text;
}

/* ---- changes ---- */

static void drop(mutator *m, spot s)
{
    (void)m;
    tree_free(tree_take(s.parent, s.at));
    if (s.at < s.parent->items.len && tree_begins(s.parent->items.data[s.at], "else"))
        tree_free(tree_take(s.parent, s.at));
}

static void swap(mutator *m, spot s)
{
    (void)m;
    if (s.at + 1 < s.parent->items.len)
        tree_insert(s.parent, s.at + 1, tree_take(s.parent, s.at));
}

/* Several in a block change places. */
static void stir(mutator *m, spot s)
{
    size_t count = s.parent->items.len;
    for (uint32_t times = 1 + below(m, 4); times > 0; times--)
        if (count > 1)
            swap(m, (spot){s.process, s.parent, below(m, count - 1)});
}

static void move_far(mutator *m, spot s)
{
    tree *item = tree_take(s.parent, s.at);
    tree_insert(s.parent, below(m, s.parent->items.len + 1), item);
}

static void repeat(mutator *m, spot s)
{
    (void)m;
    tree_insert(s.parent, s.at, tree_copy(s.parent->items.data[s.at]));
}

static void move_in(mutator *m, spot s)
{
    bool forward = below(m, 2);
    if (forward ? s.at + 1 >= s.parent->items.len : s.at == 0)
        return;
    tree *block = s.parent->items.data[forward ? s.at + 1 : s.at - 1];
    if (!block->is_block)
        return;
    tree *item = tree_take(s.parent, s.at);
    tree_insert(block, forward ? 0 : block->items.len, item);
}

/* An item of the block at S comes out of it. */
static void move_out(mutator *m, spot s)
{
    tree *block = s.parent->items.data[s.at];
    if (!block->is_block || block->items.len == 0)
        return;
    bool forward = below(m, 2);
    tree *item = tree_take(block, forward ? block->items.len - 1 : 0);
    tree_insert(s.parent, forward ? s.at + 1 : s.at, item);
}

/* The block at S goes, its items stay. */
static void unwrap(mutator *m, spot s)
{
    (void)m;
    tree *block = s.parent->items.data[s.at];
    if (!block->is_block)
        return;
    block = tree_take(s.parent, s.at);
    while (block->items.len > 0)
        tree_insert(s.parent, s.at, vec_pop(&block->items));
    tree_free(block);
}

static void wrap(mutator *m, spot s)
{
    strbuf head = {0}, set = {0};
    uint32_t seen = 0;
    uint32_t way = below(m, 4);
    if (way == 0)
        strbuf_puts(&head, "if (*)");
    else if (way == 1 && declared(m, "index ", &set))
        strbuf_printf(&head, "for _ in %s", strbuf_text(&set));
    else if (way == 2 && some_variable(m, s.process, &seen, &set))
        strbuf_printf(&head, "if (%s == 1)", strbuf_text(&set));
    else if (some_variable(m, s.process, &seen, &set))
        strbuf_printf(&head, "if (%s)", strbuf_text(&set));
    else
        strbuf_puts(&head, "if (*)");
    tree *block = tree_new(true, strbuf_text(&head));
    tree_insert(block, 0, tree_take(s.parent, s.at));
    tree_insert(s.parent, s.at, block);
    strbuf_free(&head);
    strbuf_free(&set);
}

static void change_destination(mutator *m, spot s)
{
    tree *t = s.parent->items.data[s.at];
    const char *text = strbuf_text(&t->text), *to = strstr(text, " to ");
    strbuf pid = {0};
    if (to == NULL)
        return;
    some_pid(m, s.process, &pid);
    size_t from = (size_t)(to - text) + 4;
    replace_text(t, from, strlen(text) - from, strbuf_text(&pid));
    strbuf_free(&pid);
}

static void change_message(mutator *m, spot s)
{
    tree *t = s.parent->items.data[s.at];
    const char *text = strbuf_text(&t->text);
    strbuf name = {0};
    size_t skip = tree_begins(t, "send") ? 5 : tree_begins(t, "receive") ? 8 : 0;
    if (skip > 0 && declared(m, "message ", &name))
        replace_text(t, skip, strcspn(text + skip, " (."), strbuf_text(&name));
    strbuf_free(&name);
}

static void some_source(mutator *m, const tree *process, strbuf *out)
{
    strbuf_clear(out);
    if (below(m, 3) == 0 && declared(m, "[", out))
        return;
    some_pid(m, process, out);
}

static void change_source(mutator *m, spot s)
{
    tree *t = s.parent->items.data[s.at];
    const char *text = strbuf_text(&t->text), *from = strstr(text, " from ");
    strbuf source = {0}, tail = {0};
    if (!tree_begins(t, "receive"))
        return;
    some_source(m, s.process, &source);
    if (below(m, 3) > 0)
        strbuf_printf(&tail, " from %s", strbuf_text(&source));
    size_t at = from != NULL ? (size_t)(from - text) : strlen(text);
    replace_text(t, at, strlen(text) - at, strbuf_text(&tail));
    strbuf_free(&source);
    strbuf_free(&tail);
}

/* The loop at S decides by what an earlier turn left. */
static void make_stateful(mutator *m, spot s)
{
    tree *loop = s.parent->items.data[s.at];
    strbuf text = {0};
    if (!tree_begins(loop, "for") || loop->items.len == 0)
        return;
    uint32_t number = below(m, 1000);
    strbuf_printf(&text, "if (z%" PRIu32 " %s 0)", number, below(m, 2) ? "==" : ">=");
    tree *block = tree_new(true, strbuf_text(&text));
    size_t at = below(m, loop->items.len);
    tree_insert(block, 0, tree_take(loop, at));
    tree_insert(loop, at, block);
    strbuf_clear(&text);
    strbuf_printf(&text, "z%" PRIu32 " = 1", number);
    tree_insert(loop, loop->items.len, tree_new(false, strbuf_text(&text)));
    strbuf_clear(&text);
    strbuf_printf(&text, "var z%" PRIu32 " = 0", number);
    tree_insert(s.parent, s.at, tree_new(false, strbuf_text(&text)));
    strbuf_free(&text);
}

/* What follows the loop at S depends on whether it had a turn. */
static void decide_after(mutator *m, spot s)
{
    tree *loop = s.parent->items.data[s.at];
    strbuf text = {0};
    if (!tree_begins(loop, "for") || s.at + 1 >= s.parent->items.len)
        return;
    uint32_t number = below(m, 1000);
    strbuf_printf(&text, "z%" PRIu32 " = 1", number);
    tree_insert(loop, below(m, loop->items.len + 1),
                tree_new(false, strbuf_text(&text)));
    strbuf_clear(&text);
    strbuf_printf(&text, "if (z%" PRIu32 " == %" PRIu32 ")", number, below(m, 2));
    tree *block = tree_new(true, strbuf_text(&text));
    tree_insert(block, 0, tree_take(s.parent, s.at + 1));
    tree_insert(s.parent, s.at + 1, block);
    strbuf_clear(&text);
    strbuf_printf(&text, "var z%" PRIu32 " = 0", number);
    tree_insert(s.parent, s.at, tree_new(false, strbuf_text(&text)));
    strbuf_free(&text);
}

static void change_set(mutator *m, spot s)
{
    tree *t = s.parent->items.data[s.at];
    const char *text = strbuf_text(&t->text), *in = strstr(text, " in ");
    strbuf set = {0};
    if (tree_begins(t, "for") && in != NULL &&
        declared(m, below(m, 2) ? "[" : "index ", &set)) {
        size_t from = (size_t)(in - text) + 4;
        replace_text(t, from, strlen(text) - from, strbuf_text(&set));
    }
    strbuf_free(&set);
}

/* Another constant, comparison or truth value. */
static void change_constant(mutator *m, spot s)
{
    static const char *const pairs[][2] = {
        {"true", "false"},  {"false", "true"}, {"==", "!="},
        {"Low", "High(1)"}, {"+ 1", "+ 2"},    {"High", "Low"},
        {"0", "1"},         {"1", "0"},        {"self", "nobody"}};
    tree *t = s.parent->items.data[s.at];
    const char *text = strbuf_text(&t->text);
    uint32_t start = below(m, sizeof pairs / sizeof *pairs);
    for (uint32_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        const char *const *pair = pairs[(start + i) % (sizeof pairs / sizeof *pairs)];
        const char *at = strstr(text, pair[0]);
        if (at == NULL || (at > text && isalnum((unsigned char)at[-1])))
            continue;
        replace_text(t, (size_t)(at - text), strlen(pair[0]), pair[1]);
        return;
    }
}

static void change_variable(mutator *m, spot s)
{
    tree *t = s.parent->items.data[s.at];
    strbuf old = {0}, new = {0};
    uint32_t seen = 0, seen_all = 0;
    tree *alone = tree_new(false, strbuf_text(&t->text));
    if (some_variable(m, alone, &seen, &old) &&
        some_variable(m, s.process, &seen_all, &new)) {
        const char *text = strbuf_text(&t->text), *at = strstr(text, strbuf_text(&old));
        if (at != NULL)
            replace_text(t, (size_t)(at - text), old.len, strbuf_text(&new));
    }
    tree_free(alone);
    strbuf_free(&old);
    strbuf_free(&new);
}

static void insert_assertion(mutator *m, spot s)
{
    strbuf name = {0}, text = {0};
    uint32_t seen = 0;
    if (!some_variable(m, s.process, &seen, &name)) {
        strbuf_free(&name);
        return;
    }
    static const char *const signs[] = {"==", "!=", "<="};
    strbuf_printf(&text, "assert %s %s ", strbuf_text(&name), signs[below(m, 3)]);
    if (below(m, 2) && some_variable(m, s.process, &seen, &name))
        strbuf_puts(&text, strbuf_text(&name));
    else
        strbuf_printf(&text, "%" PRIu32, below(m, 3));
    tree_insert(s.parent, s.at + 1, tree_new(false, strbuf_text(&text)));
    strbuf_free(&name);
    strbuf_free(&text);
}

/* A statement is done by another process, too. */
static void spread(mutator *m, spot s)
{
    spot to = m->spots.data[below(m, m->spots.len)];
    if (to.parent == s.parent || s.parent->items.data[s.at]->is_block)
        return;
    tree_insert(to.parent, to.at, tree_copy(s.parent->items.data[s.at]));
}

static void change_manner(mutator *m, spot s)
{
    const char *text = strbuf_text(&s.process->text);
    (void)m;
    if (tree_begins(s.process, "reactive"))
        replace_text(s.process, 0, strlen("reactive "), "");
    else if (text[0] == 'p')
        replace_text(s.process, 0, 0, "reactive ");
}

static void change_somewhere(tree *t, uint64_t *seed,
                             void (*const *kinds)(mutator *, spot), size_t count)
{
    mutator m = {.seed = seed, .all = t};
    vec_each (item, &t->items)
        if (is_process(*item))
            find_spots(&m, *item, *item);
    if (m.spots.len > 0) {
        spot s = m.spots.data[below(&m, m.spots.len)];
        kinds[below(&m, count)](&m, s);
    }
    vec_free(&m.spots);
}

void mutate(tree *t, uint64_t *seed)
{
    static void (*const kinds[])(mutator *, spot) = {
        drop,
        drop,
        drop,
        swap,
        swap,
        stir,
        stir,
        move_far,
        repeat,
        move_in,
        move_in,
        move_out,
        move_out,
        unwrap,
        wrap,
        wrap,
        spread,
        change_source,
        change_source,
        change_source,
        change_set,
        change_destination,
        change_destination,
        change_message,
        change_message,
        make_stateful,
        make_stateful,
        decide_after,
        decide_after,
        change_manner,
        change_variable,
        change_variable,
        change_constant,
        insert_assertion,
    };
    change_somewhere(t, seed, kinds, sizeof kinds / sizeof *kinds);
}

void mutate_order(tree *t, uint64_t *seed)
{
    static void (*const kinds[])(mutator *, spot) = {swap, stir, move_far};
    change_somewhere(t, seed, kinds, sizeof kinds / sizeof *kinds);
}
