// A machine stops after 1,000 effects.  The last message is held back in every network, since nobody takes what is sent
// just before an assumption that fails.
// not for naive
// flags: --network=bag --engine=reduced
// verdict: holds
axiom true;
event eN: int;
machine Main {
  var d: machine;
  var i: int;
  start state Only {
    entry {
      d = new Receiver();
      while (i < 1000) { i = i + 1; send d, eN, i; }
      assume (false);
    }
  }
}
machine Receiver { start state Only { on eN do (n: int) { assert n != 1000; } } }
test tc [main=Main]: { Main, Receiver };
