/* lexer.h -- text to tokens.
 *
 * A file is read whole: the parser then looks ahead as far as it likes.  Malformed text
 * is reported and skipped, so the list is always usable and ends with TOK_END.
 */
#ifndef LANG_LEXER_H
#define LANG_LEXER_H

#include "base/diag.h"
#include "lang/names.h"
#include "lang/token.h"

typedef VEC(token) token_list;

/* False when the text ends inside a comment or string, or is no text: then whatever is
 * missing at the end is no separate mistake. */
bool lexer_run(const source_file *file, intern *names, diag *d, token_list *out);

#endif
