// A few replicas, one or two clients, a network that may lose messages, replicas that stop.

param nReplicas: int;
param nReads: int;
param nCrashes: int;
param isLossy: bool;

fun Write(key: int, value: int): tOp {
  return (kind = WRITE, key = key, value = value);
}

fun Read(key: int): tOp {
  return (kind = READ, key = key, value = 0);
}

fun One(op: tOp): seq[tOp] {
  var script: seq[tOp];
  script += (0, op);
  return script;
}

fun MakeNet(count: int, lossy: bool): tNet {
  var replicas: seq[machine];
  while (sizeof(replicas) < count) {
    replicas += (sizeof(replicas), new Replica());
  }
  return (replicas = replicas, lossy = lossy);
}

// One client that writes one key, and reads this key and another.
machine WriteThenRead {
  start state Go {
    entry {
      var script: seq[tOp];
      script = One(Write(0, 1));
      script += (1, Read(0));
      script += (2, Read(1));
      new Client((id = 1, net = MakeNet(3, isLossy), script = script));
    }
  }
}

machine TwoWriters {
  start state Go {
    entry {
      var net: tNet;
      net = MakeNet(3, true);
      new Client((id = 1, net = net, script = One(Write(0, 1))));
      new Client((id = 2, net = net, script = One(Write(0, 2))));
    }
  }
}

machine WriterAndReader {
  start state Go {
    entry {
      var net: tNet;
      var reading: seq[tOp];
      net = MakeNet(nReplicas, isLossy);
      while (sizeof(reading) < nReads) {
        reading += (sizeof(reading), Read(0));
      }
      new Client((id = 1, net = net, script = One(Write(0, 1))));
      new Client((id = 2, net = net, script = reading));
    }
  }
}

// Some replicas stop, each at some moment. They are alike, so it does not matter which.
machine CrashUnderOneClient {
  start state Go {
    entry {
      var net: tNet;
      var script: seq[tOp];
      var i: int;
      net = MakeNet(3, false);
      script = One(Write(0, 1));
      script += (1, Read(0));
      new Client((id = 1, net = net, script = script));
      while (i < nCrashes) {
        send net.replicas[i], halt;
        i = i + 1;
      }
    }
  }
}

module Store = { Replica, Coordinator, Client };

// expect: holds
test param (isLossy in [false, true]) tcWriteThenRead [main=WriteThenRead]:
  assert Linearizable, OnlyWrittenValues, EveryOpEnds in (union Store, { WriteThenRead });

// expect: holds
test tcTwoWriters [main=TwoWriters]:
  assert Linearizable, OnlyWrittenValues, EveryOpEnds in (union Store, { TwoWriters });

// A lossy network needs three replicas: with fewer, one lost message may be one too many.
// expect: holds
test param (nReplicas in [1, 2, 3], nReads in [1, 2], isLossy in [false, true])
  assume (isLossy && nReplicas == 3 || !isLossy && nReplicas < 3)
  tcWriterAndReader [main=WriterAndReader]:
  assert Linearizable, OnlyWrittenValues, EveryOpEnds in (union Store, { WriterAndReader });

// A minority may crash, at any moment.
// expect: holds
test param (nCrashes in [0, 1]) tcMinorityLost [main=CrashUnderOneClient]:
  assert Linearizable, OnlyWrittenValues, EveryOpEnds in (union Store, { CrashUnderOneClient });

// Without a majority the store stays right ...
// expect: holds
test param (nCrashes in [2, 3]) tcMajorityLostIsSafe [main=CrashUnderOneClient]:
  assert Linearizable, OnlyWrittenValues in (union Store, { CrashUnderOneClient });

// ... and stands still.
// expect: violated: hot state
test param (nCrashes in [2, 3]) tcMajorityLostStalls [main=CrashUnderOneClient]:
  assert EveryOpEnds in (union Store, { CrashUnderOneClient });
