// An empty receives or sends clause means no event at all.
event eNoise: string;

machine Statue receives; sends; {
  start state Stand { }
}

machine Megaphone receives; {
  var statue: Statue;
  start state Shout {
    entry {
      statue = new Statue();
      send this as machine, eNoise, "hello";
    }
  }
}

machine Bat sends; {
  start state Hang {
    on eNoise do (what: string) { print what; }
  }
}
