// Raft (Ongaro and Ousterhout, 2014): a log that is replicated by an elected leader.
//
// Time is divided into terms. A term begins with an election and has at most one leader, because
// a server votes once in a term and a leader needs a majority. The leader alone adds entries to
// the log; the others copy it. An entry is committed, and may be applied, once a majority holds
// it. Committed entries must survive a change of leaders, so nobody votes for a candidate whose
// log is behind its own: some voter of any majority has seen every committed entry.
//
// Terms and entries are bounded by the environment: a server moves to a new term only when an
// election timeout tells it to, and the log grows only by what clients ask for.

type tEntry = (term: int, value: int);

type tVoteRequest = (candidate: machine, term: int, lastIndex: int, lastTerm: int);
type tVote = (voter: machine, term: int, granted: bool);
type tAppend = (leader: machine, term: int, prevIndex: int, prevTerm: int, entries: seq[tEntry],
                commit: int);
type tAppendReply = (follower: machine, term: int, success: bool, match: int);
type tLeadership = (server: machine, term: int, log: seq[tEntry]);
type tApplied = (server: machine, term: int, index: int, item: tEntry);

event eJoin: set[machine];         // environment -> server: the whole cluster
event eElectionTimeout;            // environment -> server: no word from a leader for long
event eRestart;                    // environment -> server: crash, and come back
event eClientRequest: int;         // client -> server
event eVoteRequest: tVoteRequest;  // candidate -> others
event eVote: tVote;                // voter -> candidate
event eAppend: tAppend;            // leader -> others; without entries it is a heartbeat
event eAppendReply: tAppendReply;  // follower -> leader

event eLeads: tLeadership;         // announced: a server has won an election
event eApplied: tApplied;          // announced: a server has applied a committed entry

// ---- Logs. Indices start at 1: the entry with index i stands at position i - 1.

fun TermAt(log: seq[tEntry], index: int): int {
  if (index == 0) return 0;
  return log[index - 1].term;
}

// The log whose last entry has the higher term is ahead; with equal terms, the longer one is.
fun IsUpToDate(request: tVoteRequest, log: seq[tEntry]): bool {
  var lastTerm: int;
  lastTerm = TermAt(log, sizeof(log));
  return request.lastTerm > lastTerm
    || (request.lastTerm == lastTerm && request.lastIndex >= sizeof(log));
}

fun EntriesAfter(log: seq[tEntry], index: int): seq[tEntry] {
  var entries: seq[tEntry];
  while (index < sizeof(log)) {
    entries += (sizeof(entries), log[index]);
    index = index + 1;
  }
  return entries;
}

// Keeps what agrees with the leader, and drops everything from the first difference on.
fun Merge(log: seq[tEntry], append: tAppend): seq[tEntry] {
  var e: tEntry;
  var i: int;
  i = append.prevIndex;
  foreach (e in append.entries) {
    if (i < sizeof(log) && log[i].term != e.term) {
      while (sizeof(log) > i) log -= (sizeof(log) - 1);
    }
    if (i == sizeof(log)) log += (i, e);
    i = i + 1;
  }
  return log;
}

// The highest index up to which a majority has a copy, the leader included.
fun MajorityIndex(match: map[machine, int], index: int): int {
  var m: int;
  var copies: int;
  copies = 1;
  foreach (m in values(match)) {
    if (m >= index) copies = copies + 1;
  }
  if (IsMajority(copies, sizeof(match) + 1)) return index;
  return MajorityIndex(match, index - 1);
}

fun IsMajority(count: int, total: int): bool { return 2 * count > total; }
fun Min(a: int, b: int): int { if (a < b) return a; else return b; }

// ---- Servers.

machine Server {
  var others: set[machine];

  // On disk.
  var term: int;
  var votedFor: machine;  // in this term
  var log: seq[tEntry];

  // In memory.
  var commit: int;               // entries up to this index are committed and applied
  var voters: set[machine];      // candidate: who has voted for it
  var next: map[machine, int];   // leader: the index to send next to each of the others
  var match: map[machine, int];  // leader: the index up to which each is known to have a copy

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
    defer eClientRequest;  // a server keeps requests until it leads
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
    on eElectionTimeout goto Candidate;  // a split vote, perhaps: try again in the next term
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
        // The logs differ further down: go back one step and try there. (Two failures may be
        // under way at a time, so it may be at the first entry already.)
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

  // One vote in a term, first come first served, and only for a log that is not behind the own.
  fun Vote(request: tVoteRequest) {
    var isNew: bool;
    var granted: bool;
    isNew = request.term > term;
    if (isNew) EnterTerm(request.term);
    granted = request.term == term && IsUpToDate(request, log)
      && (votedFor == null || votedFor == request.candidate);
    if (granted) votedFor = request.candidate;
    send request.candidate, eVote, (voter = this, term = term, granted = granted);
    if (isNew) goto Follower;
  }

  fun ReplicateToAll() {
    var s: machine;
    foreach (s in others) Replicate(s);
  }

  // Sends what the other lacks, as far as the leader knows, and the term of the entry before it.
  fun Replicate(server: machine) {
    var prev: int;
    prev = next[server] - 1;
    send server, eAppend, (leader = this, term = term, prevIndex = prev,
      prevTerm = TermAt(log, prev), entries = EntriesAfter(log, prev), commit = commit);
  }

  // Accepts entries only if the log agrees with the leader's up to the place where they go. By
  // induction, two logs that agree in one entry agree in all entries before it.
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

  // Commits entries of the own term only: counting copies of older ones is not safe (figure 8 of
  // the paper). They are committed with the first entry of the own term that follows them.
  fun Commit(index: int) {
    if (index > commit && TermAt(log, index) == term) {
      Apply(index);
      ReplicateToAll();  // lets the others know
    }
  }

  fun Apply(index: int) {
    while (commit < index) {
      commit = commit + 1;
      announce eApplied, (server = this, term = term, index = commit, item = log[commit - 1]);
    }
  }

  // Term, vote and log are read from disk. The state machine starts over, and with it the commit
  // index; a leader will tell how far to apply.
  fun Restart() { commit = 0; goto Follower; }
}
