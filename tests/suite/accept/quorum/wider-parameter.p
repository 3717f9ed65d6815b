// The parameter of a quorum handler need only accept the sequence of payloads.
event eInt: int; event eRef: Hub; event eFact: (int, string); event eNone; event eMore; event eStop;
type tNumbers = seq[int];
event eCount: int;
machine Hub {
  start state Run {
    on quorum (2) eInt do (all: seq[any]) { }
    on quorum (2) eRef do (all: seq[machine]) { }
    on quorum (2) eFact do (all: seq[(data, any)]) { }
    on quorum (2) eNone do (all: any) { }
    on quorum (2) eMore do (all: seq[any]) { assert sizeof(all) == 2; }
    on quorum (2) eStop do (all: seq[machine]) { }
    on quorum (2) eCount do (all: tNumbers) { assert all[0] == all[1]; }
  }
}
