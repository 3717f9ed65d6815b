// The contextual word quorum may name a machine, a module, a test, an enum element and a local variable.
enum Answer { quorum, minority }
interface Voters() receives;

machine quorum {
  var answer: Answer;
  start state Run {
    entry {
      answer = quorum;
      Check();
      new Voters();
    }
  }
  fun Check() {
    var quorum: int;
    quorum = 2;
    assert quorum > answer to int;
  }
}

module quorum = { quorum, quorum -> Voters };
test quorum [main=quorum]: main quorum in quorum;
