/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-trace-tab-private.h"

#include "sl-session-text.h"
#include "sl-task-set-window.h"
#include "sl-trace-title.h"
#include "sl-window.h"

/* What a tab opens: files, views, task sets, simulations, sources. */

/**
 * sl_trace_tab_open_somewhere:
 * @files: (element-type GFile): at least one
 *
 * Opens files here where nothing is shown yet, else in another tab or window, as the user prefers; task
 * sets have windows of another kind.
 */
void
sl_trace_tab_open_somewhere (SlTraceTab *self, GPtrArray *files)
{
  g_autoptr (GPtrArray) traces = g_ptr_array_new ();
  SlTraceTab *tab = self;

  g_ptr_array_extend (traces, files, NULL, NULL);
  sl_task_set_window_take_sets (gtk_window_get_application (sl_trace_tab_get_window (self)),
                                traces);
  if (traces->len == 0)
    return;

  if (self->page != NULL)
    tab = sl_window_make_place (SL_WINDOW (sl_trace_tab_get_window (self)));

  sl_trace_tab_open (tab, traces);
  gtk_window_present (sl_trace_tab_get_window (tab));
}

/**
 * sl_trace_tab_set_files:
 * @files: (element-type GFile): what is shown is of these
 */
void
sl_trace_tab_set_files (SlTraceTab *self, GPtrArray *files)
{
  g_clear_pointer (&self->files, g_ptr_array_unref);
  self->files = g_ptr_array_new_with_free_func (g_object_unref);
  self->has_mounted = FALSE;
  for (guint i = 0; i < files->len; i++)
    g_ptr_array_add (self->files, g_object_ref (g_ptr_array_index (files, i)));

  g_free (self->name);
  self->name = sl_trace_title_of_files (files);
  g_free (self->first_name);
  self->first_name = sl_trace_title_of_file (g_ptr_array_index (files, 0));
}

/**
 * sl_trace_tab_dup_parent:
 *
 * Returns: (transfer full) (nullable): the folder of its first file; %NULL where it has none of the user's on this machine
 */
GFile *
sl_trace_tab_dup_parent (SlTraceTab *self)
{
  GFile *file =
      self->files != NULL && self->simulation == NULL ? g_ptr_array_index (self->files, 0) : NULL;

  return file != NULL && g_file_is_native (file) ? g_file_get_parent (file) : NULL;
}

/* What is opened next is not of the exercise or the simulation that was. */
static void
leave_run (SlTraceTab *self)
{
  sl_trace_tab_leave_exercise (self);
  g_clear_pointer (&self->simulation, sl_simulation_unref);
  g_clear_pointer (&self->other_run, sl_simulation_unref);
}

/* (transfer full): what is opened in place of @files: the trace of a saved view. %NULL, after a message, where
 * it cannot be found. */
static GPtrArray *
follow_view (SlTraceTab *self, GPtrArray *files)
{
  GFile *file = g_ptr_array_index (files, 0);
  g_autofree char *name = g_file_get_basename (file);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) traces = NULL;

  g_clear_object (&self->view);
  if (files->len != 1 || name == NULL || !g_str_has_suffix (name, SL_SESSION_SUFFIX))
    return g_ptr_array_ref (files);

  traces = sl_session_text_read_files (file, &error);
  if (traces != NULL)
    self->view = g_object_ref (file);
  else
    {
      sl_trace_tab_drop_page (self);
      sl_trace_tab_show_error (self, error);
    }
  return g_steal_pointer (&traces);
}

/**
 * sl_trace_tab_open:
 * @files: (element-type GFile): files or folders
 *
 * Starts loading and leaves off what was being loaded before. What one format does not join into
 * one trace is put on one axis. An exercise is opened with its first run, a saved view with its trace.
 */
void
sl_trace_tab_open (SlTraceTab *self, GPtrArray *files)
{
  g_autoptr (GPtrArray) traces = NULL;

  g_return_if_fail (SL_IS_TRACE_TAB (self));
  g_return_if_fail (files != NULL && files->len > 0);

  if (sl_trace_tab_is_exercise (files))
    {
      sl_trace_tab_open_exercise (self, g_ptr_array_index (files, 0));
      return;
    }

  leave_run (self);
  traces = follow_view (self, files);
  if (traces == NULL)
    return;

  sl_trace_tab_set_files (self, traces);
  sl_trace_tab_load (self, NULL);
}

/**
 * sl_trace_tab_open_simulation:
 *
 * Runs it in the background and shows its trace; stops what was being loaded before. An error in
 * its task set is shown like that of a file that cannot be opened.
 */
void
sl_trace_tab_open_simulation (SlTraceTab *self, SlSimulation *simulation)
{
  g_autoptr (GPtrArray) files = g_ptr_array_new ();

  g_return_if_fail (SL_IS_TRACE_TAB (self));
  g_return_if_fail (simulation != NULL);

  sl_simulation_ref (simulation);
  leave_run (self);
  self->simulation = simulation;
  g_ptr_array_add (files, sl_simulation_get_file (simulation));
  sl_trace_tab_set_files (self, files);
  sl_trace_tab_load (self, NULL);
}

/**
 * sl_trace_tab_compare_simulations:
 *
 * As sl_trace_tab_open_simulation() with @one; then runs @other too and puts it beside @one, row by
 * row.
 */
void
sl_trace_tab_compare_simulations (SlTraceTab *self, SlSimulation *one, SlSimulation *other)
{
  g_autoptr (SlSimulation) kept = sl_simulation_ref (other);

  sl_trace_tab_open_simulation (self, one);
  self->other_run = g_steal_pointer (&kept);
}

/**
 * sl_trace_tab_open_source:
 * @source: what was opened already
 *
 * Starts loading and leaves off what was being loaded before.
 */
void
sl_trace_tab_open_source (SlTraceTab *self, SlSource *source)
{
  const char *const *names = sl_source_get_file_names (source);

  g_return_if_fail (SL_IS_TRACE_TAB (self));

  leave_run (self);
  g_clear_pointer (&self->files, g_ptr_array_unref);
  g_clear_pointer (&self->first_name, g_free);
  g_free (self->name);
  self->name = names != NULL ? g_strjoinv (", ", (char **) names) : g_strdup ("");
  sl_trace_tab_take_loader (self, sl_trace_loader_new_for_source (source));
}
