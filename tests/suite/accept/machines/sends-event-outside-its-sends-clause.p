// Sending an event that the sends clause or the reference's type does not list is a matter of run time.
event eKnock;
event eEnter: int;
interface Door() receives eKnock;

machine Visitor sends eKnock; {
  var door: Door;
  start state Arrive {
    entry {
      door = new Door();
      send door, eKnock;
      send door, eEnter, 2;
      announce eEnter, 3;
    }
  }
}
