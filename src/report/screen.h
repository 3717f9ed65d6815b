/* screen.h -- some lines at the bottom of a terminal that are redrawn.
 *
 * Between two drawings the cursor is where the lines begin.  Clearing the screen from
 * there removes them, even if the terminal has rearranged them because its width
 * changed, or the user has typed something.
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

/* Is it a terminal on which lines can be redrawn? */
bool screen_is_able(int descriptor);

screen_size screen_measure(const screen *s);

/* Replaces the lines by these, cut to the size of the screen.  The first BOLD bytes are
 * bold. */
void screen_draw(screen *s, const strbuf *lines, size_t count, size_t bold);
void screen_wipe(screen *s);

/* Like screen_wipe, for signal handlers and for when there is no memory left. */
void screen_wipe_at_once(void);

#endif
