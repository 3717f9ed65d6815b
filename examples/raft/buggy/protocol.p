// A server that votes for whoever has an entry of the latest term.
//
// "An entry of the last term can only come from the last leader, so a candidate that has one is
// up to date." It has been, when it got that entry. The leader may have added and committed more
// since then, with the votes of others. Among logs that end in the same term, the longer one wins;
// without that half of the rule, a server that is one entry behind can become leader, and makes
// the others forget what was committed. A test with a single entry cannot show it.

machine HastyServer {
  var others: set[machine];
  var term: int;
  var votedFor: machine;
  var log: seq[tEntry];
  var commit: int;
  var voters: set[machine];
  var next: map[machine, int];
  var match: map[machine, int];

  start state Boot {
    on eJoin goto Follower with (cluster: set[machine]) {
      others = cluster;
      others -= (this);
    }
  }

  state Follower {
    on eElectionTimeout goto Candidate;
    on eVoteRequest do Vote;
    on eAppend do Append;
    on eRestart do Restart;
    ignore eVote, eAppendReply;
    defer eClientRequest;
  }

  state Candidate {
    entry {
      var s: machine;
      term = term + 1;
      votedFor = this;
      voters += (this);
      foreach (s in others) {
        send s, eVoteRequest, (candidate = this, term = term, lastIndex = sizeof(log),
                               lastTerm = TermAt(log, sizeof(log)));
      }
    }
    exit { voters = default(set[machine]); }
    on eVote do (vote: tVote) {
      if (vote.term > term) StepDown(vote.term);
      if (vote.term == term && vote.granted) voters += (vote.voter);
      if (IsMajority(sizeof(voters), sizeof(others) + 1)) goto Leader;
    }
    on eElectionTimeout goto Candidate;
    on eVoteRequest do Vote;
    on eAppend do Append;
    on eRestart do Restart;
    ignore eAppendReply;
    defer eClientRequest;
  }

  state Leader {
    entry {
      var s: machine;
      announce eLeads, (server = this, term = term, log = log);
      foreach (s in others) {
        next[s] = sizeof(log) + 1;
        match[s] = 0;
      }
      ReplicateToAll();
    }
    exit { next = default(map[machine, int]); match = default(map[machine, int]); }
    on eClientRequest do (value: int) {
      log += (sizeof(log), (term = term, value = value));
      ReplicateToAll();
    }
    on eAppendReply do (reply: tAppendReply) {
      if (reply.term > term) StepDown(reply.term);
      if (reply.term < term) return;
      if (!reply.success) {
        if (next[reply.follower] > 1) next[reply.follower] = next[reply.follower] - 1;
        Replicate(reply.follower);
      } else if (reply.match > match[reply.follower]) {
        match[reply.follower] = reply.match;
        next[reply.follower] = reply.match + 1;
        Commit(MajorityIndex(match, sizeof(log)));
      }
    }
    on eVoteRequest do Vote;
    on eAppend do Append;
    on eRestart do Restart;
    ignore eElectionTimeout, eVote;
  }

  fun EnterTerm(newTerm: int) { term = newTerm; votedFor = null; }
  fun StepDown(newTerm: int) { EnterTerm(newTerm); goto Follower; }

  fun Vote(request: tVoteRequest) {
    var isNew: bool;
    var granted: bool;
    isNew = request.term > term;
    if (isNew) EnterTerm(request.term);
    granted = request.term == term && LooksUpToDate(request)
      && (votedFor == null || votedFor == request.candidate);
    if (granted) votedFor = request.candidate;
    send request.candidate, eVote, (voter = this, term = term, granted = granted);
    if (isNew) goto Follower;
  }

  // The mistake: the last terms are compared, the lengths are not.
  fun LooksUpToDate(request: tVoteRequest): bool {
    return request.lastTerm >= TermAt(log, sizeof(log));
  }

  fun ReplicateToAll() {
    var s: machine;
    foreach (s in others) Replicate(s);
  }

  fun Replicate(server: machine) {
    var prev: int;
    prev = next[server] - 1;
    send server, eAppend, (leader = this, term = term, prevIndex = prev,
      prevTerm = TermAt(log, prev), entries = EntriesAfter(log, prev), commit = commit);
  }

  fun Append(append: tAppend) {
    var agrees: bool;
    var last: int;
    if (append.term > term) EnterTerm(append.term);
    if (append.term == term && append.prevIndex <= sizeof(log)) {
      agrees = TermAt(log, append.prevIndex) == append.prevTerm;
    }
    if (agrees) {
      log = Merge(log, append);
      last = append.prevIndex + sizeof(append.entries);
      Apply(Min(append.commit, last));
    }
    send append.leader, eAppendReply,
      (follower = this, term = term, success = agrees, match = last);
    if (append.term == term) goto Follower;
  }

  fun Commit(index: int) {
    if (index > commit && TermAt(log, index) == term) {
      Apply(index);
      ReplicateToAll();
    }
  }

  fun Apply(index: int) {
    while (commit < index) {
      commit = commit + 1;
      announce eApplied, (server = this, term = term, index = commit, item = log[commit - 1]);
    }
  }

  fun Restart() { commit = 0; goto Follower; }
}
