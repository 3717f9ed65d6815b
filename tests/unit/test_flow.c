/* The flow graph: successors of each instruction, and what its edges write. */
#include "analysis/flow.h"

#include "analysis_fixture.h"
#include "reach_fixture.h"

static const char frame_of_all[] =
    "event eInt: int; event eGo;\n"
    "machine Main { var all: seq[int]; start state S { entry {\n"
    "  var x: int; var b: bool;\n"
    "%s\n"
    "} ignore eInt, eGo; } }\n";

typedef struct fixture {
    model m;
    const ir_function *f;
} fixture;

static fixture load(const char *body)
{
    strbuf text = {0};
    strbuf_printf(&text, frame_of_all, body);
    fixture x = {.m = model_load(strbuf_text(&text), &(core_options){0})};
    x.f = &x.m.ir->functions[find_function(x.m.ir, "Main.S.entry")];
    strbuf_free(&text);
    return x;
}

static uint32_t edge_count(const ir_function *f, uint32_t pc)
{
    flow_edge e;
    uint32_t count = 0;
    while (flow_edge_at(f, pc, count, &e))
        count++;
    return count;
}

static flow_edge edge(const ir_function *f, uint32_t pc, uint32_t k)
{
    flow_edge e;
    assert_true(flow_edge_at(f, pc, k, &e));
    return e;
}

TEST(instructions_follow_each_other)
{
    fixture x = load("x = 1; send this, eInt, x;");
    uint32_t pc = find_pc(x.f, IR_SEND, 0);
    assert_int_equal(edge_count(x.f, pc), 1);
    assert_int_equal(edge(x.f, pc, 0).to, pc + 1);
    assert_int_equal(edge(x.f, pc, 0).when, FLOW_ALWAYS);
    assert_int_equal(edge(x.f, pc, 0).writes, FLOW_NOTHING);
    model_free(&x.m);
}

TEST(a_function_ends_without_successors)
{
    fixture x = load("if (b) { raise eGo; } if ($) { assert false; } return;");
    assert_int_equal(edge_count(x.f, find_pc(x.f, IR_RETURN, 0)), 0);
    assert_int_equal(edge_count(x.f, find_pc(x.f, IR_RAISE, 0)), 0);
    assert_int_equal(edge_count(x.f, find_pc(x.f, IR_FAIL, 0)), 0);
    model_free(&x.m);
}

TEST(a_branch_has_an_edge_for_each_value_of_its_condition)
{
    fixture x = load("if (b) { x = 1; } else { x = 2; }");
    uint32_t pc = find_pc(x.f, IR_IF, 0);
    assert_int_equal(edge_count(x.f, pc), 2);
    assert_int_equal(edge(x.f, pc, 0).to, pc + 1);
    assert_int_equal(edge(x.f, pc, 0).when, FLOW_IF_TRUE);
    assert_int_equal(edge(x.f, pc, 1).to, x.f->code[pc].b);
    assert_int_equal(edge(x.f, pc, 1).when, FLOW_IF_FALSE);
    model_free(&x.m);
    x = load("b = b || $;");
    pc = find_pc(x.f, IR_IF_NOT, 0);
    assert_int_equal(edge(x.f, pc, 0).when, FLOW_IF_FALSE);
    assert_int_equal(edge(x.f, pc, 1).when, FLOW_IF_TRUE);
    model_free(&x.m);
}

TEST(only_a_break_leaves_a_loop)
{
    fixture x = load("while (true) { if (b) { break; } x = 1; }");
    uint32_t head = find_pc(x.f, IR_LOOP, 0);
    uint32_t after = x.f->code[head].a;
    assert_int_equal(edge_count(x.f, head), 1);
    assert_int_equal(edge(x.f, head, 0).to, head + 1);
    assert_int_equal(edge(x.f, find_pc(x.f, IR_REPEAT, 0), 0).to, head);
    uint32_t leaves = find_pc(x.f, IR_BREAK, 0);
    assert_int_equal(edge_count(x.f, leaves), 1);
    assert_int_equal(edge(x.f, leaves, 0).to, after);
    model_free(&x.m);
}

TEST(a_foreach_writes_its_element_on_the_edge_into_the_body_only)
{
    fixture x = load("foreach (x in all) { b = true; }");
    uint32_t pc = find_pc(x.f, IR_FOREACH, 0);
    assert_int_equal(edge_count(x.f, pc), 2);
    assert_int_equal(edge(x.f, pc, 0).to, pc + 1);
    assert_int_equal(edge(x.f, pc, 0).writes, x.f->code[pc].d);
    assert_int_equal(edge(x.f, pc, 1).to, x.f->code[pc].c);
    assert_int_equal(edge(x.f, pc, 1).writes, FLOW_NOTHING);
    model_free(&x.m);
}

TEST(a_receive_leads_to_its_cases_and_writes_their_payloads)
{
    fixture x = load("receive { case eInt: (n: int) { x = n; } case eGo: { x = 2; } }");
    uint32_t pc = find_pc(x.f, IR_RECEIVE, 0);
    assert_int_equal(edge_count(x.f, pc), 2);
    for (uint32_t k = 0; k < 2; k++) {
        const ir_case *one = &x.f->cases[x.f->code[pc].first + k];
        ir_operand slot =
            one->slot == IR_NONE ? FLOW_NOTHING : IR_OPERAND(IR_LOCAL, one->slot);
        assert_int_equal(edge(x.f, pc, k).to, one->start);
        assert_int_equal(edge(x.f, pc, k).writes, slot);
    }
    model_free(&x.m);
}

static bool is_successor(const ir_function *f, uint32_t pc, uint32_t to)
{
    flow_edge e;
    for (uint32_t k = 0; flow_edge_at(f, pc, k, &e); k++)
        if (e.to == to)
            return true;
    return false;
}

/* The shape of an instruction says where it may jump to. */
static void check_jumps(const ir_function *f, uint32_t pc)
{
    const ir_instr *i = &f->code[pc];
    const char *shape = ir_op_shape((ir_op)i->op);
    const uint32_t fields[4] = {i->d, i->a, i->b, i->c};
    bool is_jump = i->op != IR_LOOP && i->op != IR_RECEIVE &&
                   !(i->op >= IR_FORALL && i->op <= IR_EXISTS_NEW);
    for (int k = 0; k < 4; k++)
        if (shape[k] == 'p' && is_jump)
            assert_true(is_successor(f, pc, fields[k]));
}

TEST(in_all_programs_edges_stay_inside_and_contain_all_jumps)
{
    strbuf text = {0};
    for (size_t n = 0; n < PROGRAMS; n++) {
        program_read(n, &text);
        model m = model_load(strbuf_text(&text), &(core_options){0});
        for (uint32_t i = 0; i < m.ir->function_count; i++) {
            const ir_function *f = &m.ir->functions[i];
            for (uint32_t pc = 0; pc < f->code_count; pc++) {
                flow_edge e;
                for (uint32_t k = 0; flow_edge_at(f, pc, k, &e); k++)
                    assert_true(e.to < f->code_count);
                check_jumps(f, pc);
            }
        }
        model_free(&m);
    }
    strbuf_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(instructions_follow_each_other),
        LEAK_FREE(a_function_ends_without_successors),
        LEAK_FREE(a_branch_has_an_edge_for_each_value_of_its_condition),
        LEAK_FREE(only_a_break_leaves_a_loop),
        LEAK_FREE(a_foreach_writes_its_element_on_the_edge_into_the_body_only),
        LEAK_FREE(a_receive_leads_to_its_cases_and_writes_their_payloads),
        LEAK_FREE(in_all_programs_edges_stay_inside_and_contain_all_jumps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
