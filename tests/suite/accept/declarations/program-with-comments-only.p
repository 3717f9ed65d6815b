// A program without any declaration is accepted.

/* nothing to see
   here */
