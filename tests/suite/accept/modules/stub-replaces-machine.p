// Binding a stub to another machine's interface replaces that machine in a test.
event eQuery: machine;
event eResult: int;

machine Database { start state S { on eQuery do (who: machine) { send who, eResult, 1; } } }
machine StubDatabase { start state S { on eQuery do (who: machine) { send who, eResult, choose(4); } } }
machine Driver {
  var db: Database;
  start state S {
    entry { db = new Database(); send db, eQuery, this; }
    on eResult do (n: int) { }
  }
}
spec Small observes eResult { start state S { on eResult do (n: int) { assert n < 9; } } }

module Real = { Database };
module Fake = { StubDatabase -> Database };
test tcReal [main=Driver]: assert Small in (union Real, { Driver });
test tcFake [main=Driver]: assert Small in (union Fake, { Driver });
