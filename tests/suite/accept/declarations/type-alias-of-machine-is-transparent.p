// An alias of a machine type is expanded on both sides of an assignment.
type tDesk = Desk;
type tDesks = seq[tDesk];
enum Colour { RED, GREEN }
type tColour = Colour;

machine Desk {
  start state Open { }
}

machine Clerk {
  var plain: machine;
  var typed: Desk;
  var aliased: tDesk;
  var many: tDesks;
  var colour: Colour;
  var hue: tColour;
  start state Work {
    entry {
      aliased = new Desk();
      typed = aliased;
      plain = aliased;
      many += (0, typed);
      hue = GREEN;
      colour = hue;
    }
  }
}
