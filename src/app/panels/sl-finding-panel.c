/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-finding-panel.h"

#include <glib/gi18n.h>

#include "sl-event-text.h"
#include "sl-job-link.h"
#include "sl-place-menu.h"
#include "sl-table-menu.h"
#include "sl-table-object.h"
#include "sl-table-scroll.h"
#include "sl-time-text.h"

/* What was found in the jobs of all traces: missed deadlines, priority inversions or overruns, each
 * with the sentence that says why. The line that is selected is shown in the timeline, and the job
 * that is picked there is selected here. */
typedef struct
{
  GtkColumnView *view;
  SlFindingModel *model;
  SlTableSelection *selection;
  gboolean is_following;
} SlFindingPanelPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (SlFindingPanel, sl_finding_panel, SL_TYPE_DOCUMENT_WIDGET)

static SlFindingPanelPrivate *
get_private (SlFindingPanel *self)
{
  return sl_finding_panel_get_instance_private (self);
}

static SlDocument *
get_document (SlFindingPanel *self)
{
  return self->parent_instance.document;
}

static guint
get_number (SlLine *line)
{
  return sl_findings_get_job (sl_line_get_table (line), sl_line_get_number (line));
}

/* @finding: (out): its clock is to be given back */
static void
get_finding (SlFindingPanel *self, SlLine *line, SlFinding *finding)
{
  const SlFindings *findings = sl_line_get_table (line);
  SlDocument *document = get_document (self);

  finding->document = document;
  finding->trace = sl_document_limit_trace (document, sl_line_get_trace (line));
  finding->annotations =
      sl_trace_set_get_annotations (sl_document_get_trace_set (document), finding->trace);
  finding->table = findings->table;
  finding->clock = sl_trace_set_dup_clock_of (sl_document_get_trace_set (document), finding->trace);
  finding->number = get_number (line);
  finding->job =
      finding->number != G_MAXUINT ? sl_job_table_get (findings->table, finding->number) : NULL;
  finding->inversion = sl_findings_get_inversion (findings, sl_line_get_number (line));
}

static guint32
get_task (const SlFinding *finding)
{
  return finding->inversion != NULL ? finding->inversion->task : finding->job->task;
}

/* (transfer full): task and job, which every list has, or what this list has in @column */
static char *
dup_cell (SlFindingPanelClass *klass, const SlFinding *finding, SlFindingColumn column)
{
  switch ((guint) column)
    {
    case SL_FINDING_COLUMN_TASK:
      return sl_event_text_object_of_several (finding->document, finding->trace,
                                              get_task (finding));
    case SL_FINDING_COLUMN_JOB:
      return finding->job != NULL ? sl_time_text_ticks (finding->job->number) : g_strdup ("");
    default:
      return klass->dup_text (finding, column);
    }
}

static void
bind_cb (GtkWidget *cell, guint column, gpointer line, gpointer user_data)
{
  SlFindingPanel *self = user_data;
  SlFindingPanelClass *klass = SL_FINDING_PANEL_GET_CLASS (self);
  g_autoptr (SlClock) clock = NULL;
  g_autofree char *text = NULL;
  g_autofree char *name = NULL;
  SlFinding finding;

  get_finding (self, line, &finding);
  clock = finding.clock;
  text = dup_cell (klass, &finding, (SlFindingColumn) column);
  if (column == SL_FINDING_COLUMN_TASK)
    sl_table_object_set (cell, finding.document, finding.trace, get_task (&finding), text);
  else
    gtk_inscription_set_text (GTK_INSCRIPTION (cell), text);
  if (column == SL_FINDING_COLUMN_KIND)
    sl_table_set_class (cell, "miss", klass->is_striking != NULL && klass->is_striking (&finding));
  if (column != SL_FINDING_COLUMN_TASK)
    return;

  name = klass->dup_name (&finding);
  sl_table_name_row (cell, name);
}

static void
select_line (SlFindingPanel *self, guint line)
{
  SlFindingPanelPrivate *priv = get_private (self);

  priv->is_following = TRUE;
  sl_table_selection_set_selected (priv->selection, line);
  priv->is_following = FALSE;
}

static gboolean
is_of_job (SlLine *line, SlJobRef ref)
{
  return sl_line_get_trace (line) == ref.trace && get_number (line) == ref.number;
}

static guint
find_line (SlFindingPanel *self, SlJobRef ref)
{
  GListModel *model = G_LIST_MODEL (get_private (self)->model);

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (SlLine) line = g_list_model_get_item (model, i);

      if (is_of_job (line, ref))
        return i;
    }
  return GTK_INVALID_LIST_POSITION;
}

/* A job may have several inversions: the one that the user chose stays. */
static void
follow_picked (SlFindingPanel *self)
{
  SlFindingPanelPrivate *priv = get_private (self);
  SlLine *selected = sl_table_selection_get_selected_item (priv->selection);
  SlJobRef ref;
  gboolean has_job = sl_job_link_find_picked (get_document (self), &ref);
  guint line;

  if (selected != NULL && has_job && is_of_job (selected, ref))
    return;
  if (selected != NULL && !has_job && get_number (selected) == G_MAXUINT)
    return;

  line = has_job ? find_line (self, ref) : GTK_INVALID_LIST_POSITION;
  select_line (self, line);
  if (line != GTK_INVALID_LIST_POSITION)
    sl_table_scroll_to (priv->view, line);
}

static void
selected_cb (SlFindingPanel *self)
{
  SlFindingPanelPrivate *priv = get_private (self);
  SlLine *line = sl_table_selection_get_selected_item (priv->selection);
  g_autoptr (SlClock) clock = NULL;
  SlFinding finding;

  if (priv->is_following || line == NULL || get_document (self) == NULL)
    return;

  get_finding (self, line, &finding);
  clock = finding.clock;
  SL_FINDING_PANEL_GET_CLASS (self)->go_to (&finding);
}

/* (transfer full) (nullable): What was found last in a trace; %NULL where there is nothing yet. */
static SlFindings *
dup_findings (SlDocument *document, guint trace, SlFindings *(*find) (SlJobSearch *search))
{
  SlJobSearch *search = sl_document_get_job_search_of (document, trace);

  return search != NULL && sl_job_search_get_table (search) != NULL ? find (search) : NULL;
}

static void
findings_free (gpointer findings)
{
  if (findings != NULL)
    sl_findings_unref (findings);
}

static void
refill (SlFindingPanel *self)
{
  SlFindingPanelPrivate *priv = get_private (self);
  SlDocument *document = get_document (self);
  guint n_traces = sl_trace_set_get_size (sl_document_get_trace_set (document));
  g_autoptr (GPtrArray) findings = g_ptr_array_new_with_free_func (findings_free);

  for (guint i = 0; i < n_traces; i++)
    g_ptr_array_add (findings, dup_findings (document, i, SL_FINDING_PANEL_GET_CLASS (self)->find));

  select_line (self, GTK_INVALID_LIST_POSITION);
  gtk_column_view_set_model (priv->view, NULL);
  sl_line_model_set_tables (SL_LINE_MODEL (priv->model), findings);
  sl_table_selection_attach (priv->selection, priv->view);
  follow_picked (self);
}

static void
sl_finding_panel_changed (SlDocumentWidget *widget, guint changes)
{
  SlFindingPanel *self = SL_FINDING_PANEL (widget);

  if ((changes &
       (SL_CHANGED_JOBS | SL_CHANGED_ANNOTATIONS | SL_CHANGED_SET | SL_CHANGED_COMPARE)) != 0)
    refill (self);
  else if ((changes & SL_CHANGED_PICKED) != 0)
    follow_picked (self);
  if ((changes & SL_CHANGED_PALETTE) != 0)
    sl_table_bind_again (get_private (self)->view);
}

/* About the job, or about the wait in it. */
static GMenu *
make_menu (gpointer user_data, gpointer line)
{
  SlFindingPanel *self = user_data;
  g_autoptr (SlClock) clock = NULL;
  SlFinding finding;
  SlPlace *place;

  get_finding (self, line, &finding);
  clock = finding.clock;
  if (finding.inversion != NULL)
    place = sl_place_new_in (finding.document, finding.trace, finding.inversion->task,
                             finding.inversion->span);
  else
    place = sl_place_new_in (finding.document, finding.trace, finding.job->task,
                             (SlSpan) { finding.job->eligible, finding.job->end });
  return sl_place_menu_offer (GTK_WIDGET (get_private (self)->view), finding.document, place);
}

/* What is selected stays so, where it is then. */
static void
sort_cb (guint column, gboolean descending, gpointer user_data)
{
  SlFindingPanel *self = user_data;
  SlFindingPanelPrivate *priv = get_private (self);
  g_autoptr (SlLine) selected = sl_table_selection_get_selected_item (priv->selection);
  guint line = GTK_INVALID_LIST_POSITION;

  if (selected != NULL)
    g_object_ref (selected);
  select_line (self, GTK_INVALID_LIST_POSITION);
  sl_line_model_set_order (SL_LINE_MODEL (priv->model),
                           column < SL_FINDING_COLUMN_WHY ? (int) column : SL_LINE_NO_COLUMN,
                           descending);
  if (selected != NULL)
    line = sl_line_model_find (SL_LINE_MODEL (priv->model), sl_line_get_trace (selected),
                               sl_line_get_number (selected));
  select_line (self, line);
  if (line != GTK_INVALID_LIST_POSITION)
    sl_table_scroll_to (priv->view, line);
}

static void
sl_finding_panel_constructed (GObject *object)
{
  SlFindingPanel *self = SL_FINDING_PANEL (object);
  SlFindingPanelClass *klass = SL_FINDING_PANEL_GET_CLASS (self);
  SlFindingPanelPrivate *priv = get_private (self);
  GtkWidget *window = gtk_scrolled_window_new ();

  G_OBJECT_CLASS (sl_finding_panel_parent_class)->constructed (object);

  priv->view = GTK_COLUMN_VIEW (gtk_column_view_new (NULL));
  gtk_widget_add_css_class (GTK_WIDGET (priv->view), "data-table");
  gtk_widget_add_css_class (GTK_WIDGET (priv->view), "events");
  gtk_accessible_update_property (GTK_ACCESSIBLE (priv->view), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ (klass->title), -1);
  sl_table_add_columns (priv->view, klass->columns, SL_N_FINDING_COLUMNS, bind_cb, self);
  sl_table_add_sorters (priv->view, sort_cb, self);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (window), GTK_WIDGET (priv->view));
  adw_bin_set_child (ADW_BIN (self), window);

  priv->model = sl_finding_model_new ();
  priv->selection = sl_table_make_selection (priv->view, G_LIST_MODEL (priv->model), klass->name);
  sl_table_set_menu (priv->view, make_menu, self);
  g_signal_connect_swapped (priv->selection, "notify::selected-item", G_CALLBACK (selected_cb),
                            self);
}

static void
sl_finding_panel_dispose (GObject *object)
{
  SlFindingPanelPrivate *priv = get_private (SL_FINDING_PANEL (object));

  if (priv->selection != NULL)
    g_signal_handlers_disconnect_by_data (priv->selection, object);
  g_clear_object (&priv->selection);
  g_clear_object (&priv->model);

  G_OBJECT_CLASS (sl_finding_panel_parent_class)->dispose (object);
}

static void
sl_finding_panel_class_init (SlFindingPanelClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->constructed = sl_finding_panel_constructed;
  object_class->dispose = sl_finding_panel_dispose;
  SL_DOCUMENT_WIDGET_CLASS (klass)->changed = sl_finding_panel_changed;
}

static void
sl_finding_panel_init (SlFindingPanel *self)
{
}

/**
 * sl_finding_panel_count:
 * @find: what is counted, as in #SlFindingPanelClass
 *
 * Returns: how many of them the traces of @document have, as far as they are found
 */
guint
sl_finding_panel_count (SlDocument *document, SlFindings *(*find) (SlJobSearch *search))
{
  guint n_traces = sl_trace_set_get_size (sl_document_get_trace_set (document));
  guint n_findings = 0;

  for (guint i = 0; i < n_traces; i++)
    {
      g_autoptr (SlFindings) findings = dup_findings (document, i, find);

      n_findings += findings != NULL ? sl_findings_get_size (findings) : 0;
    }
  return n_findings;
}
