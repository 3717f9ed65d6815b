#include "icet/lexer.h"

#include "base/scan.h"

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
    scan in;
    intern *names;
    icet_tokens *out;
} lexer;

static void add(lexer *l, icet_token_kind kind, const char *start, intern_id name)
{
    icet_token t = {kind, scan_pos(&l->in, start), (uint32_t)(l->in.at - start), name};
    vec_push(l->out, t);
}

static void lex_word(lexer *l)
{
    const char *start = l->in.at;
    scan_while(&l->in, SCAN_LETTER | SCAN_DIGIT);
    intern_id name = intern_put(l->names, start, (size_t)(l->in.at - start));
    if (name < T_WORD_COUNT)
        add(l, (icet_token_kind)name, start, name);
    else
        add(l, T_NAME, start, name);
}

/* A string ends on its line, so a forgotten quote affects one line only. */
static void lex_text(lexer *l)
{
    const char *start = l->in.at;
    for (l->in.at++; l->in.at < l->in.end && *l->in.at != '\n' && *l->in.at != '\r';
         l->in.at++) {
        if (*l->in.at == '"') {
            l->in.at++;
            add(l, T_TEXT, start, INTERN_NONE);
            return;
        }
        if (*l->in.at == '\\' && (l->in.at[1] == '"' || l->in.at[1] == '\\'))
            l->in.at++;
    }
    diag_error(l->in.d, scan_pos(&l->in, start), "unterminated string");
    diag_hint(l->in.d, "it needs a closing '\"' on the same line");
    add(l, T_STRAY, start, INTERN_NONE);
}

static void lex_stray(lexer *l)
{
    const char *start = l->in.at;
    scan_report_stray(&l->in);
    if (*start == '&')
        diag_hint(l->in.d, "did you mean '&&'?");
    else if (*start == '\'')
        diag_hint(l->in.d, "put strings in double quotes");
    else if (*start == '/' || *start == '%')
        diag_hint(l->in.d, "numbers can be added, subtracted and multiplied");
    scan_skip_stray(&l->in);
    add(l, T_STRAY, start, INTERN_NONE);
}

static void lex_mark(lexer *l)
{
    const char *start = l->in.at;
    for (int kind = T_WORD_COUNT; kind < T_NAME; kind++) {
        size_t len = strlen(texts[kind]);
        if (strncmp(start, texts[kind], len) == 0) {
            l->in.at += len;
            add(l, (icet_token_kind)kind, start, INTERN_NONE);
            return;
        }
    }
    lex_stray(l);
}

static void lex_one(lexer *l)
{
    const char *start = l->in.at;
    if (scan_is(*start, SCAN_DIGIT)) {
        scan_while(&l->in, SCAN_DIGIT);
        add(l, T_NUMBER, start, INTERN_NONE);
    } else if (scan_is(*start, SCAN_LETTER)) {
        lex_word(l);
    } else if (*start == '"') {
        lex_text(l);
    } else {
        lex_mark(l);
    }
}

bool icet_lex(const source_file *file, intern *names, diag *d, icet_tokens *out)
{
    lexer l = {.names = names, .out = out};
    scan *in = &l.in;
    scan_init(in, file, d);
    for (scan_blanks(in); in->at < in->end; scan_blanks(in))
        lex_one(&l);
    in->at = in->end;
    add(&l, T_END, in->end, INTERN_NONE);
    return in->is_whole;
}
