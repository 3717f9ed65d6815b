// Instances like those of ../test.p, run by quorum coordinators.

param nQuorumReads: int;

fun QuorumNet(lossy: bool): tNet {
  var net: tNet;
  net.lossy = lossy;
  while (sizeof(net.replicas) < 3) {
    net.replicas += (sizeof(net.replicas), new Replica());
  }
  return net;
}

// A client that writes, if the value is not zero, and then reads so many times.
fun QuorumClient(id: int, net: tNet, value: int, reads: int) {
  var script: seq[tOp];
  if (value != 0) {
    script += (0, (kind = WRITE, key = 0, value = value));
  }
  while (reads > 0) {
    script += (sizeof(script), (kind = READ, key = 0, value = 0));
    reads = reads - 1;
  }
  new Client((id = id, net = net, script = script));
}

machine QuorumTwoWriters {
  start state Go {
    entry {
      var net: tNet;
      net = QuorumNet(true);
      QuorumClient(1, net, 1, 0);
      QuorumClient(2, net, 2, 0);
    }
  }
}

machine QuorumWriterAndReader {
  start state Go {
    entry {
      var net: tNet;
      net = QuorumNet(true);
      QuorumClient(1, net, 1, 0);
      QuorumClient(2, net, 0, nQuorumReads);
    }
  }
}

machine QuorumMinorityLost {
  start state Go {
    entry {
      var net: tNet;
      net = QuorumNet(false);
      QuorumClient(1, net, 1, 1);
      send net.replicas[0], halt;
    }
  }
}

machine QuorumMajorityLost {
  start state Go {
    entry {
      var net: tNet;
      net = QuorumNet(false);
      QuorumClient(1, net, 1, 0);
      send net.replicas[0], halt;
      send net.replicas[1], halt;
    }
  }
}

module QuorumStore = { Replica, QuorumCoordinator -> Coordinator, Client };

// expect: holds
test tcQuorumTwoWriters [main=QuorumTwoWriters]:
  assert Linearizable, OnlyWrittenValues, EveryOpEnds in (union QuorumStore, { QuorumTwoWriters });

// expect: holds
test param (nQuorumReads in [1, 2]) tcQuorumWriterAndReader [main=QuorumWriterAndReader]:
  assert Linearizable, OnlyWrittenValues, EveryOpEnds in
    (union QuorumStore, { QuorumWriterAndReader });

// expect: holds
test tcQuorumMinorityLost [main=QuorumMinorityLost]:
  assert Linearizable, OnlyWrittenValues, EveryOpEnds in
    (union QuorumStore, { QuorumMinorityLost });

// A quorum that never comes together is not an error by itself; the liveness spec notices.
// expect: violated: hot state
test tcQuorumMajorityLost [main=QuorumMajorityLost]:
  assert EveryOpEnds in (union QuorumStore, { QuorumMajorityLost });
