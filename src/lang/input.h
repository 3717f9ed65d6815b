/* input.h -- finds the files of a program.
 *
 * The user names .p files, .pproj project files, folders, and "-", the standard input.
 * A folder stands for its project file, or else for all .p files below it. Links
 * to folders that lie in a folder are not followed: one to / would lead everywhere.
 */
#ifndef LANG_INPUT_H
#define LANG_INPUT_H

#include "lang/program.h"

#include <sys/stat.h>

typedef struct input_file {
    const char *path; /* or "-" */
    bool is_included; /* from an included project, whose tests do not count */
} input_file;

typedef struct input {
    arena memory;
    VEC(input_file) files;     /* in a reproducible order, each once */
    VEC(const char *) folders; /* that were searched */
    idmap seen_files;          /* by device and inode */
    idmap seen_projects;
    VEC(uint64_t) open_projects; /* being read, each included by the one before it */
    bool proof_target;
    bool is_refused; /* it is not known which files are meant: read none */
} input;

void input_init(input *in);
void input_fini(input *in);

/* Adds the files that PATH names; reports problems to the program's diagnostics. */
void input_add(input *in, program *p, const char *path);

bool input_is_standard(const char *path); /* "-": the standard input */

/* Adds the current folder. */
void input_add_default(input *in, program *p);

/* Identifies a file, independent of its path. */
uint64_t input_identity(const struct stat *info);

/* Links to folders are followed only if the user names them. */
bool input_is_link(const char *path);

/* For project.c: a file or folder that a project lists.  Ignores anything else. */
void input_add_listed(input *in, program *p, const char *path, bool is_included);

#endif
