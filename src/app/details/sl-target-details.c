/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-details-private.h"

#include <glib/gi18n.h>

#include "sl-event-text.h"
#include "sl-field-list.h"
#include "sl-gap-list.h"
#include "sl-kind.h"
#include "sl-relation.h"
#include "sl-source-extras.h"
#include "sl-statistics-widget.h"
#include "sl-task-charts.h"
#include "sl-text-topa.h"
#include "sl-text.h"
#include "sl-time-text.h"
#include "sl-waits-widget.h"

/* What the details pane says of a slice or a mark, of a row, of an event and of its record. */

static gboolean
is_value (SlRows *rows, guint row, const SlTarget *target)
{
  const SlLane *lane = target->type == SL_TARGET_ITEMS ? sl_rows_get_lane (rows, row) : NULL;

  return lane != NULL && target->track < lane->n_tracks &&
         sl_track_get_type_of_items (lane->tracks[target->track].track) == SL_TRACK_VALUES;
}

/* How many there are of what is picked. Where a lane is counts, a thing is a stretch of time or of
 * pages. */
static void
add_count (GtkListBox *list, const SlLane *lane, const SlTarget *target)
{
  if (target->track == SL_TARGET_TRACK_SPAN && lane != NULL && lane->density != NULL)
    {
      SlTime begin = (SlTime) target->index;
      guint64 count = sl_density_count_before (lane->density, lane->measure,
                                               sl_time_add (begin, (gint64) target->count)) -
                      sl_density_count_before (lane->density, lane->measure, begin);

      sl_field_list_take (list, lane->measure == SL_DENSITY_BYTES ? _ ("Bytes") : _ ("Events"),
                          sl_time_text_ticks (count));
    }
  else if (target->track == SL_TARGET_TRACK_PAGES && lane != NULL && lane->map != NULL)
    {
      sl_field_list_take (list, _ ("From address"),
                          g_strdup_printf ("0x%" G_GINT64_MODIFIER "x",
                                           sl_page_map_get_page (lane->map,
                                                                 (guint) target->index)));
      sl_field_list_take (list, _ ("Touched pages"), sl_time_text_ticks (target->count));
    }
  else if (target->count > 1)
    sl_field_list_take (list, _ ("Folded"), sl_time_text_ticks (target->count));
}

/* Of several traces, whose it is. */
static void
add_trace (SlDocument *document, GtkListBox *list, guint trace)
{
  SlTraceSet *set = sl_document_get_trace_set (document);

  if (sl_trace_set_get_size (set) > 1)
    sl_field_list_take (list, _ ("Trace"), sl_trace_set_dup_title (set, trace));
}

/* Packets of Intel PT tell the time now and then; calls between stand where instructions say. */
static void
add_state (GtkListBox *list, const SlItem *item)
{
  sl_field_list_add (list, _ ("State"), _ (sl_state_get_title ((SlState) item->state)));
  if (item->state == SL_STATE_CALL)
    sl_field_list_add (list, _ ("Times"), _ ("between packets: estimated from instruction counts"));
}

/* Of a region of the output of Intel PT, the entry that points to it and what is in it. */
static void
add_region (SlDocument *document,
            GtkListBox *list,
            guint trace,
            const SlTrack *track,
            const SlItem *item)
{
  SlTraceSet *set = sl_document_get_trace_set (document);
  const SlTopaLayout *layout =
      sl_source_get_topa_layout (sl_trace_get_source (sl_trace_set_get_trace (set, trace)));
  gboolean is_region = sl_track_get_type_of_items (track) == SL_TRACK_INSTANTS
                           ? item->state == SL_KIND_TOPA_STOP || item->state == SL_KIND_TOPA_INT
                           : item->state == SL_STATE_WRITTEN;

  if (!is_region || layout == NULL || item->detail >= layout->entries->len)
    return;

  sl_field_list_take (list, _ ("Region"), sl_text_topa_region (layout, item->detail));
  sl_field_list_take (list, _ ("Entry"), sl_text_topa_entry (layout, item->detail));
  sl_field_list_take (list, _ ("Content"), sl_text_topa_fill (layout, item->detail));
}

/**
 * sl_target_details_append_item:
 * @box: which owns what is appended
 * @rows: among which the thing is found, shown or not
 * @target: of items
 * @has_heading: whether nothing above says what it is
 */
void
sl_target_details_append_item (GtkBox *box,
                               SlDocument *document,
                               SlRows *rows,
                               const SlTarget *target,
                               gboolean has_heading)
{
  g_autofree char *name = sl_text_name (rows, target);
  g_autofree char *description = sl_text_description (rows, target);
  const char *const lines[] = { description, NULL };
  GtkListBox *list;
  SlItem item;
  SlSpan span;
  guint row;

  if (target->row == NULL || !sl_rows_find (rows, target->row, &row))
    return;

  if (has_heading)
    sl_details_heading_append (box, document, target->trace, sl_rows_get (rows, row)->object, name,
                               lines);
  list = sl_field_list_append_to (box, NULL);
  add_trace (document, list, target->trace);
  sl_field_list_add (list, _ ("Row"), sl_rows_get (rows, row)->title);
  if (target->type == SL_TARGET_ITEMS && sl_rows_get_item (rows, target, &item))
    {
      if (item.end > item.begin && item.state < SL_N_STATES)
        add_state (list, &item);
      if (target->count == 1)
        add_region (document, list, target->trace,
                    sl_rows_get_lane (rows, row)->tracks[target->track].track, &item);
    }
  add_count (list, sl_rows_get_lane (rows, row), target);
  if (!sl_rows_get_span (rows, target, &span))
    return;
  if (is_value (rows, row, target))
    sl_field_list_take (list, _ ("Value"), sl_text_value (rows, target));
  sl_details_times_add_span (document, list, span);
  if (has_heading)
    {
      sl_wake_list_append (box, document, target->trace, SL_TIME_MAX);
      sl_follow_list_append (box, document, target->trace);
    }
  sl_task_model_facts_append_to (box, document, target->trace, sl_rows_get (rows, row)->object);
}

/**
 * sl_target_details_dup_gist:
 * @target: of items
 *
 * Returns: (transfer full): what it is and how long it takes, in a few words
 */
char *
sl_target_details_dup_gist (SlRows *rows, const SlTarget *target)
{
  g_autofree char *what = sl_text_what (rows, target);
  g_autofree char *duration = NULL;
  SlSpan span;

  if (!sl_rows_get_span (rows, target, &span) || span.begin == span.end)
    return g_steal_pointer (&what);

  duration = sl_text_duration (rows, span);
  return g_strdup_printf ("%s, %s", what, duration);
}

/* (transfer full) (nullable): whose lane it is, as people say it: “Task 288” for “task:288” */
static char *
dup_kind (SlTrace *trace, const SlLane *lane, guint32 object)
{
  const SlObject *found =
      object != 0 ? sl_object_table_get (sl_trace_get_objects (trace), object) : NULL;
  const char *id = lane != NULL ? strchr (lane->name, ':') : NULL;
  const char *title = NULL;

  if (found != NULL && found->type == SL_OBJECT_TASK)
    title = _ ("Task");
  else if (found != NULL && found->type == SL_OBJECT_CPU)
    title = _ ("Processor");
  if (title == NULL || id == NULL)
    return lane != NULL ? g_strdup (lane->name) : NULL;

  return g_strconcat (title, " ", id + 1, NULL);
}

/* What a task's jobs waited for; nothing where they are not known. */
static void
append_waits (GtkBox *box, SlDocument *document, guint trace, guint32 object)
{
  const SlJobTable *jobs = sl_document_get_jobs_of (document, trace);

  if (jobs != NULL && sl_job_table_find_task (jobs, object) != NULL)
    gtk_box_append (box, sl_waits_widget_new (document, trace, object));
}

static void
append_statistics (GtkBox *box, SlDocument *document, const SlRow *row, const SlLane *lane)
{
  SlTrace *trace = sl_trace_set_get_trace (sl_document_get_trace_set (document), row->lane.trace);
  SlTrackRole role = row->part == SL_ROW_QUEUE ? SL_ROLE_QUEUE : SL_ROLE_FREQUENCY;

  if (row->part == SL_ROW_QUEUE || row->part == SL_ROW_FREQUENCY)
    gtk_box_append (box, sl_statistics_widget_new_curve (document, row->lane.trace,
                                                         (SlTrack *) sl_lane_get_track (lane, role),
                                                         row->part));
  else if (row->object != 0)
    gtk_box_append (box, sl_statistics_widget_new (document, row->lane.trace,
                                                   sl_trace_get_span (trace), row->object));
}

/**
 * sl_target_details_append_row:
 * @box: which owns what is appended
 *
 * A row as a whole: whose it is, and what that did over the whole trace.
 */
void
sl_target_details_append_row (GtkBox *box,
                              SlDocument *document,
                              SlRows *rows,
                              const SlTarget *target)
{
  SlTraceSet *set = sl_document_get_trace_set (document);
  g_autofree char *kind = NULL;
  const SlLane *lane;
  const SlRow *row;
  guint number;

  if (target->row == NULL || !sl_rows_find (rows, target->row, &number))
    return;

  row = sl_rows_get (rows, number);
  lane = sl_rows_get_lane (rows, number);
  kind = dup_kind (sl_trace_set_get_trace (set, row->lane.trace), lane, row->object);
  sl_details_heading_append (box, document, row->lane.trace, row->object, row->title,
                             (const char *const[]) { kind, NULL });
  append_waits (box, document, row->lane.trace, row->object);
  append_statistics (box, document, row, lane);
  sl_task_model_facts_append_to (box, document, row->lane.trace, row->object);
  sl_task_charts_append_to (box, document, row->lane.trace, row->object);
}

static void
add_parameter (GtkListBox *list, SlAnnotations *annotations, const SlEvent *event, gboolean b)
{
  const SlKind *kind = sl_kind_get (event->kind);
  const char *name = b ? kind->b.name : kind->a.name;

  if (name != NULL)
    sl_field_list_take (list, name, sl_event_text_parameter (annotations, event, b));
}

static char *
dup_flags (const SlEvent *event)
{
  g_autoptr (GPtrArray) words = g_ptr_array_new ();

  if ((event->flags & SL_EVENT_BAD_TIME) != 0)
    g_ptr_array_add (words, (gpointer) _ ("damaged time"));
  if ((event->flags & SL_EVENT_FAST) != 0)
    g_ptr_array_add (words, (gpointer) _ ("fast"));
  if ((event->flags & SL_EVENT_GUESSED) != 0)
    g_ptr_array_add (words, (gpointer) _ ("reconstructed"));
  if ((event->flags & SL_EVENT_INFERRED) != 0)
    g_ptr_array_add (words, (gpointer) _ ("inferred"));
  if ((event->flags & SL_EVENT_GAP) != 0)
    g_ptr_array_add (words, (gpointer) _ ("after a gap"));
  g_ptr_array_add (words, NULL);
  return g_strjoinv (", ", (char **) words->pdata);
}

static gboolean
read_event (SlDocument *document, guint number, guint64 index, SlEvent *event)
{
  SlTrace *trace = sl_trace_set_get_trace (sl_document_get_trace_set (document), number);

  if (!sl_trace_read_event (trace, index, event))
    return FALSE;

  sl_trace_resolve (trace, event, 1);
  return TRUE;
}

/* Who ran on the event's processor then, unless the event is about that task. */
static void
add_running (SlDocument *document, GtkListBox *list, guint number, const SlEvent *event)
{
  SlTrace *trace = sl_trace_set_get_trace (sl_document_get_trace_set (document), number);
  guint32 cpu = sl_object_table_find (sl_trace_get_objects (trace), SL_OBJECT_CPU, event->cpu, 1);
  guint32 task = cpu != 0 ? sl_relation_find_task_on (trace, cpu, event->time) : 0;

  if (task != 0 && task != event->object)
    sl_field_list_take (list, _ ("Running task"), sl_event_text_title (document, number, task));
}

/**
 * sl_target_details_append_event:
 * @box: which owns what is appended
 * @number: of the trace in the document's set
 * @index: of the event in it
 * @has_heading: whether the event is what was picked, and nothing above says what it is
 */
void
sl_target_details_append_event (GtkBox *box,
                                SlDocument *document,
                                guint number,
                                guint64 index,
                                gboolean has_heading)
{
  SlTraceSet *set = sl_document_get_trace_set (document);
  SlTrace *trace = sl_trace_set_get_trace (set, number);
  g_autofree char *title = NULL;
  g_autofree char *gap = NULL;
  g_autofree char *cpu = NULL;
  GtkListBox *list;
  SlEvent event;

  if (!read_event (document, number, index, &event))
    return;

  title = sl_event_text_kind_title (event.kind);
  if (has_heading)
    sl_details_heading_append (box, document, number, event.object, title,
                               (const char *const[]) { sl_kind_get (event.kind)->id, NULL });
  list = sl_field_list_append_to (box, NULL);
  if (!has_heading)
    sl_field_list_add (list, _ ("Kind"), title);
  add_trace (document, list, number);
  sl_field_list_take (list, _ ("Index"), sl_time_text_ticks (index));
  sl_details_times_add (document, list, NULL, sl_trace_set_to_reference (set, number, event.time));
  gap = sl_gap_list_dup_text (document, number, index);
  if (gap != NULL)
    sl_field_list_add (list, _ ("Gap before it"), gap);
  cpu = sl_event_text_cpu (trace, &event);
  if (cpu[0] != '\0')
    sl_field_list_add (list, _ ("CPU"), cpu);
  add_running (document, list, number, &event);
  sl_field_list_take (list, _ ("Object"), sl_event_text_title (document, number, event.object));
  add_parameter (list, sl_trace_set_get_annotations (set, number), &event, FALSE);
  add_parameter (list, sl_trace_set_get_annotations (set, number), &event, TRUE);
  sl_field_list_take (list, _ ("Flags"), dup_flags (&event));
  sl_field_list_take (list, _ ("File offset"), sl_event_text_offset (trace, event.offset));
}

/**
 * sl_target_details_dup_event_gist:
 *
 * Returns: (transfer full) (nullable): what event it is, in a few words; %NULL where it cannot be read
 */
char *
sl_target_details_dup_event_gist (SlDocument *document, guint number, guint64 index)
{
  g_autofree char *text = NULL;
  SlEvent event;

  if (!read_event (document, number, index, &event))
    return NULL;

  text = sl_time_text_ticks (index);
  return g_strdup_printf ("%s, #%s", sl_kind_get (event.kind)->id, text);
}

/**
 * sl_target_details_dup_record_gist:
 *
 * Returns: (transfer full) (nullable): where the event's record stands in its file; %NULL where it has
 *   none
 */
char *
sl_target_details_dup_record_gist (SlDocument *document, guint number, guint64 index)
{
  SlTrace *trace = sl_trace_set_get_trace (sl_document_get_trace_set (document), number);
  g_autofree char *offset = NULL;
  SlEvent event;

  if (!read_event (document, number, index, &event) || event.offset == SL_OFFSET_NONE)
    return NULL;

  offset = sl_event_text_offset (trace, event.offset);
  /* Translators: an offset in a file */
  return g_strdup_printf (_ ("at %s"), offset);
}

/**
 * sl_target_details_append_record:
 * @box: which owns what is appended
 *
 * What the event's record holds, in the words of the format's document.
 */
void
sl_target_details_append_record (GtkBox *box, SlDocument *document, guint number, guint64 index)
{
  SlTrace *trace = sl_trace_set_get_trace (sl_document_get_trace_set (document), number);
  g_autoptr (GArray) details = sl_details_new ();
  GtkListBox *list;
  SlEvent event;

  if (!read_event (document, number, index, &event) || event.offset == SL_OFFSET_NONE ||
      !sl_source_describe (sl_trace_get_source (trace), event.offset, details))
    return;

  list = sl_field_list_append_to (box, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Record"), -1);
  for (guint i = 0; i < details->len; i++)
    {
      const SlDetail *detail = &g_array_index (details, SlDetail, i);

      sl_field_list_add (list, detail->name, detail->value);
    }
}
