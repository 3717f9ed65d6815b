/* Arbitrary text as --show, --hide and commands of the stepper, interactively and along
 * a trace.
 *
 * The first line is --show, the second --hide; the others are commands.
 */
#include "cli/stepper.h"

#include "fuzz.h"
#include "ir/lower.h"
#include "lang/frontend.h"
#include "report/story_cursor.h"

#include <string.h>

static const char text[] =
    "event eAdd: (int, string); event eEnd; event eTell: machine;\n"
    "machine Main { var all: seq[machine]; start state S { entry { var c: machine;\n"
    "  c = new Counter(); all += (0, new Client((c, 1))); new Client((c, 2)); } } }\n"
    "machine Counter { var sum: int; var seen: map[int, string]; start state Low {\n"
    "  on eAdd do (p: (int, string)) { sum = sum + p.0; seen[sum] = p.1;\n"
    "    if (sum > 1) { goto High; } } }\n"
    "  state High { defer eEnd; on eAdd do { assert sum < 3, \"three\"; raise halt; } "
    "}\n"
    "}\n"
    "machine Client { start state S { entry (p: (machine, int)) {\n"
    "  if ($) { send p.0, eAdd, (p.1, \"a\"); } send p.0, eAdd, (choose(9), \"b\");\n"
    "  receive { case eEnd: { } } } } }\n"
    "spec W observes eAdd { var k: int; start state Cold { on eAdd goto Hot; }\n"
    "  hot state Hot { on eAdd do (p: (int, string)) { k = p.0; } } }\n"
    "test t [main=Main]: assert W in { Main, Counter, Client };\n";

static FILE *nowhere;

/* Instead of those in cli/model.c, which talk to a person. */
bool model_use_color(const options *o, int descriptor)
{
    (void)o;
    return descriptor == 1;
}

void model_show_messages(const options *o, program *p)
{
    const diag_style style = {.max_errors = o->max_errors};
    diag_show(&p->diags, nowhere, &style);
}

/* The next line of the input, with an end. */
static char *next_line(const uint8_t **data, const uint8_t *end, strbuf *b)
{
    const uint8_t *at = memchr(*data, '\n', (size_t)(end - *data));
    const uint8_t *stop = at != NULL ? at : end;
    strbuf_clear(b);
    strbuf_add(b, (const char *)*data, (size_t)(stop - *data));
    *data = at != NULL ? at + 1 : end;
    return b->len > 0 ? b->data : NULL;
}

/* Nothing is saved where it could do harm. */
static void add_command(const char *line, size_t len, strbuf *out)
{
    size_t skip = strspn(line, " \t");
    if (strncmp(line + skip, "sa", 2) == 0)
        strbuf_puts(out, "save /dev/null");
    else
        strbuf_add(out, line, len);
    strbuf_putc(out, '\n');
}

/* The run in which always the first way is taken. */
static void make_trace(const ir_program *ir, const core_options *o, trace *out)
{
    story_cursor t;
    story_cursor_init(&t, ir, &ir->tests[0], o, NULL, 0);
    while (!t.at.is_over) {
        story_alternatives all;
        strbuf why = {0};
        story_alternatives_init(&all, &t);
        if (all.list.len == 0 ||
            !trace_cursor_step(&t.at, &all.list.data[0].step, &why))
            abort(); /* what is offered can be done */
        story_alternatives_fini(&all);
        strbuf_free(&why);
    }
    trace_copy(&t.at.path, out);
    story_cursor_fini(&t);
}

static void walk(p_model *m, options *o, const trace_options *v, strbuf *commands)
{
    setup with = {0};
    with.engine.core.network = NET_MBOX;
    with.engine.core.budgets[BUDGET_LOSS].left = 1;
    const char *const sources[] = {"model.p"};
    stepper_input in = {.o = o,
                        .m = m,
                        .test = &m->ir->tests[0],
                        .setup = &with,
                        .view = v,
                        .sources = sources,
                        .source_count = 1};
    trace path;
    make_trace(m->ir, &with.engine.core, &path);
    for (int i = 0; i < 2; i++) {
        in.trace = i == 0 ? NULL : &path;
        stdin = fmemopen(commands->data, commands->len, "r");
        stepper_run(&in);
        fclose(stdin);
    }
    trace_fini(&path);
}

static void run_all(const uint8_t *data, const uint8_t *end)
{
    const frontend_options f = {.warnings_off = true};
    p_model m = {.program = frontend_load_text("model.p", text, strlen(text), &f)};
    m.ir = lower_program(m.program);
    strbuf show = {0};
    strbuf hide = {0};
    strbuf line = {0};
    strbuf commands = {0};
    strbuf why = {0};
    options o;
    options_init(&o);
    o.show = next_line(&data, end, &show);
    o.hide = next_line(&data, end, &hide);
    while (data < end) {
        next_line(&data, end, &line);
        add_command(strbuf_text(&line), line.len, &commands);
    }
    trace_options v = {0};
    if (!trace_options_init(&v, &o, m.ir, &why) && why.len == 0)
        abort(); /* every refusal has a reason */
    if (v.filter != NULL && commands.len > 0)
        walk(&m, &o, &v, &commands);
    trace_options_fini(&v);
    options_free(&o);
    strbuf_free(&show);
    strbuf_free(&hide);
    strbuf_free(&line);
    strbuf_free(&commands);
    strbuf_free(&why);
    ir_free(m.ir);
    program_free(m.program);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (nowhere == NULL) {
        nowhere = fopen("/dev/null", "w");
        if (nowhere == NULL || freopen("/dev/null", "w", stdout) == NULL)
            abort();
    }
    size_t before = mem_in_use();
    run_all(data, data + size);
    fuzz_check_memory(before);
    return 0;
}
