#include "icet/lexer.h"

#include "base/ascii.h"
#include "base/utf8.h"

#include <string.h>

static const char *const texts[] = {
#define WORD(kind, text)  text,
#define MARK(kind, text)  text,
#define OTHER(kind, text) text,
#include "icet/token.def"
};

const char *icet_token_text(icet_token_kind kind)
{
    return texts[kind];
}

void icet_names_init(intern *names)
{
    intern_init(names);
    for (int kind = 0; kind < T_WORD_COUNT; kind++) {
        intern_id id = intern_puts(names, texts[kind]);
        assert(id == (intern_id)kind);
        (void)id;
    }
}

typedef struct lexer {
    const source_file *file;
    const char *at;
    const char *end; /* *end is a readable NUL */
    intern *names;
    diag *d;
    icet_tokens *out;
    bool is_whole;
} lexer;

static srcpos pos_of(const lexer *l, const char *p)
{
    return l->file->base + (srcpos)(p - l->file->text);
}

static void add(lexer *l, icet_token_kind kind, const char *start, intern_id name)
{
    icet_token t = {kind, pos_of(l, start), (uint32_t)(l->at - start), name};
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
        while (ascii_is_space(*l->at))
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
    const char *start = l->at;
    while (ascii_is_word(*l->at))
        l->at++;
    intern_id name = intern_put(l->names, start, (size_t)(l->at - start));
    if (name < T_WORD_COUNT)
        add(l, (icet_token_kind)name, start, name);
    else
        add(l, T_NAME, start, name);
}

/* A string ends on its line, so that a forgotten quote spoils one line only. */
static void lex_text(lexer *l)
{
    const char *start = l->at;
    for (l->at++; l->at < l->end && *l->at != '\n' && *l->at != '\r'; l->at++) {
        if (*l->at == '"') {
            l->at++;
            add(l, T_TEXT, start, INTERN_NONE);
            return;
        }
        if (*l->at == '\\' && (l->at[1] == '"' || l->at[1] == '\\'))
            l->at++;
    }
    diag_error(l->d, pos_of(l, start), "unterminated string");
    diag_hint(l->d, "it needs a closing '\"' on the same line");
    add(l, T_STRAY, start, INTERN_NONE);
}

static void report_stray(lexer *l)
{
    const char *start = l->at;
    size_t len = utf8_char(start, (size_t)(l->end - start));
    if (utf8_is_control(start, len))
        diag_error(l->d, pos_of(l, start), "unexpected control character 0x%02x",
                   (unsigned char)start[len - 1]);
    else
        diag_error(l->d, pos_of(l, start), "unexpected character '%.*s'", (int)len,
                   start);
    if (*start == '&')
        diag_hint(l->d, "did you mean '&&'?");
    else if (*start == '\'')
        diag_hint(l->d, "strings stand in double quotes");
    else if (*start == '/' || *start == '%')
        diag_hint(l->d, "numbers can be added, subtracted and multiplied");
    /* A word in another alphabet is one mistake, not one a letter. */
    l->at++;
    while ((unsigned char)*start >= 0x80 &&
           ((unsigned char)*l->at >= 0x80 || ascii_is_word(*l->at)))
        l->at++;
    add(l, T_STRAY, start, INTERN_NONE);
}

static void lex_mark(lexer *l)
{
    const char *start = l->at;
    for (int kind = T_WORD_COUNT; kind < T_NAME; kind++) {
        size_t len = strlen(texts[kind]);
        if (strncmp(start, texts[kind], len) == 0) {
            l->at += len;
            add(l, (icet_token_kind)kind, start, INTERN_NONE);
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

static void lex_one(lexer *l)
{
    const char *start = l->at;
    if (ascii_is_digit(*start)) {
        while (ascii_is_digit(*l->at))
            l->at++;
        add(l, T_NUMBER, start, INTERN_NONE);
    } else if (ascii_is_word(*start)) {
        lex_word(l);
    } else if (*start == '"') {
        lex_text(l);
    } else {
        lex_mark(l);
    }
}

bool icet_lex(const source_file *file, intern *names, diag *d, icet_tokens *out)
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
    for (skip_blanks(&l); l.at < l.end; skip_blanks(&l))
        lex_one(&l);
    l.at = l.end;
    add(&l, T_END, l.end, INTERN_NONE);
    return l.is_whole;
}
