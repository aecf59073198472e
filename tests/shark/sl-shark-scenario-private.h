/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-shark-kernel.h"
#include "sl-shark-scenario.h"

G_BEGIN_DECLS

/* What most scenarios start with: a 400 MHz processor that has been up for a minute. */
extern const SlSharkSetup sl_shark_usual_setup;

/* Main creates these tasks and ends. */
#define SL_SHARK_MAIN_CREATES(...)                                                        \
  {                                                                                       \
    .level = 3, .steps = { { SL_SHARK_COMPUTE, 60 }, __VA_ARGS__, { SL_SHARK_EXIT, 0 } }, \
  }

GPtrArray *sl_shark_scenario_run (const SlSharkSetup *setup,
                                  const SlSharkTaskSpec *main_task,
                                  const SlSharkTaskSpec *tasks,
                                  guint n_tasks,
                                  const SlSharkLineSpec *lines,
                                  guint n_lines,
                                  guint64 duration_us,
                                  SlSharkTruth *truth);

GPtrArray *make_rm_set (SlSharkTruth *truth);
GPtrArray *make_edf_set (SlSharkTruth *truth);
GPtrArray *make_unbounded_inversion (SlSharkTruth *truth);
GPtrArray *make_bounded_inversion (SlSharkTruth *truth);
GPtrArray *make_bandwidth_server (SlSharkTruth *truth);
GPtrArray *make_blocked_miss (SlSharkTruth *truth);
GPtrArray *make_pathfinder (SlSharkTruth *truth);

GPtrArray *make_edf_preemption (SlSharkTruth *truth);
GPtrArray *make_mutex_inheritance (SlSharkTruth *truth);
GPtrArray *make_lock_chain (SlSharkTruth *truth);
GPtrArray *make_server_budget (SlSharkTruth *truth);
GPtrArray *make_interrupts (SlSharkTruth *truth);
GPtrArray *make_deadline_miss (SlSharkTruth *truth);
GPtrArray *make_semaphores (SlSharkTruth *truth);
GPtrArray *make_jumping_balls (SlSharkTruth *truth);

GPtrArray *make_activated_ahead (SlSharkTruth *truth);
GPtrArray *make_refused_first (SlSharkTruth *truth);
GPtrArray *make_starved_server (SlSharkTruth *truth);
GPtrArray *make_queued_begin (SlSharkTruth *truth);

GPtrArray *make_wrapped_chunk (SlSharkTruth *truth);
GPtrArray *make_two_chunk_files (SlSharkTruth *truth);
GPtrArray *make_two_chunks_joined (SlSharkTruth *truth);
GPtrArray *make_datagrams (SlSharkTruth *truth);
GPtrArray *make_datagrams_lost (SlSharkTruth *truth);
GPtrArray *make_capture (SlSharkTruth *truth);
GPtrArray *make_truncated_tail (SlSharkTruth *truth);
GPtrArray *make_damaged_tsc (SlSharkTruth *truth);
GPtrArray *make_empty_slots (SlSharkTruth *truth);
GPtrArray *make_missing_start (SlSharkTruth *truth);

GPtrArray *make_filter_start (SlSharkTruth *truth);
GPtrArray *make_filter_middle (SlSharkTruth *truth);
GPtrArray *make_blackout (SlSharkTruth *truth);
GPtrArray *make_fast_points (SlSharkTruth *truth);
GPtrArray *make_interrupt_counts (SlSharkTruth *truth);
GPtrArray *make_context_reuse (SlSharkTruth *truth);
GPtrArray *make_stale_ids (SlSharkTruth *truth);
GPtrArray *make_frequency_change (SlSharkTruth *truth);
GPtrArray *make_special_contexts (SlSharkTruth *truth);
GPtrArray *make_every_code (SlSharkTruth *truth);

G_END_DECLS
