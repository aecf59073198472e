/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-shark-scenario-private.h"

static const SlSharkScenario scenarios[] = {
  { "edf-preemption", "Three periodic tasks under EDF, with preemptions", make_edf_preemption },
  { "mutex-inheritance",
    "Three tasks and a mutex: unbounded inversion cured by priority inheritance",
    make_mutex_inheritance },
  { "lock-chain", "Three tasks and two mutexes: one waits for another that waits for a third",
    make_lock_chain },
  { "server-budget", "A hard CBS that exhausts its budget and is replenished", make_server_budget },
  { "interrupts", "Interrupts during a task, also nested", make_interrupts },
  { "deadline-miss", "A job that computes too long and misses its deadline", make_deadline_miss },
  { "semaphores", "A producer and a consumer with a semaphore", make_semaphores },
  { "jumping-balls", "All of it: EDF, a mutex, a server, interrupts, a deadline miss",
    make_jumping_balls },
  { "rm-set", "Two tasks under rate monotonic scheduling: the longer one is late", make_rm_set },
  { "edf-set", "The same two tasks under EDF: both are in time", make_edf_set },
  { "unbounded-inversion", "A task waits for a lock while one without it runs",
    make_unbounded_inversion },
  { "bounded-inversion", "The same with priority inheritance", make_bounded_inversion },
  { "bandwidth-server", "A CBS of 2 ms each 6 ms beside a hard task", make_bandwidth_server },
  { "blocked-miss", "A job that is late since another held its lock", make_blocked_miss },
  { "pathfinder", "A chain of two locks without inheritance, and a task that makes it longer",
    make_pathfinder },
  { "activated-ahead", "An activation with an offset, which releases nothing",
    make_activated_ahead },
  { "refused-first", "A sporadic task whose first activations are skipped", make_refused_first },
  { "starved-server", "A soft server that does not run in its first periods", make_starved_server },
  { "queued-begin", "The same, begun while jobs of it wait", make_queued_begin },
  { "wrapped-chunk", "A cyclic chunk that wrapped: newest records first", make_wrapped_chunk },
  { "two-chunk-files", "Two chunks in two files", make_two_chunk_files },
  { "two-chunks-joined", "Two wrapped chunks one after another", make_two_chunks_joined },
  { "datagrams", "Datagrams as they left the kernel", make_datagrams },
  { "datagrams-lost", "Datagrams: one lost, one repeated, one late", make_datagrams_lost },
  { "capture", "The same in a capture file", make_capture },
  { "truncated-tail", "The last record is cut", make_truncated_tail },
  { "damaged-tsc", "One record whose TSC is damaged", make_damaged_tsc },
  { "empty-slots", "Empty slots between the records", make_empty_slots },
  { "missing-start", "The trace's start was overwritten: no clock", make_missing_start },
  { "filter-start", "The timer family is filtered before the trace's start", make_filter_start },
  { "filter-middle", "The task family is filtered for a while", make_filter_middle },
  { "blackout", "A blackout in the middle", make_blackout },
  { "interrupt-counts", "A line whose interrupts are counted, not logged", make_interrupt_counts },
  { "fast-points", "Fast instrumentation points with a stale parameter 2", make_fast_points },
  { "context-reuse", "A context used by two tasks one after the other", make_context_reuse },
  { "stale-ids", "Ids that list a dead task", make_stale_ids },
  { "frequency-change", "The processor's frequency changes", make_frequency_change },
  { "special-contexts", "The contexts 0, 80 and 248", make_special_contexts },
  { "every-code", "Each code once, known or not", make_every_code },
};

const SlSharkScenario *
sl_shark_scenarios_get_all (guint *n_scenarios)
{
  *n_scenarios = G_N_ELEMENTS (scenarios);

  return scenarios;
}

/* Returns: (nullable): the scenario of that name */
const SlSharkScenario *
sl_shark_scenarios_find (const char *id)
{
  for (guint i = 0; i < G_N_ELEMENTS (scenarios); i++)
    {
      if (g_str_equal (scenarios[i].id, id))
        return &scenarios[i];
    }

  return NULL;
}

GPtrArray *
sl_shark_scenario_make (const SlSharkScenario *self, SlSharkTruth *truth)
{
  return self->make (truth);
}
