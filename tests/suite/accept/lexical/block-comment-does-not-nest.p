// A block comment ends at the first closing mark, whatever was opened inside it.
/* one /* two /* three */ event eOpen;
/**/ event eClose; /***/
/* // a line comment in a block comment does not hide its end */ event eKnock;
// a block comment does not begin in a line comment /*
event eRing;
/* " a quote opens no string here */
/****
 ** / not yet * / nor here
 ****/
machine Door {
  start state Shut {
    on eOpen, eClose do { }
    ignore eKnock, eRing;
  }
}
