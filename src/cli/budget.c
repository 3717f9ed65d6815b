#include "cli/budget.h"

#include "base/clock.h"

#include <stdlib.h>

/* Three years, as for --max-time. */
#define MOST 1e8

/* One of 1h, 30m, 10s; or a plain number.  Units get smaller: the last one is in *LAST.
 */
static bool read_part(const char **text, double *last, double *seconds)
{
    char *end;
    double unit = 1;
    if (**text < '0' || **text > '9')
        return false;
    double n = (double)strtoull(*text, &end, 10);
    if (*end == 'h')
        unit = 3600;
    else if (*end == 'm')
        unit = 60;
    else if (*end != 's' && (*end != '\0' || *last != 0))
        return false; /* 1m30 is ambiguous */
    if (*last != 0 && unit >= *last)
        return false;
    *last = unit;
    *seconds += n * unit;
    *text = *end != '\0' ? end + 1 : end;
    return true;
}

bool budget_init(budget *b, const char *text, strbuf *why)
{
    *b = (budget){.is_set = text != NULL};
    if (text == NULL)
        return true;
    const char *rest = text;
    double last = 0;
    bool ok = true;
    do {
        ok = read_part(&rest, &last, &b->seconds);
    } while (ok && *rest != '\0');
    if (ok && b->seconds > 0 && b->seconds <= MOST)
        return true;
    strbuf_printf(why, "--budget: '%s' is not a time such as 90s, 5m or 1h30m", text);
    return false;
}

void budget_start(budget *b)
{
    b->start = clock_ns();
}

double budget_left(const budget *b)
{
    double left = b->seconds - (double)(clock_ns() - b->start) * 1e-9;
    return left > 0 ? left : 0;
}

double budget_share(const budget *b, size_t count)
{
    /* Not 0, which would mean no limit. */
    double share = budget_left(b) / (double)(count > 0 ? count : 1);
    return share > 0.001 ? share : 0.001;
}

/* A restart pays off only if the test gets a tenth more time than before. */
double budget_again(const budget *b, double had, size_t count)
{
    double worth = had * 1.1 + 0.01;
    double left = budget_left(b);
    double share = left / (double)(count > 0 ? count : 1);
    if (share > worth)
        return share;
    return left > worth ? left : 0;
}
