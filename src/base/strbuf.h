/* strbuf.h -- a string under construction.
 *
 *     strbuf b = {0};
 *     strbuf_printf(&b, "%d items", n);
 *     puts(strbuf_text(&b));
 *     strbuf_free(&b);
 */
#ifndef BASE_STRBUF_H
#define BASE_STRBUF_H

#include "base/status.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct strbuf {
    char *data; /* always NUL-terminated once something was added */
    size_t len;
    size_t cap;
} strbuf;

void strbuf_free(strbuf *b);
void strbuf_reserve(strbuf *b, size_t extra); /* so many bytes fit without allocation */
void strbuf_clear(strbuf *b);
void strbuf_cut(strbuf *b, size_t len); /* removes the text behind LEN */
void strbuf_add(strbuf *b, const char *s, size_t len);
void strbuf_puts(strbuf *b, const char *s);
void strbuf_putc(strbuf *b, char c);
void strbuf_fill(strbuf *b, char c, size_t times);
void strbuf_put_int(strbuf *b, int64_t n);    /* in decimal */
void strbuf_put_count(strbuf *b, uint64_t n); /* 1,234,567 */
void strbuf_printf(strbuf *b, const char *format, ...) PRINTF_LIKE(2, 3);
void strbuf_vprintf(strbuf *b, const char *format, va_list args) PRINTF_LIKE(2, 0);

/* Moves the text behind FROM to TO, before the text that was there.  Needs no memory.
 */
void strbuf_move_tail(strbuf *b, size_t from, size_t to);

/* Replaces the text behind FROM by the output of PUT, which has at most GROWTH times as
 * many bytes. */
void strbuf_rewrite(strbuf *b, size_t from, size_t growth,
                    void (*put)(const char *text, size_t len, strbuf *out));

/* Never NULL. */
const char *strbuf_text(const strbuf *b);

/* Adds S as a JSON string literal with its quotes; replaces bytes that are not UTF-8.
 * The output has no control characters, so a terminal can show it. */
void strbuf_json(strbuf *b, const char *s, size_t len);

/* Adds TEXT as one word for a shell. */
void strbuf_shell(strbuf *b, const char *text);

/* Writes all of it to an open file.  False: see errno. */
bool strbuf_write(const strbuf *b, int file);

#endif
