/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Whether the signs of the textbook look have room: where they have none, rows are drawn compact, so
 * that a picture costs pixels and not what its trace holds. */

#include "sl-build-textbook-private.h"
#include "sl-textbook-jobs.h"

/* Pixels a slice, a mark or a job of a row, on the average, from which signs are drawn. */
#define MIN_PITCH 1.5

static gboolean
is_too_many (const SlTextbook *self, guint64 count)
{
  return (double) count * MIN_PITCH > self->picture->view.width;
}

/* Jobs may be many more than marks, where they queue. */
static gboolean
has_too_many_jobs (const SlTextbook *self, const SlRow *row, SlSpan visible)
{
  const SlJobTable *table = sl_rows_get_jobs (self->picture->rows, row->lane.trace);
  guint most = (guint) (self->picture->view.width / MIN_PITCH);

  return sl_textbook_jobs_count (table, row->object, visible, most) > most;
}

static gboolean
has_too_many_items (const SlTextbook *self, const SlLane *lane, SlSpan visible)
{
  for (guint track = 0; track < lane->n_tracks; track++)
    {
      if (is_too_many (self, sl_track_count_between (lane->tracks[track].track, visible)))
        return TRUE;
    }

  return FALSE;
}

/* A budget falls while any of the tasks runs that its server serves, which may have no rows. */
static gboolean
has_too_many_runs (SlTextbook *self, const SlRow *row, SlSpan visible)
{
  guint64 count = 0;
  GPtrArray *served;

  if (row->lane_type != SL_LANE_SERVER)
    return FALSE;

  served = sl_textbook_get_served (self, row->lane);
  for (guint i = 0; i < served->len; i++)
    count += sl_track_count_between (g_ptr_array_index (served, i), visible);

  return is_too_many (self, count);
}

/**
 * sl_textbook_is_crowded:
 *
 * Returns: whether some row has more to show than its signs have room for
 */
gboolean
sl_textbook_is_crowded (SlTextbook *self)
{
  SlPicture *picture = self->picture;

  for (guint i = 0; i < sl_rows_get_count (picture->rows); i++)
    {
      const SlRow *row = sl_rows_get (picture->rows, i);
      guint trace = row->lane.trace;
      SlSpan visible = {
        sl_trace_set_from_reference (picture->set, trace, picture->view.visible.begin),
        sl_trace_set_from_reference (picture->set, trace, picture->view.visible.end),
      };

      if (row->part == SL_ROW_HEADING)
        continue;
      if (has_too_many_items (self, sl_rows_get_lane (picture->rows, i), visible) ||
          has_too_many_jobs (self, row, visible) || has_too_many_runs (self, row, visible))
        return TRUE;
    }

  return FALSE;
}
