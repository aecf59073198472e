/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-event-text.h"

#include <glib/gi18n.h>

#include "sl-clock-shown.h"
#include "sl-kind.h"
#include "sl-row-stock.h"
#include "sl-source-extras.h"
#include "sl-text-code.h"
#include "sl-text.h"
#include "sl-ticks.h"
#include "sl-time-text.h"
#include "sl-wall-text.h"

#define NS_PER_SECOND G_GINT64_CONSTANT (1000000000)

/* What the event list and the details pane say about an event. */

char *
sl_event_text_kind (guint16 kind)
{
  return g_strdup (sl_kind_get (kind)->id);
}

char *
sl_event_text_kind_title (guint16 kind)
{
  return g_strdup (_ (sl_kind_get (kind)->title));
}

/**
 * sl_event_text_delta_title:
 *
 * Returns: (transfer none): over what lies between an event and the one before
 */
const char *
sl_event_text_delta_title (SlDocument *document)
{
  switch (sl_clock_get_unit (sl_document_get_clock (document)))
    {
    case SL_UNIT_CYCLES:
      return _ ("Δ cycles");
    case SL_UNIT_RECORDS:
      return _ ("Δ records");
    case SL_UNIT_BYTES:
      return _ ("Δ bytes");
    case SL_UNIT_TICKS:
    case SL_UNIT_NS:
    default:
      return _ ("Δ ticks");
    }
}

/* Whether what has elapsed is written as the time of day. */
static gboolean
shows_wall (SlDocument *document)
{
  return sl_view_state_get_axis (sl_document_get_state (document)) == SL_AXIS_WALL &&
         sl_clock_has_wall (sl_document_get_clock (document));
}

/**
 * sl_event_text_axis_title:
 *
 * Returns: (transfer none): what the times of an axis count, such as "TSC" or "Records"; of %SL_AXIS_TIME, what
 *   sl_event_text_elapsed() does
 */
const char *
sl_event_text_axis_title (SlDocument *document, SlAxis axis)
{
  if (axis == SL_AXIS_TIME && shows_wall (document))
    axis = SL_AXIS_WALL;
  return sl_ticks_get_axis_title (sl_document_get_clock (document), axis);
}

/* One tick, cut to a power of ten: what two events may differ by. */
static gint64
get_resolution (SlClock *clock)
{
  gint64 tick, resolution = 1;

  if (!sl_clock_span_to_ns (clock, (SlSpan) { 0, 1 }, &tick))
    return 1;

  while (resolution * 10 <= tick && resolution < NS_PER_SECOND)
    resolution *= 10;
  return resolution;
}

/**
 * sl_event_text_elapsed:
 *
 * Returns: (transfer full): the time since the trace's origin in seconds, or in the unit that the user chose, or the time of
 *   day, with as many digits as the clock has, so that neighbours differ and stand in columns; in ticks, which it names,
 *   where the user chose those or no rate is known
 */
char *
sl_event_text_elapsed (SlDocument *document, SlTime time)
{
  g_autoptr (SlClock) clock = sl_clock_ref (sl_document_get_clock (document));
  g_autofree char *text = NULL;
  gint64 wall;

  if (shows_wall (document) && sl_clock_get_wall (clock, time, &wall))
    return sl_wall_text_of_day (wall - sl_wall_find_midnight (wall), get_resolution (clock));
  if (sl_clock_get_shown_unit (clock) == SL_SHOWN_AUTO)
    {
      g_autoptr (SlClock) automatic = g_steal_pointer (&clock);

      clock = sl_clock_with_shown_unit (automatic, SL_SHOWN_S);
    }
  text = sl_time_text_since (clock, 0, time, get_resolution (clock));
  if (sl_clock_shows_time (clock))
    return g_steal_pointer (&text);

  return g_strdup_printf ("%s %s", text, _ (sl_clock_get_unit_id (clock)));
}

/**
 * sl_event_text_difference:
 * @ticks: of the axis
 *
 * Returns: (transfer full): how much more or less that is, with its sign where it is not 0
 */
char *
sl_event_text_difference (SlDocument *document, gint64 ticks)
{
  SlClock *clock = sl_document_get_clock (document);
  g_autofree char *text = NULL;

  if (sl_clock_shows_time (clock))
    text = sl_time_text_duration (clock, (SlSpan) { 0, ABS (ticks) });
  else
    text = sl_time_text_ticks ((guint64) ABS (ticks));

  return g_strconcat (ticks < 0 ? "−" : ticks > 0 ? "+" : "", text, NULL);
}

/**
 * sl_event_text_tick:
 *
 * Returns: the absolute tick, in groups of three digits
 */
char *
sl_event_text_tick (SlDocument *document, SlTime time)
{
  return sl_time_text_absolute (sl_document_get_clock (document), time);
}

/**
 * sl_event_text_duration:
 * @trace: number in the document's set
 * @span: in ticks of that trace
 *
 * Returns: how long it is, by the axis
 */
char *
sl_event_text_duration (SlDocument *document, guint trace, SlSpan span)
{
  SlTraceSet *set = sl_document_get_trace_set (document);
  SlSpan on_axis = { sl_trace_set_to_reference (set, trace, span.begin),
                     sl_trace_set_to_reference (set, trace, span.end) };

  return sl_time_text_duration (sl_document_get_clock (document), on_axis);
}

/**
 * sl_event_text_signed_duration:
 * @trace: number in the document's set
 * @begin: an instant of that trace
 * @ticks: of that trace, from @begin on; below 0 for something that came too early
 *
 * Returns: (transfer full): how long they are, by the axis, with a minus below 0
 */
char *
sl_event_text_signed_duration (SlDocument *document, guint trace, SlTime begin, gint64 ticks)
{
  SlSpan span = { begin, sl_time_add (begin, ABS (ticks)) };
  g_autofree char *text = sl_event_text_duration (document, trace, span);

  return ticks < 0 ? g_strconcat ("−", text, NULL) : g_steal_pointer (&text);
}

/**
 * sl_event_text_object:
 * @trace: number in the document's set
 * @object: number in the trace's table, 0 for none
 *
 * Returns: the display name; empty for none
 */
char *
sl_event_text_object (SlDocument *document, guint trace, guint32 object)
{
  SlTraceSet *set = sl_document_get_trace_set (document);

  if (object == 0)
    return g_strdup ("");

  return sl_annotations_dup_object_name (sl_trace_set_get_annotations (set, trace),
                                         sl_trace_set_get_trace (set, trace), object);
}

/**
 * sl_event_text_title:
 * @object: as in sl_event_text_object()
 *
 * Returns: as that; of a task what its row is called, with its number where others have the same name
 */
char *
sl_event_text_title (SlDocument *document, guint trace, guint32 object)
{
  SlTraceSet *set = sl_document_get_trace_set (document);
  const SlStockRow *row = NULL;
  guint lane;

  if (object != 0 &&
      sl_trace_find_lane_of_object (sl_trace_set_get_trace (set, trace), object, &lane))
    row = sl_row_stock_find (sl_row_stock_get (set), trace, lane, SL_ROW_STATES);

  return row != NULL &&
                 sl_trace_get_lane (sl_trace_set_get_trace (set, trace), lane)->type == SL_LANE_TASK
             ? g_strdup (row->title)
             : sl_event_text_object (document, trace, object);
}

/**
 * sl_event_text_object_of_several:
 *
 * Returns: as sl_event_text_title(), after the number of its trace where there are several; as rows are named where the trace
 *   is one of two that are compared
 */
char *
sl_event_text_object_of_several (SlDocument *document, guint trace, guint32 object)
{
  g_autofree char *name = sl_event_text_title (document, trace, object);
  guint compared[2];

  if (object != 0 && sl_view_state_get_compared (sl_document_get_state (document), compared) &&
      (trace == compared[0] || trace == compared[1]))
    return g_strdup_printf ("%c · %s", trace == compared[0] ? 'A' : 'B', name);

  return sl_trace_set_get_size (sl_document_get_trace_set (document)) > 1 && object != 0
             ? g_strdup_printf ("%u: %s", trace, name)
             : g_steal_pointer (&name);
}

/**
 * sl_event_text_elapsed_of:
 * @trace: number in the document's set
 * @time: in ticks of that trace
 *
 * Returns: as sl_event_text_elapsed(), on the axis
 */
char *
sl_event_text_elapsed_of (SlDocument *document, guint trace, SlTime time)
{
  return sl_event_text_elapsed (document,
                                sl_trace_set_to_reference (sl_document_get_trace_set (document),
                                                           trace, time));
}

/**
 * sl_event_text_cpu:
 *
 * Returns: the number of its processor; "" where all that @trace records is what programs said of themselves, wherever they
 *   ran
 */
char *
sl_event_text_cpu (SlTrace *trace, const SlEvent *event)
{
  guint tells = sl_source_get_tells (sl_trace_get_source (trace));

  if (tells != 0 && (tells & ~(guint) (SL_TELLS_MARKS | SL_TELLS_JOBS)) == 0)
    return g_strdup ("");

  return g_strdup_printf ("%u", event->cpu);
}

/**
 * sl_event_text_parameter:
 * @annotations: of the event's trace: what code is called
 * @b: the second parameter, else the first
 *
 * Returns: (nullable): as the kind's table prints it; %NULL where it means nothing
 */
char *
sl_event_text_parameter (SlAnnotations *annotations, const SlEvent *event, gboolean b)
{
  const SlKind *kind = sl_kind_get (event->kind);
  SlFieldForm form = b ? kind->b.form : kind->a.form;
  guint64 value = b ? event->b : event->a;
  guint32 missing = b ? SL_EVENT_NO_B | SL_EVENT_FAST : SL_EVENT_NO_A;

  if (form == SL_FIELD_NONE || (event->flags & missing) != 0)
    return NULL;
  if (form == SL_FIELD_CODE)
    return sl_text_code_with_name (annotations, value);
  if (form == SL_FIELD_HEX || (form == SL_FIELD_LOCK && value >= 256))
    return g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", value);
  if (form == SL_FIELD_SIGNED)
    return g_strdup_printf ("%" G_GINT64_FORMAT, (gint64) value);
  return g_strdup_printf ("%" G_GUINT64_FORMAT, value);
}

static void
append_parameter (GString *text, SlAnnotations *annotations, const SlEvent *event, gboolean b)
{
  const SlKind *kind = sl_kind_get (event->kind);
  const char *name = b ? kind->b.name : kind->a.name;
  g_autofree char *value = sl_event_text_parameter (annotations, event, b);

  /* Numbered parameters have no meaning in the format's document; zeros in them say nothing. */
  if (value == NULL || (g_str_has_prefix (name, "parameter-") && strcmp (value, "0") == 0))
    return;

  g_string_append_printf (text, "%s%s %s", text->len > 0 ? " · " : "", name, value);
}

/* What the user calls the number under which the traced program logged the event. */
static const char *
find_number_name (SlAnnotations *annotations, const SlEvent *event)
{
  SlObject number = { .life = 1 };
  SlObjectType type;
  g_autofree char *reference = NULL;

  if (!sl_event_get_logged_number (event, &type, &number.id))
    return NULL;

  number.type = type;
  reference = sl_object_to_string (&number);
  return sl_annotations_get_name (annotations, reference);
}

/**
 * sl_event_text_detail:
 * @annotations: of the event's trace: what code and numbers are called
 *
 * Returns: what the list says beside kind and object: the user's name of it, parameters and oddities
 */
char *
sl_event_text_detail (SlAnnotations *annotations, const SlEvent *event)
{
  GString *text = g_string_new (find_number_name (annotations, event));

  append_parameter (text, annotations, event, FALSE);
  append_parameter (text, annotations, event, TRUE);
  if ((event->flags & SL_EVENT_BAD_TIME) != 0)
    g_string_append_printf (text, "%s%s", text->len > 0 ? " · " : "", _ ("damaged time"));
  if ((event->flags & SL_EVENT_GUESSED) != 0)
    g_string_append_printf (text, "%s%s", text->len > 0 ? " · " : "", _ ("reconstructed"));
  if ((event->flags & SL_EVENT_INFERRED) != 0)
    g_string_append_printf (text, "%s%s", text->len > 0 ? " · " : "", _ ("inferred"));
  return g_string_free (text, FALSE);
}

/**
 * sl_event_text_offset:
 *
 * Returns: the byte offset in hex, after the file's name where the trace has several files, or said to
 *   be one in the stream that tables of physical addresses make up; empty for none
 */
char *
sl_event_text_offset (SlTrace *trace, guint64 offset)
{
  SlSource *source = sl_trace_get_source (trace);
  const char *const *names = sl_source_get_file_names (source);
  guint file = SL_OFFSET_FILE (offset);

  if (offset == SL_OFFSET_NONE)
    return g_strdup ("");
  /* It is put together from pieces of memory, and is in none of the files as it is. */
  if (sl_source_get_topa_layout (source) != NULL)
    {
      g_autofree char *byte =
          g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", SL_OFFSET_BYTE (offset));

      return g_strdup_printf (_ ("stream %s"), byte);
    }
  if (names == NULL || g_strv_length ((char **) names) < 2)
    return g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", SL_OFFSET_BYTE (offset));

  return g_strdup_printf ("%s 0x%" G_GINT64_MODIFIER "x",
                          file < g_strv_length ((char **) names) ? names[file] : "?",
                          SL_OFFSET_BYTE (offset));
}

/**
 * sl_event_text_get_colour:
 * @number: of the trace in the document's set
 * @object: number in the trace's table, 0 for none
 * @palette: that of the pictures
 * @colour: (out): 0xrrggbb, as its boxes have it
 *
 * Returns: whether it has a colour of its own: locks take their holder's, the idle task is grey
 */
gboolean
sl_event_text_get_colour (SlDocument *document,
                          guint number,
                          guint32 object,
                          const SlPalette *palette,
                          guint32 *colour)
{
  SlTraceSet *set = sl_document_get_trace_set (document);
  SlTrace *trace = sl_trace_set_get_trace (set, number);
  const SlObject *found =
      object != 0 ? sl_object_table_get (sl_trace_get_objects (trace), object) : NULL;

  if (found == NULL ||
      object == sl_annotations_get_idle_task (sl_trace_set_get_annotations (set, number), trace) ||
      (found->type != SL_OBJECT_TASK && found->type != SL_OBJECT_SERVER))
    return FALSE;

  *colour =
      palette
          ->objects[(guint) sl_rows_get_colour (sl_document_get_rows (document), number, object) %
                    SL_PALETTE_OBJECTS];
  return TRUE;
}
