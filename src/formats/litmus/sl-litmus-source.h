/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The events of one run of LITMUS^RT: the records of all processors by their times. */

#include "sl-input.h"
#include "sl-source.h"

G_BEGIN_DECLS

#define SL_TYPE_LITMUS_SOURCE (sl_litmus_source_get_type ())
G_DECLARE_FINAL_TYPE (SlLitmusSource, sl_litmus_source, SL, LITMUS_SOURCE, SlSource)

SlSource *sl_litmus_source_new (SlInput *input, GCancellable *cancellable, GError **error);

/**
 * SlLitmusPhaseFunc:
 * @pid: of a task
 * @phase: ns from the release of the system to the task's first job
 */
typedef void (*SlLitmusPhaseFunc) (guint pid, guint32 phase, gpointer user_data);

void sl_litmus_source_foreach_phase (SlSource *source, SlLitmusPhaseFunc func, gpointer user_data);

G_END_DECLS
