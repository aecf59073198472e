/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The vocabulary: what an event can say about the system. A row: symbol, id, title, group, then what the action
 * takes besides its time and its processor: the task, the object, the value. sl-action.h and sl-action.c include
 * this with SL_ACTION() defined; it has no include guard on purpose. What an action requires and what it does to
 * the state is the comment above it; whatever contradicts the state is a note, and the state goes on from what
 * the action says. */
/* clang-format off */

/* The processor executes the task from now on; without a task it is idle. The task before, if nothing else was
 * said of it, is ready: it was preempted. A task that another processor executes leaves that one. */
SL_ACTION (RUN, "run", N_ ("Processor runs a task"), SCHEDULING, TASK, NOTHING, NOTHING)
/* The scheduler decided: the task is to run, on behalf of the object (a task) where priorities are inherited. */
SL_ACTION (CHOOSE, "choose", N_ ("Scheduler chose"), SCHEDULING, TASK, OBJECT, NOTHING)
/* A life of the task starts; the number was free before. It is suspended until something wakes it. */
SL_ACTION (CREATE, "create", N_ ("Task created"), SCHEDULING, TASK, NOTHING, NOTHING)
/* The life of the task ends, at the latest when it leaves its processor; what it holds is released. */
SL_ACTION (END, "end", N_ ("Task ended"), SCHEDULING, TASK, NOTHING, NOTHING)
/* What people call the task, or the object where there is one: the text of the action. */
SL_ACTION (NAME, "name", N_ ("Named"), SCHEDULING, TASK, OBJECT, NOTHING)
/* The task could run; the object (a task or an interrupt line) woke it. */
SL_ACTION (READY, "ready", N_ ("Task ready"), SCHEDULING, TASK, OBJECT, NOTHING)
/* The task waits for its next release. On a processor, from when it leaves that; so are the next seven. */
SL_ACTION (IDLE, "idle", N_ ("Task waits for its next release"), SCHEDULING, TASK, NOTHING, NOTHING)
/* The task waits for the object: a lock, or whatever else wakes it. */
SL_ACTION (BLOCK, "block", N_ ("Task blocked"), SCHEDULING, TASK, OBJECT, NOTHING)
/* The task sleeps, in the object (a system call) where one is named; for what is unknown. Its jobs go on when it is ready
 * again. */
SL_ACTION (SLEEP, "sleep", N_ ("Task sleeps"), SCHEDULING, TASK, OBJECT, NOTHING)
/* The task is put to sleep for good: its jobs end here, unfinished. */
SL_ACTION (SUSPEND, "suspend", N_ ("Task suspended"), SCHEDULING, TASK, NOTHING, NOTHING)
/* The task sleeps and no signal wakes it: for input and output, a page, a lock of the kernel; in the object (a system
 * call) where one is named. */
SL_ACTION (SLEEP_UNINTERRUPTIBLY, "sleep-uninterruptibly", N_ ("Task sleeps uninterruptibly"), SCHEDULING, TASK, OBJECT, NOTHING)
/* The task was stopped, by a signal or a debugger, or parked; it goes on when it is ready again. */
SL_ACTION (STOP, "stop", N_ ("Task stopped"), SCHEDULING, TASK, NOTHING, NOTHING)
/* The object (a task or an interrupt) wakes the task, which is in no queue until it is ready. The value: 0, or by how
 * many ticks the timer is late that does so, and 1 more; below 0 where nobody knows that. */
SL_ACTION (WAKE, "wake", N_ ("Task being woken"), SCHEDULING, TASK, OBJECT, VALUE)
/* The task has a job but has used up its budget, which is the value in ticks; 0 where nobody recorded that. */
SL_ACTION (THROTTLE, "throttle", N_ ("Task throttled"), SCHEDULING, TASK, NOTHING, VALUE)
/* What the task, or the server in the object, does from now on is unknown; of a task on a processor, from when it
 * leaves that. With neither it is the processor: nobody knows who runs there, nor what the task does that ran. The object may be
 * the task that events there name, or of a task the processor whose events name it. */
SL_ACTION (FORGET, "forget", N_ ("State unknown"), SCHEDULING, TASK, OBJECT, NOTHING)
/* The task goes to the queue of the processor in the value. */
SL_ACTION (MIGRATE, "migrate", N_ ("Task migrated"), SCHEDULING, TASK, NOTHING, VALUE)
/* The priority of the task; the greater, the more urgent. */
SL_ACTION (PRIORITY, "priority", N_ ("Priority set"), SCHEDULING, TASK, NOTHING, VALUE)
/* The task has the priority of the object (a task), or keeps it from starting by a ceiling where that is ready and
 * waits for no lock; without an object it has its own again. */
SL_ACTION (INHERIT, "inherit", N_ ("Priority inherited"), SCHEDULING, TASK, OBJECT, NOTHING)

/* From here on a job of the task is due to be released each period: the value in ticks. */
SL_ACTION (PERIOD, "period", N_ ("Period set"), JOBS, TASK, NOTHING, VALUE)
/* No job of the task executes for longer: the value in ticks. */
SL_ACTION (WCET, "wcet", N_ ("WCET set"), JOBS, TASK, NOTHING, VALUE)
/* The first job of the task is due to be released that long from here: the value in ticks. The others follow by its period. */
SL_ACTION (PHASE, "phase", N_ ("Phase set"), JOBS, TASK, NOTHING, VALUE)
/* The task is activated: a job is released, unless a release of the same decision follows. */
SL_ACTION (ACTIVATE, "activate", N_ ("Task activated"), JOBS, TASK, NOTHING, NOTHING)
/* A job is released, with its absolute deadline and its nominal release where these are known. If the task was
 * idle, suspended or unknown it is ready. The value: 0, or the number of the job, and 1 more. */
SL_ACTION (RELEASE, "release", N_ ("Job released"), JOBS, TASK, NOTHING, VALUE)
/* The task started with a job; nothing follows from it. The value: 0, or what number the program gives the job, and 1 more;
 * so it is of the next. */
SL_ACTION (START, "start", N_ ("Job started"), JOBS, TASK, NOTHING, VALUE)
/* The oldest job of the task is finished. When it leaves the processor it is idle, or ready where more are
 * released. */
SL_ACTION (FINISH, "finish", N_ ("Job finished"), JOBS, TASK, NOTHING, VALUE)
/* The youngest job of the task missed its deadline. */
SL_ACTION (MISS, "miss", N_ ("Deadline missed"), JOBS, TASK, NOTHING, NOTHING)
/* The oldest job of the task executed for longer than its WCET. */
SL_ACTION (OVERRUN, "overrun", N_ ("WCET exceeded"), JOBS, TASK, NOTHING, NOTHING)

/* The task asks for the lock. If it leaves the processor before it gets it, it is blocked. */
SL_ACTION (REQUEST, "request", N_ ("Lock requested"), LOCKS, TASK, OBJECT, NOTHING)
/* The task has the lock; nobody else has it. */
SL_ACTION (ACQUIRE, "acquire", N_ ("Lock acquired"), LOCKS, TASK, OBJECT, NOTHING)
/* The task, which has the lock, gives it back. */
SL_ACTION (UNLOCK, "unlock", N_ ("Lock released"), LOCKS, TASK, OBJECT, NOTHING)
/* The task decrements the semaphore, or waits until it can. */
SL_ACTION (WAIT, "wait", N_ ("Semaphore wait"), LOCKS, TASK, OBJECT, NOTHING)
/* The task increments the semaphore; it need not be one that decremented it. */
SL_ACTION (POST, "post", N_ ("Semaphore post"), LOCKS, TASK, OBJECT, NOTHING)

/* A server, which serves the task where one is named. It has nothing to do yet. */
SL_ACTION (SERVER_CREATE, "server-create", N_ ("Server created"), SERVERS, TASK, OBJECT, NOTHING)
/* The server has something to do, for the task where one is named. */
SL_ACTION (SERVER_ACTIVATE, "server-activate", N_ ("Server active"), SERVERS, TASK, OBJECT, NOTHING)
/* The budget of the server is used up. */
SL_ACTION (EXHAUST, "exhaust", N_ ("Budget exhausted"), SERVERS, TASK, OBJECT, NOTHING)
/* The server has its budget again. */
SL_ACTION (REPLENISH, "replenish", N_ ("Budget replenished"), SERVERS, TASK, OBJECT, NOTHING)
/* The server has nothing to do: its bandwidth is free for others. */
SL_ACTION (SERVER_IDLE, "server-idle", N_ ("Server inactive"), SERVERS, TASK, OBJECT, NOTHING)
/* The server uses bandwidth of others: the value in ticks, in all. */
SL_ACTION (RECLAIM, "reclaim", N_ ("Bandwidth reclaimed"), SERVERS, NOTHING, OBJECT, VALUE)
/* The server is gone. */
SL_ACTION (SERVER_REMOVE, "server-remove", N_ ("Server removed"), SERVERS, TASK, OBJECT, NOTHING)

/* The processor enters the handler of the line; on top of those that it is in already. */
SL_ACTION (ENTER, "enter", N_ ("Interrupt entered"), INTERRUPTS, NOTHING, OBJECT, NOTHING)
/* The processor leaves the handler of the line, which is the one on top. */
SL_ACTION (LEAVE, "leave", N_ ("Interrupt left"), INTERRUPTS, NOTHING, OBJECT, NOTHING)
/* The line interrupted, for no time worth recording. */
SL_ACTION (HIT, "hit", N_ ("Interrupt hit"), INTERRUPTS, NOTHING, OBJECT, NOTHING)
/* The line interrupted so many times since the last count: the value. */
SL_ACTION (COUNT, "count", N_ ("Interrupts counted"), INTERRUPTS, NOTHING, OBJECT, VALUE)
/* The processor takes no interrupts from now on. */
SL_ACTION (MASK, "mask", N_ ("Interrupts disabled"), INTERRUPTS, NOTHING, NOTHING, NOTHING)
/* The processor takes interrupts again. */
SL_ACTION (UNMASK, "unmask", N_ ("Interrupts enabled"), INTERRUPTS, NOTHING, NOTHING, NOTHING)

/* The idle processor sleeps in the power state of the value, until it is woken: a value below zero. */
SL_ACTION (POWER_STATE, "power-state", N_ ("Processor sleeps"), INTERRUPTS, NOTHING, NOTHING, VALUE)

/* The program logged the object with the value; it says nothing about the scheduler. */
SL_ACTION (MARK, "mark", N_ ("Mark"), MARKS, TASK, OBJECT, VALUE)
/* A span of the program begins on the object. */
SL_ACTION (SPAN_BEGIN, "span-begin", N_ ("Span started"), MARKS, TASK, OBJECT, VALUE)
/* The span of the object that began last ends. */
SL_ACTION (SPAN_END, "span-end", N_ ("Span ended"), MARKS, TASK, OBJECT, VALUE)
/* The task sends something off: a flow, whose number is the value. */
SL_ACTION (FLOW_BEGIN, "flow-begin", N_ ("Flow started"), MARKS, TASK, NOTHING, VALUE)
/* The flow arrives at the task, and goes on from there. */
SL_ACTION (FLOW_STEP, "flow-step", N_ ("Flow went on"), MARKS, TASK, NOTHING, VALUE)
/* The flow arrives at the task; where the object's type is that of a span, at the next one that begins there. */
SL_ACTION (FLOW_END, "flow-end", N_ ("Flow ended"), MARKS, TASK, NOTHING, VALUE)
/* The object, a variable, has the value from now on. */
SL_ACTION (VALUE, "value", N_ ("Value"), MARKS, NOTHING, OBJECT, VALUE)

/* Cycles of a bus, by what they do: the processor is the agent, the object the address or the port, the value the
 * number of bytes; the nine differ in nothing else. The first: code is read. In bulk these are columns and never single
 * actions: see sl-columns.h. */
SL_ACTION (FETCH, "fetch", N_ ("Instruction fetch"), BUS, NOTHING, OBJECT, VALUE)
/* Data is read. */
SL_ACTION (MEMORY_READ, "memory-read", N_ ("Memory read"), BUS, NOTHING, OBJECT, VALUE)
/* Data is read, and taken away from the caches of others. */
SL_ACTION (MEMORY_READ_INVALIDATE, "memory-read-invalidate", N_ ("Memory read and invalidate"), BUS, NOTHING, OBJECT, VALUE)
/* Data is written. */
SL_ACTION (MEMORY_WRITE, "memory-write", N_ ("Memory write"), BUS, NOTHING, OBJECT, VALUE)
/* A cache writes a line back. */
SL_ACTION (WRITE_BACK, "write-back", N_ ("Write-back"), BUS, NOTHING, OBJECT, VALUE)
/* A port is read: the object is its number. */
SL_ACTION (IO_READ, "io-read", N_ ("I/O read"), BUS, NOTHING, OBJECT, VALUE)
/* A port is written. */
SL_ACTION (IO_WRITE, "io-write", N_ ("I/O write"), BUS, NOTHING, OBJECT, VALUE)
/* The processor says something about itself, such as that it halts: the object is what else its address pins said. */
SL_ACTION (SPECIAL_CYCLE, "special-cycle", N_ ("Special cycle"), BUS, NOTHING, OBJECT, VALUE)
/* Any other cycle, whose object is not an address. */
SL_ACTION (CYCLE, "cycle", N_ ("Bus cycle"), BUS, NOTHING, OBJECT, VALUE)
/* The processor went on from the address in the object at the one in the value. Where one of the two is unknown, the
 * event has no such parameter. In bulk these are sums: see sl-branch-sum.h. */
SL_ACTION (BRANCH, "branch", N_ ("Branch"), BRANCHES, NOTHING, OBJECT, VALUE)
/* The processor uses the address space in the value. */
SL_ACTION (SPACE, "space", N_ ("Address space changed"), BRANCHES, NOTHING, NOTHING, VALUE)

/* Events of the family whose number is the value are not recorded from now on: what they say is unknown. */
SL_ACTION (OFF, "off", N_ ("Recording switched off"), RECORDING, NOTHING, NOTHING, VALUE)
/* Events of that family are recorded again. */
SL_ACTION (ON, "on", N_ ("Recording switched on"), RECORDING, NOTHING, NOTHING, VALUE)
/* So many events were lost here, as the value says; 0 where nobody counted. What was known of the processor is
 * unknown since its last event, which was at @nominal. */
SL_ACTION (LOST, "lost", N_ ("Events lost"), RECORDING, NOTHING, NOTHING, VALUE)
/* clang-format on */
