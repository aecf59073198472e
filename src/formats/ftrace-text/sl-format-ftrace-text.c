/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Text of Linux's ftrace: tracefs's file "trace", what "trace-cmd report" prints, and systrace's pages, which have the same
 * text in scripts. sl-ftrace-line.h has the dialects. */

#include "sl-formats.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "sl-ftrace-line.h"
#include "sl-ftrace-source.h"

/* Lines that are looked at. */
#define MOST_LINES 200

#define TRACER "# tracer:"

static gboolean
has_text (const SlProbe *probe, const char *word)
{
  return g_strstr_len ((const char *) probe->head, (gssize) probe->head_length, word) != NULL;
}

/* The text may begin behind what is seen here. */
static guint
probe_page (const SlProbe *probe)
{
  if (has_text (probe, "class=\"trace-data\"") || has_text (probe, "linuxPerfData"))
    return SL_PROBE_SHAPE;
  return has_text (probe, "Android System Trace") || has_text (probe, "trace-viewer")
             ? SL_PROBE_SHAPE / 2
             : 0;
}

static guint
ftrace_probe (const SlProbe *probe)
{
  const char *data = (const char *) probe->head;
  guint n_lines = 0, n_events = 0;
  gsize next;

  if (probe->head_length > 0 && data[0] == '<')
    {
      guint score = probe_page (probe);

      if (score > 0)
        return score;
    }
  for (gsize offset = 0; offset < probe->head_length && n_lines < MOST_LINES; offset = next)
    {
      gsize length = sl_ftrace_line_measure (data, probe->head_length, offset, &next);
      SlFtraceLine line;
      SlFtraceLineType type;

      /* The last line may be cut. */
      if (next == probe->head_length && offset > 0 && probe->size > probe->head_length)
        break;
      type = sl_ftrace_line_read (&line, data + offset, length);
      if (type == SL_FTRACE_COMMENT)
        continue;
      n_lines++;
      n_events += type == SL_FTRACE_EVENT || type == SL_FTRACE_LOST;
    }
  if (n_lines == 0)
    return probe->head_length >= strlen (TRACER) && memcmp (data, TRACER, strlen (TRACER)) == 0
               ? SL_PROBE_LEAST
               : 0;

  return SL_PROBE_SHAPE * n_events / n_lines;
}

static SlSource *
ftrace_open (SlInput *input, SlFormatOptions *options, GCancellable *cancellable, GError **error)
{
  return sl_ftrace_source_open (input, cancellable, error);
}

static const char *const extensions[] = { "txt", "trace", "html", NULL };

/* A thread that nobody knows the process of has none; only some recordings have buffers besides the top one. */
static const char *const some_fields[] = { "tgid", "buffer", NULL };

const SlFormat sl_format_ftrace_text = {
  .struct_size = sizeof (SlFormat),
  .id = "ftrace-text",
  .title = N_ ("Linux ftrace (text)"),
  .extensions = extensions,
  .some_fields = some_fields,
  .traits = SL_TRAIT_LINUX_CLASSES,
  .tells = SL_LINUX_TELLS,
  .translator = &sl_linux_translator,
  .probe = ftrace_probe,
  .open = ftrace_open,
};
