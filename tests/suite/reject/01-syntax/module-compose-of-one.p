// 'compose' needs at least two modules.
machine Server { start state Idle { } }
module Core = { Server };
module Whole = compose Core;  //~ error: found ';'
machine Follower {
  start state Idle { }
}
