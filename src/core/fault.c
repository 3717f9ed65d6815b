#include "core/fault.h"

#include <string.h>

static const struct {
    const char *word;
    const char *title;
} kinds[] = {
    [FAULT_NONE] = {"none", "no failure"},
#define FAULT(name, word, title) [FAULT_##name] = {word, title},
#include "core/fault.def"
#undef FAULT
};

const char *fault_word(fault_kind kind)
{
    return kinds[kind].word;
}

const char *fault_title(fault_kind kind)
{
    return kinds[kind].title;
}

fault_kind fault_of_word(const char *word)
{
    for (int k = FAULT_NONE + 1; k < FAULT_KIND_COUNT; k++)
        if (strcmp(kinds[k].word, word) == 0)
            return (fault_kind)k;
    return FAULT_NONE;
}
