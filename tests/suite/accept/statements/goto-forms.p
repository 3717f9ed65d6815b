// 'goto' passes one value when the target's entry has a parameter, and none otherwise.
event eNext: int;
machine Walker {
  start state Home {
    entry { if ($) goto Out; if ($) goto Shop, 3; if ($) goto Visit, null; goto Rest, (why = "tired",); }
    on eNext goto Shop;
  }
  state Out { on eNext do (n: int) { Leave(n); } }
  state Shop { entry (coins: int) { while (coins > 0) { coins = coins - 1; if ($) goto Shop, coins; } } }
  state Visit { entry (friend: machine) { goto Box, friend; } }
  state Rest { entry Sleep; }
  state Box { entry (content: any) { if ($) goto Box, this; else goto Box, (1, "two"); } }
  fun Sleep(reason: (why: string)) { goto Home; }
  fun Leave(n: int) {
    if (n > 0) { goto Shop, n; }
    receive { case eNext: (k: int) { goto Shop, k; } }
  }
}
