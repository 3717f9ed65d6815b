// Two calls of an open function are two places, as two coins are: the second one is true some time, too.
// verdict tcNested: holds
// verdict tcCoins: holds
event eDone;
fun Open(): bool;
machine Nested {
  start state S { entry { while (true) { if (Open()) { if (Open()) { break; } } } announce eDone; } }
}
machine Coins {
  start state S { entry { while (true) { if ($) { if ($) { break; } } } announce eDone; } }
}
spec Finishes observes eDone {
  start hot state Trying { on eDone goto Done; }
  cold state Done { ignore eDone; }
}
test tcNested [main=Nested]: assert Finishes in { Nested };
test tcCoins [main=Coins]: assert Finishes in { Coins };
