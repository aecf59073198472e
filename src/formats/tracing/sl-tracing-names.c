/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The parts of tracing data that say what numbers are called. */

#include "sl-tracing-data.h"

#include <string.h>

#include "sl-tracing-sized.h"

/**
 * sl_tracing_data_read_kallsyms:
 *
 * Reads the symbols of the kernel.
 *
 * Returns: %FALSE with @error where they are cut off
 */
gboolean
sl_tracing_data_read_kallsyms (SlTracingData *self, SlByteReader *reader, GError **error)
{
  const char *text;
  gsize size;

  if (!sl_tracing_sized_read (reader, self->is_big, 4, "symbols of the kernel", &text, &size,
                              error))
    return FALSE;

  g_clear_pointer (&self->symbols, sl_kernel_symbols_free);
  self->symbols = sl_kernel_symbols_new (text, size);
  return TRUE;
}

/* Numbers of tasks are below this (PID_MAX_LIMIT). */
#define MOST_PIDS (1u << 22)

/* Formats of trace_printk() that are kept. */
#define MOST_PRINTK (1u << 18)

/* Calls @take for each line, without its end. */
static void
for_each_line (const char *text,
               gsize size,
               void (*take) (SlTracingData *self, char *line),
               SlTracingData *self)
{
  const char *end = text + size;

  while (text < end)
    {
      const char *line_end = memchr (text, '\n', (gsize) (end - text));
      gsize length = (gsize) ((line_end != NULL ? line_end : end) - text);
      g_autofree char *line = g_strndup (text, length);

      take (self, line);
      text += length + 1;
    }
}

/* 0xffffffff82a51b20 : "text" */
static void
take_printk (SlTracingData *self, char *line)
{
  char *end;
  guint64 address = g_ascii_strtoull (line, &end, 16);
  char *quote = strchr (line, '"');
  char *last = strrchr (line, '"');

  if (end == line || quote == NULL || last == quote ||
      g_hash_table_size (self->printk) == MOST_PRINTK)
    return;

  *last = '\0';
  g_hash_table_insert (self->printk, g_memdup2 (&address, sizeof address),
                       g_strcompress (quote + 1));
}

/* 4711 name */
static void
take_cmdline (SlTracingData *self, char *line)
{
  char *end;
  guint64 pid = g_ascii_strtoull (line, &end, 10);

  if (end == line || *end != ' ' || end[1] == '\0' || pid >= MOST_PIDS)
    return;

  /* What the kernel prints where it has forgotten the name. */
  if (!g_str_equal (end + 1, "<...>"))
    g_hash_table_insert (self->comms, GUINT_TO_POINTER ((guint) pid),
                         g_utf8_make_valid (end + 1, -1));
}

/**
 * sl_tracing_data_read_printk:
 *
 * Reads the formats of trace_printk().
 *
 * Returns: as sl_tracing_data_read_kallsyms()
 */
gboolean
sl_tracing_data_read_printk (SlTracingData *self, SlByteReader *reader, GError **error)
{
  const char *text;
  gsize size;

  if (!sl_tracing_sized_read (reader, self->is_big, 4, "formats of trace_printk()", &text, &size,
                              error))
    return FALSE;

  for_each_line (text, size, take_printk, self);
  return TRUE;
}

/**
 * sl_tracing_data_read_cmdlines:
 *
 * Reads the saved names of tasks.
 *
 * Returns: as sl_tracing_data_read_kallsyms()
 */
gboolean
sl_tracing_data_read_cmdlines (SlTracingData *self, SlByteReader *reader, GError **error)
{
  const char *text;
  gsize size;

  if (!sl_tracing_sized_read (reader, self->is_big, 8, "saved names of tasks", &text, &size, error))
    return FALSE;

  for_each_line (text, size, take_cmdline, self);
  return TRUE;
}

/**
 * sl_tracing_data_get_comm:
 *
 * Returns: (transfer none) (nullable): the saved name of a task
 */
const char *
sl_tracing_data_get_comm (const SlTracingData *self, guint32 pid)
{
  return g_hash_table_lookup (self->comms, GUINT_TO_POINTER (pid));
}

/**
 * sl_tracing_data_get_printk:
 *
 * Returns: (transfer none) (nullable): the format of trace_printk() at that address
 */
const char *
sl_tracing_data_get_printk (const SlTracingData *self, guint64 address)
{
  return g_hash_table_lookup (self->printk, &address);
}
