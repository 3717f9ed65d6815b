#include "lang/lexer.h"

#include "base/scan.h"

#include <string.h>

typedef struct lexer {
    scan in;
    intern *names;
    token_list *out;
} lexer;

static void add(lexer *l, token_kind kind, const char *start, name_id name)
{
    token t = {kind, scan_pos(&l->in, start), (uint32_t)(l->in.at - start), name};
    vec_push(l->out, t);
}

static void lex_word(lexer *l)
{
    static const char init_condition[] = "init-condition";
    enum { INIT_CONDITION_LEN = sizeof init_condition - 1 };
    const char *start = l->in.at;
    scan_while(&l->in, SCAN_LETTER | SCAN_DIGIT);
    if (l->in.at - start == 4 &&
        strncmp(start, init_condition, INIT_CONDITION_LEN) == 0)
        l->in.at = start + INIT_CONDITION_LEN;
    name_id name = intern_put(l->names, start, (size_t)(l->in.at - start));
    if (name < NAME_OF_WORD(TOK_WORD_COUNT))
        add(l, (token_kind)(name - NAME_OF_WORD(0)), start, NAME_NONE);
    else
        add(l, TOK_NAME, start, name);
}

static void lex_text(lexer *l)
{
    const char *start = l->in.at;
    for (l->in.at++; l->in.at < l->in.end; l->in.at++) {
        if (*l->in.at == '"') {
            l->in.at++;
            add(l, TOK_TEXT, start, NAME_NONE);
            return;
        }
        if (*l->in.at == '\\' && l->in.at + 1 < l->in.end)
            l->in.at++;
    }
    l->in.is_whole = false;
    diag_error(l->in.d, scan_pos(&l->in, start), "unterminated string");
    diag_hint(l->in.d, "the string that starts here has no closing '\"'");
}

/* Longer marks come before their prefixes. */
static const struct {
    char text[5];
    token_kind kind;
} marks[] = {
    {"<==>", TOK_IFF},   {"==>", TOK_IMPLIES}, {"$$", TOK_DOLLAR_DOLLAR},
    {"&&", TOK_AND},     {"||", TOK_OR},       {"==", TOK_EQ},
    {"!=", TOK_NE},      {"<=", TOK_LE},       {">=", TOK_GE},
    {"->", TOK_ARROW},   {"+=", TOK_INSERT},   {"-=", TOK_REMOVE},
    {"$", TOK_DOLLAR},   {"!", TOK_NOT},       {"<", TOK_LT},
    {">", TOK_GT},       {"=", TOK_ASSIGN},    {"+", TOK_PLUS},
    {"-", TOK_MINUS},    {"*", TOK_STAR},      {"/", TOK_SLASH},
    {"%", TOK_PERCENT},  {"{", TOK_LBRACE},    {"}", TOK_RBRACE},
    {"[", TOK_LBRACKET}, {"]", TOK_RBRACKET},  {"(", TOK_LPAREN},
    {")", TOK_RPAREN},   {";", TOK_SEMICOLON}, {",", TOK_COMMA},
    {".", TOK_DOT},      {":", TOK_COLON},
};

/* 'text' is one mistake, up to its second quote on the same line. */
static void skip_quoted(lexer *l)
{
    const char *start = l->in.at++;
    const char *close = l->in.at;
    while (close < l->in.end && *close != '\'' && *close != '\n')
        close++;
    if (close < l->in.end && *close == '\'')
        l->in.at = close + 1;
    add(l, TOK_STRAY, start, NAME_NONE);
}

static void lex_stray(lexer *l)
{
    const char *start = l->in.at;
    scan_report_stray(&l->in);
    if (*start == '\'') {
        diag_hint(l->in.d, "put strings in double quotes");
        skip_quoted(l);
        return;
    }
    if (*start == '?')
        diag_hint(l->in.d, "there is no '? :'; use if and else");
    if (*start == '&' || *start == '|') {
        diag_hint(l->in.d, "did you mean '%c%c'?", *start, *start);
        l->in.at++;
        add(l, *start == '&' ? TOK_AND : TOK_OR, start, NAME_NONE);
        return;
    }
    scan_skip_stray(&l->in);
    add(l, TOK_STRAY, start, NAME_NONE);
}

static void lex_mark(lexer *l)
{
    const char *start = l->in.at;
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        const char *text = marks[i].text;
        if (text[0] != *start)
            continue;
        size_t len = strlen(text);
        if (strncmp(start, text, len) == 0) {
            l->in.at += len;
            add(l, marks[i].kind, start, NAME_NONE);
            return;
        }
    }
    lex_stray(l);
}

static void lex_one(lexer *l)
{
    const char *start = l->in.at;
    if (scan_is(*start, SCAN_LETTER)) {
        lex_word(l);
    } else if (scan_is(*start, SCAN_DIGIT)) {
        scan_while(&l->in, SCAN_DIGIT);
        add(l, TOK_NUMBER, start, NAME_NONE);
    } else if (*start == '"') {
        lex_text(l);
    } else {
        lex_mark(l);
    }
}

bool lexer_run(const source_file *file, intern *names, diag *d, token_list *out)
{
    lexer l = {.names = names, .out = out};
    scan *in = &l.in;
    scan_init(in, file, d);
    for (scan_blanks(in); in->at < in->end; scan_blanks(in))
        lex_one(&l);
    in->at = in->end;
    add(&l, TOK_END, in->end, NAME_NONE);
    return in->is_whole;
}
