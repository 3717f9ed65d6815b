#include "random.h"

#include "base/hash.h"
#include "exchange.h"
#include "icet/load.h"
#include "mutate.h"
#include "serve.h"

enum { MOST_TRIES = 12 };

static void random_plan(uint64_t seed, strbuf *out)
{
    plan p;
    plan_init(&p, hash_u64(seed));
    crowd rest = serve_begin(&p);
    uint32_t count = 1 + plan_random(&p, 4);
    /* Chance often finds nobody for an exchange: more tries than that. */
    for (uint32_t i = 0; i < 3 * count && p.messages.len < count + 1; i++)
        exchange_add(&p, rest);
    plan_print(&p, out);
    plan_free(&p);
}

static bool is_program(const tree *t)
{
    strbuf text = {0};
    sources src;
    diag d;
    icet_program program;
    tree_print(t, &text);
    sources_init(&src);
    diag_init(&d, &src);
    bool ok =
        icet_load_text("random.icet", strbuf_text(&text), text.len, &src, &d, &program);
    if (ok)
        icet_program_fini(&program);
    diag_fini(&d);
    sources_fini(&src);
    strbuf_free(&text);
    return ok;
}

/* T, changed, if there is a change that makes another program of it. */
static tree *change(tree *t, uint64_t *dice)
{
    for (int i = 0; i < MOST_TRIES; i++) {
        tree *copy = tree_copy(t);
        mutate(copy, dice);
        if (is_program(copy)) {
            tree_free(t);
            return copy;
        }
        tree_free(copy);
    }
    return t;
}

void random_program(uint64_t seed, strbuf *out)
{
    strbuf text = {0};
    uint64_t dice = seed ^ 0x1ce7;
    random_plan(seed, &text);
    tree *t = tree_parse(strbuf_text(&text));
    /* Most faults are those of one change; several together are easily seen. */
    static const uint64_t often[] = {0, 0, 1, 1, 1, 1, 2, 2, 3, 4};
    uint64_t changes = often[hash_random(&dice) % (sizeof often / sizeof *often)];
    for (uint64_t i = 0; i < changes; i++)
        t = change(t, &dice);
    strbuf_clear(out);
    tree_print(t, out);
    tree_free(t);
    strbuf_free(&text);
}
