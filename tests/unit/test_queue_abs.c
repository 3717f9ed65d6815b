/* The queue abstraction: what it keeps, and lemma queue-1. */
#include "engine/reduce/queue_abs.h"

#include "core/env.h"
#include "model_fixture.h"

static const char program_text[] = "event a: int;\n"
                                   "machine Main { start state S { defer a; } }\n";

typedef VEC(value) value_list;

typedef struct fixture {
    model m;
    system_state at;
    value idle; /* with an empty inbox */
} fixture;

static fixture load(void)
{
    fixture x = {.m = model_load(program_text, &(core_options){.network = NET_MBOX})};
    transition_result r;
    system_start(x.m.c, &x.at, &r);
    transition_list enabled = {0};
    system_state next = {0};
    while (system_enabled(x.m.c, &x.at, &enabled) > 0) {
        system_step(x.m.c, &x.at, enabled.data[0], 0, &next, &r);
        system_copy(&next, &x.at);
    }
    vec_free(&enabled);
    vec_free(&next);
    x.idle = system_local(x.m.c, &x.at, 0);
    return x;
}

static void unload(fixture *x)
{
    vec_free(&x->at);
    model_free(&x->m);
}

static value message(fixture *x, int n)
{
    core *c = x->m.c;
    const value parts[] = {value_machine_id(0), value_event(c->ir->event_count - 1),
                           value_int(&c->vals, n)};
    return value_make(&c->vals, VK_RECORD, REC_MESSAGE, parts, 3);
}

/* Main with these messages in its inbox, and then QUEUE, or null. */
static void put_inbox(fixture *x, const value *items, size_t count, value queue)
{
    core *c = x->m.c;
    value_list inbox = {0};
    value_list parts = {0};
    if (queue != VALUE_NULL)
        vec_push(&inbox, queue);
    for (size_t i = 0; i < count; i++)
        vec_push(&inbox, items[i]);
    value_view old = value_get(&c->vals, x->idle);
    for (uint32_t i = 0; i < old.count; i++)
        vec_push(&parts,
                 i == LOCAL_INBOX ? list_make(c, inbox.data, inbox.len) : old.items[i]);
    x->at.data[env_columns(c)] =
        value_make(&c->vals, VK_RECORD, REC_LOCAL, parts.data, parts.len);
    vec_free(&inbox);
    vec_free(&parts);
}

/* QUEUE with messages added behind it, by folding with an empty prefix. */
static value added(fixture *x, value queue, const value *items, size_t count)
{
    put_inbox(x, items, count, queue);
    queue_abs_fold(x->m.c, &x->at, 0);
    return queue_abs_of(x->m.c, system_local(x->m.c, &x->at, 0));
}

/* "1 2 | 3 4*": ordered, then unordered; a star: many. */
static void expect(const fixture *x, value queue, const char *want)
{
    const core *c = x->m.c;
    strbuf shown = {0};
    bool has_bar = false;
    for (uint32_t k = 0; k < queue_abs_count(c, queue); k++) {
        value n = value_item(&c->vals, queue_abs_message(c, queue, k), MESSAGE_PAYLOAD);
        if (queue_abs_is_unordered(c, queue, k) && !has_bar) {
            strbuf_puts(&shown, "| ");
            has_bar = true;
        }
        strbuf_printf(&shown, "%d%s ", (int)value_to_int(&c->vals, n),
                      queue_abs_is_many(c, queue, k) ? "*" : "");
    }
    assert_string_equal(strbuf_text(&shown), want);
    strbuf_free(&shown);
}

TEST(messages_that_occur_once_stay_in_order)
{
    fixture x = load();
    const value items[] = {message(&x, 3), message(&x, 1), message(&x, 2)};
    value q = added(&x, VALUE_NULL, items, 3);
    expect(&x, q, "3 1 2 ");
    expect(&x, queue_abs_remove(x.m.c, q, 1, false), "3 2 ");
    unload(&x);
}

TEST(a_message_that_occurs_again_loses_its_position)
{
    fixture x = load();
    const value items[] = {message(&x, 3), message(&x, 1), message(&x, 3),
                           message(&x, 2)};
    value q = added(&x, VALUE_NULL, items, 4);
    expect(&x, q, "1 2 | 3* ");
    value one = queue_abs_remove(x.m.c, q, 2, false);
    expect(&x, one, "1 2 | 3 ");
    expect(&x, queue_abs_remove(x.m.c, q, 2, true), "1 2 | 3* ");
    expect(&x, queue_abs_remove(x.m.c, one, 2, false), "1 2 ");
    expect(&x, added(&x, one, items, 1), "1 2 | 3* "); /* never ordered again */
    unload(&x);
}

TEST(an_empty_abstraction_is_none)
{
    fixture x = load();
    const value items[] = {message(&x, 1)};
    value q = added(&x, VALUE_NULL, items, 1);
    assert_int_equal(queue_abs_remove(x.m.c, q, 0, false), VALUE_NULL);
    unload(&x);
}

TEST(the_prefix_is_exact)
{
    fixture x = load();
    core *c = x.m.c;
    const value items[] = {message(&x, 1), message(&x, 1), message(&x, 2),
                           message(&x, 2)};
    put_inbox(&x, items, 4, VALUE_NULL);
    assert_int_equal(queue_abs_fold(c, &x.at, 2), 1);
    value local = system_local(c, &x.at, 0);
    assert_int_equal(queue_abs_prefix(c, local), 2);
    expect(&x, queue_abs_of(c, local), "| 2* ");
    assert_int_equal(queue_abs_of(c, queue_abs_strip(c, local)), VALUE_NULL);
    assert_int_equal(queue_abs_prefix(c, queue_abs_strip(c, local)), 2);
    /* off and on again: the same, and what was added goes into the abstraction */
    value queue = queue_abs_detach(c, &x.at, 0);
    queue_abs_attach(c, &x.at, 0, queue, 2);
    assert_int_equal(system_local(c, &x.at, 0), local);
    put_inbox(&x, items, 3, VALUE_NULL);
    queue_abs_attach(c, &x.at, 0, queue, 2);
    assert_int_equal(queue_abs_prefix(c, system_local(c, &x.at, 0)), 2);
    /* an inbox that is short enough stays as it is */
    put_inbox(&x, items, 2, VALUE_NULL);
    assert_int_equal(queue_abs_fold(c, &x.at, 2), 0);
    unload(&x);
}

/* Does the abstraction represent this queue? */
static bool represents(const core *c, value queue, const value_list *real)
{
    size_t total = 0;
    size_t last = 0;
    for (uint32_t k = 0; k < queue_abs_count(c, queue); k++) {
        value m = queue_abs_message(c, queue, k);
        size_t count = 0;
        size_t first = 0;
        for (size_t i = real->len; i-- > 0;)
            if (real->data[i] == m) {
                count++;
                first = i;
            }
        total += count;
        bool is_many = queue_abs_is_many(c, queue, k);
        if (is_many ? count < 2 : count != 1)
            return false;
        if (!queue_abs_is_unordered(c, queue, k)) {
            if (k > 0 && first < last)
                return false;
            last = first;
        }
    }
    return total == real->len;
}

/* Both outcomes of taking message K. */
static void take(core *c, value queue, uint32_t k, value_list *out)
{
    vec_push(out, queue_abs_remove(c, queue, k, false));
    if (queue_abs_is_many(c, queue, k))
        vec_push(out, queue_abs_remove(c, queue, k, true));
}

/* All abstractions after the first M was taken. */
static void take_from_all(core *c, value m, value_list *all)
{
    value_list next = {0};
    vec_each (q, all)
        for (uint32_t k = 0; k < queue_abs_count(c, *q); k++)
            if (queue_abs_message(c, *q, k) == m)
                take(c, *q, k, &next);
    vec_free(all);
    *all = next;
}

static void remove_first(value_list *list, value m)
{
    size_t at = 0;
    while (list->data[at] != m)
        at++;
    for (; at + 1 < list->len; at++)
        list->data[at] = list->data[at + 1];
    list->len--;
}

/* Lemma queue-1: in a random run some abstract run represents the real queue always. */
TEST(some_abstraction_always_represents_the_real_queue)
{
    fixture x = load();
    uint64_t seed = 7;
    for (int round = 0; round < 60; round++) {
        value_list real = {0};
        value_list all = {0};
        vec_push(&all, VALUE_NULL);
        for (int i = 0; i < 14; i++) {
            bool adds = real.len == 0 || rnd_below(&seed, 3) > 0;
            value m = adds ? message(&x, (int)rnd_below(&seed, 3))
                           : real.data[rnd_below(&seed, (unsigned)real.len)];
            if (adds) {
                vec_push(&real, m);
                vec_each (q, &all)
                    *q = added(&x, *q, &m, 1);
            } else {
                remove_first(&real, m);
                take_from_all(x.m.c, m, &all);
            }
            bool is_there = false;
            vec_each (q, &all)
                is_there |= represents(x.m.c, *q, &real);
            assert_true(is_there);
        }
        vec_free(&real);
        vec_free(&all);
    }
    unload(&x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(messages_that_occur_once_stay_in_order),
        LEAK_FREE(a_message_that_occurs_again_loses_its_position),
        LEAK_FREE(an_empty_abstraction_is_none),
        LEAK_FREE(the_prefix_is_exact),
        LEAK_FREE(some_abstraction_always_represents_the_real_queue),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
