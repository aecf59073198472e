/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gstdio.h>
#include <string.h>
#include <utime.h>

#include "sl-analyses.h"
#include "sl-load.h"
#include "sl-marker-edit.h"
#include "sl-open.h"
#include "sl-session-prune.h"
#include "sl-session-store.h"
#include "sl-test.h"

typedef struct
{
  SlDocument *document;
  GPtrArray *files;
  GObject *owner;
  guint n_restored;
  guint n_refused;
  guint n_odd;
  guint n_missing;
} Fixture;

/* The fixture of each owner. */
static GHashTable *fixtures;

static void
restored_cb (GObject *owner, GPtrArray *odd, GPtrArray *missing, const GError *error)
{
  Fixture *self = g_hash_table_lookup (fixtures, owner);

  if (error != NULL)
    self->n_refused++;
  else
    self->n_restored++;
  self->n_odd += odd->len;
  self->n_missing += missing->len;
}

static SlTrace *
load_sample (const char *path)
{
  g_autofree char *text = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (SlSource) source = NULL;
  g_autoptr (GError) error = NULL;
  SlTrace *trace;
  gsize length;

  g_file_get_contents (path, &text, &length, &error);
  g_assert_no_error (error);
  bytes = g_bytes_new_take (g_steal_pointer (&text), length);
  source = sl_open_bytes (bytes, "jumping-balls.shark", "shark-ftrace", NULL, &error);
  g_assert_no_error (error);
  trace = sl_load_run (source, sl_analyses_get_all (), NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  return trace;
}

static void
fixture_open (Fixture *self)
{
  g_autofree char *path =
      g_build_filename (g_getenv ("SLACKLINE_DATA"), "samples", "jumping-balls.shark", NULL);
  g_autoptr (SlTrace) trace = load_sample (path);

  *self = (Fixture) { .document = sl_document_new (trace),
                      .files = g_ptr_array_new_with_free_func (g_object_unref),
                      .owner = g_object_new (G_TYPE_OBJECT, NULL) };
  g_ptr_array_add (self->files, g_file_new_for_path (path));
  g_hash_table_insert (fixtures, self->owner, self);
  sl_session_store_attach (self->document, self->files, restored_cb, self->owner);
}

static void
fixture_close (Fixture *self)
{
  g_hash_table_remove (fixtures, self->owner);
  g_object_unref (self->document);
  g_ptr_array_unref (self->files);
  g_object_unref (self->owner);
}

static char *
dup_path (void)
{
  Fixture fixture;
  char *path;

  fixture_open (&fixture);
  path = sl_session_store_dup_path (fixture.files);
  fixture_close (&fixture);
  return path;
}

static void
test_restore (void)
{
  Fixture fixture;
  g_autoptr (SlViewState) left = NULL;

  g_test_summary (
      "What a trace looked like is there when it is opened again, as one step of undo; what "
      "was never changed is not kept.");

  fixture_open (&fixture);
  g_assert_cmpuint (fixture.n_restored, ==, 0);
  fixture_close (&fixture);
  fixture_open (&fixture);
  g_assert_cmpuint (fixture.n_restored, ==, 0);

  sl_marker_edit_add (fixture.document, 4000000);
  sl_document_show (fixture.document, (SlSpan) { 3000000, 9000000 }, SL_GESTURE_NONE);
  sl_document_take_state (fixture.document,
                          sl_view_state_with_name (sl_document_get_state (fixture.document),
                                                   SL_NAMES_HIDDEN_ROWS, "task:288", TRUE),
                          SL_GESTURE_NONE);
  left = sl_view_state_ref (sl_document_get_state (fixture.document));
  fixture_close (&fixture);

  fixture_open (&fixture);
  g_assert_cmpuint (fixture.n_restored, ==, 1);
  g_assert_true (sl_view_state_equal (sl_document_get_state (fixture.document), left));
  g_assert_true (sl_view_history_undo (sl_document_get_history (fixture.document)));
  g_assert_false (sl_view_history_can_undo (sl_document_get_history (fixture.document)));
  g_assert_cmpuint (sl_markers_get_count (
                        sl_view_state_get_markers (sl_document_get_state (fixture.document))),
                    ==, 0);
  g_assert_true (sl_view_history_redo (sl_document_get_history (fixture.document)));
  fixture_close (&fixture);
}

static void
test_odd (void)
{
  static const struct
  {
    const char *text;
    guint n_restored;
    guint n_odd;
    guint n_missing;
  } cases[] = {
    { "[slackline-view]\nversion=1\n[cursors]\na=10\n", 1, 0, 0 },
    { "[slackline-view]\nversion=1\n[cursors]\na=10\n[view]\nlook=pretty\n", 1, 1, 0 },
    { "[slackline-view]\nversion=1\n[view]\nlook=pretty\nlok=compact\n", 1, 2, 0 },
    { "[slackline-view]\nversion=1\n[rows]\nhidden=task:nobody;task:264;\n", 1, 0, 1 },
    { "[slackline-view]\nversion=1\n", 0, 0, 0 },
  };
  g_autofree char *path = dup_path ();
  g_autofree char *folder = g_path_get_dirname (path);

  g_test_summary (
      "Values that somebody wrote into the file and that cannot be read are told, also where nothing else is in it, and "
      "so are rows that the trace does not have.");

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      Fixture fixture;

      g_assert_true (g_file_set_contents (path, cases[i].text, -1, NULL));
      fixture_open (&fixture);
      g_assert_cmpuint (fixture.n_restored, ==, cases[i].n_restored);
      g_assert_cmpuint (fixture.n_odd, ==, cases[i].n_odd);
      g_assert_cmpuint (fixture.n_missing, ==, cases[i].n_missing);
      g_assert_cmpuint (fixture.n_refused, ==, 0);
      fixture_close (&fixture);
    }
  g_assert_cmpint (g_remove (path), ==, 0);
}

static void
test_foreign (void)
{
  static const char *const texts[] = { "", "[x]", "\xff\xfe", "[slackline-view]\nversion=99\n" };
  g_autofree char *path = dup_path ();
  g_autofree char *folder = g_path_get_dirname (path);

  g_test_summary (
      "A file that is no saved view, or of a later version, changes nothing, and is said once.");

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      Fixture fixture;

      g_assert_true (g_file_set_contents (path, texts[i], -1, NULL));
      fixture_open (&fixture);
      g_assert_cmpuint (fixture.n_restored, ==, 0);
      g_assert_cmpuint (fixture.n_refused, ==, 1);
      g_assert_false (sl_view_history_can_undo (sl_document_get_history (fixture.document)));
      fixture_close (&fixture);
    }
}

/* Each cell of a target that the user could have picked. */
static void
test_picked (void)
{
  Fixture fixture;
  SlTarget target;
  SlTime time;
  guint row = 0;

  g_test_summary (
      "What was picked is picked again, an event or an item of a row, and the panels are as they "
      "were; in a file of the same name in which something else is there, nothing is.");

  for (guint i = 0; i < 2; i++)
    {
      SlViewPanels panels = { "misses", TRUE, TRUE, 300 + (int) i, FALSE };
      g_autofree char *path = NULL;
      g_autofree char *text = NULL;
      g_autoptr (GString) other = NULL;
      SlRows *rows;

      fixture_open (&fixture);
      rows = sl_document_get_rows (fixture.document);
      while (i > 0 && !sl_rows_first_in (rows, row, (SlSpan) { 0, 50000000 }, &target))
        row++;
      if (i == 0)
        g_assert_true (sl_document_make_event (fixture.document, 0, 300, &target, &time));
      /* It outlives the document. */
      target.row = g_intern_string (target.row);
      sl_document_pick (fixture.document, &target);
      sl_document_take_state (fixture.document,
                              sl_view_state_with_panels (sl_document_get_state (fixture.document),
                                                         &panels),
                              SL_GESTURE_NONE);
      path = sl_session_store_dup_path (fixture.files);
      fixture_close (&fixture);

      fixture_open (&fixture);
      g_assert_true (
          sl_target_equal (sl_view_state_get_picked (sl_document_get_state (fixture.document)),
                           &target));
      g_assert_true (
          sl_view_panels_equal (sl_view_state_get_panels (sl_document_get_state (fixture.document)),
                                &panels));
      fixture_close (&fixture);

      /* As if it had been somewhere else. */
      g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
      other = g_string_new (text);
      g_assert_cmpuint (g_string_replace (other, "[picked]\n", "[picked]\nlater=1\n", 1), ==, 1);
      g_assert_nonnull (strstr (strstr (other->str, "[picked]"), "\nbegin="));
      g_string_insert (other, strstr (strstr (other->str, "[picked]"), "\nbegin=") - other->str + 7,
                       "1");
      g_assert_true (g_file_set_contents (path, other->str, -1, NULL));
      fixture_open (&fixture);
      g_assert_cmpint (sl_view_state_get_picked (sl_document_get_state (fixture.document))->type,
                       ==, SL_TARGET_NONE);
      fixture_close (&fixture);
    }
}

static void
test_instant (void)
{
  Fixture fixture;
  SlTarget target;
  SlTime time, instant;
  SlSpan span = { 0, 0 };
  SlRows *rows;

  g_test_summary (
      "An item that was gone to for one of its instants is shown for that instant again; one that was only "
      "picked is not.");

  fixture_open (&fixture);
  rows = sl_document_get_rows (fixture.document);
  for (guint row = 0; sl_span_duration (span) < 4; row++)
    if (sl_rows_first_in (rows, row, (SlSpan) { 0, 50000000 }, &target))
      g_assert_true (sl_rows_get_span (rows, &target, &span));
  target.row = g_intern_string (target.row);
  instant = span.begin + sl_span_duration (span) / 2;
  sl_document_lead_to (fixture.document, &target, span, instant);
  fixture_close (&fixture);

  fixture_open (&fixture);
  g_assert_cmpuint (fixture.n_restored, ==, 1);
  g_assert_true (sl_document_get_led_to (fixture.document, &time));
  g_assert_cmpint (time, ==, instant);
  g_assert_true (sl_view_history_undo (sl_document_get_history (fixture.document)));
  g_assert_false (sl_view_history_can_undo (sl_document_get_history (fixture.document)));
  g_assert_true (sl_view_history_redo (sl_document_get_history (fixture.document)));
  g_assert_true (sl_document_get_led_to (fixture.document, &time));
  sl_document_go_back (fixture.document);
  fixture_close (&fixture);

  fixture_open (&fixture);
  g_assert_true (
      sl_target_equal (sl_view_state_get_picked (sl_document_get_state (fixture.document)),
                       &target));
  g_assert_false (sl_document_get_led_to (fixture.document, &time));
  fixture_close (&fixture);
}

/* A view of the name that a sum gives, so many days old. */
static void
make_kept (const char *folder, guint number, guint days, gint64 now)
{
  g_autofree char *name = g_strdup_printf ("%064x.ini", number);
  g_autofree char *path = g_build_filename (folder, name, NULL);
  struct utimbuf times = { now - (gint64) days * 86400, now - (gint64) days * 86400 };

  g_assert_true (g_file_set_contents (path, "", 0, NULL));
  g_assert_cmpint (g_utime (path, &times), ==, 0);
}

static gboolean
has_kept (const char *folder, guint number)
{
  g_autofree char *name = g_strdup_printf ("%064x.ini", number);
  g_autofree char *path = g_build_filename (folder, name, NULL);

  return g_file_test (path, G_FILE_TEST_EXISTS);
}

static void
test_prune (void)
{
  g_autofree char *folder = g_dir_make_tmp ("slackline-prune-XXXXXX", NULL);
  g_autofree char *own = g_build_filename (folder, "lecture.slackline-view", NULL);
  g_autofree char *like = g_build_filename (folder, "mine.ini", NULL);
  gint64 now = g_get_real_time () / G_USEC_PER_SEC;

  g_test_summary (
      "Views of traces that were not opened for a year go, then the oldest of those that are "
      "too many; what the user put there himself stays, however old.");

  g_assert_cmpuint (sl_session_prune ("/nonexistent", now), ==, 0);
  for (guint i = 0; i < SL_SESSION_MOST + 20; i++)
    make_kept (folder, i, i < 5 ? SL_SESSION_DAYS + 1 : i % 300, now);
  g_assert_true (g_file_set_contents (own, "", 0, NULL));
  g_assert_true (g_file_set_contents (like, "", 0, NULL));
  g_assert_cmpint (g_utime (own, &(struct utimbuf) { 1, 1 }), ==, 0);
  g_assert_cmpint (g_utime (like, &(struct utimbuf) { 1, 1 }), ==, 0);

  g_assert_cmpuint (sl_session_prune (folder, now), ==, 20);
  for (guint i = 0; i < 5; i++)
    g_assert_false (has_kept (folder, i));
  for (guint i = 5; i < SL_SESSION_MOST + 20; i++)
    if (i % 300 < 280)
      g_assert_true (has_kept (folder, i));
  g_assert_true (g_file_test (own, G_FILE_TEST_EXISTS));
  g_assert_true (g_file_test (like, G_FILE_TEST_EXISTS));
  g_assert_cmpuint (sl_session_prune (folder, now), ==, 0);
  g_assert_cmpuint (sl_session_prune (folder, now + (gint64) 1000 * 86400), ==, SL_SESSION_MOST);
  sl_test_remove_folder (folder);
}

int
main (int argc, char **argv)
{
  g_autofree char *folder = g_dir_make_tmp ("slackline-test-XXXXXX", NULL);
  int status;

  /* Before GLib looks at it. */
  g_setenv ("XDG_DATA_HOME", folder, TRUE);
  g_test_init (&argc, &argv, NULL);
  fixtures = g_hash_table_new (NULL, NULL);

  g_test_add_func ("/session-store/restore", test_restore);
  g_test_add_func ("/session-store/odd", test_odd);
  g_test_add_func ("/session-store/foreign", test_foreign);
  g_test_add_func ("/session-store/picked", test_picked);
  g_test_add_func ("/session-store/instant", test_instant);
  g_test_add_func ("/session-store/prune", test_prune);

  status = g_test_run ();
  sl_test_remove_folder (folder);
  g_hash_table_unref (fixtures);
  return status;
}
