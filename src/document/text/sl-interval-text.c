/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-interval-text.h"

#include <glib/gi18n.h>

#include "sl-event-text.h"
#include "sl-time-text.h"

/**
 * sl_interval_text_length:
 * @trace: number in the document's set
 * @begin: of the interval, in ticks of the trace
 * @length: in the same ticks
 *
 * Returns: (transfer full): in time where the rate is known, otherwise in ticks, which it names
 */
char *
sl_interval_text_length (SlDocument *document, guint trace, SlTime begin, gint64 length)
{
  return sl_event_text_signed_duration (document, trace, begin, length);
}

static void
append_notes (GString *text, const SlIntervals *intervals)
{
  g_autofree char *listed = sl_time_text_ticks (intervals->list->len);
  g_autofree char *over = sl_time_text_ticks (intervals->n_over_gaps);
  g_autofree char *open = sl_time_text_ticks (intervals->n_open);

  if (intervals->lengths.gaps.count > intervals->list->len)
    /* Translators: a number of intervals */
    g_string_append_printf (text, _ ("; the %s longest are listed"), listed);
  if (intervals->n_over_gaps > 0)
    /* Translators: a number of intervals */
    g_string_append_printf (text, _ ("; in %s of them recording was interrupted"), over);
  if (intervals->n_open > 0)
    /* Translators: a number of events */
    g_string_append_printf (text, _ ("; %s without an end"), open);
}

/* Where there are none. */
static const char *
get_reason (const SlIntervals *intervals)
{
  if (!intervals->has_from && !intervals->has_to)
    return _ ("No intervals: no event matches either filter");
  if (!intervals->has_from)
    return _ ("No intervals: no event matches the filter that begins them");
  if (!intervals->has_to)
    return _ ("No intervals: no event matches the filter that ends them");

  return _ ("No intervals");
}

/**
 * sl_interval_text_summary:
 *
 * Returns: (transfer full): how many there are, their extremes and mean, and what to know about them
 */
char *
sl_interval_text_summary (SlDocument *document, const SlIntervals *intervals)
{
  const SlRange *range = &intervals->lengths.gaps;
  SlTime origin = sl_trace_get_span (sl_document_get_trace (document)).begin;
  g_autofree char *count = sl_time_text_ticks (range->count);
  g_autofree char *least = sl_interval_text_length (document, 0, origin, range->min);
  g_autofree char *mean =
      sl_interval_text_length (document, 0, origin, sl_range_get_rounded_mean (range));
  g_autofree char *most = sl_interval_text_length (document, 0, origin, range->max);
  GString *text = g_string_new (NULL);

  if (range->count == 0)
    g_string_append (text, get_reason (intervals));
  else if (range->count == 1)
    g_string_append_printf (text, _ ("1 interval of %s"), most);
  else
    /* Translators: how many, and their least, mean and greatest length */
    g_string_append_printf (text, _ ("%s intervals: at least %s, mean %s, at most %s"), count,
                            least, mean, most);
  append_notes (text, intervals);
  return g_string_free (text, FALSE);
}
