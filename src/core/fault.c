#include "core/fault.h"

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
