#include "value.h"

#include <string.h>

enum { MOST_FIELDS = 30 };

void values_begin(values *v)
{
    intern_init(&v->table);
}

void values_end(values *v)
{
    intern_fini(&v->table);
}

value value_scalar(values *v, int64_t number)
{
    return intern_put(&v->table, &number, sizeof number);
}

int64_t value_number(const values *v, value x)
{
    int64_t number;
    assert(intern_len(&v->table, x) == sizeof number);
    memcpy(&number, intern_text(&v->table, x), sizeof number);
    return number;
}

/* A word in front keeps the lengths of scalars and of compounds apart. */
value value_compound(values *v, uint32_t ctor, const value *fields, uint32_t count)
{
    uint32_t words[3 + MOST_FIELDS] = {0, 0, ctor};
    assert(count <= MOST_FIELDS);
    for (uint32_t i = 0; i < count; i++)
        words[3 + i] = fields[i];
    return intern_put(&v->table, words, (3 + count) * sizeof *words);
}

static uint32_t word_of(const values *v, value x, uint32_t index)
{
    uint32_t word;
    assert(intern_len(&v->table, x) >= (index + 1) * sizeof word);
    memcpy(&word, intern_text(&v->table, x) + index * sizeof word, sizeof word);
    return word;
}

uint32_t value_ctor(const values *v, value x)
{
    return word_of(v, x, 2);
}

value value_field(const values *v, value x, uint32_t index)
{
    return word_of(v, x, 3 + index);
}
