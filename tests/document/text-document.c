/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "text-document.h"

#include <string.h>

#include "sl-analyses.h"
#include "sl-load.h"
#include "sl-open.h"

SlDocument *
sl_text_document_new (const char *text)
{
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
  g_autoptr (GError) error = NULL;
  const char *format = text[0] == '{'                                  ? "chrome-json"
                       : g_str_has_prefix (text, "# slackline-events") ? "slackline-events"
                                                                       : "ftrace-text";
  g_autoptr (SlSource) source = sl_open_bytes (bytes, "trace.txt", format, NULL, &error);
  g_autoptr (SlTrace) trace = NULL;
  SlDocument *document;

  g_assert_no_error (error);
  trace = sl_load_run (source, sl_analyses_get_all (), NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  document = sl_document_new (trace);
  while (sl_document_get_jobs_of (document, 0) == NULL)
    g_main_context_iteration (NULL, TRUE);
  return document;
}

guint32
sl_text_document_find (SlDocument *document, SlObjectType type, guint64 id)
{
  SlTrace *trace = sl_trace_set_get_trace (sl_document_get_trace_set (document), 0);
  guint32 number = sl_object_table_find (sl_trace_get_objects (trace), type, id, 1);

  g_assert_cmpuint (number, !=, 0);
  return number;
}
