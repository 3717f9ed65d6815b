/* icet_input.h -- the IceT programs that a command line names: .icet files, folders of
 * them, and P programs that can be translated to IceT. */
#ifndef CLI_ICET_INPUT_H
#define CLI_ICET_INPUT_H

#include "cli/model.h"

#include "icet/icet.h"

typedef struct icet_model {
    const char *name; /* its file, or the test of a P program */
    const char *path; /* the file; NULL: it comes from a P program */
    srcpos pos;       /* ... the position of the test; or SRC_NONE */
    icet_program program;
} icet_model;

typedef struct icet_input {
    sources *src;
    diag *diags;
    VEC(icet_model) models;
    /* for .icet files; a P program has its own */
    sources own_src;
    diag own_diags;
    p_model p;
    arena memory;
} icet_input;

/* Is one of INPUTS an .icet file, or a folder that has .icet files and no .p file?
 * Without inputs, looks at the current folder. */
bool icet_input_is_meant(const char *const *inputs, size_t count);

/* Prints which folders among INPUTS have .icet files that are ignored, because they
 * also have .p files. */
void icet_input_note_left_out(const options *o, const char *const *inputs,
                              size_t count);

/* P has errors: adds a note for each of its files that is in fact IceT. */
void icet_input_recognize(program *p);

/* False: DIAGS has the errors, which were not shown yet.  Call icet_input_fini in any
 * case. */
bool icet_input_load(icet_input *in, const options *o, const char *const *inputs,
                     size_t count);
void icet_input_fini(icet_input *in);

#endif
