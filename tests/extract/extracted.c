/* The IceT of a P program, and what its instances do.
 *
 * usage: extracted FILE.p            each test as IceT
 *        extracted --explore FILE.p  each run of each test, and what an explorer of
 *                                    IceT programs says of it
 *        extracted --prove FILE.p    each test, and what the prover says of it
 *        extracted compile --max-errors=0 FILE.p   only messages, as run.py wants it
 *
 * Exit code 2: see the messages. */
#include "engine/sequential/extract/extract.h"
#include "engine/sequential/sequential.h"
#include "icet/load.h"
#include "icet/print.h"
#include "lang/expand.h"
#include "lang/frontend.h"
#include "naive.h"

#include <stdio.h>
#include <string.h>

enum { MOST_STATES = 200000 };

/* What was printed can be read, and is the same then. */
static void read_again(const strbuf *text)
{
    sources src;
    diag d;
    icet_program again;
    strbuf second = {0};
    sources_init(&src);
    diag_init(&d, &src);
    if (icet_load_text("again", text->data, text->len, &src, &d, &again)) {
        icet_print_program(&second, &again);
        icet_program_fini(&again);
    }
    diag_show(&d, stdout, &(diag_style){0});
    if (strcmp(strbuf_text(text), strbuf_text(&second)) != 0)
        printf("// read again, it is:\n%s", strbuf_text(&second));
    strbuf_free(&second);
    diag_fini(&d);
    sources_fini(&src);
}

static void show(const program *p, const test_decl *t, const icet_program *made)
{
    strbuf text = {0};
    icet_print_program(&text, made);
    printf("// %s\n%s", program_name(p, t->name.name), strbuf_text(&text));
    read_again(&text);
    strbuf_free(&text);
}

/* A set has the name of its parameter, or that is the test's only one; what the test
 * does not mention is 0. */
static uint32_t size_of(const program *p, const test_decl *t, const assignment *a,
                        const icet_set *set)
{
    uint32_t found = t->params.count == 1 ? 0 : UINT32_MAX;
    for (uint32_t i = 0; i < t->params.count; i++)
        if (strcmp(program_name(p, t->params.data[i].name.name), set->name) == 0)
            found = i;
    return found < t->params.count ? (uint32_t)a->values[found] : 0;
}

static void explore_run(const program *p, const test_decl *t, const assignment *a,
                        const icet_program *made)
{
    VEC(uint32_t) sizes = {0};
    for (uint32_t i = 0; i < made->set_count; i++)
        vec_push(&sizes, size_of(p, t, a, &made->sets[i]));
    naive_result result;
    naive_explore(made, sizes.data, &(naive_options){.max_states = MOST_STATES},
                  &result);
    strbuf name = {0};
    expand_name(p, t, a, &name);
    printf("%s %s\n", strbuf_text(&name), naive_kind_name(result.kind));
    strbuf_free(&name);
    naive_fini(&result);
    vec_free(&sizes);
}

static void explore(program *p, const test_decl *t, const icet_program *made)
{
    assignment_list runs = {0};
    expand_test(p, t, &runs);
    vec_each (a, &runs)
        explore_run(p, t, a, made);
    vec_free(&runs);
}

static void prove(program *p, const test_decl *t, const icet_program *made)
{
    sequential_result result;
    sequential_prove(made, &(sequential_options){.solver = true}, &result);
    uint32_t line =
        result.pos == SRC_NONE ? 0 : sources_place(&p->src, result.pos).line;
    printf("%s %s %u %s\n", program_name(p, t->name.name),
           sequential_kind_name(result.kind), line,
           result.text != NULL ? result.text : "");
    sequential_fini(&result);
}

static void do_test(program *p, const test_decl *t, const char *mode)
{
    icet_program made;
    if (!extract_program(p, t, &p->diags, &made))
        return;
    if (strcmp(mode, "--explore") == 0)
        explore(p, t, &made);
    else if (strcmp(mode, "--prove") == 0)
        prove(p, t, &made);
    else if (strcmp(mode, "compile") != 0)
        show(p, t, &made);
    icet_program_fini(&made);
}

int main(int argc, char **argv)
{
    if (argc < 2)
        return 2;
    const char *path = argv[argc - 1];
    program *p = frontend_load(&path, 1, &(frontend_options){.warnings_off = true});
    if (p->diags.errors == 0)
        vec_each (t, &p->tests)
            do_test(p, *t, argv[1]);
    bool failed = p->diags.errors > 0;
    diag_show(&p->diags, stderr, &(diag_style){0});
    program_free(p);
    return failed ? 2 : 0;
}
