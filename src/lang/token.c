#include "lang/token.h"

static const char *const texts[] = {
#define WORD(kind, text)  text,
#define PROOF(kind, text) text,
#define MARK(kind, text)  text,
#define OTHER(kind, text) text,
#include "lang/token.def"
};

const char *token_text(token_kind kind)
{
    return texts[kind];
}

bool token_is_word(token_kind kind)
{
    return (int)kind < TOK_WORD_COUNT;
}

bool token_is_proof_word(token_kind kind)
{
    return kind >= TOK_INVARIANT && kind <= TOK_PURE;
}
