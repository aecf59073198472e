/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "sl-analyses.h"
#include "sl-load.h"
#include "sl-open.h"
#include "sl-test.h"
#include "sl-trace-intact.h"

#define RECORD 16 /* bytes of an event */

static char *sample;
static gsize sample_length;

static SlTrace *
load (const char *path)
{
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);
  const SlOpenRequest request = { .files = files };
  g_autoptr (GPtrArray) sources = NULL;
  g_autoptr (GError) error = NULL;
  SlTrace *trace;

  g_ptr_array_add (files, g_file_new_for_path (path));
  sources = sl_open (&request, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  trace = sl_load_run (g_ptr_array_index (sources, 0), sl_analyses_get_all (), NULL, NULL, NULL,
                       &error);
  g_assert_no_error (error);
  return trace;
}

static void
write_all (const char *path, const char *data, gsize length)
{
  FILE *file = g_fopen (path, "wb");

  g_assert_nonnull (file);
  g_assert_cmpuint (fwrite (data, 1, length, file), ==, length);
  g_assert_cmpint (fclose (file), ==, 0);
}

typedef enum
{
  UNTOUCHED,
  GROWN,
  REPLACED, /* by another file of its name */
  REMOVED,
  CUT,
  OVERWRITTEN, /* in place */
  N_WAYS,
} Way;

static void
change (const char *path, Way way)
{
  switch (way)
    {
    case GROWN:
      write_all (path, sample, sample_length);
      break;
    case REPLACED:
      g_assert_true (g_file_set_contents (path, sample + 100 * RECORD, 300 * RECORD, NULL));
      break;
    case REMOVED:
      g_assert_cmpint (g_unlink (path), ==, 0);
      break;
    case CUT:
      g_assert_cmpint (truncate (path, 200 * RECORD), ==, 0);
      break;
    case OVERWRITTEN:
      write_all (path, sample + 100 * RECORD, 500 * RECORD);
      break;
    case UNTOUCHED:
    case N_WAYS:
    default:
      break;
    }
}

static void
test_ways (void)
{
  static const gboolean is_intact[N_WAYS] = { TRUE, TRUE, TRUE, TRUE, FALSE, FALSE };
  g_autofree char *folder = g_dir_make_tmp ("slackline-intact-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "run.shark", NULL);

  g_test_summary (
      "A trace is intact where its file is as it was, has grown, or was removed or replaced by another; "
      "where it was cut off or overwritten it is not.");

  for (Way way = 0; way < N_WAYS; way++)
    {
      g_autoptr (SlTrace) trace = NULL;

      write_all (path, sample, 500 * RECORD);
      trace = load (path);
      g_assert_cmpuint (sl_trace_get_n_events (trace), >, 400);
      change (path, way);
      if (sl_trace_intact_check (trace) != is_intact[way])
        g_error ("way %u", way);
    }
  sl_test_remove_folder (folder);
}

int
main (int argc, char **argv)
{
  g_autofree char *path = NULL;
  int status;

  g_test_init (&argc, &argv, NULL);
  path = g_build_filename (g_getenv ("SLACKLINE_DATA"), "samples", "jumping-balls.shark", NULL);
  g_assert_true (g_file_get_contents (path, &sample, &sample_length, NULL));
  g_test_add_func ("/trace-intact/ways", test_ways);
  status = g_test_run ();
  g_free (sample);
  return status;
}
