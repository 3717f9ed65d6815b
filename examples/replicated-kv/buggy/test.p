// One writer and one reader: reading once is fine, reading twice is not.

fun MakeLazyStore(reads: int) {
  var net: tNet;
  var writing: seq[tOp];
  var reading: seq[tOp];
  while (sizeof(net.replicas) < 3) {
    net.replicas += (sizeof(net.replicas), new Replica());
  }
  net.lossy = true;
  writing += (0, (kind = WRITE, key = 0, value = 1));
  while (sizeof(reading) < reads) {
    reading += (sizeof(reading), (kind = READ, key = 0, value = 0));
  }
  new Client((id = 1, net = net, script = writing));
  new Client((id = 2, net = net, script = reading));
}

machine LazyOneRead {
  start state Go {
    entry {
      MakeLazyStore(1);
    }
  }
}

machine LazyTwoReads {
  start state Go {
    entry {
      MakeLazyStore(2);
    }
  }
}

module LazyStore = { Replica, LazyCoordinator -> Coordinator, Client };

// expect: holds
test tcLazyOneRead [main=LazyOneRead]:
  assert Linearizable, OnlyWrittenValues, EveryOpEnds in (union LazyStore, { LazyOneRead });

// expect: violated: a read returned version
test tcLazyTwoReads [main=LazyTwoReads]:
  assert Linearizable in (union LazyStore, { LazyTwoReads });
