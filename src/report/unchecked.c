#include "report/unchecked.h"

#include "base/mem.h"
#include "ir/test_functions.h"

static void count_in_code(const ir_function *f, unchecked *out)
{
    out->count[UNCHECKED_CONTRACTS] += f->require_count + f->ensure_count > 0;
    for (uint32_t i = 0; i < f->code_count; i++)
        out->count[UNCHECKED_LOOP_INVARIANTS] += f->code[i].op == IR_INVARIANT;
}

unchecked unchecked_of(const ir_program *ir)
{
    unchecked u = {{
        [UNCHECKED_INVARIANTS] = ir->invariant_count,
        [UNCHECKED_AXIOMS] = ir->axiom_count,
        [UNCHECKED_INIT_CONDITIONS] = ir->init_count,
        [UNCHECKED_PROVE_COMMANDS] = ir->prove_count,
    }};
    for (uint32_t i = 0; i < ir->function_count; i++)
        count_in_code(&ir->functions[i], &u);
    return u;
}

static uint32_t sum(const unchecked *u)
{
    uint32_t all = 0;
    for (int i = 0; i < UNCHECKED_KINDS; i++)
        all += u->count[i];
    return all;
}

bool unchecked_has_any(const unchecked *u)
{
    return sum(u) > 0;
}

static bool has_assert(const ir_function *f)
{
    for (uint32_t i = 0; i < f->code_count; i++)
        if (f->code[i].op == IR_IF_NOT && f->code[i].first == IR_OF_ASSERT)
            return true;
    return false;
}

static bool may_assert(const ir_program *ir, const ir_test *test)
{
    bool *has = test_functions(ir, test);
    bool found = false;
    for (uint32_t i = 0; i < ir->function_count && !found; i++)
        found = has[i] && has_assert(&ir->functions[i]);
    mem_free(has, ir->function_count * sizeof *has);
    return found;
}

/* `invariant tt: true;` claims nothing: programs have it to be allowed `assume`. */
static bool is_true(const ir_program *ir, uint32_t function)
{
    const ir_function *f = &ir->functions[function];
    if (f->code_count != 1 || f->code[0].op != IR_RETURN ||
        IR_KIND(f->code[0].a) != IR_CONST)
        return false;
    const ir_const *k = &ir->consts[IR_INDEX(f->code[0].a)];
    return k->kind == IR_CONST_BOOL && k->integer != 0;
}

static bool claims_something(const ir_program *ir)
{
    for (uint32_t i = 0; i < ir->invariant_count; i++)
        if (!is_true(ir, ir->invariants[i].function))
            return true;
    for (uint32_t i = 0; i < ir->axiom_count; i++)
        if (!is_true(ir, ir->axioms[i]))
            return true;
    return ir->init_count > 0 || ir->prove_count > 0;
}

bool unchecked_is_all(const ir_program *ir, const ir_test *test)
{
    if (!claims_something(ir))
        return false;
    for (uint32_t i = 0; i < test->module->monitor_count; i++)
        if (ir->machines[test->module->monitors[i].machine].kind == MACHINE_SPEC)
            return false;
    return !may_assert(ir, test);
}

void unchecked_text(const unchecked *u, strbuf *out)
{
    static const char *const words[] = {
        [UNCHECKED_INVARIANTS] = "invariant",
        [UNCHECKED_AXIOMS] = "axiom",
        [UNCHECKED_INIT_CONDITIONS] = "init-condition",
        [UNCHECKED_PROVE_COMMANDS] = "prove command",
        [UNCHECKED_CONTRACTS] = "contract",
        [UNCHECKED_LOOP_INVARIANTS] = "loop invariant",
    };
    uint32_t done = 0;
    for (int i = 0; i < UNCHECKED_KINDS; i++) {
        uint32_t n = u->count[i];
        if (n == 0)
            continue;
        if (done > 0)
            strbuf_puts(out, done + n == sum(u) ? " and " : ", ");
        strbuf_printf(out, "%u %s%s", n, words[i], n == 1 ? "" : "s");
        done += n;
    }
    strbuf_printf(out, " %s not looked at", done == 1 ? "was" : "were");
}

void unchecked_json(const unchecked *u, strbuf *out)
{
    static const char *const keys[] = {
        [UNCHECKED_INVARIANTS] = "invariants",
        [UNCHECKED_AXIOMS] = "axioms",
        [UNCHECKED_INIT_CONDITIONS] = "init_conditions",
        [UNCHECKED_PROVE_COMMANDS] = "prove_commands",
        [UNCHECKED_CONTRACTS] = "contracts",
        [UNCHECKED_LOOP_INVARIANTS] = "loop_invariants",
    };
    for (int i = 0; i < UNCHECKED_KINDS; i++)
        strbuf_printf(out, "%s\"%s\": %u", i == 0 ? "{" : ", ", keys[i], u->count[i]);
    strbuf_putc(out, '}');
}
