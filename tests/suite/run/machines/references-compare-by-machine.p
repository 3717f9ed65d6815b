// References to one machine are equal, however they travelled; others are not.
// verdict: holds
// states: 6
// transitions: 5
event eBack: machine;
event eTake: (reply: machine, about: machine);
machine Main {
  var left: machine;
  var right: machine;
  start state Only {
    entry {
      left = new Echo();
      right = new Echo();
      assert left != right && left != this;
      send left, eTake, (reply = this, about = right);
    }
    on eBack do (who: machine) { assert who == right && who != left; }
  }
}
machine Echo {
  start state Only { on eTake do (t: (reply: machine, about: machine)) { send t.reply, eBack, t.about; } }
}
