/* parser.h -- text to tree.
 *
 * Recursive descent; expressions by precedence climbing.  After a mistake the parser
 * skips to the next statement or declaration and goes on, so that one run reports many.
 */
#ifndef LANG_PARSER_H
#define LANG_PARSER_H

#include "lang/program.h"

/* Adds the declarations of FILE to the program.  Tests of projects that are merely
 * included are parsed, but not KEEP_TESTS. */
void parser_run(program *p, const source_file *file, bool keep_tests);

#endif
