/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-summary-private.h"

#include <glib/gi18n.h>

#include "sl-event-text.h"
#include "sl-inversion.h"
#include "sl-recorded-gaps.h"
#include "sl-time-text.h"
#include "sl-unbroken.h"
#include "sl-widget-util.h"

/* What is odd in a trace: how often, and the worst case. Each line goes there, and shows the page that
 * lists all of them. */

static void
add_line (GtkBox *list,
          const SlSummaryPlace *place,
          GtkWidget *sign,
          const char *title,
          const char *detail,
          guint64 count)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10);
  GtkWidget *texts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *first = sl_summary_label_new (title, FALSE);
  g_autofree char *unbroken = sl_unbroken_new (detail);
  GtkWidget *second = sl_summary_label_new (unbroken, FALSE);
  g_autofree char *digits = sl_time_text_ticks (count);
  g_autofree char *name = g_strdup_printf ("%s: %s; %s", title, digits, detail);
  GtkWidget *figure = sl_summary_label_new (digits, TRUE);

  gtk_label_set_ellipsize (GTK_LABEL (second), PANGO_ELLIPSIZE_END);
  gtk_label_set_wrap (GTK_LABEL (second), TRUE);
  gtk_label_set_lines (GTK_LABEL (second), 2);
  gtk_label_set_width_chars (GTK_LABEL (second), 20);
  gtk_label_set_max_width_chars (GTK_LABEL (second), 20);
  gtk_widget_add_css_class (first, "bold");
  gtk_widget_add_css_class (second, "caption");
  gtk_widget_add_css_class (second, "dim-label");
  gtk_widget_add_css_class (figure, "bold");
  if (place->goal == SL_SUMMARY_MISS)
    gtk_widget_add_css_class (figure, "misses");
  gtk_box_append (GTK_BOX (texts), first);
  gtk_box_append (GTK_BOX (texts), second);
  gtk_widget_set_hexpand (texts, TRUE);
  gtk_box_append (GTK_BOX (box), sign);
  gtk_box_append (GTK_BOX (box), texts);
  gtk_box_append (GTK_BOX (box), figure);
  gtk_box_append (GTK_BOX (box), sl_decoration_new ("go-next-symbolic"));
  gtk_box_append (list, sl_summary_line_new (place, box, name));
}

static void
add_misses (GtkBox *list, SlDocument *document, guint trace, const SlTraceSummary *summary)
{
  const SlJob *job =
      sl_job_table_get (sl_document_get_jobs_of (document, trace), summary->worst_miss);
  SlSummaryPlace place = { .goal = SL_SUMMARY_MISS,
                           .document = document,
                           .trace = trace,
                           .number = summary->worst_miss,
                           .page = "misses" };
  g_autofree char *task = sl_event_text_title (document, trace, job->task);
  g_autofree char *detail = NULL;
  gint64 lateness;

  if (sl_job_get_lateness (job, &lateness) && lateness > 0)
    {
      g_autofree char *late =
          sl_event_text_signed_duration (document, trace, job->deadline, lateness);

      detail = g_strdup_printf (_ ("worst: %s, job %u, %s late"), task, job->number, late);
    }
  else
    detail = g_strdup_printf (_ ("%s, job %u"), task, job->number);
  add_line (list, &place, sl_summary_sign_new (SL_LEGEND_MISS, SL_STYLE_COMPACT),
            _ ("Missed deadlines"), detail, summary->n_misses);
}

/* What delays a job counts before what delays a task that has none. */
static gboolean
is_worse (const SlInversion *one, const SlInversion *other)
{
  if ((one->job != G_MAXUINT) != (other->job != G_MAXUINT))
    return one->job != G_MAXUINT;

  return sl_span_duration (one->span) > sl_span_duration (other->span);
}

static void
add_inversions (GtkBox *list, SlDocument *document, guint trace, const GArray *inversions)
{
  const SlInversion *worst = &g_array_index (inversions, SlInversion, 0);
  SlSummaryPlace place = { .goal = SL_SUMMARY_SLICE,
                           .document = document,
                           .trace = trace,
                           .page = "inversions" };
  g_autofree char *task = NULL;
  g_autofree char *wait = NULL;
  g_autofree char *detail = NULL;

  for (guint i = 1; i < inversions->len; i++)
    {
      const SlInversion *other = &g_array_index (inversions, SlInversion, i);

      if (is_worse (other, worst))
        worst = other;
    }
  place.object = worst->task;
  place.span = worst->span;
  task = sl_event_text_title (document, trace, worst->task);
  wait = sl_event_text_duration (document, trace, worst->span);
  detail = g_strdup_printf (_ ("%s waited up to %s"), task, wait);
  add_line (list, &place, sl_summary_sign_new (SL_LEGEND_WAITS, SL_STYLE_COMPACT),
            _ ("Priority inversions"), detail, inversions->len);
}

static void
add_overruns (GtkBox *list, SlDocument *document, guint trace, const SlTraceSummary *summary)
{
  SlJobTable *jobs = sl_document_get_jobs_of (document, trace);
  const SlJob *job = sl_job_table_get (jobs, summary->worst_overrun);
  SlSummaryPlace place = { .goal = SL_SUMMARY_JOB,
                           .document = document,
                           .trace = trace,
                           .number = summary->worst_overrun,
                           .page = "overruns" };
  g_autofree char *task = sl_event_text_title (document, trace, job->task);
  g_autofree char *time =
      sl_event_text_signed_duration (document, trace,
                                     job->start != SL_JOB_NEVER ? job->start : job->eligible,
                                     job->execution);
  g_autofree char *detail =
      g_strdup_printf (_ ("%s, job %u, executed %s"), task, job->number, time);

  add_line (list, &place, sl_summary_sign_new (SL_LEGEND_OVERRUN, SL_STYLE_COMPACT),
            _ ("WCET overruns"), detail, summary->n_overruns);
}

static void
add_notes (GtkBox *list, SlDocument *document, guint trace, guint n_notes)
{
  const SlNote *note =
      sl_trace_get_note (sl_trace_set_get_trace (sl_document_get_trace_set (document), trace), 0);
  SlSummaryPlace place = { .goal = SL_SUMMARY_PAGE,
                           .document = document,
                           .trace = trace,
                           .page = "notes" };
  GtkWidget *sign = sl_decoration_new ("help-about-symbolic");

  gtk_widget_set_size_request (sign, SL_LEGEND_WIDTH, -1);
  add_line (list, &place, sign, _ ("Notes"), _ (note->text), n_notes);
}

/* Stretches in which nothing was recorded; each click goes to the next one. */
static void
add_gaps (GtkBox *list, SlDocument *document, guint trace)
{
  SlTrace *owner = sl_trace_set_get_trace (sl_document_get_trace_set (document), trace);
  SlSummaryPlace place = { .goal = SL_SUMMARY_GAP, .document = document, .trace = trace };
  g_autoptr (GArray) gaps = sl_recorded_gaps_new (owner);
  gint64 longest = 0;
  SlTime begin = 0;
  g_autofree char *length = NULL;
  g_autofree char *detail = NULL;

  if (gaps->len == 0)
    return;

  for (guint i = 0; i < gaps->len; i++)
    {
      const SlRecordedGap *gap = &g_array_index (gaps, SlRecordedGap, i);

      if (i == 0 || gap->end - gap->begin > longest)
        {
          begin = gap->begin;
          longest = gap->end - gap->begin;
        }
    }

  length = sl_event_text_signed_duration (document, trace, begin, longest);
  detail =
      longest > 0 ? g_strdup_printf (_ ("up to %s"), length) : g_strdup (_ ("of unknown length"));
  add_line (list, &place, sl_summary_sign_new (SL_LEGEND_GAP, SL_STYLE_COMPACT),
            _ ("Gaps in the recording"), detail, gaps->len);
}

/**
 * sl_summary_add_findings:
 * @summary: (nullable): of the jobs that @document has of that trace now; %NULL for none
 *
 * Adds nothing where nothing is odd.
 */
void
sl_summary_add_findings (GtkBox *box,
                         SlDocument *document,
                         guint trace,
                         const SlTraceSummary *summary)
{
  SlTrace *owner = sl_trace_set_get_trace (sl_document_get_trace_set (document), trace);
  SlJobSearch *search = sl_document_get_job_search_of (document, trace);
  GArray *inversions = search != NULL ? sl_job_search_get_inversions (search) : NULL;
  GtkBox *list = GTK_BOX (gtk_box_new (GTK_ORIENTATION_VERTICAL, 0));

  gtk_widget_add_css_class (GTK_WIDGET (list), "card");
  if (summary != NULL && summary->n_misses > 0)
    add_misses (list, document, trace, summary);
  if (summary != NULL && inversions != NULL && inversions->len > 0)
    add_inversions (list, document, trace, inversions);
  if (summary != NULL && summary->n_overruns > 0)
    add_overruns (list, document, trace, summary);
  add_gaps (list, document, trace);
  if (sl_trace_get_n_notes (owner) > 0)
    add_notes (list, document, trace, sl_trace_get_n_notes (owner));

  if (gtk_widget_get_first_child (GTK_WIDGET (list)) != NULL)
    gtk_box_append (box, GTK_WIDGET (list));
  else
    g_object_ref_sink (list), g_object_unref (list);
}
