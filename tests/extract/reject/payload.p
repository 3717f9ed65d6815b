event eAll: seq[int];  //~ error: cannot take a value of type seq[int]  //~ hint: it knows int, bool, machine, enums
machine Main {
  start state S {
    entry {
      receive { case eAll: (all: seq[int]) { } }
    }
  }
}
test tc [main=Main]: { Main };
