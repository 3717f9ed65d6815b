// Where drivers like this one go wrong. Which of these mistakes it makes, if any, is said by
// Flaw() in the files of the folder `flaws`: one of them belongs to each program.
enum tFlaw { NO_FLAW, LATE_COMPLETION, LATE_TIMEOUT, WAITER_RELEASES, EARLY_TRANSFER, HASTY_REMOVAL }
