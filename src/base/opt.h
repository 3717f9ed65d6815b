/* opt.h -- command line options from one table.
 *
 * The table gives each option's name, kind, range and help; parsing, --help and the man
 * page all read it.  opt_parse stores values in the caller's struct, at the offset that
 * the table gives: a `bool` for a flag, `uint64_t` for numbers and times, `const char
 * *` for text and choices ("" for a mode given without a value, which means its first
 * choice), an `opt_list` for options that may be repeated.
 */
#ifndef BASE_OPT_H
#define BASE_OPT_H

#include "base/status.h"
#include "base/strbuf.h"
#include "base/vec.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum opt_kind {
    OPT_FLAG,
    OPT_UINT,
    OPT_TIME, /* in seconds: 90, 90s, 5m or 1h30m */
    OPT_TEXT,
    OPT_CHOICE,
    OPT_LIST, /* of texts */
    OPT_MODE, /* a choice; without a value: the first one */
    OPT_FEW,  /* a number; without a value: OPT_A_FEW */
} opt_kind;

enum { OPT_A_FEW = 5 };

typedef struct opt_spec {
    const char *name; /* long name, without the dashes */
    char letter;      /* short name, or 0 */
    opt_kind kind;
    const char *value; /* how help names the value; choices: "a|b|c" */
    uint64_t low, high;
    const char *help;
    size_t offset;
    const char *section;    /* title in --help, or NULL; adjacent options share it */
    const char *stands_for; /* of an old spelling: the name of today; help shows only
                               that one.  Or NULL */
    const char *synonyms;   /* of values: "old=new,..."; or NULL */
} opt_spec;

typedef struct opt_table {
    const opt_spec *specs;
    size_t count;
    const struct opt_table *all; /* the options of all commands, or NULL */
    const char *user;            /* with ALL: the command that has these */
} opt_table;

typedef VEC(const char *) opt_list; /* freed by its owner */
typedef opt_list opt_rest;

/* Fills *VALUES from ARGV[0 .. ARGC-1]; appends other arguments to REST and, unless
 * GIVEN is NULL, the long name of each option to GIVEN, in order
 * and in today's spelling.  ST_USAGE: WHY says
 * what is wrong, and suggests a correction. */
MUST_CHECK status opt_parse(const opt_table *t, int argc, char *const *argv,
                            void *values, opt_list *given, opt_rest *rest, strbuf *why);

/* Reads a time as of OPT_TIME.  False: TEXT is none, or it is longer than 2^64 - 1
 * seconds. */
MUST_CHECK bool opt_read_time(const char *text, uint64_t *seconds);

void opt_help(const opt_table *t, strbuf *out); /* one aligned line per option */
void opt_man(const opt_table *t, strbuf *out);  /* the same in man page form */

#endif
