// flaw: p2p por=off,symmetry=off 4096
// A quorum that has come is handled before eOther, which came between its votes.
event eVote;
event eOther;
machine Main {
  start state Init {
    entry {
      new Both(this);
      new Voter(this);
      goto Collect;
    }
  }
  state Collect {
    on eOther goto Other;
    on quorum (2) eVote do { goto Counted; }
  }
  state Other { ignore eVote; }
  state Counted { ignore eOther, eVote; }
}
machine Both { start state S { entry (m: machine) { send m, eOther; send m, eVote; } } }
machine Voter { start state S { entry (m: machine) { send m, eVote; } } }
test tc [main=Main]: { Main, Both, Voter };
