/* diag_fixture.h -- messages about one small file, and what is to be shown of them. */
#ifndef DIAG_FIXTURE_H
#define DIAG_FIXTURE_H

#include "base/diag.h"
#include "base/strbuf.h"
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct fixture {
    sources src;
    diag d;
    const source_file *file; /* NULL: none was added */
} fixture;

static inline void start(fixture *f, const char *text)
{
    sources_init(&f->src);
    diag_init(&f->d, &f->src);
    f->file = text == NULL ? NULL : sources_add(&f->src, "a.p", text, strlen(text));
}

/* Position of the first NEEDLE in the text. */
static inline srcpos at(const fixture *f, const char *needle)
{
    const char *found = strstr(f->file->text, needle);
    assert_non_null(found);
    return f->file->base + (srcpos)(found - f->file->text);
}

/* Checks what is shown, to the letter, and ends the fixture. */
static inline void expect(fixture *f, diag_style style, const char *want)
{
    char *text = NULL;
    size_t len = 0;
    FILE *out = open_memstream(&text, &len);
    diag_show(&f->d, out, &style);
    fclose(out);
    diag_fini(&f->d);
    sources_fini(&f->src);
    bool same = strcmp(text, want) == 0;
    if (!same)
        print_error("shown:\n%s\nexpected:\n%s\n", text, want);
    free(text);
    assert_true(same);
}

static inline void ignore(void *context, const diag_item *item)
{
    (void)context;
    (void)item;
}

static inline void add_text(void *context, const diag_item *item)
{
    strbuf_printf(context, "%s ", item->text);
}

/* Only the texts of the messages, in the order they are seen. */
static inline void expect_texts(fixture *f, const char *want)
{
    strbuf b = {0};
    diag_visit(&f->d, add_text, &b);
    diag_fini(&f->d);
    sources_fini(&f->src);
    assert_string_equal(strbuf_text(&b), want);
    strbuf_free(&b);
}

#endif
