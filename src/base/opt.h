/* opt.h -- command line options from one table.
 *
 * The table says an option's name, kind, range and help; parsing, --help and the man
 * page all read it.  Values land in the caller's struct, at the offset the table gives:
 * a `bool` for a flag, `uint64_t` for numbers, `const char *` for text and choices (of
 * a mode that is given without a value, "": the first one is meant), an `opt_list` for
 * what may be given several times.
 */
#ifndef BASE_OPT_H
#define BASE_OPT_H

#include "base/status.h"
#include "base/strbuf.h"
#include "base/vec.h"

#include <stddef.h>
#include <stdint.h>

typedef enum opt_kind {
    OPT_FLAG,
    OPT_UINT,
    OPT_TEXT,
    OPT_CHOICE,
    OPT_LIST, /* of texts */
    OPT_MODE, /* a choice; the name alone means the first one */
    OPT_FEW,  /* a number; the name alone means a few */
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
    const char *section;    /* that it belongs to, or NULL: they follow each other */
    const char *stands_for; /* of an old spelling: the name of today; help shows only
                               that one.  Or NULL */
    const char *synonyms;   /* of values: "old=new,..."; or NULL */
} opt_spec;

typedef struct opt_table {
    const opt_spec *specs;
    size_t count;
} opt_table;

typedef VEC(const char *) opt_list; /* freed by its owner */
typedef opt_list opt_rest;

/* Fills *VALUES from ARGV[0 .. ARGC-1], collects what is no option in REST, and in
 * GIVEN (may be NULL) the long names of the options that are there, in their order, old
 * spellings replaced. ST_USAGE: WHY says what is wrong, and what may have been meant.
 */
MUST_CHECK status opt_parse(const opt_table *t, int argc, char *const *argv,
                            void *values, opt_list *given, opt_rest *rest, strbuf *why);

void opt_help(const opt_table *t, strbuf *out); /* one line an option, aligned */
void opt_man(const opt_table *t, strbuf *out);  /* the same in man page form */

#endif
