// Two elements of an enum cannot have the same number.
enum tPriority {
  LOW = 1,
  MEDIUM = 3,
  HIGH = 3  //~ error: value 3 appears twice
}
