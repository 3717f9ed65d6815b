// The same master and clients, the wrong nodes.

// One or two clients, each with a single write, and a node that stops at some moment.
fun MakeBuggySystem(length: int, writers: int) {
  var nodes: seq[machine];
  var master: machine;
  var script: seq[tOp];
  while (sizeof(nodes) < length) {
    nodes += (sizeof(nodes), new Node());   // the module below makes this an AmnesiacNode
  }
  master = new Master(nodes);
  script += (0, (isWrite = true, key = 0, value = 1));
  while (writers > 0) {
    new Client((master = master, script = script));
    writers = writers - 1;
  }
  send choose(nodes), eCrash, master;
}

machine TwoWritersOnTwoNodes {
  start state Go {
    entry {
      MakeBuggySystem(2, 2);
    }
  }
}

machine TwoWritersOnThreeNodes {
  start state Go {
    entry {
      MakeBuggySystem(3, 2);
    }
  }
}

machine OneWriterOnThreeNodes {
  start state Go {
    entry {
      MakeBuggySystem(3, 1);
    }
  }
}

module AmnesiacChain = { Master, AmnesiacNode -> Node, Client };

// A chain of two has no middle: the mistake cannot show.
// expect: holds
test tcAmnesiacTwoNodes [main=TwoWritersOnTwoNodes]:
  assert FreshReads, OneHistory, EveryOpIsAnswered in
    (union AmnesiacChain, { TwoWritersOnTwoNodes });

// expect: violated: a node skipped an update
test tcAmnesiacThreeNodes [main=TwoWritersOnThreeNodes]:
  assert FreshReads in (union AmnesiacChain, { TwoWritersOnThreeNodes });

// With a single write nobody notices the gap; the client just never hears of it again.
// expect: violated: hot state
test tcAmnesiacSilence [main=OneWriterOnThreeNodes]:
  assert EveryOpIsAnswered in (union AmnesiacChain, { OneWriterOnThreeNodes });
