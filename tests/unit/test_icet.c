/* IceT: parsing and printing of fragments.  tests/icet has the error messages. */
#include "icet/build.h"
#include "icet/load.h"
#include "icet/print.h"
#include "unit.h"

#include <string.h>

typedef struct loaded {
    sources src;
    diag d;
    icet_program program;
    size_t before;
} loaded;

static void load(loaded *l, const char *text)
{
    l->before = mem_in_use();
    sources_init(&l->src);
    diag_init(&l->d, &l->src);
    bool ok = icet_load_text("text", text, strlen(text), &l->src, &l->d, &l->program);
    diag_show(&l->d, stderr, &(diag_style){0});
    assert_true(ok);
}

static void unload(loaded *l)
{
    icet_program_fini(&l->program);
    diag_fini(&l->d);
    sources_fini(&l->src);
    assert_int_equal(mem_in_use(), l->before);
}

/* What is printed of S, if it is printed as TEXT. */
static void head_is(const loaded *l, uint32_t process, const icet_stmt *s,
                    const char *text)
{
    strbuf out = {0};
    icet_print_stmt_head(&out, &l->program, &l->program.processes[process], s);
    assert_string_equal(strbuf_text(&out), text);
    strbuf_free(&out);
}

static const icet_stmt *stmt_at(const icet_stmt *s, unsigned index)
{
    while (index-- > 0) {
        assert_non_null(s);
        s = s->next;
    }
    return s;
}

/* ---- Declarations ---- */

static void declarations_come_in_the_order_of_the_text(void **state)
{
    (void)state;
    loaded l;
    load(&l, "proc p[S >= 2] {} message a; message b = X(int) | Y; index K >= 3;"
             "type t = Z(pid, bool); proc q {} reactive proc r[R] "
             "{ while true { receive a; } }");
    const icet_program *p = &l.program;
    assert_int_equal(p->data_count, 2);
    assert_string_equal(p->datas[0]->name, "t"); /* those of messages come last */
    assert_string_equal(p->datas[1]->name, "b");
    assert_int_equal(p->datas[1]->count, 2);
    assert_string_equal(p->datas[1]->ctors[1].name, "Y");
    assert_int_equal(p->datas[1]->ctors[1].index, 1);
    assert_ptr_equal(p->datas[0]->ctors[0].fields[0], icet_type_pid());
    assert_int_equal(p->message_count, 2);
    assert_ptr_equal(p->messages[0].payload, icet_type_unit());
    assert_ptr_equal(p->messages[1].payload->data, p->datas[1]);
    assert_int_equal(p->set_count, 3); /* index sets come first */
    assert_string_equal(p->sets[0].name, "K");
    assert_int_equal(p->sets[0].process, ICET_NONE);
    assert_int_equal(p->sets[0].at_least, 3);
    assert_int_equal(p->sets[1].process, 0);
    assert_int_equal(p->sets[1].at_least, 2);
    assert_int_equal(p->sets[2].process, 2);
    assert_int_equal(p->sets[2].at_least, 0);
    assert_int_equal(p->processes[0].set, 1);
    assert_int_equal(p->processes[1].set, ICET_NONE);
    assert_null(p->processes[1].body);
    assert_true(p->processes[2].reactive);
    assert_false(p->processes[0].reactive);
    unload(&l);
}

static void equal_types_are_the_same_object(void **state)
{
    (void)state;
    loaded l;
    load(&l, "type t = A((int, (bool, pid))); message m(int, (bool, pid));"
             "message n((int, (bool, pid)));"
             "proc p { var x: (int, (bool, pid)) = (1, (true, self)); }");
    const icet_type *type = l.program.processes[0].vars[0].type;
    assert_int_equal(type->kind, ICET_TUPLE);
    assert_int_equal(type->count, 2);
    assert_ptr_equal(l.program.messages[0].payload, type);
    assert_ptr_equal(l.program.messages[1].payload, type);
    assert_ptr_equal(l.program.datas[0]->ctors[0].fields[0], type);
    assert_ptr_equal(l.program.processes[0].body->value->type, type);
    unload(&l);
}

/* ---- Statements ---- */

static void a_receive_of_one_value_stores_it_where_it_is_wanted(void **state)
{
    (void)state;
    loaded l;
    load(&l, "message m(int); proc p[S] { var x = 0; receive m(x) from S;"
             "receive m(y) from self; receive m; }");
    const icet_process *p = &l.program.processes[0];
    const icet_stmt *s = p->body->next;
    assert_int_equal(s->kind, ICET_RECEIVE);
    assert_int_equal(s->var, 0);
    assert_int_equal(s->from, ICET_FROM_SET);
    assert_int_equal(s->set, 0);
    s = s->next;
    assert_int_equal(s->var, 1);
    assert_string_equal(p->vars[1].name, "y");
    assert_int_equal(s->from, ICET_FROM_PROCESS);
    assert_int_equal(s->to->kind, ICET_EX_SELF);
    s = s->next;
    assert_int_equal(s->var, 2);
    assert_null(p->vars[2].name);
    assert_ptr_equal(p->vars[2].type, icet_type_int());
    assert_int_equal(s->from, ICET_FROM_ANYONE);
    assert_null(s->next);
    assert_int_equal(p->var_count, 3);
    unload(&l);
}

static void a_pattern_becomes_assignments(void **state)
{
    (void)state;
    loaded l;
    load(&l, "message m(int, (bool, pid)); proc p { receive m(x, (_, y)); }");
    const icet_process *p = &l.program.processes[0];
    const icet_stmt *s = p->body;
    assert_int_equal(s->var, 0);
    assert_null(p->vars[0].name);
    assert_ptr_equal(p->vars[0].type, l.program.messages[0].payload);
    s = s->next; /* x = it.0 */
    assert_int_equal(s->kind, ICET_ASSIGN);
    assert_int_equal(s->var, 1);
    assert_int_equal(s->value->kind, ICET_EX_ITEM);
    assert_int_equal(s->value->index, 0);
    assert_int_equal(s->value->args[0]->kind, ICET_EX_VAR);
    assert_int_equal(s->value->args[0]->index, 0);
    s = s->next; /* y = it.1.1 */
    assert_int_equal(s->var, 2);
    assert_string_equal(p->vars[2].name, "y");
    assert_ptr_equal(p->vars[2].type, icet_type_pid());
    assert_int_equal(s->value->index, 1);
    assert_int_equal(s->value->args[0]->index, 1);
    assert_null(s->next);
    unload(&l);
}

static void arms_become_a_chain_whose_last_link_needs_no_test(void **state)
{
    (void)state;
    loaded l;
    load(&l, "message m = A(int) | B | C(int); proc p {"
             "receive m { C(x) => { fail; } A(y) => {} B => { fail \"b\"; } }"
             "assert true; }");
    const icet_data *data = l.program.datas[0];
    const icet_stmt *s = l.program.processes[0].body;
    assert_int_equal(s->kind, ICET_RECEIVE);
    assert_int_equal(s->var, 0);
    const icet_stmt *test = s->next;
    assert_int_equal(test->kind, ICET_IF);
    assert_int_equal(test->value->kind, ICET_EX_IS);
    assert_ptr_equal(test->value->ctor, &data->ctors[2]);
    assert_int_equal(test->value->args[0]->index, 0);
    const icet_expr *part = test->then->value; /* x = C's field */
    assert_int_equal(part->kind, ICET_EX_PART);
    assert_ptr_equal(part->ctor, &data->ctors[2]);
    assert_int_equal(part->index, 0);
    assert_int_equal(test->then->next->kind, ICET_FAIL);
    assert_null(test->then->next->text);
    assert_int_equal(test->next->kind, ICET_ASSERT);
    test = test->otherwise;
    assert_int_equal(test->kind, ICET_IF);
    assert_ptr_equal(test->value->ctor, &data->ctors[0]);
    assert_null(test->next);
    assert_int_equal(test->otherwise->kind, ICET_FAIL);
    assert_string_equal(test->otherwise->text, "b");
    unload(&l);
}

static void what_is_matched_is_evaluated_once(void **state)
{
    (void)state;
    loaded l;
    load(&l, "type t = A | B; type one = One(int, int); proc p { var x: t = nondet;"
             "match x { A => {} _ => {} } match A { A => {} B => {} }"
             "match One(1, 2) { One(_, y) => { fail; } } }");
    const icet_process *p = &l.program.processes[0];
    const icet_stmt *s = p->body;
    assert_int_equal(s->kind, ICET_NONDET);
    assert_int_equal(s->set, ICET_NONE);
    s = s->next; /* a variable is matched as it is */
    assert_int_equal(s->kind, ICET_IF);
    assert_int_equal(s->value->args[0]->index, 0);
    s = s->next; /* another value gets a variable */
    assert_int_equal(s->kind, ICET_ASSIGN);
    assert_int_equal(s->value->kind, ICET_EX_CTOR);
    assert_null(p->vars[s->var].name);
    assert_int_equal(s->next->value->args[0]->index, s->var);
    s = s->next->next; /* one constructor: nothing to test */
    assert_int_equal(s->kind, ICET_ASSIGN);
    uint32_t hidden = s->var;
    s = s->next;
    assert_int_equal(s->kind, ICET_ASSIGN);
    assert_int_equal(s->value->kind, ICET_EX_PART);
    assert_int_equal(s->value->index, 1);
    assert_int_equal(s->value->args[0]->index, hidden);
    assert_int_equal(s->next->kind, ICET_FAIL);
    assert_null(s->next->next);
    unload(&l);
}

static void check_numbers(const icet_stmt *s, uint32_t *next)
{
    for (; s != NULL; s = s->next) {
        assert_int_equal(s->id, (*next)++);
        check_numbers(s->then, next);
        check_numbers(s->otherwise, next);
    }
}

static void statements_are_numbered_in_the_order_of_the_text(void **state)
{
    (void)state;
    loaded l;
    load(&l, "message m = A(int) | B; proc p { if (*) { fail; fail; } else { fail; }"
             "for x in S { send m.A(1) to x; } while true { receive m { A(k) => {"
             "fail; } B => { break; } } } match A(2) { A(n) => {} _ => { fail; } } }"
             "proc q[S] { fail; }");
    uint32_t next = 0;
    check_numbers(l.program.processes[0].body, &next);
    /* if, 3 fails, for, send, while, receive, if, k =, fail, break, it =, if, n =, fail
     */
    assert_int_equal(next, 16);
    assert_int_equal(l.program.processes[1].body->id, 0);
    unload(&l);
}

static void sends_carry_one_value_a_tuple_or_nothing(void **state)
{
    (void)state;
    loaded l;
    load(&l, "message a; message b(int); message c(int, bool); message d = X | Y(pid);"
             "proc p { send a to self; send b(-3) to p; send c(1, true) to nobody;"
             "send d.Y(self) to self; send d(X) to self; }");
    const icet_stmt *s = l.program.processes[0].body;
    assert_int_equal(s->value->kind, ICET_EX_TUPLE);
    assert_int_equal(s->value->count, 0);
    assert_ptr_equal(s->value->type, icet_type_unit());
    s = s->next;
    assert_int_equal(s->value->kind, ICET_EX_INT);
    assert_true(s->value->number == -3);
    assert_int_equal(s->to->kind, ICET_EX_PROCESS);
    assert_int_equal(s->to->index, 0);
    s = s->next;
    assert_int_equal(s->value->kind, ICET_EX_TUPLE);
    assert_int_equal(s->value->count, 2);
    assert_int_equal(s->to->kind, ICET_EX_NOBODY);
    s = s->next;
    assert_int_equal(s->message, 3);
    assert_int_equal(s->value->kind, ICET_EX_CTOR);
    assert_int_equal(s->value->ctor->index, 1);
    assert_int_equal(s->value->count, 1);
    assert_int_equal(s->next->value->ctor->index, 0);
    unload(&l);
}

static void loops_and_choices(void **state)
{
    (void)state;
    loaded l;
    load(&l, "index K >= 1; proc p[S >= 1] { for a in S {} for k in K {} for _ in K {}"
             "var c = nondet S; var i = nondet K; if (*) {} else { fail; }"
             "while true { break; } assert |K| > 0, \"some\"; }");
    const icet_process *p = &l.program.processes[0];
    const icet_stmt *s = p->body;
    assert_ptr_equal(p->vars[s->var].type, icet_type_pid());
    assert_int_equal(s->set, 1);
    s = s->next;
    assert_ptr_equal(p->vars[s->var].type, icet_type_int());
    assert_int_equal(s->set, 0);
    s = s->next;
    assert_null(p->vars[s->var].name);
    s = s->next;
    assert_int_equal(s->kind, ICET_NONDET);
    assert_int_equal(s->set, 1);
    assert_ptr_equal(p->vars[s->var].type, icet_type_pid());
    s = s->next;
    assert_ptr_equal(p->vars[s->var].type, icet_type_int());
    s = s->next;
    assert_int_equal(s->kind, ICET_IF);
    assert_null(s->value);
    assert_null(s->then);
    assert_int_equal(s->otherwise->kind, ICET_FAIL);
    s = s->next;
    assert_int_equal(s->kind, ICET_WHILE);
    assert_int_equal(s->then->kind, ICET_BREAK);
    s = s->next;
    assert_string_equal(s->text, "some");
    assert_int_equal(s->value->args[0]->kind, ICET_EX_SIZE);
    unload(&l);
}

static void operators_bind_as_in_c(void **state)
{
    (void)state;
    loaded l;
    load(&l, "proc p { var a = 1 - 2 - 3 * 4; var b = !true || false && 1 < 2 == true;"
             "var c = --1 - -2; }");
    const icet_expr *e = l.program.processes[0].body->value; /* (1 - 2) - (3 * 4) */
    assert_int_equal(e->kind, ICET_EX_SUB);
    assert_int_equal(e->args[0]->kind, ICET_EX_SUB);
    assert_int_equal(e->args[1]->kind, ICET_EX_MUL);
    e = l.program.processes[0].body->next->value; /* !t || (f && ((1 < 2) == t)) */
    assert_int_equal(e->kind, ICET_EX_OR);
    assert_int_equal(e->args[0]->kind, ICET_EX_NOT);
    assert_int_equal(e->args[1]->kind, ICET_EX_AND);
    assert_int_equal(e->args[1]->args[1]->kind, ICET_EX_EQ);
    assert_int_equal(e->args[1]->args[1]->args[0]->kind, ICET_EX_LT);
    e = l.program.processes[0].body->next->next->value; /* (-(-1)) - (-2) */
    assert_int_equal(e->kind, ICET_EX_SUB);
    assert_int_equal(e->args[0]->kind, ICET_EX_NEGATE);
    assert_int_equal(e->args[0]->args[0]->kind, ICET_EX_INT);
    assert_true(e->args[0]->args[0]->number == -1);
    assert_true(e->args[1]->number == -2);
    unload(&l);
}

/* ---- Printing ---- */

static void statements_are_printed_on_one_line(void **state)
{
    (void)state;
    loaded l;
    load(&l,
         "type t = A | B(int, int); message ack; message vote(bool);"
         "message two(int, (pid, int)); message d = X(pid) | Y; index K >= 1;"
         "proc p { for a in S { fail; } for _ in K {} if (|S| * (1 + 2) == 3) {}"
         "if (*) {} send vote(true && !false) to p; send ack to self;"
         "send two(1, (self, -2)) to nobody; receive ack from S; receive vote(v);"
         "receive two(x, (_, y)) from p; receive two; receive d { X(c) => {} Y => {} }"
         "match B(1, 2) { B(m, _) => {} _ => {} } while true { break; }"
         "var n: int = nondet; n = nondet K; n = n + 1;"
         "assert n == 1, \"one \\\"n\\\"\"; assert v; fail; fail \"so\"; } proc s[S] "
         "{}");
    const icet_stmt *body = l.program.processes[0].body;
    static const char *const heads[] = {
        "for a in S",
        "for _ in K",
        "if (|S| * (1 + 2) == 3)",
        "if (*)",
        "send vote(true && !false) to p",
        "send ack to self",
        "send two(1, (self, -2)) to nobody",
        "receive ack from S",
        "receive vote(v)",
        "receive two(x, (_, y)) from p",
        "x = it.0",
        "y = it.1.1",
        "receive two",
        "receive d",
        "if (it is X)",
        "match B(1, 2)",
        "if (it is B)",
        "while true",
        "n = nondet",
        "n = nondet K",
        "n = n + 1",
        "assert n == 1, \"one \\\"n\\\"\"",
        "assert v",
        "fail",
        "fail \"so\"",
    };
    for (unsigned i = 0; i < sizeof heads / sizeof *heads; i++)
        head_is(&l, 0, stmt_at(body, i), heads[i]);
    assert_null(stmt_at(body, sizeof heads / sizeof *heads));
    head_is(&l, 0, stmt_at(body, 14)->then, "c = it.X.0");
    unload(&l);
}

static void prints(const icet_program *program, const char *text)
{
    strbuf out = {0};
    icet_print_program(&out, program);
    assert_string_equal(strbuf_text(&out), text);
    strbuf_free(&out);
}

static void a_program_is_printed_as_it_was_written(void **state)
{
    (void)state;
    static const char text[] = "type t = A | B(int);\n"
                               "message m(int, bool);\n"
                               "message d = X(pid) | Y;\n"
                               "message w((int, int));\n"
                               "index K >= 1;\n"
                               "\n"
                               "proc p {\n"
                               "    for a in S {\n"
                               "        receive m(x, _) from a;\n"
                               "        if (x == 1) {} else if (*) {\n"
                               "            fail \"so\";\n"
                               "        }\n"
                               "    }\n"
                               "    receive w(pair);\n"
                               "    send w(pair) to p;\n"
                               "    send w((1, pair.0)) to p;\n"
                               "    match B(1) {\n"
                               "        B(n) => {}\n"
                               "        A => {}\n"
                               "    }\n"
                               "    var b: t = nondet;\n"
                               "    b = A;\n"
                               "}\n"
                               "\n"
                               "reactive proc s[S] {\n"
                               "    while true {\n"
                               "        receive d from p {\n"
                               "            X(x) => {}\n"
                               "            Y => {}\n"
                               "        }\n"
                               "    }\n"
                               "}\n";
    loaded l;
    load(&l, text);
    prints(&l.program, text);
    unload(&l);
}

/* ---- Building ---- */

/* message m(int, int); proc index { ... }, with names that the notation reserves, and a
 * message that is kept whole. */
static void programs_are_built_without_a_text(void **state)
{
    (void)state;
    size_t before = mem_in_use();
    icet_program program;
    icet_builder b;
    icet_builder_init(&b, &program);
    const icet_type *items[] = {icet_type_int(), icet_type_int()};
    icet_message message = {"m", SRC_NONE, icet_type_tuple(&b, items, 2)};
    icet_process process = {.name = "main", .set = ICET_NONE};
    program.message_count = program.process_count = 1;
    program.messages = arena_copy(&program.memory, &message, sizeof message);
    program.processes = arena_copy(&program.memory, &process, sizeof process);
    icet_list body = {0};
    icet_list then = {0};
    uint32_t hidden = icet_var_new(&b, NULL, SRC_NONE, message.payload);
    uint32_t named = icet_var_new(&b, "index", SRC_NONE, icet_type_int());
    icet_stmt *receive = icet_stmt_new(&b, &body, ICET_RECEIVE, SRC_NONE);
    receive->message = 0;
    receive->var = hidden;
    const icet_expr *it = icet_expr_var(&b, SRC_NONE, hidden);
    icet_stmt_assign(&b, &body, SRC_NONE, named, icet_expr_item(&b, it, 1));
    icet_stmt *test = icet_stmt_new(&b, &body, ICET_IF, SRC_NONE);
    const icet_expr *sides[] = {it, it};
    test->value = icet_expr_new(&b, ICET_EX_EQ, SRC_NONE, icet_type_bool(), sides, 2);
    icet_stmt_assign(&b, &then, SRC_NONE, named, icet_expr_int(&b, SRC_NONE, 7));
    test->then = then.first;
    icet_process_end(&b, &program.processes[0], &body);
    icet_builder_fini(&b);
    assert_int_equal(program.processes[0].var_count, 2);
    assert_int_equal(then.first->id, 3);
    prints(&program, "message m((int, int));\n"
                     "\n"
                     "proc main {\n"
                     "    receive m(it);\n"
                     "    var index_2 = it.1;\n"
                     "    if (it == it) {\n"
                     "        index_2 = 7;\n"
                     "    }\n"
                     "}\n");
    icet_program_fini(&program);
    assert_int_equal(mem_in_use(), before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(declarations_come_in_the_order_of_the_text),
        cmocka_unit_test(equal_types_are_the_same_object),
        cmocka_unit_test(a_receive_of_one_value_stores_it_where_it_is_wanted),
        cmocka_unit_test(a_pattern_becomes_assignments),
        cmocka_unit_test(arms_become_a_chain_whose_last_link_needs_no_test),
        cmocka_unit_test(what_is_matched_is_evaluated_once),
        cmocka_unit_test(statements_are_numbered_in_the_order_of_the_text),
        cmocka_unit_test(sends_carry_one_value_a_tuple_or_nothing),
        cmocka_unit_test(loops_and_choices),
        cmocka_unit_test(operators_bind_as_in_c),
        cmocka_unit_test(statements_are_printed_on_one_line),
        cmocka_unit_test(a_program_is_printed_as_it_was_written),
        cmocka_unit_test(programs_are_built_without_a_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
