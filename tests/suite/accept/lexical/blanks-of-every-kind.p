// Tabs, form feeds and carriage returns separate tokens like blanks do.
event	ePing:	int;
machinePinger	{	varcount:	int;

	startstate	Run{
		on	ePingdo(n	:int)	{count=	count+n;	}
	}
}
