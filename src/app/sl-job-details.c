/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-job-details.h"

#include <glib/gi18n.h>

#include "sl-cause-bar.h"
#include "sl-event-text.h"
#include "sl-field-list.h"
#include "sl-picture-style.h"
#include "sl-release-lateness.h"
#include "sl-text-jobs.h"
#include "sl-time-text.h"

/* What the details panel says of one job: whether it was late, when what happened, and where its
 * time went. */

typedef struct
{
  SlDocument *document;
  guint trace; /* number in the document's set */
  SlJobTable *jobs;
  const SlJob *job;
  guint number; /* of @job in @jobs */
  GtkBox *box;
  GtkListBox *list;
} Filling;

static char *
dup_ticks_text (const Filling *self, gint64 ticks)
{
  return sl_event_text_duration (self->document, self->trace,
                                 (SlSpan) { self->job->front,
                                            sl_time_add (self->job->front, ticks) });
}

static char *
dup_part (const Filling *self, const SlJobPart *part)
{
  SlTraceSet *set = sl_document_get_set (self->document);

  return sl_text_job_part (sl_trace_set_get_trace (set, self->trace),
                           sl_trace_set_get_overlay (set, self->trace), part);
}

static void
add_banner (const Filling *self)
{
  GtkWidget *banner, *label;
  g_autofree char *late = NULL;
  g_autofree char *text = NULL;
  gint64 lateness;

  if (!sl_job_has_missed (self->job, FALSE))
    return;

  if (sl_job_get_lateness (self->job, &lateness) && lateness > 0)
    {
      late = dup_ticks_text (self, lateness);
      /* Translators: a duration */
      text = g_strdup_printf (_ ("Missed by %s"), late);
    }
  else
    {
      text = g_strdup (_ ("Deadline missed"));
    }

  banner = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9);
  gtk_widget_add_css_class (banner, "miss-banner");
  gtk_box_append (GTK_BOX (banner), gtk_image_new_from_icon_name ("sl-miss-symbolic"));
  label = gtk_label_new (text);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_box_append (GTK_BOX (banner), label);
  gtk_box_append (self->box, banner);
}

/* In seconds, and below that in ticks. */
static void
add_time (const Filling *self, const char *name, SlTime time)
{
  g_autofree char *tick = NULL;
  g_autofree char *elapsed = NULL;

  if (time == SL_JOB_NEVER)
    return;

  time = sl_trace_set_to_reference (sl_document_get_set (self->document), self->trace, time);
  tick = sl_event_text_tick (self->document, time);
  if (!sl_clock_has_rate (sl_document_get_clock (self->document)))
    {
      sl_field_list_add (self->list, name, tick);
      return;
    }

  elapsed = sl_event_text_elapsed (self->document, time);
  sl_field_list_take (self->list, name, g_strdup_printf ("%s\n%s", elapsed, tick));
}

static void
add_duration (const Filling *self, const char *name, gint64 ticks)
{
  g_autofree char *number = sl_time_text_signed_ticks (ticks);
  g_autofree char *duration = NULL;

  if (!sl_clock_has_rate (sl_document_get_clock (self->document)))
    {
      sl_field_list_add (self->list, name, number);
      return;
    }

  duration = dup_ticks_text (self, ABS (ticks));
  sl_field_list_take (self->list, name,
                      g_strdup_printf ("%s%s\n%s", ticks < 0 ? "−" : "", duration, number));
}

static void
add_fields (Filling *self)
{
  const SlJob *job = self->job;
  g_autofree char *task = sl_event_text_object (self->document, self->trace, job->task);
  g_autofree char *title = g_strdup_printf (_ ("%s, job %u"), task, job->number);
  gint64 ticks;

  self->list = sl_field_list_append_to (self->box, title);
  add_time (self, _ ("Release"), job->release);
  add_time (self, _ ("Start"), job->start);
  add_time (self, _ ("Deadline"), job->deadline);
  if (job->deadline != SL_JOB_NEVER)
    sl_field_list_add (self->list, _ ("Deadline is"),
                       sl_text_deadline_from ((SlDeadlineFrom) job->deadline_from));
  if (sl_job_has_other_miss (job))
    add_time (self, _ ("Miss recorded"), job->miss);
  add_time (self, _ ("Finish"), sl_job_get_finish (job));
  if (sl_job_get_response (job, &ticks))
    add_duration (self, _ ("Response"), ticks);
  if (sl_job_get_lateness (job, &ticks))
    add_duration (self, _ ("Lateness"), ticks);
  add_duration (self, _ ("Execution"), job->execution);
  ticks = sl_job_table_get_release_lateness (self->jobs, self->number);
  if (ticks != SL_RELEASE_LATENESS_UNKNOWN)
    add_duration (self, _ ("Release lateness"), ticks);
  sl_field_list_take (self->list, _ ("Preemptions"), sl_time_text_ticks (job->preemptions));
  if (job->flags & SL_JOB_ABORTED)
    sl_field_list_add (self->list, _ ("End"), _ ("aborted"));
}

/* Time is put down to whoever took it; waiting for a lock is drawn as in the task's own row. */
static guint32
choose_colour (const Filling *self, const SlJobPart *part)
{
  guint32 object = part->cause == SL_CAUSE_PREEMPTED ? part->object : self->job->task;
  guint32 colour;

  if (sl_event_text_get_colour (self->document, self->trace, object, &colour))
    return colour;

  return sl_picture_style_get_palette ()->colours[SL_PAINT_SOFT];
}

static void
add_legend (const Filling *self, const SlJobPart *part, const SlCauseSegment *segment)
{
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9);
  GtkWidget *swatch = sl_cause_bar_new (segment, 1, -1, 16, 12);
  g_autofree char *what = dup_part (self, part);
  g_autofree char *duration = dup_ticks_text (self, part->ticks);
  GtkWidget *label = gtk_label_new (what);
  GtkWidget *figure = gtk_label_new (duration);

  gtk_widget_set_valign (swatch, GTK_ALIGN_START);
  gtk_widget_set_margin_top (swatch, 3);
  gtk_accessible_update_state (GTK_ACCESSIBLE (swatch), GTK_ACCESSIBLE_STATE_HIDDEN, TRUE, -1);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_set_valign (figure, GTK_ALIGN_START);
  gtk_widget_add_css_class (figure, "numeric");
  gtk_widget_add_css_class (figure, "dim-label");
  gtk_box_append (GTK_BOX (line), swatch);
  gtk_box_append (GTK_BOX (line), label);
  gtk_box_append (GTK_BOX (line), figure);
  gtk_box_append (self->box, line);
}

static void
name_bar (const Filling *self, GtkWidget *bar, const GArray *parts)
{
  GString *name = g_string_new (_ ("Where the time went"));

  for (guint i = 0; i < parts->len; i++)
    {
      const SlJobPart *part = &g_array_index (parts, SlJobPart, i);
      g_autofree char *what = dup_part (self, part);
      g_autofree char *duration = dup_ticks_text (self, part->ticks);

      g_string_append_printf (name, "%s %s %s", i == 0 ? ":" : ";", what, duration);
    }
  gtk_accessible_update_property (GTK_ACCESSIBLE (bar), GTK_ACCESSIBLE_PROPERTY_LABEL, name->str,
                                  -1);
  g_string_free (name, TRUE);
}

static void
add_causes (const Filling *self, guint number)
{
  g_autoptr (GArray) parts = sl_job_table_dup_parts (self->jobs, number);
  g_autoptr (GArray) segments = g_array_new (FALSE, FALSE, sizeof (SlCauseSegment));
  const SlJob *job = self->job;
  gboolean is_dated = job->deadline != SL_JOB_NEVER && job->release != SL_JOB_NEVER;
  GtkWidget *bar;

  if (parts->len == 0)
    return;

  for (guint i = 0; i < parts->len; i++)
    {
      const SlJobPart *part = &g_array_index (parts, SlJobPart, i);
      SlCauseSegment segment = { part->cause, choose_colour (self, part), part->ticks };

      g_array_append_val (segments, segment);
    }

  sl_field_list_append_heading (self->box, _ ("Where the Time Went"));
  bar = sl_cause_bar_new ((const SlCauseSegment *) segments->data, segments->len,
                          is_dated ? job->deadline - job->release : -1, 200, 26);
  name_bar (self, bar, parts);
  gtk_box_append (self->box, bar);
  for (guint i = 0; i < parts->len; i++)
    add_legend (self, &g_array_index (parts, SlJobPart, i),
                &g_array_index (segments, SlCauseSegment, i));
}

/**
 * sl_job_details_fill:
 * @box: to which it is appended
 * @ref: a job of the document
 */
void
sl_job_details_fill (GtkBox *box, SlDocument *document, SlJobRef ref)
{
  SlJobTable *jobs = sl_document_get_jobs_of (document, ref.trace);
  Filling filling = { document, ref.trace, jobs, NULL, ref.number, box, NULL };

  g_return_if_fail (jobs != NULL && ref.number < sl_job_table_get_n_jobs (jobs));

  filling.job = sl_job_table_get (jobs, ref.number);
  add_banner (&filling);
  add_fields (&filling);
  add_causes (&filling, ref.number);
}
