// A receive case in a global function is outside a machine too.
event eWho: machine;
event eMe: machine;
fun Answer() {
  receive {
    case eWho: (peer: machine) {
      send peer, eMe, this;  //~ error: 'this' outside a machine
    }
  }
}
