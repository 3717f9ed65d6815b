/* screen.h -- some lines at the bottom of a terminal that are drawn again and again.
 *
 * Between two drawings the cursor rests where the lines begin.  So whatever the
 * terminal does to them when its width changes, and whatever is typed meanwhile, they
 * are wiped off by clearing all from there on.
 */
#ifndef REPORT_SCREEN_H
#define REPORT_SCREEN_H

#include "base/strbuf.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct screen {
    int descriptor;
    bool is_shown;
} screen;

typedef struct screen_size {
    size_t columns, rows;
} screen_size;

/* Can lines be drawn again on it? */
bool screen_is_able(int descriptor);

screen_size screen_measure(const screen *s);

/* Replaces what is shown, cut to what fits.  The first BOLD bytes stand out. */
void screen_draw(screen *s, const strbuf *lines, size_t count, size_t bold);
void screen_wipe(screen *s);

/* The same for handlers of signals, and when memory is out. */
void screen_wipe_at_once(void);

#endif
