// A reference that accepts no event embeds no permission and may be stored as data.
interface Beacon() receives;
event eFound: data;

machine Lamp receives; {
  start state Lit { }
}

machine Keeper {
  var beacon: Beacon;
  var lamp: Lamp;
  var stored: data;
  start state Watch {
    entry {
      lamp = new Lamp();
      beacon = lamp;
      stored = beacon;
      announce eFound, lamp;
      stored = (1, beacon);
    }
  }
}
