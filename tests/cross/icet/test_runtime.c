/* Instances as the model runtime explores them, against every state of them: the same
 * verdict, and the same final states. */
#include "icet/load.h"
#include "icet_instance/instance.h"
#include "naive.h"
#include "random.h"

#include "unit.h"

#include <stdlib.h>
#include <string.h>

enum { LARGEST = 2, MOST_SETS = 8 };

#ifdef RUNTIME_SMALL
enum { PROGRAMS = 60 };
#else
enum { PROGRAMS = 600 };
#endif

typedef struct counts {
    unsigned right, wrong, states;
} counts;

/* ---- Final states, without what the two write differently ---- */

static void add_plain(const char *state, texts *out)
{
    strbuf plain = {0};
    for (const char *at = state; *at != '\0'; at++) {
        if (strchr("[](),; \n", *at) != NULL)
            continue;
        strbuf_putc(&plain, *at == '#' ? '_' : *at == '?' ? '-' : *at);
        if (*at == '#') /* the number of a variable without a name */
            at += strspn(at + 1, "0123456789");
    }
    texts_add(out, strbuf_text(&plain));
    strbuf_free(&plain);
}

static void see_final(void *context, const char *state)
{
    add_plain(state, context);
}

static void make_plain(const texts *finals, texts *out)
{
    for (intern_id i = 0; i < intern_count(&finals->table); i++)
        add_plain(intern_text(&finals->table, i), out);
}

static bool are_same(texts *a, texts *b)
{
    strbuf missing = {0};
    texts_sort(a);
    texts_sort(b);
    texts_missing(a, b, 3, &missing);
    texts_missing(b, a, 3, &missing);
    bool same = missing.len == 0;
    if (!same)
        print_error("%s\n", strbuf_text(&missing));
    strbuf_free(&missing);
    return same;
}

/* ---- One instance ---- */

static fault_kind fault_like(naive_kind kind)
{
    static const fault_kind kinds[NAIVE_KINDS] = {
        [NAIVE_ASSERT] = FAULT_ASSERT,
        [NAIVE_DEADLOCK] = FAULT_DEADLOCK,
        [NAIVE_UNRECEIVED] = FAULT_UNREAD,
        [NAIVE_NOBODY] = FAULT_NOBODY,
    };
    return kinds[kind];
}

/* A program may fail in several ways; all are ways of the other, too. */
static bool is_fault_of_icet(fault_kind kind)
{
    return kind == FAULT_ASSERT || kind == FAULT_DEADLOCK || kind == FAULT_UNREAD ||
           kind == FAULT_NOBODY;
}

/* What was recorded fails again, in the same way. */
static bool fails_again(const icet_instance *i, const checked *c)
{
    checked again;
    icet_instance_replay(i, &c->recording, &again);
    const verdict *v = &again.result.verdict;
    bool same = v->kind == VERDICT_VIOLATED &&
                v->fault.kind == c->result.verdict.fault.kind &&
                v->fault.pos == c->result.verdict.fault.pos;
    check_fini(&again);
    return same;
}

static bool agree(const icet_instance *i, const naive_result *n, counts *all)
{
    texts mine, others;
    checked c;
    bool same = true;
    texts_init(&mine);
    texts_init(&others);
    make_plain(&n->finals, &others);
    icet_instance_finals(i, see_final, &mine, &c);
    const verdict *v = &c.result.verdict;
    if (v->kind == VERDICT_EXHAUSTED) {
        same = n->kind == NAIVE_RIGHT && are_same(&mine, &others);
        all->right++;
        all->states += intern_count(&mine.table);
    } else if (v->kind == VERDICT_VIOLATED) {
        same = fault_like(n->kind) != FAULT_NONE && is_fault_of_icet(v->fault.kind) &&
               fails_again(i, &c);
        all->wrong++;
    } else {
        same = v->kind == VERDICT_UNKNOWN;
    }
    texts_fini(&others);
    texts_fini(&mine);
    check_fini(&c);
    return same;
}

/* ---- Many ---- */

static void compare_size(const icet_program *p, sources *src, uint32_t size,
                         const char *text, counts *all)
{
    static const icet_ints ints = {3, {0, 1, 2}}; /* those of the explorer */
    uint32_t sizes[MOST_SETS];
    naive_result n;
    assert_true(p->set_count <= MOST_SETS);
    for (uint32_t i = 0; i < p->set_count; i++)
        sizes[i] = size > p->sets[i].at_least ? size : p->sets[i].at_least;
    naive_explore(p, sizes, &(naive_options){.max_states = 2000}, &n);
    icet_instance i = {.program = p,
                       .src = src,
                       .sizes = sizes,
                       .ints = &ints,
                       .max_executions = 5000};
    if (n.kind != NAIVE_TOO_LARGE && !agree(&i, &n, all)) {
        print_error("size %u: the explorer says: %s\n%s\n", size,
                    naive_kind_name(n.kind), text);
        fail();
    }
    naive_fini(&n);
}

static void compare_program(uint64_t seed, counts *all)
{
    sources src;
    diag d;
    icet_program p;
    strbuf text = {0};
    sources_init(&src);
    diag_init(&d, &src);
    random_program(RANDOM_PLANNED, seed, &text);
    assert_true(
        icet_load_text("random.icet", strbuf_text(&text), text.len, &src, &d, &p));
    for (uint32_t size = 0; size <= LARGEST; size++)
        compare_size(&p, &src, size, strbuf_text(&text), all);
    icet_program_fini(&p);
    strbuf_free(&text);
    diag_fini(&d);
    sources_fini(&src);
}

TEST(random_programs_have_the_same_verdicts_and_final_states)
{
    counts all = {0};
    for (uint64_t seed = 0; seed < PROGRAMS; seed++)
        compare_program(seed, &all);
    assert_true(all.right > PROGRAMS);
    assert_true(all.wrong > PROGRAMS / 4);
    assert_true(all.states > 2 * PROGRAMS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(random_programs_have_the_same_verdicts_and_final_states),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
