#include "report/difference.h"

#include "core/show.h"

enum { MOST_DIFFERENCES = 4, LONG_TEXT = 40 };

typedef struct differ {
    const core *c;
    strbuf *out;
    strbuf path; /* of the part that is compared now */
    size_t count;
} differ;

static void walk(differ *d, type_id type, value was, value is);

static void begin(differ *d)
{
    if (d->count++ > 0)
        strbuf_puts(d->out, "; ");
    strbuf_puts(d->out, strbuf_text(&d->path));
}

static void say(differ *d, const char *how, type_id type, value x)
{
    begin(d);
    strbuf_puts(d->out, how);
    show_value(d->c, type, x, d->out);
}

static void say_leaf(differ *d, type_id type, value was, value is)
{
    strbuf before = {0};
    show_value(d->c, type, was, &before);
    say(d, " = ", type, is);
    if (before.len <= LONG_TEXT)
        strbuf_printf(d->out, " (was %s)", strbuf_text(&before));
    strbuf_free(&before);
}

/* Compares item I of both values; PATH is .field or [key]. */
static void walk_into(differ *d, const char *open, const strbuf *key, const char *close,
                      type_id type, value was, value is)
{
    size_t len = d->path.len;
    strbuf_printf(&d->path, "%s%s%s", open, strbuf_text(key), close);
    walk(d, type, was, is);
    strbuf_cut(&d->path, len);
}

static void walk_tuples(differ *d, type_id type, const value_view *a,
                        const value_view *b)
{
    for (uint32_t i = 0; i < a->count; i++) {
        if (a->items[i] == b->items[i])
            continue;
        strbuf key = {0};
        show_field_name(d->c, a, i, &key);
        walk_into(d, ".", &key, "", show_item_type(d->c, type, a, i), a->items[i],
                  b->items[i]);
        strbuf_free(&key);
    }
}

/* Both are sorted, so a merge finds the elements that only one of them has.  STRIDE is
 * 2 for maps. */
static void walk_sorted(differ *d, type_id type, const value_view *a,
                        const value_view *b, uint32_t stride)
{
    type_id of_key = show_item_type(d->c, type, a, 0);
    uint32_t i = 0;
    uint32_t k = 0;
    while (i < a->count || k < b->count) {
        int order = i >= a->count ? 1
                    : k >= b->count
                        ? -1
                        : value_compare(&d->c->vals, a->items[i], b->items[k]);
        value key = order <= 0 ? a->items[i] : b->items[k];
        if (order < 0) {
            say(d, " -= ", of_key, key);
        } else if (stride == 1 && order > 0) {
            say(d, " += ", of_key, key);
        } else if (stride == 2 && (order > 0 || a->items[i + 1] != b->items[k + 1])) {
            strbuf text = {0};
            show_value(d->c, of_key, key, &text);
            type_id of_value = show_item_type(d->c, type, b, 1);
            walk_into(d, "[", &text, "]", of_value,
                      order > 0 ? VALUE_NULL : a->items[i + 1], b->items[k + 1]);
            strbuf_free(&text);
        }
        i += order <= 0 ? stride : 0;
        k += order >= 0 ? stride : 0;
    }
}

/* Elements were appended, or some have changed. */
static bool walk_seqs(differ *d, type_id type, const value_view *a, const value_view *b)
{
    if (a->count > b->count)
        return false;
    for (uint32_t i = 0; i < b->count; i++) {
        type_id of_item = show_item_type(d->c, type, b, i);
        if (i >= a->count) {
            say(d, " += ", of_item, b->items[i]);
        } else if (a->items[i] != b->items[i]) {
            strbuf key = {0};
            strbuf_printf(&key, "%u", i);
            walk_into(d, "[", &key, "]", of_item, a->items[i], b->items[i]);
            strbuf_free(&key);
        }
    }
    return true;
}

static bool has_parts(value_kind kind)
{
    return kind == VK_TUPLE || kind == VK_SEQ || kind == VK_SET || kind == VK_MAP;
}

static void walk(differ *d, type_id type, value was, value is)
{
    value_kind kind = value_kind_of(&d->c->vals, is);
    if (was == VALUE_NULL) {
        say(d, " = ", type, is);
        return;
    }
    if (!has_parts(kind) || value_kind_of(&d->c->vals, was) != kind) {
        say_leaf(d, type, was, is);
        return;
    }
    value_view a = value_get(&d->c->vals, was);
    value_view b = value_get(&d->c->vals, is);
    if (kind == VK_SET || kind == VK_MAP)
        walk_sorted(d, type, &a, &b, kind == VK_MAP ? 2 : 1);
    else if (kind == VK_TUPLE && a.aux == b.aux && a.count == b.count)
        walk_tuples(d, type, &a, &b);
    else if (kind != VK_SEQ || !walk_seqs(d, type, &a, &b))
        say_leaf(d, type, was, is);
}

void difference_text(const core *c, const char *name, type_id type, value was, value is,
                     strbuf *out)
{
    strbuf parts = {0};
    strbuf whole = {0};
    differ d = {.c = c, .out = &parts};
    strbuf_puts(&d.path, name);
    if (was != is)
        walk(&d, type, was, is);
    differ all = {.c = c, .out = &whole, .path = d.path};
    if (was != is && was != VALUE_NULL)
        say_leaf(&all, type, was, is);
    else
        say(&all, " = ", type, is);
    bool is_short = d.count > 0 && d.count <= MOST_DIFFERENCES && parts.len < whole.len;
    strbuf_puts(out, strbuf_text(is_short ? &parts : &whole));
    strbuf_free(&parts);
    strbuf_free(&whole);
    strbuf_free(&d.path);
}
