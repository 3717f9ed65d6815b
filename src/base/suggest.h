/* suggest.h -- "did you mean ...?" */
#ifndef BASE_SUGGEST_H
#define BASE_SUGGEST_H

#include <stddef.h>

/* Finds, among the candidates offered one by one, the one closest to what was typed. */
typedef struct suggest {
    const char *wanted;
    const char *best; /* NULL: nothing is close */
    size_t best_distance;
} suggest;

void suggest_start(suggest *s, const char *wanted);
void suggest_offer(suggest *s, const char *candidate);

#endif
