/* synod compile: the front end, and nothing else. */
#include "cli/check_icet.h"
#include "cli/cmd.h"
#include "cli/icet_input.h"
#include "cli/outputs.h"

#include "ir/print.h"
#include "report/dot.h"

#include <stdio.h>

static void add_count(strbuf *b, size_t n, const char *what)
{
    if (n > 0)
        strbuf_printf(b, "%s%zu %s%s", b->len > 0 ? ", " : "", n, what,
                      n == 1 ? "" : "s");
}

static void print_summary(const program *p, const ir_program *ir)
{
    strbuf b = {0};
    add_count(&b, p->file_count, "file");
    add_count(&b, ir->plain_machine_count, "machine");
    add_count(&b, ir->machine_count - ir->plain_machine_count, "spec");
    add_count(&b, ir->event_count - EVENT_FIRST_USER, "event");
    add_count(&b, p->tests.len, "test");
    if (ir->test_count != p->tests.len)
        strbuf_printf(&b, " (%u runs)", ir->test_count);
    add_count(&b, p->proofs.len, "proof");
    printf("ok: %s\n", strbuf_text(&b));
    strbuf_free(&b);
}

/* Writes what was asked for besides the messages; returns the exit code. */
static int write_files(outputs *out, const p_model *m)
{
    if (m->ir == NULL) {
        outputs_give_up(out, EXIT_INPUT);
        return EXIT_INPUT;
    }
    strbuf *graph = outputs_text(out, OUTPUT_DOT);
    if (graph != NULL)
        dot_machines(m->ir, graph);
    return outputs_open(out) && outputs_close(out, EXIT_OK) ? EXIT_OK : EXIT_INPUT;
}

int cmd_compile(const options *o, const char *const *args, size_t count)
{
    if (icet_input_is_meant(args, count))
        return check_icet_compile(o, args, count);
    icet_input_note_left_out(o, args, count);
    outputs out;
    outputs_init(&out, o, args, count);
    p_model m = model_load(o, args, count, outputs_see_model, &out);
    int code = write_files(&out, &m);
    if (code == EXIT_OK) {
        if (o->dump_ir)
            ir_print(m.ir, stdout);
        if (o->list_tests)
            model_print_tests(&m);
        if (!o->dump_ir && !o->list_tests && !o->quiet)
            print_summary(m.program, m.ir);
    }
    outputs_fini(&out);
    model_fini(&m);
    return code;
}
