// A parameter of a global function that is never mentioned is unused.
fun Scale(n: int, unit: string, factor: int): int {  //~ warning: unused parameter 'unit'
  return n * factor;
}

machine Meter {
  start state Run { entry { print format("{0}", Scale(2, "cm", 10)); } }
}
