/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-statistics-widget.h"

#include <glib/gi18n.h>
#include <math.h>

#include "sl-background.h"
#include "sl-event-text.h"
#include "sl-field-list.h"
#include "sl-list-menu.h"
#include "sl-object-statistics.h"
#include "sl-row-look.h"
#include "sl-text.h"
#include "sl-time-text.h"
#include "sl-value-summary.h"

/* What happened in a span, in numbers. They are worked out in the background; a box that is
 * thrown away before they are there cancels the work. */
struct _SlStatisticsWidget
{
  AdwBin parent_instance;

  GtkBox *content;
  SlDocument *document;
  guint trace; /* number in the document's set */
  SlBackground *background;
};

G_DEFINE_FINAL_TYPE (SlStatisticsWidget, sl_statistics_widget, ADW_TYPE_BIN)

typedef struct
{
  SlTrace *trace;
  SlSpan span;
  guint32 idle_task;
  guint32 object;    /* 0 for all */
  SlJobTable *known; /* what the document has found, of any rules; NULL for nothing */
  SlResponses responses;
  SlStatistics *statistics; /* NULL until they are worked out */
  SlTrack *values;          /* NULL; of a curve that is asked about instead */
  SlRowPart part;           /* of the curve */
  SlValueSummary curve;
} Job;

/* Jobs are kept while they are looked at: of more than this many nothing is said. */
#define MAX_RELEASES 4000000

static void
job_free (gpointer data)
{
  Job *job = data;

  g_object_unref (job->trace);
  g_clear_pointer (&job->known, sl_job_table_unref);
  g_clear_pointer (&job->statistics, sl_statistics_free);
  g_clear_pointer (&job->values, sl_track_unref);
  g_free (job);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Job, job_free)

/* Response times are those of the whole trace, as the row of the object is. */
static void
work_out_responses (Job *job, GCancellable *cancellable, GError **error)
{
  const SlObject *object =
      job->object != 0 ? sl_object_table_get (sl_trace_get_objects (job->trace), job->object)
                       : NULL;
  guint64 n_releases = 0;

  if (object == NULL || object->type != SL_OBJECT_TASK)
    return;

  for (guint i = 0; i < job->statistics->tasks->len; i++)
    n_releases += g_array_index (job->statistics->tasks, SlTaskStatistics, i).n_releases;
  if (job->known == NULL && n_releases <= MAX_RELEASES)
    job->known = sl_job_table_new (job->trace, job->idle_task, NULL, cancellable, error);
  if (job->known != NULL)
    sl_object_statistics_add_responses (&job->responses, job->known, job->object);
}

static gpointer
work_out (gpointer request, GCancellable *cancellable, SlBackgroundRun *run, GError **error)
{
  Job *job = request;

  if (job->values != NULL)
    {
      sl_value_summary_init (&job->curve, job->values, job->span, cancellable, error);
      return job;
    }

  job->statistics = sl_statistics_new (job->trace, job->span, job->idle_task, cancellable, error);
  if (job->statistics != NULL)
    work_out_responses (job, cancellable, error);
  return job;
}

static char *
dup_duration (SlStatisticsWidget *self, SlSpan span, SlTime ticks)
{
  return sl_event_text_duration (self->document, self->trace,
                                 (SlSpan) { span.begin, sl_time_add (span.begin, ticks) });
}

/* Of several traces, whose figures they are. */
static GtkListBox *
add_list (SlStatisticsWidget *self, const char *title)
{
  SlTraceSet *set = sl_document_get_trace_set (self->document);
  g_autofree char *trace = NULL;
  g_autofree char *both = NULL;

  if (sl_trace_set_get_size (set) < 2 || self->trace >= sl_trace_set_get_size (set))
    return sl_field_list_append_to (self->content, title);

  trace = sl_trace_set_dup_title (set, self->trace);
  both = g_strdup_printf ("%s · %s", title, trace);
  return sl_field_list_append_to (self->content, both);
}

static char *
dup_value (SlRowPart part, double value)
{
  if (part == SL_ROW_FREQUENCY)
    return sl_row_look_frequency ((gint64) (value + 0.5));

  return sl_time_text_decimal (value == floor (value) ? "%.0f" : "%.2f", value);
}

/* How many tasks a processor had to run, or how fast it was. */
static void
add_curve (SlStatisticsWidget *self, const SlValueSummary *curve, SlRowPart part)
{
  gboolean is_queue = part == SL_ROW_QUEUE;
  GtkListBox *list;

  if (curve->known == 0)
    return;

  list = add_list (self, _ ("Over the Whole Trace"));
  sl_field_list_take (list, is_queue ? _ ("Longest queue") : _ ("Highest frequency"),
                      dup_value (part, (double) curve->most));
  sl_field_list_take (list, is_queue ? _ ("Mean queue") : _ ("Mean frequency"),
                      dup_value (part, curve->mean));
  sl_field_list_take (list, is_queue ? _ ("Shortest queue") : _ ("Lowest frequency"),
                      dup_value (part, (double) curve->least));
}

static int
compare_tasks (gconstpointer one, gconstpointer other)
{
  SlTime first = ((const SlTaskStatistics *) one)->time[SL_STATE_RUNNING];
  SlTime second = ((const SlTaskStatistics *) other)->time[SL_STATE_RUNNING];

  return first < second ? 1 : first > second ? -1 : 0;
}

static void
add_tasks (SlStatisticsWidget *self, SlStatistics *statistics)
{
  GtkListBox *list = NULL;

  g_array_sort (statistics->tasks, compare_tasks);
  for (guint i = 0; i < statistics->tasks->len; i++)
    {
      const SlTaskStatistics *task = &g_array_index (statistics->tasks, SlTaskStatistics, i);
      g_autofree char *name = sl_event_text_title (self->document, self->trace, task->object);
      g_autofree char *time = dup_duration (self, statistics->span, task->time[SL_STATE_RUNNING]);
      g_autofree char *share = sl_time_text_decimal ("%.1f", 100 * task->share);
      GString *text;

      if (task->time[SL_STATE_RUNNING] == 0)
        continue;

      text = g_string_new (NULL);
      g_string_append_printf (text, _ ("%s · %s %%"), time, share);
      if (task->n_finishes > 0)
        {
          g_autofree char *jobs = sl_time_text_ticks (task->n_finishes);

          g_string_append (text, "\n");
          g_string_append_printf (text,
                                  ngettext ("%s job finished", "%s jobs finished",
                                            task->n_finishes),
                                  jobs);
        }
      if (task->n_misses > 0)
        {
          g_autofree char *misses = sl_time_text_ticks (task->n_misses);

          g_string_append (text, "\n");
          g_string_append_printf (text,
                                  ngettext ("%s deadline missed", "%s deadlines missed",
                                            task->n_misses),
                                  misses);
        }

      if (list == NULL)
        list = add_list (self, _ ("Processor Time in the Span"));
      sl_field_list_take (list, name, g_string_free (text, FALSE));
    }
}

static void
add_lines (SlStatisticsWidget *self, SlStatistics *statistics)
{
  GtkListBox *list = NULL;

  for (guint i = 0; i < statistics->lines->len; i++)
    {
      const SlLineStatistics *line = &g_array_index (statistics->lines, SlLineStatistics, i);
      g_autofree char *name = sl_event_text_title (self->document, self->trace, line->object);
      g_autofree char *count = sl_time_text_ticks (line->count + line->n_hits + line->n_counted);
      g_autofree char *time = dup_duration (self, statistics->span, line->time);

      if (line->count + line->n_hits + line->n_counted == 0)
        continue;

      if (list == NULL)
        list = add_list (self, _ ("Interrupts in the Span"));
      sl_field_list_take (list, name, g_strdup_printf ("%s · %s", count, time));
    }
}

static void
add_locks (SlStatisticsWidget *self, SlStatistics *statistics)
{
  GtkListBox *list = NULL;

  for (guint i = 0; i < statistics->locks->len; i++)
    {
      const SlLockStatistics *lock = &g_array_index (statistics->locks, SlLockStatistics, i);
      g_autofree char *name = sl_event_text_title (self->document, self->trace, lock->object);
      g_autofree char *held = dup_duration (self, statistics->span, lock->held);
      g_autofree char *waited = dup_duration (self, statistics->span, lock->waited);

      if (lock->held == 0 && lock->waited == 0)
        continue;

      if (list == NULL)
        list = add_list (self, _ ("Locks in the Span"));
      sl_field_list_take (list, name,
                          lock->waited > 0
                              ? g_strdup_printf (_ ("held %s\nwaited for %s"), held, waited)
                              : g_strdup_printf (_ ("held %s"), held));
    }
}

/* The two texts of a row of a list of fields. */
static void
append_field (GtkWidget *row, const char *section, GPtrArray *lines)
{
  GtkWidget *box = gtk_list_box_row_get_child (GTK_LIST_BOX_ROW (row));
  GtkWidget *name = gtk_widget_get_first_child (box);
  GtkWidget *value = gtk_widget_get_last_child (box);
  g_autofree char *text = g_strdup (gtk_label_get_label (GTK_LABEL (value)));

  sl_list_menu_append_line (lines, section, gtk_label_get_label (GTK_LABEL (name)),
                            g_strdelimit (text, "\n", ';'), NULL);
}

/* All that is shown: headings, and lists of fields below them. */
static void
get_lines (gpointer user_data, GPtrArray *lines)
{
  SlStatisticsWidget *self = user_data;
  const char *section = "";

  sl_list_menu_append_line (lines, _ ("Section"), _ ("Name"), _ ("Value"), NULL);
  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self->content)); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      if (GTK_IS_LABEL (child))
        section = gtk_label_get_label (GTK_LABEL (child));
      for (GtkWidget *row = GTK_IS_LIST_BOX (child) ? gtk_widget_get_first_child (child) : NULL;
           row != NULL; row = gtk_widget_get_next_sibling (row))
        append_field (row, section, lines);
    }
}

static void
append_button (SlStatisticsWidget *self)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (_ ("_Save as CSV…"));

  if (gtk_widget_get_first_child (GTK_WIDGET (self->content)) == NULL)
    return;

  gtk_widget_set_halign (button, GTK_ALIGN_START);
  gtk_widget_set_tooltip_text (button, _ ("Save these statistics"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "list.save-csv");
  gtk_box_append (self->content, button);
}

static void
worked_out_cb (gpointer owner, gpointer found, const GError *error)
{
  SlStatisticsWidget *self = owner;
  g_autoptr (Job) job = found;

  /* Only cancelling fails, of which nothing is heard. */
  if (error != NULL)
    return;

  if (job->values != NULL)
    {
      add_curve (self, &job->curve, job->part);
      append_button (self);
      return;
    }
  if (job->object != 0)
    {
      sl_object_statistics_fill (self->content, self->document, self->trace, job->statistics,
                                 &job->responses, job->object);
      append_button (self);
      return;
    }

  add_tasks (self, job->statistics);
  add_lines (self, job->statistics);
  add_locks (self, job->statistics);
  append_button (self);
}

static const SlBackgroundKind background_kind = {
  .work = work_out,
  .free = job_free,
  .free_found = job_free,
};

static void
sl_statistics_widget_unroot (GtkWidget *widget)
{
  sl_background_stop (SL_STATISTICS_WIDGET (widget)->background);

  GTK_WIDGET_CLASS (sl_statistics_widget_parent_class)->unroot (widget);
}

static void
sl_statistics_widget_dispose (GObject *object)
{
  SlStatisticsWidget *self = SL_STATISTICS_WIDGET (object);

  g_clear_pointer (&self->background, sl_background_free);
  g_clear_object (&self->document);

  G_OBJECT_CLASS (sl_statistics_widget_parent_class)->dispose (object);
}

static void
sl_statistics_widget_class_init (SlStatisticsWidgetClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = sl_statistics_widget_dispose;
  GTK_WIDGET_CLASS (klass)->unroot = sl_statistics_widget_unroot;
}

static void
sl_statistics_widget_init (SlStatisticsWidget *self)
{
  self->background = sl_background_new (&background_kind, worked_out_cb, self);
  self->content = GTK_BOX (gtk_box_new (GTK_ORIENTATION_VERTICAL, 12));
  adw_bin_set_child (ADW_BIN (self), GTK_WIDGET (self->content));
  sl_list_menu_add (GTK_WIDGET (self), "statistics", FALSE, get_lines, self);
}

/* What is shown may lag behind the trace. */
static SlJobTable *
find_known (SlDocument *document, guint trace, const Job *job)
{
  SlJobTable *jobs = sl_document_get_jobs_of (document, trace);

  return jobs != NULL && sl_job_table_get_trace (jobs) == job->trace &&
                 sl_job_table_get_idle_task (jobs) == job->idle_task
             ? sl_job_table_ref (jobs)
             : NULL;
}

/* @job: (transfer full): with what is asked about */
static GtkWidget *
start (SlDocument *document, guint trace, SlSpan span, Job *job)
{
  SlStatisticsWidget *self = g_object_new (SL_TYPE_STATISTICS_WIDGET, NULL);
  SlTraceSet *set = sl_document_get_trace_set (document);

  self->document = g_object_ref (document);
  self->trace = trace;
  job->trace = g_object_ref (sl_trace_set_get_trace (set, trace));
  job->span = span;
  job->idle_task =
      sl_annotations_get_idle_task (sl_trace_set_get_annotations (set, trace), job->trace);
  job->known = find_known (document, trace, job);
  sl_background_start (self->background, job);
  return GTK_WIDGET (self);
}

/**
 * sl_statistics_widget_new:
 * @trace: number in the document's set
 * @span: in ticks of that trace
 * @object: number of the object that is asked about; 0 for all
 *
 * Returns: (transfer floating): a box that fills itself
 */
GtkWidget *
sl_statistics_widget_new (SlDocument *document, guint trace, SlSpan span, guint32 object)
{
  Job *job = g_new0 (Job, 1);

  job->object = object;
  return start (document, trace, span, job);
}

/**
 * sl_statistics_widget_new_curve:
 * @trace: number in the document's set
 * @values: a track of values of that trace
 * @part: %SL_ROW_QUEUE or %SL_ROW_FREQUENCY: what they are
 *
 * Returns: (transfer floating): a box that fills itself with what the values are over the whole trace
 */
GtkWidget *
sl_statistics_widget_new_curve (SlDocument *document, guint trace, SlTrack *values, SlRowPart part)
{
  SlTrace *of = sl_trace_set_get_trace (sl_document_get_trace_set (document), trace);
  Job *job = g_new0 (Job, 1);

  job->values = sl_track_ref (values);
  job->part = part;
  return start (document, trace, sl_trace_get_span (of), job);
}
