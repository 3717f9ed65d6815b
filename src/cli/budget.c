#include "cli/budget.h"

#include "base/clock.h"
#include "base/opt.h"

/* Three years, as for --max-time. */
enum { MOST = 100000000 };

bool budget_init(budget *b, const char *text, strbuf *why)
{
    *b = (budget){.is_set = text != NULL};
    if (text == NULL)
        return true;
    uint64_t seconds = 0;
    bool ok = opt_read_time(text, &seconds);
    b->seconds = (double)seconds;
    if (ok && seconds > 0 && seconds <= MOST)
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
