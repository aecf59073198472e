/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-trace-tab-private.h"

#include <glib/gi18n.h>

#include "sl-action-util.h"
#include "sl-command-palette.h"
#include "sl-dialogs.h"
#include "sl-import-dialog.h"
#include "sl-open-dialog.h"
#include "sl-page-actions.h"
#include "sl-window.h"

/* What the menus, the buttons and the keys of a tab do, beside those of its view. */

static void
chooser_response_cb (SlTraceTab *self, int response)
{
  g_autoptr (GPtrArray) files = sl_open_dialog_get_files (self->chooser, response);

  g_clear_object (&self->chooser);
  if (files->len > 0 && self->is_comparing && self->added != NULL)
    sl_added_traces_compare_files (self->added, files);
  else if (files->len > 0 && self->is_adding && self->added != NULL)
    sl_added_traces_add_files (self->added, files);
  else if (files->len > 0)
    sl_trace_tab_open_somewhere (self, files);
}

static void
choose_files (SlTraceTab *self, gboolean is_adding, gboolean is_comparing)
{
  g_clear_object (&self->chooser);
  self->is_adding = is_adding;
  self->is_comparing = is_comparing;
  self->chooser = sl_open_dialog_new (sl_trace_tab_get_window (self));
  g_signal_connect_swapped (self->chooser, "response", G_CALLBACK (chooser_response_cb), self);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (self->chooser));
}

static void
open_files (SlTraceTab *self)
{
  choose_files (self, FALSE, FALSE);
}

static void
add_trace (SlTraceTab *self)
{
  choose_files (self, TRUE, FALSE);
}

static void
compare_file (SlTraceTab *self)
{
  choose_files (self, TRUE, TRUE);
}

/* With what is on the axis already, or at once with a file where there is nothing else. */
static void
compare (SlTraceTab *self)
{
  SlDocument *document = sl_trace_tab_get_document (self);

  if (document == NULL)
    return;

  if (sl_trace_set_get_size (sl_document_get_trace_set (document)) > 1)
    sl_compare_dialog_present (document, sl_trace_tab_get_window (self));
  else
    compare_file (self);
}

static void
reload (GtkWindow *window)
{
  sl_trace_tab_load (sl_trace_tab_of_window (window), NULL);
}

/* The log that is shown is read anew. */
static void
imported_cb (GtkWindow *window, GFile *log)
{
  SlTraceTab *self = sl_trace_tab_of_window (window);
  g_autoptr (GPtrArray) files = g_ptr_array_new ();
  gboolean is_shown = self->page != NULL && self->files != NULL && self->files->len == 1 &&
                      g_file_equal (g_ptr_array_index (self->files, 0), log);

  g_ptr_array_add (files, log);
  if (!is_shown)
    sl_trace_tab_open_somewhere (self, files);
  else if (sl_trace_tab_may_drop_page (self, reload))
    reload (window);
}

static void
import_response_cb (SlTraceTab *self, int response)
{
  g_autoptr (GPtrArray) files = sl_open_dialog_get_files (self->chooser, response);

  g_clear_object (&self->chooser);
  if (files->len > 0)
    sl_import_dialog_present (sl_trace_tab_get_window (self), g_ptr_array_index (files, 0),
                              imported_cb);
}

static void
import_text (SlTraceTab *self)
{
  g_clear_object (&self->chooser);
  self->chooser = sl_open_dialog_new_for_text (sl_trace_tab_get_window (self));
  g_signal_connect_swapped (self->chooser, "response", G_CALLBACK (import_response_cb), self);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (self->chooser));
}

/* What could not be opened. */
static void
import_failed (SlTraceTab *self)
{
  if (self->files != NULL && self->files->len == 1)
    sl_import_dialog_present (sl_trace_tab_get_window (self), g_ptr_array_index (self->files, 0),
                              imported_cb);
}

static void
open_recent (SlTraceTab *self, const char *uri)
{
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);

  g_ptr_array_add (files, g_file_new_for_uri (uri));
  sl_trace_tab_open_somewhere (self, files);
}

/* Of the trace that is shown; where none is, of its own. */
static void
open_recent_view (SlTraceTab *self, const char *uri)
{
  g_autoptr (GFile) file = g_file_new_for_uri (uri);

  if (self->page != NULL)
    sl_session_actions_show (self->page, file);
  else
    open_recent (self, uri);
}

static void
remove_trace (SlTraceTab *self, guint number)
{
  if (self->added != NULL && number > 0 &&
      number < sl_trace_set_get_size (sl_document_get_trace_set (sl_trace_tab_get_document (self))))
    sl_added_traces_remove (self->added, number);
}

/* What is shown stays in sight where that can be. */
static void
reload_files (SlTraceTab *self)
{
  if (sl_trace_tab_can_reload (self))
    sl_trace_tab_reload (self, FALSE);
  else if (sl_trace_tab_may_drop_page (self, reload))
    sl_trace_tab_load (self, NULL);
}

static void
reload_compared (SlTraceTab *self)
{
  if (sl_trace_tab_can_reload (self))
    sl_trace_tab_reload (self, TRUE);
}

static void
cancel (SlTraceTab *self)
{
  if (sl_trace_tab_stop_capture (self) || sl_trace_tab_stop_reload (self) || self->loader == NULL)
    return;

  sl_trace_loader_cancel (self->loader);
  g_clear_object (&self->loader);
  if (self->page == NULL)
    {
      gtk_stack_set_visible_child_name (self->stack, "start");
      gtk_widget_grab_focus (GTK_WIDGET (self->start_page));
      return;
    }

  sl_trace_view_set_progress (self->page, 1);
  sl_trace_tab_toast (self, _ ("Loading stopped: only part of the trace is shown"));
}

/* Each trace but the first gets a window of its own. */
static void
separate (SlTraceTab *self)
{
  SlTraceSet *set = sl_document_get_trace_set (sl_trace_tab_get_document (self));
  g_autoptr (GPtrArray) sources = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 1; i < sl_trace_set_get_size (set); i++)
    g_ptr_array_add (sources, g_object_ref (sl_trace_get_source (sl_trace_set_get_trace (set, i))));
  for (guint number = sources->len; number > 0; number--)
    sl_added_traces_remove (self->added, number);
  g_clear_pointer (&self->joined, g_ptr_array_unref);
  for (guint i = 0; i < sources->len; i++)
    {
      SlWindow *window =
          sl_window_new (gtk_window_get_application (sl_trace_tab_get_window (self)));

      sl_window_open_source (window, g_ptr_array_index (sources, i));
      gtk_window_present (GTK_WINDOW (window));
    }
}

static void
show_commands (SlTraceTab *self)
{
  GtkWindow *window = sl_trace_tab_get_window (self);
  const SlCommandPlace place = {
    .window = GTK_APPLICATION_WINDOW (window),
    .menu = self->main_menu,
    .groups = { G_ACTION_GROUP (self->actions),
                G_ACTION_GROUP (gtk_window_get_application (window)), self->view_actions,
                sl_window_get_tab_actions (SL_WINDOW (window)) },
    .prefixes = { "win", "app", "view", "tab" },
    .n_groups = 4,
    .page = self->page,
  };

  sl_command_palette_present (&place);
}

/* One of the three functions is there. */
static const struct
{
  const char *name;
  void (*act) (SlTraceTab *self);
  void (*act_on) (SlTraceTab *self, const char *text);
  void (*act_by) (SlTraceTab *self, guint number);
} actions[] = {
  { .name = "open", .act = open_files },
  { .name = "import-text", .act = import_text },
  { .name = "import-failed", .act = import_failed },
  { .name = "open-recent", .act_on = open_recent },
  { .name = "open-recent-view", .act_on = open_recent_view },
  { .name = "add-trace", .act = add_trace },
  { .name = "compare", .act = compare },
  { .name = "compare-file", .act = compare_file },
  { .name = "remove-trace", .act_by = remove_trace },
  { .name = "separate", .act = separate },
  { .name = "open-as", .act_on = sl_trace_tab_load },
  { .name = "reload", .act = reload_files },
  { .name = "reload-compared", .act = reload_compared },
  { .name = "cancel", .act = cancel },
  { .name = "commands", .act = show_commands },
};

static void
activate_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  guint i = 0;

  while (strcmp (actions[i].name, g_action_get_name (G_ACTION (action))) != 0)
    i++;
  if (actions[i].act != NULL)
    actions[i].act (user_data);
  else if (actions[i].act_on != NULL)
    actions[i].act_on (user_data, g_variant_get_string (parameter, NULL));
  else
    actions[i].act_by (user_data, g_variant_get_uint32 (parameter));
}

/**
 * sl_trace_tab_update_actions:
 *
 * Only where a trace is shown can another one be put on its axis, and only several can be separated.
 */
void
sl_trace_tab_update_actions (SlTraceTab *self)
{
  static const char *const names[] = { "add-trace", "compare", "compare-file" };
  SlDocument *document = self->added != NULL ? sl_trace_tab_get_document (self) : NULL;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    sl_action_set_enabled (G_ACTION_MAP (self->actions), names[i], self->added != NULL);
  sl_action_set_enabled (G_ACTION_MAP (self->actions), "separate",
                         document != NULL &&
                             sl_trace_set_get_size (sl_document_get_trace_set (document)) > 1);
  sl_action_set_enabled (G_ACTION_MAP (self->actions), "reload-compared",
                         sl_trace_tab_can_reload (self));
  sl_trace_tab_update_live (self);
}

/**
 * sl_trace_tab_offer_actions:
 *
 * Offers its actions, and those of its page, to all that is in the tab; again where that has lost them.
 */
void
sl_trace_tab_offer_actions (SlTraceTab *self)
{
  gtk_widget_insert_action_group (GTK_WIDGET (self), "win", G_ACTION_GROUP (self->actions));
  gtk_widget_insert_action_group (GTK_WIDGET (self), "view", self->view_actions);
}

/**
 * sl_trace_tab_add_actions:
 *
 * Gives the tab its actions; once, when it is made.
 */
void
sl_trace_tab_add_actions (SlTraceTab *self)
{
  self->actions = g_simple_action_group_new ();
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    {
      const GActionEntry entry = { .name = actions[i].name,
                                   .activate = activate_cb,
                                   .parameter_type = actions[i].act_on != NULL   ? "s"
                                                     : actions[i].act_by != NULL ? "u"
                                                                                 : NULL };

      g_action_map_add_action_entries (G_ACTION_MAP (self->actions), &entry, 1, self);
    }
  sl_trace_tab_add_live_actions (self);
  sl_trace_tab_update_actions (self);
  sl_trace_tab_offer_actions (self);
  gtk_widget_insert_action_group (self->header, "win", G_ACTION_GROUP (self->actions));
}
