#include "shrink.h"

#include "tree.h"

#include <string.h>

typedef struct shrinker {
    tree *all;
    shrink_is_interesting *is_interesting;
    void *context;
} shrinker;

static bool is_good(shrinker *s)
{
    strbuf text = {0};
    tree_print(s->all, &text);
    bool good = s->is_interesting(s->context, strbuf_text(&text));
    strbuf_free(&text);
    return good;
}

/* FLAG may be set if that is interesting. */
static bool try_flag(shrinker *s, bool *flag)
{
    if (*flag)
        return false;
    *flag = true;
    if (is_good(s))
        return true;
    *flag = false;
    return false;
}

/* Those that only make sense together: an `if` and its `else`, a send and a receive
 * that follows. */
static bool try_pair(shrinker *s, tree *a, tree *b)
{
    if (a->gone || b->gone)
        return false;
    a->gone = b->gone = true;
    if (is_good(s))
        return true;
    a->gone = b->gone = false;
    return false;
}

static bool try_without_source(shrinker *s, tree *t)
{
    const char *from = strstr(strbuf_text(&t->text), " from ");
    strbuf old = t->text, new = {0};
    if (t->gone || from == NULL)
        return false;
    strbuf_add(&new, strbuf_text(&old), (size_t)(from - strbuf_text(&old)));
    t->text = new;
    bool good = is_good(s);
    if (!good)
        t->text = old;
    strbuf_free(good ? &old : &new);
    return good;
}

static bool pass(shrinker *s, tree *parent)
{
    bool changed = false;
    for (size_t i = 0; i < parent->items.len; i++) {
        tree *t = parent->items.data[i];
        if (t->gone)
            continue;
        changed |= try_flag(s, &t->gone);
        for (size_t k = i + 1; k < parent->items.len && !t->gone; k++)
            changed |= try_pair(s, t, parent->items.data[k]);
        if (t->gone)
            continue;
        if (t->is_block)
            changed |= try_flag(s, &t->open);
        changed |= try_without_source(s, t);
        changed |= pass(s, t);
    }
    return changed;
}

typedef VEC(tree *) tree_list;

static void list_all(tree *t, tree_list *out)
{
    vec_each (item, &t->items) {
        if ((*item)->gone)
            continue;
        vec_push(out, *item);
        list_all(*item, out);
    }
}

/* A send here and its receive there. */
static bool pass_pairs(shrinker *s)
{
    tree_list all = {0};
    bool changed = false;
    list_all(s->all, &all);
    for (size_t i = 0; i < all.len; i++)
        for (size_t k = i + 1; k < all.len; k++)
            if (!all.data[i]->is_block || !all.data[k]->is_block)
                changed |= try_pair(s, all.data[i], all.data[k]);
    vec_free(&all);
    return changed;
}

void shrink(strbuf *text, shrink_is_interesting *is_interesting, void *context)
{
    shrinker s = {tree_parse(strbuf_text(text)), is_interesting, context};
    bool changed = is_good(&s);
    while (changed)
        changed = pass(&s, s.all) || pass_pairs(&s);
    strbuf_clear(text);
    tree_print(s.all, text);
    tree_free(s.all);
}
