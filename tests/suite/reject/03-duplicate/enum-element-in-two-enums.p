// Element names are global, so two enums cannot share one.
enum tRequest { READ, WRITE, NONE }
enum tResponse {
  DONE,
  NONE  //~ error: 'NONE' is already declared
}
