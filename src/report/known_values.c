#include "report/known_values.h"

#include "report/json_put.h"
#include "report/text.h"

static bool is_asked(const result *r)
{
    return r->options != NULL && r->options->explains_values;
}

static bool has_noted(const result *r)
{
    return r->verdict.has_open_values &&
           registry_reads(r->engine, SETTING_EXPLAIN_VALUES);
}

/* What the number was needed for. */
static const char *purpose(uint8_t op)
{
    switch (op) {
    case IR_ADD_INT:
        return "a sum";
    case IR_SUB_INT:
        return "a difference";
    case IR_LT_INT:
    case IR_LE_INT:
    case IR_EQ:
    case IR_NE:
        return "a comparison";
    case IR_MUL_INT:
        return "a product";
    case IR_DIV_INT:
        return "a quotient";
    case IR_MOD_INT:
        return "a remainder";
    case IR_NEG_INT:
        return "a negation";
    case IR_SET_ADD:
    case IR_SET_REMOVE:
    case IR_IN_SET:
        return "a comparison with elements";
    case IR_MAP_GET:
    case IR_MAP_PUT:
    case IR_MAP_INSERT:
    case IR_MAP_REMOVE:
    case IR_IN_MAP:
        return "a comparison with keys";
    case IR_IN_SEQ:
        return "a comparison with items";
    case IR_INT_TO_FLOAT:
        return "a float";
    case IR_FORMAT:
        return "a text";
    case IR_CALL:
        return "a function in C";
    case IR_CHOOSE_INT:
        return "the width of a choice";
    case IR_RETURN:
        return "the size of a quorum";
    }
    return "an index";
}

/* Nothing needed its number: it was never open. */
static bool is_tried(const openint_reason *x)
{
    return x->op == IR_MOVE;
}

static void put_reason(sources *src, const openint_reason *x, strbuf *out)
{
    strbuf_puts(out, "  values: the choice at ");
    text_place(src, x->choice, out);
    if (is_tried(x)) {
        strbuf_puts(out, " did not stay open, each value was tried: ");
    } else {
        strbuf_printf(out, " became known for %s at ", purpose(x->op));
        text_place(src, x->operation, out);
        strbuf_puts(out, ": ");
    }
    text_count(x->times, out);
    strbuf_puts(out, x->times == 1 ? " time, " : " times, ");
    text_count(x->most, out);
    strbuf_puts(out, x->times == 1 ? " ways\n" : " ways at the most\n");
}

void known_values_text(sources *src, const result *r, strbuf *out)
{
    if (!is_asked(r))
        return;
    if (!r->verdict.has_open_values)
        strbuf_puts(out, "  values: no choice was left open, see --values\n");
    else if (has_noted(r) && r->verdict.known_values.len == 0)
        strbuf_puts(out, "  values: no operation made a choice known\n");
    vec_each (reason, &r->verdict.known_values)
        put_reason(src, reason, out);
}

void known_values_json(sources *src, const result *r, strbuf *out)
{
    const char *separator = "\n        {";
    if (!is_asked(r) || !has_noted(r))
        return;
    strbuf_puts(out, ",\n      \"known_values\": [");
    vec_each (reason, &r->verdict.known_values) {
        strbuf_puts(out, separator);
        strbuf_puts(out, "\"choice\": {");
        json_put_place(src, reason->choice, out);
        strbuf_puts(out, "}, ");
        json_put_text(out, "for", is_tried(reason) ? NULL : purpose(reason->op));
        strbuf_puts(out, ", ");
        json_put_place(src, reason->operation, out);
        strbuf_printf(out, ", \"times\": %llu, \"ways\": %u}",
                      (unsigned long long)reason->times, reason->most);
        separator = ",\n        {";
    }
    strbuf_putc(out, ']');
}
