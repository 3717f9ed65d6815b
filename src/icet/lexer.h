/* lexer.h -- the text of a model as tokens.
 *
 * The lexer reads a whole file.  It reports and skips malformed text, so the list is
 * always usable and ends with T_END.
 */
#ifndef ICET_LEXER_H
#define ICET_LEXER_H

#include "base/cursor.h"
#include "base/intern.h"

typedef enum icet_token_kind {
#define WORD(kind, text)  T_##kind,
#define MARK(kind, text)  T_##kind,
#define OTHER(kind, text) T_##kind,
#include "icet/token.def"
#undef WORD
#undef MARK
#undef OTHER
    T_COUNT
} icet_token_kind;

/* Reserved words come first: their names are the numbers of their tokens. */
enum { T_WORD_COUNT = T_HOLE + 1 };

typedef cursor_token icet_token;
typedef cursor_tokens icet_tokens;

const char *icet_token_text(icet_token_kind kind); /* the spelling, or a description */

/* Initialises NAMES; free it with intern_fini. */
void icet_names_init(intern *names);

/* False if the text ends inside a comment, or is not text: then a token that is missing
 * at the end is not a separate mistake. */
bool icet_lex(const source_file *file, intern *names, diag *d, icet_tokens *out);

#endif
