/* outputs.h -- what results are written to, beside the terminal.
 *
 * Files are opened at once, so that it does not turn out after hours that there is
 * nowhere to write; results are added as they come; all is written at the end.  Also
 * when the run is interrupted, or when memory runs out in the middle of it, what is
 * written is a whole document.
 */
#ifndef CLI_OUTPUTS_H
#define CLI_OUTPUTS_H

#include "cli/model.h"

#include "report/result.h"

typedef enum output_kind { OUTPUT_JSON, OUTPUT_KINDS } output_kind;

typedef struct output {
    const char *path; /* NULL: not asked for */
    int file;         /* or -1 */
    strbuf text;
    size_t whole; /* so much of the text is of results that are complete */
} output;

typedef struct outputs {
    const options *o;
    sources *src;
    const char *const *inputs;
    size_t input_count;
    output all[OUTPUT_KINDS];
    size_t count;   /* results */
    strbuf command; /* that comes to the same result */
} outputs;

/* False after saying where one cannot write.  Nothing is overwritten then.  If one goes
 * to the standard output, what is printed goes to the standard error from now on. */
bool outputs_open(outputs *out, const options *o, sources *src,
                  const char *const *inputs, size_t count);

/* Before a test is run: makes room for what must be said when memory runs out in it. */
void outputs_expect(outputs *out, const ir_test *test);

void outputs_add(outputs *out, const result *r);

/* The run is over, and will end with the exit code CODE.  False after saying what could
 * not be written. */
bool outputs_close(outputs *out, int code);

/* Instead of the above when there is no memory.  R: the test that was being run, as far
 * as it is known; NULL: none was.  Allocates nothing, unless there was too little room:
 * then it is to be called once more, without the test. */
void outputs_no_memory(outputs *out, const result *r, int code);

void outputs_fini(outputs *out);

#endif
