# SPDX-License-Identifier: GPL-3.0-or-later
"""A kernel with two processors, fixed priorities and one mutex on each, that writes down what it does and knows its
jobs: the truth that a trace of it is held to. A tick is 1000 ns."""

import dataclasses
import random
import struct

CREATE, RELEASE, RUN, FINISH, REQUEST, ACQUIRE, UNLOCK = range(7)
TICK = 1000
NO_TASK = 0xffff


@dataclasses.dataclass
class Task:
    number: int
    cpu: int
    priority: int
    period: int
    executions: tuple
    lock_at: int  # executed ticks at which it asks for the processor's lock; -1 for never
    unlock_at: int
    jobs: list = dataclasses.field(default_factory=list)
    executed: int = 0
    waits: bool = False


class Kernel:
    def __init__(self, tasks, seed):
        self.tasks = tasks
        self.random = random.Random(seed)
        self.records = bytearray(b"TINYRT1\n")
        self.running = {task.cpu: None for task in tasks}
        self.holders = {task.cpu: None for task in tasks}
        self.truth = []  # task, release, finish or None, missed

    def log(self, time, code, cpu, task, parameter=0):
        self.records += struct.pack("<QBBHI", time * TICK, code, cpu, task.number if task else NO_TASK, parameter)

    def release(self, time):
        for task in self.tasks:
            if time % task.period == 0:
                task.jobs.append([time, self.random.choice(task.executions)])
                self.log(time, RELEASE, task.cpu, task, task.period * TICK)

    def finish(self, time, task):
        released, _ = task.jobs.pop(0)
        task.executed = 0
        self.truth.append((task.number, released * TICK, time * TICK, time > released + task.period))
        self.log(time, FINISH, task.cpu, task)

    def complete(self, time):
        """What runs completes what it completes: its lock, its job."""
        for cpu, task in self.running.items():
            if task and task.executed == task.unlock_at and self.holders[cpu] is task:
                self.holders[cpu] = None
                self.log(time, UNLOCK, cpu, task, cpu)
                for other in self.tasks:
                    other.waits = other.waits and other.cpu != cpu
            if task and task.jobs and task.executed == task.jobs[0][1]:
                self.finish(time, task)

    def dispatch(self, time, cpu):
        while True:
            ready = [task for task in self.tasks if task.cpu == cpu and task.jobs and not task.waits]
            task = max(ready, key=lambda task: task.priority, default=None)
            if task is not self.running[cpu]:
                self.running[cpu] = task
                self.log(time, RUN, cpu, task)
            if not task or task.executed != task.lock_at or self.holders[cpu] is task:
                return
            self.log(time, REQUEST, cpu, task, cpu)
            if self.holders[cpu] is None:
                self.holders[cpu] = task
                self.log(time, ACQUIRE, cpu, task, cpu)
                return
            task.waits = True

    def simulate(self, end):
        for task in self.tasks:
            self.log(0, CREATE, task.cpu, task)
        for time in range(end):
            self.complete(time)
            self.release(time)
            for cpu in self.running:
                self.dispatch(time, cpu)
                if self.running[cpu]:
                    self.running[cpu].executed += 1
        for cpu in self.running:
            self.log(end, RUN, cpu, None)


def make(seed):
    """Returns the bytes of a trace and its finished jobs."""
    kernel = Kernel([Task(1, 0, 3, 10, (2, 3), 1, 2), Task(2, 0, 2, 20, (4, 6), -1, -1),
                     Task(3, 0, 1, 40, (6, 12), 1, 5), Task(4, 1, 2, 15, (5, 9), 2, 4),
                     Task(5, 1, 1, 30, (8, 13), 3, 7)], seed)
    kernel.simulate(1200)
    return bytes(kernel.records), sorted(kernel.truth)
