/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-details-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "sl-field-list.h"
#include "sl-job-contrast.h"
#include "sl-text-verdict.h"
#include "sl-time-text.h"
#include "sl-unbroken.h"
#include "sl-widget-util.h"

/* What a job had beside the range of what its task's other jobs had. */

/* Wide characters that the pane has room for, of a job's own figures and of a range together. More of the narrow ones stay on one
 * line: “233.03 µs” and “24.018–204.201 µs”. */
#define UNBROKEN_CHARS 25

typedef struct
{
  const char *title;
  const char *css_class; /* of @own */
  char *own;
  char *others;
} Line;

typedef struct
{
  SlClock *clock;
  const SlJob *job;
  guint n_others;
  gint64 response; /* in ticks */
  GArray *lines;   /* of Line */
  glong own_chars; /* of the longest of their own figures */
  GtkGrid *grid;
  int n_lines; /* that are in @grid */
} Table;

static void
line_clear (gpointer data)
{
  Line *line = data;

  g_free (line->own);
  g_free (line->others);
}

/* Three spaces between groups of digits are as wide as a digit. */
static glong
count_chars (const char *text)
{
  glong n_spaces = 0;

  for (const char *at = strstr (text, SL_GROUP_SPACE); at != NULL;
       at = strstr (at + strlen (SL_GROUP_SPACE), SL_GROUP_SPACE))
    n_spaces++;
  return g_utf8_strlen (text, -1) - 2 * n_spaces / 3;
}

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
    gtk_label_set_width_chars (GTK_LABEL (label), (int) CLAMP (count_chars (unbroken), 0,
                                                               UNBROKEN_CHARS - self->own_chars));
  gtk_widget_add_css_class (label, "numeric");
  gtk_widget_add_css_class (label, "small");
  if (css_class != NULL)
    gtk_widget_add_css_class (label, css_class);
  gtk_grid_attach (self->grid, label, column, self->n_lines, 1, 1);
}

/* Of nothing it has no unit, as at the beginning of a range. */
static char *
dup_duration (const Table *self, gint64 ticks)
{
  if (ticks == 0)
    return g_strdup ("0");

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
  Line line = { title, css_class, NULL, NULL };

  if (range->ticks == 0 && range->most == 0)
    return;

  line.own = dup_duration (self, range->ticks);
  line.others = sl_time_text_range (self->clock, self->job->eligible, range->least, range->most);
  g_array_append_val (self->lines, line);
}

static void
cut_unit (char *figure)
{
  char *unit = strrchr (figure, ' ');

  if (unit != NULL)
    *unit = '\0';
}

/* (nullable): the unit of all figures, which it takes off them; %NULL where they have several */
static char *
take_unit (Table *self)
{
  const char *unit = NULL;
  char *said;

  for (guint i = 0; i < self->lines->len; i++)
    {
      const Line *line = &g_array_index (self->lines, Line, i);
      const char *own = strrchr (line->own, ' ');
      const char *others = strrchr (line->others, ' ');

      if (unit == NULL)
        unit = own != NULL ? own : others;
      if ((own != NULL && g_strcmp0 (own, unit) != 0) ||
          (others != NULL && g_strcmp0 (others, unit) != 0) || strchr (line->others, ' ') != others)
        return NULL;
    }
  if (unit == NULL)
    return NULL;

  /* Translators: above figures: their unit, as in “in ms” */
  said = g_strdup_printf (_ ("in %s"), unit + 1);
  for (guint i = 0; i < self->lines->len; i++)
    {
      const Line *line = &g_array_index (self->lines, Line, i);

      cut_unit (line->own);
      cut_unit (line->others);
    }
  return said;
}

/* The lines in words, for readers of the screen. To be called before the figures lose their unit. */
static char *
dup_name (const Table *self, const char *title, const char *n_others)
{
  GString *name = g_string_new (title);

  for (guint i = 0; i < self->lines->len; i++)
    {
      const Line *line = &g_array_index (self->lines, Line, i);

      g_string_append_printf (name, "%s %s: %s %s, %s %s", i == 0 ? "." : ";", line->title,
                              _ ("this job"), line->own, n_others, line->others);
    }
  return g_string_free (name, FALSE);
}

/* A row of a list, which the focus can be on. */
static void
append_table (GtkBox *box, const Table *self, const char *name)
{
  GtkWidget *list = gtk_list_box_new ();
  GtkWidget *row = g_object_new (GTK_TYPE_LIST_BOX_ROW, "activatable", FALSE, "selectable", FALSE,
                                 "child", self->grid, NULL);

  gtk_list_box_set_selection_mode (GTK_LIST_BOX (list), GTK_SELECTION_NONE);
  gtk_list_box_append (GTK_LIST_BOX (list), row);
  gtk_widget_add_css_class (list, "stops");
  gtk_widget_add_css_class (row, "stop");
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  gtk_box_append (box, list);
}

static void
attach_lines (Table *self, const char *n_others)
{
  g_autofree char *unit = take_unit (self);

  for (guint i = 0; i < self->lines->len; i++)
    self->own_chars = MAX (self->own_chars, count_chars (g_array_index (self->lines, Line, i).own));
  attach (self, 0, unit != NULL ? unit : "", "dim-label");
  attach (self, 1, _ ("this job"), "dim-label");
  attach (self, 2, n_others, "dim-label");
  self->n_lines++;
  for (guint i = 0; i < self->lines->len; i++)
    {
      const Line *line = &g_array_index (self->lines, Line, i);
      gboolean is_dim = g_str_equal (line->css_class, "dim-label");

      attach (self, 0, line->title, is_dim ? "dim-label" : NULL);
      attach (self, 1, line->own, line->css_class);
      attach (self, 2, line->others, "dim-label");
      self->n_lines++;
    }
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
  g_autoptr (GArray) lines = g_array_new (FALSE, FALSE, sizeof (Line));
  g_autofree char *others = NULL;
  g_autofree char *name = NULL;
  SlJobContrast contrast;

  g_array_set_clear_func (lines, line_clear);
  sl_job_contrast_find (jobs, ref.number, &contrast);
  if (contrast.n_others == 0)
    return;

  /* Translators: a column of figures of the task’s other jobs */
  others =
      g_strdup_printf (ngettext ("%u other", "%u others", contrast.n_others), contrast.n_others);
  table.n_others = contrast.n_others;
  table.response = contrast.response.ticks;
  table.grid = g_object_new (GTK_TYPE_GRID, "column-spacing", 10, "row-spacing", 1, NULL);
  table.lines = lines;
  sl_field_list_append_heading (box, _ ("Compared with Its Other Jobs"));
  for (guint cause = 0; cause < SL_N_CAUSES; cause++)
    add_line (&table, sl_text_contrast_title ((SlCause) cause), &contrast.causes[cause]);
  name = dup_name (&table, _ ("Compared with Its Other Jobs"), others);
  attach_lines (&table, others);
  append_table (box, &table, name);
}
