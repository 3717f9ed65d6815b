/* token.h -- the tokens of P. */
#ifndef LANG_TOKEN_H
#define LANG_TOKEN_H

#include "base/cursor.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum token_kind {
#define WORD(kind, text)  TOK_##kind,
#define PROOF(kind, text) TOK_##kind,
#define MARK(kind, text)  TOK_##kind,
#define OTHER(kind, text) TOK_##kind,
#include "lang/token.def"
#undef WORD
#undef PROOF
#undef MARK
#undef OTHER
    TOK_COUNT
} token_kind;

/* Reserved words come first; names.h relies on it. */
enum { TOK_WORD_COUNT = TOK_PURE + 1 };

typedef cursor_token token;
typedef cursor_tokens token_list;

const char *token_text(token_kind kind); /* the spelling, or a description */
bool token_is_word(token_kind kind);
bool token_is_proof_word(token_kind kind);
bool token_may_be_name(token_kind kind);  /* a name, or a word of the proof dialect */
bool token_starts_proof(token_kind kind); /* a declaration of the proof dialect */

#endif
