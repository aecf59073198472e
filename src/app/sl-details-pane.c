/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-details-pane.h"

#include <glib/gi18n.h>

#include "sl-event-text.h"
#include "sl-field-list.h"
#include "sl-job-details.h"
#include "sl-job-link.h"
#include "sl-model-facts.h"
#include "sl-statistics-box.h"
#include "sl-summary-pane.h"
#include "sl-swatch.h"
#include "sl-task-charts.h"
#include "sl-text.h"
#include "sl-time-text.h"

/* Everything about what is picked: its times in both measures, the event that began it with all
 * raw fields of its record, and what happened in the selected span. */
struct _SlDetailsPane
{
  AdwBin parent_instance;

  GtkStack *stack;
  GtkBox *content;
  SlSummaryPane *summary;

  SlDocument *document;
  guint refill; /* idle; 0 while none is on its way */
};

G_DEFINE_FINAL_TYPE (SlDetailsPane, sl_details_pane, ADW_TYPE_BIN)

/* @object: of @trace, whose colour stands beside the title, 0 for none */
static void
add_heading (SlDetailsPane *self,
             guint trace,
             guint32 object,
             const char *title,
             const char *subtitle)
{
  GtkWidget *both = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);
  GtkWidget *label = g_object_new (GTK_TYPE_LABEL, "accessible-role", GTK_ACCESSIBLE_ROLE_HEADING,
                                   "label", title, NULL);
  guint32 colour;

  if (sl_event_text_get_colour (self->document, trace, object, &colour))
    {
      GtkWidget *swatch = sl_swatch_new (colour, 4, 28);

      gtk_widget_set_valign (swatch, GTK_ALIGN_CENTER);
      gtk_box_append (GTK_BOX (both), swatch);
    }
  gtk_box_append (GTK_BOX (both), box);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  gtk_widget_set_focusable (label, FALSE);
  gtk_widget_add_css_class (label, "title-4");
  gtk_accessible_update_property (GTK_ACCESSIBLE (label), GTK_ACCESSIBLE_PROPERTY_LEVEL, 2, -1);
  gtk_box_append (GTK_BOX (box), label);

  if (subtitle != NULL && subtitle[0] != '\0')
    {
      GtkWidget *second = gtk_label_new (subtitle);

      gtk_label_set_xalign (GTK_LABEL (second), 0);
      gtk_label_set_wrap (GTK_LABEL (second), TRUE);
      gtk_widget_add_css_class (second, "dim-label");
      gtk_widget_add_css_class (second, "numeric");
      gtk_box_append (GTK_BOX (box), second);
    }
  gtk_box_append (self->content, both);
}

static GtkListBox *
add_list (SlDetailsPane *self, const char *title)
{
  return sl_field_list_append_to (self->content, title);
}

/* @name: (nullable): of which several times it is; NULL for the only one */
static void
add_time (SlDetailsPane *self, GtkListBox *list, const char *name, SlTime time)
{
  const char *counted = sl_event_text_axis_title (self->document, SL_AXIS_TSC);
  g_autofree char *tick_name =
      /* Translators: such as “Begin, TSC” */
      name != NULL ? g_strdup_printf (_ ("%s, %s"), name, counted) : g_strdup (counted);

  sl_field_list_take (list, name != NULL ? name : _ ("Time"),
                      sl_event_text_elapsed (self->document, time));
  sl_field_list_take (list, tick_name, sl_event_text_tick (self->document, time));
}

static char *
dup_duration_in_ticks (SlSpan span)
{
  return sl_time_text_ticks ((guint64) sl_span_duration (span));
}

static void
add_span (SlDetailsPane *self, GtkListBox *list, SlSpan span)
{
  SlClock *clock = sl_document_get_clock (self->document);

  if (span.end == span.begin)
    {
      add_time (self, list, NULL, span.begin);
      return;
    }

  add_time (self, list, _ ("Begin"), span.begin);
  add_time (self, list, _ ("End"), span.end);
  if (sl_clock_has_rate (clock))
    sl_field_list_take (list, _ ("Duration"), sl_time_text_duration (clock, span));
  sl_field_list_take (list, _ ("Duration in ticks"), dup_duration_in_ticks (span));
}

static gboolean
is_value (SlRows *rows, guint row, const SlThing *thing)
{
  const SlLane *lane = thing->type == SL_THING_ITEMS ? sl_rows_get_lane (rows, row) : NULL;

  return lane != NULL && thing->track < lane->n_tracks &&
         sl_track_get_type_of_items (lane->tracks[thing->track].track) == SL_TRACK_VALUES;
}

/* How many there are of what is picked. Where a lane is counts, a thing is a stretch of time or of
 * pages. */
static void
add_count (GtkListBox *list, const SlLane *lane, const SlThing *thing)
{
  if (thing->track == SL_THING_TRACK_SPAN && lane != NULL && lane->density != NULL)
    {
      SlTime begin = (SlTime) thing->index;
      guint64 count = sl_density_count_before (lane->density, lane->measure,
                                               sl_time_add (begin, (gint64) thing->count)) -
                      sl_density_count_before (lane->density, lane->measure, begin);

      sl_field_list_take (list, lane->measure == SL_DENSITY_BYTES ? _ ("Bytes") : _ ("Events"),
                          sl_time_text_ticks (count));
    }
  else if (thing->track == SL_THING_TRACK_PAGES && lane != NULL && lane->map != NULL)
    {
      sl_field_list_take (list, _ ("From address"),
                          g_strdup_printf ("0x%" G_GINT64_MODIFIER "x",
                                           sl_page_map_get_page (lane->map, (guint) thing->index)));
      sl_field_list_take (list, _ ("Touched pages"), sl_time_text_ticks (thing->count));
    }
  else if (thing->count > 1)
    sl_field_list_take (list, _ ("Folded"), sl_time_text_ticks (thing->count));
}

/* Of several traces, whose it is. */
static void
add_trace (SlDetailsPane *self, GtkListBox *list, guint trace)
{
  SlTraceSet *set = sl_document_get_set (self->document);

  if (sl_trace_set_get_size (set) > 1)
    sl_field_list_take (list, _ ("Trace"), sl_trace_set_dup_title (set, trace));
}

/* Packets of Intel PT tell the time now and then; calls between stand where instructions say. */
static void
add_state (GtkListBox *list, const SlItem *item)
{
  sl_field_list_add (list, _ ("State"), _ (sl_state_get_title ((SlState) item->state)));
  if (item->state == SL_STATE_CALL)
    sl_field_list_add (list, _ ("Times"), _ ("between packets: by instructions"));
}

static void
add_item (SlDetailsPane *self, const SlThing *thing)
{
  SlRows *rows = sl_document_get_rows (self->document);
  g_autofree char *name = sl_text_name (rows, thing);
  g_autofree char *description = sl_text_description (rows, thing);
  GtkListBox *list;
  SlItem item;
  SlSpan span;
  guint row;

  if (thing->row == NULL || !sl_rows_find (rows, thing->row, &row))
    {
      add_heading (self, 0, 0, name, description);
      return;
    }

  add_heading (self, thing->trace, sl_rows_get (rows, row)->object, name, description);
  list = add_list (self, NULL);
  add_trace (self, list, thing->trace);
  sl_field_list_add (list, _ ("Row"), sl_rows_get (rows, row)->title);
  if (thing->type == SL_THING_ITEMS && sl_rows_get_item (rows, thing, &item) &&
      item.end > item.begin && item.state < SL_N_STATES)
    add_state (list, &item);
  add_count (list, sl_rows_get_lane (rows, row), thing);
  if (!sl_rows_get_span (rows, thing, &span))
    return;
  if (is_value (rows, row, thing))
    sl_field_list_take (list, _ ("Value"), sl_text_value (rows, thing));
  add_span (self, list, span);
  sl_model_facts_append_to (self->content, self->document, thing->trace,
                            sl_rows_get (rows, row)->object);
}

/* A row as a whole: whose it is, and what that did over the whole trace. */
static void
add_row (SlDetailsPane *self, const SlThing *thing)
{
  SlRows *rows = sl_document_get_rows (self->document);
  SlTraceSet *set = sl_document_get_set (self->document);
  const SlLane *lane;
  const SlRow *row;
  guint number;

  if (thing->row == NULL || !sl_rows_find (rows, thing->row, &number))
    return;

  row = sl_rows_get (rows, number);
  lane = sl_rows_get_lane (rows, number);
  add_heading (self, row->lane.trace, row->object, row->title, lane != NULL ? lane->name : NULL);
  if (row->object != 0)
    gtk_box_append (self->content,
                    sl_statistics_box_new (self->document, row->lane.trace,
                                           sl_trace_get_span (
                                               sl_trace_set_get_trace (set, row->lane.trace)),
                                           row->object));
  sl_model_facts_append_to (self->content, self->document, row->lane.trace, row->object);
  sl_task_charts_append_to (self->content, self->document, row->lane.trace, row->object);
}

static void
add_parameter (GtkListBox *list, SlOverlay *overlay, const SlEvent *event, gboolean b)
{
  const SlKind *kind = sl_kind_get (event->kind);
  const char *name = b ? kind->b.name : kind->a.name;

  if (name != NULL)
    sl_field_list_take (list, name, sl_event_text_parameter (overlay, event, b));
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

/* What the record holds, in the words of the format's document. */
static void
add_record (SlDetailsPane *self, SlTrace *trace, const SlEvent *event)
{
  g_autoptr (GArray) details = sl_details_new ();
  GtkListBox *list;

  if (event->offset == SL_OFFSET_NONE ||
      !sl_source_describe (sl_trace_get_source (trace), event->offset, details))
    return;

  list = add_list (self, _ ("Record"));
  for (guint i = 0; i < details->len; i++)
    {
      const SlDetail *detail = &g_array_index (details, SlDetail, i);

      sl_field_list_add (list, detail->name, detail->value);
    }
}

static void
add_event (SlDetailsPane *self, guint number, guint64 index, gboolean is_picked)
{
  SlTraceSet *set = sl_document_get_set (self->document);
  SlTrace *trace = sl_trace_set_get_trace (set, number);
  GtkListBox *list;
  g_autofree char *title = NULL;
  SlEvent event;

  if (!sl_trace_read_event (trace, index, &event))
    return;

  sl_trace_resolve (trace, &event, 1);
  title = sl_event_text_kind_title (event.kind);
  if (is_picked)
    add_heading (self, number, event.object, title, sl_kind_get (event.kind)->id);
  list = add_list (self, is_picked ? NULL : _ ("Event"));
  if (!is_picked)
    sl_field_list_add (list, _ ("Kind"), title);
  if (is_picked)
    add_trace (self, list, number);
  sl_field_list_take (list, _ ("Index"), sl_time_text_ticks (index));
  if (is_picked)
    add_time (self, list, NULL, sl_trace_set_to_reference (set, number, event.time));
  sl_field_list_take (list, _ ("CPU"), g_strdup_printf ("%u", event.cpu));
  sl_field_list_take (list, _ ("Object"),
                      sl_event_text_object (self->document, number, event.object));
  add_parameter (list, sl_trace_set_get_overlay (set, number), &event, FALSE);
  add_parameter (list, sl_trace_set_get_overlay (set, number), &event, TRUE);
  sl_field_list_take (list, _ ("Flags"), dup_flags (&event));
  sl_field_list_take (list, _ ("File offset"), sl_event_text_offset (trace, event.offset));
  add_record (self, trace, &event);
}

static void
add_cursors (SlDetailsPane *self)
{
  SlViewState *state = sl_document_get_state (self->document);
  SlClock *clock = sl_document_get_clock (self->document);
  SlTime a, b;
  SlSpan span;
  GtkListBox *list;
  gboolean has_a = sl_view_state_get_cursor (state, SL_CURSOR_A, &a);
  gboolean has_b = sl_view_state_get_cursor (state, SL_CURSOR_B, &b);

  if (!has_a && !has_b)
    return;

  list = add_list (self, _ ("Cursors"));
  if (has_a)
    add_time (self, list, "A", a);
  if (has_b)
    add_time (self, list, "B", b);
  if (!has_a || !has_b)
    return;

  span = (SlSpan) { MIN (a, b), MAX (a, b) };
  if (sl_clock_has_rate (clock))
    sl_field_list_take (list, _ ("Δ"), sl_time_text_duration (clock, span));
  sl_field_list_take (list, _ ("Δ in ticks"), sl_time_text_signed_ticks (sl_time_subtract (b, a)));
}

/* Of all traces. */
static guint64
count_events (SlDetailsPane *self, SlSpan span)
{
  SlTraceSet *set = sl_document_get_set (self->document);
  guint64 count = 0;

  for (guint i = 0; i < sl_trace_set_get_size (set); i++)
    {
      SlTrace *trace = sl_trace_set_get_trace (set, i);
      SlSpan own = sl_trace_set_own_span (set, i, span);

      count += sl_trace_index_at (trace, own.end) - sl_trace_index_at (trace, own.begin);
    }
  return count;
}

static void
add_selection (SlDetailsPane *self)
{
  SlTraceSet *set = sl_document_get_set (self->document);
  SlSpan span;
  GtkListBox *list;

  if (!sl_view_state_get_selection (sl_document_get_state (self->document), &span))
    return;

  list = add_list (self, _ ("Selected Span"));
  add_span (self, list, span);
  sl_field_list_take (list, _ ("Events"), sl_time_text_ticks (count_events (self, span)));
  for (guint i = 0; i < sl_trace_set_get_size (set); i++)
    gtk_box_append (self->content, sl_statistics_box_new (self->document, i,
                                                          sl_trace_set_own_span (set, i, span), 0));
}

/* The job that what is picked belongs to. */
static void
add_job (SlDetailsPane *self)
{
  SlJobRef ref;
  const SlJob *job;

  if (!sl_job_link_find_picked (self->document, &ref))
    return;

  job = sl_job_table_get (sl_document_get_jobs_of (self->document, ref.trace), ref.number);
  sl_job_details_fill (self->content, self->document, ref);
  sl_task_charts_append_to (self->content, self->document, ref.trace, job->task);
}

static void
refill (SlDetailsPane *self)
{
  const SlThing *picked = sl_view_state_get_picked (sl_document_get_state (self->document));
  GtkWidget *child;
  gboolean has_event = FALSE, is_event = picked->type == SL_THING_EVENT;
  guint64 index;
  guint trace;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->content))) != NULL)
    gtk_box_remove (self->content, child);

  if (picked->type == SL_THING_ITEMS)
    add_item (self, picked);
  if (picked->type == SL_THING_ROW)
    add_row (self, picked);
  /* What is picked comes first, then the job that it is a part of, then where it was read. */
  has_event = sl_document_get_picked_event (self->document, &trace, &index);
  if (has_event && is_event)
    add_event (self, trace, index, TRUE);
  add_job (self);
  if (has_event && !is_event)
    add_event (self, trace, index, FALSE);
  add_cursors (self);
  add_selection (self);

  gtk_stack_set_visible_child_name (self->stack,
                                    gtk_widget_get_first_child (GTK_WIDGET (self->content)) != NULL
                                        ? "details"
                                        : "empty");
}

static gboolean
refill_cb (gpointer user_data)
{
  SlDetailsPane *self = user_data;

  self->refill = 0;
  refill (self);
  return G_SOURCE_REMOVE;
}

static void
document_changed_cb (SlDetailsPane *self, guint changes)
{
  if ((changes & ~(guint) SL_CHANGED_VISIBLE) != 0 && self->refill == 0)
    self->refill = g_idle_add (refill_cb, self);
}

static void
sl_details_pane_dispose (GObject *object)
{
  SlDetailsPane *self = SL_DETAILS_PANE (object);

  g_clear_handle_id (&self->refill, g_source_remove);
  g_clear_object (&self->document);

  G_OBJECT_CLASS (sl_details_pane_parent_class)->dispose (object);
}

static void
sl_details_pane_class_init (SlDetailsPaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sl_details_pane_dispose;

  g_type_ensure (SL_TYPE_SUMMARY_PANE);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/slackline/Slackline/sl-details-pane.ui");
  gtk_widget_class_bind_template_child (widget_class, SlDetailsPane, stack);
  gtk_widget_class_bind_template_child (widget_class, SlDetailsPane, content);
  gtk_widget_class_bind_template_child (widget_class, SlDetailsPane, summary);
}

static void
sl_details_pane_init (SlDetailsPane *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * sl_details_pane_set_document:
 * @document: what to tell about; set once
 */
void
sl_details_pane_set_document (SlDetailsPane *self, SlDocument *document)
{
  g_return_if_fail (SL_IS_DETAILS_PANE (self));
  g_return_if_fail (self->document == NULL);

  self->document = g_object_ref (document);
  sl_summary_pane_set_document (self->summary, document);
  g_signal_connect_object (document, "changed", G_CALLBACK (document_changed_cb), self,
                           G_CONNECT_SWAPPED);
  refill (self);
}
