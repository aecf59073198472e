/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-trace-tab-private.h"

#include <glib/gi18n.h>

#include "sl-annotations-store.h"
#include "sl-dialogs.h"
#include "sl-error.h"
#include "sl-tip.h"
#include "sl-tracefs.h"
#include "sl-window.h"

/* What comes while it is shown: what is received or recorded, and files that grow. */

static void
follower_trace_cb (SlTraceTab *self, SlTrace *trace)
{
  if (self->page == NULL)
    sl_trace_tab_show_trace (self, trace);
  else
    sl_document_grow (sl_trace_tab_get_document (self), trace, self->follow_gesture);

  if (self->follow_gesture == SL_GESTURE_NONE)
    self->follow_gesture =
        sl_view_history_new_gesture (sl_document_get_history (sl_trace_tab_get_document (self)));
  sl_trace_view_set_progress (self->page, 1);
}

/* What was read of it stays, of a deleted file by its mapping. */
static void
follower_gone_cb (SlTraceTab *self, gboolean is_gone)
{
  g_autofree char *text = NULL;

  /* What is received or recorded says itself where it is written. */
  if (self->capture != NULL)
    return;

  text =
      g_strdup_printf (is_gone
                           ? _ ("“%s” was deleted or renamed; what was read of it is still shown")
                           : _ ("“%s” is there again and is followed as a new file"),
                       self->name);
  sl_trace_tab_toast (self, text);
}

static void
follow (SlTraceTab *self, GPtrArray *files, const char *format_id)
{
  g_clear_object (&self->follower);
  self->follow_gesture = SL_GESTURE_NONE;
  self->follower = sl_trace_follower_new (files, format_id);
  g_signal_connect_object (self->follower, "trace", G_CALLBACK (follower_trace_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->follower, "gone", G_CALLBACK (follower_gone_cb), self,
                           G_CONNECT_SWAPPED);
}

static gboolean
is_capturing (SlTraceTab *self)
{
  return gtk_widget_get_visible (self->receive_bar);
}

/* From now on it is a document like any other. */
static void
follower_ended_cb (SlTraceTab *self, const GError *error)
{
  g_clear_object (&self->follower);
  g_clear_object (&self->capture);
  if (self->page == NULL)
    {
      sl_trace_tab_load (self, NULL);
      return;
    }

  if (error != NULL)
    sl_trace_tab_toast (self, error->message);
  sl_annotations_store_attach (sl_trace_tab_get_document (self), self->files);
  sl_document_set_trace_file (sl_trace_tab_get_document (self), 0,
                              g_ptr_array_index (self->files, 0));
  sl_trace_tab_own_files (self);
  sl_trace_tab_update_actions (self);
}

static void
capture_ended_cb (SlTraceTab *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) files = g_ptr_array_new ();
  GFile *file = sl_live_capture_get_file (self->capture);
  gboolean is_saved = sl_live_capture_finish (self->capture, &error);

  gtk_widget_set_visible (self->receive_bar, FALSE);
  if (error != NULL)
    sl_trace_tab_toast (self, error->message);
  if (!is_saved)
    {
      g_clear_object (&self->follower);
      if (self->page == NULL)
        {
          g_clear_pointer (&self->name, g_free);
          gtk_stack_set_visible_child_name (self->stack, "start");
        }
      sl_trace_tab_update_header (self);
      return;
    }

  if (error == NULL)
    {
      g_autofree char *text = sl_live_capture_dup_saved_text (self->capture);

      sl_trace_tab_toast (self, text);
    }
  g_ptr_array_add (files, file);
  sl_trace_tab_set_files (self, files);
  if (self->follower == NULL)
    follow (self, self->files, NULL);
  g_signal_connect_object (self->follower, "ended", G_CALLBACK (follower_ended_cb), self,
                           G_CONNECT_SWAPPED);
  sl_trace_tab_stamp_files (self);
  sl_trace_follower_end (self->follower, self->files);
  sl_trace_tab_update_header (self);
}

static void
capture_changed_cb (SlTraceTab *self)
{
  g_autofree char *text = sl_live_capture_dup_text (self->capture);

  gtk_label_set_label (self->receive_label, text);
  sl_tip_set (GTK_WIDGET (self->receive_label), text);
}

static void
dress_bar (SlTraceTab *self, const SlLiveCaptureLook *look)
{
  gtk_image_set_from_icon_name (self->receive_image, look->icon);
  sl_tip_set (self->receive_stop, look->stop_hint);
  adw_status_page_set_title (self->loading_page, look->waiting);
}

/* In an empty tab. */
static void
show_capture (SlTraceTab *self, SlLiveCapture *capture)
{
  SlLiveCaptureLook look = sl_live_capture_get_look (capture);
  g_autoptr (GFile) growing = sl_live_capture_dup_growing_file (capture);
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);

  sl_trace_tab_leave_exercise (self);
  sl_trace_tab_leave_live (self);
  g_clear_pointer (&self->simulation, sl_simulation_unref);
  g_clear_pointer (&self->files, g_ptr_array_unref);
  g_clear_pointer (&self->first_name, g_free);
  g_free (self->name);
  self->name = g_file_get_basename (sl_live_capture_get_file (capture));

  self->capture = g_object_ref (capture);
  g_signal_connect_object (capture, "changed", G_CALLBACK (capture_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (capture, "ended", G_CALLBACK (capture_ended_cb), self,
                           G_CONNECT_SWAPPED);
  if (growing != NULL)
    {
      g_ptr_array_add (files, g_steal_pointer (&growing));
      follow (self, files, look.format_id);
    }

  dress_bar (self, &look);
  gtk_progress_bar_set_fraction (self->loading_bar, 0);
  gtk_stack_set_visible_child_name (self->stack, "loading");
  /* What ends it is Stop, which keeps what came. */
  gtk_widget_set_visible (self->cancel_button, FALSE);
  gtk_widget_set_visible (self->receive_bar, TRUE);
  gtk_widget_child_focus (self->receive_bar, GTK_DIR_TAB_FORWARD);
  capture_changed_cb (self);
  sl_trace_tab_update_header (self);
}

static void
begun_cb (GtkWindow *parent, SlLiveCapture *capture)
{
  SlTraceTab *tab = sl_trace_tab_of_window (parent);

  if (tab->page != NULL || tab->loader != NULL || is_capturing (tab))
    tab = sl_window_make_place (SL_WINDOW (parent));

  show_capture (tab, capture);
  gtk_window_present (sl_trace_tab_get_window (tab));
}

static void
receive_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  sl_receive_dialog_present (sl_trace_tab_get_window (user_data), begun_cb);
}

static void
record_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  sl_record_dialog_present (sl_trace_tab_get_window (user_data), begun_cb);
}

static void
stop_capture_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  sl_trace_tab_stop_capture (user_data);
}

static void
follow_cb (GSimpleAction *action, GVariant *state, gpointer user_data)
{
  SlTraceTab *self = user_data;

  g_simple_action_set_state (action, state);
  if (!g_variant_get_boolean (state))
    {
      g_clear_object (&self->follower);
      sl_trace_tab_update_header (self);
      return;
    }

  follow (self, self->files,
          sl_source_get_format_id (
              sl_trace_get_source (sl_document_get_trace (sl_trace_tab_get_document (self)))));
  sl_trace_tab_update_header (self);
}

/**
 * sl_trace_tab_stop_capture:
 *
 * What came is saved, and stays.
 *
 * Returns: whether something was coming
 */
gboolean
sl_trace_tab_stop_capture (SlTraceTab *self)
{
  if (!is_capturing (self))
    return FALSE;

  sl_live_capture_stop (self->capture);
  return TRUE;
}

/**
 * sl_trace_tab_leave_live:
 *
 * Ends what is received or recorded, which is saved, and follows no file any more.
 */
void
sl_trace_tab_leave_live (SlTraceTab *self)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self->actions), "follow");

  g_clear_object (&self->follower);
  g_clear_object (&self->capture);
  if (self->receive_bar != NULL)
    gtk_widget_set_visible (self->receive_bar, FALSE);
  if (action != NULL)
    g_simple_action_set_state (G_SIMPLE_ACTION (action), g_variant_new_boolean (FALSE));
}

/**
 * sl_trace_tab_update_live:
 *
 * Only a trace that was read from files can be followed, and not while it is received or recorded.
 */
void
sl_trace_tab_update_live (SlTraceTab *self)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self->actions), "follow");

  if (action != NULL)
    g_simple_action_set_enabled (G_SIMPLE_ACTION (action),
                                 self->page != NULL && self->files != NULL &&
                                     self->simulation == NULL && self->capture == NULL);
}

void
sl_trace_tab_add_live_actions (SlTraceTab *self)
{
  static const GActionEntry actions[] = {
    { .name = "receive", .activate = receive_cb },
    { .name = "record", .activate = record_cb },
    { .name = "stop-capture", .activate = stop_capture_cb },
    { .name = "follow", .state = "false", .change_state = follow_cb },
  };

  g_action_map_add_action_entries (G_ACTION_MAP (self->actions), actions, G_N_ELEMENTS (actions),
                                   self);
  /* The menu has it only where it can be. */
  g_simple_action_set_enabled (G_SIMPLE_ACTION (
                                   g_action_map_lookup_action (G_ACTION_MAP (self->actions),
                                                               "record")),
                               sl_tracefs_look () != SL_TRACEFS_NONE);
  sl_trace_tab_update_live (self);
}
