/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-text.h"

#include <glib/gi18n-lib.h>

#include "sl-bus-caching.h"
#include "sl-bus-kinds.h"
#include "sl-bus-look.h"
#include "sl-kind-action.h"
#include "sl-row-recurrence.h"
#include "sl-text-code.h"
#include "sl-text-header.h"
#include "sl-text-mark.h"
#include "sl-text-miss.h"
#include "sl-text-state.h"
#include "sl-time-text.h"

static SlAnnotations *
get_annotations (const SlRows *rows, guint trace)
{
  return sl_trace_set_get_annotations (sl_rows_get_set (rows), trace);
}

/* A count as people read it. As text, for gettext cannot look into G_GUINT64_FORMAT. */
static char *
dup_count (guint64 count)
{
  g_autofree char *digits = g_strdup_printf ("%" G_GUINT64_FORMAT, count);

  return sl_time_text_group (digits);
}

static const SlTrack *
get_track (const SlRows *rows, const SlTarget *target, guint *row)
{
  const SlLane *lane;

  if (!sl_rows_find (rows, target->row, row))
    return NULL;

  lane = sl_rows_get_lane (rows, *row);
  return lane != NULL && target->track < lane->n_tracks ? lane->tracks[target->track].track : NULL;
}

static char *
describe_item (const SlRows *rows, const SlTarget *target)
{
  const SlTrack *track;
  g_autofree char *count = NULL;
  SlItem item;
  guint row;

  track = get_track (rows, target, &row);
  if (track == NULL || !sl_rows_get_item (rows, target, &item))
    return g_strdup ("");
  if (target->count > 1)
    {
      guint64 n_items = sl_rows_count_items (rows, target);

      count = dup_count (n_items);
      return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s item grouped", "%s items grouped",
                                           (gulong) n_items),
                              count);
    }
  if (sl_track_get_type_of_items (track) == SL_TRACK_VALUES)
    return sl_text_item_value (sl_rows_get_lane (rows, row), &item);
  if (sl_track_get_type_of_items (track) == SL_TRACK_INSTANTS)
    return sl_text_mark (rows, target->trace, sl_rows_get_lane (rows, row), &item);

  return sl_text_state (rows, target->trace, sl_rows_get (rows, row)->lane_type, item.state,
                        item.detail);
}

/* Returns: (transfer full): the accessible name of a row: its group and its name */
static char *
name_row (const SlRows *rows, guint row)
{
  const SlRow *info = sl_rows_get (rows, row);

  if (info->part == SL_ROW_HEADING)
    return g_strdup_printf (info->collapsed ? _ ("%s, collapsed") : _ ("%s, expanded"),
                            info->title);
  if (info->figure != NULL)
    return g_strdup_printf ("%s, %s", info->title, info->figure);

  return g_strdup (info->title);
}

/**
 * sl_text_name:
 *
 * Returns: (transfer full): the accessible name of a target: "control, waits for state"
 */
char *
sl_text_name (const SlRows *rows, const SlTarget *target)
{
  g_autofree char *index = NULL;
  g_autofree char *what = NULL;
  guint row;

  if (target->type == SL_TARGET_EVENT)
    {
      index = g_strdup_printf ("%" G_GUINT64_FORMAT, target->index);
      return g_strdup_printf (_ ("Event %s"), index);
    }
  if (target->row == NULL || !sl_rows_find (rows, target->row, &row))
    return g_strdup ("");
  if (target->type == SL_TARGET_ROW)
    return name_row (rows, row);

  what = describe_item (rows, target);
  if (what == NULL || what[0] == '\0')
    return g_strdup (sl_rows_get (rows, row)->title);

  return g_strdup_printf ("%s, %s", sl_rows_get (rows, row)->title, what);
}

/**
 * sl_text_what:
 *
 * Returns: (transfer full): what a target is, without its row: "waits for state"
 */
char *
sl_text_what (const SlRows *rows, const SlTarget *target)
{
  return target->type == SL_TARGET_ITEMS ? describe_item (rows, target)
                                         : sl_text_name (rows, target);
}

/**
 * sl_text_description:
 *
 * Returns: (transfer full): when it was and how long it took
 */
char *
sl_text_description (const SlRows *rows, const SlTarget *target)
{
  g_autofree char *begin = NULL;
  g_autofree char *duration = NULL;
  SlSpan span;

  if (!sl_rows_get_span (rows, target, &span))
    return g_strdup ("");

  begin = sl_text_time (rows, SL_AXIS_TIME, 0, span.begin);
  if (span.end == span.begin)
    return g_strdup_printf (_ ("at %s"), begin);

  duration = sl_text_duration (rows, span);
  return g_strdup_printf (_ ("from %s, for %s"), begin, duration);
}

/**
 * sl_text_value:
 *
 * Returns: (transfer full): what a reader says after the name: the duration, or the time of an
 *   instant
 */
char *
sl_text_value (const SlRows *rows, const SlTarget *target)
{
  SlSpan span;

  if (!sl_rows_get_span (rows, target, &span))
    return g_strdup ("");

  return span.end == span.begin ? sl_text_time (rows, SL_AXIS_TIME, 0, span.begin)
                                : sl_text_duration (rows, span);
}

/* The memory's type, and what else a P6 bus says of it; NULL where it says nothing but zeros. */
static char *
dup_attribute (const SlEvent *event)
{
  SlBusClass class = sl_bus_kind_get_class (event->kind);
  guint rest = event->detail & ~(guint) SL_BUS_CACHING_DETAIL;
  const char *title;

  if (event->detail == 0 || sl_bus_kind_has_bytes_in_detail (event->kind) ||
      (class != SL_BUS_MEMORY && class != SL_BUS_IO))
    return NULL;

  title = _ (sl_bus_caching_get_title (sl_bus_event_get_caching (event)));
  if (rest == 0)
    return g_strdup_printf (_ ("attribute 0x%02x: %s"), event->detail, title);

  /* Translators: a byte, what its lowest two bits mean, the rest of it */
  return g_strdup_printf (_ ("attribute 0x%02x: %s, higher bits 0x%02x"), event->detail, title,
                          rest);
}

/* What an event with a box of its own says. */
static char *
describe_event (const SlRows *rows, const SlTarget *target)
{
  SlTrace *trace = sl_trace_set_get_trace (sl_rows_get_set (rows), target->trace);
  g_autofree char *address = NULL;
  g_autofree char *count = NULL;
  g_autofree char *text = NULL;
  g_autofree char *attribute = NULL;
  guint64 n_bytes;
  SlEvent event;

  if (!sl_trace_read_event (trace, target->index, &event))
    return g_strdup ("");

  n_bytes = sl_bus_event_get_bytes (&event);
  address = sl_kind_get (event.kind)->a.form == SL_FIELD_CODE
                ? sl_text_code_with_name (get_annotations (rows, target->trace), event.a)
                : g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", event.a);
  if (event.kind >= SL_KIND_PT_PSB && event.kind <= SL_KIND_PT_PAD)
    return g_strdup_printf ("%s %s", _ (sl_kind_get (event.kind)->title), address);

  switch (sl_bus_event_get_acknowledge (&event))
    {
    case SL_BUS_FIRST_ACKNOWLEDGE:
      return g_strdup (_ ("Interrupt acknowledge, the first cycle of two"));
    case SL_BUS_SECOND_ACKNOWLEDGE:
      return g_strdup (
          _ ("Interrupt acknowledge, the second cycle of two, which reads the vector"));
    case SL_BUS_NO_ACKNOWLEDGE:
    default:
      break;
    }

  count = dup_count (n_bytes);
  /* Translators: a kind of bus cycle, its address, how much was moved */
  text = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s %s, %s byte", "%s %s, %s bytes",
                                       (gulong) n_bytes),
                          _ (sl_kind_get (event.kind)->title), address, count);
  attribute = dup_attribute (&event);
  return attribute != NULL ? g_strdup_printf ("%s, %s", text, attribute) : g_steal_pointer (&text);
}

/* A stretch of a lane that is counts. */
static char *
describe_counts (const SlScene *scene, const SlElement *element)
{
  g_autofree char *count = dup_count (element->count);
  const SlLane *lane = sl_rows_get_lane (sl_scene_get_rows (scene), element->row);

  if (lane->measure == SL_DENSITY_BYTES)
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s byte", "%s bytes",
                                         (gulong) element->count),
                            count);

  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s event", "%s events",
                                       (gulong) element->count),
                          count);
}

/* A band of a map of pages or ports. */
static char *
describe_pages (const SlScene *scene, const SlElement *element)
{
  const SlPageMap *map = sl_rows_get_lane (sl_scene_get_rows (scene), element->row)->map;
  gboolean is_ports = sl_bus_look_get_plane (map) == SL_PLANE_PORTS;
  guint64 n_pages = element->target.count;
  guint first = (guint) element->target.index, last = first + (guint) n_pages - 1;
  guint64 last_address = sl_page_map_get_page (map, last) |
                         ((G_GUINT64_CONSTANT (1) << sl_page_map_get_shift (map)) - 1);
  g_autofree char *from =
      g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", sl_page_map_get_page (map, first));
  g_autofree char *to = g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", last_address);
  g_autofree char *pages = dup_count (n_pages);
  g_autofree char *count = dup_count (element->count);
  g_autofree char *events = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s event", "%s events",
                                                          (gulong) element->count),
                                             count);
  g_autofree char *where = NULL;

  if (n_pages == 1 && is_ports)
    where = g_strdup_printf (_ ("port %s"), from);
  else if (n_pages == 1)
    /* Translators: the first and the last address of a page of memory */
    where = g_strdup_printf (_ ("page %s to %s"), from, to);
  else if (is_ports)
    where = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s touched port, %s to %s",
                                          "%s touched ports, %s to %s", (gulong) n_pages),
                             pages, from, to);
  else
    where = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s touched page, %s to %s",
                                          "%s touched pages, %s to %s", (gulong) n_pages),
                             pages, from, to);

  return g_strdup_printf ("%s, %s", where, events);
}

static char *
describe_fold (const SlScene *scene, const SlElement *element)
{
  SlRows *rows = sl_scene_get_rows (scene);
  g_autofree char *busy =
      sl_text_duration (rows, (SlSpan) { 0, (SlTime) MIN (element->busy, G_MAXINT64) });
  g_autofree char *whole = sl_text_duration (rows, element->span);
  g_autofree char *count = dup_count (element->busy == 0 ? element->count : element->runs);

  if (element->busy == 0)
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s grouped", "%s grouped",
                                         (gulong) element->count),
                            count);

  /* Translators: how many times something ran, for how long together, in how much time */
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s run grouped, %s of %s",
                                       "%s runs grouped, %s of %s", (gulong) element->runs),
                          count, busy, whole);
}

static char *
describe_element (const SlScene *scene, const SlElement *element)
{
  SlRows *rows = sl_scene_get_rows (scene);
  g_autofree char *count = NULL;

  switch (element->type)
    {
    case SL_ELEMENT_FOLD:
      if (element->target.track == SL_TARGET_TRACK_PAGES)
        return describe_pages (scene, element);
      if (element->target.track == SL_TARGET_TRACK_SPAN)
        return describe_counts (scene, element);
      return describe_fold (scene, element);
    case SL_ELEMENT_MISS:
    case SL_ELEMENT_RECORDED_MISS:
      return sl_text_miss_title (rows, element);
    case SL_ELEMENT_DEADLINE:
      return sl_text_deadline_title (rows, element);
    case SL_ELEMENT_OVERRUN:
      if (sl_kind_get_action (element->state) == SL_ACTION_END)
        return g_strdup (_ ("aborted"));
      count = dup_count (element->count);
      return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s overrun", "%s overruns",
                                           (gulong) element->count),
                              count);
    case SL_ELEMENT_GAP:
      return sl_text_state (rows, element->target.trace, SL_LANE_TRACE, element->state,
                            element->detail);
    case SL_ELEMENT_TOPA_ENTRY:
    case SL_ELEMENT_TOPA_REGION:
    case SL_ELEMENT_TOPA_POINTER:
    case SL_ELEMENT_MARKER:
      return g_strdup (element->label);
    case SL_ELEMENT_NONE:
    case SL_ELEMENT_ROW:
    case SL_ELEMENT_HEADING:
    case SL_ELEMENT_BOX:
    case SL_ELEMENT_VALUE:
    case SL_ELEMENT_RELEASE:
    case SL_ELEMENT_FINISH:
    case SL_ELEMENT_TICK:
    case SL_ELEMENT_INHERITS:
    case SL_ELEMENT_RULER:
    case SL_ELEMENT_CURSOR:
    case SL_ELEMENT_SELECTION:
    default:
      if (element->target.type == SL_TARGET_EVENT)
        return describe_event (rows, &element->target);
      return element->target.type == SL_TARGET_ITEMS ? describe_item (rows, &element->target)
                                                     : g_strdup ("");
    }
}

/**
 * sl_text_tooltip_title:
 *
 * Returns: (transfer full): first line of a tooltip: whose, and what; "" where there is nothing
 *   to say
 */
char *
sl_text_tooltip_title (const SlScene *scene, const SlElement *element)
{
  SlRows *rows = sl_scene_get_rows (scene);
  g_autofree char *what = describe_element (scene, element);
  const char *title;

  if (element->row == G_MAXUINT || rows == NULL)
    return g_steal_pointer (&what);

  title = sl_rows_get (rows, element->row)->title;
  return *what == '\0' ? g_strdup (title) : g_strdup_printf ("%s: %s", title, what);
}

/* When it is, and how long after the last such thing in its row that is. */
static char *
dup_when_again (SlRows *rows, const SlElement *element)
{
  SlClock *clock = sl_trace_set_get_clock (sl_rows_get_set (rows));
  g_autofree char *last = sl_text_when (rows, element->span);
  g_autofree char *period = NULL;
  g_autofree char *frequency = NULL;
  SlSpan span;
  gint64 ns;

  if (!sl_row_recurrence_find (rows, &element->target, &span))
    return g_steal_pointer (&last);

  period = sl_text_duration (rows, span);
  if (!sl_clock_span_to_ns (clock, span, &ns) || ns <= 0)
    /* Translators: when it is; then how long after the last one of its kind that is */
    return g_strdup_printf (_ ("%s\n%s after the one before"), last, period);

  frequency = sl_time_text_frequency (ns);
  /* Translators: as above; in brackets the frequency that corresponds to the period */
  return g_strdup_printf (_ ("%s\n%s after the one before (%s)"), last, period, frequency);
}

/* When it is, and what was written to it. */
static char *
describe_marker (SlRows *rows, const SlElement *element)
{
  g_autofree char *when = sl_text_when (rows, element->span);

  if (element->note == NULL || element->note[0] == '\0')
    return g_steal_pointer (&when);

  return g_strdup_printf ("%s\n%s", when, element->note);
}

/**
 * sl_text_tooltip_detail:
 *
 * Returns: (transfer full): next lines of a tooltip: when, for how long, and how long after the last such
 *   thing of its row; of a miss also why
 */
char *
sl_text_tooltip_detail (const SlScene *scene, const SlElement *element)
{
  SlRows *rows = sl_scene_get_rows (scene);
  g_autofree char *miss = NULL;

  if (element->type == SL_ELEMENT_MISS || element->type == SL_ELEMENT_RECORDED_MISS)
    miss = sl_text_miss_detail (rows, element);
  if (miss != NULL)
    return g_steal_pointer (&miss);
  if (rows != NULL && element->type == SL_ELEMENT_ROW)
    return sl_text_header (rows, element->row);
  if (rows != NULL && element->type == SL_ELEMENT_HEADING)
    return sl_text_header_process (rows, element);
  if (rows != NULL && element->type == SL_ELEMENT_MARKER)
    return describe_marker (rows, element);
  if (rows == NULL ||
      (element->target.type != SL_TARGET_ITEMS && element->target.type != SL_TARGET_EVENT))
    return g_strdup ("");

  return dup_when_again (rows, element);
}
