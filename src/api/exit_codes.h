/* exit_codes.h -- the exit codes of `synod` and of every program compiled from a model
 * in C. */
#ifndef API_EXIT_CODES_H
#define API_EXIT_CODES_H

enum {
    EXIT_OK = 0,       /* every test is fine, as far as its verdict says */
    EXIT_VIOLATED = 1, /* a test is violated */
    EXIT_INPUT = 2,    /* the input, the command line or an output file is wrong */
    EXIT_UNKNOWN = 3,  /* a limit was reached first, or there is no proof */
    EXIT_FAULT = 4,    /* a fault in Synod, or no memory to begin with */
};

#endif
