#include "base/cursor.h"

#include "base/strbuf.h"
#include "unit.h"

#include <string.h>

/* Each character is a token; its kind is the character. */
enum { END = 0, STRAY = '?', STRING = '"', ELSE = 'e', START = 's' };

static const char *spelling(uint32_t kind)
{
    return kind == STRING ? "a string" : kind == ';' ? ";" : kind == '}' ? "}" : "x";
}

static const cursor_language language = {.end = END,
                                         .stray = STRAY,
                                         .text = STRING,
                                         .semicolon = ';',
                                         .open_brace = '{',
                                         .close_brace = '}',
                                         .else_word = ELSE,
                                         .max_depth = 3,
                                         .spelling = spelling};

typedef struct fixture {
    sources src;
    diag d;
    cursor_tokens tokens;
    cursor c;
    strbuf said;
} fixture;

static void start(fixture *f, const char *text)
{
    *f = (fixture){0};
    sources_init(&f->src);
    diag_init(&f->d, &f->src);
    const source_file *file = sources_add(&f->src, "t", text, strlen(text));
    for (uint32_t i = 0; i <= file->len; i++)
        if (text[i] != ' ' && text[i] != '\n')
            vec_push(&f->tokens, ((cursor_token){(unsigned char)text[i], file->base + i,
                                                 i < file->len, 0}));
    f->c = (cursor){.language = &language,
                    .file = file,
                    .d = &f->d,
                    .end = "the end",
                    .at = f->tokens.data,
                    .first = f->tokens.data,
                    .is_whole = true};
}

static void hear(void *context, const diag_item *item)
{
    fixture *f = context;
    strbuf_printf(&f->said, "%u: %s\n", item->pos - f->c.file->base, item->text);
    for (const diag_item *i = item->details; i != NULL; i = i->next)
        strbuf_printf(&f->said, "  %s\n", i->text);
}

static void finish(fixture *f, const char *said)
{
    diag_visit(&f->d, hear, f);
    assert_string_equal(strbuf_text(&f->said), said);
    strbuf_free(&f->said);
    vec_free(&f->tokens);
    diag_fini(&f->d);
    sources_fini(&f->src);
}

static bool is_start(uint32_t kind)
{
    return kind == START;
}

TEST(one_mistake_gives_one_message)
{
    fixture f;
    start(&f, "ab");
    assert_true(cursor_accept(&f.c, 'a'));
    assert_false(cursor_accept(&f.c, 'c'));
    cursor_fail(&f.c, "a c", "write c");
    cursor_fail(&f.c, "a d", NULL);
    assert_false(cursor_accept(&f.c, 'b')); /* panicking: nothing is consumed */
    assert_false(cursor_expect(&f.c, 'b', NULL));
    finish(&f, "1: expected a c, found 'b'\n  write c\n");
}

TEST(the_end_is_never_passed_and_strings_are_not_quoted)
{
    fixture f;
    start(&f, "\"");
    cursor_fail(&f.c, "a name", NULL);
    f.c.panicking = false;
    cursor_advance(&f.c);
    cursor_advance(&f.c);
    assert_int_equal(f.c.at->kind, END);
    assert_int_equal(cursor_peek_after(&f.c), END);
    cursor_fail(&f.c, "a name", NULL);
    finish(&f,
           "0: expected a name, found a string\n1: expected a name, found the end\n");
}

TEST(what_the_lexer_has_reported_is_not_reported_again)
{
    fixture f;
    start(&f, "?");
    cursor_fail(&f.c, "a name", NULL);
    assert_true(f.c.panicking);
    f.c.panicking = false;
    f.c.is_whole = false;
    cursor_advance(&f.c);
    cursor_fail(&f.c, "a name", NULL);
    finish(&f, "");
}

TEST(a_missing_semicolon_is_reported_at_the_end_of_its_line)
{
    fixture f;
    start(&f, "a\n b c");
    cursor_advance(&f.c);
    assert_false(cursor_expect(&f.c, ';', NULL));
    f.c.panicking = false;
    cursor_advance(&f.c);
    assert_false(cursor_expect(&f.c, ';', NULL)); /* on the same line: at the token */
    finish(&f, "1: expected ';', found 'b'\n5: expected ';', found 'c'\n");
}

TEST(an_open_brace_is_pointed_at)
{
    fixture f;
    start(&f, "{a");
    srcpos open = f.c.at->pos;
    cursor_advance(&f.c);
    assert_false(cursor_close(&f.c, open));
    finish(&f, "1: expected '}', found 'a'\n  this '{' is not closed\n");
}

TEST(recursion_is_bounded)
{
    fixture f;
    start(&f, "abc");
    for (unsigned i = 0; i < language.max_depth; i++)
        assert_true(cursor_enter(&f.c));
    assert_false(cursor_enter(&f.c));
    assert_int_equal(f.c.at->kind, END);
    cursor_fail(&f.c, "a name", NULL);
    for (unsigned i = 0; i < language.max_depth; i++)
        cursor_leave(&f.c);
    finish(&f, "0: nested too deeply (more than 3 levels)\n");
}

static void recovers(const char *text, bool past_semicolon, const char *rest)
{
    fixture f;
    start(&f, text);
    f.c.panicking = true;
    cursor_recover(&f.c, is_start, past_semicolon);
    assert_false(f.c.panicking);
    assert_string_equal(cursor_spelling(&f.c, f.c.at), rest);
    finish(&f, "");
}

TEST(recovery_stays_within_its_braces)
{
    recovers("a;sb", true, "sb");
    recovers("a;bsb", false, "sb");
    recovers("a{s;}b", false, "b"); /* a block is skipped whole */
    recovers("a{}e{s}b", false, "b");
    recovers("a{};b;s", true, "b;s");
    recovers("ab}s", true, "}s");
    recovers("ab", true, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(one_mistake_gives_one_message),
        LEAK_FREE(the_end_is_never_passed_and_strings_are_not_quoted),
        LEAK_FREE(what_the_lexer_has_reported_is_not_reported_again),
        LEAK_FREE(a_missing_semicolon_is_reported_at_the_end_of_its_line),
        LEAK_FREE(an_open_brace_is_pointed_at),
        LEAK_FREE(recursion_is_bounded),
        LEAK_FREE(recovery_stays_within_its_braces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
