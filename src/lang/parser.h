/* parser.h -- text to tree.
 *
 * Recursive descent; expressions by precedence climbing.  After a mistake the parser
 * skips to the next statement or declaration and continues, so one run reports many.
 */
#ifndef LANG_PARSER_H
#define LANG_PARSER_H

#include "lang/program.h"

/* Adds the declarations of FILE to the program.  Without KEEP_TESTS it parses tests,
 * but does not add them: those of included projects. */
void parser_run(program *p, const source_file *file, bool keep_tests);

#endif
