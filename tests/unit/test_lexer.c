#include "lang/lexer.h"

#include "base/strbuf.h"
#include "unit.h"

#include <string.h>

typedef struct lexed {
    sources src;
    diag d;
    intern names;
    token_list tokens;
    bool is_whole;
} lexed;

static void lex_bytes(lexed *l, const char *text, size_t len)
{
    sources_init(&l->src);
    diag_init(&l->d, &l->src);
    names_init(&l->names);
    l->tokens = (token_list){0};
    const source_file *f = sources_add(&l->src, "t.p", text, len);
    l->is_whole = lexer_run(f, &l->names, &l->d, &l->tokens);
    assert_int_equal(vec_last(&l->tokens)->kind, TOK_END);
    assert_int_equal(vec_last(&l->tokens)->pos, f->base + f->len);
    assert_int_equal(vec_last(&l->tokens)->len, 0);
}

static void lex(lexed *l, const char *text)
{
    lex_bytes(l, text, strlen(text));
}

static void finish(lexed *l)
{
    vec_free(&l->tokens);
    intern_fini(&l->names);
    diag_fini(&l->d);
    sources_fini(&l->src);
}

/* The tokens as "text|text|...", each as it stands in the source. */
static void expect_tokens(const char *text, const char *want)
{
    lexed l;
    lex(&l, text);
    strbuf b = {0};
    vec_each (t, &l.tokens) {
        if (t->kind == TOK_END)
            break;
        strbuf_add(&b, text + (t->pos - 1), t->len);
        strbuf_putc(&b, '|');
    }
    assert_string_equal(strbuf_text(&b), want);
    assert_int_equal(l.d.errors, 0);
    assert_true(l.is_whole);
    strbuf_free(&b);
    finish(&l);
}

static void expect_error(const char *bytes, size_t len, srcpos at, const char *message,
                         bool is_whole)
{
    lexed l;
    lex_bytes(&l, bytes, len);
    assert_int_equal(l.d.errors, 1);
    assert_string_equal((*vec_at(&l.d.items, 0))->text, message);
    assert_int_equal((*vec_at(&l.d.items, 0))->pos, 1 + at);
    assert_true(l.is_whole == is_whole);
    finish(&l);
}

#define EXPECT_ERROR(text, at, message, is_whole) \
    expect_error(text, sizeof text - 1, at, message, is_whole)

TEST(an_empty_file_is_only_an_end)
{
    static const char *const empty[] = {
        "",     " ",  "\n\r\t\f ",    "// c",
        "/**/", "//", "\xef\xbb\xbf", "/* a */ // b\r/***/"};
    for (size_t i = 0; i < COUNT_OF(empty); i++) {
        lexed l;
        lex(&l, empty[i]);
        assert_int_equal(l.tokens.len, 1);
        assert_int_equal(l.d.errors, 0);
        assert_true(l.is_whole);
        finish(&l);
    }
}

TEST(every_reserved_word_and_mark_is_its_own_token)
{
    for (int kind = 0; kind < TOK_NAME; kind++) {
        lexed l;
        lex(&l, token_text((token_kind)kind));
        assert_int_equal(l.tokens.len, 2);
        assert_int_equal(l.tokens.data[0].kind, kind);
        assert_int_equal(l.tokens.data[0].len, strlen(token_text((token_kind)kind)));
        finish(&l);
    }
}

TEST(a_reserved_word_with_one_letter_more_or_less_is_a_name)
{
    for (int kind = 0; kind < TOK_WORD_COUNT; kind++) {
        if (kind == TOK_INIT_CONDITION)
            continue;
        strbuf b = {0};
        strbuf_printf(&b, "%s_ _%s %s0 ", token_text((token_kind)kind),
                      token_text((token_kind)kind), token_text((token_kind)kind));
        lexed l;
        lex(&l, strbuf_text(&b));
        assert_int_equal(l.tokens.len, 4);
        for (size_t i = 0; i < 3; i++)
            assert_int_equal(l.tokens.data[i].kind, TOK_NAME);
        strbuf_free(&b);
        finish(&l);
    }
}

TEST(equal_names_have_equal_numbers_and_case_matters)
{
    lexed l;
    lex(&l, "foo Foo foo _ __ x9");
    const token *t = l.tokens.data;
    assert_int_equal(t[0].name, t[2].name);
    assert_int_not_equal(t[0].name, t[1].name);
    assert_string_equal(intern_text(&l.names, t[1].name), "Foo");
    assert_string_equal(intern_text(&l.names, t[5].name), "x9");
    finish(&l);
}

TEST(init_condition_is_the_only_word_with_a_dash)
{
    expect_tokens("init-condition", "init-condition|");
    expect_tokens("init-conditionx", "init-condition|x|"); /* longest match */
    expect_tokens("init-conditio", "init|-|conditio|");
    expect_tokens("init - condition", "init|-|condition|");
    expect_tokens("xinit-condition", "xinit|-|condition|");
    expect_tokens("init_-condition", "init_|-|condition|");
    expect_tokens("init", "init|");
}

TEST(numbers_are_digits_only)
{
    expect_tokens("0 007 12345678901234567890123", "0|007|12345678901234567890123|");
    expect_tokens("1.5", "1|.|5|");
    expect_tokens("0x1F", "0|x1F|");
    expect_tokens("12ab", "12|ab|");
    expect_tokens("x.0.1", "x|.|0|.|1|");
    expect_tokens("-1", "-|1|");
}

TEST(strings_reach_to_the_first_quote_that_is_not_escaped)
{
    expect_tokens("\"\"", "\"\"|");
    expect_tokens("\"a\"\"b\"", "\"a\"|\"b\"|");
    expect_tokens("\"a\\\"b\" c", "\"a\\\"b\"|c|");
    expect_tokens("\"\\\\\" x", "\"\\\\\"|x|");
    expect_tokens("\"two\nlines\"", "\"two\nlines\"|");
    expect_tokens("\"// no comment /*\"", "\"// no comment /*\"|");
    expect_tokens("\"\xe2\x82\xac\"", "\"\xe2\x82\xac\"|");
}

TEST(comments_separate_and_do_not_nest)
{
    expect_tokens("a/**/b", "a|b|");
    expect_tokens("a//b\nc", "a|c|");
    expect_tokens("a//b\rc", "a|c|");
    expect_tokens("/* /* */ a", "a|");
    expect_tokens("/***/a/* * / */", "a|");
    expect_tokens("/*/ a */b", "b|");
    expect_tokens("// /* \nx", "x|");
    expect_tokens("/* // */x", "x|");
    expect_tokens("a / / b", "a|/|/|b|");
    expect_tokens("/* \xe2\x82\xac \" */ x // \"", "x|");
}

TEST(the_longest_mark_wins)
{
    expect_tokens("<==>", "<==>|");
    expect_tokens("<==", "<=|=|");
    expect_tokens("===>", "==|=|>|");
    expect_tokens("==>", "==>|");
    expect_tokens("<=>", "<=|>|");
    expect_tokens("$$$", "$$|$|");
    expect_tokens("!==", "!=|=|");
    expect_tokens("+=-=->", "+=|-=|->|");
    expect_tokens("a&&b||!c", "a|&&|b||||!|c|");
}

/* The naive twin: of all spellings the longest that fits. */
static size_t naive_mark(const char *s, token_kind *kind)
{
    size_t best = 0;
    for (int k = TOK_WORD_COUNT; k < TOK_NAME; k++) {
        size_t len = strlen(token_text((token_kind)k));
        if (len > best && strncmp(s, token_text((token_kind)k), len) == 0) {
            best = len;
            *kind = (token_kind)k;
        }
    }
    return best;
}

TEST(random_marks_agree_with_longest_match)
{
    static const char letters[] = "<==>==>$$!=+-->>,;";
    uint64_t seed = 0x1e8;
    for (int round = 0; round < 3000; round++) {
        char text[20] = {0};
        unsigned len = rnd_below(&seed, sizeof text);
        for (unsigned i = 0; i < len; i++)
            text[i] = letters[rnd_below(&seed, sizeof letters - 1)];
        lexed l;
        lex(&l, text);
        size_t at = 0;
        vec_each (t, &l.tokens) {
            token_kind kind = TOK_END;
            size_t want = naive_mark(text + at, &kind);
            assert_int_equal(t->kind, kind);
            assert_int_equal(t->pos, 1 + at);
            assert_int_equal(t->len, want);
            at += want;
        }
        assert_int_equal(at, strlen(text));
        finish(&l);
    }
}

TEST(what_never_ends_is_reported_at_its_start)
{
    EXPECT_ERROR("x /* a", 2, "unterminated comment", false);
    EXPECT_ERROR("/*", 0, "unterminated comment", false);
    EXPECT_ERROR("/*/", 0, "unterminated comment", false);
    EXPECT_ERROR("/* *", 0, "unterminated comment", false);
    EXPECT_ERROR("x \"abc", 2, "unterminated string", false);
    EXPECT_ERROR("\"", 0, "unterminated string", false);
    EXPECT_ERROR("\"abc\\", 0, "unterminated string", false);
    EXPECT_ERROR("\"abc\\\"", 0, "unterminated string", false);
    EXPECT_ERROR("\"a\" \"", 4, "unterminated string", false);
}

TEST(stray_characters_are_named_and_marked)
{
    EXPECT_ERROR("a @ b", 2, "unexpected character '@'", true);
    EXPECT_ERROR("a\\b", 1, "unexpected character '\\'", true);
    EXPECT_ERROR("a \x01", 2, "unexpected control character 0x01", true);
    EXPECT_ERROR("\x7f", 0, "unexpected control character 0x7f", true);
    EXPECT_ERROR("\x0b", 0, "unexpected control character 0x0b", true);
    EXPECT_ERROR("\xc2\xa0x", 0, "unexpected character '\xc2\xa0'", true);
    EXPECT_ERROR("x\xef\xbb\xbf", 1, "unexpected character '\xef\xbb\xbf'", true);
    EXPECT_ERROR("var gr\xc3\xb6\xc3\x9f"
                 "e",
                 6, "unexpected character '\xc3\xb6'", true);
    static const char strays[] = "@#?^~\\`'";
    for (size_t i = 0; i < sizeof strays - 1; i++) {
        char text[4] = {'a', strays[i], 'b', 0};
        lexed l;
        lex(&l, text);
        assert_int_equal(l.d.errors, 1);
        assert_int_equal(l.tokens.len, 4);
        assert_int_equal(vec_at(&l.tokens, 1)->kind, TOK_STRAY);
        finish(&l);
    }
}

TEST(a_single_ampersand_or_bar_is_taken_for_two)
{
    static const char *const texts[] = {"a & b", "a | b", "a &&& b"};
    static const token_kind kinds[] = {TOK_AND, TOK_OR, TOK_AND};
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        lexed l;
        lex(&l, texts[i]);
        assert_int_equal(l.d.errors, 1);
        assert_string_equal((*vec_at(&l.d.items, 0))->details->text,
                            kinds[i] == TOK_AND ? "did you mean '&&'?"
                                                : "did you mean '||'?");
        assert_int_equal(l.tokens.data[l.tokens.len - 3].kind, kinds[i]);
        finish(&l);
    }
}

TEST(what_is_no_text_is_one_error_and_no_tokens)
{
    EXPECT_ERROR("ab\0cd", 2, "NUL byte in the source: this is not a text file", false);
    EXPECT_ERROR("ab\xff", 2, "invalid UTF-8: the file has another encoding", false);
    EXPECT_ERROR("\"\xe4\"", 1, "invalid UTF-8: the file has another encoding", false);
    EXPECT_ERROR("// \xc3", 3, "invalid UTF-8: the file has another encoding", false);
    EXPECT_ERROR("\xff\0", 1, "NUL byte in the source: this is not a text file", false);
    lexed l;
    lex_bytes(&l, "a b\0", 4);
    assert_int_equal(l.tokens.len, 1);
    finish(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(an_empty_file_is_only_an_end),
        LEAK_FREE(every_reserved_word_and_mark_is_its_own_token),
        LEAK_FREE(a_reserved_word_with_one_letter_more_or_less_is_a_name),
        LEAK_FREE(equal_names_have_equal_numbers_and_case_matters),
        LEAK_FREE(init_condition_is_the_only_word_with_a_dash),
        LEAK_FREE(numbers_are_digits_only),
        LEAK_FREE(strings_reach_to_the_first_quote_that_is_not_escaped),
        LEAK_FREE(comments_separate_and_do_not_nest),
        LEAK_FREE(the_longest_mark_wins),
        LEAK_FREE(random_marks_agree_with_longest_match),
        LEAK_FREE(what_never_ends_is_reported_at_its_start),
        LEAK_FREE(stray_characters_are_named_and_marked),
        LEAK_FREE(a_single_ampersand_or_bar_is_taken_for_two),
        LEAK_FREE(what_is_no_text_is_one_error_and_no_tokens),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
