/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-shark-kernel.h"
#include "sl-shark-scenario.h"

G_BEGIN_DECLS

/* What most scenarios start with: a 400 MHz processor that has been up for a minute. */
extern const SlSharkSetup sl_shark_usual_setup;

GPtrArray *make_edf_preemption (SlSharkTruth *truth);
GPtrArray *make_mutex_inheritance (SlSharkTruth *truth);
GPtrArray *make_server_budget (SlSharkTruth *truth);
GPtrArray *make_interrupts (SlSharkTruth *truth);
GPtrArray *make_deadline_miss (SlSharkTruth *truth);
GPtrArray *make_semaphores (SlSharkTruth *truth);
GPtrArray *make_jumping_balls (SlSharkTruth *truth);

G_END_DECLS
