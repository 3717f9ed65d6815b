#include "number.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

bool read_number_option(const char *arg, const char *name, uint64_t *out)
{
    size_t len = strlen(name);
    if (strncmp(arg, name, len) != 0 || arg[len] != '=' ||
        !isdigit((unsigned char)arg[len + 1]))
        return false;
    char *end;
    errno = 0;
    uint64_t n = strtoull(arg + len + 1, &end, 10);
    if (*end != '\0' || errno != 0)
        return false;
    *out = n;
    return true;
}
