/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-summary-pane.h"

#include <glib/gi18n.h>

#include "sl-bus-kinds.h"
#include "sl-bus-survey.h"
#include "sl-call-lanes.h"
#include "sl-code-survey.h"
#include "sl-event-text.h"
#include "sl-row-sides.h"
#include "sl-source-extras.h"
#include "sl-summary-private.h"
#include "sl-text.h"
#include "sl-time-text.h"
#include "sl-unbroken.h"

/* What is shown beside the timeline while nothing is picked: what each trace is, what is odd in it, and
 * what the signs mean. It has something in it only while it is on screen. */
struct _SlSummaryPane
{
  SlDocumentWidget base;

  GtkBox *content;
  SlStyle style;
  gboolean shows_events;       /* each has a tick */
  guint refill;                /* idle; 0 while none is on its way */
  SlBackground *survey;        /* NULL while none is under way */
  SlTrace *surveyed;           /* (owned): whose cycles are or were summed up; NULL for none */
  SlBusStatistics *statistics; /* of that trace; NULL while there are none */
  GPtrArray *codes;            /* of SlCodeSurvey, by trace; NULL for none */
};

G_DEFINE_FINAL_TYPE (SlSummaryPane, sl_summary_pane, SL_TYPE_DOCUMENT_WIDGET)

static void request_refill (SlSummaryPane *self);

static void
surveyed_cb (gpointer owner, gpointer found, const GError *error)
{
  SlSummaryPane *self = owner;

  g_clear_pointer (&self->survey, sl_background_free);
  self->statistics = found;
  request_refill (self);
}

static void
forget_survey (SlSummaryPane *self)
{
  g_clear_pointer (&self->survey, sl_background_free);
  g_clear_pointer (&self->statistics, sl_bus_statistics_free);
  g_clear_object (&self->surveyed);
}

/* A trace's cycles are summed up once, when all of it is there. */
static const SlBusStatistics *
get_statistics (SlSummaryPane *self, SlTrace *trace)
{
  if (self->surveyed == trace)
    return self->statistics;
  if (!sl_trace_is_complete (trace))
    return NULL;

  forget_survey (self);
  self->surveyed = g_object_ref (trace);
  self->survey = sl_bus_survey_new (trace, sl_trace_get_span (trace), surveyed_cb, self);
  return NULL;
}

static void
code_surveyed_cb (gpointer user_data)
{
  request_refill (user_data);
}

static void
code_survey_free (gpointer data)
{
  if (data != NULL)
    sl_code_survey_cancel (data);
}

/* Looked for once, when all of the trace is there and its code is known. */
static const SlMissingCode *
get_missing (SlSummaryPane *self, guint number)
{
  SlTraceSet *set = sl_document_get_trace_set (self->base.document);
  SlTrace *trace = sl_document_get_trace_of (self->base.document, number);
  SlCodeMap *map = sl_annotations_get_code_map (sl_trace_set_get_annotations (set, number));
  gpointer *survey;

  if (self->codes->len < sl_trace_set_get_size (set))
    g_ptr_array_set_size (self->codes, (int) sl_trace_set_get_size (set));
  survey = &self->codes->pdata[number];
  if (*survey != NULL && map != NULL && sl_code_survey_is_of (*survey, trace, map))
    return sl_code_survey_get (*survey);

  g_clear_pointer (survey, sl_code_survey_cancel);
  if (sl_trace_is_complete (trace) && sl_call_lanes_can (trace, map))
    *survey = sl_code_survey_new (trace, map, code_surveyed_cb, self);
  return NULL;
}

/* Traces that are compared are called as above their rows. */
static char *
dup_title (SlDocument *document, guint trace)
{
  SlTraceSet *set = sl_document_get_trace_set (document);
  g_autofree char *name = NULL;
  guint compared[2];

  if (sl_trace_set_get_size (set) == 1)
    return g_strdup (_ ("This Trace"));
  if (!sl_view_state_get_compared (sl_document_get_state (document), compared) ||
      (trace != compared[0] && trace != compared[1]))
    return sl_trace_set_dup_title (set, trace);

  name = sl_row_sides_dup_name (set, trace, compared[trace == compared[0] ? 1 : 0]);
  return g_strdup_printf ("%s · %s", trace == compared[0] ? "A" : "B", name);
}

static void
add_heading (SlSummaryPane *self, guint trace, const SlTraceSummary *summary)
{
  SlTraceSet *set = sl_document_get_trace_set (self->base.document);
  SlTrace *owner = sl_trace_set_get_trace (set, trace);
  const char *clock =
      sl_source_extras_get_clock_name (sl_source_get_extras (sl_trace_get_source (owner)));
  guint64 n_events = sl_trace_get_n_events (owner);
  g_autofree char *title = dup_title (self->base.document, trace);
  g_autofree char *count = sl_time_text_ticks (n_events);
  g_autofree char *length =
      sl_event_text_duration (self->base.document, trace, sl_trace_get_span (owner));
  g_autofree char *unbroken = NULL;
  GString *text = g_string_new (NULL);
  GtkWidget *label =
      g_object_new (GTK_TYPE_LABEL, "accessible-role", GTK_ACCESSIBLE_ROLE_HEADING, "label", title,
                    "xalign", 0.0, "ellipsize", PANGO_ELLIPSIZE_MIDDLE, NULL);
  GtkWidget *second;

  /* Translators: how many events in which time, such as “701 events in 60.070 ms” */
  g_string_append_printf (text, ngettext ("%s event in %s", "%s events in %s", (gulong) n_events),
                          count, length);
  if (summary != NULL && summary->n_cpus > 0)
    {
      g_autofree char *busy = sl_time_text_decimal ("%.0f", 100 * summary->busy);

      g_string_append (text, " · ");
      /* Translators: a share of the time in which something ran, such as “busy 96 %” */
      g_string_append_printf (text, _ ("busy %s %%"), busy);
    }
  if (clock != NULL)
    {
      g_string_append (text, " · ");
      /* Translators: which clock of the system the times are of, such as “clock mono” */
      g_string_append_printf (text, _ ("clock %s"), clock);
    }
  gtk_widget_add_css_class (label, "title-4");
  gtk_accessible_update_property (GTK_ACCESSIBLE (label), GTK_ACCESSIBLE_PROPERTY_LEVEL, 2, -1);
  unbroken = sl_unbroken_new (text->str);
  second = gtk_label_new (unbroken);
  gtk_label_set_xalign (GTK_LABEL (second), 0);
  gtk_label_set_wrap (GTK_LABEL (second), TRUE);
  gtk_widget_add_css_class (second, "dim-label");
  gtk_box_append (self->content, label);
  gtk_box_append (self->content, second);
  g_string_free (text, TRUE);
}

/* Until there is something to say. */
static void
add_computing (SlSummaryPane *self)
{
  GtkWidget *label = gtk_label_new (_ ("Computing…"));

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, "dim-label");
  gtk_box_append (self->content, label);
}

static gboolean
is_computing (SlSummaryPane *self, guint number)
{
  SlJobSearch *search = sl_document_get_job_search_of (self->base.document, number);

  return search != NULL && sl_job_search_get_table (search) == NULL &&
         sl_job_search_get_error_text (search) == NULL;
}

static void
add_trace (SlSummaryPane *self, guint number)
{
  SlTrace *trace = sl_trace_set_get_trace (sl_document_get_trace_set (self->base.document), number);
  SlJobTable *jobs = sl_document_get_jobs_of (self->base.document, number);
  g_autoptr (SlTraceSummary) summary = jobs != NULL ? sl_trace_summary_new (jobs) : NULL;

  add_heading (self, number, summary);
  if (is_computing (self, number))
    add_computing (self);
  if (summary != NULL)
    sl_summary_add_tasks (self->content, self->base.document, number, summary);
  if (sl_source_says (sl_trace_get_source (trace), SL_TELLS_BUS))
    sl_summary_add_bus (self->content, self->base.document, number, get_statistics (self, trace));
  sl_summary_add_branches (self->content, self->base.document, number);
  sl_summary_add_code (self->content, self->base.document, number, get_missing (self, number));
  sl_summary_add_findings (self->content, self->base.document, number, summary);
}

static gboolean
shows_events (SlDocument *document)
{
  return sl_view_state_has_name (sl_document_get_state (document), SL_NAMES_SHOWN_SIGNS,
                                 SL_EVERY_EVENT);
}

static void
refill (SlSummaryPane *self)
{
  GtkWidget *child;

  self->style = sl_view_state_get_style (sl_document_get_state (self->base.document));
  self->shows_events = shows_events (self->base.document);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->content))) != NULL)
    gtk_box_remove (self->content, child);
  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    {
      add_computing (self);
      return;
    }

  for (guint i = 0; i < sl_trace_set_get_size (sl_document_get_trace_set (self->base.document));
       i++)
    add_trace (self, i);
  sl_summary_add_key (self->content, self->base.document);
}

static gboolean
refill_cb (gpointer user_data)
{
  SlSummaryPane *self = user_data;

  self->refill = 0;
  refill (self);
  return G_SOURCE_REMOVE;
}

/* Not at once: a button of the pane may be what has sent it off the screen. */
static void
request_refill (SlSummaryPane *self)
{
  if (self->base.document != NULL && self->refill == 0)
    self->refill = g_idle_add (refill_cb, self);
}

static void
sl_summary_pane_changed (SlDocumentWidget *widget, guint changes)
{
  SlSummaryPane *self = SL_SUMMARY_PANE (widget);
  const guint wanted = SL_CHANGED_TRACE | SL_CHANGED_ANNOTATIONS | SL_CHANGED_JOBS |
                       SL_CHANGED_SET | SL_CHANGED_CALLS | SL_CHANGED_PALETTE | SL_CHANGED_COMPARE;
  SlStyle style = sl_view_state_get_style (sl_document_get_state (self->base.document));

  if (gtk_widget_get_mapped (GTK_WIDGET (self)) &&
      ((changes & wanted) != 0 || style != self->style ||
       shows_events (self->base.document) != self->shows_events))
    request_refill (self);
}

static void
sl_summary_pane_map (GtkWidget *widget)
{
  SlSummaryPane *self = SL_SUMMARY_PANE (widget);

  GTK_WIDGET_CLASS (sl_summary_pane_parent_class)->map (widget);
  request_refill (self);
}

static void
sl_summary_pane_unmap (GtkWidget *widget)
{
  SlSummaryPane *self = SL_SUMMARY_PANE (widget);

  GTK_WIDGET_CLASS (sl_summary_pane_parent_class)->unmap (widget);
  request_refill (self);
}

static void
sl_summary_pane_dispose (GObject *object)
{
  SlSummaryPane *self = SL_SUMMARY_PANE (object);

  forget_survey (self);
  g_clear_pointer (&self->codes, g_ptr_array_unref);
  g_clear_handle_id (&self->refill, g_source_remove);

  G_OBJECT_CLASS (sl_summary_pane_parent_class)->dispose (object);
}

static void
sl_summary_pane_class_init (SlSummaryPaneClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = sl_summary_pane_dispose;
  SL_DOCUMENT_WIDGET_CLASS (klass)->changed = sl_summary_pane_changed;
  GTK_WIDGET_CLASS (klass)->map = sl_summary_pane_map;
  GTK_WIDGET_CLASS (klass)->unmap = sl_summary_pane_unmap;
}

static void
sl_summary_pane_init (SlSummaryPane *self)
{
  self->codes = g_ptr_array_new_with_free_func (code_survey_free);
  self->content = GTK_BOX (gtk_box_new (GTK_ORIENTATION_VERTICAL, 12));
  gtk_widget_add_css_class (GTK_WIDGET (self->content), "details");
  adw_bin_set_child (ADW_BIN (self), GTK_WIDGET (self->content));
  add_computing (self);
}
