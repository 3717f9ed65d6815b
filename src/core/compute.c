/* The instructions that compute a value.
 *
 * run_compute reads the operands, checks their kinds, and computes the result, which
 * the caller stores.  A draft that only the destination holds is updated in place
 * (value_splice).  The front end has checked static types, so a kind can be wrong only
 * for null and for values that came from `any`: `expect` turns both into faults of the
 * program.  Checks come before each operation, so no step relies on a bound that was
 * not tested: ranges of indices, VALUE_MAX_ITEMS, VALUE_MAX_TEXT and VALUE_MAX_DEPTH.
 * Results are drafts (value.h), except deep ones, see run_compute.
 */
#include "core/fair_label.h"
#include "core/openint_why.h"
#include "core/run.h"
#include "core/show.h"

#include "base/strbuf.h"

#include <math.h>
#include <string.h>

static values *vals(const run *r)
{
    return &r->c->vals;
}

static const char *kind_text(value_kind kind)
{
    static const char *const texts[] = {
        [VK_NULL] = "null",         [VK_BOOL] = "a bool",   [VK_INT] = "an int",
        [VK_FLOAT] = "a float",     [VK_TEXT] = "a string", [VK_EVENT] = "an event",
        [VK_MACHINE] = "a machine", [VK_TUPLE] = "a tuple", [VK_SEQ] = "a sequence",
        [VK_SET] = "a set",         [VK_MAP] = "a map",     [VK_RECORD] = "a record",
    };
    return texts[kind];
}

/* A value read from `any` may have another kind than its static type. */
static bool expect(run *r, value x, value_kind kind)
{
    value_kind is = value_kind_of(vals(r), x);
    if (is == kind)
        return true;
    return run_fail(r, is == VK_NULL ? FAULT_NULL_VALUE : FAULT_CAST,
                    "%s is used as %s", kind_text(is), kind_text(kind));
}

static void show(const run *r, value x, strbuf *out)
{
    size_t start = out->len;
    show_value(r->c, TYPE_ANY, x, out);
    enum { LONG = 60 };
    if (out->len - start > LONG) {
        out->data[start + LONG] = '\0';
        out->len = start + LONG;
        strbuf_puts(out, "...");
    }
}

/* ---- Numbers and texts ---- */

/* Of operands of which at least one is open: what bounds can say (openint.h).  False:
 * it takes numbers. */
static bool compute_open(run *r, uint8_t op, value x, value y, value *result)
{
    switch (op) {
    case IR_LT_INT:
    case IR_LE_INT:
        *result = value_bool(openint_less(vals(r)->open, x, y, op == IR_LE_INT));
        return true;
    case IR_ADD_INT:
        *result = openint_sum(vals(r), x, y);
        return *result != VALUE_NULL;
    case IR_SUB_INT:
        *result = openint_difference(vals(r), x, y);
        return *result != VALUE_NULL;
    }
    return false;
}

static bool compute_int(run *r, uint8_t op, value x, value y, value *result)
{
    if (!expect(r, x, VK_INT) || !expect(r, y, VK_INT))
        return false;
    if (value_is_open(x) || value_is_open(y)) {
        if (compute_open(r, op, x, y, result))
            return true;
        x = openint_make_known(r, x);
        y = openint_make_known(r, y);
    }
    int64_t a = value_to_int(vals(r), x);
    int64_t b = value_to_int(vals(r), y);
    switch (op) {
    case IR_ADD_INT: /* arithmetic wraps */
        *result = value_int(vals(r), (int64_t)((uint64_t)a + (uint64_t)b));
        return true;
    case IR_SUB_INT:
        *result = value_int(vals(r), (int64_t)((uint64_t)a - (uint64_t)b));
        return true;
    case IR_MUL_INT:
        *result = value_int(vals(r), (int64_t)((uint64_t)a * (uint64_t)b));
        return true;
    case IR_LT_INT:
        *result = value_bool(a < b);
        return true;
    case IR_LE_INT:
        *result = value_bool(a <= b);
        return true;
    }
    if (b == 0)
        return run_fail(r, FAULT_DIVISION, "%lld is divided by zero", (long long)a);
    if (b == -1) /* the one quotient that overflows would trap */
        *result = value_int(vals(r), op == IR_DIV_INT ? (int64_t)(0 - (uint64_t)a) : 0);
    else
        *result = value_int(vals(r), op == IR_DIV_INT ? a / b : a % b);
    return true;
}

static bool compute_float(run *r, uint8_t op, value x, value y, value *result)
{
    if (!expect(r, x, VK_FLOAT) || !expect(r, y, VK_FLOAT))
        return false;
    double a = value_to_float(vals(r), x);
    double b = value_to_float(vals(r), y);
    switch (op) {
    case IR_LT_FLOAT:
        *result = value_bool(a < b);
        return true;
    case IR_LE_FLOAT:
        *result = value_bool(a <= b);
        return true;
    }
    double n = op == IR_ADD_FLOAT   ? a + b
               : op == IR_SUB_FLOAT ? a - b
               : op == IR_MUL_FLOAT ? a * b
               : op == IR_DIV_FLOAT ? a / b
                                    : fmod(a, b);
    *result = value_float(vals(r), n);
    return true;
}

static bool make_text(run *r, strbuf *b, value *result)
{
    bool fits = b->len <= VALUE_MAX_TEXT;
    if (fits)
        *result = value_draft_text(vals(r), strbuf_text(b), b->len);
    strbuf_free(b);
    return fits || run_limit(r, STOP_STRING);
}

static bool join_texts(run *r, const ir_instr *i, value x, value y, value *result)
{
    size_t len_x;
    size_t len_y;
    value_to_text(vals(r), x, &len_x);
    value_to_text(vals(r), y, &len_y);
    if (len_x + len_y > VALUE_MAX_TEXT)
        return run_limit(r, STOP_STRING);
    bool may_change = i->d == i->a && i->a != i->b;
    if (!may_change)
        value_share(vals(r), x);
    *result = value_append_text(vals(r), x, may_change, y);
    return true;
}

static bool compute_text(run *r, const ir_instr *i, value x, value y, value *result)
{
    if (!expect(r, x, VK_TEXT) || !expect(r, y, VK_TEXT))
        return false;
    if (i->op == IR_ADD_TEXT)
        return join_texts(r, i, x, y, result);
    int by_content = value_compare(vals(r), x, y);
    *result = value_bool(i->op == IR_LT_TEXT ? by_content < 0 : by_content <= 0);
    return true;
}

/* The front end has counted the placeholders and the braces. */
static bool compute_format(run *r, const ir_instr *i, value *result)
{
    const ir_function *f = &r->c->ir->functions[vec_last(&r->p.frames)->function];
    const ir_const *text = &r->c->ir->consts[i->a];
    bool is_only_read = i[1].op == IR_FAIL && i[1].a == i->d;
    strbuf out = {0};
    for (uint32_t k = 0; k < text->len; k++) {
        uint32_t plain = k;
        while (k < text->len && text->text[k] != '{' && text->text[k] != '}')
            k++;
        strbuf_add(&out, text->text + plain, k - plain);
        if (k == text->len)
            break;
        char brace = text->text[k];
        if (k + 1 < text->len && text->text[k + 1] == brace) {
            strbuf_putc(&out, brace);
            k++;
        } else if (brace == '{') {
            uint32_t n = 0;
            for (k++; text->text[k] != '}'; k++)
                n = n * 10 + (uint32_t)(text->text[k] - '0');
            value shown = run_operand(r, f->args[i->first + n]);
            show_format(r->c, is_only_read ? shown : openint_make_known(r, shown),
                        &out);
        } else {
            strbuf_putc(&out, brace);
        }
    }
    return make_text(r, &out, result);
}

/* ---- Collections ---- */

static bool in_range(run *r, value index, size_t count, size_t *at)
{
    if (!expect(r, index, VK_INT))
        return false;
    index = openint_make_known(r, index);
    int64_t n = value_to_int(vals(r), index);
    if (n >= 0 && (uint64_t)n < count) {
        *at = (size_t)n;
        return true;
    }
    return run_fail(r, FAULT_INDEX, "index %lld, but %s %zu", (long long)n,
                    count == 0 ? "the collection is empty: size" : "the size is",
                    count);
}

/* The index of X in a set or among the keys of a map, or the index where it belongs. */
static bool find(const run *r, const value_view *whole, value x, size_t *at)
{
    size_t stride = whole->kind == VK_MAP ? 2 : 1;
    size_t low = 0;
    size_t high = whole->count / stride;
    while (low < high) {
        size_t middle = (low + high) / 2;
        int order = value_compare(vals(r), whole->items[middle * stride], x);
        if (order == 0) {
            *at = middle * stride;
            return true;
        }
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    *at = low * stride;
    return false;
}

static bool grow(run *r, value x, bool may_change, size_t at, const value *added,
                 size_t count, value *result)
{
    if (value_get(vals(r), x).count + count > VALUE_MAX_ITEMS)
        return run_limit(r, STOP_COLLECTION);
    *result = value_splice(vals(r), x, may_change, at, 0, added, count);
    return true;
}

static bool fail_key(run *r, const char *what, value key)
{
    strbuf text = {0};
    show(r, value_freeze(vals(r), key), &text);
    run_fail(r, FAULT_KEY, "key %s %s", strbuf_text(&text), what);
    strbuf_free(&text);
    return false;
}

/* The kind of collection that each instruction works on, in the order of
 * instructions. */
static value_kind collection_kind(uint8_t op)
{
    switch (op) {
    case IR_IN_SEQ:
    case IR_SEQ_GET:
    case IR_SEQ_PUT:
    case IR_SEQ_INSERT:
    case IR_SEQ_REMOVE:
    case IR_CHOOSE_SEQ:
        return VK_SEQ;
    case IR_IN_SET:
    case IR_SET_GET:
    case IR_SET_ADD:
    case IR_SET_REMOVE:
    case IR_CHOOSE_SET:
        return VK_SET;
    }
    return VK_MAP;
}

static bool compute_size(run *r, value x, value *result)
{
    value_kind kind = value_kind_of(vals(r), x);
    if (kind != VK_SEQ && kind != VK_SET && kind != VK_MAP)
        return expect(r, x, VK_SEQ);
    uint32_t count = value_get(vals(r), x).count;
    *result = value_int(vals(r), kind == VK_MAP ? count / 2 : count);
    return true;
}

static bool compute_list(run *r, uint8_t op, value x, value *result)
{
    if (!expect(r, x, VK_MAP))
        return false;
    uint32_t count = value_get(vals(r), x).count / 2;
    *result = value_draft_new(vals(r), VK_SEQ, 0, count);
    value *items = value_draft_items(vals(r), *result);
    value_view map = value_get(vals(r), x);
    for (uint32_t i = 0; i < count; i++) {
        items[i] = map.items[i * 2 + (op == IR_VALUES)];
        value_share(vals(r), items[i]);
    }
    value_draft_done(vals(r), *result);
    return true;
}

static bool compute_in(run *r, uint8_t op, value x, value whole, value *result)
{
    if (!expect(r, whole, collection_kind(op)))
        return false;
    value_view w = value_get(vals(r), whole);
    size_t at = 0;
    bool found = false;
    if (op == IR_IN_SEQ)
        for (uint32_t i = 0; i < w.count && !found; i++)
            found = value_equal(vals(r), w.items[i], x);
    else
        found = find(r, &w, x, &at);
    *result = value_bool(found);
    return true;
}

static bool compute_get(run *r, uint8_t op, value x, value y, value *result)
{
    if (!expect(r, x, collection_kind(op)))
        return false;
    value_view w = value_get(vals(r), x);
    size_t at = 0;
    if (op == IR_MAP_GET) {
        if (!find(r, &w, y, &at))
            return fail_key(r, "is not in the map", y);
        at++;
    } else if (!in_range(r, y, w.count, &at)) {
        return false;
    }
    *result = w.items[at];
    value_share(vals(r), *result);
    return true;
}

static bool change_seq(run *r, const ir_instr *i, value x, value y, value z,
                       value *result)
{
    size_t count = value_get(vals(r), x).count;
    size_t at = 0;
    bool may_change = i->d == i->a;
    switch (i->op) {
    case IR_SEQ_PUT:
        if (!in_range(r, y, count, &at))
            return false;
        *result = value_splice(vals(r), x, may_change, at, 1, &z, 1);
        return true;
    case IR_SEQ_INSERT:
        return in_range(r, y, count + 1, &at) &&
               grow(r, x, may_change, at, &z, 1, result);
    }
    if (!in_range(r, y, count, &at))
        return false;
    *result = value_splice(vals(r), x, may_change, at, 1, NULL, 0);
    return true;
}

static bool change_sorted(run *r, const ir_instr *i, value x, value y, value z,
                          value *result)
{
    value_view w = value_get(vals(r), x);
    bool may_change = i->d == i->a;
    size_t at = 0;
    bool found = find(r, &w, y, &at);
    const value pair[2] = {y, z};
    switch (i->op) {
    case IR_SET_ADD:
        *result = x;
        return found || grow(r, x, may_change, at, &y, 1, result);
    case IR_MAP_INSERT:
        if (found)
            return fail_key(r, "is in the map already", y);
        return grow(r, x, may_change, at, pair, 2, result);
    case IR_MAP_PUT:
        if (!found)
            return grow(r, x, may_change, at, pair, 2, result);
        *result = value_splice(vals(r), x, may_change, at + 1, 1, &z, 1);
        return true;
    }
    *result = x;
    if (found)
        *result = value_splice(vals(r), x, may_change, at,
                               i->op == IR_MAP_REMOVE ? 2 : 1, NULL, 0);
    return true;
}

static bool compute_change(run *r, const ir_instr *i, value x, value y, value z,
                           value *result)
{
    value_kind kind = collection_kind(i->op);
    if (!expect(r, x, kind))
        return false;
    if (i->d != i->a)
        value_share(vals(r), x);
    return kind == VK_SEQ ? change_seq(r, i, x, y, z, result)
                          : change_sorted(r, i, x, y, z, result);
}

/* ---- Tuples, references, casts ---- */

static bool compute_tuple(run *r, const ir_instr *i, value *result)
{
    const ir_function *f = &r->c->ir->functions[vec_last(&r->p.frames)->function];
    *result = value_draft_new(vals(r), VK_TUPLE, r->c->shapes[i->a], i->count);
    value *items = value_draft_items(vals(r), *result);
    for (uint32_t k = 0; k < i->count; k++) {
        items[k] = run_operand(r, f->args[i->first + k]);
        value_share(vals(r), items[k]);
    }
    value_draft_done(vals(r), *result);
    return true;
}

/* The tuple came through `any` from a place that gives it other fields. */
static bool fail_field(run *r, const ir_instr *i, value x)
{
    const type_info *wanted = type_get(&r->c->source->types, i->first);
    strbuf text = {0};
    show(r, value_freeze(vals(r), x), &text);
    if (wanted->kind == TYPE_KIND_NAMED_TUPLE)
        strbuf_printf(&text, " has no field '%s'",
                      symbols_name(r->c->source, wanted->names[i->b]));
    else
        strbuf_printf(&text, " has no field %u", i->b);
    run_fail(r, FAULT_CAST, "%s", strbuf_text(&text));
    strbuf_free(&text);
    return false;
}

static bool compute_field(run *r, const ir_instr *i, value x, value z, value *result)
{
    if (!expect(r, x, VK_TUPLE))
        return false;
    value_view t = value_get(vals(r), x);
    uint32_t at = core_field_index(r->c, &t, i->first, i->b);
    if (at == FIELD_NONE)
        return fail_field(r, i, x);
    if (i->op == IR_FIELD) {
        *result = t.items[at];
        value_share(vals(r), *result);
    } else {
        bool may_change = i->d == i->a;
        if (!may_change)
            value_share(vals(r), x);
        *result = value_splice(vals(r), x, may_change, at, 1, &z, 1);
    }
    return true;
}

static bool compute_cast(run *r, const ir_instr *i, value x, value *result)
{
    *result = x;
    value_share(vals(r), x);
    if (core_fits(r->c, i->b, x))
        return true;
    strbuf text = {0};
    show(r, value_freeze(vals(r), x), &text);
    strbuf_puts(&text, " is not of type ");
    type_show(&r->c->source->types, i->b, &text);
    run_fail(r, FAULT_CAST, "%s", strbuf_text(&text));
    strbuf_free(&text);
    return false;
}

static bool compute_restrict(run *r, const ir_instr *i, value x, value *result)
{
    if (!expect(r, x, VK_MACHINE))
        return false;
    machine_id id = value_to_machine_id(vals(r), x);
    evset_id usual = core_usual_rights(r->c, id);
    evset_id has = usual;
    value_has_rights(vals(r), x, &has);
    evset_id wanted = *type_get(&r->c->source->types, i->b)->events;
    uint32_t missing;
    if (evset_difference(&r->c->source->evsets, wanted, has, &missing))
        return run_fail(r, FAULT_NOT_ALLOWED,
                        "the new type permits sending %s, which the reference does not",
                        r->c->ir->events[missing].name);
    *result = value_machine(vals(r), id, wanted, usual);
    return true;
}

/* Monitors do not see themselves; only a value of a foreign type may hold a `this` that
 * a monitor has made. */
static bool compute_this(run *r, value *result)
{
    *result = VALUE_NULL;
    if (r->p.is_monitor)
        return true;
    *result = value_machine(vals(r), r->p.self, r->p.decl->receives,
                            core_usual_rights(r->c, r->p.self));
    return true;
}

/* ---- Choices ---- */

/* Labels the choice that was just made, if it counts for fairness. */
static void label_choice(run *r, uint8_t op, value from, value alternative)
{
    core *c = r->c;
    const frame *f = vec_last(&r->p.frames);
    if (!c->labels_choices || r->points == NULL || *vec_last(&r->widths) < 2 ||
        (c->options.choices_are_unfair && op != IR_FAIR_NONDET))
        return;
    value offer =
        fair_label_offer(c, r->p.self, f->function, f->pc, value_freeze(vals(r), from));
    value label = fair_label_choice(c, offer, value_freeze(vals(r), alternative));
    points_label(r->points, r->taken.len - 1, label);
}

static bool compute_nondet(run *r, uint8_t op, value *result)
{
    uint32_t alternative;
    if (!run_choose(r, 2, &alternative))
        return false;
    *result = value_bool(alternative != 0);
    label_choice(r, op, VALUE_NULL, *result);
    run_note(r, NOTE_CHOICE, op, *result, VALUE_NULL);
    return true;
}

/* The width stays open, too. */
static bool choose_below(run *r, value width, value *result)
{
    if (!value_is_open(width) || r->c->options.narrow > 0 ||
        !openint_may_choose(r, CHOOSE_LIMIT))
        return false;
    *result = openint_choose_below(r, width);
    if (*result != VALUE_NULL)
        vec_push(&r->told, *result);
    return *result != VALUE_NULL;
}

static bool compute_choose_int(run *r, value x, value *result)
{
    if (!expect(r, x, VK_INT))
        return false;
    if (choose_below(r, x, result))
        return true;
    x = openint_make_known(r, x);
    int64_t width = value_to_int(vals(r), x);
    *result = x;
    if (width == 0) /* choose(0) is 0 */
        return true;
    if (width < 0 || width > CHOOSE_LIMIT)
        return run_fail(r, FAULT_CHOOSE, "choose(%lld): %s", (long long)width,
                        width < 0 ? "there is nothing to choose from"
                                  : "more than 10000 alternatives");
    if (openint_may_choose(r, (uint32_t)width)) {
        *result = openint_choose(r, (uint32_t)width);
        vec_push(&r->told, *result);
        return true;
    }
    uint32_t alternative;
    bool is_new = r->widths.len >= r->choice_count;
    if (!run_choose(r, (uint32_t)width, &alternative))
        return false;
    if (is_new && width > 1)
        openint_why_tried(r, (uint32_t)width);
    *result = value_int(vals(r), alternative);
    label_choice(r, IR_CHOOSE_INT, x, *result);
    run_note(r, NOTE_CHOICE, IR_CHOOSE_INT, *result, VALUE_NULL);
    return true;
}

static bool compute_choose(run *r, uint8_t op, value x, value *result)
{
    if (op == IR_CHOOSE_INT)
        return compute_choose_int(r, x, result);
    if (!expect(r, x, collection_kind(op)))
        return false;
    x = openint_choose_from(r, x);
    if (openint_has_ended(r->c))
        return false;
    size_t stride = op == IR_CHOOSE_MAP ? 2 : 1;
    uint32_t width = value_get(vals(r), x).count / (uint32_t)stride;
    if (width == 0 || width > CHOOSE_LIMIT)
        return run_fail(r, FAULT_CHOOSE, "choose from a collection of %u elements",
                        width);
    uint32_t alternative;
    if (!run_choose(r, width, &alternative))
        return false;
    *result = value_get(vals(r), x).items[alternative * stride];
    value_share(vals(r), *result);
    label_choice(r, op, x, *result);
    run_note(r, NOTE_CHOICE, op, *result, VALUE_NULL);
    return true;
}

/* ---- All value instructions ---- */

static bool compute_one(run *r, const ir_instr *i, value x, value *result)
{
    switch (i->op) {
    case IR_NOT:
        *result = value_bool(x == VALUE_FALSE);
        return expect(r, x, VK_BOOL);
    case IR_NEG_INT:
        return expect(r, x, VK_INT) &&
               compute_int(r, IR_SUB_INT, value_int(vals(r), 0), x, result);
    case IR_NEG_FLOAT:
        if (!expect(r, x, VK_FLOAT))
            return false;
        *result = value_float(vals(r), -value_to_float(vals(r), x));
        return true;
    case IR_INT_TO_FLOAT:
        if (!expect(r, x, VK_INT))
            return false;
        x = openint_make_known(r, x);
        *result = value_float(vals(r), (double)value_to_int(vals(r), x));
        return true;
    case IR_FLOAT_TO_INT: {
        if (!expect(r, x, VK_FLOAT))
            return false;
        double d = value_to_float(vals(r), x);
        bool has_room = d > -9223372036854775808.0 && d < 9223372036854775808.0;
        *result = value_int(vals(r), has_room ? (int64_t)d : INT64_MIN);
        return true;
    }
    case IR_CAST:
        return compute_cast(r, i, x, result);
    case IR_RESTRICT:
        return compute_restrict(r, i, x, result);
    case IR_SIZE:
        return compute_size(r, x, result);
    case IR_KEYS:
    case IR_VALUES:
        return compute_list(r, i->op, x, result);
    }
    return compute_choose(r, i->op, x, result);
}

static bool compute_two(run *r, const ir_instr *i, value x, value y, value *result)
{
    switch (i->op) {
    case IR_EQ:
    case IR_NE:
        *result = value_bool(value_equal(vals(r), x, y) == (i->op == IR_EQ));
        return true;
    case IR_ADD_INT:
    case IR_SUB_INT:
    case IR_MUL_INT:
    case IR_DIV_INT:
    case IR_MOD_INT:
    case IR_LT_INT:
    case IR_LE_INT:
        return compute_int(r, i->op, x, y, result);
    case IR_ADD_TEXT:
    case IR_LT_TEXT:
    case IR_LE_TEXT:
        return compute_text(r, i, x, y, result);
    case IR_IN_SEQ:
    case IR_IN_SET:
    case IR_IN_MAP:
        return compute_in(r, i->op, x, y, result);
    case IR_SEQ_GET:
    case IR_SET_GET:
    case IR_MAP_GET:
        return compute_get(r, i->op, x, y, result);
    case IR_SET_ADD:
    case IR_SEQ_REMOVE:
    case IR_SET_REMOVE:
    case IR_MAP_REMOVE:
        return compute_change(r, i, x, y, VALUE_NULL, result);
    }
    return compute_float(r, i->op, x, y, result);
}

/* Does an instruction with this shape read two operands? */
#define OP(name, text, shape) [IR_##name] = (shape)[2] == 'o',
static bool reads_two(uint8_t op)
{
    static const bool does[IR_OP_COUNT] = {
#include "ir/op.def"
    };
    return does[op];
}
#undef OP

static bool compute_any(run *r, const ir_instr *i, value *result)
{
    switch (i->op) {
    case IR_DEFAULT:
        *result = core_default(r->c, i->a);
        return true;
    case IR_THIS:
        return compute_this(r, result);
    case IR_FORMAT:
        return compute_format(r, i, result);
    case IR_TUPLE:
        return compute_tuple(r, i, result);
    case IR_NONDET:
    case IR_FAIR_NONDET:
        return compute_nondet(r, i->op, result);
    case IR_FIELD:
        return compute_field(r, i, run_operand(r, i->a), VALUE_NULL, result);
    case IR_WITH_FIELD:
        return compute_field(r, i, run_operand(r, i->a), run_operand(r, i->c), result);
    case IR_SEQ_PUT:
    case IR_MAP_PUT:
    case IR_SEQ_INSERT:
    case IR_MAP_INSERT:
        return compute_change(r, i, run_operand(r, i->a), run_operand(r, i->b),
                              run_operand(r, i->c), result);
    }
    value x = run_operand(r, i->a);
    if (reads_two(i->op))
        return compute_two(r, i, x, run_operand(r, i->b), result);
    return compute_one(r, i, x, result);
}

bool run_compute(run *r, const ir_instr *i, value *result)
{
    if (!compute_any(r, i, result) || openint_has_ended(r->c))
        return false;
    uint32_t depth = value_depth(vals(r), *result);
    if (depth > VALUE_MAX_DEPTH)
        return run_limit(r, STOP_NESTING);
    /* Drafts may share items, so comparing deep drafts could take exponential time;
     * nodes in the index never do. */
    enum { SHALLOW = 8 };
    if (depth > SHALLOW)
        *result = value_intern(vals(r), *result);
    return true;
}
