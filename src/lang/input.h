/* input.h -- which files make a program.
 *
 * The user names .p files, folders (all .p files below) and .pproj project files.
 */
#ifndef LANG_INPUT_H
#define LANG_INPUT_H

#include "lang/program.h"

#include <sys/stat.h>

typedef struct input_file {
    const char *path;
    bool is_included; /* by another project: its tests are not ours */
} input_file;

typedef struct input {
    arena memory;
    VEC(input_file) files;     /* in a reproducible order, each once */
    VEC(const char *) folders; /* that were searched */
    idmap seen_files;          /* by device and inode */
    idmap seen_projects;
    VEC(uint64_t) open_projects; /* being read, each included by the one before it */
    bool proof_target;
} input;

void input_init(input *in);
void input_fini(input *in);

/* Adds what PATH stands for; problems are reported to the program's diagnostics. */
void input_add(input *in, program *p, const char *path);

/* Nothing was named: the project file of the current folder, or the folder itself. */
void input_add_default(input *in, program *p);

/* Which file this is, whatever path led to it; and whether it is met for the first
 * time. */
uint64_t input_identity(const struct stat *info);
bool input_first_time(idmap *seen, uint64_t identity);

/* For project.c: a file or folder that a project lists.  Silent when it is neither. */
void input_add_listed(input *in, program *p, const char *path, bool is_included);

#endif
