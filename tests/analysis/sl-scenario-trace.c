/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-scenario-trace.h"

#include "sl-analyses.h"
#include "sl-format-registry.h"
#include "sl-input.h"
#include "sl-load.h"

/* Returns: (transfer full): the trace that @files hold, as a program opens them */
SlTrace *
sl_scenario_load (GPtrArray *files)
{
  static const char *const names[] = { "trace", NULL };
  g_autoptr (GPtrArray) mappings =
      g_ptr_array_new_with_free_func ((GDestroyNotify) sl_mapping_unref);
  const SlFormat *format = sl_formats_find ("shark-ftrace");
  g_autoptr (SlInput) input = NULL;
  g_autoptr (SlSource) source = NULL;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < files->len; i++)
    g_ptr_array_add (mappings, sl_mapping_new_for_bytes (g_ptr_array_index (files, i), "trace"));

  input = sl_input_new ((SlMapping *const *) mappings->pdata, mappings->len);
  source = format->open (input, NULL, NULL, &error);
  g_assert_no_error (error);
  sl_source_set_identity (source, format->id, format->title, names);
  sl_source_set_traits (source, format->traits);
  sl_source_set_meaning (source, format->tells, format->translator);
  return sl_load_run (source, sl_analyses_get_all (), NULL, NULL, NULL, &error);
}
