/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-window-private.h"

#include <glib/gi18n.h>

#include "sl-compare-dialog.h"
#include "sl-open-dialog.h"

/* What the menus, the buttons and the keys of a window do, beside those of its view. */

static void
chooser_response_cb (SlWindow *self, int response)
{
  g_autoptr (GPtrArray) files = sl_open_dialog_get_files (self->chooser, response);

  g_clear_object (&self->chooser);
  if (files->len > 0 && self->is_comparing && self->added != NULL)
    sl_added_traces_compare_files (self->added, files);
  else if (files->len > 0 && self->is_adding && self->added != NULL)
    sl_added_traces_add_files (self->added, files);
  else if (files->len > 0)
    sl_window_open_somewhere (self, files);
}

static void
choose_files (SlWindow *self, gboolean is_adding, gboolean is_comparing)
{
  g_clear_object (&self->chooser);
  self->is_adding = is_adding;
  self->is_comparing = is_comparing;
  self->chooser = sl_open_dialog_new (GTK_WINDOW (self));
  g_signal_connect_swapped (self->chooser, "response", G_CALLBACK (chooser_response_cb), self);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (self->chooser));
}

static void
open_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  choose_files (user_data, FALSE, FALSE);
}

static void
add_trace_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  choose_files (user_data, TRUE, FALSE);
}

static void
compare_file_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  choose_files (user_data, TRUE, TRUE);
}

/* With what is on the axis already, or at once with a file where there is nothing else. */
static void
compare_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  SlWindow *self = user_data;
  SlDocument *document = sl_window_get_document (self);

  if (document == NULL)
    return;

  if (sl_trace_set_get_size (sl_document_get_trace_set (document)) > 1)
    sl_compare_dialog_present (document, GTK_WINDOW (self));
  else
    compare_file_cb (action, parameter, user_data);
}

static void
open_recent_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);

  g_ptr_array_add (files, g_file_new_for_uri (g_variant_get_string (parameter, NULL)));
  sl_window_open_somewhere (user_data, files);
}

static void
remove_trace_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  SlWindow *self = user_data;
  guint number = g_variant_get_uint32 (parameter);

  if (self->added != NULL && number > 0 &&
      number < sl_trace_set_get_size (sl_document_get_trace_set (sl_window_get_document (self))))
    sl_added_traces_remove (self->added, number);
}

static void
reload (GtkWindow *window)
{
  sl_window_load (SL_WINDOW (window), NULL);
}

static void
reload_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  if (sl_window_may_drop_page (user_data, reload))
    reload (user_data);
}

static void
open_as_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  sl_window_load (user_data, g_variant_get_string (parameter, NULL));
}

static void
cancel_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  SlWindow *self = user_data;

  if (sl_window_stop_receiving (self) || self->loader == NULL)
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
  sl_window_toast (self, _ ("Loading stopped: only part of the trace is shown"));
}

/* Each trace that was opened together with the first gets a window of its own. */
static void
separate_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  SlWindow *self = user_data;
  g_autoptr (GPtrArray) joined = g_steal_pointer (&self->joined);

  for (guint i = 0; joined != NULL && i < joined->len; i++)
    {
      SlSource *source = g_ptr_array_index (joined, i);
      SlWindow *window = sl_window_new (sl_window_get_application (self));
      SlTraceSet *set = sl_document_get_trace_set (sl_window_get_document (self));

      for (guint number = sl_trace_set_get_size (set); number > 1; number--)
        if (sl_trace_get_source (sl_trace_set_get_trace (set, number - 1)) == source)
          {
            sl_added_traces_remove (self->added, number - 1);
            break;
          }
      sl_window_open_source (window, source);
      gtk_window_present (GTK_WINDOW (window));
    }
}

static const GActionEntry actions[] = {
  { .name = "open", .activate = open_cb },
  { .name = "open-recent", .activate = open_recent_cb, .parameter_type = "s" },
  { .name = "add-trace", .activate = add_trace_cb },
  { .name = "compare", .activate = compare_cb },
  { .name = "compare-file", .activate = compare_file_cb },
  { .name = "remove-trace", .activate = remove_trace_cb, .parameter_type = "u" },
  { .name = "separate", .activate = separate_cb },
  { .name = "open-as", .activate = open_as_cb, .parameter_type = "s" },
  { .name = "reload", .activate = reload_cb },
  { .name = "cancel", .activate = cancel_cb },
};

/**
 * sl_window_update_actions:
 *
 * Only where a trace is shown can another one be put on its axis.
 */
void
sl_window_update_actions (SlWindow *self)
{
  static const char *const names[] = { "add-trace", "compare", "compare-file" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self), names[i]);

      g_simple_action_set_enabled (G_SIMPLE_ACTION (action), self->added != NULL);
    }
  sl_window_update_live (self);
}

/**
 * sl_window_add_actions:
 *
 * Gives the window its actions; once, when it is made.
 */
void
sl_window_add_actions (SlWindow *self)
{
  g_action_map_add_action_entries (G_ACTION_MAP (self), actions, G_N_ELEMENTS (actions), self);
  sl_window_add_live_actions (self);
  sl_window_update_actions (self);
}
