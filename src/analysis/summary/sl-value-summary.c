/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-value-summary.h"

#include "sl-lane.h"
#include "sl-track-iter.h"

/* Values between two looks at whether to go on. */
#define VALUES_AT_ONCE 65536

typedef struct
{
  SlValueSummary *summary;
  double sum;
} Adding;

static void
add (Adding *self, gint64 value, SlSpan held)
{
  SlValueSummary *summary = self->summary;

  if (value == SL_COUNT_UNKNOWN || held.begin >= held.end)
    return;

  summary->least = summary->known > 0 ? MIN (summary->least, value) : value;
  summary->most = summary->known > 0 ? MAX (summary->most, value) : value;
  summary->known += sl_span_duration (held);
  self->sum += (double) value * (double) sl_span_duration (held);
}

/**
 * sl_value_summary_init:
 * @self: (out caller-allocates):
 * @values: of values, each of which holds until the next; %SL_COUNT_UNKNOWN is none
 *
 * Costs by the values in @span; may run in any thread.
 *
 * Returns: %FALSE if @cancellable was cancelled
 */
gboolean
sl_value_summary_init (SlValueSummary *self,
                       const SlTrack *values,
                       SlSpan span,
                       GCancellable *cancellable,
                       GError **error)
{
  Adding adding = { .summary = self };
  SlItem held = { .value = SL_COUNT_UNKNOWN };
  SlTrackReader reader;
  const SlItem *item;

  *self = (SlValueSummary) { 0 };
  if (!sl_track_find_at (values, span.begin, &held))
    held.value = SL_COUNT_UNKNOWN;
  held.begin = span.begin;
  sl_track_reader_init (&reader, values, span.begin);
  for (guint n = 1; (item = sl_track_reader_next (&reader)) != NULL && item->begin < span.end; n++)
    {
      if (item->begin > held.begin)
        add (&adding, held.value, (SlSpan) { held.begin, item->begin });
      held = *item;
      held.begin = MAX (held.begin, span.begin);
      if (n % VALUES_AT_ONCE == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
    }

  add (&adding, held.value, (SlSpan) { held.begin, span.end });
  self->mean = self->known > 0 ? adding.sum / (double) self->known : 0;
  return !g_cancellable_set_error_if_cancelled (cancellable, error);
}
