#include "lang/token.h"

#include <assert.h>

static const char *const texts[] = {
#define WORD(kind, text)  text,
#define PROOF(kind, text) text,
#define MARK(kind, text)  text,
#define OTHER(kind, text) text,
#include "lang/token.def"
};

const char *token_text(token_kind kind)
{
    assert(kind < TOK_COUNT);
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

/* "init-condition" is two names and an operator at best. */
bool token_may_be_name(token_kind kind)
{
    return kind == TOK_NAME ||
           (token_is_proof_word(kind) && kind != TOK_INIT_CONDITION);
}

bool token_starts_proof(token_kind kind)
{
    switch ((int)kind) {
    case TOK_PURE:
    case TOK_INVARIANT:
    case TOK_LEMMA:
    case TOK_THEOREM:
    case TOK_AXIOM:
    case TOK_INIT_CONDITION:
    case TOK_PROOF:
        return true;
    }
    return false;
}
