#include "base/scan.h"

#include "base/utf8.h"

#include <string.h>

enum { SPACE = SCAN_SPACE, LETTER = SCAN_LETTER, DIGIT = SCAN_DIGIT };

const unsigned char scan_class_of[256] = {
    [' '] = SPACE,  ['\t'] = SPACE, ['\r'] = SPACE, ['\n'] = SPACE, ['\f'] = SPACE,
    ['_'] = LETTER, ['a'] = LETTER, ['b'] = LETTER, ['c'] = LETTER, ['d'] = LETTER,
    ['e'] = LETTER, ['f'] = LETTER, ['g'] = LETTER, ['h'] = LETTER, ['i'] = LETTER,
    ['j'] = LETTER, ['k'] = LETTER, ['l'] = LETTER, ['m'] = LETTER, ['n'] = LETTER,
    ['o'] = LETTER, ['p'] = LETTER, ['q'] = LETTER, ['r'] = LETTER, ['s'] = LETTER,
    ['t'] = LETTER, ['u'] = LETTER, ['v'] = LETTER, ['w'] = LETTER, ['x'] = LETTER,
    ['y'] = LETTER, ['z'] = LETTER, ['A'] = LETTER, ['B'] = LETTER, ['C'] = LETTER,
    ['D'] = LETTER, ['E'] = LETTER, ['F'] = LETTER, ['G'] = LETTER, ['H'] = LETTER,
    ['I'] = LETTER, ['J'] = LETTER, ['K'] = LETTER, ['L'] = LETTER, ['M'] = LETTER,
    ['N'] = LETTER, ['O'] = LETTER, ['P'] = LETTER, ['Q'] = LETTER, ['R'] = LETTER,
    ['S'] = LETTER, ['T'] = LETTER, ['U'] = LETTER, ['V'] = LETTER, ['W'] = LETTER,
    ['X'] = LETTER, ['Y'] = LETTER, ['Z'] = LETTER, ['0'] = DIGIT,  ['1'] = DIGIT,
    ['2'] = DIGIT,  ['3'] = DIGIT,  ['4'] = DIGIT,  ['5'] = DIGIT,  ['6'] = DIGIT,
    ['7'] = DIGIT,  ['8'] = DIGIT,  ['9'] = DIGIT,
};

/* Why and where the file is not text; NULL: it is. */
static const char *find_damage(const source_file *f, size_t *where)
{
    const char *nul = memchr(f->text, '\0', f->len);
    if (nul != NULL) {
        *where = (size_t)(nul - f->text);
        return "NUL byte in the source: this is not a text file";
    }
    *where = utf8_valid_prefix(f->text, f->len);
    return *where < f->len ? "invalid UTF-8: the file has another encoding" : NULL;
}

void scan_init(scan *s, const source_file *file, diag *d)
{
    *s = (scan){file, file->text, file->text + file->len, d, true};
    size_t where;
    const char *damage = find_damage(file, &where);
    if (damage != NULL) {
        diag_error(d, file->base + (srcpos)where, "%s", damage);
        s->at = s->end;
        s->is_whole = false;
    } else if (strncmp(s->at, "\xef\xbb\xbf", 3) == 0) {
        s->at += 3; /* byte order mark */
    }
}

static void skip_block_comment(scan *s)
{
    const char *start = s->at;
    for (s->at += 2; s->at < s->end; s->at++) {
        if (s->at[0] == '*' && s->at[1] == '/') {
            s->at += 2;
            return;
        }
    }
    s->is_whole = false;
    diag_error(s->d, scan_pos(s, start), "unterminated comment");
    diag_hint(s->d, "it needs a closing '*/'");
}

bool scan_comment(scan *s)
{
    if (s->at[0] == '/' && s->at[1] == '/') {
        while (s->at < s->end && *s->at != '\n' && *s->at != '\r')
            s->at++;
        return true;
    }
    if (s->at[0] == '/' && s->at[1] == '*') {
        skip_block_comment(s);
        return true;
    }
    return false;
}

void scan_report_stray(scan *s)
{
    assert(s->at < s->end);
    size_t len = utf8_char(s->at, (size_t)(s->end - s->at));
    srcpos pos = scan_pos(s, s->at);
    if (utf8_is_control(s->at, len))
        diag_error(s->d, pos, "unexpected control character 0x%02x",
                   (unsigned char)s->at[len - 1]);
    else
        diag_error(s->d, pos, "unexpected character '%.*s'", (int)len, s->at);
}

/* A word in another alphabet is one mistake, not one per letter. */
void scan_skip_stray(scan *s)
{
    assert(s->at < s->end);
    bool is_ascii = (unsigned char)*s->at < 0x80;
    s->at++;
    while (!is_ascii &&
           ((unsigned char)*s->at >= 0x80 || scan_is(*s->at, SCAN_LETTER | SCAN_DIGIT)))
        s->at++;
}

uint64_t scan_number(const char *digits, size_t len)
{
    uint64_t value = 0;
    for (size_t i = 0; i < len; i++) {
        assert(scan_is(digits[i], SCAN_DIGIT));
        uint64_t digit = (uint64_t)(digits[i] - '0');
        if (value > (UINT64_MAX - digit) / 10)
            return UINT64_MAX;
        value = value * 10 + digit;
    }
    return value;
}
