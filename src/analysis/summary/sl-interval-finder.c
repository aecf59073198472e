/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-interval-finder.h"

#include "sl-interval-probe.h"

struct _SlIntervalFinder
{
  SlTrace *trace;
  SlIntervalProbe probe;
  SlFilterRun *from;
  SlFilterRun *to;
  SlFilterRun *either;
  SlIntervalMatcher *matcher;
  SlIntervals *intervals; /* of the step under way */
  guint block;
  SlEvent *events;
};

/**
 * sl_interval_question_make_either:
 *
 * Returns: (transfer full): a filter for the events of which an interval may be made
 */
SlFilter *
sl_interval_question_make_either (const SlIntervalQuestion *self)
{
  g_autofree char *text = g_strdup_printf ("(%s) or (%s)", sl_filter_get_text (self->from),
                                           sl_filter_get_text (self->to));

  return sl_filter_parse (text, NULL);
}

static void
found (const SlIntervalEnd *from, const SlIntervalEnd *to, gpointer data)
{
  SlIntervalFinder *self = data;

  sl_intervals_add (self->intervals, from, to);
}

/**
 * sl_interval_finder_new:
 * @trace: complete
 * @number: what the ends of intervals say it is
 * @annotations: what the user says of it
 * @error: where a filter names what the trace does not have
 *
 * Returns: (transfer full) (nullable): a finder that has looked at nothing yet; %NULL with @error set
 */
SlIntervalFinder *
sl_interval_finder_new (const SlIntervalQuestion *question,
                        SlTrace *trace,
                        guint number,
                        SlAnnotations *annotations,
                        GError **error)
{
  g_autoptr (SlFilter) either = sl_interval_question_make_either (question);
  g_autoptr (SlIntervalFinder) self = g_new0 (SlIntervalFinder, 1);

  self->trace = g_object_ref (trace);
  self->matcher = sl_interval_matcher_new (found, self);
  self->events = g_new (SlEvent, SL_BLOCK_EVENTS);
  self->from = sl_filter_run_new_with_annotations (question->from, trace, annotations, error);
  if (self->from == NULL)
    return NULL;
  self->to = sl_filter_run_new_with_annotations (question->to, trace, annotations, error);
  if (self->to == NULL)
    return NULL;
  sl_interval_probe_init (&self->probe, trace, number, question->same, self->from, self->to);
  self->either = sl_filter_run_new_with_annotations (either, trace, annotations, error);
  return self->either != NULL ? g_steal_pointer (&self) : NULL;
}

void
sl_interval_finder_free (SlIntervalFinder *self)
{
  g_clear_pointer (&self->from, sl_filter_run_free);
  g_clear_pointer (&self->to, sl_filter_run_free);
  g_clear_pointer (&self->either, sl_filter_run_free);
  sl_interval_matcher_free (self->matcher);
  sl_interval_probe_clear (&self->probe);
  g_free (self->events);
  g_object_unref (self->trace);
  g_free (self);
}

static void
take_event (SlIntervalFinder *self, const SlEvent *event, guint64 index, SlTime previous)
{
  SlIntervalHit hit;

  if (sl_interval_probe_look (&self->probe, event, index, previous, &hit))
    sl_interval_matcher_take (self->matcher, &hit.end, hit.is_from, hit.is_to);
}

/**
 * sl_interval_finder_step:
 * @intervals: gets those that end in the next block
 *
 * Returns: whether there is more; %FALSE at the end of the trace, and where it can no longer be read
 */
gboolean
sl_interval_finder_step (SlIntervalFinder *self, SlIntervals *intervals)
{
  const SlZone *zone;
  gssize n_events;
  SlTime previous;

  g_return_val_if_fail (self != NULL && intervals != NULL, FALSE);

  if (self->block >= sl_trace_get_n_blocks (self->trace))
    return FALSE;

  zone = sl_trace_get_zone (self->trace, self->block);
  previous =
      self->block > 0 ? sl_trace_get_zone (self->trace, self->block - 1)->time_max : SL_TIME_MIN;
  self->intervals = intervals;
  if (sl_filter_run_match_zone (self->either, self->block) != SL_FILTER_NONE)
    {
      n_events = sl_trace_read_block (self->trace, self->block, self->events);
      sl_trace_resolve (self->trace, self->events, (gsize) MAX (n_events, 0));
      for (gssize i = 0; i < n_events; i++)
        {
          take_event (self, &self->events[i], zone->first + (guint64) i, previous);
          previous = self->events[i].time;
        }
      if (n_events < (gssize) zone->count)
        self->block = sl_trace_get_n_blocks (self->trace) - 1;
    }
  if (++self->block < sl_trace_get_n_blocks (self->trace))
    return TRUE;

  sl_intervals_take_rest (intervals, self->matcher);
  return FALSE;
}

/**
 * sl_interval_finder_get_fraction:
 *
 * Returns: how much of the trace was looked at, from 0 to 1
 */
double
sl_interval_finder_get_fraction (const SlIntervalFinder *self)
{
  return (double) self->block / (double) MAX (sl_trace_get_n_blocks (self->trace), 1);
}
