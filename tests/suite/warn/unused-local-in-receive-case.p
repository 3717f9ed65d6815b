// A local variable of a receive case can be unused as well.
event eReply: int;

machine Client {
  start state Run {
    entry {
      send this, eReply, 4;
      receive {
        case eReply: (n: int) {
          var doubled: int;
          var halved: int;  //~ warning: unused variable 'halved'
          doubled = 2 * n;
          print format("twice is {0}", doubled);
        }
      }
    }
  }
}
