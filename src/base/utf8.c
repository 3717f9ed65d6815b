#include "base/utf8.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

static int is_continuation(unsigned char c)
{
    return (c & 0xc0) == 0x80;
}

size_t utf8_char(const char *s, size_t len)
{
    assert(len > 0);
    const unsigned char *u = (const unsigned char *)s;
    if (u[0] < 0x80)
        return 1;
    if (u[0] < 0xc2 || u[0] > 0xf4)
        return 0;
    size_t need = u[0] < 0xe0 ? 2 : u[0] < 0xf0 ? 3 : 4;
    if (len < need)
        return 0;
    for (size_t i = 1; i < need; i++)
        if (!is_continuation(u[i]))
            return 0;
    /* Overlong forms, surrogates, and what lies above U+10FFFF. */
    if ((u[0] == 0xe0 && u[1] < 0xa0) || (u[0] == 0xed && u[1] > 0x9f) ||
        (u[0] == 0xf0 && u[1] < 0x90) || (u[0] == 0xf4 && u[1] > 0x8f))
        return 0;
    return need;
}

bool utf8_is_control(const char *s, size_t len)
{
    unsigned char c = (unsigned char)s[0];
    if (len == 1)
        return c < 0x20 || c == 0x7f;
    return len == 2 && c == 0xc2 && (unsigned char)s[1] < 0xa0; /* U+0080 to U+009F */
}

size_t utf8_valid_prefix(const char *s, size_t len)
{
    size_t i = 0;
    while (i < len) {
        uint64_t eight;
        if (len - i >= sizeof eight) { /* most source text is plain ASCII */
            memcpy(&eight, s + i, sizeof eight);
            if ((eight & 0x8080808080808080u) == 0) {
                i += sizeof eight;
                continue;
            }
        }
        size_t n = utf8_char(s + i, len - i);
        if (n == 0)
            return i;
        i += n;
    }
    return len;
}

size_t utf8_count(const char *s, size_t len)
{
    size_t count = 0;
    for (size_t i = 0; i < len; count++) {
        size_t n = utf8_char(s + i, len - i);
        i += n > 0 ? n : 1;
    }
    return count;
}
