// A block comment ends at the first end mark, so what follows is program text again.
event eStart;
/* outer /* inner */
*/ event eStop;  //~ error: found '*'
event eDone;
