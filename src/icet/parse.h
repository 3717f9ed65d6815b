/* parse.h -- from tokens to the tree; what the parts of the parser share.
 *
 * icet_parse_fail reports a mistake and sets `panicking`; then the parser consumes and
 * reports nothing until a loop over statements, arms or declarations recovers.
 */
#ifndef ICET_PARSE_H
#define ICET_PARSE_H

#include "icet/ast.h"
#include "icet/lexer.h"

typedef struct icet_parser {
    ast_program *tree;
    arena *memory;
    const intern *names;
    cursor in;
    VEC(void *) pointers; /* lists under construction, innermost last */
} icet_parser;

/* Initialises TREE and parses FILE into it; reports mistakes to D. */
void icet_parse(const source_file *file, intern *names, diag *d, ast_program *tree);
void icet_parse_free(ast_program *tree);

/* parse.c: tokens, through base/cursor.h */
icet_token_kind icet_parse_peek(const icet_parser *p);
icet_token_kind icet_parse_peek_after(
    const icet_parser *p); /* the one after the next */
void icet_parse_advance(icet_parser *p);
bool icet_parse_accept(icet_parser *p, icet_token_kind kind);
bool icet_parse_expect(icet_parser *p, icet_token_kind kind);
bool icet_parse_expect_hint(icet_parser *p, icet_token_kind kind, const char *hint);
void icet_parse_fail(icet_parser *p, const char *expected,
                     const char *hint); /* or NULL */
ast_name icet_parse_name(icet_parser *p, const char *what);
uint64_t icet_parse_number(icet_parser *p); /* UINT64_MAX: too large */
const char *icet_parse_spelling(const icet_parser *p, const icet_token *t);
bool icet_parse_enter(icet_parser *p); /* one level deeper; false: too deep, reported */
void icet_parse_leave(icet_parser *p);
bool icet_parse_close(icet_parser *p, srcpos open); /* the '}' of the '{' at OPEN */
bool icet_parse_starts_declaration(uint32_t kind);  /* an icet_token_kind */

/* Skips to a token for which IS_START holds, or before a '}', or, if STATEMENT, past a
 * ';'; stays within the braces it is in. */
void icet_parse_recover(icet_parser *p, bool (*is_start)(uint32_t kind),
                        bool statement);

/* Lists: remember the length of `pointers`, push, then take the new items. */
#define ICET_PARSE_TAKE(p, mark, list) \
    ARENA_TAKE((p)->memory, &(p)->pointers, mark, list)

/* parse_decl.c */
void icet_parse_declaration(icet_parser *p);
ast_type *icet_parse_type(icet_parser *p);

/* parse_expr.c */
ast_expr *icet_parse_expr(icet_parser *p);
ast_exprs icet_parse_args(icet_parser *p); /* [exprs] ) */

/* parse_stmt.c */
void icet_parse_block(icet_parser *p, ast_block *out);

#endif
