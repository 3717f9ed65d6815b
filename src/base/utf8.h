/* utf8.h -- just enough UTF-8: validity, and columns on a screen. */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include <stddef.h>

/* Length (1 to 4) of the well-formed character at S, of which LEN > 0 bytes are
 * readable; 0 when there is none. */
size_t utf8_char(const char *s, size_t len);

/* Offset of the first byte that is not well-formed UTF-8, or LEN. */
size_t utf8_valid_prefix(const char *s, size_t len);

/* Number of characters in the LEN bytes at S; malformed bytes count one each. */
size_t utf8_count(const char *s, size_t len);

#endif
