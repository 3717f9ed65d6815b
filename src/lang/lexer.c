#include "lang/lexer.h"

#include "base/utf8.h"

#include <string.h>

typedef struct lexer {
    const source_file *file;
    const char *at;
    const char *end; /* *end is a readable NUL */
    intern *names;
    diag *d;
    token_list *out;
    bool is_whole;
} lexer;

/* Character classes in one table: the lexer's inner loops are single look-ups. */
enum { SPACE = 1, LETTER = 2, DIGIT = 4 };
static const unsigned char class_of[256] = {
    [' '] = SPACE,  ['\t'] = SPACE, ['\r'] = SPACE, ['\n'] = SPACE, ['\f'] = SPACE,
    ['_'] = LETTER, ['a'] = LETTER, ['b'] = LETTER, ['c'] = LETTER, ['d'] = LETTER,
    ['e'] = LETTER, ['f'] = LETTER, ['g'] = LETTER, ['h'] = LETTER, ['i'] = LETTER,
    ['j'] = LETTER, ['k'] = LETTER, ['l'] = LETTER, ['m'] = LETTER, ['n'] = LETTER,
    ['o'] = LETTER, ['p'] = LETTER, ['q'] = LETTER, ['r'] = LETTER, ['s'] = LETTER,
    ['t'] = LETTER, ['u'] = LETTER, ['v'] = LETTER, ['w'] = LETTER, ['x'] = LETTER,
    ['y'] = LETTER, ['z'] = LETTER, ['A'] = LETTER, ['B'] = LETTER, ['C'] = LETTER,
    ['D'] = LETTER, ['E'] = LETTER, ['F'] = LETTER, ['G'] = LETTER, ['H'] = LETTER,
    ['I'] = LETTER, ['J'] = LETTER, ['K'] = LETTER, ['L'] = LETTER, ['M'] = LETTER,
    ['N'] = LETTER, ['O'] = LETTER, ['P'] = LETTER, ['Q'] = LETTER, ['R'] = LETTER,
    ['S'] = LETTER, ['T'] = LETTER, ['U'] = LETTER, ['V'] = LETTER, ['W'] = LETTER,
    ['X'] = LETTER, ['Y'] = LETTER, ['Z'] = LETTER, ['0'] = DIGIT,  ['1'] = DIGIT,
    ['2'] = DIGIT,  ['3'] = DIGIT,  ['4'] = DIGIT,  ['5'] = DIGIT,  ['6'] = DIGIT,
    ['7'] = DIGIT,  ['8'] = DIGIT,  ['9'] = DIGIT,
};

static bool is_class(char c, int classes)
{
    return (class_of[(unsigned char)c] & classes) != 0;
}

static srcpos pos_of(const lexer *l, const char *p)
{
    return l->file->base + (srcpos)(p - l->file->text);
}

static void add(lexer *l, token_kind kind, const char *start, name_id name)
{
    token t = {kind, pos_of(l, start), (uint32_t)(l->at - start), name};
    vec_push(l->out, t);
}

static void skip_block_comment(lexer *l)
{
    const char *start = l->at;
    for (l->at += 2; l->at < l->end; l->at++) {
        if (l->at[0] == '*' && l->at[1] == '/') {
            l->at += 2;
            return;
        }
    }
    l->is_whole = false;
    diag_error(l->d, pos_of(l, start), "unterminated comment");
    diag_hint(l->d, "it needs a closing '*/'");
}

static void skip_blanks(lexer *l)
{
    for (;;) {
        while (is_class(*l->at, SPACE))
            l->at++;
        if (l->at[0] == '/' && l->at[1] == '/') {
            while (l->at < l->end && *l->at != '\n' && *l->at != '\r')
                l->at++;
        } else if (l->at[0] == '/' && l->at[1] == '*') {
            skip_block_comment(l);
        } else {
            return;
        }
    }
}

static void lex_word(lexer *l)
{
    static const char init_condition[] = "init-condition";
    enum { INIT_CONDITION_LEN = sizeof init_condition - 1 };
    const char *start = l->at;
    while (is_class(*l->at, LETTER | DIGIT))
        l->at++;
    if (l->at - start == 4 && strncmp(start, init_condition, INIT_CONDITION_LEN) == 0)
        l->at = start + INIT_CONDITION_LEN;
    name_id name = intern_put(l->names, start, (size_t)(l->at - start));
    if (name < NAME_OF_WORD(TOK_WORD_COUNT))
        add(l, (token_kind)(name - NAME_OF_WORD(0)), start, NAME_NONE);
    else
        add(l, TOK_NAME, start, name);
}

static void lex_text(lexer *l)
{
    const char *start = l->at;
    for (l->at++; l->at < l->end; l->at++) {
        if (*l->at == '"') {
            l->at++;
            add(l, TOK_TEXT, start, NAME_NONE);
            return;
        }
        if (*l->at == '\\' && l->at + 1 < l->end)
            l->at++;
    }
    l->is_whole = false;
    diag_error(l->d, pos_of(l, start), "unterminated string");
    diag_hint(l->d, "the string that starts here never finds its closing '\"'");
}

/* Longest first among those with a common start. */
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
    const char *start = l->at++;
    const char *close = l->at;
    while (close < l->end && *close != '\'' && *close != '\n')
        close++;
    if (close < l->end && *close == '\'')
        l->at = close + 1;
    add(l, TOK_STRAY, start, NAME_NONE);
}

static void report_stray(lexer *l)
{
    const char *start = l->at;
    size_t len = utf8_char(start, (size_t)(l->end - start));
    unsigned char c = (unsigned char)*start;
    if (utf8_is_control(start, len))
        diag_error(l->d, pos_of(l, start), "unexpected control character 0x%02x",
                   (unsigned char)start[len - 1]);
    else
        diag_error(l->d, pos_of(l, start), "unexpected character '%.*s'", (int)len,
                   start);
    if (c == '\'') {
        diag_hint(l->d, "strings stand in double quotes");
        skip_quoted(l);
        return;
    }
    if (c == '?')
        diag_hint(l->d, "there is no '? :'; use if and else");
    if (c == '&' || c == '|') {
        diag_hint(l->d, "did you mean '%c%c'?", c, c);
        l->at++;
        add(l, c == '&' ? TOK_AND : TOK_OR, start, NAME_NONE);
        return;
    }
    /* A word in another alphabet is one mistake, not one a letter. */
    bool is_ascii = c < 0x80;
    l->at++;
    while (!is_ascii &&
           ((unsigned char)*l->at >= 0x80 || is_class(*l->at, LETTER | DIGIT)))
        l->at++;
    add(l, TOK_STRAY, start, NAME_NONE);
}

static void lex_mark(lexer *l)
{
    const char *start = l->at;
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        const char *text = marks[i].text;
        if (text[0] != *start)
            continue;
        size_t len = strlen(text);
        if (strncmp(start, text, len) == 0) {
            l->at += len;
            add(l, marks[i].kind, start, NAME_NONE);
            return;
        }
    }
    report_stray(l);
}

/* Says what makes the file no text at all, if anything does, and where. */
static const char *find_damage(const source_file *f, size_t *where)
{
    const char *nul = memchr(f->text, '\0', f->len);
    if (nul != NULL) {
        *where = (size_t)(nul - f->text);
        return "NUL byte in the source: this is not a text file";
    }
    *where = utf8_valid_prefix(f->text, f->len);
    return *where < f->len ? "invalid UTF-8: this file is in another encoding" : NULL;
}

bool lexer_run(const source_file *file, intern *names, diag *d, token_list *out)
{
    lexer l = {file, file->text, file->text + file->len, names, d, out, true};
    size_t where;
    const char *damage = find_damage(file, &where);
    if (damage != NULL) {
        diag_error(d, file->base + (srcpos)where, "%s", damage);
        l.at = l.end;
        l.is_whole = false;
    } else if (strncmp(l.at, "\xef\xbb\xbf", 3) == 0) {
        l.at += 3; /* byte order mark */
    }
    for (;;) {
        skip_blanks(&l);
        if (l.at >= l.end)
            break;
        if (is_class(*l.at, LETTER)) {
            lex_word(&l);
        } else if (is_class(*l.at, DIGIT)) {
            const char *start = l.at;
            while (is_class(*l.at, DIGIT))
                l.at++;
            add(&l, TOK_NUMBER, start, NAME_NONE);
        } else if (*l.at == '"') {
            lex_text(&l);
        } else {
            lex_mark(&l);
        }
    }
    l.at = l.end;
    add(&l, TOK_END, l.end, NAME_NONE);
    return l.is_whole;
}
