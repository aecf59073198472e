/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-trace-tab-private.h"

#include <glib/gi18n.h>

#include "sl-annotations-store.h"
#include "sl-call-search.h"
#include "sl-code-loader.h"
#include "sl-error.h"
#include "sl-log-import.h"
#include "sl-message.h"
#include "sl-open-failure.h"
#include "sl-page-actions.h"
#include "sl-session-store.h"
#include "sl-widget-util.h"

/* From a loader to what the tab shows: progress, the trace, what went wrong. */

static void
document_changed_cb (SlTraceTab *self, guint changes)
{
  if ((changes & SL_CHANGED_SET) != 0)
    sl_trace_tab_update_actions (self);
  if ((changes & (SL_CHANGED_TRACE | SL_CHANGED_SET | SL_CHANGED_ANNOTATIONS | SL_CHANGED_JOBS)) !=
      0)
    sl_trace_tab_update_header (self);
}

static void
restored_cb (GObject *tab, GPtrArray *odd, GPtrArray *missing, const GError *error)
{
  g_autofree char *text = NULL;

  if (error != NULL)
    {
      text = g_strdup_printf (_ ("What this trace looked like cannot be restored: %s"),
                              error->message);
      sl_trace_tab_toast (SL_TRACE_TAB (tab), text);
      return;
    }

  text = sl_session_actions_say_left (odd, missing);
  if (text == NULL)
    text = g_strdup (_ ("The view is as you left it"));
  sl_message_offer (GTK_WIDGET (SL_TRACE_TAB (tab)->toasts), text, _ ("_Undo"), "view.undo", NULL);
}

/* Nothing but the trace is on the screen during a lecture. */
static void
lecture_cb (SlTraceTab *self)
{
  gboolean is_active = sl_lecture_get_active (sl_trace_view_get_lecture (self->page));

  sl_message_set_quiet (GTK_WIDGET (self->toasts), is_active);
  gtk_widget_set_visible (self->header, !is_active);
  gtk_widget_set_visible (GTK_WIDGET (self->exercise_pane), !is_active && self->exercise != NULL);
  sl_trace_tab_emit_changed (self);
}

static gboolean
make_spare_cb (gpointer user_data)
{
  SlTraceTab *self = user_data;

  self->spare_timeout = 0;
  self->spare = SL_TRACE_VIEW (g_object_ref_sink (sl_trace_view_new ()));
  return G_SOURCE_REMOVE;
}

/**
 * sl_trace_tab_prepare_page:
 * @msec: how long to leave what is more urgent its time, in ms
 *
 * Makes the widgets of a page when there is time, so that the first picture of a trace does not wait for them.
 */
void
sl_trace_tab_prepare_page (SlTraceTab *self, guint msec)
{
  if (self->spare != NULL)
    return;

  g_clear_handle_id (&self->spare_timeout, g_source_remove);
  self->spare_timeout = g_timeout_add_full (G_PRIORITY_LOW, msec, make_spare_cb, self, NULL);
}

/**
 * sl_trace_tab_drop_spare:
 *
 * To be called before the tab goes.
 */
void
sl_trace_tab_drop_spare (SlTraceTab *self)
{
  g_clear_handle_id (&self->spare_timeout, g_source_remove);
  g_clear_object (&self->spare);
}

/* Returns: (transfer full): what was prepared, or what is made now */
static SlTraceView *
take_spare (SlTraceTab *self)
{
  g_clear_handle_id (&self->spare_timeout, g_source_remove);
  if (self->spare == NULL)
    return SL_TRACE_VIEW (g_object_ref_sink (sl_trace_view_new ()));
  return g_steal_pointer (&self->spare);
}

/* To assistive technologies, what is on a page that is turned away is still visible, unless it is hidden itself. */
static void
page_turned_cb (SlTraceTab *self)
{
  const char *name = gtk_stack_get_visible_child_name (self->stack);

  gtk_widget_set_visible (adw_status_page_get_child (self->loading_page),
                          g_strcmp0 (name, "loading") == 0);
  gtk_widget_set_visible (adw_status_page_get_child (self->error_page),
                          g_strcmp0 (name, "error") == 0);
}

/* Four buttons side by side are too wide for a small window with large text: then they are below each other. */
static void
follow_text_size (SlTraceTab *self)
{
  GtkWidget *buttons = gtk_widget_get_parent (self->open_other_button);

  gtk_orientable_set_orientation (GTK_ORIENTABLE (buttons), sl_text_scale_get (buttons) > 1
                                                                ? GTK_ORIENTATION_VERTICAL
                                                                : GTK_ORIENTATION_HORIZONTAL);
}

/**
 * sl_trace_tab_init_pages:
 *
 * From now on only the page that is shown has buttons that can be found.
 */
void
sl_trace_tab_init_pages (SlTraceTab *self)
{
  g_signal_connect_object (self->stack, "notify::visible-child", G_CALLBACK (page_turned_cb), self,
                           G_CONNECT_SWAPPED);
  page_turned_cb (self);
  g_signal_connect_object (gtk_widget_get_settings (GTK_WIDGET (self)), "notify::gtk-xft-dpi",
                           G_CALLBACK (follow_text_size), self, G_CONNECT_SWAPPED);
  follow_text_size (self);
}

/* Who opened them knows whether they are of one computer, and where they should stand. */
static void
apart_cb (SlTraceTab *self, const char *clock)
{
  /* Translators: the name of a clock of the kernel */
  g_autofree char *text = g_strdup_printf (
      _ ("By their clocks (%s), these traces were recorded at the same time, but they begin together"),
      clock);

  sl_message_offer (GTK_WIDGET (self->toasts), text, _ ("_Align…"), "view.traces", NULL);
}

/**
 * sl_trace_tab_show_trace:
 * @trace: its first generation
 */
void
sl_trace_tab_show_trace (SlTraceTab *self, SlTrace *trace)
{
  g_autoptr (SlDocument) document = sl_document_new (trace);
  g_autoptr (SlTraceView) page = take_spare (self);
  g_autoptr (GSettings) settings = sl_trace_tab_dup_settings (self);
  g_autoptr (GSimpleActionGroup) view_actions = NULL;

  if (self->files != NULL)
    {
      sl_annotations_store_attach (document, self->files);
      sl_document_set_trace_file (document, 0, g_ptr_array_index (self->files, 0));
    }
  sl_code_loader_attach (document, GTK_WIDGET (self));
  sl_call_search_attach (document);
  sl_trace_view_set_document (page, document, settings);
  sl_trace_view_come_in_parts (page);
  self->page = page;
  /* Before it is shown: a panel that goes away on the screen takes its time. */
  sl_trace_tab_prepare_exercise (self);
  self->added = sl_added_traces_new (document, self->files);
  g_signal_connect_object (self->added, "failed", G_CALLBACK (sl_trace_tab_toast), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->added, "apart", G_CALLBACK (apart_cb), self, G_CONNECT_SWAPPED);
  if (self->other_run != NULL)
    sl_added_traces_compare_simulation (self->added, self->other_run);
  sl_trace_tab_update_actions (self);
  view_actions = sl_view_actions_new (self->page);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "view", G_ACTION_GROUP (view_actions));
  gtk_widget_insert_action_group (self->header, "view", G_ACTION_GROUP (view_actions));
  g_set_object (&self->view_actions, G_ACTION_GROUP (view_actions));
  adw_bin_set_child (self->trace_bin, GTK_WIDGET (self->page));
  g_signal_connect_object (sl_trace_view_get_lecture (self->page), "notify::active",
                           G_CALLBACK (lecture_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "changed", G_CALLBACK (document_changed_cb), self,
                           G_CONNECT_SWAPPED);
  /* At once: to blend the pages would draw the whole window twice in each frame, just when there is
   * most to do. */
  gtk_stack_set_visible_child_full (self->stack, "trace", GTK_STACK_TRANSITION_TYPE_NONE);
  gtk_widget_grab_focus (GTK_WIDGET (self->page));
  sl_trace_tab_update_header (self);
  /* What is simulated looks as its exercise wants it. */
  if (self->files != NULL && self->simulation == NULL)
    sl_session_store_attach (document, self->files, restored_cb, G_OBJECT (self));
}

/* At once, since whoever closes the tab may open the same trace again. */
void
sl_trace_tab_keep_view (SlTraceTab *self)
{
  if (self->page != NULL)
    sl_session_store_flush (sl_trace_view_get_document (self->page));
}

/* The trace goes; what comes instead is for the caller to say. */
void
sl_trace_tab_drop_page (SlTraceTab *self)
{
  /* A window that is being destroyed needs no timeline back. */
  if (self->page != NULL && gtk_widget_get_mapped (GTK_WIDGET (self->page)))
    sl_lecture_set_active (sl_trace_view_get_lecture (self->page), FALSE);
  sl_trace_tab_keep_view (self);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "view", NULL);
  gtk_widget_insert_action_group (self->header, "view", NULL);
  g_clear_object (&self->view_actions);
  adw_bin_set_child (self->trace_bin, NULL);
  self->page = NULL;
  self->is_settled = FALSE;
  g_clear_object (&self->reloaded);
  self->is_reloading = FALSE;
  g_clear_object (&self->added);
  g_clear_pointer (&self->joined, g_ptr_array_unref);
  sl_trace_tab_update_actions (self);
  g_clear_pointer (&self->watches, g_ptr_array_unref);
}

/* What is simulated goes some day: it is none of the user's files. */
static void
remember_files (SlTraceTab *self)
{
  if (self->simulation != NULL)
    return;

  for (guint i = 0; self->files != NULL && i < self->files->len; i++)
    {
      g_autofree char *uri = g_file_get_uri (g_ptr_array_index (self->files, i));

      gtk_recent_manager_add_item (gtk_recent_manager_get_default (), uri);
    }
}

static void
loader_trace_cb (SlTraceTab *self, SlTrace *trace, double fraction)
{
  /* A first picture of nothing would only flash. */
  if (self->page == NULL && sl_trace_get_n_events (trace) > 0)
    sl_trace_tab_show_trace (self, trace);
  else if (self->page != NULL)
    sl_document_set_trace (sl_trace_view_get_document (self->page), trace);

  if (self->page != NULL)
    sl_trace_view_set_progress (self->page, fraction);
}

static void
loader_progress_cb (SlTraceTab *self, double fraction)
{
  if (fraction >= 0)
    gtk_progress_bar_set_fraction (self->loading_bar, fraction);
  else
    gtk_progress_bar_pulse (self->loading_bar);
}

/* A text of no format, or a log whose mapping is wrong, may be imported. */
static gboolean
may_import (SlTraceTab *self, const GError *error)
{
  return self->simulation == NULL && self->files != NULL && self->files->len == 1 &&
         sl_log_import_is_offered (g_ptr_array_index (self->files, 0), error);
}

/**
 * sl_trace_tab_show_error:
 *
 * Says in place of a trace why there is none.
 */
void
sl_trace_tab_show_error (SlTraceTab *self, const GError *error)
{
  gboolean is_text;

  adw_status_page_set_title (self->error_page, sl_open_failure_get_title (error));
  adw_status_page_set_description (self->error_page, NULL);
  if (error->message != NULL)
    {
      g_autofree char *markup = g_markup_escape_text (error->message, -1);

      adw_status_page_set_description (self->error_page, markup);
    }
  gtk_label_set_label (self->error_advice, sl_open_failure_get_advice (error));
  if (self->simulation != NULL && error->domain == SL_ERROR)
    {
      adw_status_page_set_title (self->error_page, _ ("The Task Set Cannot Be Simulated"));
      gtk_label_set_label (self->error_advice, _ ("Correct the task set and try again."));
    }
  /* Another format helps only where the file could be read. */
  gtk_widget_set_visible (GTK_WIDGET (self->open_as_button),
                          error->domain == SL_ERROR && self->simulation == NULL);
  is_text = may_import (self, error);
  gtk_widget_set_visible (self->import_button, is_text);
  if (is_text && g_error_matches (error, SL_ERROR, SL_ERROR_UNKNOWN_FORMAT))
    gtk_label_set_label (self->error_advice,
                         _ ("If you know what it is, choose its format under Open As. Any log of "
                            "a scheduler can be imported as text."));
  gtk_stack_set_visible_child_name (self->stack, "error");
  gtk_widget_grab_focus (self->open_other_button);
}

/* Files that were opened together are to be seen together: their traces are put on one axis. Who
 * meant to open them one by one has a button for that. */
static void
join_others (SlTraceTab *self, GPtrArray *others)
{
  guint n_others = others != NULL ? others->len : 0;
  g_autofree char *text = NULL;

  if (n_others == 0)
    return;

  for (guint i = 0; i < n_others; i++)
    sl_added_traces_add_source (self->added, g_ptr_array_index (others, i));
  g_clear_pointer (&self->joined, g_ptr_array_unref);
  self->joined = g_ptr_array_ref (others);

  text = g_strdup_printf (ngettext ("%u more trace shares this axis",
                                    "%u more traces share this axis", n_others),
                          n_others);
  sl_message_offer (GTK_WIDGET (self->toasts), text, _ ("_Separate Windows"), "win.separate", NULL);
}

/**
 * sl_trace_tab_own_files:
 *
 * What is shown is all that its files hold: they are watched, and offered again.
 */
void
sl_trace_tab_own_files (SlTraceTab *self)
{
  remember_files (self);
  if (self->files != NULL)
    sl_trace_tab_watch_files (self);
}

static void
loader_finished_cb (SlTraceTab *self, GPtrArray *others, const GError *error)
{
  g_autoptr (SlTraceLoader) loader = g_steal_pointer (&self->loader);

  if (error != NULL && self->page == NULL && sl_trace_tab_mount (self, loader, error))
    return;
  self->has_mounted = FALSE;

  sl_trace_tab_emit_changed (self);
  sl_trace_tab_emit_loaded (self);
  if (error == NULL && self->page == NULL)
    {
      g_autoptr (GError) empty =
          g_error_new_literal (SL_ERROR, SL_ERROR_EMPTY, "The trace holds no events");

      sl_trace_tab_show_error (self, empty);
      return;
    }
  if (error == NULL)
    {
      sl_trace_view_set_progress (self->page, 1);
      sl_trace_tab_begin_exercise (self);
      sl_trace_tab_own_files (self);
      join_others (self, others);
      if (self->view != NULL)
        sl_session_actions_show (self->page, self->view);
      g_clear_object (&self->view);
      return;
    }

  if (self->page == NULL)
    sl_trace_tab_show_error (self, error);
  else
    sl_trace_tab_toast (self, error->message);
}

/**
 * sl_trace_tab_take_loader:
 * @loader: (transfer full): not started yet
 *
 * Starts @loader and leaves off what was being loaded before; what was shown goes.
 */
void
sl_trace_tab_take_loader (SlTraceTab *self, SlTraceLoader *loader)
{
  g_autofree char *title =
      g_strdup_printf (self->simulation != NULL ? _ ("Simulating %s") : _ ("Opening %s"),
                       self->simulation != NULL ? sl_simulation_get_name (self->simulation)
                                                : self->name);

  if (self->loader != NULL)
    sl_trace_loader_cancel (self->loader);
  g_clear_object (&self->loader);
  sl_trace_tab_leave_live (self);
  sl_trace_tab_drop_page (self);
  sl_trace_tab_stamp_files (self);

  adw_status_page_set_title (self->loading_page, title);
  gtk_progress_bar_set_fraction (self->loading_bar, 0);
  gtk_stack_set_visible_child_name (self->stack, "loading");
  gtk_widget_set_visible (self->cancel_button, TRUE);
  gtk_widget_grab_focus (self->cancel_button);
  sl_trace_tab_update_header (self);

  self->loader = loader;
  g_signal_connect_object (self->loader, "trace", G_CALLBACK (loader_trace_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->loader, "progress", G_CALLBACK (loader_progress_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->loader, "finished", G_CALLBACK (loader_finished_cb), self,
                           G_CONNECT_SWAPPED);
  sl_trace_loader_start (self->loader);
  sl_trace_tab_prepare_page (self, 0);
}

/**
 * sl_trace_tab_load:
 * @format_id: (nullable): how to read the files; %NULL to recognise it
 *
 * Loads the files of the tab anew; does nothing where it has none.
 */
void
sl_trace_tab_load (SlTraceTab *self, const char *format_id)
{
  if (self->broken_exercise != NULL)
    sl_trace_tab_open_exercise (self, self->broken_exercise);
  else if (self->exercise != NULL && !self->is_switching_run)
    sl_trace_tab_open_exercise (self, sl_exercise_get_file (self->exercise));
  else if (self->simulation != NULL)
    sl_trace_tab_take_loader (self, sl_trace_loader_new_for_simulation (self->simulation));
  else if (self->files != NULL)
    sl_trace_tab_take_loader (self, sl_trace_loader_new (self->files, format_id));
}
