/* Values in files.
 *
 * Each node is saved as its tag, its count and its content, in the order of ids.
 * Loading makes the nodes again, one by one, and refuses a file in which one does not
 * get the id that it had.  So hashes, depths and uniqueness are right whatever the file
 * says, items come before what they are part of, and sets and maps are sorted, as far
 * as their items are known.
 */
#include "core/openint_file.h"

/* ---- Places ---- */

static bool has_bytes(value_kind kind)
{
    return kind == VK_INT || kind == VK_FLOAT || kind == VK_TEXT;
}

static size_t content_bytes(value_kind kind, uint32_t count)
{
    return has_bytes(kind) ? count : count * sizeof(value);
}

static size_t units_of(size_t bytes)
{
    return (sizeof(value_node) + bytes + 7) / 8;
}

/* Where a node of so many units comes to lie if AT is the first unit that is free. */
static size_t place_for(size_t at, size_t units)
{
    size_t left = SEGMENT_UNITS - (at & (SEGMENT_UNITS - 1));
    return left < units ? at + left : at;
}

value values_next(const values *v, value x)
{
    size_t at = 1;
    if (x != VALUE_NULL) {
        const value_node *n = value_node_at(v, x);
        at = x + units_of(content_bytes(value_node_kind(n), n->count));
    }
    /* The rest of a segment was left empty, if there is room for a node at all. */
    size_t left = SEGMENT_UNITS - (at & (SEGMENT_UNITS - 1));
    if (at < v->used &&
        (left * 8 < sizeof(value_node) || value_node_at(v, (value)at)->tag == 0))
        at += left;
    return at < v->used ? (value)at : VALUE_NULL;
}

bool values_has(const values *v, value x)
{
    return value_is_node(x) && value_exists(v, x);
}

/* ---- Saving ---- */

void values_save(const values *v, savefile *f)
{
    savefile_put_number(f, v->node_count);
    for (value x = values_next(v, VALUE_NULL); x != VALUE_NULL; x = values_next(v, x)) {
        const value_node *n = value_node_at(v, x);
        const uint32_t head[2] = {n->tag & ~(uint32_t)VALUE_MIXED_BIT, n->count};
        savefile_put(f, head, sizeof head);
        savefile_put(f, n->items, content_bytes(value_node_kind(n), n->count));
    }
}

/* ---- Loading ---- */

typedef struct loading {
    values *v;
    savefile *f;
    size_t at; /* the first unit behind the nodes so far */
    VEC(value) content;
    value_check *check;
    void *context;
} loading;

/* An item is immediate or a node that was loaded before. */
static bool is_item(const loading *l, value_kind whole, value x)
{
    if ((x & VALUE_INT_BIT) != 0 || x == VALUE_NULL)
        return true;
    if (value_is_draft(x))
        return false;
    uint32_t index = x & VALUE_ATOM_MASK;
    if ((x & VALUE_ATOM_BIT) == 0) /* programs never see records */
        return x < l->at && values_has(l->v, x) &&
               (whole == VK_RECORD || value_kind_of(l->v, x) != VK_RECORD);
    switch (x >> VALUE_ATOM_SHIFT & 3) {
    case ATOM_BOOL:
        return index <= 1;
    case ATOM_MACHINE:
        return index < l->v->names.machines.len;
    case ATOM_EVENT:
        return true; /* for the caller to check */
    case ATOM_OPEN:
        return openint_file_has_term(l->v->open, index);
    }
    return false;
}

/* Such items are in the order of what was known of them when they were compared. */
static bool may_be_open(const values *v, value x)
{
    return v->open != NULL &&
           (value_is_open(x) ||
            (value_is_node(x) && (value_node_at(v, x)->tag & VALUE_MIXED_BIT) != 0));
}

static bool is_before(const values *v, value a, value b)
{
    return may_be_open(v, a) || may_be_open(v, b) ? a != b : value_compare(v, a, b) < 0;
}

static bool are_sorted(const values *v, const value *items, uint32_t count,
                       uint32_t step)
{
    for (uint32_t i = step; i < count; i += step)
        if (!is_before(v, items[i - step], items[i]))
            return false;
    return count % step == 0;
}

static bool has_right_parts(const loading *l, value_kind kind, uint32_t count)
{
    const value *items = l->content.data;
    assert(count <= l->content.len && (count == 0 || items != NULL));
    for (uint32_t i = 0; i < count; i++)
        if (!is_item(l, kind, items[i]))
            return false;
    return (kind != VK_SET || are_sorted(l->v, items, count, 1)) &&
           (kind != VK_MAP || are_sorted(l->v, items, count, 2));
}

static bool make_parts(loading *l, value_kind kind, uint32_t aux, uint32_t count,
                       value *out)
{
    if (!has_right_parts(l, kind, count))
        return false;
    *out = value_make(l->v, kind, aux, l->content.data, count);
    return value_depth(l->v, *out) < UINT8_MAX; /* functions over values recurse */
}

/* Numbers and texts have as many bytes as COUNT. */
static bool make_bytes(loading *l, value_kind kind, uint32_t count, value *out)
{
    const void *bytes = l->content.data;
    int64_t n;
    double d;
    if (kind == VK_TEXT) {
        *out = value_text(l->v, count > 0 ? bytes : "", count);
        return true;
    }
    if (count != sizeof n)
        return false;
    memcpy(&n, bytes, sizeof n);
    memcpy(&d, bytes, sizeof d);
    *out = kind == VK_INT ? value_int(l->v, n) : value_float(l->v, d);
    return true;
}

static bool make_reference(loading *l, uint32_t count, value *out)
{
    const value *parts = l->content.data;
    if (count != 2 || parts[0] >= l->v->names.machines.len)
        return false;
    *out = value_machine(l->v, parts[0], parts[1], ~parts[1]); /* with these rights */
    return true;
}

static bool make_node(loading *l, uint32_t tag, uint32_t count, value *out)
{
    value_kind kind = (value_kind)(tag & (VALUE_MIXED_BIT - 1));
    uint32_t aux = tag >> VALUE_AUX_SHIFT;
    switch (kind) {
    case VK_INT:
    case VK_FLOAT:
    case VK_TEXT:
        return aux == 0 && make_bytes(l, kind, count, out);
    case VK_MACHINE:
        return aux == 0 && make_reference(l, count, out);
    case VK_SEQ:
    case VK_SET:
    case VK_MAP:
        return aux == 0 && make_parts(l, kind, aux, count, out);
    case VK_TUPLE:
    case VK_RECORD:
        return make_parts(l, kind, aux, count, out);
    case VK_NULL:
    case VK_BOOL:
    case VK_EVENT:
        break;
    }
    return false;
}

/* Piece by piece, so that a wrong length ends where the file does. */
static bool read_content(loading *l, size_t bytes)
{
    enum { PIECE = 1 << 12 };
    vec_clear(&l->content);
    while (bytes > 0) {
        value piece[PIECE / sizeof(value)] = {0};
        size_t part = bytes < PIECE ? bytes : PIECE;
        if (!savefile_get(l->f, piece, part))
            return false;
        for (size_t i = 0; i * sizeof(value) < part; i++)
            vec_push(&l->content, piece[i]);
        bytes -= part;
    }
    return true;
}

static uint32_t most_of(value_kind kind)
{
    enum { MOST_IN_RECORD = (1 << 24) - 1 };
    return kind == VK_TEXT     ? VALUE_MAX_TEXT
           : kind == VK_RECORD ? MOST_IN_RECORD
                               : VALUE_MAX_ITEMS;
}

static bool load_node(loading *l)
{
    uint32_t head[2];
    value x;
    if (!savefile_get(l->f, head, sizeof head))
        return false;
    value_kind kind = (value_kind)(head[0] & (VALUE_MIXED_BIT - 1));
    uint32_t count = head[1];
    if (count > most_of(kind) || !read_content(l, content_bytes(kind, count)))
        return false;
    size_t units = units_of(content_bytes(kind, count));
    size_t place = place_for(l->at, units);
    if (place + units >= VALUE_ATOM_BIT || !make_node(l, head[0], count, &x) ||
        x != place || (l->check != NULL && !l->check(l->context, x)))
        return false;
    l->at = place + units;
    return true;
}

bool values_load(values *v, savefile *f, value_check *check, void *context)
{
    uint64_t nodes;
    loading l = {.v = v, .f = f, .at = 1, .check = check, .context = context};
    bool ok = savefile_get_number(f, &nodes);
    for (uint64_t i = 0; ok && i < nodes; i++)
        ok = load_node(&l);
    vec_free(&l.content);
    return ok && v->node_count == nodes;
}
