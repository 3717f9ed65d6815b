/* outputs.h -- what results are written to, beside the terminal.
 *
 * Files are opened before the first test is run, so that it does not turn out after
 * hours that there is nowhere to write; results are added as they come; all is written
 * at the end.  Also when the run is interrupted, or when memory runs out in the middle
 * of it, what is written is a whole document.
 *
 * A zeroed one is that of a rank which writes nothing.
 */
#ifndef CLI_OUTPUTS_H
#define CLI_OUTPUTS_H

#include "cli/model.h"

#include "report/junit.h"
#include "report/sarif.h"

typedef enum output_kind {
    OUTPUT_JSON,
    OUTPUT_JUNIT,
    OUTPUT_SARIF,
    OUTPUT_DOT,
    OUTPUT_DOT_STATES,
    OUTPUT_HTML,
    OUTPUT_SUMMARY, /* the table in GitHub Actions, added to what is in its file */
    OUTPUT_KINDS
} output_kind;

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
    size_t count;    /* results */
    strbuf messages; /* what is said of the model, as JSON */
    strbuf command;  /* that comes to the same result */
    junit junit;
    sarif sarif;
    bool has_annotations; /* for GitHub, among what is printed */
    path_map files;       /* for those */
    strbuf annotation;
} outputs;

void outputs_init(outputs *out, const options *o, const char *const *inputs,
                  size_t count);
/* The same, but of all only the page, for those who have nothing else to tell. */
void outputs_init_page(outputs *out, const options *o, const char *const *inputs,
                       size_t count);
void outputs_fini(outputs *out);

/* Adds what is said of the model, before it is printed and forgotten; the second is for
 * model_load.  OUT: outputs. */
void outputs_see(outputs *out, sources *src, diag *d);
void outputs_see_model(void *out, program *p);

/* What is to be written as a whole, before outputs_open; NULL: nobody wants it. */
strbuf *outputs_text(outputs *out, output_kind kind);

/* After the model was seen.  False after saying where one cannot write.  Nothing is
 * overwritten then.  If one goes to the standard output, what is printed goes to the
 * standard error from now on. */
bool outputs_open(outputs *out);

/* Instead, if the model has errors: those who tell of them are written, so that nobody
 * takes what an earlier run wrote for the result. */
bool outputs_give_up(outputs *out, int code);

/* Before a test is run: makes room for what must be said when memory runs out in it. */
void outputs_expect(outputs *out, const ir_test *test);

/* A result of IceT has its command. */
void outputs_add(outputs *out, const result *r);

/* The run is over, and will end with the exit code CODE.  False after saying what could
 * not be written. */
bool outputs_close(outputs *out, int code);

/* Instead of the above when there is no memory: what was being added is dropped; tests
 * that are not done are added, as far as they are known; all is written.  Allocates
 * nothing, unless there was too little room: then once more from the beginning, without
 * tests. */
void outputs_rescue(outputs *out);
void outputs_rescue_result(outputs *out, const result *r);
void outputs_rescue_end(outputs *out, int code);

#endif
