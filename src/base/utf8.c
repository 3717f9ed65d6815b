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
    /* Rejects overlong forms, surrogates, and code points above U+10FFFF. */
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

/* ---- Columns ---- */

typedef struct code_range {
    uint32_t first, last;
} code_range;

/* Combining marks, joiners and directions; and the characters that Unicode calls wide
 * and fullwidth, in slightly coarser ranges. */
static const code_range marks[] = {
    {0x300, 0x36f},   {0x483, 0x489},   {0x591, 0x5bd},   {0x610, 0x61a},
    {0x64b, 0x65f},   {0x1ab0, 0x1aff}, {0x1dc0, 0x1dff}, {0x200b, 0x200f},
    {0x202a, 0x202e}, {0x2060, 0x2064}, {0x20d0, 0x20ff}, {0x302a, 0x302d},
    {0xfe00, 0xfe0f}, {0xfe20, 0xfe2f}, {0xfeff, 0xfeff}, {0xe0100, 0xe01ef},
};
static const code_range wide[] = {
    {0x1100, 0x115f},   {0x231a, 0x231b},   {0x2329, 0x232a},   {0x23e9, 0x23ec},
    {0x2705, 0x2705},   {0x274c, 0x274c},   {0x2e80, 0x303e},   {0x3041, 0x33ff},
    {0x3400, 0x4dbf},   {0x4e00, 0xa4cf},   {0xa960, 0xa97c},   {0xac00, 0xd7a3},
    {0xf900, 0xfaff},   {0xfe30, 0xfe6b},   {0xff01, 0xff60},   {0xffe0, 0xffe6},
    {0x1f300, 0x1f64f}, {0x1f680, 0x1f6ff}, {0x1f900, 0x1f9ff}, {0x20000, 0x3fffd},
};

static bool is_in(const code_range *ranges, size_t count, uint32_t code)
{
    for (size_t i = 0; i < count && ranges[i].first <= code; i++)
        if (code <= ranges[i].last)
            return true;
    return false;
}

static uint32_t decode(const char *s, size_t len)
{
    static const unsigned char first_bits[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
    uint32_t code = (unsigned char)s[0] & first_bits[len];
    for (size_t i = 1; i < len; i++)
        code = code << 6 | ((unsigned char)s[i] & 0x3f);
    return code;
}

static size_t columns_of(const char *s, size_t len)
{
    if (len <= 1)
        return 1;
    uint32_t code = decode(s, len);
    if (is_in(marks, sizeof marks / sizeof *marks, code))
        return 0;
    return is_in(wide, sizeof wide / sizeof *wide, code) ? 2 : 1;
}

size_t utf8_fit(const char *s, size_t len, size_t columns)
{
    size_t i = 0;
    while (i < len) {
        size_t n = utf8_char(s + i, len - i);
        size_t taken = columns_of(s + i, n);
        if (taken > columns)
            break;
        columns -= taken;
        i += n > 0 ? n : 1;
    }
    return i;
}

size_t utf8_columns(const char *s, size_t len)
{
    size_t columns = 0;
    for (size_t i = 0; i < len;) {
        size_t n = utf8_char(s + i, len - i);
        columns += columns_of(s + i, n);
        i += n > 0 ? n : 1;
    }
    return columns;
}
