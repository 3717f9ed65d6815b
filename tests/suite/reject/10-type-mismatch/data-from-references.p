// 'data' takes no machine reference, neither alone nor inside a tuple or a collection.
machine Server { start state Idle { } }
machine Client {
  var plain: data;
  start state Idle {
    entry (peer: machine) {
      plain = (id = 1, tags = default(set[string]));
      plain = peer;  //~ error: expected data, found machine
      plain = this;  //~ error: expected data, found Client
      plain = (1, peer);  //~ error: expected data, found (int
      plain = default(seq[Server]);  //~ error: expected data, found seq[Server]
    }
  }
}
