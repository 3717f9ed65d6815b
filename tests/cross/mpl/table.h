/* table.h -- files of MPL programs with what is known of them, a row a line:
 *
 *     name <TAB> models <TAB> program <TAB> executions <TAB> blocked <TAB> yes|no
 *
 * The last three may be missing, and more columns are ignored.  Empty lines and lines
 * that begin with # are skipped; so are programs in words, which are counted.
 */
#ifndef MPL_TABLE_H
#define MPL_TABLE_H

#include "mpl.h"

typedef struct table_row {
    char *line;  /* that its texts lie in */
    size_t size; /* of LINE, as allocated */
    const char *name;
    const char *models;
    const char *text;
    mpl_program program;
    bool is_known; /* what follows was given */
    uint64_t executions;
    uint64_t blocked;
    bool has_error;
} table_row;

typedef struct table {
    VEC(table_row) rows;
    size_t in_words;
} table;

/* Adds the rows of a file.  False: a message with the line was written to stderr. */
bool table_read(table *t, const char *path);
void table_free(table *t);

#endif
