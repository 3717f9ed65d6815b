#include "soup.h"

#include "base/hash.h"

#include <inttypes.h>
#include <stdbool.h>

/* All programs have the processes a, b and w[W]; variables have names that all of them
 * have from the start: x and y are integers, p and r processes; q is a loop's. */
typedef struct cook {
    uint64_t seed;
    strbuf *out;
    uint32_t process;  /* whose body is written: 0, 1, or 2 for w */
    uint32_t depth;    /* of blocks */
    bool in_members;   /* in a loop over W, so there is a q */
    uint32_t messages; /* so many kinds of them */
    bool has_index;
} cook;

enum { MOST_DEPTH = 2 };

static uint32_t below(cook *c, uint32_t n)
{
    return (uint32_t)(hash_random(&c->seed) % n);
}

static void put(cook *c, const char *text)
{
    strbuf_puts(c->out, text);
}

static const char *some_pid(cook *c)
{
    static const char *const singles[] = {"a", "b"};
    uint32_t way = below(c, 10);
    if (c->in_members && way < 5)
        return "q";
    if (way < 7)
        return singles[c->process < 2 ? 1 - c->process : below(c, 2)];
    return way < 9 ? "p" : "r";
}

static const char *some_number(cook *c)
{
    static const char *const numbers[] = {"x", "y", "0", "1", "x + 1"};
    return numbers[below(c, 5)];
}

static void put_send(cook *c)
{
    uint32_t m = below(c, c->messages);
    strbuf_printf(c->out, "send m%" PRIu32, m);
    if (m == 1)
        strbuf_printf(c->out, "(%s)", some_number(c));
    else if (m == 2)
        put(c, below(c, 4) == 0 ? "(p)" : "(self)");
    strbuf_printf(c->out, " to %s;\n", some_pid(c));
}

static void put_receive(cook *c)
{
    uint32_t m = below(c, c->messages), way = below(c, 4);
    strbuf_printf(c->out, "receive m%" PRIu32, m);
    if (m == 1)
        put(c, below(c, 3) == 0 ? "(y)" : "(x)");
    else if (m == 2)
        put(c, below(c, 4) == 0 ? "(r)" : "(p)");
    if (way == 0)
        put(c, " from W");
    else if (way == 1)
        strbuf_printf(c->out, " from %s", some_pid(c));
    put(c, ";\n");
}

static void put_condition(cook *c)
{
    static const char *const tests[] = {"*",      "x == 0", "x == y",   "y != 1",
                                        "p == a", "p == r", "|W| == 0", "x <= y"};
    put(c, tests[below(c, sizeof tests / sizeof *tests)]);
}

static void put_local(cook *c)
{
    static const char *const texts[] = {
        "x = nondet;\n", "x = 1;\n",         "y = x;\n",         "x = x + 1;\n",
        "r = p;\n",      "assert x == 0;\n", "assert x <= 1;\n", "assert p != r;\n"};
    put(c, texts[below(c, sizeof texts / sizeof *texts)]);
}

static void put_block(cook *c, uint32_t most);

static void put_loop(cook *c)
{
    bool before = c->in_members;
    if (c->has_index && below(c, 2)) {
        put(c, "for _ in K ");
    } else {
        put(c, before ? "for _ in W " : "for q in W ");
        c->in_members = true;
    }
    put_block(c, 2);
    c->in_members = before;
}

static void put_if(cook *c)
{
    put(c, "if (");
    put_condition(c);
    put(c, ") ");
    put_block(c, 2);
    if (below(c, 2) == 0)
        return;
    put(c, "else ");
    put_block(c, 2);
}

static void put_statement(cook *c)
{
    uint32_t way = below(c, 20);
    if (way < 6)
        put_send(c);
    else if (way < 12)
        put_receive(c);
    else if (way < 14)
        put_local(c);
    else if (c->depth == MOST_DEPTH)
        put_send(c);
    else if (way < 18)
        put_loop(c);
    else
        put_if(c);
}

static void put_block(cook *c, uint32_t most)
{
    c->depth++;
    put(c, "{\n");
    for (uint32_t count = 1 + below(c, most); count > 0; count--)
        put_statement(c);
    put(c, "}\n");
    c->depth--;
}

static void put_process(cook *c, uint32_t process, const char *head)
{
    c->process = process;
    bool is_server = below(c, 6) == 0;
    put(c, is_server ? "reactive " : "");
    strbuf_printf(c->out, "%s {\nvar x = 0;\nvar y = 0;\nvar p = %s;\nvar r = %s;\n",
                  head, below(c, 2) ? "a" : "b", below(c, 5) ? "a" : "nobody");
    for (uint32_t count = below(c, is_server ? 2 : 4); count > 0; count--)
        put_statement(c);
    if (is_server) {
        put(c, "while true {\n");
        put_receive(c);
        for (uint32_t count = below(c, 3); count > 0; count--)
            put_statement(c);
        put(c, "}\n");
    }
    put(c, "}\n");
}

void soup(uint64_t seed, strbuf *out)
{
    cook c = {.seed = hash_u64(seed), .out = out};
    c.messages = 1 + below(&c, 3);
    c.has_index = below(&c, 3) == 0;
    put(&c, "message m0;\nmessage m1(int);\nmessage m2(pid);\n");
    if (c.has_index)
        put(&c, "index K;\n");
    put_process(&c, 0, "proc a");
    put_process(&c, 1, "proc b");
    put_process(&c, 2, below(&c, 4) == 0 ? "proc w[W >= 1]" : "proc w[W]");
}
