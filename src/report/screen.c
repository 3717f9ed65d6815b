#include "report/screen.h"

#include "base/utf8.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define WIPE "\r\033[J"

/* The descriptor of the screen that must be wiped before the process ends; or -1. */
static volatile sig_atomic_t shown_on = -1;

static void put(int descriptor, const char *text, size_t len)
{
    while (len > 0) {
        ssize_t done = write(descriptor, text, len);
        if (done <= 0)
            return; /* the terminal is gone */
        text += done;
        len -= (size_t)done;
    }
}

bool screen_is_able(int descriptor)
{
    const char *term = getenv("TERM");
    return isatty(descriptor) && term != NULL && term[0] != '\0' &&
           strcmp(term, "dumb") != 0;
}

/* Asked each time, since windows are resized. */
screen_size screen_measure(const screen *s)
{
    enum { COLUMNS = 80, ROWS = 24 };
    struct winsize w = {0};
    screen_size size = {COLUMNS, ROWS};
    if (ioctl(s->descriptor, TIOCGWINSZ, &w) == 0) {
        size.columns = w.ws_col > 0 ? w.ws_col : size.columns;
        size.rows = w.ws_row > 0 ? w.ws_row : size.rows;
    }
    return size;
}

/* The last column stays free, since terminals differ in where the cursor is behind it.
 */
static void add_line(strbuf *b, const strbuf *line, size_t columns, size_t bold)
{
    const char *text = strbuf_text(line);
    size_t fits = utf8_fit(text, line->len, columns - 1);
    size_t first = bold < fits ? bold : fits;
    if (first > 0)
        strbuf_puts(b, "\033[1m");
    strbuf_add(b, text, first);
    if (first > 0)
        strbuf_puts(b, "\033[0m");
    strbuf_add(b, text + first, fits - first);
    strbuf_puts(b, "\033[K");
}

void screen_draw(screen *s, const strbuf *lines, size_t count, size_t bold)
{
    screen_size size = screen_measure(s);
    strbuf b = {0};
    if (count >= size.rows)
        count = size.rows > 1 ? size.rows - 1 : 1;
    strbuf_putc(&b, '\r');
    for (size_t i = 0; i < count; i++) {
        strbuf_puts(&b, i > 0 ? "\r\n" : "");
        add_line(&b, &lines[i], size.columns, i == 0 ? bold : 0);
    }
    strbuf_puts(&b, "\033[J\r");
    if (count > 1)
        strbuf_printf(&b, "\033[%zuA", count - 1);
    shown_on = s->descriptor;
    s->is_shown = true;
    put(s->descriptor, b.data, b.len);
    strbuf_free(&b);
}

void screen_wipe(screen *s)
{
    if (s->is_shown)
        put(s->descriptor, WIPE, sizeof WIPE - 1);
    s->is_shown = false;
    shown_on = -1;
}

void screen_wipe_at_once(void)
{
    if (shown_on >= 0)
        put(shown_on, WIPE, sizeof WIPE - 1);
    shown_on = -1;
}
