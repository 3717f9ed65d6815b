// An alias is its type, so two aliases of different types do not fit.
type tId = int;
type tName = string;
machine Store {
  var id: tId;
  var other: int;
  var name: tName;
  start state Idle {
    entry {
      other = id;
      id = name;  //~ error: expected
      name = other;  //~ error: found int
    }
  }
}
