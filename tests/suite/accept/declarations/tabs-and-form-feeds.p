// Tabs and form feeds are blanks.
event	eTick:	int;

machineClock	{
	startstate	Run {
		on eTick do (n:int) { }
	}
}
