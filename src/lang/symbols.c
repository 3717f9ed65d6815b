#include "lang/symbols.h"

void symbols_init(symbols *s, const sources *texts)
{
    assert(texts != NULL);
    s->sources = texts;
    names_init(&s->names);
    types_init(&s->types, &s->names);
    evsets_init(&s->evsets);
}

void symbols_fini(symbols *s)
{
    evsets_fini(&s->evsets);
    types_fini(&s->types);
    intern_fini(&s->names);
}

const char *symbols_name(const symbols *s, name_id name)
{
    return intern_text(&s->names, name);
}
