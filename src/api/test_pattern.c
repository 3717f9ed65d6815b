#include "api/test_pattern.h"

#include <fnmatch.h>
#include <string.h>

bool test_pattern_is_one(const char *text)
{
    return strpbrk(text, "*?[") != NULL;
}

bool test_pattern_takes(const char *pattern, const char *test)
{
    return strcmp(pattern, test) == 0 ||
           (test_pattern_is_one(pattern) && fnmatch(pattern, test, 0) == 0);
}
