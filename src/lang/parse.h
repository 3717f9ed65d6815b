/* parse.h -- what the parts of the parser share.
 *
 * parse_fail reports a mistake and sets `panicking`; then the parser consumes and
 * reports nothing until a loop over statements, items or declarations calls
 * parse_recover.
 */
#ifndef LANG_PARSE_H
#define LANG_PARSE_H

#include "base/cursor.h"
#include "lang/lexer.h"
#include "lang/program.h"

typedef struct parser {
    program *program;
    arena *memory;
    cursor in;
    machine_decl *machine; /* whose body is being parsed */
    VEC(void *) pointers;  /* lists under construction, innermost last */
    VEC(ident) idents;
    bool is_misused[TOK_COUNT]; /* reserved words that were declared as names */
} parser;

/* Every later phase walks the tree recursively, so its depth is bounded here. */
enum { PARSE_MAX_DEPTH = 1000 };

/* parser.c: cuts FILE into TOKENS, which the caller frees after parse_end; END is how
 * messages call the end of the text. */
parser parse_begin(program *p, const source_file *file, token_list *tokens,
                   const char *end);
void parse_end(parser *p);

/* parser.c: tokens, through base/cursor.h */
token_kind parse_peek(const parser *p);
token_kind parse_peek_after(const parser *p); /* the token after the next */
srcpos parse_pos(const parser *p);
void parse_advance(parser *p);
bool parse_accept(parser *p, token_kind kind);
bool parse_expect(parser *p, token_kind kind);
ident parse_name(parser *p, const char *what);
/* Is the next token a name? A word of the proof dialect becomes one: call this only
 * where it cannot have its own meaning.  --strict-p: reports it, as no WHAT. */
bool parse_at_name(parser *p, const char *what);
ident parse_word_as_name(parser *p); /* halt, null */
void parse_fail(parser *p, const char *expected);
void parse_fail_hint(parser *p, const char *expected, const char *hint); /* or NULL */
bool parse_enter(parser *p); /* one level deeper; false: too deep, reported */
void parse_leave(parser *p);
const char *parse_spelling(const parser *p, const token *t);  /* t->len characters */
uint64_t parse_number_value(const parser *p, const token *t); /* saturated */
void parse_note_proof_word(parser *p, token_kind kind, srcpos pos);

bool parse_starts_declaration(uint32_t kind); /* a token_kind */

/* Skips to a token for which IS_START holds, past a ';', or before a '}'; stays within
 * the braces it is in. */
void parse_recover(parser *p, bool (*is_start)(uint32_t kind));
void parse_recover_statement(parser *p, bool (*is_start)(uint32_t kind));

bool parse_close(parser *p, srcpos open); /* the '}' of the '{' at OPEN */

/* Lists: remember the length of `pointers` or `idents`, push, then take the new items.
 */
#define PARSE_TAKE(p, mark, list) ARENA_TAKE((p)->memory, &(p)->pointers, mark, list)

ident_list parse_take_idents(parser *p, size_t mark);

/* parse_type.c */
type_expr *parse_type(parser *p);
var_decl *parse_param(parser *p, var_kind kind); /* name: type */
var_list parse_params(parser *p, var_kind kind); /* ( [params] ) */
void parse_var_group(parser *p, var_kind kind);  /* a, b: type; onto `pointers` */

/* parse_expr.c */
expr *parse_expr(parser *p);
expr *parse_lvalue(parser *p);
expr_list parse_expr_list(parser *p); /* args */

/* parse_stmt.c */
void parse_body(parser *p, var_list *locals, stmt **body);
ident_list parse_events(parser *p, bool allow_null);

/* parse_decl.c, parse_machine.c, parse_module.c, parse_proof.c */
void parse_declaration(parser *p, bool keep_tests);
void parse_machine(parser *p, machine_kind kind);
fun_decl *parse_function(parser *p, machine_decl *owner);
module_expr *parse_module_expr(parser *p);
void parse_test(parser *p, bool keep);
void parse_implementation(parser *p, bool keep);
void parse_proof_declaration(parser *p);
formula_list parse_formulas(parser *p, const expr_list *bodies);

#endif
