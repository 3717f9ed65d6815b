#include "report/html.h"

#include "report/page/page.h"
#include "unit.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What the page contains between the parts that are always the same. */
static char *data_of(const sources *s, const char *json, size_t len, size_t *out_len)
{
    strbuf b = {0};
    html_page(s, json, len, &b);
    assert_true(b.len > page_head_len + page_tail_len);
    assert_memory_equal(b.data, page_head, page_head_len);
    assert_memory_equal(b.data + b.len - page_tail_len, page_tail, page_tail_len);
    *out_len = b.len - page_head_len - page_tail_len;
    char *data = malloc(*out_len + 1);
    memcpy(data, b.data + page_head_len, *out_len);
    data[*out_len] = '\0';
    strbuf_free(&b);
    return data;
}

static json_t *parsed(const char *data, size_t len)
{
    json_error_t why;
    json_t *j = json_loadb(data, len, 0, &why);
    if (j == NULL)
        fail_msg("%s at %d: %s", why.text, why.position, data);
    return j;
}

/* No byte that HTML or a script's end could be made of. */
static void expect_harmless(const char *data, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        assert_int_not_equal(data[i], '<');
        assert_int_not_equal(data[i], '>');
        assert_int_not_equal(data[i], '&');
        assert_true(i + 3 > len || memcmp(data + i, "\xe2\x80\xa8", 3) != 0);
        assert_true(i + 3 > len || memcmp(data + i, "\xe2\x80\xa9", 3) != 0);
    }
}

/* A page whose report is the one string TEXT, and whose only source is named and
 * contains it too: all three must come back as they were. */
static void expect_carried(const char *text, size_t len)
{
    sources s;
    sources_init(&s);
    char *path = malloc(len + 1);
    memcpy(path, text, len);
    path[len] = '\0';
    sources_add(&s, path, text, len);
    strbuf json = {0};
    strbuf_json(&json, text, len);
    size_t data_len;
    char *data = data_of(&s, strbuf_text(&json), json.len, &data_len);
    expect_harmless(data, data_len);
    json_t *j = json_loadb(data, data_len, JSON_ALLOW_NUL, NULL);
    assert_non_null(j);
    json_t *source = json_array_get(json_object_get(j, "sources"), 0);
    json_t *all[] = {json_object_get(j, "report"), json_object_get(source, "text")};
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(json_string_length(all[i]), len);
        assert_memory_equal(json_string_value(all[i]), text, len);
    }
    assert_string_equal(json_string_value(json_object_get(source, "file")), path);
    json_decref(j);
    free(data);
    free(path);
    strbuf_free(&json);
    sources_fini(&s);
}

TEST(what_could_be_markup_is_escaped_and_means_the_same)
{
    static const char *const texts[] = {"",
                                        "plain",
                                        "</script><img src=x onerror=alert(1)>",
                                        "<!-- <script> ]]> &lt; &amp;",
                                        "\xe2\x80\xa8 and \xe2\x80\xa9",
                                        "\xe2\x80\xa7\xe2\x80\xaa", /* almost these */
                                        "\\u003c \\ \" \n\t\r\x01\x7f",
                                        "\xf0\x9f\x98\x80 \xc3\xa9"};
    for (size_t i = 0; i < COUNT_OF(texts); i++)
        expect_carried(texts[i], strlen(texts[i]));
}

TEST(the_exact_escapes)
{
    sources s;
    sources_init(&s);
    size_t len;
    static const char in[] = "[\"<a>&\xe2\x80\xa8\xe2\x80\xa9\xe2\x80\xaa\"]";
    char *data = data_of(&s, in, strlen(in), &len);
    assert_string_equal(
        data, "{\"sources\":[],\"report\":[\"\\u003ca\\u003e\\u0026\\u2028\\u2029"
              "\xe2\x80\xaa\"]}");
    free(data);
    sources_fini(&s);
}

TEST(bytes_that_are_no_text_are_replaced)
{
    sources s;
    sources_init(&s);
    sources_add(&s, "a\xff.p", "x\xe2\x80", 3);
    size_t len;
    char *data = data_of(&s, "1", 1, &len);
    assert_string_equal(data, "{\"sources\":[{\"file\":\"a\xef\xbf\xbd.p\","
                              "\"text\":\"x\xef\xbf\xbd\xef\xbf\xbd\"}],\"report\":1}");
    free(data);
    sources_fini(&s);
}

TEST(no_report_is_null_and_sources_keep_their_order)
{
    sources s;
    sources_init(&s);
    sources_add(&s, "b.p", "2", 1);
    sources_add(&s, "a.p", "1", 1);
    size_t len;
    char *data = data_of(&s, NULL, 0, &len);
    assert_string_equal(data,
                        "{\"sources\":[{\"file\":\"b.p\",\"text\":"
                        "\"2\"},{\"file\":\"a.p\",\"text\":\"1\"}],\"report\":null}");
    json_decref(parsed(data, len));
    free(data);
    sources_fini(&s);
}

TEST(random_texts_are_carried)
{
    /* Many of the pieces that matter, in any order. */
    static const char *const pieces[] = {
        "<",         ">",       "&",  "\xe2\x80\xa8", "\xe2\x80\xa9", "\xe2\x80\xaa",
        "</script>", "<!--",    "\"", "\\",           "\n",           "\x1b",
        "a",         "\xc3\xa9"};
    uint64_t seed = 5;
    for (int round = 0; round < 2000; round++) {
        strbuf b = {0};
        for (int n = 0; n < round % 12; n++)
            strbuf_puts(&b, pieces[rnd_below(&seed, COUNT_OF(pieces))]);
        expect_carried(strbuf_text(&b), b.len);
        strbuf_free(&b);
    }
}

TEST(a_page_can_be_made_in_pieces)
{
    sources s;
    sources_init(&s);
    sources_add(&s, "a.p", "<1>", 3);
    static const char json[] = "{\"a\": \"<&>\"}";
    strbuf whole = {0};
    strbuf pieces = {0};
    html_page(&s, json, strlen(json), &whole);
    html_begin(&s, &pieces);
    for (size_t i = 0; i < strlen(json); i++)
        html_json(json + i, 1, &pieces);
    size_t before = pieces.len;
    html_end(&pieces);
    assert_int_equal(pieces.len - before, html_end_size());
    assert_string_equal(strbuf_text(&pieces), strbuf_text(&whole));
    strbuf_free(&whole);
    strbuf_free(&pieces);
    sources_fini(&s);
}

static const char *find(const char *text, size_t len, const char *what)
{
    return memmem(text, len, what, strlen(what));
}

TEST(the_page_allows_its_own_script_and_nothing_else)
{
    const char *head = (const char *)page_head;
    const char *policy =
        find(head, page_head_len, "http-equiv=\"Content-Security-Policy\"");
    assert_non_null(policy);
    assert_non_null(find(head, page_head_len, "default-src 'none'"));
    assert_non_null(find(head, page_head_len, "script-src 'sha256-"));
    assert_non_null(find(head, page_head_len, "style-src 'sha256-"));
    assert_null(find(head, page_head_len, "unsafe-"));
    assert_null(find((const char *)page_tail, page_tail_len, "innerHTML"));
    assert_null(find((const char *)page_tail, page_tail_len, "insertAdjacentHTML"));
    assert_null(find((const char *)page_tail, page_tail_len, "document.write"));
    assert_null(find((const char *)page_tail, page_tail_len, "eval("));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(what_could_be_markup_is_escaped_and_means_the_same),
        LEAK_FREE(the_exact_escapes),
        LEAK_FREE(bytes_that_are_no_text_are_replaced),
        LEAK_FREE(no_report_is_null_and_sources_keep_their_order),
        LEAK_FREE(random_texts_are_carried),
        LEAK_FREE(a_page_can_be_made_in_pieces),
        LEAK_FREE(the_page_allows_its_own_script_and_nothing_else),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
