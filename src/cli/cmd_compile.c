/* synod compile: the front end, and nothing else. */
#include "cli/commands.h"
#include "cli/model.h"

#include "ir/print.h"

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

int cmd_compile(const options *o, const char *const *args, size_t count)
{
    model m = model_load(o, args, count, NULL, NULL);
    int code = m.ir != NULL ? EXIT_OK : EXIT_INPUT;
    if (code == EXIT_OK) {
        if (o->dump_ir)
            ir_print(m.ir, stdout);
        if (o->list_tests)
            model_print_tests(&m);
        if (!o->dump_ir && !o->list_tests && !o->quiet)
            print_summary(m.program, m.ir);
    }
    model_free(&m);
    return code;
}
