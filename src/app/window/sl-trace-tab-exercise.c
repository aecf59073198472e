/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-trace-tab-private.h"

#include "sl-exercise-pane.h"
#include "sl-task-set-window.h"

/* An exercise in a tab: its pane stands beside the trace of the run that is chosen. Each run
 * is simulated and opened as any task set is. */

#define NO_LOOK G_MAXUINT

/* What the system does on its own account: no task of the set. */
static const char *const hidden_rows[] = { "task:256", "task:264" };

static gpointer
solve_in_thread (gpointer request, GCancellable *cancellable, SlBackgroundRun *run, GError **error)
{
  return sl_solution_new (request, cancellable, error);
}

static void
solved_cb (gpointer owner, gpointer found, const GError *error)
{
  SlTraceTab *self = owner;

  if (found != NULL)
    sl_exercise_pane_take_solution (self->exercise_pane, found);
  else
    sl_exercise_pane_set_failure (self->exercise_pane, error->message);
}

static const SlBackgroundKind solving_kind = {
  .work = solve_in_thread,
  .free = (GDestroyNotify) sl_exercise_unref,
  .free_found = (GDestroyNotify) sl_solution_free,
};

static void
start_solving (SlTraceTab *self)
{
  self->solving = sl_background_new (&solving_kind, solved_cb, self);
  sl_background_start (self->solving, sl_exercise_ref (self->exercise));
}

/* What the trace of @run is called. */
static char *
dup_title (SlExercise *exercise, guint run)
{
  const char *title = sl_exercise_get_title (exercise);

  if (sl_exercise_get_n_runs (exercise) == 1)
    return g_strdup (title);

  return g_strdup_printf ("%s · %s", title, sl_exercise_get_run (exercise, run)->title);
}

/* @look: number of what to look at once the trace is there */
static void
show_run (SlTraceTab *self, guint run, guint look)
{
  g_autoptr (SlExercise) exercise = sl_exercise_ref (self->exercise);
  g_autofree char *title = dup_title (exercise, run);
  g_autoptr (GError) error = NULL;
  g_autoptr (SlTaskModel) model = sl_exercise_dup_model (exercise, run, &error);
  g_autoptr (SlSimulation) simulation = NULL;
  SlSimOptions options;

  if (model == NULL || !sl_sim_options_read (model, &options, &error))
    {
      sl_trace_tab_show_error (self, error);
      return;
    }

  self->exercise_run = run;
  self->exercise_look = look;
  sl_exercise_pane_set_run (self->exercise_pane, run);
  simulation = sl_simulation_new (model, title, &options);
  self->is_switching_run = TRUE;
  sl_trace_tab_open_simulation (self, simulation);
  self->is_switching_run = FALSE;
}

/**
 * sl_trace_tab_is_exercise:
 * @files: (element-type GFile)
 *
 * Returns: whether they are one exercise of a course
 */
gboolean
sl_trace_tab_is_exercise (GPtrArray *files)
{
  g_autofree char *name =
      files->len == 1 ? g_file_get_basename (g_ptr_array_index (files, 0)) : NULL;

  return name != NULL && g_str_has_suffix (name, SL_EXERCISE_SUFFIX);
}

/**
 * sl_trace_tab_leave_exercise:
 *
 * Something else is opened: the exercise goes, but for another of its runs.
 */
void
sl_trace_tab_leave_exercise (SlTraceTab *self)
{
  if (self->is_switching_run)
    return;

  g_clear_pointer (&self->solving, sl_background_free);
  g_clear_object (&self->broken_exercise);
  g_clear_pointer (&self->exercise, sl_exercise_unref);
  if (self->exercise_pane != NULL)
    gtk_widget_set_visible (GTK_WIDGET (self->exercise_pane), FALSE);
}

/**
 * sl_trace_tab_open_exercise:
 *
 * Shows the exercise in @file with the trace of its first run.
 */
void
sl_trace_tab_open_exercise (SlTraceTab *self, GFile *file)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GFile) tried = g_object_ref (file);
  SlExercise *exercise = sl_exercise_load (tried, &error);

  sl_trace_tab_leave_exercise (self);
  if (exercise == NULL)
    {
      self->broken_exercise = g_steal_pointer (&tried);
      sl_trace_tab_drop_page (self);
      sl_trace_tab_show_error (self, error);
      return;
    }

  self->exercise = exercise;
  sl_exercise_pane_set_exercise (self->exercise_pane, exercise);
  gtk_widget_set_visible (GTK_WIDGET (self->exercise_pane), TRUE);
  start_solving (self);
  show_run (self, 0, NO_LOOK);
}

/* The first place to look at in the run, where it is a part of it. */
static SlSpan
find_first_span (SlTraceTab *self)
{
  for (guint i = 0; i < sl_exercise_get_n_looks (self->exercise); i++)
    {
      const SlExerciseLook *look = sl_exercise_get_look (self->exercise, i);

      if (look->run == self->exercise_run)
        return look->span;
    }

  return (SlSpan) { 0, 0 };
}

/* An empty one stands for all. */
static void
show_span (SlDocument *document, SlSpan span)
{
  if (span.end > span.begin)
    sl_document_show (document, span, SL_GESTURE_NONE);
  else
    sl_document_show (document, sl_trace_set_get_span (sl_document_get_trace_set (document)),
                      SL_GESTURE_NONE);
}

static void
pick_row (SlDocument *document, const char *title)
{
  SlRows *rows = sl_document_get_rows (document);

  for (guint i = 0; i < sl_rows_get_count (rows); i++)
    {
      const SlRow *row = sl_rows_get (rows, i);
      const SlTarget target = { .type = SL_TARGET_ROW, .row = row->key };

      if (row->part != SL_ROW_STATES || g_strcmp0 (row->title, title) != 0)
        continue;

      sl_document_pick (document, &target);
      return;
    }
}

/* Only once the steps are known does the mode stand at the cursor. */
static void
steps_moved_cb (SlStepMode *mode, SlTraceTab *self)
{
  if (sl_step_mode_get_active (mode) && sl_step_mode_get_replay (mode) == NULL)
    return;

  g_signal_handlers_disconnect_by_func (mode, steps_moved_cb, self);
  if (sl_step_mode_get_active (mode))
    sl_step_mode_set_predict (mode, TRUE);
}

/* The exercise, not the user, wants or does not want it. */
static void
set_list (SlDocument *document, gboolean has_list)
{
  SlViewPanels panels = *sl_view_state_get_panels (sl_document_get_state (document));

  panels.has_list = has_list;
  sl_document_set_panels (document, &panels, SL_PANELS_BY_ITSELF);
}

/* All after @time is hidden until the user goes on: each decision is to be predicted. */
static void
step_from (SlTraceTab *self, SlTime time)
{
  SlDocument *document = sl_trace_tab_get_document (self);
  SlStepMode *mode = sl_document_get_step_mode (document);

  sl_document_take_state (document,
                          sl_view_state_with_cursor (sl_document_get_state (document), SL_CURSOR_A,
                                                     &time),
                          SL_GESTURE_NONE);
  sl_step_mode_set_active (mode, TRUE);
  g_signal_connect_object (mode, "moved", G_CALLBACK (steps_moved_cb), self, 0);
  steps_moved_cb (mode, self);
  set_list (document, TRUE);
  gtk_widget_grab_focus (GTK_WIDGET (self->page));
}

static void
go_to_look (SlTraceTab *self, guint number)
{
  const SlExerciseLook *look = sl_exercise_get_look (self->exercise, number);
  SlDocument *document = sl_trace_tab_get_document (self);
  SlStepMode *mode = sl_document_get_step_mode (document);
  gboolean was_stepping = sl_step_mode_get_active (mode);

  sl_step_mode_set_active (mode, FALSE);
  if (was_stepping)
    set_list (document, FALSE);
  show_span (document, look->span);
  if (look->row != NULL)
    pick_row (document, look->row);
  if (look->steps)
    step_from (self, look->span.begin);
}

/**
 * sl_trace_tab_prepare_exercise:
 *
 * The page of a run has been made: as a textbook would show it, with nothing around.
 */
void
sl_trace_tab_prepare_exercise (SlTraceTab *self)
{
  SlDocument *document = sl_trace_tab_get_document (self);
  g_autoptr (SlViewState) state = NULL;
  g_autoptr (SlViewState) with_panels = NULL;
  SlViewPanels plain;

  if (self->exercise == NULL)
    return;

  state = sl_view_state_with_style (sl_document_get_state (document), SL_STYLE_TEXTBOOK);
  for (guint i = 0; i < G_N_ELEMENTS (hidden_rows); i++)
    {
      SlViewState *next =
          sl_view_state_with_name (state, SL_NAMES_HIDDEN_ROWS, hidden_rows[i], TRUE);

      sl_view_state_unref (state);
      state = next;
    }
  plain = *sl_view_state_get_panels (state);
  plain.has_list = plain.has_details = FALSE;
  with_panels = sl_view_state_with_panels (state, &plain);
  sl_trace_view_keep_panels_apart (self->page);
  sl_view_history_reset (sl_document_get_history (document), with_panels);
}

/**
 * sl_trace_tab_begin_exercise:
 *
 * The trace of a run is complete: goes where the exercise wants to begin.
 */
void
sl_trace_tab_begin_exercise (SlTraceTab *self)
{
  if (self->exercise == NULL)
    return;

  if (self->exercise_look != NO_LOOK)
    go_to_look (self, self->exercise_look);
  else
    show_span (sl_trace_tab_get_document (self), find_first_span (self));
  self->exercise_look = NO_LOOK;
}

static void
pane_open_cb (SlTraceTab *self, GFile *file)
{
  sl_trace_tab_open_exercise (self, file);
}

static void
pane_run_cb (SlTraceTab *self, guint run)
{
  if (run != self->exercise_run)
    show_run (self, run, NO_LOOK);
}

static void
pane_look_cb (SlTraceTab *self, guint number)
{
  const SlExerciseLook *look = sl_exercise_get_look (self->exercise, number);

  if (look->run != self->exercise_run || self->page == NULL)
    show_run (self, look->run, number);
  else
    go_to_look (self, number);
}

/* In a window of its own; what is saved there is what the exercise runs when it is opened again. */
static void
pane_edit_cb (SlTraceTab *self)
{
  g_autoptr (GFile) file = sl_exercise_dup_task_file (self->exercise, self->exercise_run);
  SlTaskSetWindow *window =
      sl_task_set_window_new (gtk_window_get_application (sl_trace_tab_get_window (self)));

  sl_task_set_window_open (window, file);
  gtk_window_present (GTK_WINDOW (window));
}

/* It counts as done when its answer was looked at. */
static void
pane_answered_cb (SlTraceTab *self)
{
  g_autoptr (GSettings) settings = sl_trace_tab_dup_settings (self);
  g_autofree char *name = g_file_get_basename (sl_exercise_get_file (self->exercise));
  g_auto (GStrv) done = NULL;
  g_autoptr (GStrvBuilder) builder = NULL;
  g_auto (GStrv) more = NULL;

  if (settings == NULL)
    return;

  done = g_settings_get_strv (settings, "exercises-done");
  if (g_strv_contains ((const char *const *) done, name))
    return;

  builder = g_strv_builder_new ();
  g_strv_builder_addv (builder, (const char **) done);
  g_strv_builder_add (builder, name);
  more = g_strv_builder_end (builder);
  g_settings_set_strv (settings, "exercises-done", (const char *const *) more);
}

/**
 * sl_trace_tab_connect_exercise:
 *
 * Once, when the window is made.
 */
void
sl_trace_tab_connect_exercise (SlTraceTab *self)
{
  g_signal_connect_object (self->exercise_pane, "open", G_CALLBACK (pane_open_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->exercise_pane, "run", G_CALLBACK (pane_run_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->exercise_pane, "look", G_CALLBACK (pane_look_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->exercise_pane, "edit", G_CALLBACK (pane_edit_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->exercise_pane, "answered", G_CALLBACK (pane_answered_cb), self,
                           G_CONNECT_SWAPPED);
}
