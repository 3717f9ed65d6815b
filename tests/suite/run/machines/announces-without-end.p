// Announcing is no scheduling point: to do so for ever is a runaway, observed or not.
// verdict tSeen: violated: runaway @7
// verdict tUnseen: violated: runaway @7
event eTick;
machine Main {
  start state Only {
    entry { while (true) { announce eTick; } }
  }
}
spec Clock observes eTick { start state Only { ignore eTick; } }
test tSeen [main=Main]: assert Clock in { Main };
test tUnseen [main=Main]: { Main };
