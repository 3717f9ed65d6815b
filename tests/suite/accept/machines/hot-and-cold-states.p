// States of ordinary machines may be marked hot or cold; the marks have no effect.
event eHeat;
event eCool;

machine Kettle {
  start cold state Off {
    on eHeat goto Heating;
    ignore eCool;
  }
  hot state Heating {
    on eCool goto Off;
    on eHeat goto Boiling;
  }
  cold state Cooling { }
  state Boiling { on eCool goto Cooling; }
}

machine Stove {
  start hot state On { }
  cold state Off { }
}
