/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-trace-tab-private.h"

#include <glib/gi18n.h>

#include "sl-action-util.h"
#include "sl-file-watch.h"
#include "sl-session-text.h"
#include "sl-trace-intact.h"

/* Files that change while they are shown: a strip says so, and they can be reloaded in place, with the earlier
 * content beside the new one. */

/* (transfer full): what tells a file from what it was */
static char *
dup_stamp (GPtrArray *files)
{
  g_autoptr (GString) stamp = g_string_new (NULL);

  for (guint i = 0; i < files->len; i++)
    {
      GFile *file = g_ptr_array_index (files, i);
      /* Another machine is not asked: it would hold up the window. */
      g_autoptr (GFileInfo) info = g_file_peek_path (file) == NULL
                                       ? NULL
                                       : g_file_query_info (file,
                                                            G_FILE_ATTRIBUTE_STANDARD_SIZE
                                                            "," G_FILE_ATTRIBUTE_TIME_MODIFIED
                                                            "," G_FILE_ATTRIBUTE_TIME_MODIFIED_USEC
                                                            "," G_FILE_ATTRIBUTE_UNIX_INODE,
                                                            G_FILE_QUERY_INFO_NONE, NULL, NULL);

      /* A file that is gone, or not there yet again, is as it was: there is nothing to read. */
      if (info == NULL)
        return NULL;

      g_string_append_printf (
          stamp, "%" G_GOFFSET_FORMAT " %" G_GUINT64_FORMAT ".%u %" G_GUINT64_FORMAT "\n",
          g_file_info_get_size (info),
          g_file_info_get_attribute_uint64 (info, G_FILE_ATTRIBUTE_TIME_MODIFIED),
          g_file_info_get_attribute_uint32 (info, G_FILE_ATTRIBUTE_TIME_MODIFIED_USEC),
          g_file_info_get_attribute_uint64 (info, G_FILE_ATTRIBUTE_UNIX_INODE));
    }
  return g_strdup (stamp->str);
}

/* The file is the store: what is cut off from it is gone, and the user must know. */
static void
file_changed_cb (SlTraceTab *self)
{
  g_autofree char *stamp = NULL;
  SlDocument *document;
  gboolean is_changed, is_outdated, is_intact;
  const char *note = NULL;

  if (self->page == NULL || self->files == NULL)
    return;

  document = sl_trace_view_get_document (self->page);
  stamp = dup_stamp (self->files);
  is_changed = stamp == NULL || g_strcmp0 (stamp, self->stamp) != 0;
  if (is_changed)
    note = sl_document_look_again (document);
  if (note != NULL)
    sl_trace_tab_toast (self, note);
  /* What was simulated is written here, not read. */
  is_outdated =
      sl_trace_tab_can_reload (self) && self->follower == NULL && stamp != NULL && is_changed;
  is_intact = !is_outdated || sl_trace_intact_check (sl_document_get_whole_trace (document));
  sl_action_set_enabled (G_ACTION_MAP (self->actions), "reload-compared",
                         sl_trace_tab_can_reload (self) && is_intact);
  sl_trace_view_set_outdated (self->page, is_outdated, is_intact);
}

/**
 * sl_trace_tab_watch_files:
 *
 * Tells the user from now on when they change.
 */
void
sl_trace_tab_watch_files (SlTraceTab *self)
{
  g_clear_pointer (&self->watches, g_ptr_array_unref);
  self->watches = sl_file_watch_start (self->files, self, G_CALLBACK (file_changed_cb));
  /* What happened before the watch began. */
  file_changed_cb (self);
}

/**
 * sl_trace_tab_stamp_files:
 *
 * To be called when reading them begins.
 */
void
sl_trace_tab_stamp_files (SlTraceTab *self)
{
  g_free (self->stamp);
  self->stamp = self->files != NULL ? dup_stamp (self->files) : NULL;
}

/* What is shown is still what was read before. */
static void
keep_stamp (SlTraceTab *self)
{
  g_free (self->stamp);
  self->stamp = g_steal_pointer (&self->stamp_before);
}

static void
end_reload (SlTraceTab *self)
{
  self->is_reloading = FALSE;
  g_clear_object (&self->reloaded);
  sl_trace_view_set_progress (self->page, 1);
  sl_trace_tab_emit_changed (self);
}

/* Only where it is what it was; numbers of items may be those of others now. */
static void
keep_picked (SlDocument *document, gboolean was_found, SlSpan before)
{
  SlViewPlace now;

  if (!was_found || !sl_session_text_find_picked (document, &now) ||
      !sl_span_equal (before, now.span))
    sl_document_pick (document, NULL);
}

static void
say_overwritten (SlTraceTab *self)
{
  sl_trace_tab_toast (self, _ ("The earlier content cannot be shown: the file was overwritten"));
}

/* Beside what the file holds now. */
static void
compare_before (SlTraceTab *self, SlTrace *before)
{
  SlDocument *document = sl_trace_view_get_document (self->page);
  guint number;

  /* It may have been overwritten since. */
  if (!sl_trace_intact_check (before))
    {
      say_overwritten (self);
      return;
    }

  number = sl_document_add_before (document, before);
  sl_document_compare (document, (const guint[]) { number, 0 });
}

static void
take_reloaded (SlTraceTab *self)
{
  SlDocument *document = sl_trace_view_get_document (self->page);
  g_autoptr (SlTrace) before = g_object_ref (sl_document_get_whole_trace (document));
  SlViewPlace picked;
  gboolean is_found;

  sl_step_mode_set_active (sl_document_get_step_mode (document), FALSE);
  is_found = sl_session_text_find_picked (document, &picked);
  sl_document_keep_colours (document);
  sl_document_hold_changes (document);
  sl_document_reload (document, self->reloaded);
  keep_picked (document, is_found, picked.span);
  if (self->compares_before)
    compare_before (self, before);
  sl_document_release_changes (document);
  sl_trace_view_set_outdated (self->page, FALSE, TRUE);
}

static void
trace_cb (SlTraceTab *self, SlTrace *trace, double fraction)
{
  g_set_object (&self->reloaded, trace);
  sl_trace_view_set_progress (self->page, MIN (fraction, 0.999));
}

static void
progress_cb (SlTraceTab *self, double fraction)
{
  if (fraction >= 0)
    sl_trace_view_set_progress (self->page, MIN (fraction, 0.999));
}

/* What was shown stays where the file cannot be read. */
static void
finished_cb (SlTraceTab *self, GPtrArray *others, const GError *error)
{
  G_GNUC_UNUSED g_autoptr (SlTraceLoader) loader = g_steal_pointer (&self->loader);

  if (error != NULL || self->reloaded == NULL)
    keep_stamp (self);
  if (error != NULL)
    sl_trace_tab_toast (self, error->message);
  else if (self->reloaded == NULL || sl_trace_get_n_events (self->reloaded) == 0)
    sl_trace_tab_toast (self, _ ("The file holds no events now"));
  else
    take_reloaded (self);
  end_reload (self);
  sl_trace_tab_watch_files (self);
}

/**
 * sl_trace_tab_can_reload:
 *
 * Returns: whether a trace is shown that was read from files and can be read again in its place
 */
gboolean
sl_trace_tab_can_reload (SlTraceTab *self)
{
  return self->page != NULL && self->files != NULL && self->simulation == NULL &&
         self->capture == NULL && self->exercise == NULL;
}

/**
 * sl_trace_tab_stop_reload:
 *
 * What was shown before stays.
 *
 * Returns: whether something was read again
 */
gboolean
sl_trace_tab_stop_reload (SlTraceTab *self)
{
  if (!self->is_reloading)
    return FALSE;

  sl_trace_loader_cancel (self->loader);
  g_clear_object (&self->loader);
  keep_stamp (self);
  end_reload (self);
  sl_trace_tab_watch_files (self);
  return TRUE;
}

/**
 * sl_trace_tab_reload:
 * @compares_before: whether what was there before is put beside it; where that is gone, nothing is reloaded
 *
 * Reads the files again, in the place of what is shown: the view, the selected item and the markers stay.
 * Where it is still being read, or nothing is shown, it is read from the start.
 */
void
sl_trace_tab_reload (SlTraceTab *self, gboolean compares_before)
{
  SlDocument *document;
  SlTrace *trace;

  g_return_if_fail (sl_trace_tab_can_reload (self));

  if (self->loader != NULL)
    return;

  document = sl_trace_view_get_document (self->page);
  if (compares_before && !sl_trace_intact_check (sl_document_get_whole_trace (document)))
    {
      say_overwritten (self);
      return;
    }

  trace = sl_document_get_trace (document);
  self->is_reloading = TRUE;
  self->compares_before = compares_before;
  g_free (self->stamp_before);
  self->stamp_before = g_steal_pointer (&self->stamp);
  sl_trace_tab_stamp_files (self);
  self->loader =
      sl_trace_loader_new (self->files, sl_source_get_format_id (sl_trace_get_source (trace)));
  g_signal_connect_object (self->loader, "trace", G_CALLBACK (trace_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->loader, "progress", G_CALLBACK (progress_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->loader, "finished", G_CALLBACK (finished_cb), self,
                           G_CONNECT_SWAPPED);
  sl_trace_loader_start (self->loader);
  sl_trace_tab_emit_changed (self);
}
