/* scan.h -- a cursor over the characters of a text, for lexers.
 *
 * The parts that our notations share: blanks, comments, the characters of names and
 * numbers, and reports of stray characters.  After a mistake the cursor is behind it,
 * so that a lexer can always continue.
 */
#ifndef BASE_SCAN_H
#define BASE_SCAN_H

#include "base/diag.h"

/* Classes of characters in one table: inner loops are single look-ups. */
enum { SCAN_SPACE = 1, SCAN_LETTER = 2, SCAN_DIGIT = 4 };
extern const unsigned char scan_class_of[256];

typedef struct scan {
    const source_file *file;
    const char *at;
    const char *end; /* *end is a readable NUL */
    diag *d;
    bool is_whole; /* false: the text ends inside a token, or is not text */
} scan;

/* Reports a file that is not text, and moves the cursor to its end. */
void scan_init(scan *s, const source_file *file, diag *d);

/* Moves past the comment under the cursor, if there is one. */
bool scan_comment(scan *s);

/* Reports the character under the cursor, but does not move; a hint may follow. */
void scan_report_stray(scan *s);
void scan_skip_stray(scan *s);

uint64_t scan_number(const char *digits, size_t len); /* saturated */

static inline bool scan_is(char c, int classes)
{
    return (scan_class_of[(unsigned char)c] & classes) != 0;
}

static inline void scan_while(scan *s, int classes)
{
    while (scan_is(*s->at, classes))
        s->at++;
}

static inline void scan_blanks(scan *s)
{
    do
        scan_while(s, SCAN_SPACE);
    while (*s->at == '/' && scan_comment(s));
}

static inline srcpos scan_pos(const scan *s, const char *p)
{
    return s->file->base + (srcpos)(p - s->file->text);
}

#endif
