// '==>' and '<==>' are single tokens, also right next to their operands and to '==', '<=' and '>='.
machine Gate {
  var open, locked: bool;
  var low, high: int;
  start state Ready {
    entry {
      open = open ==> locked;
      open=open==>locked;
      open=open<==>locked;
      open=!open==>!locked;
      open=low<=high==>high>=low;
      open=low==high<==>high==low;
      open=(low>high)==(high<low);
      open=open==locked==>locked<==>open!=locked;
    }
  }
}
