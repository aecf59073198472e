/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-summary-private.h"

#include <glib/gi18n.h>

#include "sl-event-text.h"
#include "sl-picture-style.h"
#include "sl-scene-parts.h"
#include "sl-scene-widget.h"
#include "sl-text.h"
#include "sl-time-text.h"
#include "sl-widget-util.h"

/* The tasks: what each took of the processor, and its worst response beside its deadline. All bars are
 * to one line, which is the deadline of each. */

/* Pixels. */
#define BAR_WIDTH   42
#define BAR_HEIGHT  16
#define BAR_TOP     2
#define DEADLINE_AT 28

/* The line of an inferred deadline, along its height. */
#define DASH 4
#define GAP  2

/* This many tasks have lines of their own, see choose_tasks(); a task without jobs that takes less than this share has
 * none. */
#define MOST_TASKS  12
#define LEAST_SHARE 0.01

typedef struct
{
  double ratio; /* response to deadline; 0 where there is none */
  int colour;
  gboolean is_late;
  gboolean is_inferred;
} Bar;

/* What all lines of the list share: the unit of the figures, and the widths of the columns. */
typedef struct
{
  SlClock *clock;
  double scale; /* in nanoseconds; 1 of a clock without a rate */
  const char *name;
  GtkSizeGroup *loads;
  GtkSizeGroup *values;
} Unit;

static void
add_deadline (SlScene *scene, gboolean is_inferred)
{
  const double left = DEADLINE_AT - 0.75, width = 1.5;

  if (!is_inferred)
    sl_scene_add_box (scene, SL_LAYER_MISSES, 0, sl_box (left, 0, width, BAR_HEIGHT),
                      sl_paint (SL_PAINT_MISS));
  for (double y = 0; is_inferred && y < BAR_HEIGHT; y += DASH + GAP)
    sl_scene_add_box (scene, SL_LAYER_MISSES, 0, sl_box (left, y, width, DASH),
                      sl_paint (SL_PAINT_SOFT));
}

static SlScene *
build_bar (SlTextMeasure *measure, gconstpointer data)
{
  const Bar *bar = data;
  const SlView view = { .extent = { 0, BAR_WIDTH },
                        .visible = { 0, BAR_WIDTH },
                        .width = BAR_WIDTH };
  SlScene *scene = sl_scene_new (BAR_WIDTH, BAR_HEIGHT, view, NULL);
  double end = MIN (bar->ratio * DEADLINE_AT, BAR_WIDTH - 1);
  double late = bar->is_late ? MIN (end, DEADLINE_AT) : end;
  double height = BAR_HEIGHT - 2 * BAR_TOP;
  SlShape *shape;

  if (bar->ratio <= 0)
    return scene;

  sl_scene_add_box (scene, SL_LAYER_BOXES, 0, sl_box (0, BAR_TOP, MAX (late, 1), height),
                    sl_paint_object (SL_PAINT_OBJECT, (guint) MAX (bar->colour, 0), 1));
  if (end > late)
    {
      sl_scene_add_hatch (scene, SL_LAYER_BOXES, 0, SL_HATCH_LATE,
                          sl_box (late, BAR_TOP, end - late, height), sl_paint (SL_PAINT_MISS));
      shape =
          sl_scene_add_box (scene, SL_LAYER_BOXES, 0, sl_box (late, BAR_TOP, end - late, height),
                            sl_paint (SL_PAINT_NONE));
      shape->stroke = sl_paint (SL_PAINT_MISS);
      shape->line_width = 1;
    }
  add_deadline (scene, bar->is_inferred);
  return scene;
}

/* Longer figures would leave no room for the names of the tasks. */
#define MOST_FIGURE 100000

/* The unit that the user fixed, unless figures would be too long in it; else the largest in which the longest figure is at
 * least 1. Counts of ticks are whole. */
static void
choose_unit (Unit *self, SlClock *clock, SlSpan longest)
{
  static const struct
  {
    double scale;
    const char *name;
  } units[] = { { 1e9, N_ ("s") }, { 1e6, N_ ("ms") }, { 1e3, N_ ("µs") }, { 1, N_ ("ns") } };
  gint64 fixed = sl_shown_unit_get_ns (sl_clock_get_shown_unit (clock));
  gint64 figure = 0;
  guint i = 0;

  self->clock = clock;
  if (!sl_clock_shows_time (clock))
    {
      self->scale = 1;
      self->name = _ (sl_clock_get_unit_id (clock));
      return;
    }

  if (!sl_clock_span_to_ns (clock, longest, &figure))
    figure = 0;
  if (fixed > 0 && figure / fixed <= MOST_FIGURE)
    figure = fixed;
  while (i + 1 < G_N_ELEMENTS (units) && (double) figure < units[i].scale)
    i++;
  self->scale = units[i].scale;
  self->name = _ (units[i].name);
}

static char *
dup_figure (const Unit *unit, SlTime begin, gint64 ticks)
{
  SlSpan span = { begin, sl_time_add (begin, ticks) };
  gint64 ns = 0;
  double figure;

  if (!sl_clock_shows_time (unit->clock))
    return sl_time_text_ticks ((guint64) ticks);

  sl_clock_span_to_ns (unit->clock, span, &ns);
  figure = (double) ns / unit->scale;
  return figure >= 999.5 ? sl_time_text_ticks ((guint64) (figure + 0.5))
                         : sl_time_text_decimal ("%.3g", figure);
}

static char *
dup_share (double share)
{
  g_autofree char *digits = NULL;

  if (share <= 0)
    return g_strdup ("–");
  if (share < 0.0005)
    return g_strdup ("<\u20090.1\u2009%");

  digits = sl_time_text_decimal (share < 0.0995 ? "%.1f" : "%.0f", 100 * share);
  return g_strdup_printf ("%s\u2009%%", digits);
}

/* Such as "8.13 / 4"; "> 8.13" where the job was not finished, "≈ 4" where the deadline is inferred. */
static char *
dup_value (const Unit *unit, const SlJobTable *jobs, const SlTaskSummary *task)
{
  const SlJob *job;
  g_autofree char *response = NULL;
  g_autofree char *limit = NULL;

  if (task->worst == G_MAXUINT)
    return g_strdup ("–");

  job = sl_job_table_get (jobs, task->worst);
  response = dup_figure (unit, job->release, task->response);
  if (task->limit == 0)
    return g_strdup_printf ("%s%s", task->is_open ? ">\u2009" : "", response);

  limit = dup_figure (unit, job->release, task->limit);
  return g_strdup_printf ("%s%s / %s%s", task->is_open ? ">\u2009" : "", response,
                          task->is_inferred ? "≈\u2009" : "", limit);
}

static char *
dup_response (SlDocument *document, guint trace, const SlJob *job, const SlTaskSummary *task)
{
  g_autofree char *response =
      sl_event_text_signed_duration (document, trace, job->release, task->response);

  return g_strdup_printf (task->is_open ? _ ("worst response over %s, job %u, not finished")
                                        : _ ("worst response %s, job %u"),
                          response, job->number);
}

static char *
dup_limit (SlDocument *document, guint trace, const SlJob *job, const SlTaskSummary *task)
{
  g_autofree char *limit =
      sl_event_text_signed_duration (document, trace, job->release, task->limit);

  return g_strdup_printf (task->is_inferred ? _ ("inferred deadline %s") : _ ("deadline %s"),
                          limit);
}

/* The whole line in words. */
static char *
dup_name (SlDocument *document,
          guint trace,
          const SlJobTable *jobs,
          const SlTaskSummary *task,
          const char *object,
          const char *share)
{
  const SlJob *job = task->worst != G_MAXUINT ? sl_job_table_get (jobs, task->worst) : NULL;
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (g_free);

  g_ptr_array_add (parts, g_strdup_printf (_ ("%s: load %s"), object, share));
  if (job != NULL)
    g_ptr_array_add (parts, dup_response (document, trace, job, task));
  if (job != NULL && task->limit > 0)
    g_ptr_array_add (parts, dup_limit (document, trace, job, task));
  if (task->n_misses > 0)
    g_ptr_array_add (parts, g_strdup_printf (ngettext ("%u deadline missed", "%u deadlines missed",
                                                       task->n_misses),
                                             task->n_misses));
  g_ptr_array_add (parts, NULL);
  return g_strjoinv ("; ", (char **) parts->pdata);
}

static GtkWidget *
make_columns (const Unit *unit, GtkWidget *name, GtkWidget *load, GtkWidget *bar, GtkWidget *value)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  gtk_widget_set_hexpand (name, TRUE);
  gtk_size_group_add_widget (unit->loads, load);
  gtk_size_group_add_widget (unit->values, value);
  gtk_box_append (GTK_BOX (box), name);
  gtk_box_append (GTK_BOX (box), load);
  gtk_box_append (GTK_BOX (box), bar);
  gtk_box_append (GTK_BOX (box), value);
  return box;
}

static GtkWidget *
make_bar (SlDocument *document, guint trace, const SlTaskSummary *task)
{
  Bar *bar = g_new0 (Bar, 1);

  bar->colour = sl_rows_get_colour (sl_document_get_rows (document), trace, task->task);
  bar->is_late = task->is_late;
  bar->is_inferred = task->is_inferred;
  if (task->limit > 0 && task->worst != G_MAXUINT)
    bar->ratio = (double) task->response / (double) task->limit;
  return sl_scene_widget_new (BAR_WIDTH, BAR_HEIGHT, build_bar, bar, g_free);
}

static GtkWidget *
make_title (SlDocument *document, guint trace, guint32 task, const char *name)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *label = sl_summary_label_new (name, FALSE);
  guint32 colour;

  if (sl_event_text_get_colour (document, trace, task, sl_picture_style_get_palette (), &colour))
    {
      GtkWidget *swatch = sl_swatch_new (colour, 4, 16);

      gtk_widget_set_valign (swatch, GTK_ALIGN_CENTER);
      gtk_box_append (GTK_BOX (box), swatch);
    }
  gtk_widget_set_hexpand (label, TRUE);
  /* Several tasks of a name have numbers at its end. */
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_widget_add_css_class (label, "accent");
  gtk_box_append (GTK_BOX (box), label);
  return box;
}

static void
add_task (GtkBox *box,
          SlDocument *document,
          guint trace,
          const SlJobTable *jobs,
          const Unit *unit,
          const SlTaskSummary *task)
{
  SlSummaryPlace place = { .document = document,
                           .trace = trace,
                           .object = task->task,
                           .number = task->worst };
  g_autofree char *object = sl_event_text_title (document, trace, task->task);
  g_autofree char *share = dup_share (task->share);
  g_autofree char *value = dup_value (unit, jobs, task);
  g_autofree char *name = dup_name (document, trace, jobs, task, object, share);
  GtkWidget *load = sl_summary_label_new (share, TRUE);
  GtkWidget *figure = sl_summary_label_new (value, TRUE);

  place.goal = task->worst == G_MAXUINT ? SL_SUMMARY_ROW
               : task->is_late          ? SL_SUMMARY_MISS
                                        : SL_SUMMARY_JOB;
  gtk_widget_add_css_class (load, "caption");
  gtk_widget_add_css_class (load, "dim-label");
  gtk_widget_add_css_class (figure, task->is_late ? "misses" : "dim-label");
  if (task->is_late)
    gtk_widget_add_css_class (figure, "bold");
  gtk_box_append (box, sl_summary_line_new (&place,
                                            make_columns (unit,
                                                          make_title (document, trace, task->task,
                                                                      object),
                                                          load, make_bar (document, trace, task),
                                                          figure),
                                            name));
}

static int
compare_weights (gconstpointer one, gconstpointer other)
{
  const SlTaskSummary *a = *(const SlTaskSummary *const *) one;
  const SlTaskSummary *b = *(const SlTaskSummary *const *) other;

  if ((a->n_misses > 0) != (b->n_misses > 0))
    return a->n_misses > 0 ? -1 : 1;
  return sl_task_standing_compare (&a->standing, &b->standing);
}

static int
compare_standings (gconstpointer one, gconstpointer other)
{
  const SlTaskSummary *a = *(const SlTaskSummary *const *) one;
  const SlTaskSummary *b = *(const SlTaskSummary *const *) other;

  return sl_task_standing_compare (&a->standing, &b->standing);
}

static int
compare_places (gconstpointer one, gconstpointer other)
{
  const SlTaskSummary *a = *(const SlTaskSummary *const *) one;
  const SlTaskSummary *b = *(const SlTaskSummary *const *) other;

  if (a->standing.has_jobs != b->standing.has_jobs)
    return a->standing.has_jobs ? -1 : 1;
  return a->standing.place < b->standing.place ? -1 : a->standing.place > b->standing.place;
}

/* Those with jobs first, in the order of the rows; of very many those that are late, and the most urgent and the busiest first.
 * @n_left: (out): how many of those that have jobs or load are not among them */
static GPtrArray *
choose_tasks (const SlTraceSummary *summary, guint *n_left)
{
  GPtrArray *tasks = g_ptr_array_new ();

  for (guint i = 0; i < summary->tasks->len; i++)
    {
      SlTaskSummary *task = &g_array_index (summary->tasks, SlTaskSummary, i);

      if (task->n_jobs > 0 || task->share >= LEAST_SHARE)
        g_ptr_array_add (tasks, task);
    }
  *n_left = tasks->len - MIN (tasks->len, MOST_TASKS);
  if (*n_left == 0)
    {
      g_ptr_array_sort (tasks, compare_places);
      return tasks;
    }

  g_ptr_array_sort (tasks, compare_weights);
  g_ptr_array_set_size (tasks, MOST_TASKS);
  g_ptr_array_sort (tasks, compare_standings);
  return tasks;
}

static void
add_header (GtkBox *box)
{
  GtkWidget *title = sl_summary_label_new (_ ("Tasks"), FALSE);
  GtkWidget *load = sl_summary_label_new (_ ("load"), TRUE);
  GtkWidget *response = gtk_label_new (_ ("worst response"));
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  gtk_widget_set_hexpand (title, TRUE);
  gtk_widget_add_css_class (title, "heading");
  gtk_widget_add_css_class (load, "caption");
  gtk_widget_add_css_class (load, "dim-label");
  gtk_widget_add_css_class (response, "caption");
  gtk_widget_add_css_class (response, "dim-label");
  gtk_label_set_xalign (GTK_LABEL (response), 1);
  gtk_box_append (GTK_BOX (line), title);
  gtk_box_append (GTK_BOX (line), load);
  gtk_box_append (GTK_BOX (line), response);
  gtk_widget_set_margin_end (line, 4);
  gtk_box_append (box, line);
}

/* How many tasks have no line, @n_left of them since others are more urgent. */
static void
append_missing (GString *text, guint n_left, guint n_idle)
{
  if (n_left > 0)
    g_string_append_printf (text,
                            ngettext ("%u more task is less urgent or less busy. ",
                                      "%u more tasks are less urgent or less busy. ", n_left),
                            n_left);
  if (n_idle > 0)
    g_string_append_printf (text,
                            ngettext ("%u more task has little load or no jobs.",
                                      "%u more tasks have little load or no jobs.", n_idle),
                            n_idle);
}

/* What the figures and the lines mean; and how many tasks have no line. */
static void
add_remarks (GtkBox *box, const Unit *unit, const GPtrArray *tasks, guint n_left, guint n_all)
{
  GString *text = g_string_new (NULL);
  gboolean has_response = FALSE, has_known = FALSE, has_inferred = FALSE;
  GtkWidget *label;

  for (guint i = 0; i < tasks->len; i++)
    {
      const SlTaskSummary *task = g_ptr_array_index (tasks, i);

      has_response |= task->worst != G_MAXUINT;
      has_known |= task->limit > 0 && !task->is_inferred;
      has_inferred |= task->limit > 0 && task->is_inferred;
    }
  if (has_known || has_inferred)
    /* Translators: the unit of the figures below a list of tasks, such as “ms” */
    g_string_append_printf (text, _ ("Response and deadline in %s. "), unit->name);
  else if (has_response)
    g_string_append_printf (text, _ ("Response in %s. "), unit->name);
  if (has_known)
    g_string_append (text, _ ("The red line is the deadline. "));
  if (has_inferred)
    g_string_append (text,
                     _ ("A dashed line and “≈” show a deadline inferred from the releases. "));
  append_missing (text, n_left, n_all - tasks->len - n_left);
  g_strchomp (text->str);

  label = gtk_label_new (text->str);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_widget_add_css_class (label, "caption");
  gtk_widget_add_css_class (label, "dim-label");
  gtk_widget_set_margin_top (label, 4);
  gtk_widget_set_visible (label, text->str[0] != '\0');
  gtk_box_append (box, label);
  g_string_free (text, TRUE);
}

static SlSpan
find_longest (const SlJobTable *jobs, const GPtrArray *tasks)
{
  SlSpan longest = { 0, 0 };

  for (guint i = 0; i < tasks->len; i++)
    {
      const SlTaskSummary *task = g_ptr_array_index (tasks, i);
      SlTime begin;

      if (task->worst == G_MAXUINT)
        continue;

      begin = sl_job_table_get (jobs, task->worst)->release;
      if (MAX (task->response, task->limit) > sl_span_duration (longest))
        longest = (SlSpan) { begin, sl_time_add (begin, MAX (task->response, task->limit)) };
    }

  return longest;
}

/**
 * sl_summary_add_tasks:
 * @summary: of the jobs that @document has of that trace now
 *
 * Adds nothing where there are no tasks.
 */
void
sl_summary_add_tasks (GtkBox *box, SlDocument *document, guint trace, const SlTraceSummary *summary)
{
  SlTraceSet *set = sl_document_get_trace_set (document);
  SlJobTable *jobs = sl_document_get_jobs_of (document, trace);
  guint n_left;
  g_autoptr (GPtrArray) tasks = choose_tasks (summary, &n_left);
  g_autoptr (SlClock) clock = NULL;
  g_autoptr (GtkSizeGroup) loads = gtk_size_group_new (GTK_SIZE_GROUP_HORIZONTAL);
  g_autoptr (GtkSizeGroup) values = gtk_size_group_new (GTK_SIZE_GROUP_HORIZONTAL);
  Unit unit = { .loads = loads, .values = values };
  GtkBox *section;

  if (tasks->len == 0)
    return;

  clock = sl_trace_set_dup_clock_of (set, trace);
  choose_unit (&unit, clock, find_longest (jobs, tasks));
  section = sl_summary_add_section (box, NULL);
  add_header (section);
  for (guint i = 0; i < tasks->len; i++)
    add_task (section, document, trace, jobs, &unit, g_ptr_array_index (tasks, i));
  add_remarks (section, &unit, tasks, n_left, summary->n_tasks);
}
