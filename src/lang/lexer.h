/* lexer.h -- text to tokens.
 *
 * The lexer reads a whole file, so the parser may look ahead arbitrarily far.  It
 * reports and skips malformed text, so the list is always usable and ends with TOK_END.
 */
#ifndef LANG_LEXER_H
#define LANG_LEXER_H

#include "base/diag.h"
#include "lang/names.h"
#include "lang/token.h"

/* False if the text ends inside a comment or string, or is not text: then a token that
 * is missing at the end is not a separate mistake. */
bool lexer_run(const source_file *file, intern *names, diag *d, token_list *out);

#endif
