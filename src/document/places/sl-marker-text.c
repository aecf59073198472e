/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-marker-text.h"

#include <glib/gi18n.h>

#include "sl-event-text.h"
#include "sl-text.h"
#include "sl-time-text.h"

/**
 * sl_marker_text_when:
 *
 * Returns: (transfer full): "at 12.3 ms" or "from 12.3 ms, for 4 ms"
 */
char *
sl_marker_text_when (SlDocument *document, const SlMarker *marker)
{
  SlRows *rows = sl_document_get_rows (document);
  g_autofree char *begin = sl_text_time (rows, SL_AXIS_TIME, 0, marker->span.begin);
  g_autofree char *duration = NULL;

  if (marker->span.begin == marker->span.end)
    return g_strdup_printf (_ ("at %s"), begin);

  duration = sl_text_duration (rows, marker->span);
  return g_strdup_printf (_ ("from %s, for %s"), begin, duration);
}

/**
 * sl_marker_text_distance:
 *
 * Returns: (transfer full): how much later @to is than @from, with a sign; in ticks where no rate is
 *   known
 */
char *
sl_marker_text_distance (SlDocument *document, SlTime from, SlTime to)
{
  gint64 ticks = sl_time_subtract (to, from);

  if (!sl_clock_has_rate (sl_document_get_clock (document)))
    return sl_event_text_difference (document, ticks);

  return sl_event_text_signed_duration (document, 0, from, ticks);
}

/**
 * sl_marker_text_length:
 *
 * Returns: (transfer full): of a span; of an instant ""
 */
char *
sl_marker_text_length (SlDocument *document, const SlMarker *marker)
{
  if (marker->span.begin == marker->span.end)
    return g_strdup ("");

  return sl_time_text_duration (sl_document_get_clock (document), marker->span);
}

/**
 * sl_marker_text_title:
 *
 * Returns: (transfer full): what a screen reader calls it
 */
char *
sl_marker_text_title (const SlMarker *marker)
{
  switch (marker->form)
    {
    case SL_MARKER_BOX:
      /* Translators: what the user drew on the timeline, and its name */
      return g_strdup_printf (_ ("Box: %s"), marker->name);
    case SL_MARKER_ARROW:
      /* Translators: as above */
      return g_strdup_printf (_ ("Arrow: %s"), marker->name);
    case SL_MARKER_TEXT:
      /* Translators: as above */
      return g_strdup_printf (_ ("Text: %s"), marker->name);
    case SL_MARKER_FLAG:
    case SL_N_MARKER_FORMS:
    default:
      /* Translators: a marker on the time axis, and its name */
      return g_strdup_printf (_ ("Marker: %s"), marker->name);
    }
}

/**
 * sl_marker_text_describe:
 *
 * Returns: (transfer full): when it is, and what was written to it
 */
char *
sl_marker_text_describe (SlDocument *document, const SlMarker *marker)
{
  g_autofree char *when = sl_marker_text_when (document, marker);

  if (marker->text[0] == '\0')
    return g_steal_pointer (&when);

  return g_strdup_printf ("%s. %s", when, marker->text);
}
