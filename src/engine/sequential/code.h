/* code.h -- static facts about the text of each process.
 *
 * A statement is a program counter: it has one position in the text, and NULL is the
 * end. For each: the enclosing statement, the live variables, and the messages that may
 * still be sent.  Everything lives in the arena given to code_init.
 */
#ifndef ENGINE_SEQUENTIAL_CODE_H
#define ENGINE_SEQUENTIAL_CODE_H

#include "icet/icet.h"

typedef struct code_position {
    const icet_stmt *stmt;
    const icet_stmt *around; /* the enclosing if, for or while */
    uint64_t *live;          /* bit set: variables that may be read from here on */
    uint64_t *sends;         /* bit set: messages that may be sent from here on */
    bool local;              /* it and its blocks only compute */
} code_position;

typedef struct code_process {
    uint32_t count;           /* more than any statement id */
    code_position *positions; /* by statement id; `stmt` is NULL where there is none */
} code_process;

typedef struct code {
    const icet_program *program;
    code_process *processes;
} code;

void code_init(code *c, arena *memory, const icet_program *program);

const code_position *code_at(const code *c, uint32_t process, const icet_stmt *stmt);

/* The successor of STMT once it is done: NULL at the end.  After the last statement of
 * a loop that is the loop; *RETURNED: it is an ICET_FOR. */
const icet_stmt *code_after(const code *c, uint32_t process, const icet_stmt *stmt,
                            bool *returned);

/* ... after a break at STMT. */
const icet_stmt *code_break(const code *c, uint32_t process, const icet_stmt *stmt,
                            bool *returned);

/* Is STMT the statement AROUND, or in one of its blocks? */
bool code_inside(const code *c, uint32_t process, const icet_stmt *stmt,
                 const icet_stmt *around);

/* The innermost loop around STMT, or NULL. */
const icet_stmt *code_loop(const code *c, uint32_t process, const icet_stmt *stmt);

bool code_is_live(const code *c, uint32_t process, const icet_stmt *at, uint32_t var);

/* Is STMT, of PROCESS, a send of MESSAGE whose destination may be process TARGET? */
bool code_is_send(const icet_stmt *stmt, uint32_t process, uint32_t message,
                  uint32_t target);

/* An ICET_SEND of MESSAGE, reachable from AT, whose destination may be process TARGET;
 * NULL: there is none. */
const icet_stmt *code_may_send(const code *c, uint32_t process, const icet_stmt *at,
                               uint32_t message, uint32_t target);

/* Does the program read the size of SET? */
bool code_mentions_size(const code *c, uint32_t set);

/* Is a receive of MESSAGE reachable from AT? */
bool code_may_receive(const code *c, uint32_t process, const icet_stmt *at,
                      uint32_t message);

/* Is a loop over SET, or a nondeterministic choice from it, reachable from AT? */
bool code_may_name(const code *c, uint32_t process, const icet_stmt *at, uint32_t set);

#endif
