/* utf8.h -- just enough UTF-8: validity, and columns on a screen. */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>

/* U+FFFD, shown where bytes make no sense. */
#define UTF8_REPLACEMENT "\xef\xbf\xbd"

/* Length (1 to 4) of the well-formed character at S, of which LEN > 0 bytes are
 * readable; 0: there is no such character. */
size_t utf8_char(const char *s, size_t len);

/* Whether the character of LEN > 0 bytes at S would move a terminal's cursor, or worse.
 */
bool utf8_is_control(const char *s, size_t len);

/* Offset of the first byte that is not well-formed UTF-8, or LEN. */
size_t utf8_valid_prefix(const char *s, size_t len);

/* Number of characters in the LEN bytes at S; malformed bytes count one each. */
size_t utf8_count(const char *s, size_t len);

/* Columns that the LEN bytes at S take on a terminal: two for wide characters, none for
 * marks that go on top of the one before; malformed bytes count one each. */
size_t utf8_columns(const char *s, size_t len);

/* The length of the longest prefix of S, of whole characters, that fits into COLUMNS.
 */
size_t utf8_fit(const char *s, size_t len, size_t columns);

#endif
