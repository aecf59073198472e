/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Traces that are put on the axis of another one. */

#include "sl-added-traces.h"
#include "sl-cut.h"
#include "sl-linux-recording.h"
#include "sl-test.h"

static void
keep_clock (SlAddedTraces *added, const char *clock, char **found)
{
  g_assert_null (*found);
  *found = g_strdup (clock);
}

/* (transfer full): the second half of @trace as a recording of its own */
static GFile *
cut_half (SlTrace *trace, const char *folder)
{
  g_autofree char *path = g_build_filename (folder, "half.dat", NULL);
  GFile *file = g_file_new_for_path (path);
  SlSpan span = sl_trace_get_span (trace);
  SlCutRequest request = { .trace = trace,
                           .span = { span.begin + sl_span_duration (span) / 2, span.end } };
  SlCutResult result;
  g_autoptr (GError) error = NULL;

  sl_cut_write (&request, file, NULL, &result, NULL, &error);
  g_assert_no_error (error);
  return file;
}

static gboolean
is_added (gpointer document)
{
  SlTraceSet *set = sl_document_get_trace_set (document);

  return sl_trace_set_get_size (set) == 2 && sl_trace_is_complete (sl_trace_set_get_trace (set, 1));
}

static void
run_for (guint n_rounds, gpointer *until_gone)
{
  for (guint i = 0; i < n_rounds && (until_gone == NULL || *until_gone != NULL); i++)
    {
      g_usleep (5000);
      while (g_main_context_iteration (NULL, FALSE))
        continue;
    }
}

/* What works for a document in threads has its traces, and earlier generations of these, for a while longer than the document. */
static void
wait_gone (gpointer *traces, guint n_traces)
{
  for (guint i = 0; i < n_traces; i++)
    {
      run_for (2000, &traces[i]);
      g_assert_null (traces[i]);
    }
  run_for (400, NULL);
}

static void
test_apart (void)
{
  g_autoptr (SlTrace) trace = sl_linux_recording_load ("tracedat/pi-block.dat");
  gpointer traces[2];
  g_autoptr (SlDocument) document = NULL;
  g_autoptr (SlAddedTraces) added = NULL;
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);
  g_autofree char *folder = NULL;
  g_autofree char *clock = NULL;

  g_test_summary (
      "Of two recordings that by their clocks were made at the same time, and begin together, it is said once.");

  if (trace == NULL)
    {
      g_test_skip (SL_LINUX_NOT_HERE);
      return;
    }

  folder = g_dir_make_tmp ("slackline-added-XXXXXX", NULL);
  g_ptr_array_add (files, cut_half (trace, folder));
  document = sl_document_new (trace);
  added = sl_added_traces_new (document, NULL);
  g_signal_connect (added, "apart", G_CALLBACK (keep_clock), &clock);
  sl_added_traces_add_files (added, files);
  for (guint i = 0; i < 2000 && (clock == NULL || !is_added (document)); i++)
    {
      g_usleep (5000);
      while (g_main_context_iteration (NULL, FALSE))
        continue;
    }
  g_assert_cmpstr (clock, ==, "mono");
  sl_test_remove_folder (folder);

  for (guint i = 0; i < G_N_ELEMENTS (traces); i++)
    {
      traces[i] = sl_trace_set_get_trace (sl_document_get_trace_set (document), i);
      g_object_add_weak_pointer (traces[i], &traces[i]);
    }
  g_clear_object (&added);
  g_clear_object (&document);
  g_clear_object (&trace);
  wait_gone (traces, G_N_ELEMENTS (traces));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/added-traces/apart", test_apart);
  return g_test_run ();
}
