#include "icet/print.h"

void icet_print_type(strbuf *out, const icet_type *type)
{
    switch (type->kind) {
    case ICET_INT:
        strbuf_puts(out, "int");
        return;
    case ICET_BOOL:
        strbuf_puts(out, "bool");
        return;
    case ICET_PID:
        strbuf_puts(out, "pid");
        return;
    case ICET_DATA:
        strbuf_puts(out, type->data->name);
        return;
    case ICET_TUPLE:
        break;
    }
    strbuf_putc(out, '(');
    for (uint32_t i = 0; i < type->count; i++) {
        if (i > 0)
            strbuf_puts(out, ", ");
        icet_print_type(out, type->items[i]);
    }
    strbuf_putc(out, ')');
}

/* ---- Expressions ---- */

/* Operators, and how strongly they bind: the larger, the more. */
static const struct {
    const char *text;
    int level;
} operators[] = {
    [ICET_EX_OR] = {"||", 1},  [ICET_EX_AND] = {"&&", 2},   [ICET_EX_EQ] = {"==", 3},
    [ICET_EX_NE] = {"!=", 3},  [ICET_EX_LT] = {"<", 4},     [ICET_EX_LE] = {"<=", 4},
    [ICET_EX_GT] = {">", 4},   [ICET_EX_GE] = {">=", 4},    [ICET_EX_IS] = {"is", 4},
    [ICET_EX_ADD] = {"+", 5},  [ICET_EX_SUB] = {"-", 5},    [ICET_EX_MUL] = {"*", 6},
    [ICET_EX_NOT] = {"!", 7},  [ICET_EX_NEGATE] = {"-", 7}, [ICET_EX_ITEM] = {".", 8},
    [ICET_EX_PART] = {".", 8},
};

const char *icet_operator(icet_expr_kind op)
{
    assert(operators[op].text != NULL);
    return operators[op].text;
}
