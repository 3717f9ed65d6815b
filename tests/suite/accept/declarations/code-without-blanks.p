// Blanks are needed only between words.
event eTick:int;event eTock;interface ITimer()receives eTick,eTock;
machine Clock receives eTick,eTock;sends eTick;{var ticks:int;var marks:set[int];start state Run{entry{ticks=-1;
while(ticks<-1+5){ticks=ticks- -1;ticks=ticks--1;}marks+=(ticks);marks-=ticks;if(!(ticks in marks)&&true)send this,eTick,ticks;else;}
on eTick do(n:int){ticks=n;}on eTock goto Rest with{ticks=0;}}state Rest{defer eTick;ignore eTock;}}
module Sys={Clock->ITimer,Clock};test tcClock[main=Clock]:Sys;
