// A spec must not use the choice $.
event eToss: bool;

spec Fair observes eToss {
  var heads: bool;
  start state Watch {
    on eToss do (side: bool) {
      heads = $;  //~ error: '$' is not allowed in a spec
      assert heads || side;
    }
  }
}
