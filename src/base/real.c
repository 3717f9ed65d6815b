#include "base/real.h"

#include <assert.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The C locale always exists, so newlocale cannot fail. */
static locale_t c_locale(void)
{
    locale_t c = newlocale(LC_ALL_MASK, "C", NULL);
    assert(c != (locale_t)0);
    return c;
}

double real_parse(const char *text)
{
    locale_t c = c_locale();
    double value = strtod_l(text, NULL, c);
    freelocale(c);
    return value;
}

/* The number of digits that read back as VALUE; *EXPONENT is that of the first digit.
 */
static int shortest(double value, int *exponent)
{
    enum { MOST_DIGITS = 17 };
    for (int digits = 1;; digits++) {
        char text[40];
        snprintf(text, sizeof text, "%.*e", digits - 1, value);
        if (digits == MOST_DIGITS || strtod(text, NULL) == value) {
            const char *e = strchr(text, 'e');
            *exponent = e != NULL ? (int)strtol(e + 1, NULL, 10) : 0;
            return digits;
        }
    }
}

void real_show(strbuf *out, double value)
{
    enum { LOW = -5, HIGH = 15 }; /* outside: with an exponent */
    locale_t c = c_locale();
    locale_t before = uselocale(c); /* of this thread only */
    int exponent;
    int digits = shortest(value, &exponent);
    int decimals = digits - 1 - exponent;
    if (isfinite(value) && exponent >= LOW && exponent < HIGH)
        strbuf_printf(out, "%.*f", decimals > 0 ? decimals : 0, value);
    else
        strbuf_printf(out, "%.*g", digits, value);
    uselocale(before);
    freelocale(c);
}
