#include "engine/reduce/symmetry_notices.h"

#include <string.h>

static void report(symmetry_notices *n, const char *text)
{
    n->has_reported = true;
    if (n->o->notice != NULL)
        n->o->notice(n->o->progress_context, text);
}

/* The declaration that a line is about: it begins with the name.  IR_NONE: all. */
static uint32_t whom(const symmetry_notices *n, const char *line)
{
    static const char rest[] = " machines are ";
    const ir_program *ir = n->c->ir;
    for (uint32_t d = 0; d < ir->machine_count; d++) {
        size_t len = strlen(ir->machines[d].name);
        if (strncmp(line, ir->machines[d].name, len) == 0 &&
            strncmp(line + len, rest, sizeof rest - 1) == 0)
            return d;
    }
    return IR_NONE;
}

static void add_line(symmetry_notices *n, const char *text, size_t len)
{
    strbuf line = {0};
    strbuf_add(&line, text, len);
    uint32_t decl = whom(n, strbuf_text(&line));
    if (decl == IR_NONE) {
        report(n, strbuf_text(&line));
        strbuf_free(&line);
        return;
    }
    n->lines[decl] = line;
    n->is_needed = true;
}

void symmetry_notices_init(symmetry_notices *n, const core *c, const engine_options *o,
                           const char *report)
{
    assert(report != NULL);
    *n = (symmetry_notices){.c = c, .o = o};
    n->lines = mem_alloc(c->ir->machine_count * sizeof *n->lines);
    for (size_t len; *report != '\0'; report += len + (report[len] == '\n')) {
        len = strcspn(report, "\n");
        add_line(n, report, len);
    }
}

void symmetry_notices_fini(symmetry_notices *n)
{
    for (uint32_t d = 0; d < n->c->ir->machine_count; d++)
        strbuf_free(&n->lines[d]);
    mem_free(n->lines, n->c->ir->machine_count * sizeof *n->lines);
}

static bool is_same_class(const machine_name *x, const machine_name *y)
{
    return x->requested == y->requested && x->interface == y->interface;
}

/* Has its creator made another machine of its class before? */
static bool has_sibling(const naming *names, const machine_name *x)
{
    for (uint32_t k = 1; x->parent != MACHINE_NONE && k < x->number; k++) {
        machine_id id = naming_first(names, x->parent, k);
        while (id != MACHINE_NONE) {
            const machine_name *y = naming_get(names, id);
            if (is_same_class(x, y))
                return true;
            id = y->next - 1; /* 0 becomes MACHINE_NONE: there are no more */
        }
    }
    return false;
}

void symmetry_notices_update(symmetry_notices *n)
{
    const naming *names = &n->c->vals.names;
    while (n->is_needed && n->names < names->machines.len) {
        const machine_name *x = naming_get(names, (uint32_t)n->names++);
        strbuf *line = &n->lines[x->decl];
        if (line->len == 0 || !has_sibling(names, x))
            continue;
        report(n, strbuf_text(line));
        strbuf_clear(line);
    }
}

void symmetry_notices_end(symmetry_notices *n)
{
    symmetry_notices_update(n);
    if (!n->has_reported && n->is_needed)
        report(n, "no machines are symmetric: no machine creates two of the same type");
}
