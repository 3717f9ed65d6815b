/* Programs that need Z3, in tests/icet/solver: each says what comes out with it and, if
 * that is something else, without:
 *
 *     // expect: holds
 *     // without a solver: assert line 7 or 9
 */
#include "engine/sequential/sequential.h"

#include "icet/load.h"

#include "base/smt.h"
#include "base/strbuf.h"

#include "unit.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

typedef struct claim {
    char text[200]; /* "assert line 7 or 9" */
} claim;

static bool read_claim(FILE *file, const char *mark, claim *c)
{
    char line[200];
    rewind(file);
    while (fgets(line, sizeof line, file))
        if (strncmp(line, mark, strlen(mark)) == 0) {
            line[strcspn(line, "\n")] = '\0';
            snprintf(c->text, sizeof c->text, "%s", line + strlen(mark));
            return true;
        }
    return false;
}

static bool names_line(const char *text, unsigned line)
{
    for (const char *at = strpbrk(text, "0123456789"); at;) {
        char *after;
        if (strtoul(at, &after, 10) == line)
            return true;
        at = strpbrk(after, "0123456789");
    }
    return false;
}

static void check(const icet_program *program, sources *src, bool solver,
                  const char *path, const claim *c)
{
    sequential_result r;
    sequential_prove(program, &(sequential_options){.solver = solver}, &r);
    const char *kind = sequential_kind_name(r.kind);
    unsigned line = r.kind == SEQUENTIAL_HOLDS ? 0 : sources_place(src, r.pos).line;
    bool right = strncmp(c->text, kind, strlen(kind)) == 0 &&
                 (r.kind == SEQUENTIAL_HOLDS || names_line(c->text, line));
    if (!right)
        fail_msg("%s, %s solver: %s line %u, not %s", path, solver ? "with" : "without",
                 kind, line, c->text);
    sequential_fini(&r);
}

static void check_file(const char *path)
{
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    claim with, without;
    assert_true(read_claim(file, "// expect: ", &with));
    if (!read_claim(file, "// without a solver: ", &without))
        without = with;
    fclose(file);

    sources src;
    diag d;
    icet_program program;
    sources_init(&src);
    diag_init(&d, &src);
    assert_true(icet_load(path, &src, &d, &program));
    if (smt_name())
        check(&program, &src, true, path, &with);
    check(&program, &src, false, path, &without);
    icet_program_fini(&program);
    diag_fini(&d);
    sources_fini(&src);
}

TEST(programs)
{
    DIR *folder = opendir(ICET_SOLVER);
    assert_non_null(folder);
    unsigned count = 0;
    for (struct dirent *e; (e = readdir(folder));) {
        if (e->d_name[0] == '.')
            continue;
        strbuf path = {0};
        strbuf_printf(&path, "%s/%s", ICET_SOLVER, e->d_name);
        check_file(strbuf_text(&path));
        strbuf_free(&path);
        count++;
    }
    closedir(folder);
    assert_true(count > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {LEAK_FREE(programs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
