// Server 0 leads first and has all the requests. If there is a rival, it is server 2.
fun LaunchHasty(requests: int, rival: bool, restart: bool) {
  var c: seq[machine];
  var members: set[machine];
  var s: machine;
  while (sizeof(c) < 3) {
    s = new Server();
    c += (sizeof(c), s);
    members += (s);
  }
  foreach (s in c) send s, eJoin, members;
  while (requests > 0) {
    send c[0], eClientRequest, requests;
    requests = requests - 1;
  }
  send c[0], eElectionTimeout;
  if (rival) send c[2], eElectionTimeout;
  if (restart) send choose(c), eRestart;
}

machine NoRival { start state Go { entry { LaunchHasty(2, false, false); } } }
machine OneEntry { start state Go { entry { LaunchHasty(1, true, true); } } }
machine TwoEntries { start state Go { entry { LaunchHasty(2, true, false); } } }

// expect: holds
test tcHastyNoRival [main=NoRival]:
  assert LeaderCompleteness, EveryServerApplies in { HastyServer -> Server, NoRival };

// expect: holds
test tcHastyOneEntry [main=OneEntry]:
  assert ElectionSafety, StateMachineSafety, LeaderCompleteness in
    { HastyServer -> Server, OneEntry };

// expect: violated: lacks the committed entry 2
test tcHastyTwoEntries [main=TwoEntries]:
  assert LeaderCompleteness in { HastyServer -> Server, TwoEntries };
