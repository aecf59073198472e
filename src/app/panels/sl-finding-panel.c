/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-finding-panel.h"

#include <glib/gi18n.h>

#include "sl-event-text.h"
#include "sl-findings.h"
#include "sl-job-link.h"
#include "sl-table.h"
#include "sl-text-jobs.h"
#include "sl-text-overrun.h"
#include "sl-text-verdict.h"
#include "sl-time-text.h"

/* The missed deadlines of all traces, their priority inversions or their overruns, each with the sentence that says why.
 * The line that is selected is shown in the timeline, and the job that is picked there is
 * selected here. */
struct _SlFindingPanel
{
  AdwBin parent_instance;

  GtkColumnView *view;
  SlFindingKind kind;
  SlDocument *document;
  SlFindingModel *model;
  GtkSingleSelection *selection;
  gboolean is_following;
};

G_DEFINE_FINAL_TYPE (SlFindingPanel, sl_finding_panel, ADW_TYPE_BIN)

enum
{
  PROP_KIND = 1,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

enum
{
  COLUMN_TASK,
  COLUMN_JOB,
  COLUMN_TIME,
  COLUMN_LENGTH,
  COLUMN_KIND,
  COLUMN_WHY,
  N_COLUMNS,
};

static const SlTableColumn miss_columns[N_COLUMNS] = {
  [COLUMN_TASK] = { N_ ("Task"), 14, FALSE, FALSE },
  [COLUMN_JOB] = { N_ ("Job"), 7, TRUE, FALSE },
  [COLUMN_TIME] = { N_ ("Deadline"), 17, TRUE, FALSE },
  [COLUMN_LENGTH] = { N_ ("Lateness"), 11, TRUE, FALSE },
  [COLUMN_KIND] = { N_ ("Deadline is"), 18, FALSE, FALSE },
  [COLUMN_WHY] = { N_ ("Largest cause"), 40, FALSE, TRUE },
};

static const SlTableColumn inversion_columns[N_COLUMNS] = {
  [COLUMN_TASK] = { N_ ("Task"), 14, FALSE, FALSE },
  [COLUMN_JOB] = { N_ ("Job"), 7, TRUE, FALSE },
  [COLUMN_TIME] = { N_ ("Since"), 17, TRUE, FALSE },
  [COLUMN_LENGTH] = { N_ ("Waited"), 11, TRUE, FALSE },
  [COLUMN_KIND] = { N_ ("Inversion is"), 18, FALSE, FALSE },
  [COLUMN_WHY] = { N_ ("Who held what"), 40, FALSE, TRUE },
};

static const SlTableColumn overrun_columns[N_COLUMNS] = {
  [COLUMN_TASK] = { N_ ("Task"), 14, FALSE, FALSE },
  [COLUMN_JOB] = { N_ ("Job"), 7, TRUE, FALSE },
  [COLUMN_TIME] = { N_ ("Start"), 17, TRUE, FALSE },
  [COLUMN_LENGTH] = { N_ ("Beyond its WCET"), 11, TRUE, FALSE },
  [COLUMN_KIND] = { N_ ("Overrun is"), 18, FALSE, FALSE },
  [COLUMN_WHY] = { N_ ("Execution"), 40, FALSE, TRUE },
};

static const struct
{
  const char *title;
  const SlTableColumn *columns;
} kinds[SL_N_FINDING_KINDS] = {
  [SL_FINDING_MISSES] = { N_ ("Missed deadlines"), miss_columns },
  [SL_FINDING_INVERSIONS] = { N_ ("Priority inversions"), inversion_columns },
  [SL_FINDING_OVERRUNS] = { N_ ("WCET overruns"), overrun_columns },
};

static guint
get_trace (SlFindingPanel *self, SlLine *line)
{
  return sl_document_limit_trace (self->document, sl_line_get_trace (line));
}

/* What took the time; and when the trace records a miss, where that is another time. */
static char *
dup_why (SlFindingPanel *self, guint trace, SlJobTable *table, guint number, SlClock *clock)
{
  const SlJob *job = sl_job_table_get (table, number);
  SlAnnotations *annotations =
      sl_trace_set_get_annotations (sl_document_get_trace_set (self->document), trace);
  g_autofree char *reason = sl_text_job_reason (table, annotations, clock, number);
  g_autofree char *recorded = NULL;

  if (!sl_job_has_other_miss (job))
    return g_steal_pointer (&reason);

  recorded = sl_event_text_elapsed_of (self->document, trace, job->miss);
  /* Translators: what took the time of a job, and a time */
  return reason[0] != '\0' ? g_strdup_printf (_ ("%s; miss recorded at %s"), reason, recorded)
                           : g_strdup_printf (_ ("miss recorded at %s"), recorded);
}

static char *
dup_miss_text (SlFindingPanel *self, guint column, guint trace, SlJobTable *table, guint number)
{
  const SlJob *job = sl_job_table_get (table, number);
  SlAnnotations *annotations =
      sl_trace_set_get_annotations (sl_document_get_trace_set (self->document), trace);
  g_autoptr (SlClock) clock =
      sl_annotations_dup_clock (annotations, sl_job_table_get_trace (table));
  gint64 lateness;

  switch (column)
    {
    case COLUMN_TASK:
      return sl_event_text_object_of_several (self->document, trace, job->task);
    case COLUMN_JOB:
      return sl_time_text_ticks (job->number);
    case COLUMN_TIME:
      return sl_event_text_elapsed_of (self->document, trace, job->deadline);
    case COLUMN_LENGTH:
      return sl_job_get_lateness (job, &lateness)
                 ? sl_event_text_signed_duration (self->document, trace, job->eligible, lateness)
                 : g_strdup (job->flags & SL_JOB_ABORTED ? _ ("aborted") : _ ("not finished"));
    case COLUMN_KIND:
      return g_strdup (sl_text_deadline_from ((SlDeadlineFrom) job->deadline_from));
    case COLUMN_WHY:
    default:
      return dup_why (self, trace, table, number, clock);
    }
}

static char *
dup_inversion_text (SlFindingPanel *self,
                    guint column,
                    guint trace,
                    SlJobTable *table,
                    const SlInversion *inversion)
{
  SlAnnotations *annotations =
      sl_trace_set_get_annotations (sl_document_get_trace_set (self->document), trace);
  g_autoptr (SlClock) clock =
      sl_annotations_dup_clock (annotations, sl_job_table_get_trace (table));

  switch (column)
    {
    case COLUMN_TASK:
      return sl_event_text_object_of_several (self->document, trace, inversion->task);
    case COLUMN_JOB:
      return inversion->job != G_MAXUINT
                 ? sl_time_text_ticks (sl_job_table_get (table, inversion->job)->number)
                 : g_strdup ("");
    case COLUMN_TIME:
      return sl_event_text_elapsed_of (self->document, trace, inversion->span.begin);
    case COLUMN_LENGTH:
      return sl_event_text_duration (self->document, trace, inversion->span);
    case COLUMN_KIND:
      return g_strdup (inversion->intruder == 0 ? _ ("bounded") : _ ("unbounded"));
    case COLUMN_WHY:
    default:
      return sl_text_inversion_chain (sl_job_table_get_trace (table), annotations, clock,
                                      inversion);
    }
}

static char *
dup_overrun_text (SlFindingPanel *self, guint column, guint trace, SlJobTable *table, guint number)
{
  const SlJob *job = sl_job_table_get (table, number);
  SlAnnotations *annotations =
      sl_trace_set_get_annotations (sl_document_get_trace_set (self->document), trace);
  g_autoptr (SlClock) clock =
      sl_annotations_dup_clock (annotations, sl_job_table_get_trace (table));

  switch (column)
    {
    case COLUMN_TASK:
      return sl_event_text_object_of_several (self->document, trace, job->task);
    case COLUMN_JOB:
      return sl_time_text_ticks (job->number);
    case COLUMN_TIME:
      return sl_event_text_elapsed_of (self->document, trace,
                                       job->start != SL_JOB_NEVER ? job->start : job->eligible);
    case COLUMN_LENGTH:
      return sl_text_overrun_excess (table, clock, number);
    case COLUMN_KIND:
      return g_strdup ((job->flags & SL_JOB_WCET_RECORDED) != 0 ? _ ("recorded") : _ ("computed"));
    case COLUMN_WHY:
    default:
      return sl_text_overrun_why (table, clock, number);
    }
}

static const SlInversion *
get_inversion (SlLine *line)
{
  return sl_findings_get_inversion (sl_line_get_table (line), sl_line_get_number (line));
}

static guint
get_job (SlLine *line)
{
  return sl_findings_get_job (sl_line_get_table (line), sl_line_get_number (line));
}

static char *
dup_name (SlFindingPanel *self, SlLine *line)
{
  const SlFindings *findings = sl_line_get_table (line);
  SlJobTable *table = findings->table;
  SlAnnotations *annotations =
      sl_trace_set_get_annotations (sl_document_get_trace_set (self->document),
                                    get_trace (self, line));
  g_autoptr (SlClock) clock =
      sl_annotations_dup_clock (annotations, sl_job_table_get_trace (table));
  const SlInversion *inversion = get_inversion (line);

  if (inversion != NULL)
    return sl_text_inversion (table, annotations, clock, inversion);

  return self->kind == SL_FINDING_OVERRUNS
             ? sl_text_overrun (table, annotations, clock, get_job (line))
             : sl_text_job_miss (table, annotations, clock, get_job (line));
}

static void
bind_cb (GtkWidget *cell, guint column, gpointer line, gpointer user_data)
{
  SlFindingPanel *self = user_data;
  const SlFindings *findings = sl_line_get_table (line);
  SlJobTable *table = findings->table;
  const SlInversion *inversion = get_inversion (line);
  guint trace = get_trace (self, line);
  g_autofree char *text = NULL;
  g_autofree char *name = NULL;

  if (inversion != NULL)
    text = dup_inversion_text (self, column, trace, table, inversion);
  else if (self->kind == SL_FINDING_OVERRUNS)
    text = dup_overrun_text (self, column, trace, table, get_job (line));
  else
    text = dup_miss_text (self, column, trace, table, get_job (line));
  gtk_inscription_set_text (GTK_INSCRIPTION (cell), text);
  if (column == COLUMN_KIND)
    sl_table_set_class (cell, "miss", inversion != NULL && inversion->intruder != 0);
  if (column == COLUMN_WHY)
    gtk_widget_set_tooltip_text (cell, text);
  if (column != COLUMN_TASK)
    return;

  name = dup_name (self, line);
  sl_table_name_row (cell, name);
}

static void
select_line (SlFindingPanel *self, guint line)
{
  self->is_following = TRUE;
  gtk_single_selection_set_selected (self->selection, line);
  self->is_following = FALSE;
}

static gboolean
is_of_job (SlLine *line, SlJobRef ref)
{
  return sl_line_get_trace (line) == ref.trace && get_job (line) == ref.number;
}

static guint
find_line (SlFindingPanel *self, SlJobRef ref)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->model));

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (SlLine) line = g_list_model_get_item (G_LIST_MODEL (self->model), i);

      if (is_of_job (line, ref))
        return i;
    }
  return GTK_INVALID_LIST_POSITION;
}

/* A job may have several inversions: the one that the user chose stays. */
static void
follow_picked (SlFindingPanel *self)
{
  SlLine *selected = gtk_single_selection_get_selected_item (self->selection);
  SlJobRef ref;
  gboolean has_job = sl_job_link_find_picked (self->document, &ref);
  guint line;

  if (selected != NULL && has_job && is_of_job (selected, ref))
    return;
  if (selected != NULL && !has_job && get_job (selected) == G_MAXUINT)
    return;

  line = has_job ? find_line (self, ref) : GTK_INVALID_LIST_POSITION;
  select_line (self, line);
  if (line != GTK_INVALID_LIST_POSITION)
    sl_table_scroll_to (self->view, line);
}

static void
selected_cb (SlFindingPanel *self)
{
  SlLine *line = gtk_single_selection_get_selected_item (self->selection);
  const SlInversion *inversion;
  guint trace;

  if (self->is_following || line == NULL || self->document == NULL)
    return;

  trace = get_trace (self, line);
  inversion = get_inversion (line);
  if (inversion != NULL)
    sl_job_link_go_to_slice (self->document, trace, inversion->task, inversion->span);
  else if (self->kind == SL_FINDING_OVERRUNS)
    sl_job_link_go_to (self->document, (SlJobRef) { trace, get_job (line) });
  else
    sl_job_link_go_to_miss (self->document, (SlJobRef) { trace, get_job (line) });
}

/* (transfer full) (nullable): What was found last in a trace; %NULL where there is nothing yet. */
static SlFindings *
dup_findings (SlDocument *document, guint trace, SlFindingKind kind)
{
  SlJobSearch *search = sl_document_get_job_search_of (document, trace);
  SlJobTable *table = search != NULL ? sl_job_search_get_table (search) : NULL;
  GArray *inversions = NULL, *overruns = NULL;

  if (table == NULL)
    return NULL;

  if (kind == SL_FINDING_INVERSIONS)
    inversions = sl_job_search_get_inversions (search);
  if (kind == SL_FINDING_OVERRUNS)
    overruns = sl_job_search_get_overruns (search);
  /* All come at once. */
  if (kind != SL_FINDING_MISSES && inversions == NULL && overruns == NULL)
    return NULL;

  return sl_findings_new (table, inversions, overruns);
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
  guint n_traces = sl_trace_set_get_size (sl_document_get_trace_set (self->document));
  g_autoptr (GPtrArray) findings = g_ptr_array_new_with_free_func (findings_free);

  for (guint i = 0; i < n_traces; i++)
    g_ptr_array_add (findings, dup_findings (self->document, i, self->kind));

  select_line (self, GTK_INVALID_LIST_POSITION);
  gtk_column_view_set_model (self->view, NULL);
  sl_line_model_set_tables (SL_LINE_MODEL (self->model), findings);
  gtk_column_view_set_model (self->view, GTK_SELECTION_MODEL (self->selection));
  follow_picked (self);
}

static void
document_changed_cb (SlFindingPanel *self, guint changes)
{
  if ((changes & (SL_CHANGED_JOBS | SL_CHANGED_ANNOTATIONS | SL_CHANGED_SET)) != 0)
    refill (self);
  else if ((changes & SL_CHANGED_PICKED) != 0)
    follow_picked (self);
}

static void
sl_finding_panel_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  SlFindingPanel *self = SL_FINDING_PANEL (object);

  switch (id)
    {
    case PROP_KIND:
      self->kind = g_value_get_uint (value);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
sl_finding_panel_constructed (GObject *object)
{
  SlFindingPanel *self = SL_FINDING_PANEL (object);
  GtkWidget *window = gtk_scrolled_window_new ();

  G_OBJECT_CLASS (sl_finding_panel_parent_class)->constructed (object);

  self->view = GTK_COLUMN_VIEW (gtk_column_view_new (NULL));
  gtk_widget_add_css_class (GTK_WIDGET (self->view), "data-table");
  gtk_widget_add_css_class (GTK_WIDGET (self->view), "events");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ (kinds[self->kind].title), -1);
  sl_table_add_columns (self->view, kinds[self->kind].columns, N_COLUMNS, bind_cb, self);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (window), GTK_WIDGET (self->view));
  adw_bin_set_child (ADW_BIN (self), window);

  self->model = sl_finding_model_new ();
  self->selection = sl_table_make_selection (self->view, G_LIST_MODEL (self->model));
  g_signal_connect_swapped (self->selection, "notify::selected-item", G_CALLBACK (selected_cb),
                            self);
}

static void
sl_finding_panel_dispose (GObject *object)
{
  SlFindingPanel *self = SL_FINDING_PANEL (object);

  if (self->selection != NULL)
    g_signal_handlers_disconnect_by_data (self->selection, self);
  g_clear_object (&self->selection);
  g_clear_object (&self->model);
  g_clear_object (&self->document);

  G_OBJECT_CLASS (sl_finding_panel_parent_class)->dispose (object);
}

static void
sl_finding_panel_class_init (SlFindingPanelClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->constructed = sl_finding_panel_constructed;
  object_class->dispose = sl_finding_panel_dispose;
  object_class->set_property = sl_finding_panel_set_property;

  /**
   * SlFindingPanel:kind:
   *
   * What it lists, a #SlFindingKind.
   */
  properties[PROP_KIND] =
      g_param_spec_uint ("kind", NULL, NULL, 0, SL_N_FINDING_KINDS - 1, 0,
                         G_PARAM_WRITABLE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
sl_finding_panel_init (SlFindingPanel *self)
{
}

/**
 * sl_finding_panel_set_document:
 * @document: what to show; set once
 */
void
sl_finding_panel_set_document (SlFindingPanel *self, SlDocument *document)
{
  g_return_if_fail (SL_IS_FINDING_PANEL (self));
  g_return_if_fail (self->document == NULL);

  self->document = g_object_ref (document);
  g_signal_connect_object (document, "changed", G_CALLBACK (document_changed_cb), self,
                           G_CONNECT_SWAPPED);
  refill (self);
}

/**
 * sl_finding_panel_count:
 * @kind: what is counted
 *
 * Returns: how many of them the traces of @document have, as far as they are found
 */
guint
sl_finding_panel_count (SlDocument *document, SlFindingKind kind)
{
  guint n_traces = sl_trace_set_get_size (sl_document_get_trace_set (document));
  guint n_findings = 0;

  for (guint i = 0; i < n_traces; i++)
    {
      g_autoptr (SlFindings) findings = dup_findings (document, i, kind);

      n_findings += findings != NULL ? sl_findings_get_size (findings) : 0;
    }
  return n_findings;
}
