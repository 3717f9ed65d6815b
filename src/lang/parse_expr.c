/* Parses expressions by precedence climbing: parse_level(n) takes every operator whose
 * level is at least n.  All binary operators associate to the left. */
#include "base/real.h"
#include "lang/parse.h"

enum level {
    LEVEL_ANY = 0,
    LEVEL_IFF = 12,
    LEVEL_IMPLIES = 13,
    LEVEL_OR = 14,
    LEVEL_AND = 15,
    LEVEL_EQUALITY = 16,
    LEVEL_COMPARISON = 17,
    LEVEL_CAST = 18,
    LEVEL_SUM = 19,
    LEVEL_PRODUCT = 20,
    LEVEL_UNARY = 21,
    LEVEL_INDEX = 25,
    LEVEL_INFLIGHT = 26,
    LEVEL_IS = 27,
    LEVEL_FIELD = 28,
    LEVEL_NONE = -1,
};

static expr *parse_level(parser *p, int minimum);

static expr *new_expr(parser *p, expr_kind kind)
{
    expr *e = ARENA_NEW(p->memory, expr);
    e->kind = kind;
    e->pos = e->start = parse_pos(p);
    return e;
}

static void set_args(parser *p, expr *e, expr *const *args, uint32_t count)
{
    e->args.data = arena_copy(p->memory, args, count * sizeof *args);
    e->args.count = count;
}

/* A long chain of operators makes a deep tree without deep recursion here, so the
 * height of the tree is bounded too. */
static void set_height(parser *p, expr *e)
{
    unsigned height = 0;
    list_each (a, &e->args)
        if ((*a)->height > height)
            height = (*a)->height;
    if (height >= PARSE_MAX_DEPTH) {
        p->in.depth += PARSE_MAX_DEPTH;
        (void)parse_enter(p);
        p->in.depth -= PARSE_MAX_DEPTH;
    }
    e->height = (uint16_t)(height + 1);
}

static expr *operator_expr(parser *p, expr_kind kind, srcpos pos, expr *a, expr *b)
{
    expr *e = new_expr(p, kind);
    e->pos = pos;
    e->start =
        kind == EX_UNARY || kind == EX_INFLIGHT || kind == EX_SENT ? pos : a->start;
    set_args(p, e, (expr *[]){a, b}, b != NULL ? 2 : 1);
    set_height(p, e);
    return e;
}

expr_list parse_expr_list(parser *p)
{
    size_t mark = p->pointers.len;
    do
        vec_push(&p->pointers, parse_expr(p));
    while (parse_accept(p, TOK_COMMA));
    expr_list list;
    PARSE_TAKE(p, mark, &list);
    return list;
}

static expr_list parse_exprs_until(parser *p, token_kind close)
{
    expr_list list = {0};
    if (parse_accept(p, close))
        return list;
    list = parse_expr_list(p);
    parse_expect(p, close);
    return list;
}

/* ---- Literals ---- */

static expr *parse_float(parser *p)
{
    expr *e = new_expr(p, EX_FLOAT);
    strbuf text = {0};
    if (parse_peek(p) == TOK_NUMBER) {
        strbuf_add(&text, parse_spelling(p, p->in.at), p->in.at->len);
        parse_advance(p);
    }
    parse_advance(p); /* the dot */
    strbuf_putc(&text, '.');
    strbuf_add(&text, parse_spelling(p, p->in.at), p->in.at->len);
    parse_advance(p);
    e->real = real_parse(strbuf_text(&text));
    strbuf_free(&text);
    return e;
}

static expr *parse_number(parser *p)
{
    if (parse_peek_after(p) == TOK_DOT && p->in.at[2].kind == TOK_NUMBER)
        return parse_float(p);
    expr *e = new_expr(p, EX_INT);
    e->integer = parse_number_value(p, p->in.at);
    parse_advance(p);
    return e;
}

static unsigned hex_value(char c)
{
    return c >= 'a'   ? (unsigned)(c - 'a' + 10)
           : c >= 'A' ? (unsigned)(c - 'A' + 10)
                      : (unsigned)(c - '0');
}

static bool is_hex(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

static void add_code_point(strbuf *out, unsigned c)
{
    if (c < 0x80) {
        strbuf_putc(out, (char)c);
    } else if (c < 0x800) {
        strbuf_putc(out, (char)(0xc0 | c >> 6));
        strbuf_putc(out, (char)(0x80 | (c & 0x3f)));
    } else if (c < 0x10000) {
        strbuf_putc(out, (char)(0xe0 | c >> 12));
        strbuf_putc(out, (char)(0x80 | (c >> 6 & 0x3f)));
        strbuf_putc(out, (char)(0x80 | (c & 0x3f)));
    } else {
        strbuf_putc(out, (char)(0xf0 | c >> 18));
        strbuf_putc(out, (char)(0x80 | (c >> 12 & 0x3f)));
        strbuf_putc(out, (char)(0x80 | (c >> 6 & 0x3f)));
        strbuf_putc(out, (char)(0x80 | (c & 0x3f)));
    }
}

/* Reads uXXXX at S; false: there is none. */
static bool read_unicode(const char *s, size_t len, unsigned *c)
{
    if (len < 5 || s[0] != 'u')
        return false;
    *c = 0;
    for (int i = 1; i < 5; i++) {
        if (!is_hex(s[i]))
            return false;
        *c = *c << 4 | hex_value(s[i]);
    }
    return true;
}

/* A character beyond U+FFFF is written as two surrogates; half a pair means nothing. */
static size_t add_unicode(const char *s, size_t len, unsigned c, strbuf *out)
{
    unsigned low;
    bool is_high = c >= 0xd800 && c < 0xdc00;
    if (is_high && len > 6 && s[5] == '\\' && read_unicode(s + 6, len - 6, &low) &&
        low >= 0xdc00 && low < 0xe000) {
        add_code_point(out, 0x10000 + ((c - 0xd800) << 10 | (low - 0xdc00)));
        return 11;
    }
    bool is_half = c >= 0xd800 && c < 0xe000;
    add_code_point(out, is_half ? 0xfffd : c);
    return 5;
}

/* The escape after a backslash at S; returns how many characters it took. */
static size_t add_escape(const char *s, size_t len, strbuf *out)
{
    unsigned c;
    if (read_unicode(s, len, &c))
        return add_unicode(s, len, c, out);
    switch (s[0]) {
    case 'n':
        strbuf_putc(out, '\n');
        break;
    case 't':
        strbuf_putc(out, '\t');
        break;
    case 'r':
        strbuf_putc(out, '\r');
        break;
    case '0':
        strbuf_putc(out, '\0');
        break;
    default:
        strbuf_putc(out, s[0]); /* \\ and \" and any other character: itself */
    }
    return 1;
}

static void take_text(parser *p, expr *e)
{
    if (p->in.panicking || parse_peek(p) != TOK_TEXT) {
        parse_fail(p, "a string");
        e->text.text = "";
        return;
    }
    const char *s = parse_spelling(p, p->in.at) + 1;
    size_t len = p->in.at->len - 2;
    strbuf out = {0};
    for (size_t i = 0; i < len; i++) {
        if (s[i] == '\\' && i + 1 < len)
            i += add_escape(s + i + 1, len - i - 1, &out);
        else
            strbuf_putc(&out, s[i]);
    }
    e->text.text = arena_strndup(p->memory, strbuf_text(&out), out.len);
    e->text.len = (uint32_t)out.len;
    strbuf_free(&out);
    parse_advance(p);
}

static expr *parse_text(parser *p)
{
    expr *e = new_expr(p, EX_TEXT);
    take_text(p, e);
    return e;
}

static expr *parse_format(parser *p)
{
    expr *e = new_expr(p, EX_FORMAT);
    parse_advance(p);
    parse_expect(p, TOK_LPAREN);
    take_text(p, e);
    if (parse_accept(p, TOK_COMMA))
        e->args = parse_expr_list(p);
    parse_expect(p, TOK_RPAREN);
    set_height(p, e);
    return e;
}

/* ---- Parentheses ---- */

static expr *parse_named_tuple(parser *p, srcpos open)
{
    expr *e = new_expr(p, EX_NAMED_TUPLE);
    e->pos = e->start = open;
    size_t mark = p->pointers.len;
    size_t ident_mark = p->idents.len;
    bool has_comma = false;
    for (;;) {
        ident name = parse_name(p, "a field name");
        vec_push(&p->idents, name);
        parse_expect(p, TOK_ASSIGN);
        vec_push(&p->pointers, parse_expr(p));
        bool first = p->pointers.len - mark == 1;
        if (!parse_accept(p, TOK_COMMA))
            break;
        has_comma = true;
        if (first && parse_peek(p) == TOK_RPAREN)
            break;
    }
    if (!has_comma && parse_peek(p) == TOK_RPAREN)
        parse_fail_hint(p, "','", "a tuple of one field is written (name = value,)");
    parse_expect(p, TOK_RPAREN);
    PARSE_TAKE(p, mark, &e->args);
    e->names = parse_take_idents(p, ident_mark);
    set_height(p, e);
    return e;
}

/* (e)   (e,)   (e, e)   (n = e,)   (n = e, n = e) */
static expr *parse_parentheses(parser *p)
{
    srcpos open = parse_pos(p);
    parse_advance(p);
    if (token_may_be_name(parse_peek(p)) && parse_peek_after(p) == TOK_ASSIGN)
        return parse_named_tuple(p, open);
    expr *first = parse_expr(p);
    if (!parse_accept(p, TOK_COMMA)) {
        parse_expect(p, TOK_RPAREN);
        return first;
    }
    expr *e = new_expr(p, EX_TUPLE);
    e->pos = e->start = open;
    size_t mark = p->pointers.len;
    vec_push(&p->pointers, first);
    if (parse_peek(p) != TOK_RPAREN) {
        do
            vec_push(&p->pointers, parse_expr(p));
        while (parse_accept(p, TOK_COMMA));
    }
    parse_expect(p, TOK_RPAREN);
    PARSE_TAKE(p, mark, &e->args);
    set_height(p, e);
    return e;
}

/* ---- Words ---- */

/* keys(e), values(e), sizeof(e), choose([e]) */
static expr *parse_builtin_call(parser *p, expr_kind kind)
{
    expr *e = new_expr(p, kind);
    parse_advance(p);
    parse_expect(p, TOK_LPAREN);
    if (kind != EX_CHOOSE || parse_peek(p) != TOK_RPAREN) {
        expr *arg = parse_expr(p);
        set_args(p, e, &arg, 1);
    }
    parse_expect(p, TOK_RPAREN);
    set_height(p, e);
    return e;
}

static expr *parse_default(parser *p)
{
    expr *e = new_expr(p, EX_DEFAULT);
    parse_advance(p);
    parse_expect(p, TOK_LPAREN);
    e->as = parse_type(p);
    parse_expect(p, TOK_RPAREN);
    return e;
}

static expr *parse_new(parser *p)
{
    expr *e = new_expr(p, EX_NEW);
    parse_advance(p);
    e->callee = parse_name(p, "the name of a machine or interface");
    parse_expect(p, TOK_LPAREN);
    e->args = parse_exprs_until(p, TOK_RPAREN);
    set_height(p, e);
    return e;
}

static expr *parse_name_or_call(parser *p)
{
    /* In `assume b (2 wise) ...` the parenthesis after the name does not begin
     * arguments. */
    bool is_call = parse_peek_after(p) == TOK_LPAREN &&
                   !(p->in.at[2].kind == TOK_NUMBER && p->in.at[3].kind == TOK_WISE);
    expr *e = new_expr(p, is_call ? EX_CALL : EX_NAME);
    ident name = parse_name(p, "a name");
    if (is_call) {
        e->callee = name;
        parse_expect(p, TOK_LPAREN);
        e->args = parse_exprs_until(p, TOK_RPAREN);
        set_height(p, e);
    } else {
        e->name = name;
    }
    return e;
}

static expr *parse_word(parser *p, expr_kind kind, bool flag)
{
    expr *e = new_expr(p, kind);
    e->flag = flag;
    parse_advance(p);
    return e;
}

static expr *parse_quantifier(parser *p)
{
    expr *e = new_expr(p, EX_QUANTIFIER);
    e->op = parse_peek(p);
    parse_note_proof_word(p, e->op, e->pos);
    parse_advance(p);
    e->flag = parse_accept(p, TOK_NEW);
    e->bound = parse_params(p, VAR_BOUND);
    parse_expect(p, TOK_COLON);
    parse_expect(p, TOK_COLON);
    expr *body = parse_level(p, LEVEL_ANY);
    set_args(p, e, &body, 1);
    set_height(p, e);
    return e;
}

static expr *parse_prefix_operator(parser *p, expr_kind kind, int level)
{
    token_kind op = parse_peek(p);
    srcpos pos = parse_pos(p);
    if (token_is_proof_word(op))
        parse_note_proof_word(p, op, pos);
    parse_advance(p);
    expr *e = operator_expr(p, kind, pos, parse_level(p, level), NULL);
    e->op = op;
    return e;
}

/* forall (x: T) :: e    forall new (x: M) :: e */
static bool starts_quantifier(const token *t)
{
    if (t[1].kind == TOK_NEW)
        return true;
    return t[1].kind == TOK_LPAREN &&
           (t[2].kind == TOK_RPAREN ||
            (t[2].kind != TOK_END && t[3].kind == TOK_COLON));
}

/* Can an expression go on with this token? Then `sent` before it is a variable.  Not
 * '(': that would be a call of a function, which parser.c has looked for. */
static bool follows_operand(token_kind kind)
{
    switch ((int)kind) {
    case TOK_LPAREN:
    case TOK_NOT:
    case TOK_DOLLAR:
    case TOK_DOLLAR_DOLLAR:
    case TOK_NUMBER:
    case TOK_TEXT:
        return false;
    case TOK_AS:
    case TOK_TO:
    case TOK_IN:
    case TOK_IS:
    case TOK_TARGETS:
    case TOK_USING:
    case TOK_EXCEPT:
        return true;
    }
    return !token_is_word(kind) && kind != TOK_NAME;
}

/* A word of the proof dialect at the start of an operand: an operator, or a name? */
static bool starts_proof_operator(const parser *p)
{
    switch ((int)parse_peek(p)) {
    case TOK_INFLIGHT:
    case TOK_SENT:
        return !follows_operand(parse_peek_after(p));
    case TOK_FORALL:
    case TOK_EXISTS:
        return starts_quantifier(p->in.at);
    }
    return false;
}

static expr *parse_primary(parser *p)
{
    if (!starts_proof_operator(p))
        (void)parse_at_name(p, "a name");
    switch ((int)parse_peek(p)) {
    case TOK_NAME:
        return parse_name_or_call(p);
    case TOK_NUMBER:
        return parse_number(p);
    case TOK_DOT:
        if (parse_peek_after(p) == TOK_NUMBER)
            return parse_float(p);
        break;
    case TOK_TEXT:
        return parse_text(p);
    case TOK_FORMAT:
        return parse_format(p);
    case TOK_TRUE:
        return parse_word(p, EX_BOOL, true);
    case TOK_FALSE:
        return parse_word(p, EX_BOOL, false);
    case TOK_NULL:
        return parse_word(p, EX_NULL, false);
    case TOK_HALT:
        return parse_word(p, EX_HALT, false);
    case TOK_THIS:
        return parse_word(p, EX_THIS, false);
    case TOK_DOLLAR:
        return parse_word(p, EX_NONDET, false);
    case TOK_DOLLAR_DOLLAR:
        return parse_word(p, EX_NONDET, true);
    case TOK_LPAREN:
        return parse_parentheses(p);
    case TOK_KEYS:
        return parse_builtin_call(p, EX_KEYS);
    case TOK_VALUES:
        return parse_builtin_call(p, EX_VALUES);
    case TOK_SIZEOF:
        return parse_builtin_call(p, EX_SIZEOF);
    case TOK_CHOOSE:
        return parse_builtin_call(p, EX_CHOOSE);
    case TOK_DEFAULT:
        return parse_default(p);
    case TOK_NEW:
        return parse_new(p);
    case TOK_MINUS:
    case TOK_NOT:
        return parse_prefix_operator(p, EX_UNARY, LEVEL_UNARY);
    case TOK_INFLIGHT:
        return parse_prefix_operator(p, EX_INFLIGHT, LEVEL_INFLIGHT);
    case TOK_SENT:
        return parse_prefix_operator(p, EX_SENT, LEVEL_INFLIGHT);
    case TOK_FORALL:
    case TOK_EXISTS:
        return parse_quantifier(p);
    case TOK_INIT_CONDITION:
        parse_fail_hint(p, "an expression", "put blanks around the '-' to subtract");
        return new_expr(p, EX_NULL);
    case TOK_FLOAT:
        parse_fail_hint(p, "an expression", "write a float with a point: 1.5");
        return new_expr(p, EX_NULL);
    }
    parse_fail(p, "an expression");
    return new_expr(p, EX_NULL);
}

/* ---- Suffixes and binary operators ---- */

static int level_of(token_kind kind)
{
    switch ((int)kind) {
    case TOK_DOT:
        return LEVEL_FIELD;
    case TOK_IS:
    case TOK_TARGETS:
        return LEVEL_IS;
    case TOK_LBRACKET:
        return LEVEL_INDEX;
    case TOK_STAR:
    case TOK_SLASH:
    case TOK_PERCENT:
        return LEVEL_PRODUCT;
    case TOK_PLUS:
    case TOK_MINUS:
        return LEVEL_SUM;
    case TOK_AS:
    case TOK_TO:
        return LEVEL_CAST;
    case TOK_LT:
    case TOK_GT:
    case TOK_LE:
    case TOK_GE:
    case TOK_IN:
        return LEVEL_COMPARISON;
    case TOK_EQ:
    case TOK_NE:
        return LEVEL_EQUALITY;
    case TOK_AND:
        return LEVEL_AND;
    case TOK_OR:
        return LEVEL_OR;
    case TOK_IMPLIES:
        return LEVEL_IMPLIES;
    case TOK_IFF:
        return LEVEL_IFF;
    }
    return LEVEL_NONE;
}

static expr *parse_selection(parser *p, expr *operand)
{
    parse_advance(p); /* the dot */
    bool by_number = parse_peek(p) == TOK_NUMBER;
    srcpos pos = parse_pos(p);
    expr *e =
        operator_expr(p, by_number ? EX_TUPLE_FIELD : EX_FIELD, pos, operand, NULL);
    if (by_number) {
        e->integer = parse_number_value(p, p->in.at);
        parse_advance(p);
    } else {
        e->access.field = parse_name(p, "a field name or number");
    }
    return e;
}

static expr *parse_suffix(parser *p, expr *left, token_kind op, int level)
{
    srcpos pos = parse_pos(p);
    if (token_is_proof_word(op))
        parse_note_proof_word(p, op, pos);
    expr *e;
    switch ((int)op) {
    case TOK_DOT:
        return parse_selection(p, left);
    case TOK_LBRACKET:
        parse_advance(p);
        e = operator_expr(p, EX_INDEX, pos, left, parse_expr(p));
        parse_expect(p, TOK_RBRACKET);
        return e;
    case TOK_AS:
    case TOK_TO:
        parse_advance(p);
        e = operator_expr(p, op == TOK_AS ? EX_CAST : EX_CONVERT, pos, left, NULL);
        e->as = parse_type(p);
        return e;
    case TOK_IS:
        parse_advance(p);
        e = operator_expr(p, EX_IS, pos, left, NULL);
        e->access.field = parse_name(p, "the name of a machine, event or state");
        return e;
    }
    parse_advance(p);
    expr *right = parse_level(p, level + 1);
    e = operator_expr(p, op == TOK_TARGETS ? EX_TARGETS : EX_BINARY, pos, left, right);
    e->op = op;
    return e;
}

static expr *parse_level(parser *p, int minimum)
{
    if (p->in.panicking || !parse_enter(p))
        return new_expr(p, EX_NULL);
    expr *left = parse_primary(p);
    while (!p->in.panicking) {
        token_kind op = parse_peek(p);
        int level = level_of(op);
        if (level == LEVEL_NONE || level < minimum)
            break;
        left = parse_suffix(p, left, op, level);
    }
    parse_leave(p);
    return left;
}

expr *parse_expr(parser *p)
{
    return parse_level(p, LEVEL_ANY);
}

expr *parse_lvalue(parser *p)
{
    expr *e = new_expr(p, EX_NAME);
    e->name = parse_name(p, "a variable");
    for (;;) {
        if (p->in.panicking)
            return e;
        if (parse_peek(p) == TOK_DOT)
            e = parse_selection(p, e);
        else if (parse_peek(p) == TOK_LBRACKET)
            e = parse_suffix(p, e, TOK_LBRACKET, LEVEL_INDEX);
        else
            return e;
    }
}
