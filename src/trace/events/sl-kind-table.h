/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The built-in kinds of all formats. A row: symbol, id, title, family, then form and name of
 * parameter a, form and name of parameter b, type and source of the object acted on, and the action, if it has one.
 * sl-kind.h and sl-kind.c include this with SL_KIND() defined; it has no include guard on
 * purpose. The order within a format is that of its document. Numbers are never stored in a
 * file, so a row may be added anywhere. One row per kind keeps it readable as a table: */
/* clang-format off */

/* S.Ha.R.K., general */
SL_KIND (CYCLES_PER_MSEC, "cycles-per-msec", N_ ("Clock rate changed"), "general", DECIMAL, "parameter-1", DECIMAL, "cycles-per-msec", NONE, NOWHERE, NONE)
SL_KIND (TRACE_START, "trace-start", N_ ("Trace started"), "general", DECIMAL, "context", DECIMAL, "cycles-per-msec", TASK, A, NONE)
SL_KIND (TRACE_STOP, "trace-stop", N_ ("Trace stopped"), "general", DECIMAL, "parameter-1", DECIMAL, "parameter-2", NONE, NOWHERE, NONE)
SL_KIND (BLACKOUT_START, "blackout-start", N_ ("Blackout started"), "general", DECIMAL, "parameter-1", DECIMAL, "parameter-2", NONE, NOWHERE, NONE)
SL_KIND (BLACKOUT_END, "blackout-end", N_ ("Blackout ended"), "general", DECIMAL, "parameter-1", DECIMAL, "parameter-2", NONE, NOWHERE, NONE)
SL_KIND (ID, "id", N_ ("Task identified"), "general", DECIMAL, "context", DECIMAL, "pid", TASK, A, NONE)
SL_KIND (NUM_EVENTS, "num-events", N_ ("Number of events"), "general", DECIMAL, "parameter-1", DECIMAL, "parameter-2", NONE, NOWHERE, NONE)

/* S.Ha.R.K., instrumentation points */
SL_KIND (IPOINT, "ipoint", N_ ("Instrumentation point"), "ipoint", DECIMAL, "number", DECIMAL, "parameter-2", NONE, NOWHERE, MARK)

/* S.Ha.R.K., tasks */
SL_KIND (TASK_CREATE, "task-create", N_ ("Task created"), "task", DECIMAL, "context", DECIMAL, "pid", TASK, A, CREATE)
SL_KIND (TASK_ACTIVATE, "task-activate", N_ ("Task activated"), "task", DECIMAL, "context", DECIMAL, "parameter-2", TASK, A, ACTIVATE)
SL_KIND (TASK_DISPATCH, "task-dispatch", N_ ("Task dispatched"), "task", DECIMAL, "context", DECIMAL, "parameter-2", TASK, A, START)
SL_KIND (TASK_EPILOGUE, "task-epilogue", N_ ("Task epilogue"), "task", DECIMAL, "context", DECIMAL, "parameter-2", TASK, A, NONE)
SL_KIND (TASK_END, "task-end", N_ ("Task ended"), "task", DECIMAL, "context", DECIMAL, "pid", TASK, A, END)
SL_KIND (TASK_BEGIN_CYCLE, "task-begin-cycle", N_ ("Cycle began"), "task", DECIMAL, "context", DECIMAL, "parameter-2", TASK, A, START)
SL_KIND (TASK_END_CYCLE, "task-end-cycle", N_ ("Job finished"), "task", DECIMAL, "context", DECIMAL, "level", TASK, A, FINISH)
SL_KIND (TASK_SLEEP, "task-sleep", N_ ("Task went to sleep"), "task", DECIMAL, "context", DECIMAL, "parameter-2", TASK, A, SUSPEND)
SL_KIND (TASK_SCHEDULE, "task-schedule", N_ ("Scheduler chose"), "task", DECIMAL, "context", DECIMAL, "chosen-context", TASK, A, CHOOSE)
SL_KIND (TASK_TIMER, "task-timer", N_ ("Job released"), "task", DECIMAL, "context", DECIMAL, "level", TASK, A, RELEASE)
SL_KIND (TASK_DISABLE, "task-disable", N_ ("Task disabled"), "task", DECIMAL, "context", DECIMAL, "level", TASK, A, SUSPEND)
SL_KIND (TASK_DEADLINE_MISS, "task-deadline-miss", N_ ("Deadline missed"), "task", DECIMAL, "context", DECIMAL, "level", TASK, A, MISS)
SL_KIND (TASK_WCET_VIOLATION, "task-wcet-violation", N_ ("WCET exceeded"), "task", DECIMAL, "context", DECIMAL, "level", TASK, A, OVERRUN)

/* S.Ha.R.K., interrupts */
SL_KIND (INTERRUPT_START, "interrupt-start", N_ ("Interrupt started"), "interrupt", DECIMAL, "line", DECIMAL, "parameter-2", IRQ, A, ENTER)
SL_KIND (INTERRUPT_END, "interrupt-end", N_ ("Interrupt ended"), "interrupt", DECIMAL, "line", DECIMAL, "parameter-2", IRQ, A, LEAVE)
SL_KIND (INTERRUPT_HIT, "interrupt-hit", N_ ("Interrupt hit"), "interrupt", DECIMAL, "line", DECIMAL, "parameter-2", IRQ, A, HIT)
SL_KIND (INTERRUPT_COUNT, "interrupt-count", N_ ("Interrupts counted"), "interrupt", DECIMAL, "line", DECIMAL, "count", IRQ, A, COUNT)

/* S.Ha.R.K., processor */
SL_KIND (TO_REAL_MODE, "to-real-mode", N_ ("Switched to real mode"), "cpu", DECIMAL, "parameter-1", DECIMAL, "parameter-2", CPU, CPU, NONE)
SL_KIND (TO_PROTECTED_MODE, "to-protected-mode", N_ ("Switched to protected mode"), "cpu", DECIMAL, "parameter-1", DECIMAL, "parameter-2", CPU, CPU, NONE)
SL_KIND (CLI, "cli", N_ ("Interrupts disabled"), "cpu", DECIMAL, "parameter-1", DECIMAL, "parameter-2", CPU, CPU, MASK)
SL_KIND (STI, "sti", N_ ("Interrupts enabled"), "cpu", DECIMAL, "parameter-1", DECIMAL, "parameter-2", CPU, CPU, UNMASK)

/* S.Ha.R.K., priorities and switches */
SL_KIND (SET_PRIORITY, "set-priority", N_ ("Priority set"), "priority", DECIMAL, "context", DECIMAL, "priority", TASK, A, PRIORITY)
SL_KIND (CONTEXT_SWITCH, "context-switch", N_ ("Context switched"), "priority", DECIMAL, "context", DECIMAL, "parameter-2", TASK, A, RUN)
SL_KIND (INHERITANCE, "inheritance", N_ ("Priority inherited"), "priority", DECIMAL, "context", DECIMAL, "inherited-from", TASK, A, INHERIT)

/* S.Ha.R.K., locks */
SL_KIND (MUTEX_CREATE, "mutex-create", N_ ("Mutex created"), "mutex", DECIMAL, "context", LOCK, "mutex", MUTEX, B_LOCK, NONE)
SL_KIND (MUTEX_LOCK, "mutex-lock", N_ ("Mutex lock requested"), "mutex", DECIMAL, "context", LOCK, "mutex", MUTEX, B_LOCK, REQUEST)
SL_KIND (MUTEX_INHERIT, "mutex-inherit", N_ ("Mutex inherited"), "mutex", DECIMAL, "context", LOCK, "mutex", MUTEX, B_LOCK, NONE)
SL_KIND (MUTEX_UNLOCK, "mutex-unlock", N_ ("Mutex unlocked"), "mutex", DECIMAL, "context", LOCK, "mutex", MUTEX, B_LOCK, UNLOCK)
SL_KIND (MUTEX_WAIT, "mutex-wait", N_ ("Semaphore wait"), "mutex", DECIMAL, "context", LOCK, "semaphore", SEMAPHORE, B_LOCK, WAIT)
SL_KIND (MUTEX_POST, "mutex-post", N_ ("Semaphore post"), "mutex", DECIMAL, "context", LOCK, "semaphore", SEMAPHORE, B_LOCK, POST)

/* S.Ha.R.K., signals */
SL_KIND (SIGNAL, "signal", N_ ("Signal"), "signal", DECIMAL, "context", DECIMAL, "parameter-2", TASK, A, NONE)

/* S.Ha.R.K., servers */
SL_KIND (SERVER_CREATE, "server-create", N_ ("Server created"), "server", DECIMAL, "context", HEX, "server", SERVER, B, SERVER_CREATE)
SL_KIND (SERVER_REPLENISH, "server-replenish", N_ ("Budget replenished"), "server", DECIMAL, "context", HEX, "server", SERVER, B, REPLENISH)
SL_KIND (SERVER_EXHAUST, "server-exhaust", N_ ("Budget exhausted"), "server", DECIMAL, "context", HEX, "server", SERVER, B, EXHAUST)
SL_KIND (SERVER_RECLAIMING, "server-reclaiming", N_ ("Bandwidth reclaimed"), "server", DECIMAL, "context", HEX, "server", SERVER, B, SERVER_IDLE)
SL_KIND (SERVER_REMOVE, "server-remove", N_ ("Server removed"), "server", DECIMAL, "context", HEX, "server", SERVER, B, SERVER_REMOVE)
SL_KIND (SERVER_ACTIVE, "server-active", N_ ("Server active"), "server", DECIMAL, "context", HEX, "server", SERVER, B, SERVER_ACTIVATE)
SL_KIND (SERVER_USING_REC, "server-using-rec", N_ ("Server uses reclaimed bandwidth"), "server", DECIMAL, "reclaimed", HEX, "server", SERVER, B, RECLAIM)

/* S.Ha.R.K., user events */
SL_KIND (USER_EVENT_0, "user-event-0", N_ ("User event 0"), "user", DECIMAL, "parameter-1", DECIMAL, "parameter-2", NONE, NOWHERE, MARK)
SL_KIND (USER_EVENT_1, "user-event-1", N_ ("User event 1"), "user", DECIMAL, "parameter-1", DECIMAL, "parameter-2", NONE, NOWHERE, MARK)
SL_KIND (USER_EVENT_2, "user-event-2", N_ ("User event 2"), "user", DECIMAL, "parameter-1", DECIMAL, "parameter-2", NONE, NOWHERE, MARK)
SL_KIND (USER_EVENT_3, "user-event-3", N_ ("User event 3"), "user", DECIMAL, "parameter-1", DECIMAL, "parameter-2", NONE, NOWHERE, MARK)
SL_KIND (USER_EVENT_4, "user-event-4", N_ ("User event 4"), "user", DECIMAL, "parameter-1", DECIMAL, "parameter-2", NONE, NOWHERE, MARK)
SL_KIND (USER_EVENT_5, "user-event-5", N_ ("User event 5"), "user", DECIMAL, "parameter-1", DECIMAL, "parameter-2", NONE, NOWHERE, MARK)
SL_KIND (USER_EVENT_6, "user-event-6", N_ ("User event 6"), "user", DECIMAL, "parameter-1", DECIMAL, "parameter-2", NONE, NOWHERE, MARK)
SL_KIND (USER_EVENT_7, "user-event-7", N_ ("User event 7"), "user", DECIMAL, "parameter-1", DECIMAL, "parameter-2", NONE, NOWHERE, MARK)
SL_KIND (USER_EVENT_8, "user-event-8", N_ ("User event 8"), "user", DECIMAL, "parameter-1", DECIMAL, "parameter-2", NONE, NOWHERE, MARK)
SL_KIND (USER_EVENT_9, "user-event-9", N_ ("User event 9"), "user", DECIMAL, "parameter-1", DECIMAL, "parameter-2", NONE, NOWHERE, MARK)
SL_KIND (USER_EVENT_10, "user-event-10", N_ ("User event 10"), "user", DECIMAL, "parameter-1", DECIMAL, "parameter-2", NONE, NOWHERE, MARK)
SL_KIND (USER_EVENT_11, "user-event-11", N_ ("User event 11"), "user", DECIMAL, "parameter-1", DECIMAL, "parameter-2", NONE, NOWHERE, MARK)
SL_KIND (USER_EVENT_12, "user-event-12", N_ ("User event 12"), "user", DECIMAL, "parameter-1", DECIMAL, "parameter-2", NONE, NOWHERE, MARK)
SL_KIND (USER_EVENT_13, "user-event-13", N_ ("User event 13"), "user", DECIMAL, "parameter-1", DECIMAL, "parameter-2", NONE, NOWHERE, MARK)
SL_KIND (USER_EVENT_14, "user-event-14", N_ ("User event 14"), "user", DECIMAL, "parameter-1", DECIMAL, "parameter-2", NONE, NOWHERE, MARK)

/* S.Ha.R.K., data and chunks */
SL_KIND (DATA_POINTER, "data-pointer", N_ ("Data pointer"), "data", DECIMAL, "type", HEX, "pointer", NONE, NOWHERE, NONE)
SL_KIND (NEXT_CHUNK, "next-chunk", N_ ("Next chunk"), "data", DECIMAL, "parameter-1", DECIMAL, "parameter-2", NONE, NOWHERE, NONE)

/* S.Ha.R.K., timers */
SL_KIND (TIMER_POST, "timer-post", N_ ("Timer posted"), "timer", DECIMAL, "parameter-1", DECIMAL, "parameter-2", TIMER, FIXED, NONE)
SL_KIND (TIMER_DELETE, "timer-delete", N_ ("Timer deleted"), "timer", DECIMAL, "parameter-1", DECIMAL, "parameter-2", TIMER, FIXED, NONE)
SL_KIND (TIMER_WAKEUP_START, "timer-wakeup-start", N_ ("Timer interrupt started"), "timer", DECIMAL, "parameter-1", DECIMAL, "parameter-2", TIMER, FIXED, ENTER)
SL_KIND (TIMER_WAKEUP_END, "timer-wakeup-end", N_ ("Timer interrupt ended"), "timer", DECIMAL, "context", DECIMAL, "parameter-2", TIMER, FIXED, LEAVE)

/* S.Ha.R.K., filter switches: a is 1 when the family is no longer recorded, 0 when it is again */
SL_KIND (FILTER_TRACE_EVENTS, "filter-trace-events", N_ ("Recording of general events switched"), "filter", DECIMAL, "filtered", DECIMAL, "parameter-2", NONE, NOWHERE, NONE)
SL_KIND (FILTER_IPOINT, "filter-ipoint", N_ ("Recording of ipoint events switched"), "filter", DECIMAL, "filtered", DECIMAL, "parameter-2", NONE, NOWHERE, NONE)
SL_KIND (FILTER_TASK, "filter-task", N_ ("Recording of task events switched"), "filter", DECIMAL, "filtered", DECIMAL, "parameter-2", NONE, NOWHERE, NONE)
SL_KIND (FILTER_INTERRUPT, "filter-interrupt", N_ ("Recording of interrupt events switched"), "filter", DECIMAL, "filtered", DECIMAL, "parameter-2", NONE, NOWHERE, NONE)
SL_KIND (FILTER_CPU, "filter-cpu", N_ ("Recording of cpu events switched"), "filter", DECIMAL, "filtered", DECIMAL, "parameter-2", NONE, NOWHERE, NONE)
SL_KIND (FILTER_PRIORITY, "filter-priority", N_ ("Recording of priority events switched"), "filter", DECIMAL, "filtered", DECIMAL, "parameter-2", NONE, NOWHERE, NONE)
SL_KIND (FILTER_MUTEX, "filter-mutex", N_ ("Recording of mutex events switched"), "filter", DECIMAL, "filtered", DECIMAL, "parameter-2", NONE, NOWHERE, NONE)
SL_KIND (FILTER_SIGNAL, "filter-signal", N_ ("Recording of signal events switched"), "filter", DECIMAL, "filtered", DECIMAL, "parameter-2", NONE, NOWHERE, NONE)
SL_KIND (FILTER_SERVER, "filter-server", N_ ("Recording of server events switched"), "filter", DECIMAL, "filtered", DECIMAL, "parameter-2", NONE, NOWHERE, NONE)
SL_KIND (FILTER_USER, "filter-user", N_ ("Recording of user events switched"), "filter", DECIMAL, "filtered", DECIMAL, "parameter-2", NONE, NOWHERE, NONE)
SL_KIND (FILTER_DATA, "filter-data", N_ ("Recording of data events switched"), "filter", DECIMAL, "filtered", DECIMAL, "parameter-2", NONE, NOWHERE, NONE)
SL_KIND (FILTER_TIMER, "filter-timer", N_ ("Recording of timer events switched"), "filter", DECIMAL, "filtered", DECIMAL, "parameter-2", NONE, NOWHERE, NONE)

/* BYU 12 and 16-byte address traces: what is not a memory address has a name other than "address" */
SL_KIND (BUS_FETCH, "fetch", N_ ("Instruction fetch"), "bus", HEX, "address", DECIMAL, "size", AGENT, CPU, CYCLE)
SL_KIND (BUS_MEMORY_READ, "memory-read", N_ ("Memory read"), "bus", HEX, "address", DECIMAL, "size", AGENT, CPU, CYCLE)
SL_KIND (BUS_MEMORY_READ_INVALIDATE, "memory-read-invalidate", N_ ("Memory read and invalidate"), "bus", HEX, "address", DECIMAL, "size", AGENT, CPU, CYCLE)
SL_KIND (BUS_MEMORY_WRITE, "memory-write", N_ ("Memory write"), "bus", HEX, "address", DECIMAL, "size", AGENT, CPU, CYCLE)
SL_KIND (BUS_IO_READ, "io-read", N_ ("I/O read"), "bus", HEX, "port", DECIMAL, "size", AGENT, CPU, CYCLE)
SL_KIND (BUS_IO_WRITE, "io-write", N_ ("I/O write"), "bus", HEX, "port", DECIMAL, "size", AGENT, CPU, CYCLE)
SL_KIND (BUS_DEFERRED_REPLY, "deferred-reply", N_ ("Deferred reply"), "bus", HEX, "reply", DECIMAL, "size", AGENT, CPU, CYCLE)
SL_KIND (BUS_INTERRUPT_ACKNOWLEDGE, "interrupt-acknowledge", N_ ("Interrupt acknowledge"), "bus", HEX, "signals", DECIMAL, "size", AGENT, CPU, CYCLE)
SL_KIND (BUS_CENTRAL_AGENT_RESPONSE, "central-agent-response", N_ ("Central agent response"), "bus", HEX, "signals", DECIMAL, "size", AGENT, CPU, CYCLE)
SL_KIND (BUS_BRANCH_TRACE_RECORD, "branch-trace-record", N_ ("Branch trace record"), "bus", HEX, "signals", DECIMAL, "size", AGENT, CPU, CYCLE)
SL_KIND (BUS_SHUTDOWN, "shutdown", N_ ("Shutdown"), "bus", HEX, "signals", DECIMAL, "size", AGENT, CPU, CYCLE)
SL_KIND (BUS_FLUSH, "flush", N_ ("Flush"), "bus", HEX, "signals", DECIMAL, "size", AGENT, CPU, CYCLE)
SL_KIND (BUS_HALT, "halt", N_ ("Halt"), "bus", HEX, "signals", DECIMAL, "size", AGENT, CPU, CYCLE)
SL_KIND (BUS_SYNC, "sync", N_ ("Sync"), "bus", HEX, "signals", DECIMAL, "size", AGENT, CPU, CYCLE)
SL_KIND (BUS_FLUSH_ACKNOWLEDGE, "flush-acknowledge", N_ ("Flush acknowledge"), "bus", HEX, "signals", DECIMAL, "size", AGENT, CPU, CYCLE)
SL_KIND (BUS_STOP_CLOCK_ACKNOWLEDGE, "stop-clock-acknowledge", N_ ("Stop clock acknowledge"), "bus", HEX, "signals", DECIMAL, "size", AGENT, CPU, CYCLE)
SL_KIND (BUS_SMI_ACKNOWLEDGE, "smi-acknowledge", N_ ("SMI acknowledge"), "bus", HEX, "signals", DECIMAL, "size", AGENT, CPU, CYCLE)

/* Pentium bus cycles, as BYU 6-byte address traces have them. Some share their id with a kind
 * above, whose b means something else. */
SL_KIND (PENTIUM_INTERRUPT_ACKNOWLEDGE, "interrupt-acknowledge", N_ ("Interrupt acknowledge"), "bus", HEX, "signals", HEX, "byte-enables", AGENT, CPU, CYCLE)
SL_KIND (PENTIUM_IO_READ, "io-read", N_ ("I/O read"), "bus", HEX, "port", HEX, "byte-enables", AGENT, CPU, CYCLE)
SL_KIND (PENTIUM_IO_WRITE, "io-write", N_ ("I/O write"), "bus", HEX, "port", HEX, "byte-enables", AGENT, CPU, CYCLE)
SL_KIND (PENTIUM_CODE_READ, "code-read", N_ ("Code read"), "bus", HEX, "address", HEX, "byte-enables", AGENT, CPU, CYCLE)
SL_KIND (PENTIUM_CODE_READ_NONCACHEABLE, "code-read-noncacheable", N_ ("Noncacheable code read"), "bus", HEX, "address", HEX, "byte-enables", AGENT, CPU, CYCLE)
SL_KIND (PENTIUM_DATA_READ, "data-read", N_ ("Data read"), "bus", HEX, "address", HEX, "byte-enables", AGENT, CPU, CYCLE)
SL_KIND (PENTIUM_DATA_READ_NONCACHEABLE, "data-read-noncacheable", N_ ("Noncacheable data read"), "bus", HEX, "address", HEX, "byte-enables", AGENT, CPU, CYCLE)
SL_KIND (PENTIUM_WRITE_BACK, "write-back", N_ ("Write-back"), "bus", HEX, "address", HEX, "byte-enables", AGENT, CPU, CYCLE)
SL_KIND (PENTIUM_DATA_WRITE, "data-write", N_ ("Data write"), "bus", HEX, "address", HEX, "byte-enables", AGENT, CPU, CYCLE)
SL_KIND (PENTIUM_SHUTDOWN, "shutdown", N_ ("Shutdown"), "bus", HEX, "signals", HEX, "byte-enables", AGENT, CPU, CYCLE)
SL_KIND (PENTIUM_FLUSH, "flush", N_ ("Flush"), "bus", HEX, "signals", HEX, "byte-enables", AGENT, CPU, CYCLE)
SL_KIND (PENTIUM_HALT, "halt", N_ ("Halt"), "bus", HEX, "signals", HEX, "byte-enables", AGENT, CPU, CYCLE)
SL_KIND (PENTIUM_STOP_GRANT, "stop-grant", N_ ("Stop grant"), "bus", HEX, "signals", HEX, "byte-enables", AGENT, CPU, CYCLE)
SL_KIND (PENTIUM_WRITE_BACK_INVALIDATE, "write-back-invalidate", N_ ("Write back and invalidate"), "bus", HEX, "signals", HEX, "byte-enables", AGENT, CPU, CYCLE)
SL_KIND (PENTIUM_FLUSH_ACKNOWLEDGE, "flush-acknowledge", N_ ("Flush acknowledge"), "bus", HEX, "signals", HEX, "byte-enables", AGENT, CPU, CYCLE)
SL_KIND (PENTIUM_BRANCH_TRACE, "branch-trace", N_ ("Branch trace message"), "bus", CODE, "linear-address", HEX, "byte-enables", AGENT, CPU, CYCLE)
SL_KIND (PENTIUM_SPECIAL, "special", N_ ("Other special cycle"), "bus", HEX, "signals", HEX, "byte-enables", AGENT, CPU, CYCLE)
SL_KIND (PENTIUM_INVALID, "invalid", N_ ("Invalid cycle"), "bus", HEX, "signals", HEX, "byte-enables", AGENT, CPU, CYCLE)

/* Branches reported by branch trace messages of a Pentium, after the cycles that carry them */
SL_KIND (BRANCH, "branch", N_ ("Branch"), "branch", CODE, "source", CODE, "target", AGENT, CPU, BRANCH)
SL_KIND (BRANCH_SOURCE, "branch-source", N_ ("Branch whose target is not known"), "branch", CODE, "source", NONE, NULL, AGENT, CPU, NONE)
SL_KIND (BRANCH_TARGET, "branch-target", N_ ("Branch whose source is not known"), "branch", CODE, "target", NONE, NULL, AGENT, CPU, NONE)

/* Intel PT, one kind a packet, in the order of sl-pt-packet-table.h. PAD and TNT are counted but are not events. */
SL_KIND (PT_PSB, "psb", N_ ("Stream boundary"), "pt-sync", NONE, NULL, NONE, NULL, CPU, CPU, NONE)
SL_KIND (PT_PSBEND, "psbend", N_ ("End of the state at a boundary"), "pt-sync", NONE, NULL, NONE, NULL, CPU, CPU, NONE)
SL_KIND (PT_TSC, "tsc", N_ ("Time stamp"), "pt-time", DECIMAL, "tsc", NONE, NULL, CPU, CPU, NONE)
SL_KIND (PT_TMA, "tma", N_ ("Time stamp and crystal clock aligned"), "pt-time", DECIMAL, "ctc", DECIMAL, "fast-counter", CPU, CPU, NONE)
SL_KIND (PT_MTC, "mtc", N_ ("Crystal clock tick"), "pt-time", DECIMAL, "ctc", NONE, NULL, CPU, CPU, NONE)
SL_KIND (PT_CYC, "cyc", N_ ("Cycles counted"), "pt-time", DECIMAL, "cycles", NONE, NULL, CPU, CPU, NONE)
SL_KIND (PT_CBR, "cbr", N_ ("Core:bus ratio"), "pt-power", DECIMAL, "ratio", NONE, NULL, CPU, CPU, NONE)
SL_KIND (PT_TNT_SHORT, "tnt-short", N_ ("Branches (short)"), "pt-branch", NONE, NULL, NONE, NULL, CPU, CPU, NONE)
SL_KIND (PT_TNT_LONG, "tnt-long", N_ ("Branches (long)"), "pt-branch", NONE, NULL, NONE, NULL, CPU, CPU, NONE)
SL_KIND (PT_TIP, "tip", N_ ("Branch target"), "pt-branch", CODE, "ip", NONE, NULL, CPU, CPU, NONE)
SL_KIND (PT_TIP_PGE, "tip-pge", N_ ("Tracing switched on"), "pt-branch", CODE, "ip", NONE, NULL, CPU, CPU, NONE)
SL_KIND (PT_TIP_PGD, "tip-pgd", N_ ("Tracing switched off"), "pt-branch", CODE, "ip", NONE, NULL, CPU, CPU, NONE)
SL_KIND (PT_FUP, "fup", N_ ("Address of an event"), "pt-branch", CODE, "ip", NONE, NULL, CPU, CPU, NONE)
SL_KIND (PT_PIP, "pip", N_ ("Address space changed"), "pt-context", HEX, "cr3", DECIMAL, "guest", CPU, CPU, SPACE)
SL_KIND (PT_MODE_EXEC, "mode-exec", N_ ("Mode of execution"), "pt-context", DECIMAL, "width", DECIMAL, "interrupt-flag", CPU, CPU, NONE)
SL_KIND (PT_MODE_TSX, "mode-tsx", N_ ("Transaction"), "pt-context", DECIMAL, "in-transaction", DECIMAL, "abort", CPU, CPU, NONE)
SL_KIND (PT_OVF, "ovf", N_ ("Packets lost"), "pt-sync", NONE, NULL, NONE, NULL, CPU, CPU, NONE)
SL_KIND (PT_STOP, "stop", N_ ("Tracing stopped"), "pt-branch", NONE, NULL, NONE, NULL, CPU, CPU, NONE)
SL_KIND (PT_VMCS, "vmcs", N_ ("Virtual machine"), "pt-context", HEX, "vmcs", NONE, NULL, CPU, CPU, NONE)
SL_KIND (PT_MNT, "mnt", N_ ("Maintenance"), "pt-sync", HEX, "payload", NONE, NULL, CPU, CPU, NONE)
SL_KIND (PT_PTW, "ptw", N_ ("Value written"), "pt-value", HEX, "value", DECIMAL, "size", CPU, CPU, NONE)
SL_KIND (PT_EXSTOP, "exstop", N_ ("Execution stopped"), "pt-power", DECIMAL, "address-follows", NONE, NULL, CPU, CPU, NONE)
SL_KIND (PT_MWAIT, "mwait", N_ ("Wait requested"), "pt-power", HEX, "hints", HEX, "extensions", CPU, CPU, NONE)
SL_KIND (PT_PWRE, "pwre", N_ ("Power state entered"), "pt-power", DECIMAL, "c-state", DECIMAL, "by-hardware", CPU, CPU, NONE)
SL_KIND (PT_PWRX, "pwrx", N_ ("Power state left"), "pt-power", HEX, "c-states", HEX, "reason", CPU, CPU, NONE)
SL_KIND (PT_BBP, "bbp", N_ ("Block of items began"), "pt-value", DECIMAL, "type", DECIMAL, "item-size", CPU, CPU, NONE)
SL_KIND (PT_BIP, "bip", N_ ("Block item"), "pt-value", HEX, "value", DECIMAL, "item", CPU, CPU, NONE)
SL_KIND (PT_BEP, "bep", N_ ("Block of items ended"), "pt-value", DECIMAL, "address-follows", NONE, NULL, CPU, CPU, NONE)
SL_KIND (PT_CFE, "cfe", N_ ("Control flow event"), "pt-event", DECIMAL, "type", DECIMAL, "vector", CPU, CPU, NONE)
SL_KIND (PT_EVD, "evd", N_ ("Event data"), "pt-event", HEX, "value", DECIMAL, "type", CPU, CPU, NONE)
SL_KIND (PT_TRIG, "trig", N_ ("Trigger"), "pt-event", HEX, "triggers", DECIMAL, "instructions", CPU, CPU, NONE)
SL_KIND (PT_PAD, "pad", N_ ("Padding"), "pt-sync", NONE, NULL, NONE, NULL, CPU, CPU, NONE)

/* Marks of the row that shows where the output of Intel PT went in memory; no events */
SL_KIND (TOPA_INT, "region-interrupt", N_ ("Interrupt requested"), "pt-sync", NONE, NULL, NONE, NULL, CPU, CPU, NONE)
SL_KIND (TOPA_STOP, "region-stop", N_ ("Tracing stopped"), "pt-sync", NONE, NULL, NONE, NULL, CPU, CPU, NONE)

/* Linux, as perf records it: threads by their numbers */
SL_KIND (LINUX_SWITCH_IN, "switch-in", N_ ("Switched in"), "sched", DECIMAL, "tid", DECIMAL, "previous-tid", TASK, A, NONE)
SL_KIND (LINUX_SWITCH_OUT, "switch-out", N_ ("Switched out"), "sched", DECIMAL, "tid", DECIMAL, "next-tid", TASK, A, NONE)
SL_KIND (LINUX_PREEMPTED, "switch-preempted", N_ ("Preempted"), "sched", DECIMAL, "tid", DECIMAL, "next-tid", TASK, A, NONE)
SL_KIND (LINUX_FORK, "fork", N_ ("Thread created"), "sched", DECIMAL, "tid", DECIMAL, "parent-tid", TASK, A, NONE)
SL_KIND (LINUX_EXIT, "exit", N_ ("Thread ended"), "sched", DECIMAL, "tid", DECIMAL, "parent-tid", TASK, A, NONE)
SL_KIND (LINUX_COMM, "comm", N_ ("Thread named"), "sched", DECIMAL, "tid", DECIMAL, "pid", TASK, A, NONE)
SL_KIND (LINUX_ITRACE_START, "itrace-start", N_ ("Instruction trace began"), "record", DECIMAL, "tid", DECIMAL, "pid", TASK, A, NONE)
SL_KIND (LINUX_MMAP, "mmap", N_ ("File mapped"), "record", HEX, "address", DECIMAL, "length", NONE, NOWHERE, NONE)
SL_KIND (LINUX_AUX, "aux", N_ ("Trace data written"), "record", DECIMAL, "offset", DECIMAL, "size", NONE, NOWHERE, NONE)
SL_KIND (LINUX_LOST, "lost", N_ ("Records lost"), "record", DECIMAL, "count", NONE, NULL, CPU, CPU, LOST)
SL_KIND (LINUX_LOST_SAMPLES, "lost-samples", N_ ("Samples lost"), "record", DECIMAL, "count", NONE, NULL, CPU, CPU, NONE)
SL_KIND (LINUX_SAMPLE, "sample", N_ ("Sample"), "record", CODE, "ip", DECIMAL, "tid", TASK, B, NONE)

/* Neutral events: each says what its action says, with the task in a and the object or the value in b; an object's
 * type is in the event's detail. Without a task, the value is in a. */
SL_KIND (ACTED_RUN, "run", N_ ("Processor runs a task"), "scheduling", DECIMAL, "task", NONE, NULL, TASK, A, RUN)
SL_KIND (ACTED_CHOOSE, "choose", N_ ("Scheduler chose"), "scheduling", DECIMAL, "task", DECIMAL, "on-behalf-of", TASK, A, CHOOSE)
SL_KIND (ACTED_CREATE, "create", N_ ("Task created"), "scheduling", DECIMAL, "task", NONE, NULL, TASK, A, CREATE)
SL_KIND (ACTED_END, "end", N_ ("Task ended"), "scheduling", DECIMAL, "task", NONE, NULL, TASK, A, END)
SL_KIND (ACTED_NAME, "name", N_ ("Named"), "scheduling", DECIMAL, "task", DECIMAL, "object", TASK, A, NAME)
SL_KIND (ACTED_READY, "ready", N_ ("Task ready"), "scheduling", DECIMAL, "task", DECIMAL, "woken-by", TASK, A, READY)
SL_KIND (ACTED_IDLE, "idle", N_ ("Task waits for its next release"), "scheduling", DECIMAL, "task", NONE, NULL, TASK, A, IDLE)
SL_KIND (ACTED_BLOCK, "block", N_ ("Task blocked"), "scheduling", DECIMAL, "task", DECIMAL, "waits-for", TASK, A, BLOCK)
SL_KIND (ACTED_SLEEP, "sleep", N_ ("Task sleeps"), "scheduling", DECIMAL, "task", NONE, NULL, TASK, A, SLEEP)
SL_KIND (ACTED_SUSPEND, "suspend", N_ ("Task suspended"), "scheduling", DECIMAL, "task", NONE, NULL, TASK, A, SUSPEND)
SL_KIND (ACTED_THROTTLE, "throttle", N_ ("Task throttled"), "scheduling", DECIMAL, "task", NONE, NULL, TASK, A, THROTTLE)
SL_KIND (ACTED_FORGET, "forget", N_ ("State unknown"), "scheduling", DECIMAL, "task", DECIMAL, "object", TASK, A, FORGET)
SL_KIND (ACTED_MIGRATE, "migrate", N_ ("Task migrated"), "scheduling", DECIMAL, "task", DECIMAL, "cpu", TASK, A, MIGRATE)
SL_KIND (ACTED_PRIORITY, "priority", N_ ("Priority set"), "scheduling", DECIMAL, "task", SIGNED, "priority", TASK, A, PRIORITY)
SL_KIND (ACTED_INHERIT, "inherit", N_ ("Priority inherited"), "scheduling", DECIMAL, "task", DECIMAL, "inherited-from", TASK, A, INHERIT)
SL_KIND (ACTED_ACTIVATE, "activate", N_ ("Task activated"), "jobs", DECIMAL, "task", NONE, NULL, TASK, A, ACTIVATE)
SL_KIND (ACTED_RELEASE, "release", N_ ("Job released"), "jobs", DECIMAL, "task", DECIMAL, "deadline", TASK, A, RELEASE)
SL_KIND (ACTED_START, "start", N_ ("Job started"), "jobs", DECIMAL, "task", NONE, NULL, TASK, A, START)
SL_KIND (ACTED_FINISH, "finish", N_ ("Job finished"), "jobs", DECIMAL, "task", NONE, NULL, TASK, A, FINISH)
SL_KIND (ACTED_MISS, "miss", N_ ("Deadline missed"), "jobs", DECIMAL, "task", NONE, NULL, TASK, A, MISS)
SL_KIND (ACTED_OVERRUN, "overrun", N_ ("WCET exceeded"), "jobs", DECIMAL, "task", NONE, NULL, TASK, A, OVERRUN)
SL_KIND (ACTED_REQUEST, "request", N_ ("Lock requested"), "locks", DECIMAL, "task", DECIMAL, "mutex", MUTEX, B_TYPED, REQUEST)
SL_KIND (ACTED_ACQUIRE, "acquire", N_ ("Lock acquired"), "locks", DECIMAL, "task", DECIMAL, "mutex", MUTEX, B_TYPED, ACQUIRE)
SL_KIND (ACTED_UNLOCK, "unlock", N_ ("Lock released"), "locks", DECIMAL, "task", DECIMAL, "mutex", MUTEX, B_TYPED, UNLOCK)
SL_KIND (ACTED_WAIT, "wait", N_ ("Semaphore wait"), "locks", DECIMAL, "task", DECIMAL, "semaphore", SEMAPHORE, B_TYPED, WAIT)
SL_KIND (ACTED_POST, "post", N_ ("Semaphore post"), "locks", DECIMAL, "task", DECIMAL, "semaphore", SEMAPHORE, B_TYPED, POST)
SL_KIND (ACTED_SERVER_CREATE, "server-create", N_ ("Server created"), "servers", DECIMAL, "task", DECIMAL, "server", SERVER, B_TYPED, SERVER_CREATE)
SL_KIND (ACTED_SERVER_ACTIVATE, "server-activate", N_ ("Server active"), "servers", DECIMAL, "task", DECIMAL, "server", SERVER, B_TYPED, SERVER_ACTIVATE)
SL_KIND (ACTED_EXHAUST, "exhaust", N_ ("Budget exhausted"), "servers", DECIMAL, "task", DECIMAL, "server", SERVER, B_TYPED, EXHAUST)
SL_KIND (ACTED_REPLENISH, "replenish", N_ ("Budget replenished"), "servers", DECIMAL, "task", DECIMAL, "server", SERVER, B_TYPED, REPLENISH)
SL_KIND (ACTED_SERVER_IDLE, "server-idle", N_ ("Server inactive"), "servers", DECIMAL, "task", DECIMAL, "server", SERVER, B_TYPED, SERVER_IDLE)
SL_KIND (ACTED_RECLAIM, "reclaim", N_ ("Bandwidth reclaimed"), "servers", DECIMAL, "time", DECIMAL, "server", SERVER, B_TYPED, RECLAIM)
SL_KIND (ACTED_SERVER_REMOVE, "server-remove", N_ ("Server removed"), "servers", DECIMAL, "task", DECIMAL, "server", SERVER, B_TYPED, SERVER_REMOVE)
SL_KIND (ACTED_ENTER, "enter", N_ ("Interrupt entered"), "interrupts", NONE, NULL, DECIMAL, "line", IRQ, B_TYPED, ENTER)
SL_KIND (ACTED_LEAVE, "leave", N_ ("Interrupt left"), "interrupts", NONE, NULL, DECIMAL, "line", IRQ, B_TYPED, LEAVE)
SL_KIND (ACTED_HIT, "hit", N_ ("Interrupt hit"), "interrupts", NONE, NULL, DECIMAL, "line", IRQ, B_TYPED, HIT)
SL_KIND (ACTED_COUNT, "count", N_ ("Interrupts counted"), "interrupts", DECIMAL, "count", DECIMAL, "line", IRQ, B_TYPED, COUNT)
SL_KIND (ACTED_MASK, "mask", N_ ("Interrupts disabled"), "interrupts", NONE, NULL, NONE, NULL, CPU, CPU, MASK)
SL_KIND (ACTED_UNMASK, "unmask", N_ ("Interrupts enabled"), "interrupts", NONE, NULL, NONE, NULL, CPU, CPU, UNMASK)
SL_KIND (ACTED_MARK, "mark", N_ ("Mark"), "marks", DECIMAL, "task", DECIMAL, "mark", USER_EVENT, B_TYPED, MARK)
SL_KIND (ACTED_SPAN_BEGIN, "span-begin", N_ ("Span started"), "marks", DECIMAL, "task", DECIMAL, "mark", USER_EVENT, B_TYPED, SPAN_BEGIN)
SL_KIND (ACTED_SPAN_END, "span-end", N_ ("Span ended"), "marks", DECIMAL, "task", DECIMAL, "mark", USER_EVENT, B_TYPED, SPAN_END)
SL_KIND (ACTED_VALUE, "value", N_ ("Value"), "marks", SIGNED, "value", DECIMAL, "variable", USER_EVENT, B_TYPED, VALUE)
SL_KIND (ACTED_OFF, "off", N_ ("Recording switched off"), "recording", NONE, NULL, DECIMAL, "family", NONE, NOWHERE, OFF)
SL_KIND (ACTED_ON, "on", N_ ("Recording switched on"), "recording", NONE, NULL, DECIMAL, "family", NONE, NOWHERE, ON)
SL_KIND (ACTED_LOST, "lost", N_ ("Events lost"), "recording", NONE, NULL, DECIMAL, "count", CPU, CPU, LOST)

/* clang-format on */
