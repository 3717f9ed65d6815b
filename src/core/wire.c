/* Definitions and values as bytes.
 *
 * Why a reader gets the same value.  A definition contains the kind and the items of a
 * node, each item by a number that was defined before it (define_items), and a machine
 * by its parent, its number and its interfaces.  The reader builds the node from its
 * own values in the same order; its store gives equal content one id.  Both sides keep
 * their tables as long as the stream, so a number never changes its meaning.  A reader
 * never reads beyond the end, and sets IS_BAD for undefined numbers and impossible
 * lengths.
 */
#include "core/wire.h"

#include <string.h>

/* A value is one number: its kind in the low bits, its index above them. */
enum { REF_CONSTANT, REF_INT, REF_EVENT, REF_MACHINE, REF_NODE, REF_BITS = 3 };
enum { CONSTANT_NULL, CONSTANT_FALSE, CONSTANT_TRUE };

/* ---- Numbers: seven bits a byte, the high bit says that more follow ---- */

void wire_put_number(strbuf *out, uint64_t n)
{
    for (; n >= 0x80; n >>= 7)
        strbuf_putc(out, (char)(n | 0x80));
    strbuf_putc(out, (char)n);
}

uint64_t wire_get_number(wire_bytes *in)
{
    uint64_t n = 0;
    for (unsigned shift = 0; shift < 64 && in->at < in->end; shift += 7) {
        uint8_t byte = (uint8_t)*in->at++;
        n |= (uint64_t)(byte & 0x7f) << shift;
        if (byte < 0x80)
            return n;
    }
    in->is_bad = true;
    return 0;
}

/* Makes numbers near zero short, negative ones too. */
static uint64_t fold(int64_t n)
{
    return (uint64_t)n << 1 ^ (n < 0 ? UINT64_MAX : 0);
}

static int64_t unfold(uint64_t n)
{
    return (int64_t)(n >> 1 ^ (n & 1 ? UINT64_MAX : 0));
}

/* ---- Writing ---- */

void wire_writer_init(wire_writer *w, const values *vals)
{
    *w = (wire_writer){.vals = vals};
}

void wire_writer_fini(wire_writer *w)
{
    idmap_fini(&w->numbers);
}

void wire_known_fini(wire_known *t)
{
    bits_fini(&t->nodes);
    bits_fini(&t->ids);
}

static bool is_node(value x)
{
    return x != VALUE_NULL && x < VALUE_ATOM_BIT;
}

static size_t number_of(wire_writer *w, value x)
{
    size_t known = idmap_get_number(&w->numbers, x);
    if (known == 0) {
        known = ++w->count;
        idmap_put_number(&w->numbers, x, known);
    }
    return known - 1;
}

static void define_machine(const wire_writer *w, wire_known *known, machine_id id,
                           strbuf *out)
{
    if (!bits_add(&known->ids, id))
        return;
    const machine_name *m = naming_get(&w->vals->names, id);
    if (m->parent != MACHINE_NONE)
        define_machine(w, known, m->parent, out);
    wire_put_number(out, WIRE_MACHINE);
    wire_put_number(out, id);
    wire_put_number(out, m->parent == MACHINE_NONE ? 0 : m->parent + (uint64_t)1);
    wire_put_number(out, m->number);
    wire_put_number(out, m->requested);
    wire_put_number(out, m->interface);
    wire_put_number(out, m->decl);
}

static void put_bytes(const void *bytes, size_t len, strbuf *out)
{
    wire_put_number(out, len);
    strbuf_add(out, bytes, len);
}

/* Items first: a reader knows them before it reads this value. */
static void define_items(wire_writer *w, wire_known *known, value x, strbuf *out)
{
    value_kind kind = value_kind_of(w->vals, x);
    if (kind == VK_MACHINE) {
        define_machine(w, known, value_to_machine_id(w->vals, x), out);
    } else if (kind >= VK_TUPLE) {
        value_view view = value_get(w->vals, x);
        for (uint32_t i = 0; i < view.count; i++)
            wire_define(w, known, view.items[i], out);
    }
}

static void put_items(wire_writer *w, value x, strbuf *out)
{
    value_view view = value_get(w->vals, x);
    wire_put_number(out, view.aux);
    wire_put_number(out, view.count);
    for (uint32_t i = 0; i < view.count; i++)
        wire_put_value(w, view.items[i], out);
}

static void put_content(wire_writer *w, value x, strbuf *out)
{
    value_kind kind = value_kind_of(w->vals, x);
    size_t len;
    evset_id events = 0;
    switch (kind) {
    case VK_INT: {
        int64_t n = value_to_int(w->vals, x);
        wire_put_number(out, fold(n));
        break;
    }
    case VK_FLOAT: {
        double d = value_to_float(w->vals, x);
        put_bytes(&d, sizeof d, out);
        break;
    }
    case VK_TEXT: {
        const char *text = value_to_text(w->vals, x, &len);
        put_bytes(text, len, out);
        break;
    }
    case VK_MACHINE:
        value_has_rights(w->vals, x, &events);
        wire_put_number(out, value_to_machine_id(w->vals, x));
        wire_put_number(out, events);
        break;
    case VK_TUPLE:
    case VK_SEQ:
    case VK_SET:
    case VK_MAP:
    case VK_RECORD:
        put_items(w, x, out);
        break;
    case VK_NULL:
    case VK_BOOL:
    case VK_EVENT:
        assert(false && "invalid node data");
    }
}

void wire_define(wire_writer *w, wire_known *known, value x, strbuf *out)
{
    assert(!value_is_draft(x));
    if (!is_node(x)) {
        if (value_kind_of(w->vals, x) == VK_MACHINE)
            define_machine(w, known, value_to_machine_id(w->vals, x), out);
        return;
    }
    size_t number = number_of(w, x);
    if (!bits_add(&known->nodes, number))
        return;
    define_items(w, known, x, out);
    wire_put_number(out, WIRE_NODE);
    wire_put_number(out, number);
    wire_put_number(out, value_kind_of(w->vals, x));
    put_content(w, x, out);
}

static void put_ref(unsigned what, uint64_t which, strbuf *out)
{
    wire_put_number(out, which << REF_BITS | what);
}

void wire_put_value(const wire_writer *w, value x, strbuf *out)
{
    if (is_node(x)) {
        size_t number = idmap_get_number(&w->numbers, x);
        assert(number > 0);
        put_ref(REF_NODE, number - 1, out);
        return;
    }
    value_kind kind = value_kind_of(w->vals, x);
    if (kind == VK_INT)
        put_ref(REF_INT, fold(value_to_int(w->vals, x)), out);
    else if (kind == VK_EVENT)
        put_ref(REF_EVENT, value_to_event(x), out);
    else if (kind == VK_MACHINE)
        put_ref(REF_MACHINE, value_to_machine_id(w->vals, x), out);
    else if (kind == VK_BOOL)
        put_ref(REF_CONSTANT, x == VALUE_TRUE ? CONSTANT_TRUE : CONSTANT_FALSE, out);
    else
        put_ref(REF_CONSTANT, CONSTANT_NULL, out);
}

/* ---- Reading ---- */

void wire_reader_init(wire_reader *r, values *vals)
{
    *r = (wire_reader){.vals = vals};
}

void wire_reader_fini(wire_reader *r)
{
    vec_free(&r->nodes);
    vec_free(&r->ids);
}

static uint32_t get_small(wire_bytes *in)
{
    uint64_t n = wire_get_number(in);
    if (n >= UINT32_MAX)
        in->is_bad = true;
    return (uint32_t)n;
}

static uint32_t known_machine(const wire_reader *r, uint64_t id, wire_bytes *in)
{
    if (id < r->ids.len && r->ids.data[id] != 0)
        return r->ids.data[id] - 1;
    in->is_bad = true;
    return 0;
}

static uint32_t get_machine_id(wire_reader *r, wire_bytes *in)
{
    return known_machine(r, wire_get_number(in), in);
}

static void read_machine(wire_reader *r, wire_bytes *in)
{
    machine_id id = get_small(in);
    uint32_t parent = get_small(in);
    uint32_t number = get_small(in);
    uint32_t requested = get_small(in);
    uint32_t interface = get_small(in);
    uint32_t decl = get_small(in);
    uint32_t above = parent == 0 ? MACHINE_NONE : known_machine(r, parent - 1, in);
    /* Machine ids are dense, so an id far beyond the known ones is invalid. */
    if (in->is_bad || id > r->ids.len + VALUE_MAX_ITEMS) {
        in->is_bad = true;
        return;
    }
    while (r->ids.len <= id)
        vec_push(&r->ids, 0);
    r->ids.data[id] =
        naming_child(&r->vals->names, above, number, requested, interface, decl) + 1;
}

/* The next bytes; a number before them says how many. */
static const char *get_bytes(wire_bytes *in, size_t most, size_t *len)
{
    *len = wire_get_number(in);
    if (in->is_bad || *len > most || *len > (size_t)(in->end - in->at)) {
        in->is_bad = true;
        *len = 0;
    }
    const char *bytes = in->at;
    in->at += *len;
    return bytes;
}

static value get_float(wire_reader *r, wire_bytes *in)
{
    size_t len;
    double d = 0;
    const char *bytes = get_bytes(in, sizeof d, &len);
    if (len == sizeof d)
        memcpy(&d, bytes, sizeof d);
    else
        in->is_bad = true;
    return value_float(r->vals, d);
}

static value get_items(wire_reader *r, value_kind kind, wire_bytes *in)
{
    uint32_t aux = get_small(in);
    uint64_t count = wire_get_number(in);
    VEC(value) items = {0};
    if (count > (uint64_t)(in->end - in->at))
        in->is_bad = true; /* each takes at least one byte */
    for (uint64_t i = 0; i < count && !in->is_bad; i++)
        vec_push(&items, wire_get_value(r, in));
    value x = VALUE_NULL;
    if (!in->is_bad)
        x = value_make(r->vals, kind, aux, items.data, items.len);
    vec_free(&items);
    return x;
}

/* The writer needed a node because the rights are unusual, so they are unusual here
 * too. */
static value get_machine(wire_reader *r, wire_bytes *in)
{
    machine_id id = get_machine_id(r, in);
    evset_id events = get_small(in);
    return in->is_bad ? VALUE_NULL : value_machine(r->vals, id, events, ~events);
}

static value get_text(wire_reader *r, wire_bytes *in)
{
    size_t len;
    const char *text = get_bytes(in, VALUE_MAX_TEXT, &len);
    return value_text(r->vals, text, len);
}

static value get_content(wire_reader *r, uint64_t kind, wire_bytes *in)
{
    switch (kind) {
    case VK_INT:
        return value_int(r->vals, unfold(wire_get_number(in)));
    case VK_FLOAT:
        return get_float(r, in);
    case VK_TEXT:
        return get_text(r, in);
    case VK_MACHINE:
        return get_machine(r, in);
    case VK_TUPLE:
    case VK_SEQ:
    case VK_SET:
    case VK_MAP:
    case VK_RECORD:
        return get_items(r, (value_kind)kind, in);
    }
    in->is_bad = true;
    return VALUE_NULL;
}

/* A writer's numbers are dense, but not every reader gets all definitions. */
static void read_node(wire_reader *r, wire_bytes *in)
{
    uint32_t number = get_small(in);
    uint64_t kind = wire_get_number(in);
    if (in->is_bad || number >= VALUE_ATOM_BIT) {
        in->is_bad = true;
        return;
    }
    value x = get_content(r, kind, in);
    while (r->nodes.len <= number)
        vec_push(&r->nodes, VALUE_NULL);
    r->nodes.data[number] = x;
}

bool wire_read_definition(wire_reader *r, uint64_t tag, wire_bytes *in)
{
    if (tag == WIRE_MACHINE)
        read_machine(r, in);
    else if (tag == WIRE_NODE)
        read_node(r, in);
    else
        return false;
    return true;
}

static value known_node(const wire_reader *r, uint64_t number, wire_bytes *in)
{
    if (number < r->nodes.len && r->nodes.data[number] != VALUE_NULL)
        return r->nodes.data[number];
    in->is_bad = true;
    return VALUE_NULL;
}

static value known_constant(uint64_t which, wire_bytes *in)
{
    if (which > CONSTANT_TRUE)
        in->is_bad = true;
    return which == CONSTANT_TRUE    ? VALUE_TRUE
           : which == CONSTANT_FALSE ? VALUE_FALSE
                                     : VALUE_NULL;
}

value wire_get_value(wire_reader *r, wire_bytes *in)
{
    uint64_t ref = wire_get_number(in);
    uint64_t which = ref >> REF_BITS;
    switch (ref & ((1 << REF_BITS) - 1)) {
    case REF_CONSTANT:
        return known_constant(which, in);
    case REF_INT:
        return value_int(r->vals, unfold(which));
    case REF_EVENT:
        if (which <= VALUE_ATOM_MASK)
            return value_event((uint32_t)which);
        break;
    case REF_MACHINE:
        return value_machine_id(known_machine(r, which, in));
    case REF_NODE:
        return known_node(r, which, in);
    }
    in->is_bad = true;
    return VALUE_NULL;
}
