#include "random.h"

#include "base/hash.h"
#include "exchange.h"
#include "icet/load.h"
#include "mutate.h"
#include "serve.h"
#include "soup.h"

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

/* The order of things in the bodies, as far as their variables allow. */
static tree *shuffle(tree *t, uint64_t *dice)
{
    for (int i = 0; i < MOST_TRIES; i++) {
        tree *copy = tree_copy(t);
        mutate_order(copy, dice);
        tree *rest = is_program(copy) ? t : copy;
        t = rest == t ? copy : t;
        tree_free(rest);
    }
    return t;
}

static void random_planned(uint64_t seed, strbuf *out)
{
    /* Most faults are those of one change; several together are easily seen. */
    static const uint64_t often[] = {0, 0, 1, 1, 1, 1, 2, 2, 3, 4};
    strbuf text = {0};
    uint64_t dice = seed ^ 0x1ce7;
    random_plan(seed, &text);
    tree *t = tree_parse(strbuf_text(&text));
    uint64_t changes = often[hash_random(&dice) % (sizeof often / sizeof *often)];
    if (hash_random(&dice) % 4 == 0)
        t = shuffle(t, &dice);
    for (uint64_t i = 0; i < changes; i++)
        t = change(t, &dice);
    tree_print(t, out);
    tree_free(t);
    strbuf_free(&text);
}

static void random_soup(uint64_t seed, strbuf *out)
{
    strbuf text = {0};
    soup(seed, &text);
    tree *t = tree_parse(strbuf_text(&text));
    tree_print(t, out);
    tree_free(t);
    strbuf_free(&text);
}

void random_program(random_kind kind, uint64_t seed, strbuf *out)
{
    strbuf_clear(out);
    if (kind == RANDOM_PLANNED)
        random_planned(seed, out);
    else
        random_soup(seed, out);
}
