#include "cli/missing.h"

#include "cli/glue.h"

#include "ir/open.h"

#include <string.h>

/* By function: is it foreign, and not in the library?  Returns how many there are. */
static uint32_t find_missing(const ir_program *ir, const foreign *f, bool *is_missing)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < ir->function_count; i++) {
        is_missing[i] = ir->functions[i].kind == IR_FUN_FOREIGN && !foreign_has(f, i);
        count += is_missing[i];
    }
    return count;
}

static const char *first_missing(const ir_program *ir, const bool *is_missing,
                                 srcpos *pos)
{
    uint32_t i = 0;
    while (!is_missing[i])
        i++;
    *pos = ir->functions[i].pos;
    return foreign_symbol(&ir->functions[i]);
}

/* 'F', 'G' and 3 more */
static void name_missing(const ir_program *ir, const bool *is_missing, strbuf *out)
{
    enum { MOST = 10 };
    uint32_t count = 0;
    for (uint32_t i = 0; i < ir->function_count; i++)
        if (is_missing[i] && ++count <= MOST)
            strbuf_printf(out, "%s'%s'", count > 1 ? ", " : "",
                          foreign_symbol(&ir->functions[i]));
    if (count > MOST)
        strbuf_printf(out, " and %u more", count - MOST);
}

/* C# and Java code is what most models have, and what P itself runs. */
static void hint_at_glue(program *p, const char *const *inputs, size_t count,
                         const char *function)
{
    strbuf file = {0};
    const char *language = glue_find(&p->src, inputs, count, function, &file);
    if (language != NULL)
        diag_hint(&p->diags,
                  "found %s code in %s: Synod runs C code only, see docs/foreign.md",
                  language, strbuf_text(&file));
    strbuf_free(&file);
}

static void refuse(diag *d, const char *library, const char *function, srcpos pos)
{
    diag_error(d, pos, "foreign function '%s' %s", function,
               library != NULL ? "is not in the library given with --foreign"
                               : "needs C code: give its shared object with --foreign");
}

static void warn(diag *d, const ir_program *ir, const bool *is_missing, uint32_t count,
                 srcpos pos)
{
    strbuf names = {0};
    name_missing(ir, is_missing, &names);
    diag_warning(d, "open-function", pos, "no C code for foreign function%s %s: %s",
                 count == 1 ? "" : "s", strbuf_text(&names),
                 count == 1 ? "it is left open and returns any value of its type"
                            : "they are left open and return any value of their type");
    strbuf_free(&names);
}

static void settle(const options *o, const char *const *inputs, size_t input_count,
                   program *p, ir_program *ir, const bool *is_missing, uint32_t count)
{
    srcpos pos;
    const char *first = first_missing(ir, is_missing, &pos);
    bool is_error = strcmp(o->foreign_missing, "error") == 0;
    if (is_error)
        refuse(&p->diags, o->foreign, first, pos);
    else
        warn(&p->diags, ir, is_missing, count, pos);
    hint_at_glue(p, inputs, input_count, first);
    if (!is_error)
        open_functions(p, ir, is_missing, (uint32_t)o->foreign_ints);
}

static void warn_of_imports(diag *d, const foreign *f, const char *library)
{
    const char *impure = foreign_impure_import(f);
    if (impure != NULL)
        diag_warning(d, "impure-library", SRC_NONE,
                     "'%s' uses %s: a foreign function must not depend on chance or "
                     "time, and Synod calls it as often as it likes",
                     library, impure);
}

foreign *missing_load(const options *o, const char *const *inputs, size_t count,
                      program *p, ir_program *ir)
{
    strbuf why = {0};
    foreign *f = foreign_open(ir, o->foreign, &why);
    if (f == NULL)
        diag_error(&p->diags, SRC_NONE, "%s", strbuf_text(&why));
    strbuf_free(&why);
    if (f == NULL)
        return NULL;
    warn_of_imports(&p->diags, f, o->foreign);
    uint32_t functions = ir->function_count;
    bool *is_missing = mem_alloc(functions * sizeof *is_missing);
    uint32_t missing = find_missing(ir, f, is_missing);
    if (missing > 0)
        settle(o, inputs, count, p, ir, is_missing, missing);
    mem_free(is_missing, functions * sizeof *is_missing);
    return f;
}
