/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What all that finds jobs asks of a task's states. */

#include "sl-kind-action.h"
#include "sl-track.h"

G_BEGIN_DECLS

/* Whether the task has nothing to do; waiting for a lock is not sleeping. */
static inline gboolean
sl_job_slice_is_sleep (const SlItem *slice)
{
  return slice->state == SL_STATE_IDLE || slice->state == SL_STATE_SUSPENDED ||
         (slice->state == SL_STATE_BLOCKED && slice->detail == 0);
}

/* Whether any slice of @states, which may be NULL, is in @wanted. */
static inline gboolean
sl_job_states_have (const SlTrack *states, SlState wanted)
{
  for (guint i = 0; states != NULL && i < sl_track_get_n_codes (states); i++)
    {
      guint32 state, detail;

      sl_track_get_code (states, i, &state, &detail);
      if (state == (guint32) wanted)
        return TRUE;
    }

  return FALSE;
}

/* Whether any of @marks, which may be NULL, says that a job begins. */
static inline gboolean
sl_job_slices_have_starts (const SlTrack *marks)
{
  for (guint i = 0; marks != NULL && i < sl_track_get_n_codes (marks); i++)
    {
      guint32 kind, detail;

      sl_track_get_code (marks, i, &kind, &detail);
      if (sl_kind_get_action (kind) == SL_ACTION_START)
        return TRUE;
    }

  return FALSE;
}

G_END_DECLS
