/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* A small trace made in memory, for tests of what works on traces. */

#include "sl-trace-builder.h"

G_BEGIN_DECLS

/* Objects of the trace, by number. */
enum
{
  SL_TEST_CPU = 1,   /* cpu:0 */
  SL_TEST_IDLE,      /* task:264, the idle task */
  SL_TEST_TASK,      /* task:296, "worker", until tick 500 */
  SL_TEST_TASK_2,    /* task:296#2, "worker" */
  SL_TEST_OTHER,     /* task:304, "other" */
  SL_TEST_MUTEX,     /* mutex:0x1720a40 */
  SL_TEST_SEMAPHORE, /* semaphore:3 */
};

SlTrace *sl_test_trace_new (SlClock *clock, const SlEvent *events, gsize n_events);

G_END_DECLS
