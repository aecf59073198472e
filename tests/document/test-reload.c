/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A file that was reloaded, next to what it held before. */

#include "sl-row-sides.h"
#include "text-document.h"

/* A switch of the processor to each of @tasks: a letter, whose number is that of the task. */
static SlDocument *
record (const char *tasks)
{
  g_autoptr (GString) text = g_string_new ("# tracer: nop\n#\n");
  int last = 0;

  for (guint i = 0; tasks[i] != '\0'; i++)
    {
      g_string_append_printf (
          text,
          " x-%d [000] d..2. 1.00000%u: sched_switch: prev_comm=%c prev_pid=%d prev_prio=120 "
          "prev_state=S ==> next_comm=%c next_pid=%d next_prio=120\n",
          last, i, last == 0 ? 's' : last, last, tasks[i], tasks[i]);
      last = tasks[i];
    }
  return sl_text_document_new (text->str);
}

static const char tasks_before[] = "bcb";
static const char tasks_now[] = "acbac";

/* The colour of the task that is called @name in @trace. */
static int
find_colour (SlDocument *document, guint trace, const char *name)
{
  SlTraceSet *set = sl_document_get_trace_set (document);
  SlObjectTable *objects = sl_trace_get_objects (sl_trace_set_get_trace (set, trace));

  for (guint i = 1; i <= sl_object_table_get_size (objects); i++)
    if (g_strcmp0 (sl_object_table_get (objects, i)->name, name) == 0)
      return sl_rows_get_colour (sl_document_get_rows (document), trace, i);
  g_assert_not_reached ();
}

static void
test_colours (void)
{
  g_autoptr (SlDocument) document = record (tasks_before);
  g_autoptr (SlDocument) other = record (tasks_now);
  int b = find_colour (document, 0, "b"), c = find_colour (document, 0, "c");

  g_test_summary ("Tasks that were there before keep their colours when the file is reloaded.");

  sl_document_keep_colours (document);
  sl_document_reload (document, sl_document_get_trace (other));
  g_assert_cmpint (find_colour (document, 0, "b"), ==, b);
  g_assert_cmpint (find_colour (document, 0, "c"), ==, c);
}

static void
test_names (void)
{
  g_autoptr (SlDocument) document = record (tasks_before);
  g_autoptr (SlDocument) other = record (tasks_now);
  g_autoptr (SlTrace) before = g_object_ref (sl_document_get_trace (document));
  g_autofree char *title_now = NULL;
  g_autofree char *title_before = NULL;
  g_autofree char *title_last = NULL;
  guint number;

  g_test_summary (
      "The two states of a file are told apart by when they are, not by their numbers.");

  sl_document_reload (document, sl_document_get_trace (other));
  number = sl_document_add_before (document, before);
  title_now = sl_row_sides_dup_name (sl_document_get_trace_set (document), 0, number);
  title_before = sl_row_sides_dup_name (sl_document_get_trace_set (document), number, 0);
  g_assert_cmpstr (title_now, ==, "trace.txt now");
  g_assert_cmpstr (title_before, ==, "trace.txt before");

  sl_document_add_before (document, before);
  title_last = sl_trace_set_dup_title (sl_document_get_trace_set (document), number);
  g_assert_cmpstr (title_last, ==, "1: trace.txt");
}

static void
count_change (SlDocument *document, guint changes, gpointer n_changes)
{
  g_assert_cmpuint (changes & SL_CHANGED_TRACE, !=, 0);
  g_assert_cmpuint (changes & SL_CHANGED_SET, !=, 0);
  (*(guint *) n_changes)++;
}

static void
test_one_change (void)
{
  g_autoptr (SlDocument) document = record (tasks_before);
  g_autoptr (SlDocument) other = record (tasks_now);
  g_autoptr (SlTrace) before = g_object_ref (sl_document_get_trace (document));
  guint n_changes = 0, number;

  g_test_summary ("Reloading and comparing with before changes the rows once, not step by step.");

  g_signal_connect (document, "changed", G_CALLBACK (count_change), &n_changes);
  sl_document_hold_changes (document);
  sl_document_reload (document, sl_document_get_trace (other));
  number = sl_document_add_before (document, before);
  sl_document_compare (document, (const guint[]) { number, 0 });
  g_assert_cmpuint (n_changes, ==, 0);
  sl_document_release_changes (document);
  g_assert_cmpuint (n_changes, ==, 1);
  g_signal_handlers_disconnect_by_func (document, count_change, &n_changes);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/document/reload/colours", test_colours);
  g_test_add_func ("/document/reload/names", test_names);
  g_test_add_func ("/document/reload/one-change", test_one_change);
  return g_test_run ();
}
