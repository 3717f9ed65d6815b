#include "base/strbuf.h"

#include "base/mem.h"
#include "base/utf8.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

void strbuf_reserve(strbuf *b, size_t extra)
{
    size_t needed = b->len + extra + 1;
    if (needed <= b->cap)
        return;
    size_t cap = b->cap < 32 ? 64 : b->cap * 2;
    if (cap < needed)
        cap = needed;
    b->data = mem_resize(b->data, b->cap, cap);
    b->cap = cap;
}

void strbuf_free(strbuf *b)
{
    mem_free(b->data, b->cap);
    *b = (strbuf){0};
}

void strbuf_cut(strbuf *b, size_t len)
{
    assert(len <= b->len);
    b->len = len;
    if (b->data != NULL)
        b->data[len] = '\0';
}

void strbuf_clear(strbuf *b)
{
    strbuf_cut(b, 0);
}

void strbuf_add(strbuf *b, const char *s, size_t len)
{
    strbuf_reserve(b, len);
    memcpy(b->data + b->len, s, len);
    b->len += len;
    b->data[b->len] = '\0';
}

void strbuf_puts(strbuf *b, const char *s)
{
    strbuf_add(b, s, strlen(s));
}

void strbuf_putc(strbuf *b, char c)
{
    strbuf_add(b, &c, 1);
}

void strbuf_fill(strbuf *b, char c, size_t times)
{
    strbuf_reserve(b, times);
    memset(b->data + b->len, c, times);
    b->len += times;
    b->data[b->len] = '\0';
}

void strbuf_put_int(strbuf *b, int64_t n)
{
    char digits[20]; /* of the least int64_t, with its sign */
    size_t at = sizeof digits;
    uint64_t rest = n < 0 ? 0 - (uint64_t)n : (uint64_t)n;
    do
        digits[--at] = (char)('0' + rest % 10);
    while ((rest /= 10) > 0);
    if (n < 0)
        digits[--at] = '-';
    strbuf_add(b, digits + at, sizeof digits - at);
}

void strbuf_put_count(strbuf *b, uint64_t n)
{
    if (n < 1000) {
        strbuf_put_int(b, (int64_t)n);
        return;
    }
    strbuf_put_count(b, n / 1000);
    strbuf_printf(b, ",%03u", (unsigned)(n % 1000));
}

void strbuf_vprintf(strbuf *b, const char *format, va_list args)
{
    assert(format != NULL);
    va_list again;
    va_copy(again, args);
    strbuf_reserve(b, 0);
    size_t room = b->cap - b->len; /* mostly enough, so that one pass will do */
    int len = vsnprintf(b->data + b->len, room, format, args);
    if (len > 0 && (size_t)len >= room) {
        strbuf_reserve(b, (size_t)len);
        vsnprintf(b->data + b->len, (size_t)len + 1, format, again);
    }
    if (len > 0)
        b->len += (size_t)len;
    b->data[b->len] = '\0';
    va_end(again);
}

void strbuf_printf(strbuf *b, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    strbuf_vprintf(b, format, args);
    va_end(args);
}

static void reverse(char *from, char *to)
{
    while (from < to) {
        char c = *from;
        *from++ = *--to;
        *to = c;
    }
}

void strbuf_move_tail(strbuf *b, size_t from, size_t to)
{
    assert(to <= from && from <= b->len);
    if (b->data == NULL)
        return;
    /* Reversing both parts and then the whole exchanges the parts. */
    reverse(b->data + to, b->data + from);
    reverse(b->data + from, b->data + b->len);
    reverse(b->data + to, b->data + b->len);
}

void strbuf_rewrite(strbuf *b, size_t from, size_t growth,
                    void (*put)(const char *text, size_t len, strbuf *out))
{
    assert(from <= b->len);
    size_t len = b->len - from;
    if (len == 0)
        return;
    strbuf_reserve(b, len * growth); /* PUT must not move the text that it reads */
    const char *text = b->data + from;
    put(text, len, b);
    assert(b->data + from == text); /* GROWTH was large enough */
    strbuf_move_tail(b, from + len, from);
    strbuf_cut(b, b->len - len);
}

const char *strbuf_text(const strbuf *b)
{
    return b->data != NULL ? b->data : "";
}

static void add_json_byte(strbuf *b, unsigned char c)
{
    switch (c) {
    case '"':
        strbuf_puts(b, "\\\"");
        break;
    case '\\':
        strbuf_puts(b, "\\\\");
        break;
    case '\n':
        strbuf_puts(b, "\\n");
        break;
    case '\t':
        strbuf_puts(b, "\\t");
        break;
    default:
        if (c < 0x20 || c == 0x7f)
            strbuf_printf(b, "\\u%04x", c);
        else
            strbuf_putc(b, (char)c);
    }
}

void strbuf_json(strbuf *b, const char *s, size_t len)
{
    strbuf_putc(b, '"');
    for (size_t n; len > 0; s += n, len -= n) {
        n = utf8_char(s, len);
        if (n == 2 && utf8_is_control(s, n)) {
            strbuf_printf(b, "\\u%04x", (unsigned char)s[1]); /* U+0080 to U+009F */
        } else if (n > 1) {
            strbuf_add(b, s, n);
        } else if (n == 1) {
            add_json_byte(b, (unsigned char)*s);
        } else {
            strbuf_puts(b, UTF8_REPLACEMENT);
            n = 1;
        }
    }
    strbuf_putc(b, '"');
}

void strbuf_shell(strbuf *b, const char *text)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                "0123456789_-./,:=+@%";
    if (text[0] != '\0' && strspn(text, plain) == strlen(text)) {
        strbuf_puts(b, text);
        return;
    }
    strbuf_putc(b, '\'');
    for (; *text != '\0'; text++) {
        if (*text == '\'')
            strbuf_puts(b, "'\\''");
        else
            strbuf_putc(b, *text);
    }
    strbuf_putc(b, '\'');
}

bool strbuf_write(const strbuf *b, int file)
{
    const char *text = strbuf_text(b);
    for (size_t len = b->len; len > 0;) {
        ssize_t done = write(file, text, len);
        if (done < 0 && errno != EINTR)
            return false;
        if (done > 0) {
            text += done;
            len -= (size_t)done;
        }
    }
    return true;
}
