/* outputs.h -- the documents that results are written to: JSON, JUnit, SARIF, HTML, ...
 *
 * Paths are tried before the first test runs, so that one that cannot be written is
 * found at once and not after hours.  Results are added as they come, and everything is
 * written at the end: each file whole or not at all (newfile.h).  The documents are
 * complete even if the run is interrupted or memory runs out; if it is killed, those of
 * an earlier run remain.
 *
 * A zeroed struct is for a rank that writes nothing.
 */
#ifndef CLI_OUTPUTS_H
#define CLI_OUTPUTS_H

#include "cli/model.h"

#include "base/newfile.h"
#include "report/junit.h"
#include "report/sarif.h"

typedef enum output_kind {
    OUTPUT_JSON,
    OUTPUT_JUNIT,
    OUTPUT_SARIF,
    OUTPUT_DOT,
    OUTPUT_DOT_STATES,
    OUTPUT_HTML,
    OUTPUT_SUMMARY, /* the table for GitHub Actions, appended to its file */
    OUTPUT_KINDS
} output_kind;

typedef struct output {
    const char *path; /* NULL: not wanted */
    newfile file;
    strbuf text;
    size_t whole; /* length of the text up to the last complete result */
} output;

typedef struct outputs {
    const options *o;
    sources *src;
    const char *const *inputs;
    size_t input_count;
    output all[OUTPUT_KINDS];
    size_t count;    /* results */
    strbuf messages; /* errors and warnings about the model, as JSON */
    strbuf command;  /* that reproduces the result */
    junit junit;
    sarif sarif;
    bool has_annotations; /* for GitHub, on the standard output */
    path_map files;       /* for the annotations */
    strbuf annotation;
} outputs;

void outputs_init(outputs *out, const options *o, const char *const *inputs,
                  size_t count);
/* The same, but only for the HTML page. */
void outputs_init_page(outputs *out, const options *o, const char *const *inputs,
                       size_t count);
void outputs_fini(outputs *out);

/* Adds errors and warnings about the model, before they are printed and dropped.  The
 * second is for model_load; its OUT is an outputs. */
void outputs_see(outputs *out, sources *src, diag *d);
void outputs_see_model(void *out, program *p);

/* The text of a document that the caller writes itself, before outputs_open; NULL: it
 * is not wanted. */
strbuf *outputs_text(outputs *out, output_kind kind);

/* Tries all files, after the model was seen.  False: a file cannot be written, which
 * was printed; then no file is overwritten.  If a document goes to the standard output,
 * everything else that is printed goes to the standard error from now on.  If one goes
 * to a file, a closed standard output no longer ends the process. */
bool outputs_open(outputs *out);

/* Call this instead if the model has errors: writes the documents that report errors,
 * so that the documents of an earlier run are not mistaken for the result. */
bool outputs_give_up(outputs *out, int code);

/* The same in parts, where the model has no errors and yet there is nothing to check:
 * adds the reason to the messages on the model; opens these documents. */
void outputs_see_reason(outputs *out, const diag_item *item);
bool outputs_open_without_results(outputs *out);

/* Does a document show runs step by step? */
bool outputs_show_runs(const outputs *out);

/* Before a test: reserves memory for its result in case memory runs out. */
void outputs_expect(outputs *out, const ir_test *test);

/* A result of IceT must have its command. */
void outputs_add(outputs *out, const result *r);

/* The run is over, and will exit with CODE.  False: a document could not be written,
 * which was printed. */
bool outputs_close(outputs *out, int code);

/* Call these instead when memory has run out: outputs_rescue drops a result that was
 * being added, outputs_rescue_result adds a test that is not done, outputs_rescue_end
 * writes everything.  They allocate only if too little was reserved; if that fails, the
 * caller calls the first and the last again. */
void outputs_rescue(outputs *out);
void outputs_rescue_result(outputs *out, const result *r);
void outputs_rescue_end(outputs *out, int code);

#endif
