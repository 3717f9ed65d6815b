// In a program with proofs the fields of a machine can be read through a reference, in invariants and in code.
type tState = (round: int, log: map[int, string]);
event eSync: (peer: Node);
machine Node {
  var st: tState; var peer: Node; var all: set[machine]; var marks: map[int, bool];
  start state Run {
    on eSync do (s: (peer: Node)) {
      if (s.peer.st.round > st.round) st.round = s.peer.st.round;
      assert peer.peer.st.round == 0 ==> this in peer.all;
    }
  }
}
invariant rounds: forall (n: Node) :: n.st.round >= 0;
invariant peers: forall (n: Node, m: Node) :: n.peer == m ==> m.peer == n && m.peer.peer == m;
invariant logs: forall (n: Node, i: int) :: i in n.st.log ==> n.st.log[i] != "" && n.marks[i];
invariant members: forall (n: Node) :: n in n.all && n.peer in n.peer.all;
invariant sizes: forall (n: Node) :: sizeof(n.all) >= 0;
