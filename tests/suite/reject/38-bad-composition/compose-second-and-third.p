// All pairs of a composition are compared.
event eRed;
event eGreen;

machine Red sends eRed; { start state Run { entry { send this, eRed; } ignore eRed; } }
machine Green sends eGreen; { start state Run { entry { send this, eGreen; } ignore eGreen; } }
machine Lime sends eGreen; { start state Run { entry { send this, eGreen; } ignore eGreen; } }

module Colors = compose { Red }, { Green }, { Lime };  //~ error: both send 'eGreen'
