/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the window says of the code that ran: the list of instructions, and the code that is missing. */
#include <glib/gstdio.h>

#include "sl-analyses.h"
#include "sl-app-test.h"
#include "sl-code-load.h"
#include "sl-format-registry.h"
#include "sl-load.h"
#include "sl-panels.h"
#include "sl-pt-program.h"
#include "sl-summary-private.h"

/* Columns of what the command line prints. */
enum
{
  CSV_TICK,
  CSV_CPU,
  CSV_PID,
  CSV_ADDRESS,
  CSV_SIZE,
  CSV_CLASS,
  CSV_SYMBOL,
  CSV_BYTES,
  N_CSV,
};

/* Columns of the list, from the last on. */
enum
{
  FROM_LAST_BYTES = 1,
  FROM_LAST_SYMBOL,
  FROM_LAST_KIND,
  FROM_LAST_ADDRESS,
  FROM_LAST_CPU,
  FROM_LAST_TICK,
};

typedef struct
{
  char *folder;
  char *elf;
  char *stream;
  SlDocument *document;
  GPtrArray *printed; /* of GStrv: what the command line prints, without the header */
} Fixture;

static char *
write_file (const char *folder, const char *name, GBytes *bytes)
{
  char *path = g_build_filename (folder, name, NULL);

  g_assert_true (g_file_set_contents (path, g_bytes_get_data (bytes, NULL),
                                      (gssize) g_bytes_get_size (bytes), NULL));
  return path;
}

static SlDocument *
open_document (const char *elf, GBytes *stream)
{
  g_autoptr (SlMapping) mapping = sl_mapping_new_for_bytes (stream, "program.pt");
  g_autoptr (SlInput) input = sl_input_new (&mapping, 1);
  const char *const names[] = { "program.pt", NULL };
  g_autoptr (GPtrArray) files = sl_code_files_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (SlSource) source = sl_formats_find ("intel-pt")->open (input, NULL, NULL, &error);
  g_autoptr (SlTrace) trace = NULL;
  g_autoptr (SlCodeMap) map = NULL;
  SlDocument *document;

  g_assert_no_error (error);
  sl_source_set_identity (source, "intel-pt", "Intel PT", names);
  sl_source_set_traits (source, SL_TRAIT_PACKETS);
  trace = sl_load_run (source, sl_analyses_get_all (), NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  sl_code_load_add (files, elf, NULL);
  map = sl_code_load (files, NULL, NULL);
  g_assert_nonnull (map);
  document = sl_document_new (trace);
  sl_document_set_code_map (document, 0, map);
  return document;
}

static GPtrArray *
print_instructions (const char *elf, const char *stream)
{
  const char *arguments[] = {
    g_getenv ("SLACKLINE_CLI"), "instructions", "--csv", "--symbols", elf, stream, NULL
  };
  GPtrArray *printed = g_ptr_array_new_with_free_func ((GDestroyNotify) g_strfreev);
  g_autofree char *output = NULL;
  g_auto (GStrv) lines = NULL;
  g_autoptr (GError) error = NULL;
  int status;

  g_assert_true (g_spawn_sync (NULL, (char **) arguments, NULL, G_SPAWN_DEFAULT, NULL, NULL,
                               &output, NULL, &status, &error));
  g_assert_no_error (error);
  g_assert_cmpint (status, ==, 0);
  lines = g_strsplit (output, "\n", -1);
  for (guint i = 1; lines[i] != NULL && *lines[i] != '\0'; i++)
    {
      char **cells = g_strsplit (g_strchomp (lines[i]), ",", -1);

      g_assert_cmpuint (g_strv_length (cells), ==, N_CSV);
      g_ptr_array_add (printed, cells);
    }
  return printed;
}

static void
set_up (Fixture *self, gconstpointer data)
{
  g_autoptr (SlPtProgram) program = sl_pt_program_new (4, 2000);

  sl_app_test_start ();
  self->folder = g_dir_make_tmp ("instructions-XXXXXX", NULL);
  self->elf = write_file (self->folder, "program", program->elf);
  self->stream = write_file (self->folder, "program.pt", program->stream);
  self->document = open_document (self->elf, program->stream);
  self->printed = print_instructions (self->elf, self->stream);
  g_assert_cmpuint (self->printed->len, ==, program->n_instructions);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  g_object_unref (self->document);
  g_ptr_array_unref (self->printed);
  g_unlink (self->elf);
  g_unlink (self->stream);
  g_rmdir (self->folder);
  g_free (self->elf);
  g_free (self->stream);
  g_free (self->folder);
}

static GtkSelectionModel *
get_lines (GtkWidget *list)
{
  return gtk_column_view_get_model (
      GTK_COLUMN_VIEW (sl_app_test_find (list, GTK_TYPE_COLUMN_VIEW)));
}

static gboolean
has_lines (gpointer list)
{
  return g_list_model_get_n_items (G_LIST_MODEL (get_lines (list))) > 0;
}

/* The texts of a row, column by column. */
static void
add_texts (GtkWidget *widget, GPtrArray *texts)
{
  if (GTK_IS_INSCRIPTION (widget))
    {
      g_ptr_array_add (texts, g_strdup (gtk_inscription_get_text (GTK_INSCRIPTION (widget))));
      return;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    add_texts (child, texts);
}

static const char *
get_text (GPtrArray *texts, guint from_last)
{
  const char *text = g_ptr_array_index (texts, texts->len - from_last);

  return text != NULL ? text : "";
}

static void
remove_all (char *text, char c)
{
  char *to = text;

  for (const char *from = text; *from != '\0'; from++)
    if (*from != c)
      *to++ = *from;
  *to = '\0';
}

/* The digits of a figure, which are in groups. */
static char *
dup_digits (const char *text)
{
  GString *digits = g_string_new (NULL);

  for (; *text != '\0'; text++)
    if (g_ascii_isdigit (*text))
      g_string_append_c (digits, *text);
  return g_string_free (digits, FALSE);
}

static void
assert_row (GPtrArray *texts, char **printed)
{
  g_autofree char *bytes = g_strdup (get_text (texts, FROM_LAST_BYTES));
  g_autofree char *kind = g_strdup (get_text (texts, FROM_LAST_KIND));
  g_autofree char *tick = dup_digits (get_text (texts, FROM_LAST_TICK));

  remove_all (bytes, ' ');
  g_strdelimit (kind, " ", '-');
  g_assert_cmpstr (bytes, ==, printed[CSV_BYTES]);
  g_assert_cmpstr (*kind != '\0' ? kind : "other", ==, printed[CSV_CLASS]);
  g_assert_cmpstr (get_text (texts, FROM_LAST_SYMBOL), ==, printed[CSV_SYMBOL]);
  g_assert_cmpstr (get_text (texts, FROM_LAST_ADDRESS), ==, printed[CSV_ADDRESS]);
  g_assert_cmpstr (get_text (texts, FROM_LAST_CPU), ==, printed[CSV_CPU]);
  g_assert_cmpstr (tick, ==, printed[CSV_TICK]);
}

static void
test_list (Fixture *self, gconstpointer data)
{
  GtkWidget *list = g_object_new (SL_TYPE_INSTRUCTION_PANEL, NULL);
  GtkWidget *window = gtk_window_new ();
  GtkWidget *rows;
  GtkSelectionModel *lines;
  guint n_rows = 0, chosen;
  guint64 origin;
  SlTime cursor;
  char **cells;

  g_test_summary (
      "The list of instructions says what the command line prints; selecting a line moves the "
      "first cursor to its time.");

  gtk_window_set_default_size (GTK_WINDOW (window), 1000, 500);
  gtk_window_set_child (GTK_WINDOW (window), list);
  g_object_set (list, "document", self->document, NULL);
  gtk_window_present (GTK_WINDOW (window));
  sl_app_test_wait (has_lines, list);
  sl_app_test_spin (300);

  lines = get_lines (list);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (lines)), ==,
                    MIN (self->printed->len, 2000));
  rows = sl_app_test_find (list, g_type_from_name ("GtkColumnListView"));
  g_assert_nonnull (rows);
  for (GtkWidget *row = gtk_widget_get_first_child (rows); row != NULL;
       row = gtk_widget_get_next_sibling (row))
    {
      g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);

      add_texts (row, texts);
      if (texts->len < FROM_LAST_TICK || *get_text (texts, FROM_LAST_ADDRESS) == '\0')
        continue;
      assert_row (texts, g_ptr_array_index (self->printed, n_rows));
      n_rows++;
    }
  g_assert_cmpuint (n_rows, >=, 10);

  chosen = g_list_model_get_n_items (G_LIST_MODEL (lines)) - 1;
  gtk_selection_model_select_item (lines, chosen, TRUE);
  g_assert_true (
      sl_view_state_get_cursor (sl_document_get_state (self->document), SL_CURSOR_A, &cursor));
  cells = g_ptr_array_index (self->printed, chosen);
  origin = sl_clock_get_origin (sl_document_get_clock (self->document));
  g_assert_cmpuint (origin + (guint64) cursor, ==, g_ascii_strtoull (cells[CSV_TICK], NULL, 10));
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
test_missing (Fixture *self, gconstpointer data)
{
  g_autoptr (SlMissingCode) missing =
      sl_missing_code_new (sl_trace_get_source (sl_document_get_trace_of (self->document, 0)));
  SlSpan all = sl_trace_set_get_span (sl_document_get_trace_set (self->document)), visible;
  SlTime length = all.end - all.begin;
  SlMissingRange range = { .begin = 0x500000,
                           .end = 0x501000,
                           .process = SL_CODE_ANY_PROCESS,
                           .first = { all.begin + length / 2,
                                      all.begin + length / 2 + length / 50 },
                           .n_stops = 3,
                           .n_branches = 40,
                           .ticks = (guint64) (length / 10) };
  GtkWidget *box = g_object_ref_sink (gtk_box_new (GTK_ORIENTATION_VERTICAL, 0));
  GtkWidget *button;

  g_test_summary ("A line of the missing code leads to where code was missing there first.");

  g_array_append_val (missing->ranges, range);
  missing->n_bytes = missing->n_decoded = 1000;
  missing->n_branches = 100;
  missing->n_missing = 40;
  missing->ticks = (guint64) length;
  missing->missing_ticks = range.ticks;
  sl_summary_add_code (GTK_BOX (box), self->document, 0, missing);
  button = sl_app_test_find (box, GTK_TYPE_BUTTON);
  g_assert_nonnull (button);
  g_signal_emit_by_name (button, "clicked");

  visible = sl_view_state_get_visible (sl_document_get_state (self->document));
  g_assert_cmpint (visible.begin, <=, range.first.begin);
  g_assert_cmpint (visible.end, >=, range.first.end);
  g_assert_cmpint (visible.end - visible.begin, <, length / 2);
  g_object_unref (box);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/app/instructions/list", Fixture, NULL, set_up, test_list, tear_down);
  g_test_add ("/app/instructions/missing", Fixture, NULL, set_up, test_missing, tear_down);
  return g_test_run ();
}
