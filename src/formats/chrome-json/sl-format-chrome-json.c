/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Chrome's trace event format: JSON, either an object that has the events under traceEvents, or the array of them, which a
 * writer that was stopped may have left open. Many tools write it, not only browsers. It says nothing about a scheduler:
 * spans, marks and counters of threads, and what belongs together across them. The events are in sl-chrome-record.h. */

#include "sl-formats.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "sl-chrome-kinds.h"
#include "sl-chrome-record.h"
#include "sl-chrome-source.h"

/* An array whose first object has a phase. */
#define SCORE_ARRAY 950

/* An object with keys of this format whose events come behind what is seen of it. */
#define SCORE_KEYS 600

#define BYTE_ORDER_MARK "\xef\xbb\xbf"

static gboolean
begins_with_event (SlJsonCursor *cursor)
{
  SlChromeRecord record;

  return sl_json_cursor_next_element (cursor) && sl_chrome_record_read (&record, cursor) &&
         record.letter != '\0' && (record.has_time || record.phase == SL_CHROME_METADATA);
}

static guint
probe_object (SlJsonCursor *cursor)
{
  static const char *const known[] = { "displayTimeUnit", "systemTraceEvents", "stackFrames",
                                       "controllerTraceDataKey" };
  SlJsonSpan key, value;
  guint score = 0;

  while (sl_json_cursor_next_member (cursor, &key))
    {
      if (sl_json_span_is (&key, "traceEvents"))
        return SL_PROBE_MAGIC;
      for (guint i = 0; i < G_N_ELEMENTS (known); i++)
        if (sl_json_span_is (&key, known[i]))
          score = SCORE_KEYS;
      if (!sl_json_cursor_read (cursor, &value))
        break;
    }

  return score;
}

static guint
chrome_probe (const SlProbe *probe)
{
  const char *data = (const char *) probe->head;
  gsize mark = strlen (BYTE_ORDER_MARK);
  SlJsonCursor cursor;

  sl_json_cursor_init (&cursor, data, probe->head_length,
                       probe->head_length >= mark && memcmp (data, BYTE_ORDER_MARK, mark) == 0
                           ? mark
                           : 0);
  if (sl_json_cursor_enter (&cursor, '{'))
    return probe_object (&cursor);

  return sl_json_cursor_enter (&cursor, '[') && begins_with_event (&cursor) ? SCORE_ARRAY : 0;
}

static SlSource *
chrome_open (SlInput *input, SlFormatOptions *options, GCancellable *cancellable, GError **error)
{
  return sl_chrome_source_open (input, cancellable, error);
}

static const char *const extensions[] = { "json", "trace", NULL };

const SlFormat sl_format_chrome_json = {
  .struct_size = sizeof (SlFormat),
  .id = "chrome-json",
  .title = N_ ("Chrome trace events (JSON)"),
  .extensions = extensions,
  .kinds = sl_chrome_kinds,
  .n_kinds = SL_N_CHROME_KINDS,
  .kind_base = &sl_chrome_kind_base,
  .tells = SL_TELLS_JOBS | SL_TELLS_MARKS,
  .translator = &sl_chrome_translator,
  .probe = chrome_probe,
  .open = chrome_open,
};
