/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-session-store.h"

#include <glib/gstdio.h>
#include <string.h>
#include <utime.h>

#include "sl-file-reader.h"
#include "sl-file-writer.h"
#include "sl-session-prune.h"
#include "sl-session-text.h"
#include "sl-view-file.h"

/* A small text in the user's data folder for each trace, as its annotations have one. Those of traces
 * that were not opened for long are removed. */

/* Of a document: what keeps its view. */
#define STORE "sl-session-store"

/* Whoever drags changes the view many times a second. */
#define QUIET_MSEC 1000

typedef struct
{
  char *path;
  char *heading; /* comment with the names of the files, for those who look into the folder */
  SlSessionFunc restored;
  GWeakRef owner;
  gboolean is_restored; /* what was kept was looked for */
  SlViewState *state;   /* to be written; NULL where all is */
  SlTraceSet *set;      /* of which @state is a view; NULL as it is */
  gboolean is_picked;   /* something that is there */
  SlViewPlace picked;   /* where it is */
  guint writing;        /* timeout; 0 while nothing is to be written */
} Store;

static void
write_now (Store *self)
{
  g_autofree char *view = NULL;
  g_autofree char *text = NULL;
  g_autofree char *folder = g_path_get_dirname (self->path);
  g_autoptr (GFile) file = g_file_new_for_path (self->path);
  g_autoptr (GError) error = NULL;

  g_clear_handle_id (&self->writing, g_source_remove);
  if (self->state == NULL)
    return;

  view =
      sl_session_text_write_state (self->state, self->set, self->is_picked ? &self->picked : NULL);
  text = g_strconcat (self->heading, view, NULL);
  g_clear_pointer (&self->state, sl_view_state_unref);
  g_clear_object (&self->set);
  /* What cannot be kept is lost with the window, as the trace itself is not. */
  g_mkdir_with_parents (folder, 0700);
  if (!sl_file_write (file, NULL, text, strlen (text), &error))
    g_info ("The view of the trace cannot be saved: %s", error->message);
}

static gboolean
write_cb (gpointer user_data)
{
  Store *self = user_data;

  self->writing = 0;
  write_now (self);
  return G_SOURCE_REMOVE;
}

static void
keep (Store *self, SlDocument *document, guint changes)
{
  g_clear_pointer (&self->state, sl_view_state_unref);
  self->state = sl_view_state_ref (sl_document_get_state (document));
  g_set_object (&self->set, sl_document_get_trace_set (document));
  if ((changes & SL_CHANGED_PICKED) != 0)
    self->is_picked = sl_session_text_find_picked (document, &self->picked);
  /* It comes after the item was picked. */
  self->picked.instant = sl_session_text_find_instant (document);
  if (self->writing == 0)
    self->writing = g_timeout_add (QUIET_MSEC, write_cb, self);
}

/* (transfer full) (nullable): the document's state with what was kept; %NULL where nothing was */
static SlViewState *
read_kept (Store *self,
           SlDocument *document,
           GPtrArray *odd,
           GPtrArray *missing,
           SlTime *instant,
           GError **error)
{
  g_autoptr (GFile) file = g_file_new_for_path (self->path);
  g_autofree char *text = NULL;
  gsize length;

  text = sl_file_read (file, SL_FILE_READ_REGULAR, SL_VIEW_FILE_MOST, &length, NULL);
  if (text == NULL)
    return NULL;

  /* It counts as new from now on. */
  g_utime (self->path, NULL);
  return sl_session_text_read (document, text, length, missing, odd, instant, error);
}

static void
tell (Store *self, GPtrArray *odd, GPtrArray *missing, const GError *error)
{
  g_autoptr (GObject) owner = g_weak_ref_get (&self->owner);

  if (owner != NULL)
    self->restored (owner, odd, missing, error);
}

/* Where the user was faster, the view is what he made of it; but his markers are not lost. */
static void
restore (Store *self, SlDocument *document)
{
  SlViewState *state = sl_document_get_state (document);
  g_autoptr (GError) error = NULL;
  SlTime instant = SL_TIME_MAX;
  g_autoptr (GPtrArray) odd = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) missing = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (SlViewState) kept = read_kept (self, document, odd, missing, &instant, &error);
  gboolean is_touched = sl_view_history_can_undo (sl_document_get_history (document));

  self->is_restored = TRUE;
  self->is_picked = sl_session_text_find_picked (document, &self->picked);
  if (kept != NULL && is_touched)
    {
      g_autoptr (SlViewState) all = g_steal_pointer (&kept);

      g_ptr_array_set_size (missing, 0);
      kept = sl_markers_get_count (sl_view_state_get_markers (state)) == 0
                 ? sl_view_state_with_markers (state, sl_view_state_get_markers (all))
                 : sl_view_state_ref (state);
    }

  if (error != NULL)
    tell (self, odd, missing, error);
  if (kept == NULL || (odd->len == 0 && sl_view_state_equal (kept, state)))
    return;

  sl_document_take_state (document, g_steal_pointer (&kept), SL_GESTURE_NONE);
  if (!is_touched)
    sl_session_text_lead_to (document, instant);
  tell (self, odd, missing, NULL);
}

static void
changed_cb (SlDocument *document, guint changes, Store *self)
{
  if (!self->is_restored)
    {
      if (sl_trace_is_complete (sl_document_get_trace (document)))
        restore (self, document);
      return;
    }

  if ((changes & (SL_CHANGED_VISIBLE | SL_CHANGED_VIEW | SL_CHANGED_FILTER | SL_CHANGED_PANELS)) !=
      0)
    keep (self, document, changes);
}

static void
store_free (gpointer data, GClosure *closure)
{
  Store *self = data;

  write_now (self);
  g_weak_ref_clear (&self->owner);
  g_free (self->path);
  g_free (self->heading);
  g_free (self);
}

static char *
dup_heading (GPtrArray *files)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < files->len; i++)
    {
      g_autofree char *uri = g_file_get_uri (g_ptr_array_index (files, i));

      g_string_append_printf (text, "# %s\n", uri);
    }
  return g_strdup (text->str);
}

/**
 * sl_session_store_dup_path:
 * @files: (element-type GFile): of a trace
 *
 * Files are the same where their names are: a view stays with a file that grows or is recorded anew.
 *
 * Returns: (transfer full): where their view is kept in the user's data folder
 */
char *
sl_session_store_dup_path (GPtrArray *files)
{
  g_autofree char *names = dup_heading (files);
  g_autofree char *sum = g_compute_checksum_for_string (G_CHECKSUM_SHA256, names, -1);
  g_autofree char *name = g_strconcat (sum, ".ini", NULL);

  return g_build_filename (g_get_user_data_dir (), "slackline", "views", name, NULL);
}

static gpointer
prune_in_thread (gpointer folder)
{
  sl_session_prune (folder, g_get_real_time () / G_USEC_PER_SEC);
  g_free (folder);
  return NULL;
}

/* Once while the program runs. */
static void
prune (const char *path)
{
  static gsize is_done = 0;

  if (g_once_init_enter (&is_done))
    {
      g_thread_unref (g_thread_new ("sl-prune", prune_in_thread, g_path_get_dirname (path)));
      g_once_init_leave (&is_done, 1);
    }
}

/**
 * sl_session_store_attach:
 * @files: (element-type GFile): what @document's trace was opened from
 * @restored: called where something comes back, at once or when the trace has been read, or where what
 *   was kept is of no use
 * @owner: of @restored, which is not called once it has gone
 *
 * Gives @document, in one step of undo, the view that the same files had before, and keeps the view of
 * them from now on.
 */
void
sl_session_store_attach (SlDocument *document,
                         GPtrArray *files,
                         SlSessionFunc restored,
                         GObject *owner)
{
  Store *self = g_new0 (Store, 1);

  self->path = sl_session_store_dup_path (files);
  self->heading = dup_heading (files);
  self->restored = restored;
  g_weak_ref_init (&self->owner, owner);
  g_signal_connect_data (document, "changed", G_CALLBACK (changed_cb), self, store_free, 0);
  g_object_set_data (G_OBJECT (document), STORE, self);
  if (sl_trace_is_complete (sl_document_get_trace (document)))
    restore (self, document);
  /* What is restored now is new. */
  prune (self->path);
}

/**
 * sl_session_store_flush:
 *
 * Writes at once what is kept of the view of @document, which may live on for a while; does nothing where nothing of it is kept.
 */
void
sl_session_store_flush (SlDocument *document)
{
  Store *self = g_object_get_data (G_OBJECT (document), STORE);

  if (self != NULL)
    write_now (self);
}
