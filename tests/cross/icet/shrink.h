/* shrink.h -- shrinks the text of a program as long as it keeps a property. */
#ifndef CROSS_ICET_SHRINK_H
#define CROSS_ICET_SHRINK_H

#include "base/strbuf.h"

#include <stdbool.h>

typedef bool shrink_is_interesting(void *context, const char *text);

/* Replaces TEXT, which is interesting, by one of which nothing can be taken away. */
void shrink(strbuf *text, shrink_is_interesting *is_interesting, void *context);

#endif
