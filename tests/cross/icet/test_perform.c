/* The runner of sequential programs, on some that were put together by hand: their
 * final states are those that the explorer finds, unless the program is wrong. */
#include "perform.h"

#include "icet/load.h"
#include "naive.h"
#include "unit.h"

#include <string.h>

/* Everybody gets a number, and the numbers come back in any order. */
static const char gather[] =
    "message number(int);\nmessage back(int);\n"
    "proc a { var i = 0; for q in W { i = i + 1; send number(i) to q; }\n"
    "  var t = 0; for _ in W { receive back(k); t = 10 * t + k; } }\n"
    "proc w[W] { receive number(k); send back(k) to a; }\n";

enum { A, W };                 /* processes */
enum { FIRST, SECOND, NAMES }; /* names of copies */

typedef struct fixture {
    sources src;
    diag d;
    icet_program program;
    arena memory;
} fixture;

static void setup(fixture *f, const char *text)
{
    sources_init(&f->src);
    diag_init(&f->d, &f->src);
    arena_init(&f->memory);
    assert_true(
        icet_load_text("test.icet", text, strlen(text), &f->src, &f->d, &f->program));
}

static void teardown(fixture *f)
{
    icet_program_fini(&f->program);
    arena_fini(&f->memory);
    diag_fini(&f->d);
    sources_fini(&f->src);
}

static const icet_stmt *find(const icet_stmt *list, icet_stmt_kind kind, int *left)
{
    for (const icet_stmt *s = list; s != NULL; s = s->next) {
        if (s->kind == kind && (*left)-- == 0)
            return s;
        const icet_stmt *inner = find(s->then, kind, left);
        if (inner == NULL)
            inner = find(s->otherwise, kind, left);
        if (inner != NULL)
            return inner;
    }
    return NULL;
}

/* Statement number INDEX of KIND in the process. */
static const icet_stmt *stmt(const fixture *f, uint32_t process, icet_stmt_kind kind,
                             int index)
{
    const icet_stmt *found = find(f->program.processes[process].body, kind, &index);
    assert_non_null(found);
    return found;
}

static seq_stmt *add(fixture *f, seq_stmt **list, seq_kind kind, uint32_t process,
                     uint32_t name, const icet_stmt *s)
{
    seq_stmt *q = ARENA_NEW(&f->memory, seq_stmt);
    *q = (seq_stmt){.kind = kind,
                    .who = {process, name},
                    .stmt = s,
                    .process = process,
                    .name = ICET_NONE,
                    .heap = 0};
    while (*list != NULL)
        list = &(*list)->next;
    *list = q;
    return q;
}

/* for q in W { i = i + 1; <the copy q>.k = i } */
static void add_numbers(fixture *f, seq_stmt **out)
{
    add(f, out, SEQ_RUN, A, ICET_NONE, stmt(f, A, ICET_ASSIGN, 0));
    seq_stmt *loop = add(f, out, SEQ_FOR, A, ICET_NONE, stmt(f, A, ICET_FOR, 0));
    add(f, &loop->then, SEQ_RUN, A, ICET_NONE, stmt(f, A, ICET_ASSIGN, 1));
    seq_stmt *name = add(f, &loop->then, SEQ_NAME, A, ICET_NONE, NULL);
    name->name = FIRST;
    name->pid = stmt(f, A, ICET_SEND, 0)->to;
    seq_stmt *number =
        add(f, &loop->then, SEQ_DELIVER, W, FIRST, stmt(f, W, ICET_RECEIVE, 0));
    number->from = (seq_who){A, ICET_NONE};
    number->sent = stmt(f, A, ICET_SEND, 0);
    add(f, out, SEQ_RUN, A, ICET_NONE, stmt(f, A, ICET_ASSIGN, 2));
}

/* for _ in W { ...; t = 10 * t + k }; what is missing goes into the result. */
static seq_stmt *add_collecting(fixture *f, seq_stmt **out)
{
    return add(f, out, SEQ_FOR, A, ICET_NONE, stmt(f, A, ICET_FOR, 1));
}

static void add_sum(fixture *f, seq_stmt *loop)
{
    add(f, &loop->then, SEQ_RUN, A, ICET_NONE, stmt(f, A, ICET_ASSIGN, 3));
}

static seq_stmt *add_pick(fixture *f, seq_stmt *loop)
{
    seq_stmt *pick = add(f, &loop->then, SEQ_PICK, W, ICET_NONE, NULL);
    pick->name = SECOND;
    pick->loop = loop;
    return pick;
}

/* The copy that was picked does not come again. */
static seq_stmt *add_done(fixture *f, seq_stmt *loop)
{
    seq_stmt *done = add(f, &loop->then, SEQ_DONE, W, ICET_NONE, NULL);
    done->name = SECOND;
    done->loop = loop;
    return done;
}

static seq_stmt *add_delivery(fixture *f, seq_stmt *loop)
{
    seq_stmt *d =
        add(f, &loop->then, SEQ_DELIVER, A, ICET_NONE, stmt(f, A, ICET_RECEIVE, 0));
    d->from = (seq_who){W, SECOND};
    d->sent = stmt(f, W, ICET_SEND, 0);
    return d;
}

/* for each w, called SECOND: KIND of what it sends. */
static seq_stmt *add_sends(fixture *f, seq_stmt **out, seq_kind kind)
{
    seq_stmt *each = add(f, out, SEQ_EACH, W, ICET_NONE, NULL);
    each->name = SECOND;
    return add(f, &each->then, kind, W, SECOND, stmt(f, W, ICET_SEND, 0));
}

static void run(const fixture *f, const seq_stmt *program, uint32_t size,
                perform_result *result)
{
    uint32_t sizes[] = {size};
    sequential_result of = {
        .sequential = program, .name_count = NAMES, .heap_count = 1};
    perform(&f->program, &of, sizes, 10000, result);
}

/* Are the final states those of the explorer? */
static bool agrees(const fixture *f, const seq_stmt *program, uint32_t size)
{
    uint32_t sizes[] = {size};
    perform_result performed;
    naive_result naive;
    naive_options options = {.max_states = 10000};
    strbuf differences = {0};
    run(f, program, size, &performed);
    assert_int_equal(performed.kind, PERFORM_ENDS);
    naive_explore(&f->program, sizes, &options, &naive);
    assert_int_equal(naive.kind, NAIVE_RIGHT);
    texts_missing(&naive.finals, &performed.finals, 1, &differences);
    texts_missing(&performed.finals, &naive.finals, 1, &differences);
    bool same = differences.len == 0;
    strbuf_free(&differences);
    naive_fini(&naive);
    perform_fini(&performed);
    return same;
}

static void expect_agreement(const fixture *f, const seq_stmt *program)
{
    for (uint32_t size = 0; size <= 3; size++)
        assert_true(agrees(f, program, size));
}

static void expect_kind(const fixture *f, const seq_stmt *program, uint32_t size,
                        perform_kind kind, const char *text)
{
    perform_result result;
    run(f, program, size, &result);
    assert_int_equal(result.kind, kind);
    assert_string_equal(result.text, text);
    perform_fini(&result);
}

TEST(picking_each_copy_once_gives_every_order)
{
    fixture f;
    seq_stmt *program = NULL;
    setup(&f, gather);
    add_numbers(&f, &program);
    seq_stmt *loop = add_collecting(&f, &program);
    seq_stmt *pick = add_pick(&f, loop);
    add_delivery(&f, loop);
    add_sum(&f, loop);
    add_done(&f, loop);
    expect_agreement(&f, program);
    pick->loop = NULL; /* then one may come twice */
    assert_true(agrees(&f, program, 1));
    assert_false(agrees(&f, program, 2));
    teardown(&f);
}

TEST(what_was_kept_is_as_it_was)
{
    fixture f;
    seq_stmt *program = NULL;
    setup(&f, gather);
    add_numbers(&f, &program);
    seq_stmt *keep = add_sends(&f, &program, SEQ_KEEP);
    keep->name = 7;
    seq_stmt *loop = add_collecting(&f, &program);
    add_pick(&f, loop);
    add_delivery(&f, loop)->name = 7;
    add_sum(&f, loop);
    add_done(&f, loop);
    expect_agreement(&f, program);
    keep->name = 8;
    expect_kind(&f, program, 1, PERFORM_STUCK, "nothing was kept");
    teardown(&f);
}

TEST(a_heap_gives_in_any_order_what_was_posted)
{
    fixture f;
    seq_stmt *program = NULL;
    setup(&f, gather);
    add_numbers(&f, &program);
    seq_stmt *post = add_sends(&f, &program, SEQ_POST);
    seq_stmt *loop = add_collecting(&f, &program);
    seq_stmt *take =
        add(&f, &loop->then, SEQ_TAKE, A, ICET_NONE, stmt(&f, A, ICET_RECEIVE, 0));
    add_sum(&f, loop);
    expect_agreement(&f, program);
    take->kind = SEQ_TAKE_FIRST; /* posted in any order already */
    expect_agreement(&f, program);
    post->heap = 1;
    expect_kind(&f, program, 1, PERFORM_STUCK, "nothing is in the heap");
    loop->then = NULL;
    expect_kind(&f, program, 1, PERFORM_STUCK, "something is left in a heap");
    teardown(&f);
}

/* Posted in the order of their numbers, by the loop that gives the numbers. */
TEST(the_oldest_of_a_heap_comes_first)
{
    fixture f;
    seq_stmt *program = NULL;
    setup(&f, gather);
    add_numbers(&f, &program);
    seq_stmt *numbers = program->next;
    add(&f, &numbers->then, SEQ_POST, W, FIRST, stmt(&f, W, ICET_SEND, 0));
    seq_stmt *loop = add_collecting(&f, &program);
    seq_stmt *take =
        add(&f, &loop->then, SEQ_TAKE, A, ICET_NONE, stmt(&f, A, ICET_RECEIVE, 0));
    add_sum(&f, loop);
    expect_agreement(&f, program);
    take->kind = SEQ_TAKE_FIRST;
    assert_false(agrees(&f, program, 2));
    perform_result result;
    run(&f, program, 3, &result);
    assert_int_equal(result.finals.sorted.len, 1);
    assert_non_null(strstr(result.finals.sorted.data[0], "t=123"));
    perform_fini(&result);
    teardown(&f);
}

TEST(choices_and_assertions_are_those_of_the_process)
{
    fixture f;
    seq_stmt *program = NULL;
    setup(&f, "proc a { var x: int = nondet; if (*) { x = 5; } assert x > 0; }");
    add(&f, &program, SEQ_RUN, 0, ICET_NONE, stmt(&f, 0, ICET_NONDET, 0));
    seq_stmt *choice = add(&f, &program, SEQ_IF, 0, ICET_NONE, stmt(&f, 0, ICET_IF, 0));
    add(&f, &choice->then, SEQ_RUN, 0, ICET_NONE, stmt(&f, 0, ICET_ASSIGN, 0));
    perform_result result;
    run(&f, program, 0, &result);
    assert_int_equal(result.finals.sorted.len, 4); /* 0, 1, 2, 5 */
    perform_fini(&result);
    add(&f, &program, SEQ_RUN, 0, ICET_NONE, stmt(&f, 0, ICET_ASSERT, 0));
    expect_kind(&f, program, 0, PERFORM_ASSERT, "an assertion fails");
    teardown(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(picking_each_copy_once_gives_every_order),
        LEAK_FREE(what_was_kept_is_as_it_was),
        LEAK_FREE(a_heap_gives_in_any_order_what_was_posted),
        LEAK_FREE(the_oldest_of_a_heap_comes_first),
        LEAK_FREE(choices_and_assertions_are_those_of_the_process),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
