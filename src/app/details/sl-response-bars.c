/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-details-private.h"

#include <glib/gi18n.h>

#include "sl-event-text.h"
#include "sl-field-list.h"
#include "sl-picture-style.h"
#include "sl-time-text.h"
#include "sl-widget-util.h"

/* The responses of a task's jobs with one of them marked: a bar for each job as long as they are
 * few, with what is beyond the deadline hatched; else how many jobs took how long. */

#define FEW    20
#define N_BINS 32
#define HEIGHT 74
#define FOOT   14 /* numbers of jobs */
#define HEAD   4

typedef struct
{
  gint64 figure; /* a response in ticks, or a count of jobs */
  gint64 late;   /* what of it is beyond the deadline */
  guint label;   /* number of the job; 0 for none */
  gboolean is_this;
} Bar;

typedef struct
{
  GArray *bars; /* of Bar */
  gint64 most;
  gint64 limit; /* deadline of all, in the same figures; below 0 for none */
  double place; /* of it along the axis where bars are counts, from 0 to 1; below 0 for none */
  guint32 colour;
} Picture;

static void
picture_free (gpointer data)
{
  Picture *picture = data;

  g_array_unref (picture->bars);
  g_free (picture);
}

static void
draw_late (cairo_t *cr, double x, double y, double width, double height)
{
  const SlPalette *palette = sl_picture_style_get_palette ();

  cairo_save (cr);
  cairo_rectangle (cr, x, y, width, height);
  cairo_clip (cr);
  sl_picture_style_set_source (cr, palette->colours[SL_PAINT_VIEW], 0.62);
  cairo_paint (cr);
  sl_picture_style_set_source (cr, palette->colours[SL_PAINT_MISS], 1);
  cairo_set_line_width (cr, 1.3);
  for (double at = x - height; at < x + width; at += 5)
    {
      cairo_move_to (cr, at, y);
      cairo_line_to (cr, at + height, y + height);
    }
  cairo_stroke (cr);
  cairo_restore (cr);
}

static void
draw_label (GtkWidget *area, cairo_t *cr, const Bar *bar, double x, double width, double y)
{
  g_autofree char *number = g_strdup_printf ("%u", bar->label);
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (area, number);
  PangoFontDescription *font = pango_font_description_from_string (bar->is_this ? "Bold 8" : "8");
  int text_width;

  pango_layout_set_font_description (layout, font);
  pango_font_description_free (font);
  pango_layout_get_pixel_size (layout, &text_width, NULL);
  if (text_width > width)
    return;

  sl_picture_style_set_source (cr,
                               sl_picture_style_get_palette ()
                                   ->colours[bar->is_this ? SL_PAINT_INK : SL_PAINT_DIM],
                               1);
  cairo_move_to (cr, x + (width - text_width) / 2, y);
  pango_cairo_show_layout (cr, layout);
}

static void
draw_bar (GtkWidget *area, cairo_t *cr, const Picture *self, const Bar *bar, GdkRectangle *place)
{
  const SlPalette *palette = sl_picture_style_get_palette ();
  double scale = (double) place->height / (double) MAX (self->most, 1);
  double height = (double) bar->figure * scale, late = (double) bar->late * scale;
  double gap = place->width >= 12 ? 3 : place->width >= 5 ? 1 : 0;
  double x = place->x + gap, width = place->width - 2 * gap;
  double base = place->y + place->height;

  if (bar->figure > 0)
    height = MAX (height, 1);
  sl_picture_style_set_source (cr, self->colour, 1);
  cairo_rectangle (cr, x, base - height, width, height);
  cairo_fill (cr);
  if (late > 0)
    draw_late (cr, x, base - height, width, late);
  if (bar->label > 0)
    draw_label (area, cr, bar, place->x, place->width, base + 1);
  if (!bar->is_this)
    return;

  sl_picture_style_set_source (cr, palette->colours[SL_PAINT_ACCENT], 1);
  cairo_set_line_width (cr, 2);
  cairo_rectangle (cr, x - 1, base - height - 2, width + 2, height + 3);
  cairo_stroke (cr);
}

static void
draw_limit (cairo_t *cr, const Picture *self, int width, int height)
{
  sl_picture_style_set_source (cr, sl_picture_style_get_palette ()->colours[SL_PAINT_MISS], 1);
  cairo_set_line_width (cr, 1);
  if (self->limit >= 0 && self->limit <= self->most)
    {
      double y = HEAD + height - (double) self->limit / (double) MAX (self->most, 1) * height;

      cairo_move_to (cr, 0, (int) y + 0.5);
      cairo_line_to (cr, width, (int) y + 0.5);
    }
  if (self->place >= 0 && self->place <= 1)
    {
      cairo_move_to (cr, (int) (self->place * width) + 0.5, 0);
      cairo_line_to (cr, (int) (self->place * width) + 0.5, HEAD + height);
    }
  cairo_stroke (cr);
}

static void
draw_cb (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer user_data)
{
  const Picture *self = user_data;
  int room = height - FOOT - HEAD;

  for (guint i = 0; i < self->bars->len; i++)
    {
      int begin = (int) (i * (guint) width / self->bars->len);
      int end = (int) ((i + 1) * (guint) width / self->bars->len);
      GdkRectangle place = { begin, HEAD, end - begin, room };

      draw_bar (GTK_WIDGET (area), cr, self, &g_array_index (self->bars, Bar, i), &place);
    }
  sl_picture_style_set_source (cr, sl_picture_style_get_palette ()->colours[SL_PAINT_BASE], 1);
  cairo_rectangle (cr, 0, HEAD + room, width, 1);
  cairo_fill (cr);
  draw_limit (cr, self, width, room);
}

/* What is known of all of them. */
typedef struct
{
  guint n_finished;
  guint n_late;
  gint64 shortest;
  gint64 longest;
  gint64 deadline; /* of all; -1 for none, or several */
} Summary;

static gint64
get_deadline (const SlJob *job)
{
  return job->deadline != SL_JOB_NEVER && job->release != SL_JOB_NEVER &&
                 job->deadline_from != SL_DEADLINE_INFERRED
             ? job->deadline - sl_job_get_arrival (job)
             : -1;
}

static Summary
sum_up (const SlJobTable *jobs, const SlJobTask *task)
{
  Summary summary = { .deadline = -1 };

  for (guint i = 0; i < task->n_jobs; i++)
    {
      const SlJob *job = sl_job_table_get (jobs, task->first + i);
      gint64 deadline = get_deadline (job), response;

      if (!sl_job_get_response (job, &response))
        continue;

      summary.deadline = summary.n_finished == 0 || summary.deadline == deadline ? deadline : -1;
      summary.shortest = summary.n_finished == 0 ? response : MIN (summary.shortest, response);
      summary.longest = MAX (summary.longest, response);
      summary.n_finished++;
      summary.n_late += sl_job_has_missed (job, FALSE);
    }
  return summary;
}

static Picture *
make_each (const SlJobTable *jobs, const SlJobTask *task, guint chosen, const Summary *summary)
{
  Picture *self = g_new0 (Picture, 1);

  self->bars = g_array_new (FALSE, FALSE, sizeof (Bar));
  self->limit = summary->deadline;
  self->place = -1;
  self->most = MAX (summary->longest, summary->deadline);
  for (guint i = 0; i < task->n_jobs; i++)
    {
      const SlJob *job = sl_job_table_get (jobs, task->first + i);
      Bar bar = { .label = job->number, .is_this = task->first + i == chosen };
      gint64 deadline = get_deadline (job);

      if (sl_job_get_response (job, &bar.figure) && deadline >= 0)
        bar.late = MAX (bar.figure - deadline, 0);
      g_array_append_val (self->bars, bar);
    }
  return self;
}

static Picture *
make_histogram (const SlJobTable *jobs, const SlJobTask *task, guint chosen, const Summary *summary)
{
  Picture *self = g_new0 (Picture, 1);
  gint64 scale = MAX (MAX (summary->longest, summary->deadline), 1);

  self->bars = g_array_new (FALSE, TRUE, sizeof (Bar));
  g_array_set_size (self->bars, N_BINS);
  self->limit = -1;
  self->place = summary->deadline >= 0 ? (double) summary->deadline / (double) scale : -1;
  for (guint i = 0; i < task->n_jobs; i++)
    {
      const SlJob *job = sl_job_table_get (jobs, task->first + i);
      gint64 response;
      Bar *bar;
      guint bin;

      if (!sl_job_get_response (job, &response))
        continue;

      bin = (guint) ((double) response / (double) scale * N_BINS);
      bar = &g_array_index (self->bars, Bar, MIN (bin, N_BINS - 1));
      bar->figure++;
      bar->late += sl_job_has_missed (job, FALSE);
      bar->is_this |= task->first + i == chosen;
      self->most = MAX (self->most, bar->figure);
    }
  return self;
}

static char *
dup_duration (SlDocument *document, SlJobRef ref, gint64 ticks)
{
  return sl_event_text_duration (document, ref.trace, (SlSpan) { 0, ticks });
}

static char *
dup_name (SlDocument *document, SlJobRef ref, const SlJob *job, const Summary *summary)
{
  g_autofree char *task = sl_event_text_title (document, ref.trace, job->task);
  g_autofree char *shortest = dup_duration (document, ref, summary->shortest);
  g_autofree char *longest = dup_duration (document, ref, summary->longest);
  g_autofree char *range =
      /* Translators: a task; the shortest and the longest response */
      g_strdup_printf (_ ("Response times of %s: from %s to %s"), task, shortest, longest);
  g_autofree char *own = NULL, *name = NULL;
  gint64 response;

  if (!sl_job_get_response (job, &response))
    return g_steal_pointer (&range);

  own = dup_duration (document, ref, response);
  /* Translators: a sentence, the number of a job, its response */
  name = g_strdup_printf (_ ("%s; of job %u: %s"), range, job->number, own);
  return g_steal_pointer (&name);
}

static GtkWidget *
make_label (const char *text, const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (label, css_class);
  gtk_widget_add_css_class (label, "small");
  gtk_widget_add_css_class (label, "numeric");
  return label;
}

/* The heading, with how many there are at its right. */
static void
append_heading (GtkBox *box, gboolean is_few, const Summary *summary, guint n_jobs)
{
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  g_autofree char *finished =
      /* Translators: how many of how many jobs */
      g_strdup_printf (_ ("%u of %u finished"), summary->n_finished, n_jobs);
  GtkWidget *count = make_label (finished, "dim-label");

  sl_field_list_append_heading (GTK_BOX (line),
                                is_few ? _ ("Response of Each Job") : _ ("Response Times"));
  gtk_widget_set_hexpand (gtk_widget_get_first_child (line), TRUE);
  gtk_widget_set_valign (count, GTK_ALIGN_BASELINE);
  gtk_box_append (GTK_BOX (line), count);
  gtk_box_append (box, line);
}

static void
append_deadline (GtkBox *box, SlDocument *document, SlJobRef ref, const Summary *summary)
{
  g_autofree char *deadline = NULL;
  g_autofree char *text = NULL;

  if (summary->deadline < 0)
    return;

  deadline = dup_duration (document, ref, summary->deadline);
  text = g_strdup_printf (_ ("deadline %s"), deadline);
  gtk_box_append (box, make_label (text, "error"));
}

/* What the bars mean where they are not one for each job: the axis below them. */
static void
append_axis (GtkBox *box, SlDocument *document, SlJobRef ref, const Summary *summary)
{
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  g_autofree char *end = dup_duration (document, ref, MAX (summary->longest, summary->deadline));
  GtkWidget *middle = make_label (_ ("jobs by response time"), "dim-label");

  gtk_box_append (GTK_BOX (line), make_label ("0", "dim-label"));
  gtk_widget_set_hexpand (middle, TRUE);
  gtk_label_set_xalign (GTK_LABEL (middle), 0.5F);
  gtk_box_append (GTK_BOX (line), middle);
  gtk_box_append (GTK_BOX (line), make_label (end, "dim-label"));
  gtk_box_append (box, line);
}

/**
 * sl_response_bars_append:
 * @box: which owns what is appended; nothing is where no job of the task has finished
 * @ref: the job of the document that is marked
 */
void
sl_response_bars_append (GtkBox *box, SlDocument *document, SlJobRef ref)
{
  SlJobTable *jobs = sl_document_get_jobs_of (document, ref.trace);
  const SlJob *job = sl_job_table_get (jobs, ref.number);
  const SlJobTask *task = sl_job_table_find_task (jobs, job->task);
  Summary summary = sum_up (jobs, task);
  gboolean is_few = task->n_jobs < FEW;
  GtkWidget *part = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  g_autofree char *name = NULL;
  GtkWidget *area;
  Picture *picture;

  g_object_ref_sink (part);
  if (summary.n_finished > 0)
    {
      name = dup_name (document, ref, job, &summary);
      picture = is_few ? make_each (jobs, task, ref.number, &summary)
                       : make_histogram (jobs, task, ref.number, &summary);
      if (!sl_event_text_get_colour (document, ref.trace, job->task,
                                     sl_picture_style_get_palette (), &picture->colour))
        picture->colour = sl_picture_style_get_palette ()->colours[SL_PAINT_DENSITY];
      append_heading (GTK_BOX (part), is_few, &summary, task->n_jobs);
      append_deadline (GTK_BOX (part), document, ref, &summary);
      area = g_object_new (GTK_TYPE_DRAWING_AREA, "accessible-role", GTK_ACCESSIBLE_ROLE_IMG,
                           "content-width", 200, "content-height", HEIGHT, NULL);
      gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (area), draw_cb, picture, picture_free);
      sl_tip_name_give (area, name);
      sl_details_make_stop (area);
      gtk_box_append (GTK_BOX (part), area);
      if (!is_few)
        append_axis (GTK_BOX (part), document, ref, &summary);
      gtk_box_append (box, part);
    }
  g_object_unref (part);
}
