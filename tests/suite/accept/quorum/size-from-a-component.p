// The size may be a component of a field.
type tConfig = (nodes: int, faults: int);
event eVote: int;
event eEcho: int;
event eReady: int;
machine Replica {
  var config: tConfig;
  var limits: map[string, int];
  var pair: (int, int);
  start state Run {
    on quorum (config.nodes - config.faults) eVote do (votes: seq[int]) { }
    on quorum (pair.1 + 1) eEcho do (echoes: seq[int]) { }
    on quorum (limits["ready"]) eReady do { }
  }
}
