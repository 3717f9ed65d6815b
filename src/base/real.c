#include "base/real.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>

/* The C locale is always there, so newlocale only hands it out. */
static locale_t c_locale(void)
{
    return newlocale(LC_ALL_MASK, "C", NULL);
}

double real_parse(const char *text)
{
    locale_t c = c_locale();
    double value = strtod_l(text, NULL, c);
    freelocale(c);
    return value;
}

void real_show(strbuf *out, double value)
{
    enum { MOST_DIGITS = 17 };
    locale_t c = c_locale();
    locale_t before = uselocale(c); /* of this thread only */
    char text[40];
    for (int digits = 1; digits <= MOST_DIGITS; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, value);
        if (strtod(text, NULL) == value)
            break;
    }
    uselocale(before);
    freelocale(c);
    strbuf_puts(out, text);
}
