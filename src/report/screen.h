/* screen.h -- some lines at the bottom of a terminal that are drawn again and again.
 *
 * Between two drawings the cursor rests where the lines begin.  Clearing the screen
 * from there on wipes them off, whatever the terminal has done to them when its width
 * changed, and whatever the user has typed.
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

/* Is it a terminal on which lines can be drawn again? */
bool screen_is_able(int descriptor);

screen_size screen_measure(const screen *s);

/* Replaces the lines by these, cut to the size of the screen.  The first BOLD bytes are
 * bold. */
void screen_draw(screen *s, const strbuf *lines, size_t count, size_t bold);
void screen_wipe(screen *s);

/* Like screen_wipe, for signal handlers, and when there is no memory left. */
void screen_wipe_at_once(void);

#endif
