// The size is built from literals, fields, global parameters, operators and 'sizeof'.
param nNodes: int;
event eA: int; event eB: int; event eC: int; event eD: int; event eE: int; event eF: int;
machine Leader {
  var peers: set[machine];
  var need: int;
  start state Collect {
    on quorum (3) eA do { }
    on quorum (need) eB do (ns: seq[int]) { need = need + sizeof(ns); }
    on quorum (nNodes) eC do { }
    on quorum (nNodes / 2 + 1) eD do (ns: seq[int]) { }
    on quorum (sizeof(peers) - (need - 1) * 2 % 7) eE do { }
    on quorum ((-need + nNodes)) eF do (ns: seq[int]) { }
  }
}
