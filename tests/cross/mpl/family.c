#include "family.h"

static void put_senders(unsigned n, unsigned to, strbuf *out)
{
    for (unsigned i = 1; i <= n; i++)
        strbuf_printf(out, "|s%u:%u", to, i);
}

static void put_times(const char *op, unsigned n, strbuf *out)
{
    for (unsigned i = 0; i < n; i++)
        strbuf_printf(out, "%s%s", i == 0 ? "" : " ", op);
}

void family_receive_one(unsigned n, strbuf *out)
{
    strbuf_putc(out, 'r');
    put_senders(n, 0, out);
}

void family_receive_all(unsigned n, strbuf *out)
{
    put_times("r", n, out);
    put_senders(n, 0, out);
}

void family_receive_in_order(unsigned n, strbuf *out)
{
    for (unsigned i = 1; i <= n; i++)
        strbuf_printf(out, "r{%u} ", i);
    put_senders(n, 0, out);
}

void family_assume_order(unsigned n, strbuf *out)
{
    for (unsigned i = 1; i <= n; i++)
        strbuf_printf(out, "r a=%u ", i);
    put_senders(n, 0, out);
}

void family_workers(unsigned n, strbuf *out)
{
    strbuf_puts(out, "s0:100 r|");
    put_times("r", n, out);
    strbuf_puts(out, " s0:200");
    put_senders(n, 1, out);
}

/* ---- Two-phase commit ---- */

enum { PREPARE = 1, YES, NO, COMMIT, ABORT };

static void put_broadcast(unsigned n, int value, strbuf *out)
{
    for (unsigned i = 1; i <= n; i++)
        strbuf_printf(out, "s%u:%d ", i, value);
}

/* The coordinator, when LEFT votes are to come and all were YES so far. */
static void put_votes(unsigned n, unsigned left, strbuf *out)
{
    if (left == 0) {
        put_broadcast(n, COMMIT, out);
        return;
    }
    strbuf_printf(out, "r ?=%d(", YES);
    put_votes(n, left - 1, out);
    strbuf_puts(out, "):(");
    put_times("r", left - 1, out);
    strbuf_putc(out, ' ');
    put_broadcast(n, ABORT, out);
    strbuf_putc(out, ')');
}

void family_commit(unsigned n, strbuf *out)
{
    put_broadcast(n, PREPARE, out);
    put_votes(n, n, out);
    for (unsigned i = 0; i < n; i++)
        strbuf_printf(out, "|r c2 ?=1(s0:%d r):(s0:%d r e=%d)", YES, NO, COMMIT);
}

void family_polls(unsigned polls, unsigned sends, strbuf *out)
{
    put_times("n", polls, out);
    strbuf_putc(out, '|');
    put_times("s0:1", sends, out);
}
