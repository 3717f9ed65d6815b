event eAll: seq[int];  //~ error: does not support a value of type seq[int]  //~ hint: supported are int, bool, machine, enums
machine Main {
  start state S {
    entry {
      receive { case eAll: (all: seq[int]) { } }
    }
  }
}
test tc [main=Main]: { Main };
