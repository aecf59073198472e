/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-waits-widget.h"

#include <glib/gi18n.h>

#include "sl-background.h"
#include "sl-cause-bar.h"
#include "sl-details-private.h"
#include "sl-event-text.h"
#include "sl-field-list.h"
#include "sl-list-menu.h"
#include "sl-task-waits.h"
#include "sl-text-cause.h"
#include "sl-time-text.h"
#include "sl-unbroken.h"

/* More are counted only. */
#define MAX_LINES 6

/* What the jobs of a task waited for, a line for each cause, which leads to the job that waited longest. The sums are
 * worked out in the background; until then there is nothing. */
struct _SlWaitsWidget
{
  AdwBin parent_instance;

  GtkBox *content;
  SlDocument *document;
  guint trace; /* number in the document's set */
  SlJobTable *jobs;
  guint32 task;
  GArray *waits; /* of SlTaskWait; NULL until they are worked out */
  SlBackground *background;
};

G_DEFINE_FINAL_TYPE (SlWaitsWidget, sl_waits_widget, ADW_TYPE_BIN)

typedef struct
{
  SlJobTable *jobs;
  guint32 task;
} Request;

static void
request_free (gpointer data)
{
  Request *request = data;

  sl_job_table_unref (request->jobs);
  g_free (request);
}

static gpointer
work_out (gpointer data, GCancellable *cancellable, SlBackgroundRun *run, GError **error)
{
  const Request *request = data;

  return sl_task_waits_new (request->jobs, request->task, cancellable, error);
}

static char *
dup_duration (const SlWaitsWidget *self, gint64 ticks)
{
  SlTraceSet *set = sl_document_get_trace_set (self->document);
  SlTime begin = sl_trace_get_span (sl_trace_set_get_trace (set, self->trace)).begin;

  return sl_event_text_signed_duration (self->document, self->trace, begin, ticks);
}

static char *
dup_what (const SlWaitsWidget *self, const SlTaskWait *wait)
{
  SlTraceSet *set = sl_document_get_trace_set (self->document);

  return sl_text_job_part (sl_trace_set_get_trace (set, self->trace),
                           sl_trace_set_get_annotations (set, self->trace), &wait->part);
}

/* How many waited, and which longest. */
static char *
dup_who (const SlWaitsWidget *self, const SlTaskWait *wait)
{
  guint n_jobs = sl_job_table_find_task (self->jobs, self->task)->n_jobs;
  g_autofree char *waited = sl_time_text_ticks (wait->n_jobs);
  g_autofree char *all = sl_time_text_ticks (n_jobs);
  g_autofree char *longest = dup_duration (self, wait->longest);
  g_autofree char *job =
      sl_time_text_ticks (sl_job_table_get (self->jobs, wait->longest_job)->number);

  /* Translators: how many jobs of how many, a duration, and the number of a job */
  return g_strdup_printf (_ ("%s of %s jobs, at most %s in job %s"), waited, all, longest, job);
}

static void
clicked_cb (SlWaitsWidget *self, GtkWidget *button)
{
  guint place = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "place"));
  const SlTaskWait *wait = &g_array_index (self->waits, SlTaskWait, place);

  /* Where jobs have just been found anew, this widget is about to go. */
  if (sl_document_get_jobs_of (self->document, self->trace) == self->jobs)
    sl_job_link_go_to (self->document, (SlJobRef) { self->trace, wait->longest_job });
}

static GtkWidget *
make_label (const char *text, const char *class)
{
  g_autofree char *unbroken = sl_unbroken_new (text);
  GtkWidget *label = gtk_label_new (unbroken);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_widget_set_hexpand (label, TRUE);
  if (class != NULL)
    gtk_widget_add_css_class (label, class);
  return label;
}

/* Time is put down to whoever took it, as for one job. */
static GtkWidget *
make_swatch (const SlWaitsWidget *self, const SlJobPart *part)
{
  guint32 object = part->cause == SL_CAUSE_PREEMPTED ? part->object : self->task;
  SlCauseSegment segment = {
    .cause = part->cause,
    .colour = sl_details_cause_colour (self->document, self->trace, object),
    .ticks = part->ticks,
  };
  GtkWidget *swatch = sl_cause_swatch_new (&segment);

  gtk_widget_set_valign (swatch, GTK_ALIGN_START);
  gtk_widget_set_margin_top (swatch, 2);
  return swatch;
}

static void
append_wait (SlWaitsWidget *self, guint place)
{
  const SlTaskWait *wait = &g_array_index (self->waits, SlTaskWait, place);
  g_autofree char *what = dup_what (self, wait);
  g_autofree char *figure = dup_duration (self, wait->part.ticks);
  g_autofree char *who = dup_who (self, wait);
  g_autofree char *name = g_strdup_printf ("%s, %s, %s", what, figure, who);
  GtkWidget *button = gtk_button_new ();
  GtkWidget *grid = gtk_grid_new ();
  GtkWidget *swatch = make_swatch (self, &wait->part);
  GtkWidget *value = gtk_label_new (figure);

  gtk_grid_set_column_spacing (GTK_GRID (grid), 9);
  gtk_grid_attach (GTK_GRID (grid), swatch, 0, 0, 1, 1);
  gtk_grid_attach (GTK_GRID (grid), make_label (what, NULL), 1, 0, 1, 1);
  gtk_grid_attach (GTK_GRID (grid), value, 2, 0, 1, 1);
  gtk_grid_attach (GTK_GRID (grid), make_label (who, "dim-label"), 1, 1, 2, 1);
  gtk_widget_set_valign (value, GTK_ALIGN_START);
  gtk_widget_add_css_class (value, "numeric");
  gtk_widget_add_css_class (grid, "small");
  gtk_button_set_child (GTK_BUTTON (button), grid);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "wake");
  gtk_widget_set_tooltip_text (button, name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  g_object_set_data (G_OBJECT (button), "place", GUINT_TO_POINTER (place));
  g_signal_connect_object (button, "clicked", G_CALLBACK (clicked_cb), self, G_CONNECT_SWAPPED);
  gtk_box_append (self->content, button);
}

static void
append_rest (SlWaitsWidget *self)
{
  guint n_rest = self->waits->len - MAX_LINES;
  g_autofree char *figure = NULL, *text = NULL;
  gint64 ticks = 0;
  GtkWidget *label;

  for (guint i = MAX_LINES; i < self->waits->len; i++)
    ticks = sl_time_add (ticks, g_array_index (self->waits, SlTaskWait, i).part.ticks);
  figure = dup_duration (self, ticks);
  /* Translators: what jobs waited for besides, and for how long together */
  text = g_strdup_printf (ngettext ("%u more cause, %s", "%u more causes, %s", n_rest), n_rest,
                          figure);
  label = make_label (text, "dim-label");
  gtk_widget_add_css_class (label, "small");
  gtk_box_append (self->content, label);
}

static void
get_lines (gpointer user_data, GPtrArray *lines)
{
  const SlWaitsWidget *self = user_data;

  sl_list_menu_append_line (lines, _ ("Cause"), _ ("Jobs"), _ ("Waited"), _ ("Longest"), _ ("Job"),
                            NULL);
  for (guint i = 0; self->waits != NULL && i < self->waits->len; i++)
    {
      const SlTaskWait *wait = &g_array_index (self->waits, SlTaskWait, i);
      g_autofree char *what = dup_what (self, wait);
      g_autofree char *n_jobs = g_strdup_printf ("%u", wait->n_jobs);
      g_autofree char *waited = dup_duration (self, wait->part.ticks);
      g_autofree char *longest = dup_duration (self, wait->longest);
      g_autofree char *job =
          g_strdup_printf ("%u", sl_job_table_get (self->jobs, wait->longest_job)->number);

      sl_list_menu_append_line (lines, what, n_jobs, waited, longest, job, NULL);
    }
}

static void
worked_out_cb (gpointer owner, gpointer found, const GError *error)
{
  SlWaitsWidget *self = owner;
  guint n_lines;

  /* Only cancelling fails, of which nothing is heard. */
  if (error != NULL)
    return;

  self->waits = found;
  if (self->waits->len == 0)
    return;

  sl_field_list_append_heading (self->content, _ ("What Its Jobs Waited For"));
  n_lines = self->waits->len > MAX_LINES + 1 ? MAX_LINES : self->waits->len;
  for (guint i = 0; i < n_lines; i++)
    append_wait (self, i);
  if (n_lines < self->waits->len)
    append_rest (self);
}

static void
waits_free (gpointer waits)
{
  g_array_unref (waits);
}

static const SlBackgroundKind background_kind = {
  .work = work_out,
  .free = request_free,
  .free_found = waits_free,
};

static void
sl_waits_widget_unroot (GtkWidget *widget)
{
  sl_background_stop (SL_WAITS_WIDGET (widget)->background);

  GTK_WIDGET_CLASS (sl_waits_widget_parent_class)->unroot (widget);
}

static void
sl_waits_widget_dispose (GObject *object)
{
  SlWaitsWidget *self = SL_WAITS_WIDGET (object);

  g_clear_pointer (&self->background, sl_background_free);
  g_clear_pointer (&self->waits, g_array_unref);
  g_clear_pointer (&self->jobs, sl_job_table_unref);
  g_clear_object (&self->document);

  G_OBJECT_CLASS (sl_waits_widget_parent_class)->dispose (object);
}

static void
sl_waits_widget_class_init (SlWaitsWidgetClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = sl_waits_widget_dispose;
  GTK_WIDGET_CLASS (klass)->unroot = sl_waits_widget_unroot;
}

static void
sl_waits_widget_init (SlWaitsWidget *self)
{
  self->background = sl_background_new (&background_kind, worked_out_cb, self);
  self->content = GTK_BOX (gtk_box_new (GTK_ORIENTATION_VERTICAL, 5));
  adw_bin_set_child (ADW_BIN (self), GTK_WIDGET (self->content));
  sl_list_menu_add (GTK_WIDGET (self), "waits", FALSE, get_lines, self);
}

/**
 * sl_waits_widget_new:
 * @trace: number in the document's set
 * @task: number of a task whose jobs are known
 *
 * Returns: (transfer floating): a box that fills itself; it stays empty where no job waited
 */
GtkWidget *
sl_waits_widget_new (SlDocument *document, guint trace, guint32 task)
{
  SlWaitsWidget *self = g_object_new (SL_TYPE_WAITS_WIDGET, NULL);
  Request *request = g_new0 (Request, 1);

  self->document = g_object_ref (document);
  self->trace = trace;
  self->task = task;
  self->jobs = sl_job_table_ref (sl_document_get_jobs_of (document, trace));
  *request = (Request) { sl_job_table_ref (self->jobs), task };
  sl_background_start (self->background, request);
  return GTK_WIDGET (self);
}
