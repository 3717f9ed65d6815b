// A driver for a USB hub: who says what to whom.
//
//   Kernel -> Hub -> Port -> Device -> IoQueue <- Client         the driver, between kernel and clients
//                    Port -> Timer, AddressZero                  what it uses
//                    Port <-> PortHardware, Interrupt <- Wire    the hardware, which does what it likes
//                    Device <-> ControlPipe, IoQueue <-> BulkPipe
//
// Every command is answered once, and has at most one of its kind under way; what a machine tells of
// its own accord (a change on the line, a wish of the client) can cross any command. Slots number
// the ports, for specs.

type tAnswer = (slot: int, ok: bool);

// What is to be seen on a port.
enum tLine { EMPTY, PRESENT, WAKING, SHORTED }

// kernel -> hub: one request at a time, answered by eRequestDone
event eStartHub;
event eSuspendHub;
event eResumeHub;
event eStopHub;
event eHubGone;          // pulled out; no answer, at any time between start and stop
// hub -> kernel
event eRequestDone;
event eHubWakes;         // something has happened on a port of a sleeping hub

// hub -> port, and the answers
event ePortStart;
event ePortSuspend;
event ePortResume;
event ePortStop;
event ePortStarted;
event ePortSuspended;
event ePortResumed;
event ePortStopped;
event ePortWakes;        // no answer: at most once in each sleep

// port -> hardware of the port, and the answers
event ePowerOn;
event ePowerOff;
event eReadLine;
event eResetPort: int;
event eSuspendLink: int;
event eResumeLink;
event ePowered;
event eUnpowered;
event eLine: tLine;
event eResetDone: tAnswer;
event eLinkSuspended: bool;
event eLinkResumed: bool;

// port <-> interrupt: a change is told once, and then no more until the port asks for the next
event eArmChange;
event ePortChange: tLine;
event eLineMoved;        // wire -> interrupt

// port <-> timer
event eStartTimer;
event eStopTimer;
event eTimeout;
event eTimerStopped;     // no eTimeout follows any more
event eFire;             // timer -> itself

// port <-> the owner of address zero, at which every device answers that was just reset
event eAcquireZero: Port;
event eReleaseZero: Port;  // also of a port that still waits
event eZeroGranted;
event eZeroReleased;     // no eZeroGranted follows any more

// port -> device
event eEnumerate: int;
event eDeviceSleeps;
event eDeviceAwake: int;
event eQuiesce;
event eRemoveDevice;
// device -> port
event eAddressed: int;
event eConfigured;
event eEnumerationFailed: int;
event eDeviceIdle;       // may sleep
event eDeviceWanted;     // should wake up
event eDeviceBroken;     // should be reset
event eDeviceQuiet;
event eDeviceRemoved: int;

// device <-> control pipe, queue <-> bulk pipe
event eControl;
event eControlDone: bool;
event eTransfer: int;
event eTransferDone: bool;
event eAbort;
event eAborted;          // no eTransferDone follows any more

// device -> queue
event eQueueStart;
event eQueuePause;
event eQueueResume;
event eQueuePurge;
// queue -> device
event eQueuePaused;
event eQueuePurged;
event eQueueIdle;
event eQueueWanted;
event eQueueError;

// queue <-> client
event eArrived;
event eLost;
event eCompleted: bool;
event eSubmit;
event eCancel;
event eGoIdle;
event eClosed;
