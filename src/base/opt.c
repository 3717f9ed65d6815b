#include "base/opt.h"

#include "base/suggest.h"

#include <assert.h>
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static const opt_spec *find_long(const opt_table *t, const char *name, size_t len)
{
    for (size_t i = 0; i < t->count; i++)
        if (strlen(t->specs[i].name) == len && memcmp(t->specs[i].name, name, len) == 0)
            return &t->specs[i];
    return NULL;
}

static const opt_spec *find_letter(const opt_table *t, char letter)
{
    for (size_t i = 0; i < t->count; i++)
        if (t->specs[i].letter == letter)
            return &t->specs[i];
    return NULL;
}

/* Does another command have the option? */
static bool is_elsewhere(const opt_table *t, const char *arg, size_t len)
{
    if (t->all == NULL)
        return false;
    return arg[1] == '-' ? find_long(t->all, arg + 2, len - 2) != NULL
                         : find_letter(t->all, arg[1]) != NULL;
}

static status unknown(const opt_table *t, const char *arg, size_t len, strbuf *why)
{
    if (is_elsewhere(t, arg, len)) {
        int shown = arg[1] == '-' ? (int)len : 2; /* -j of -j4 */
        strbuf_printf(why, "'%.*s' does not apply to '%s'", shown, arg, t->user);
        return ST_USAGE;
    }
    strbuf_printf(why, "unknown option '%.*s'", (int)len, arg);
    if (len > 2 && arg[1] == '-') {
        strbuf word = {0};
        strbuf_add(&word, arg + 2, len - 2);
        suggest s;
        suggest_start(&s, strbuf_text(&word));
        for (size_t i = 0; i < t->count; i++)
            suggest_offer(&s, t->specs[i].name);
        if (s.best != NULL)
            strbuf_printf(why, "; did you mean '--%s'?", s.best);
        strbuf_free(&word);
    }
    return ST_USAGE;
}

static bool is_choice(const char *choices, const char *value)
{
    size_t len = strlen(value);
    for (const char *c = choices; c != NULL; c = strchr(c, '|')) {
        c += *c == '|';
        if (strcspn(c, "|") == len && strncmp(c, value, len) == 0)
            return len > 0;
    }
    return false;
}

/* The word of today for VALUE: itself, unless the synonyms say otherwise. */
static const char *modern_word(const opt_spec *o, const char *value)
{
    size_t len = strlen(value);
    for (const char *s = o->synonyms; s != NULL; s = strchr(s, ',')) {
        s += *s == ',';
        if (strncmp(s, value, len) != 0 || s[len] != '=')
            continue;
        const char *word = s + len + 1;
        assert(strchr(word, ',') == NULL); /* so far there is only one */
        return word;
    }
    return value;
}

static status store_uint(const opt_spec *o, const char *text, uint64_t *out,
                         strbuf *why)
{
    assert(o->low <= o->high);
    char *end;
    errno = 0;
    unsigned long long n = strtoull(text, &end, 10);
    bool number = text[0] >= '0' && text[0] <= '9' && *end == '\0';
    if (!number || errno != 0 || n < o->low || n > o->high) {
        strbuf_printf(why, "option '--%s' needs a number from %llu to %llu, not '%s'",
                      o->name, (unsigned long long)o->low, (unsigned long long)o->high,
                      text);
        return ST_USAGE;
    }
    *out = n;
    return ST_OK;
}

/* One of 1h, 30m, 10s; or a plain number.  Units get smaller: the last one is in *LAST.
 */
static bool read_part(const char **text, uint64_t *last, uint64_t *seconds)
{
    char *end;
    uint64_t unit = 1;
    uint64_t sum;
    if (**text < '0' || **text > '9')
        return false;
    errno = 0;
    uint64_t n = strtoull(*text, &end, 10);
    if (*end == 'h')
        unit = 3600;
    else if (*end == 'm')
        unit = 60;
    else if (*end != 's' && (*end != '\0' || *last != 0))
        return false; /* 1m30 is ambiguous */
    if (errno != 0 || (*last != 0 && unit >= *last) ||
        __builtin_mul_overflow(n, unit, &n) ||
        __builtin_add_overflow(*seconds, n, &sum))
        return false;
    *last = unit;
    *seconds = sum;
    *text = *end != '\0' ? end + 1 : end;
    return true;
}

bool opt_read_time(const char *text, uint64_t *seconds)
{
    uint64_t last = 0;
    uint64_t sum = 0;
    do {
        if (!read_part(&text, &last, &sum))
            return false;
    } while (*text != '\0');
    *seconds = sum;
    return true;
}

static status store_time(const opt_spec *o, const char *text, uint64_t *out,
                         strbuf *why)
{
    uint64_t n;
    if (!opt_read_time(text, &n) || n < o->low || n > o->high) {
        strbuf_printf(why,
                      "option '--%s' needs a time such as 90, 90s, 5m or 1h30m, from "
                      "%llu to %llu seconds, not '%s'",
                      o->name, (unsigned long long)o->low, (unsigned long long)o->high,
                      text);
        return ST_USAGE;
    }
    *out = n;
    return ST_OK;
}

static status store(const opt_spec *o, const char *text, void *values, strbuf *why)
{
    void *place = (char *)values + o->offset;
    switch (o->kind) {
    case OPT_FLAG:
        *(bool *)place = true;
        return ST_OK;
    case OPT_FEW:
        if (text == NULL) {
            *(uint64_t *)place = OPT_A_FEW;
            return ST_OK;
        }
        return store_uint(o, text, place, why);
    case OPT_UINT:
        return store_uint(o, text, place, why);
    case OPT_TIME:
        return store_time(o, text, place, why);
    case OPT_MODE:
        if (text == NULL) {
            *(const char **)place = "";
            return ST_OK;
        }
        /* fall through */
    case OPT_CHOICE:
        text = modern_word(o, text);
        if (!is_choice(o->value, text)) {
            strbuf_printf(why, "option '--%s' takes %s, not '%s'", o->name, o->value,
                          text);
            return ST_USAGE;
        }
        *(const char **)place = text;
        return ST_OK;
    case OPT_LIST:
        vec_push((opt_list *)place, text);
        return ST_OK;
    case OPT_TEXT: /* a second value must not silently replace the first */
        if (*(const char **)place != NULL) {
            strbuf_printf(why, "option '--%s' is given twice", o->name);
            return ST_USAGE;
        }
        *(const char **)place = text;
        return ST_OK;
    }
    assert(false); /* no other kind */
    return ST_USAGE;
}

/* True if the value may be omitted. */
static bool has_default(const opt_spec *o)
{
    return o->kind == OPT_MODE || o->kind == OPT_FEW;
}

/* Parses the option at ARGV[*I]; its value may be the next argument. */
static status parse_one(const opt_table *t, int argc, char *const *argv, int *i,
                        void *values, opt_list *given, strbuf *why)
{
    const char *arg = argv[*i];
    assert(arg[0] == '-' && arg[1] != '\0');
    bool is_long = arg[1] == '-';
    size_t len = is_long ? strcspn(arg, "=") : 2;
    const opt_spec *o =
        is_long ? find_long(t, arg + 2, len - 2) : find_letter(t, arg[1]);
    if (o == NULL)
        return unknown(t, arg, is_long ? len : strlen(arg), why);
    const char *value = NULL;
    if (arg[len] != '\0')
        value = arg + len + (is_long ? 1 : 0);
    if (o->kind == OPT_FLAG && value != NULL) {
        strbuf_printf(why, "option '--%s' takes no value", o->name);
        return ST_USAGE;
    }
    bool has_name_alone = o->kind == OPT_FLAG || has_default(o);
    if (!has_name_alone && value == NULL) {
        if (*i + 1 >= argc) {
            strbuf_printf(why, "option '--%s' needs a value (%s)", o->name, o->value);
            return ST_USAGE;
        }
        value = argv[++*i];
    }
    if (given != NULL)
        vec_push(given, o->stands_for != NULL ? o->stands_for : o->name);
    return store(o, value, values, why);
}

status opt_parse(const opt_table *t, int argc, char *const *argv, void *values,
                 opt_list *given, opt_rest *rest, strbuf *why)
{
    bool only_rest = false;
    for (int i = 0; i < argc; i++) {
        const char *arg = argv[i];
        if (only_rest || arg[0] != '-' || arg[1] == '\0') {
            vec_push(rest, arg);
        } else if (strcmp(arg, "--") == 0) {
            only_rest = true;
        } else {
            status st = parse_one(t, argc, argv, &i, values, given, why);
            if (st != ST_OK)
                return st;
        }
    }
    return ST_OK;
}

static void add_usage(const opt_spec *o, strbuf *b)
{
    if (o->letter != 0)
        strbuf_printf(b, "-%c, ", o->letter);
    strbuf_printf(b, "--%s", o->name);
    if (has_default(o))
        strbuf_printf(b, "[=%s]", o->value);
    else if (o->kind != OPT_FLAG)
        strbuf_printf(b, "=%s", o->value);
}

enum { COLUMN = 32, WIDTH = 79 };

/* Adds TEXT from COLUMN on, with line breaks between words. */
static void add_wrapped(strbuf *out, const char *text)
{
    size_t room = WIDTH - COLUMN;
    while (strlen(text) > room) {
        size_t end = room;
        while (end > 0 && text[end] != ' ')
            end--;
        if (end == 0)
            break; /* one long word */
        strbuf_add(out, text, end);
        strbuf_putc(out, '\n');
        strbuf_fill(out, ' ', COLUMN);
        text += end + 1;
    }
    strbuf_printf(out, "%s\n", text);
}

/* The title of the section that begins with option I, or NULL. */
static const char *section_at(const opt_table *t, size_t i)
{
    const char *section = t->specs[i].section;
    return i > 0 && t->specs[i - 1].section == section ? NULL : section;
}

void opt_help(const opt_table *t, strbuf *out)
{
    for (size_t i = 0; i < t->count; i++) {
        if (t->specs[i].stands_for != NULL)
            continue;
        if (section_at(t, i) != NULL)
            strbuf_printf(out, "%s%s:\n", i > 0 ? "\n" : "", section_at(t, i));
        size_t start = out->len;
        strbuf_puts(out, "  ");
        if (t->specs[i].letter == 0)
            strbuf_puts(out, "    ");
        add_usage(&t->specs[i], out);
        size_t width = out->len - start;
        if (width >= COLUMN) {
            strbuf_putc(out, '\n');
            width = 0;
        }
        strbuf_fill(out, ' ', COLUMN - width);
        add_wrapped(out, t->specs[i].help);
    }
}

void opt_man(const opt_table *t, strbuf *out)
{
    for (size_t i = 0; i < t->count; i++) {
        if (t->specs[i].stands_for != NULL)
            continue;
        if (section_at(t, i) != NULL)
            strbuf_printf(out, ".SS %s\n", section_at(t, i));
        strbuf_puts(out, ".TP\n.B ");
        size_t start = out->len;
        add_usage(&t->specs[i], out);
        /* In man pages a bare '-' is a hyphen; options need '\-'. */
        strbuf line = {0};
        for (size_t k = start; k < out->len; k++) {
            if (out->data[k] == '-')
                strbuf_putc(&line, '\\');
            strbuf_putc(&line, out->data[k]);
        }
        out->len = start;
        strbuf_printf(out, "%s\n%s\n", strbuf_text(&line), t->specs[i].help);
        strbuf_free(&line);
    }
}
