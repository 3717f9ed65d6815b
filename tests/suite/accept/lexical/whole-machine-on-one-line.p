// Line breaks carry no meaning.
event eGo:int;event eStop;enum tMode{IDLE,BUSY}type tLog=seq[(at:int,mode:tMode)];
machine Robot{var log:tLog;start state Idle{on eGo goto Busy;ignore eStop;}state Busy{entry(n:int){log+=(0,(at=n,mode=BUSY));}on eStop goto Idle with{log-=0;}defer eGo;}}
fun
Double
(
n
:
int
)
:
int
{
return
n
*
2
;
}
