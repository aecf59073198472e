/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-panels.h"

#include <glib/gi18n.h>

#include "sl-event-text.h"
#include "sl-job-link.h"
#include "sl-line-model.h"
#include "sl-table-menu.h"
#include "sl-table-object.h"
#include "sl-table.h"
#include "sl-text-excess.h"
#include "sl-text-theory.h"
#include "sl-text.h"
#include "sl-theory-model.h"
#include "sl-time-text.h"

/* What schedulability analysis says of each task beside what was measured, and of all of them
 * together. A measurement above its bound stands out, with a sign and not by colour alone. The line
 * that is selected goes to the job that took longest. */
struct _SlTheoryPanel
{
  SlDocumentWidget base;

  GtkColumnView *view;
  GtkLabel *totals_label;
  SlLineModel *model;
  SlTableSelection *selection;
  gboolean is_filling;
};

G_DEFINE_FINAL_TYPE (SlTheoryPanel, sl_theory_panel, SL_TYPE_DOCUMENT_WIDGET)

/* Their columns have the sign of what is about so much: it need not be said once more in each line. */
#define SHOWN_AS_ESTIMATED \
  ((guint) (SL_ESTIMATED_WCET | SL_ESTIMATED_PERIOD | SL_ESTIMATED_DEADLINE))

static const SlTableColumn columns[SL_N_THEORY_COLUMNS] = {
  [SL_THEORY_COLUMN_TASK] = { N_ ("Task"), 18, FALSE, FALSE, 0, TRUE },
  [SL_THEORY_COLUMN_VERDICT] = { N_ ("Verdict"), 18, FALSE, FALSE, 0, TRUE },
  [SL_THEORY_COLUMN_MEASURED] = { N_ ("Measured"), 11, TRUE, FALSE },
  [SL_THEORY_COLUMN_RESPONSE] = { N_ ("Bound"), 10, TRUE, FALSE },
  [SL_THEORY_COLUMN_MARGIN] = { N_ ("Margin"), 10, TRUE, FALSE },
  [SL_THEORY_COLUMN_MEANING] = { N_ ("What it means"), 66, FALSE, TRUE },
  [SL_THEORY_COLUMN_WCET] = { N_ ("WCET"), 11, TRUE, FALSE, 5 },
  [SL_THEORY_COLUMN_PERIOD] = { N_ ("Period"), 11, TRUE, FALSE, 4 },
  [SL_THEORY_COLUMN_DEADLINE] = { N_ ("Deadline"), 11, TRUE, FALSE, 3 },
  [SL_THEORY_COLUMN_UTILISATION] = { N_ ("Utilisation"), 8, TRUE, FALSE, 1 },
  [SL_THEORY_COLUMN_BLOCKING] = { N_ ("Blocking"), 10, TRUE, FALSE, 2 },
};

static guint
get_trace (SlTheoryPanel *self, SlLine *line)
{
  return sl_document_limit_trace (self->base.document, sl_line_get_trace (line));
}

static const SlTaskTheory *
get_task (SlLine *line)
{
  const SlTheoryLines *theory = sl_line_get_table (line);

  return &g_array_index (theory->theory->tasks, SlTaskTheory, sl_line_get_number (line));
}

static char *
dup_ticks (SlTheoryPanel *self, guint trace, gboolean is_known, gint64 ticks)
{
  return is_known ? sl_event_text_signed_duration (self->base.document, trace, 0, ticks)
                  : g_strdup ("");
}

/* What was estimated from the trace says so. */
static char *
dup_parameter (SlTheoryPanel *self, guint trace, gint64 ticks, gboolean is_estimated)
{
  g_autofree char *text = dup_ticks (self, trace, ticks > 0, ticks);

  return is_estimated ? g_strconcat ("≈ ", text, NULL) : g_steal_pointer (&text);
}

static char *
dup_verdict (const SlTaskTheory *task)
{
  const char *text = sl_text_verdict (task->verdict);

  switch (task->verdict)
    {
    case SL_VERDICT_SCHEDULABLE:
      return g_strconcat ("✓ ", text, NULL);
    case SL_VERDICT_NOT_SCHEDULABLE:
      return g_strconcat ("✗ ", text, NULL);
    case SL_VERDICT_NOT_GUARANTEED:
      return g_strconcat ("? ", text, NULL);
    case SL_VERDICT_UNKNOWN:
    default:
      return g_strdup (text);
    }
}

static char *
dup_meaning (SlTheoryPanel *self, SlLine *line, guint trace)
{
  const SlTaskTheory *task = get_task (line);
  const SlTheoryLines *theory = sl_line_get_table (line);
  SlTraceSet *set = sl_document_get_trace_set (self->base.document);
  SlAnnotations *annotations = sl_trace_set_get_annotations (set, trace);
  g_autoptr (SlClock) clock = sl_trace_set_dup_clock_of (set, trace);
  g_autofree char *estimated = sl_text_estimated (task->estimated & ~SHOWN_AS_ESTIMATED);
  g_autofree char *why = NULL;

  if (task->exceeds)
    why = sl_text_theory_excess (theory->jobs, annotations, clock, task);
  else
    why = sl_text_theory_doubt (theory->theory, theory->jobs, annotations, task);
  if (why[0] == '\0' || estimated[0] == '\0')
    return g_strconcat (why, estimated, NULL);

  return g_strdup_printf ("%s · %s", why, estimated);
}

static char *
dup_utilisation (const SlTaskTheory *task)
{
  return sl_theory_task_has_figures (&task->task)
             ? sl_time_text_decimal ("%.4f", sl_utilisation_get (&task->task))
             : g_strdup ("");
}

static char *
dup_measured (SlTheoryPanel *self, guint trace, const SlTaskTheory *task)
{
  g_autofree char *text = dup_ticks (self, trace, task->measured >= 0, task->measured);

  return task->exceeds ? g_strconcat ("▲ ", text, NULL) : g_steal_pointer (&text);
}

static char *
dup_cell (SlTheoryPanel *self, SlLine *line, guint column)
{
  const SlTaskTheory *task = get_task (line);
  guint trace = get_trace (self, line);
  gboolean is_served = task->task.kind == SL_THEORY_SERVED;
  gint64 margin;

  switch (column)
    {
    case SL_THEORY_COLUMN_TASK:
      return sl_event_text_object_of_several (self->base.document, trace, task->object);
    case SL_THEORY_COLUMN_WCET:
      return dup_parameter (self, trace, task->task.wcet, task->estimated & SL_ESTIMATED_WCET);
    case SL_THEORY_COLUMN_PERIOD:
      return dup_parameter (self, trace, task->task.period, task->estimated & SL_ESTIMATED_PERIOD);
    case SL_THEORY_COLUMN_DEADLINE:
      return dup_parameter (self, trace, task->task.deadline,
                            task->estimated & SL_ESTIMATED_DEADLINE);
    case SL_THEORY_COLUMN_UTILISATION:
      return dup_utilisation (task);
    case SL_THEORY_COLUMN_BLOCKING:
      return dup_ticks (self, trace, task->blocking.state == SL_BOUND_KNOWN && !is_served,
                        task->blocking.ticks);
    case SL_THEORY_COLUMN_RESPONSE:
      return dup_ticks (self, trace, task->response.state == SL_BOUND_KNOWN, task->response.ticks);
    case SL_THEORY_COLUMN_MEASURED:
      return dup_measured (self, trace, task);
    case SL_THEORY_COLUMN_MARGIN:
      return sl_task_theory_get_margin (task, &margin) ? dup_ticks (self, trace, TRUE, margin)
                                                       : g_strdup ("");
    case SL_THEORY_COLUMN_VERDICT:
      return dup_verdict (task);
    case SL_THEORY_COLUMN_MEANING:
    default:
      return dup_meaning (self, line, trace);
    }
}

static void
name_row (SlTheoryPanel *self, SlLine *line, GtkWidget *cell, const char *task)
{
  g_autofree char *response = dup_cell (self, line, SL_THEORY_COLUMN_RESPONSE);
  g_autofree char *measured = dup_cell (self, line, SL_THEORY_COLUMN_MEASURED);
  g_autofree char *verdict = dup_cell (self, line, SL_THEORY_COLUMN_VERDICT);
  g_autofree char *meaning = dup_cell (self, line, SL_THEORY_COLUMN_MEANING);
  g_autofree char *name = NULL;

  /* Translators: a task, the bound of its responses, the longest measured, the verdict, what it
   * means */
  name = g_strdup_printf (_ ("%s: bound %s, measured %s, %s. %s"), task,
                          response[0] != '\0' ? response : _ ("none"),
                          measured[0] != '\0' ? measured : _ ("none"), verdict, meaning);
  sl_table_name_row (cell, name);
}

static void
bind_cb (GtkWidget *cell, guint column, gpointer line, gpointer user_data)
{
  SlTheoryPanel *self = user_data;
  const SlTaskTheory *task = get_task (line);
  g_autofree char *text = dup_cell (self, line, column);

  if (column == SL_THEORY_COLUMN_TASK)
    sl_table_object_set (cell, self->base.document, get_trace (self, line), task->object, text);
  else
    gtk_inscription_set_text (GTK_INSCRIPTION (cell), text);
  if (column == SL_THEORY_COLUMN_MEASURED || column == SL_THEORY_COLUMN_MARGIN ||
      column == SL_THEORY_COLUMN_MEANING)
    sl_table_set_class (cell, "miss", task->exceeds);
  if (column == SL_THEORY_COLUMN_VERDICT)
    sl_table_set_class (cell, "miss", task->verdict == SL_VERDICT_NOT_SCHEDULABLE);
  if (column == SL_THEORY_COLUMN_TASK)
    name_row (self, line, cell, text);
}

static void
selected_cb (SlTheoryPanel *self)
{
  SlLine *line = sl_table_selection_get_selected_item (self->selection);
  const SlTaskTheory *task = line != NULL ? get_task (line) : NULL;
  const SlTheoryLines *theory = line != NULL ? sl_line_get_table (line) : NULL;

  if (self->is_filling || task == NULL || task->job == G_MAXUINT ||
      sl_document_get_jobs_of (self->base.document, get_trace (self, line)) != theory->jobs)
    return;

  sl_job_link_go_to (self->base.document, (SlJobRef) { get_trace (self, line), task->job });
}

static void
append_totals (SlTheoryPanel *self,
               GString *text,
               guint number,
               SlJobTable *jobs,
               const SlSchedulability *theory)
{
  SlTraceSet *set = sl_document_get_trace_set (self->base.document);
  SlAnnotations *annotations = sl_trace_set_get_annotations (set, number);
  g_autoptr (SlClock) clock = sl_trace_set_dup_clock_of (set, number);
  g_autoptr (GPtrArray) lines = sl_text_theory_totals (theory, jobs, annotations, clock);

  if (text->len > 0)
    g_string_append (text, "\n\n");
  if (sl_trace_set_get_size (set) > 1)
    {
      g_autofree char *title = sl_trace_set_dup_title (set, number);

      g_string_append_printf (text, "%s\n", title);
    }
  for (guint i = 0; i < lines->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? "\n" : "",
                            (const char *) g_ptr_array_index (lines, i));
  for (guint i = 0; i < theory->tasks->len; i++)
    {
      const SlTaskTheory *task = &g_array_index (theory->tasks, SlTaskTheory, i);
      g_autofree char *why = NULL;

      if (!task->exceeds)
        continue;

      why = sl_text_theory_excess (jobs, annotations, clock, task);
      g_string_append_printf (text, "\n▲ %s", why);
    }
}

/* A column in which nothing is known takes room from those that say something. */
static void
show_columns (SlTheoryPanel *self)
{
  static const guint optional[] = { SL_THEORY_COLUMN_BLOCKING, SL_THEORY_COLUMN_RESPONSE,
                                    SL_THEORY_COLUMN_MARGIN };
  guint n_lines = g_list_model_get_n_items (G_LIST_MODEL (self->model));

  for (guint i = 0; i < G_N_ELEMENTS (optional); i++)
    {
      gboolean is_known = FALSE;

      for (guint j = 0; j < n_lines && !is_known; j++)
        {
          g_autoptr (SlLine) line = g_list_model_get_item (G_LIST_MODEL (self->model), j);
          g_autofree char *text = dup_cell (self, line, optional[i]);

          is_known = text[0] != '\0';
        }
      sl_table_show_column (self->view, optional[i], is_known);
    }
}

/* The line of the same task as before, wherever it is now. */
static void
select_again (SlTheoryPanel *self, guint trace, guint32 object)
{
  guint n_lines = g_list_model_get_n_items (G_LIST_MODEL (self->model));

  for (guint i = 0; object != 0 && i < n_lines; i++)
    {
      g_autoptr (SlLine) line = g_list_model_get_item (G_LIST_MODEL (self->model), i);

      if (sl_line_get_trace (line) != trace || get_task (line)->object != object)
        continue;
      sl_table_selection_set_selected (self->selection, i);
      return;
    }
  sl_table_selection_set_selected (self->selection, GTK_INVALID_LIST_POSITION);
}

/* What is selected: its task, and the trace of that; 0 for nothing. */
static guint32
get_selected (SlTheoryPanel *self, guint *trace)
{
  SlLine *line = sl_table_selection_get_selected_item (self->selection);

  *trace = line != NULL ? sl_line_get_trace (line) : 0;
  return line != NULL ? get_task (line)->object : 0;
}

static void
refill (SlTheoryPanel *self)
{
  guint n_traces = sl_trace_set_get_size (sl_document_get_trace_set (self->base.document));
  g_autoptr (GPtrArray) theories = g_ptr_array_new_full (n_traces, sl_theory_lines_unref);
  g_autoptr (GString) totals = g_string_new (NULL);
  guint trace;
  guint32 object = get_selected (self, &trace);

  g_ptr_array_set_size (theories, (int) n_traces);
  for (guint number = 0; number < n_traces; number++)
    {
      SlJobSearch *search = sl_document_get_job_search_of (self->base.document, number);
      SlSchedulability *theory = search != NULL ? sl_job_search_get_theory (search) : NULL;

      if (theory == NULL || theory->tasks->len == 0)
        continue;

      append_totals (self, totals, number, sl_job_search_get_table (search), theory);
      g_ptr_array_index (theories, number) =
          sl_theory_lines_new (sl_job_search_get_table (search), theory);
    }

  self->is_filling = TRUE;
  sl_line_model_set_tables (self->model, theories);
  show_columns (self);
  gtk_label_set_label (self->totals_label, totals->str);
  select_again (self, trace, object);
  self->is_filling = FALSE;
}

static void
sl_theory_panel_changed (SlDocumentWidget *widget, guint changes)
{
  SlTheoryPanel *self = SL_THEORY_PANEL (widget);

  if ((changes &
       (SL_CHANGED_JOBS | SL_CHANGED_ANNOTATIONS | SL_CHANGED_SET | SL_CHANGED_COMPARE)) != 0)
    refill (self);
  else if ((changes & SL_CHANGED_PALETTE) != 0)
    sl_table_bind_again (self->view);
}

static void
sl_theory_panel_dispose (GObject *object)
{
  SlTheoryPanel *self = SL_THEORY_PANEL (object);

  if (self->selection != NULL)
    g_signal_handlers_disconnect_by_data (self->selection, self);
  g_clear_object (&self->selection);
  g_clear_object (&self->model);

  G_OBJECT_CLASS (sl_theory_panel_parent_class)->dispose (object);
}

static void
sl_theory_panel_class_init (SlTheoryPanelClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sl_theory_panel_dispose;
  SL_DOCUMENT_WIDGET_CLASS (klass)->changed = sl_theory_panel_changed;

  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/slackline/Slackline/sl-theory-panel.ui");
  gtk_widget_class_bind_template_child (widget_class, SlTheoryPanel, view);
  gtk_widget_class_bind_template_child (widget_class, SlTheoryPanel, totals_label);
}

static void
sort_cb (guint column, gboolean descending, gpointer user_data)
{
  SlTheoryPanel *self = user_data;
  guint trace;
  guint32 object = get_selected (self, &trace);

  self->is_filling = TRUE;
  sl_line_model_set_order (self->model,
                           column < SL_N_THEORY_COLUMNS ? (int) column : SL_LINE_NO_COLUMN,
                           descending);
  select_again (self, trace, object);
  self->is_filling = FALSE;
}

static void
sl_theory_panel_init (SlTheoryPanel *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));

  self->model = sl_theory_model_new ();
  sl_table_add_columns (self->view, columns, SL_N_THEORY_COLUMNS, bind_cb, self);
  sl_table_add_sorters (self->view, sort_cb, self);
  self->selection = sl_table_make_selection (self->view, G_LIST_MODEL (self->model), "theory");
  g_signal_connect_swapped (self->selection, "notify::selected-item", G_CALLBACK (selected_cb),
                            self);
}

/**
 * sl_theory_panel_is_for:
 *
 * Returns: whether schedulability analysis has something to say about a task, a server or an
 *   interrupt line
 */
gboolean
sl_theory_panel_is_for (SlDocument *document)
{
  guint n_traces = sl_trace_set_get_size (sl_document_get_trace_set (document));

  for (guint i = 0; i < n_traces; i++)
    {
      SlJobSearch *search = sl_document_get_job_search_of (document, i);
      SlSchedulability *theory = search != NULL ? sl_job_search_get_theory (search) : NULL;

      if (theory != NULL && theory->tasks->len > 0)
        return TRUE;
    }
  return FALSE;
}
