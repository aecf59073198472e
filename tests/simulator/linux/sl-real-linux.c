/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-real-linux.h"

#include "sl-analyses.h"
#include "sl-load.h"
#include "sl-open.h"
#include "sl-task-model.h"
#include "sl-test.h"

static char *
find_file (const char *name)
{
  g_autofree char *path = g_strconcat ("linux/", name, NULL);

  return sl_test_make_real_path (path);
}

/**
 * sl_real_linux_load:
 * @names: of files in the folder of Linux's real traces that are one trace, separated by spaces
 *
 * Returns: (transfer full) (nullable): %NULL where they are not here, which the test then says
 */
SlTrace *
sl_real_linux_load (const char *names)
{
  g_auto (GStrv) list = g_strsplit (names, " ", -1);
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GHashTable) options = g_hash_table_new (g_str_hash, g_str_equal);
  SlOpenRequest request = { files, NULL, options };
  g_autoptr (GPtrArray) sources = NULL;
  g_autoptr (GError) error = NULL;
  SlTrace *trace;

  for (guint i = 0; list[i] != NULL; i++)
    {
      g_autofree char *path = find_file (list[i]);

      if (!g_file_test (path, G_FILE_TEST_EXISTS))
        {
          g_test_skip ("The real traces are not here");
          return NULL;
        }
      g_ptr_array_add (files, g_file_new_for_path (path));
    }

  sources = sl_open (&request, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (sources->len, ==, 1);
  trace = sl_load_run (g_ptr_array_index (sources, 0), sl_analyses_get_all (), NULL, NULL, NULL,
                       &error);
  g_assert_no_error (error);
  return trace;
}

/**
 * sl_real_linux_find_jobs:
 * @model_text: of a task model, "" for none
 *
 * Returns: (transfer full):
 */
SlJobTable *
sl_real_linux_find_jobs (SlTrace *trace, const char *model_text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SlTaskModel) model = sl_task_model_parse (model_text, "a.slackline-tasks", &error);
  g_autoptr (SlAnnotations) annotations = sl_annotations_new ();
  g_autoptr (SlTaskRules) rules = sl_task_model_get_rules (model, trace, annotations, &error);
  SlJobTable *table = sl_job_table_new (trace, 0, rules, NULL, &error);

  g_assert_no_error (error);
  return table;
}

/**
 * sl_real_linux_read_lines:
 * @name: of a file that is here
 *
 * Returns: (transfer full):
 */
char **
sl_real_linux_read_lines (const char *name)
{
  g_autofree char *path = find_file (name);
  g_autofree char *text = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  return g_strsplit (text, "\n", -1);
}

/**
 * sl_real_linux_get_tid:
 *
 * Returns: of the job's task
 */
guint64
sl_real_linux_get_tid (SlJobTable *table, const SlJob *job)
{
  return sl_object_table_get (sl_trace_get_objects (sl_job_table_get_trace (table)), job->task)->id;
}
