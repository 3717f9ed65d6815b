// An event set cannot have the name of an interface declared before it.
event eStop;
event ePause;
interface Control() receives eStop, ePause;
eventset Control = { eStop, ePause };  //~ error: 'Control' is already declared
