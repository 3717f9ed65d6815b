#include "base/suggest.h"

#include "base/ascii.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>

enum { LONGEST = 64 };

void suggest_start(suggest *s, const char *wanted)
{
    /* A third of the letters may be wrong; in words of one or two, none. */
    size_t len = strlen(wanted);
    size_t tolerated = len < 3 ? 0 : (len + 1) / 3;
    *s = (suggest){.wanted = wanted, .best_distance = tolerated + 1};
}

static size_t min3(size_t a, size_t b, size_t c)
{
    size_t m = a < b ? a : b;
    return m < c ? m : c;
}

static bool same_letter(char a, char b)
{
    return ascii_lower(a) == ascii_lower(b);
}

/* Edits (insert, delete, replace, swap of neighbours) between two words; a difference
 * in case alone is not an edit, so that 'Count' finds 'count' first. */
static size_t distance(const char *a, size_t a_len, const char *b, size_t b_len)
{
    assert(a_len <= LONGEST && b_len <= LONGEST);
    size_t rows[3][LONGEST + 1];
    for (size_t j = 0; j <= b_len; j++)
        rows[0][j] = j;
    for (size_t i = 1; i <= a_len; i++) {
        size_t *row = rows[i % 3];
        const size_t *above = rows[(i - 1) % 3];
        row[0] = i;
        for (size_t j = 1; j <= b_len; j++) {
            size_t replaced = above[j - 1] + !same_letter(a[i - 1], b[j - 1]);
            row[j] = min3(above[j] + 1, row[j - 1] + 1, replaced);
            if (i > 1 && j > 1 && same_letter(a[i - 1], b[j - 2]) &&
                same_letter(a[i - 2], b[j - 1])) {
                size_t swapped = rows[(i - 2) % 3][j - 2] + 1;
                row[j] = swapped < row[j] ? swapped : row[j];
            }
        }
    }
    return rows[a_len % 3][b_len];
}

void suggest_offer(suggest *s, const char *candidate)
{
    size_t a = strlen(s->wanted);
    size_t b = strlen(candidate);
    size_t gap = a < b ? b - a : a - b;
    if (a > LONGEST || b > LONGEST || gap >= s->best_distance)
        return;
    size_t d = distance(s->wanted, a, candidate, b);
    if (d < s->best_distance) {
        s->best_distance = d;
        s->best = candidate;
    }
}
