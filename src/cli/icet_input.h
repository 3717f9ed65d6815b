/* icet_input.h -- the IceT programs that a command line names: .icet files, folders of
 * them, and programs in P that can be turned into IceT. */
#ifndef CLI_ICET_INPUT_H
#define CLI_ICET_INPUT_H

#include "cli/model.h"

#include "icet/icet.h"

typedef struct icet_model {
    const char *name; /* its file, or the test of a program in P */
    const char *path; /* the file; NULL: of a program in P */
    srcpos pos;       /* ... where that stands; or SRC_NONE */
    icet_program program;
} icet_model;

typedef struct icet_input {
    sources *src;
    diag *diags;
    VEC(icet_model) models;
    /* those of .icet files; a program in P has its own */
    sources own_src;
    diag own_diags;
    p_model p;
    arena memory;
} icet_input;

/* Is one of them an .icet file, or a folder that has such files and no .p file?
 * Without any, the present folder is asked. */
bool icet_input_is_meant(const char *const *inputs, size_t count);

/* Says which folders among them have .icet files that are not looked at, since there
 * are .p files, too. */
void icet_input_note_left_out(const options *o, const char *const *inputs,
                              size_t count);

/* P, which is not correct P: says so of files in it that are IceT. */
void icet_input_recognize(program *p);

/* False: see its DIAGS, which nobody has shown yet.  To be finished in any case. */
bool icet_input_load(icet_input *in, const options *o, const char *const *inputs,
                     size_t count);
void icet_input_fini(icet_input *in);

#endif
