/* test_pattern.h -- how a user names tests: by a name, or by a pattern with * ? [ ]. */
#ifndef API_TEST_PATTERN_H
#define API_TEST_PATTERN_H

#include <stdbool.h>

bool test_pattern_is_one(const char *text); /* else it is a name */

/* Does PATTERN, which may be a name, stand for this test? */
bool test_pattern_takes(const char *pattern, const char *test);

#endif
