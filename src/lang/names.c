#include "lang/names.h"

#include "lang/token.h"

void names_init(intern *names)
{
    intern_init(names);
    intern_puts(names, ""); /* NAME_NONE */
    for (int kind = 0; kind < TOK_WORD_COUNT; kind++) {
        intern_id id = intern_puts(names, token_text((token_kind)kind));
        assert(id == NAME_OF_WORD(kind));
        (void)id;
    }
}
