// A block comment that is never closed runs to the end of the file.
//~@5 error: unterminated comment
event eStart;
event eStop;
/* The messages of the election follow below.
event eVote: int;
