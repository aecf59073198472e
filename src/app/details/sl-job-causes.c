/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-details-private.h"

#include <glib/gi18n.h>

#include "sl-cause-bar.h"
#include "sl-event-text.h"
#include "sl-field-list.h"
#include "sl-job-contrast.h"
#include "sl-picture-style.h"
#include "sl-text-jobs.h"
#include "sl-time-text.h"

/* Where the time of a job went: a bar to scale with the deadline on it, and a line for each part,
 * whose figures add up to the response that stands below them. */

#define MAX_LINES 8

/* One line: a part, or what of own execution is within the usual, or all the small ones. */
typedef struct
{
  SlCauseSegment segment;
  char *what;
} Line;

typedef struct
{
  SlDocument *document;
  guint trace; /* number in the document's set */
  const SlJob *job;
  GArray *lines; /* of Line */
} Causes;

static void
line_clear (gpointer data)
{
  g_free (((Line *) data)->what);
}

/**
 * sl_details_cause_colour:
 * @object: that time is put down to; 0 for none
 *
 * Returns: 0xrrggbb
 */
guint32
sl_details_cause_colour (SlDocument *document, guint trace, guint32 object)
{
  guint32 colour;

  if (sl_event_text_get_colour (document, trace, object, sl_picture_style_get_palette (), &colour))
    return colour;

  return sl_picture_style_get_palette ()->colours[SL_PAINT_SOFT];
}

/* @what: (transfer full) */
static void
take_line (Causes *self, SlCause cause, guint32 object, gint64 ticks, char *what)
{
  Line line = { { cause, sl_details_cause_colour (self->document, self->trace, object), ticks },
                what };

  if (ticks > 0)
    g_array_append_val (self->lines, line);
  else
    g_free (what);
}

/* Own execution beyond that of the task's other jobs stands by itself, where no WCET parts it. */
static void
add_own (Causes *self, const GArray *parts, SlJobTable *jobs, guint number)
{
  gint64 within = 0, beyond = 0;
  SlContrastRange usual;
  guint n_others = sl_job_contrast_get_usual_execution (jobs, number, &usual);

  for (guint i = 0; i < parts->len; i++)
    {
      const SlJobPart *part = &g_array_index (parts, SlJobPart, i);

      if (part->cause == SL_CAUSE_EXECUTION)
        within = part->ticks;
      if (part->cause == SL_CAUSE_OVERRUN)
        beyond = part->ticks;
    }

  if (beyond > 0)
    {
      take_line (self, SL_CAUSE_EXECUTION, self->job->task, within,
                 g_strdup (_ ("executed, within its WCET")));
      take_line (self, SL_CAUSE_OVERRUN, self->job->task, beyond,
                 g_strdup (_ ("executed beyond its WCET")));
    }
  else if (sl_contrast_range_is_beyond (&usual, n_others) && usual.most < within)
    {
      take_line (self, SL_CAUSE_EXECUTION, self->job->task, usual.most,
                 g_strdup (_ ("executed, no more than others")));
      take_line (self, SL_CAUSE_OVERRUN, self->job->task, within - usual.most,
                 g_strdup (_ ("executed beyond that")));
    }
  else
    {
      take_line (self, SL_CAUSE_EXECUTION, self->job->task, within, g_strdup (_ ("executed")));
    }
}

/* Time is put down to whoever took it; waiting for a lock is drawn as in the task's own row. */
static void
add_waits (Causes *self, const GArray *parts)
{
  SlTraceSet *set = sl_document_get_trace_set (self->document);
  gint64 rest = 0;
  guint n_rest = 0;

  for (guint i = 0; i < parts->len; i++)
    {
      const SlJobPart *part = &g_array_index (parts, SlJobPart, i);
      gboolean is_last = i + 1 == parts->len;

      if (part->cause == SL_CAUSE_EXECUTION || part->cause == SL_CAUSE_OVERRUN)
        continue;
      if (self->lines->len + 1 >= MAX_LINES && (!is_last || n_rest > 0))
        {
          rest += part->ticks;
          n_rest++;
          continue;
        }

      take_line (self, part->cause,
                 part->cause == SL_CAUSE_PREEMPTED ? part->object : self->job->task, part->ticks,
                 sl_text_job_part (sl_trace_set_get_trace (set, self->trace),
                                   sl_trace_set_get_annotations (set, self->trace), part));
    }
  /* Translators: of causes of lateness, each of which took little time */
  take_line (self, SL_CAUSE_UNEXPLAINED, 0, rest,
             g_strdup_printf (ngettext ("%u more cause", "%u more causes", n_rest), n_rest));
}

static void
append_line (GtkBox *box, GtkWidget *swatch, const char *what, const char *figure, gboolean is_sum)
{
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9);
  GtkWidget *label = gtk_label_new (what);
  GtkWidget *value = gtk_label_new (figure);

  gtk_widget_set_size_request (swatch, 16, 12);
  /* As high as the first line of the words. */
  gtk_widget_set_valign (swatch, GTK_ALIGN_START);
  gtk_widget_set_margin_top (swatch, 1);
  gtk_widget_set_valign (value, GTK_ALIGN_START);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_add_css_class (value, "numeric");
  gtk_widget_add_css_class (line, "small");
  if (is_sum)
    {
      gtk_widget_add_css_class (line, "sum");
    }
  gtk_box_append (GTK_BOX (line), swatch);
  gtk_box_append (GTK_BOX (line), label);
  gtk_box_append (GTK_BOX (line), value);
  gtk_box_append (box, line);
}

/* From which tick the parts add up, and to which. */
static SlSpan
get_whole (const SlJob *job)
{
  return (SlSpan) { job->release != SL_JOB_NEVER ? sl_job_get_arrival (job) : job->eligible,
                    job->end };
}

static const char *
get_sum_title (const SlJob *job)
{
  if (job->release == SL_JOB_NEVER)
    return _ ("Since the trace began");
  if (!(job->flags & SL_JOB_FINISHED))
    return _ ("Since its release");

  return _ ("Response");
}

/* (transfer full): In the digits of the sum, so that they add up to it. */
static char **
dup_figures (const Causes *self, char **sum)
{
  SlTraceSet *set = sl_document_get_trace_set (self->document);
  g_autoptr (SlClock) clock = sl_trace_set_dup_clock_of (set, self->trace);
  g_autofree gint64 *ticks = g_new (gint64, self->lines->len);

  for (guint i = 0; i < self->lines->len; i++)
    ticks[i] = g_array_index (self->lines, Line, i).segment.ticks;
  *sum = sl_time_text_duration (clock, get_whole (self->job));
  return sl_time_text_shares (clock, get_whole (self->job), ticks, self->lines->len);
}

static void
name_bar (const Causes *self, GtkWidget *bar, char **figures, const char *sum)
{
  g_autoptr (GString) name = g_string_new (_ ("Where the time went"));

  for (guint i = 0; i < self->lines->len; i++)
    g_string_append_printf (name, "%s %s %s", i == 0 ? ":" : ";",
                            g_array_index (self->lines, Line, i).what, figures[i]);
  g_string_append_printf (name, "; %s %s", get_sum_title (self->job), sum);
  gtk_accessible_update_property (GTK_ACCESSIBLE (bar), GTK_ACCESSIBLE_PROPERTY_LABEL, name->str,
                                  -1);
}

static void
append_all (const Causes *self, GtkBox *box)
{
  g_autoptr (GArray) segments = g_array_new (FALSE, FALSE, sizeof (SlCauseSegment));
  const SlJob *job = self->job;
  gboolean is_dated = job->deadline != SL_JOB_NEVER && job->release != SL_JOB_NEVER &&
                      job->deadline_from != SL_DEADLINE_INFERRED;
  GtkWidget *lines = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  g_autofree char *sum = NULL;
  g_auto (GStrv) figures = dup_figures (self, &sum);
  GtkWidget *bar;

  for (guint i = 0; i < self->lines->len; i++)
    g_array_append_val (segments, g_array_index (self->lines, Line, i).segment);

  sl_field_list_append_heading (box, _ ("Where the Time Went"));
  bar = sl_cause_bar_new ((const SlCauseSegment *) segments->data, segments->len,
                          is_dated ? job->deadline - sl_job_get_arrival (job) : -1, 200, 26);
  name_bar (self, bar, figures, sum);
  sl_details_make_stop (bar);
  gtk_box_append (box, bar);
  for (guint i = 0; i < self->lines->len; i++)
    {
      GtkWidget *swatch = sl_cause_swatch_new (&g_array_index (segments, SlCauseSegment, i));

      append_line (GTK_BOX (lines), swatch, g_array_index (self->lines, Line, i).what, figures[i],
                   FALSE);
    }
  append_line (GTK_BOX (lines), gtk_drawing_area_new (), get_sum_title (job), sum, TRUE);
  gtk_box_append (box, lines);
}

/**
 * sl_job_causes_append:
 * @box: which owns what is appended; nothing is for a job that took no time
 * @ref: a job of the document
 */
void
sl_job_causes_append (GtkBox *box, SlDocument *document, SlJobRef ref)
{
  SlJobTable *jobs = sl_document_get_jobs_of (document, ref.trace);
  g_autoptr (GArray) parts = sl_job_table_dup_parts (jobs, ref.number);
  g_autoptr (GArray) lines = g_array_new (FALSE, FALSE, sizeof (Line));
  Causes causes = { document, ref.trace, sl_job_table_get (jobs, ref.number), lines };

  g_array_set_clear_func (lines, line_clear);
  add_own (&causes, parts, jobs, ref.number);
  add_waits (&causes, parts);
  if (lines->len > 0)
    append_all (&causes, box);
}
