/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-details-private.h"

#include <glib/gi18n.h>

#include "sl-field-list.h"
#include "sl-job-contrast.h"
#include "sl-text-verdict.h"
#include "sl-time-text.h"
#include "sl-unbroken.h"
#include "sl-widget-util.h"

/* What a job had beside the range of what its task's other jobs had. */

/* So long a range stays on one line, where text is not larger: “24.018–204.201 µs”. */
#define UNBROKEN_CHARS 17

typedef struct
{
  SlClock *clock;
  const SlJob *job;
  guint n_others;
  gint64 response; /* in ticks */
  GtkGrid *grid;
  int n_lines;
} Table;

static void
attach (const Table *self, int column, const char *text, const char *css_class)
{
  g_autofree char *unbroken = sl_unbroken_new_units (text);
  GtkWidget *label = gtk_label_new (unbroken);

  gtk_label_set_xalign (GTK_LABEL (label), column == 0 ? 0 : 1);
  gtk_widget_set_hexpand (label, column == 0);
  /* Neither long titles nor ranges must make the pane wider than it is. Titles break first, unless text is larger. */
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  if (column > 0 && sl_text_scale_get (GTK_WIDGET (self->grid)) <= 1)
    gtk_label_set_width_chars (GTK_LABEL (label),
                               (int) MIN (g_utf8_strlen (unbroken, -1), UNBROKEN_CHARS));
  gtk_widget_add_css_class (label, "numeric");
  gtk_widget_add_css_class (label, "small");
  if (css_class != NULL)
    gtk_widget_add_css_class (label, css_class);
  gtk_grid_attach (self->grid, label, column, self->n_lines, 1, 1);
}

static char *
dup_duration (const Table *self, gint64 ticks)
{
  return sl_time_text_duration (self->clock, (SlSpan) { self->job->eligible,
                                                        sl_time_add (self->job->eligible, ticks) });
}

/* Bold where it is well beyond all others, in the colour of lateness where the job was late. */
static void
add_line (Table *self, const char *title, const SlContrastRange *range)
{
  gboolean is_beyond = sl_contrast_range_stands_out (range, self->n_others, self->response);
  const char *css_class = !is_beyond                             ? "dim-label"
                          : sl_job_has_missed (self->job, FALSE) ? "beyond-late"
                                                                 : "heading";
  g_autofree char *own = dup_duration (self, range->ticks);
  g_autofree char *others =
      sl_time_text_range (self->clock, self->job->eligible, range->least, range->most);

  if (range->ticks == 0 && range->most == 0)
    return;

  attach (self, 0, title, is_beyond ? NULL : "dim-label");
  attach (self, 1, own, css_class);
  attach (self, 2, others, "dim-label");
  self->n_lines++;
}

/**
 * sl_job_unlike_append:
 * @box: which owns what is appended; nothing is where the task has no other jobs
 * @ref: a job of the document
 */
void
sl_job_unlike_append (GtkBox *box, SlDocument *document, SlJobRef ref)
{
  SlTraceSet *set = sl_document_get_trace_set (document);
  SlJobTable *jobs = sl_document_get_jobs_of (document, ref.trace);
  g_autoptr (SlClock) clock = sl_trace_set_dup_clock_of (set, ref.trace);
  Table table = { .clock = clock, .job = sl_job_table_get (jobs, ref.number) };
  g_autofree char *others = NULL;
  SlJobContrast contrast;

  sl_job_contrast_find (jobs, ref.number, &contrast);
  if (contrast.n_others == 0)
    return;

  /* Translators: a column of figures of the task’s other jobs */
  others =
      g_strdup_printf (ngettext ("%u other", "%u others", contrast.n_others), contrast.n_others);
  table.n_others = contrast.n_others;
  table.response = contrast.response.ticks;
  table.grid = g_object_new (GTK_TYPE_GRID, "column-spacing", 12, "row-spacing", 1, NULL);
  sl_field_list_append_heading (box, _ ("Compared with Its Other Jobs"));
  attach (&table, 1, _ ("this job"), "dim-label");
  attach (&table, 2, others, "dim-label");
  table.n_lines++;
  for (guint cause = 0; cause < SL_N_CAUSES; cause++)
    add_line (&table, sl_text_contrast_title ((SlCause) cause), &contrast.causes[cause]);
  gtk_box_append (box, GTK_WIDGET (table.grid));
}
