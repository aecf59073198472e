/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-distribution-panel.h"

#include <glib/gi18n.h>

#include "sl-background.h"
#include "sl-direction.h"
#include "sl-distribution-chart.h"
#include "sl-distribution-jobs.h"
#include "sl-distribution-model.h"
#include "sl-event-text.h"
#include "sl-picture-style.h"
#include "sl-table-menu.h"
#include "sl-table-object.h"
#include "sl-table.h"
#include "sl-time-text.h"
#include "sl-tip.h"

/* One figure of the jobs of all tasks: a table of what it comes to, and beside it bars for each task over an axis that all of them
 * share; for the tasks that are selected where these are several. A bar leads to its jobs. */
struct _SlDistributionPanel
{
  SlDocumentWidget base;

  GtkDropDown *figure_drop;
  GtkLabel *count_label;
  GtkWidget *save_button;
  GtkLabel *empty_label;
  GtkColumnView *view;
  GtkGrid *charts;
  GtkWidget *names_space;
  GtkSizeGroup *names;
  GtkLabel *least_label;
  GtkLabel *middle_label;
  GtkLabel *most_label;

  SlDistributionModel *model;
  SlTableSelection *selection;
  SlBackground *background;
  guint drawing; /* idle source; 0 for none */
};

G_DEFINE_FINAL_TYPE (SlDistributionPanel, sl_distribution_panel, SL_TYPE_DOCUMENT_WIDGET)

/* More are not looked at together; the first ones are drawn. */
#define MOST_CHARTS 40u

/* Pixels of a chart where many share the page, and letters of the name before it. */
#define LEAST_HEIGHT 18
#define NAME_CHARS   18

static const SlTableColumn columns[SL_N_DISTRIBUTION_COLUMNS] = {
  [SL_DISTRIBUTION_COLUMN_TASK] = { N_ ("Task"), 18, FALSE, TRUE, 0, TRUE },
  [SL_DISTRIBUTION_COLUMN_COUNT] = { N_ ("Jobs"), 6, TRUE, FALSE, 4 },
  [SL_DISTRIBUTION_COLUMN_LEAST] = { N_ ("Least"), 10, TRUE, FALSE, 3 },
  [SL_DISTRIBUTION_COLUMN_MEAN] = { N_ ("Mean"), 10, TRUE, FALSE },
  [SL_DISTRIBUTION_COLUMN_MEDIAN] = { N_ ("Median"), 10, TRUE, FALSE, 1 },
  [SL_DISTRIBUTION_COLUMN_90] = { N_ ("90 %"), 10, TRUE, FALSE, 2 },
  [SL_DISTRIBUTION_COLUMN_99] = { N_ ("99 %"), 10, TRUE, FALSE },
  [SL_DISTRIBUTION_COLUMN_MOST] = { N_ ("Most"), 10, TRUE, FALSE },
};

/* What the thread gets. */
typedef struct
{
  GPtrArray *tables; /* of SlJobTable, by trace; entries may be NULL */
  SlTraceSet *set;
  SlJobFigure figure;
} Request;

static void
request_free (gpointer data)
{
  Request *request = data;

  g_ptr_array_unref (request->tables);
  g_object_unref (request->set);
  g_free (request);
}

static void
unref_table (gpointer table)
{
  if (table != NULL)
    sl_distributions_unref (table);
}

static gpointer
work (gpointer data, GCancellable *cancellable, SlBackgroundRun *run, GError **error)
{
  Request *request = data;
  GPtrArray *found = g_ptr_array_new_with_free_func (unref_table);

  for (guint i = 0; i < request->tables->len && !g_cancellable_is_cancelled (cancellable); i++)
    {
      SlJobTable *jobs = g_ptr_array_index (request->tables, i);

      g_ptr_array_add (found, jobs != NULL
                                  ? sl_distributions_new (jobs, request->figure, request->set, i)
                                  : NULL);
    }
  return found;
}

static void
unref_jobs (gpointer jobs)
{
  if (jobs != NULL)
    sl_job_table_unref (jobs);
}

static gpointer
make_request (gpointer owner)
{
  SlDistributionPanel *self = owner;
  GPtrArray *tables = sl_document_get_job_tables (self->base.document);
  Request *request = g_new0 (Request, 1);

  request->tables = g_ptr_array_new_with_free_func (unref_jobs);
  for (guint i = 0; tables != NULL && i < tables->len; i++)
    {
      SlJobTable *jobs = g_ptr_array_index (tables, i);

      g_ptr_array_add (request->tables, jobs != NULL ? sl_job_table_ref (jobs) : NULL);
    }
  request->set = g_object_ref (sl_document_get_trace_set (self->base.document));
  request->figure =
      (SlJobFigure) MIN (gtk_drop_down_get_selected (self->figure_drop), SL_N_JOB_FIGURES - 1u);
  return request;
}

static const SlBackgroundKind kind = {
  .work = work,
  .free = request_free,
  .free_found = (GDestroyNotify) g_ptr_array_unref,
  .make = make_request,
};

/* Of ticks of the axis. */
static char *
dup_duration (SlDistributionPanel *self, gint64 ticks)
{
  SlDocument *document = self->base.document;
  SlTime begin = sl_trace_set_get_span (sl_document_get_trace_set (document)).begin;

  if (!sl_clock_has_rate (sl_document_get_clock (document)))
    return sl_time_text_signed_ticks (ticks);

  return sl_event_text_signed_duration (document, 0, begin, ticks);
}

static char *
dup_task (SlDistributionPanel *self, SlLine *line)
{
  guint trace = sl_document_limit_trace (self->base.document, sl_line_get_trace (line));

  return sl_event_text_object_of_several (self->base.document, trace,
                                          sl_distribution_get (line)->task);
}

static char *
dup_text (SlDistributionPanel *self, SlDistributionColumn column, SlLine *line)
{
  const SlJobFigures *figures = sl_distribution_get (line);

  if (column == SL_DISTRIBUTION_COLUMN_TASK)
    return dup_task (self, line);
  if (column == SL_DISTRIBUTION_COLUMN_COUNT)
    return sl_time_text_ticks (figures->values->len);

  return dup_duration (self, sl_distribution_get_figure (figures, column));
}

static void
bind_cb (GtkWidget *cell, guint number, gpointer line, gpointer user_data)
{
  SlDistributionPanel *self = user_data;
  g_autofree char *text = dup_text (self, (SlDistributionColumn) number, line);
  g_autofree char *mean = NULL;
  g_autofree char *most = NULL;
  g_autofree char *name = NULL;

  if (number != SL_DISTRIBUTION_COLUMN_TASK)
    {
      gtk_inscription_set_text (GTK_INSCRIPTION (cell), text);
      return;
    }

  sl_table_object_set (cell, self->base.document, sl_line_get_trace (line),
                       sl_distribution_get (line)->task, text);

  mean = dup_text (self, SL_DISTRIBUTION_COLUMN_MEAN, line);
  most = dup_text (self, SL_DISTRIBUTION_COLUMN_MOST, line);
  /* Translators: a task, and durations */
  name = g_strdup_printf (_ ("%s: mean %s, at most %s"), text, mean, most);
  sl_table_name_row (cell, name);
}

static const char *
get_figure_title (SlDistributionPanel *self)
{
  GtkStringObject *item = gtk_drop_down_get_selected_item (self->figure_drop);

  return item != NULL ? gtk_string_object_get_string (item) : "";
}

static char *
dup_bar_text (SlDistributionChart *chart, guint bar, gpointer user_data)
{
  SlDistributionPanel *self = user_data;
  gint64 span[2];
  guint first, end;
  g_autofree char *from = NULL;
  g_autofree char *to = NULL;
  g_autofree char *count = NULL;

  sl_distribution_chart_get_bar (chart, bar, span, &first, &end);
  from = dup_duration (self, span[0]);
  to = dup_duration (self, span[1]);
  count = sl_time_text_ticks (end - first);
  /* Translators: two durations, and a count */
  return g_strdup_printf (ngettext ("%s to %s: %s job", "%s to %s: %s jobs", end - first), from, to,
                          count);
}

static void
bar_cb (SlDistributionChart *chart, guint bar, SlDistributionPanel *self)
{
  SlLine *line = g_object_get_data (G_OBJECT (chart), "line");
  const SlDistributions *distributions = sl_line_get_table (line);
  g_autofree char *text = dup_bar_text (chart, bar, self);
  g_autofree char *task = dup_task (self, line);
  g_autofree char *title = g_strdup_printf ("%s · %s", task, text);

  sl_distribution_jobs_popup (chart, bar, self->base.document, sl_line_get_trace (line),
                              distributions->jobs, sl_distribution_get (line), title);
}

static void
add_chart (SlDistributionPanel *self, guint row, SlLine *line, gint64 begin, gint64 last)
{
  SlDocument *document = self->base.document;
  const SlJobFigures *figures = sl_distribution_get (line);
  const SlPalette *palette = sl_picture_style_get_palette ();
  guint trace = sl_document_limit_trace (document, sl_line_get_trace (line));
  guint32 colour = palette->colours[SL_PAINT_DENSITY];
  g_autofree char *task = dup_task (self, line);
  g_autofree char *name = g_strdup_printf ("%s, %s", task, get_figure_title (self));
  GtkWidget *label = gtk_label_new (task);
  GtkWidget *chart = sl_distribution_chart_new (figures, begin, last);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_yalign (GTK_LABEL (label), 1);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), NAME_CHARS);
  gtk_widget_add_css_class (label, "caption");
  gtk_size_group_add_widget (self->names, label);
  gtk_widget_set_hexpand (chart, TRUE);
  sl_distribution_chart_set_least_height (SL_DISTRIBUTION_CHART (chart), LEAST_HEIGHT);
  sl_event_text_get_colour (document, trace, figures->task, palette, &colour);
  sl_distribution_chart_set_colour (SL_DISTRIBUTION_CHART (chart), colour);
  sl_distribution_chart_set_text_func (SL_DISTRIBUTION_CHART (chart), name, dup_bar_text, self);
  g_object_set_data_full (G_OBJECT (chart), "line", g_object_ref (line), g_object_unref);
  g_signal_connect (chart, "bar-activated", G_CALLBACK (bar_cb), self);
  gtk_grid_attach (self->charts, label, 0, (int) row, 1, 1);
  gtk_grid_attach (self->charts, chart, 1, (int) row, 1, 1);
}

/* Returns: (transfer full): the lines whose charts are drawn: the selected ones where they are several, else all */
static GtkBitset *
dup_drawn (SlDistributionPanel *self)
{
  guint n_lines = g_list_model_get_n_items (G_LIST_MODEL (self->model));
  GtkBitset *selected = gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));

  if (gtk_bitset_get_size (selected) > 1)
    return selected;

  gtk_bitset_unref (selected);
  return gtk_bitset_new_range (0, MIN (n_lines, MOST_CHARTS));
}

/* From the least value of all to the greatest; from 0 on where that is not much more. */
static gboolean
find_range (GPtrArray *lines, gint64 *begin, gint64 *last)
{
  for (guint i = 0; i < lines->len; i++)
    {
      const SlJobFigures *figures = sl_distribution_get (g_ptr_array_index (lines, i));
      gint64 least = sl_job_figures_get_percentile (figures, 0);
      gint64 most = sl_job_figures_get_percentile (figures, 100);

      *begin = i > 0 ? MIN (*begin, least) : least;
      *last = i > 0 ? MAX (*last, most) : most;
    }

  if (*begin > 0 && *begin < *last / 2)
    *begin = 0;
  /* Bars are at least a tick wide. */
  *last = MAX (*last, sl_time_add (*begin, SL_DISTRIBUTION_BARS - 1));
  return lines->len > 0;
}

static void
show_axis (SlDistributionPanel *self, gboolean is_there, gint64 begin, gint64 last)
{
  g_autofree char *least = dup_duration (self, begin);
  g_autofree char *middle = dup_duration (self, begin + (last - begin) / 2);
  g_autofree char *most = dup_duration (self, last);

  gtk_label_set_label (self->least_label, is_there ? least : "");
  gtk_label_set_label (self->middle_label, is_there ? middle : "");
  gtk_label_set_label (self->most_label, is_there ? most : "");
}

static gboolean
draw_cb (gpointer user_data)
{
  SlDistributionPanel *self = user_data;
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GtkBitset) drawn = dup_drawn (self);
  GtkBitsetIter iter;
  GtkWidget *child;
  guint position;
  gint64 begin = 0, last = 0;
  gboolean is_there;

  self->drawing = 0;
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->charts))) != NULL)
    gtk_grid_remove (self->charts, child);
  for (gboolean more = gtk_bitset_iter_init_first (&iter, drawn, &position);
       more && lines->len < MOST_CHARTS; more = gtk_bitset_iter_next (&iter, &position))
    {
      gpointer line = g_list_model_get_item (G_LIST_MODEL (self->model), position);

      if (line != NULL)
        g_ptr_array_add (lines, line);
    }

  is_there = find_range (lines, &begin, &last);
  for (guint i = 0; i < lines->len; i++)
    add_chart (self, i, g_ptr_array_index (lines, i), begin, last);
  show_axis (self, is_there, begin, last);
  return G_SOURCE_REMOVE;
}

/* Once, however many lines are selected. */
static void
queue_charts (SlDistributionPanel *self)
{
  if (self->drawing == 0 && self->base.document != NULL)
    self->drawing = g_idle_add (draw_cb, self);
}

static void
show_counts (SlDistributionPanel *self)
{
  guint n_lines = g_list_model_get_n_items (G_LIST_MODEL (self->model));
  g_autofree char *tasks = sl_time_text_ticks (n_lines);
  g_autofree char *text =
      g_strdup_printf (ngettext ("%s task, from least to most on one axis",
                                 "%s tasks on one axis; select several to see only these", n_lines),
                       tasks);

  gtk_label_set_label (self->count_label, n_lines > 0 ? text : "");
  /* Where there is little room it is cut. */
  sl_tip_set (GTK_WIDGET (self->count_label), n_lines > 0 ? text : NULL);
  gtk_label_set_label (self->empty_label, sl_background_is_busy (self->background)
                                              ? _ ("Looking for jobs…")
                                              : _ ("No job has this figure"));
  gtk_widget_set_visible (GTK_WIDGET (self->empty_label), n_lines == 0);
  gtk_widget_set_sensitive (self->save_button, n_lines > 0);
}

/* While a table is shown GTK looks for what it knows among all that comes. */
static void
set_tables (SlDistributionPanel *self, GPtrArray *tables)
{
  sl_table_selection_set_selected (self->selection, GTK_INVALID_LIST_POSITION);
  gtk_column_view_set_model (self->view, NULL);
  sl_line_model_set_tables (SL_LINE_MODEL (self->model), tables);
  sl_table_selection_attach (self->selection, self->view);
  show_counts (self);
  queue_charts (self);
}

static void
found_cb (gpointer owner, gpointer found, const GError *error)
{
  g_autoptr (GPtrArray) tables = found;

  if (tables != NULL)
    set_tables (owner, tables);
}

static void
figure_cb (SlDistributionPanel *self)
{
  if (self->base.document != NULL)
    sl_background_start (self->background, make_request (self));
}

static void
sort_cb (guint column, gboolean descending, gpointer user_data)
{
  SlDistributionPanel *self = user_data;

  sl_line_model_set_order (SL_LINE_MODEL (self->model),
                           column < SL_N_DISTRIBUTION_COLUMNS ? (int) column : SL_LINE_NO_COLUMN,
                           descending);
  queue_charts (self);
}

static void
save_cb (SlDistributionPanel *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self->view), "table.save-csv", NULL);
}

static void
sl_distribution_panel_changed (SlDocumentWidget *widget, guint changes)
{
  SlDistributionPanel *self = SL_DISTRIBUTION_PANEL (widget);

  if ((changes & (SL_CHANGED_JOBS | SL_CHANGED_ANNOTATIONS | SL_CHANGED_SET | SL_CHANGED_PALETTE |
                  SL_CHANGED_COMPARE)) == 0)
    return;

  sl_background_start (self->background, make_request (self));
  show_counts (self);
}

static void
sl_distribution_panel_dispose (GObject *object)
{
  SlDistributionPanel *self = SL_DISTRIBUTION_PANEL (object);

  g_clear_handle_id (&self->drawing, g_source_remove);
  g_clear_pointer (&self->background, sl_background_free);
  if (self->selection != NULL)
    g_signal_handlers_disconnect_by_data (self->selection, self);
  g_clear_object (&self->selection);
  g_clear_object (&self->model);

  G_OBJECT_CLASS (sl_distribution_panel_parent_class)->dispose (object);
}

static void
sl_distribution_panel_class_init (SlDistributionPanelClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sl_distribution_panel_dispose;
  SL_DOCUMENT_WIDGET_CLASS (klass)->changed = sl_distribution_panel_changed;

  gtk_widget_class_set_template_from_resource (
      widget_class, "/io/github/slackline/Slackline/sl-distribution-panel.ui");
  gtk_widget_class_bind_template_child (widget_class, SlDistributionPanel, figure_drop);
  gtk_widget_class_bind_template_child (widget_class, SlDistributionPanel, count_label);
  gtk_widget_class_bind_template_child (widget_class, SlDistributionPanel, save_button);
  gtk_widget_class_bind_template_child (widget_class, SlDistributionPanel, empty_label);
  gtk_widget_class_bind_template_child (widget_class, SlDistributionPanel, view);
  gtk_widget_class_bind_template_child (widget_class, SlDistributionPanel, charts);
  gtk_widget_class_bind_template_child (widget_class, SlDistributionPanel, names_space);
  gtk_widget_class_bind_template_child (widget_class, SlDistributionPanel, names);
  gtk_widget_class_bind_template_child (widget_class, SlDistributionPanel, least_label);
  gtk_widget_class_bind_template_child (widget_class, SlDistributionPanel, middle_label);
  gtk_widget_class_bind_template_child (widget_class, SlDistributionPanel, most_label);
  gtk_widget_class_bind_template_callback (widget_class, figure_cb);
  gtk_widget_class_bind_template_callback (widget_class, save_cb);
}

static void
sl_distribution_panel_init (SlDistributionPanel *self)
{
  self->background = sl_background_new (&kind, found_cb, self);
  gtk_widget_init_template (GTK_WIDGET (self));
  sl_direction_of_time_give (gtk_widget_get_parent (GTK_WIDGET (self->least_label)));
  sl_table_add_columns (self->view, columns, SL_N_DISTRIBUTION_COLUMNS, bind_cb, self);
  sl_table_add_sorters (self->view, sort_cb, self);

  self->model = sl_distribution_model_new ();
  self->selection =
      sl_table_make_selection (self->view, G_LIST_MODEL (self->model), "distributions");
  g_signal_connect_swapped (self->selection, "selection-changed", G_CALLBACK (queue_charts), self);
}
