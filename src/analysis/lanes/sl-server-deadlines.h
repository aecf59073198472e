/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The deadlines that a server has under EDF, over time. */

#include "sl-lane.h"

G_BEGIN_DECLS

/**
 * SlServerDeadline:
 * @from: since when it is in force
 * @deadline: absolute
 * @is_postponed: whether the budget before had been used up; else the server had nothing to do before
 */
typedef struct
{
  SlTime from;
  SlTime deadline;
  gboolean is_postponed;
} SlServerDeadline;

/* Whether a server has had something to do up to @time. */
typedef gboolean (*SlServerIsBusy) (gpointer data, SlTime time);

/* Immutable, readable from any thread. */
typedef struct _SlServerDeadlines SlServerDeadlines;

SlServerDeadlines *
sl_server_deadlines_new (const SlLane *lane, gint64 period, SlServerIsBusy is_busy, gpointer data);
void sl_server_deadlines_free (SlServerDeadlines *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlServerDeadlines, sl_server_deadlines_free)

const SlServerDeadline *sl_server_deadlines_get_all (const SlServerDeadlines *self, guint *n);
const SlServerDeadline *
sl_server_deadlines_find (const SlServerDeadlines *self, SlTime time, SlTime *until);
gboolean sl_server_policy_has_deadlines (const char *policy);
gboolean sl_server_deadlines_are_computed_at (const SlLane *server, SlTime time);

G_END_DECLS
