/* Parses expressions by precedence climbing: parse_level(n) takes every operator whose
 * level is at least n.  All binary operators associate to the left. */
#include "icet/parse.h"

enum level {
    LEVEL_NONE = -1,
    LEVEL_ANY,
    LEVEL_OR,
    LEVEL_AND,
    LEVEL_EQUALITY,
    LEVEL_COMPARISON,
    LEVEL_SUM,
    LEVEL_PRODUCT,
    LEVEL_UNARY,
    LEVEL_ITEM,
};

static ast_expr *parse_level(icet_parser *p, int minimum);

static ast_expr *new_expr(icet_parser *p, ast_expr_kind kind)
{
    ast_expr *e = ARENA_NEW(p->memory, ast_expr);
    e->kind = kind;
    e->start = e->pos = p->in.at->pos;
    return e;
}

/* A long chain of operators makes a deep tree without deep recursion here, so the
 * height of the tree is bounded too. */
static void set_height(icet_parser *p, ast_expr *e)
{
    list_each (a, &e->args)
        if ((*a)->height > e->height)
            e->height = (*a)->height;
    if (e->height++ >= ICET_MAX_DEPTH) {
        p->in.depth += ICET_MAX_DEPTH;
        (void)icet_parse_enter(p);
        p->in.depth -= ICET_MAX_DEPTH;
    }
}

static void set_args(icet_parser *p, ast_expr *e, ast_expr *const *args, uint32_t count)
{
    e->args.data = arena_copy(p->memory, args, count * sizeof *args);
    e->args.count = count;
    set_height(p, e);
}

/* exprs ) */
static ast_exprs parse_exprs(icet_parser *p, ast_expr *first)
{
    ast_exprs list;
    size_t mark = p->pointers.len;
    if (first != NULL)
        vec_push(&p->pointers, first);
    do
        vec_push(&p->pointers, icet_parse_expr(p));
    while (icet_parse_accept(p, T_COMMA));
    ICET_PARSE_TAKE(p, mark, &list);
    icet_parse_expect(p, T_RPAREN);
    return list;
}

ast_exprs icet_parse_args(icet_parser *p)
{
    ast_exprs none = {0};
    return icet_parse_accept(p, T_RPAREN) ? none : parse_exprs(p, NULL);
}

/* ()   (e)   (e, e) */
static ast_expr *parse_parentheses(icet_parser *p)
{
    ast_expr *e = new_expr(p, AST_TUPLE);
    icet_parse_advance(p);
    if (icet_parse_accept(p, T_RPAREN))
        return e;
    ast_expr *first = icet_parse_expr(p);
    if (icet_parse_accept(p, T_COMMA)) {
        e->args = parse_exprs(p, first);
        set_height(p, e);
        return e;
    }
    icet_parse_expect_hint(p, T_RPAREN,
                           p->in.at->kind == T_ASSIGN ? "compare with '=='" : NULL);
    return first;
}

static ast_expr *parse_name(icet_parser *p)
{
    ast_expr *e = new_expr(p, AST_NAME);
    e->name = icet_parse_name(p, "an expression");
    if (icet_parse_accept(p, T_LPAREN)) {
        e->kind = AST_CALL;
        e->args = icet_parse_args(p);
        set_height(p, e);
    }
    return e;
}

/* The '|' that closes a size may be written together with a following '||': |S||| x. */
static void close_size(icet_parser *p)
{
    icet_token *next = p->in.at + 1;
    bool is_split = !p->in.panicking && p->in.at->kind == T_OR && next->kind == T_BAR &&
                    next->pos == p->in.at->pos + 2;
    if (!is_split) {
        icet_parse_expect(p, T_BAR);
        return;
    }
    icet_parse_advance(p);
    *next = (icet_token){T_OR, next->pos - 1, 2, INTERN_NONE};
}

/* | S | */
static ast_expr *parse_size(icet_parser *p)
{
    ast_expr *e = new_expr(p, AST_SIZE);
    icet_parse_advance(p);
    e->name = icet_parse_name(p, "the name of a set");
    close_size(p);
    return e;
}

static ast_expr *parse_word(icet_parser *p, ast_expr_kind kind, uint64_t number)
{
    ast_expr *e = new_expr(p, kind);
    e->number = number;
    icet_parse_advance(p);
    return e;
}

static ast_expr *parse_int(icet_parser *p)
{
    ast_expr *e = new_expr(p, AST_INT);
    e->number = icet_parse_number(p);
    return e;
}

static ast_expr *parse_unary(icet_parser *p, icet_expr_kind op)
{
    ast_expr *e = new_expr(p, AST_UNARY);
    e->op = op;
    icet_parse_advance(p);
    ast_expr *operand = parse_level(p, LEVEL_UNARY);
    set_args(p, e, &operand, 1);
    return e;
}

static const char *expression_hint(icet_token_kind found)
{
    switch ((int)found) {
    case T_STAR:
        return "'*' must be the whole condition: if (*)";
    case T_NONDET:
        return "nondet cannot be part of an expression; write: var x: int = nondet;";
    }
    return NULL;
}

static ast_expr *parse_primary(icet_parser *p)
{
    switch ((int)p->in.at->kind) {
    case T_NAME:
        return parse_name(p);
    case T_NUMBER:
        return parse_int(p);
    case T_TRUE:
        return parse_word(p, AST_BOOL, 1);
    case T_FALSE:
        return parse_word(p, AST_BOOL, 0);
    case T_SELF:
        return parse_word(p, AST_SELF, 0);
    case T_NOBODY:
        return parse_word(p, AST_NOBODY, 0);
    case T_LPAREN:
        return parse_parentheses(p);
    case T_BAR:
        return parse_size(p);
    case T_MINUS:
        return parse_unary(p, ICET_EX_NEGATE);
    case T_NOT:
        return parse_unary(p, ICET_EX_NOT);
    }
    icet_parse_fail(p, "an expression", expression_hint(p->in.at->kind));
    return new_expr(p, AST_BAD);
}

/* The level of an operator, and what it becomes. */
static int level_of(icet_token_kind kind, icet_expr_kind *op)
{
    static const struct {
        icet_token_kind token;
        int level;
        icet_expr_kind op;
    } operators[] = {
        {T_OR, LEVEL_OR, ICET_EX_OR},         {T_AND, LEVEL_AND, ICET_EX_AND},
        {T_EQ, LEVEL_EQUALITY, ICET_EX_EQ},   {T_NE, LEVEL_EQUALITY, ICET_EX_NE},
        {T_LT, LEVEL_COMPARISON, ICET_EX_LT}, {T_LE, LEVEL_COMPARISON, ICET_EX_LE},
        {T_GT, LEVEL_COMPARISON, ICET_EX_GT}, {T_GE, LEVEL_COMPARISON, ICET_EX_GE},
        {T_IS, LEVEL_COMPARISON, ICET_EX_IS}, {T_PLUS, LEVEL_SUM, ICET_EX_ADD},
        {T_MINUS, LEVEL_SUM, ICET_EX_SUB},    {T_STAR, LEVEL_PRODUCT, ICET_EX_MUL},
        {T_DOT, LEVEL_ITEM, ICET_EX_ITEM},
    };
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
        if (operators[i].token == kind) {
            *op = operators[i].op;
            return operators[i].level;
        }
    }
    return LEVEL_NONE;
}

static ast_expr *parse_suffix(icet_parser *p, ast_expr *left, icet_expr_kind op,
                              int level)
{
    ast_expr *e = new_expr(p, AST_BINARY);
    ast_expr *args[2] = {left, NULL};
    e->start = left->start;
    e->op = op;
    icet_parse_advance(p);
    if (op == ICET_EX_ITEM) {
        e->kind = AST_ITEM;
        e->pos = p->in.at->pos;
        e->number = icet_parse_number(p);
    } else if (op == ICET_EX_IS) {
        e->kind = AST_IS;
        e->name = icet_parse_name(p, "a constructor");
    } else {
        args[1] = parse_level(p, level + 1);
    }
    set_args(p, e, args, args[1] != NULL ? 2 : 1);
    return e;
}

static ast_expr *parse_level(icet_parser *p, int minimum)
{
    if (p->in.panicking || !icet_parse_enter(p))
        return new_expr(p, AST_BAD);
    ast_expr *left = parse_primary(p);
    while (!p->in.panicking) {
        icet_expr_kind op;
        int level = level_of(p->in.at->kind, &op);
        if (level == LEVEL_NONE || level < minimum)
            break;
        left = parse_suffix(p, left, op, level);
    }
    icet_parse_leave(p);
    return left;
}

ast_expr *icet_parse_expr(icet_parser *p)
{
    return parse_level(p, LEVEL_ANY);
}
