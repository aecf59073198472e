/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-recorded-formats.h"

#include <string.h>

#include "sl-called-symbols.h"
#include "sl-dat-parts.h"
#include "sl-error.h"
#include "sl-tracefs.h"

static gboolean
append_sized (GByteArray *bytes,
              const char *folder,
              const char *name,
              gboolean is_wide,
              GError **error)
{
  gsize size;
  g_autofree char *text = sl_tracefs_read (folder, name, &size, error);

  if (text == NULL)
    return FALSE;
  if (is_wide)
    sl_dat_part_u64 (bytes, size);
  else
    sl_dat_part_u32 (bytes, (guint32) size);
  g_byte_array_append (bytes, (const guint8 *) text, (guint) size);
  return TRUE;
}

/* Puts @value where four bytes were left for it. */
static void
set_count (GByteArray *bytes, guint at, guint32 value)
{
  memcpy (bytes->data + at, &value, sizeof value);
}

/* The head of a page and its data: “field: char data;	offset:16;	size:4080;	signed:0;”. */
static gboolean
read_page_size (SlRecordedFormats *self, const char *text, GError **error)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      SlEventField field = { 0 };
      gboolean is_data = sl_event_format_parse_field (lines[i], strlen (lines[i]), &field) &&
                         field.offset < 64 && field.size >= 64 &&
                         field.size < SL_EVENT_FORMAT_MOST_SIZE;

      if (!is_data)
        continue;
      self->page_size = field.offset + field.size;
      return TRUE;
    }

  g_set_error_literal (error, SL_ERROR, SL_ERROR_UNSUPPORTED,
                       "The kernel does not say how large the pages of its ring buffer are");
  return FALSE;
}

static gboolean
read_header_info (SlRecordedFormats *self, const char *tracefs, GError **error)
{
  g_autofree char *page = sl_tracefs_read (tracefs, "events/header_page", NULL, error);

  if (page == NULL || !read_page_size (self, page, error))
    return FALSE;

  sl_dat_part_text (self->header_info, "header_page");
  if (!append_sized (self->header_info, tracefs, "events/header_page", TRUE, error))
    return FALSE;
  sl_dat_part_text (self->header_info, "header_event");
  return append_sized (self->header_info, tracefs, "events/header_event", TRUE, error);
}

static gboolean
read_ftrace_events (SlRecordedFormats *self, const char *tracefs, GError **error)
{
  g_autoptr (GPtrArray) names = sl_tracefs_list (tracefs, "events/ftrace");
  guint32 n_events = 0;

  sl_dat_part_u32 (self->ftrace_events, 0);
  for (guint i = 0; i < names->len; i++)
    {
      g_autofree char *name =
          g_build_filename ("events/ftrace", g_ptr_array_index (names, i), "format", NULL);

      if (!sl_tracefs_has (tracefs, name))
        continue;
      if (!append_sized (self->ftrace_events, tracefs, name, TRUE, error))
        return FALSE;
      n_events++;
    }
  set_count (self->ftrace_events, 0, n_events);
  return TRUE;
}

static gboolean
is_of (const char *event, const char *system, gsize length)
{
  return strncmp (event, system, length) == 0 && event[length] == '/';
}

/* All tracepoints of the system of event @first. */
static gboolean
append_system (GByteArray *bytes,
               const char *tracefs,
               const GPtrArray *events,
               guint first,
               GError **error)
{
  const char *system = g_ptr_array_index (events, first);
  gsize length = strcspn (system, "/");
  g_autofree char *name = g_strndup (system, length);
  guint32 n_events = 0;
  guint at;

  sl_dat_part_text (bytes, name);
  at = bytes->len;
  sl_dat_part_u32 (bytes, 0);
  for (guint i = first; i < events->len; i++)
    {
      const char *event = g_ptr_array_index (events, i);
      g_autofree char *path = g_build_filename ("events", event, "format", NULL);

      if (!is_of (event, system, length))
        continue;
      if (!append_sized (bytes, tracefs, path, TRUE, error))
        return FALSE;
      n_events++;
    }
  set_count (bytes, at, n_events);
  return TRUE;
}

static gboolean
read_event_formats (SlRecordedFormats *self,
                    const char *tracefs,
                    const GPtrArray *events,
                    GError **error)
{
  guint32 n_systems = 0;

  sl_dat_part_u32 (self->event_formats, 0);
  for (guint i = 0; i < events->len; i++)
    {
      const char *event = g_ptr_array_index (events, i);
      gsize length = strcspn (event, "/");
      gboolean is_first = TRUE;

      for (guint j = 0; j < i && is_first; j++)
        is_first = !is_of (g_ptr_array_index (events, j), event, length);
      if (!is_first)
        continue;
      if (!append_system (self->event_formats, tracefs, events, i, error))
        return FALSE;
      n_systems++;
    }
  set_count (self->event_formats, 0, n_systems);
  return TRUE;
}

static gboolean
read_clock (SlRecordedFormats *self, const char *instance, GError **error)
{
  const char *open, *end;

  self->clocks = sl_tracefs_read (instance, "trace_clock", NULL, error);
  if (self->clocks == NULL)
    return FALSE;

  open = strchr (self->clocks, '[');
  end = open != NULL ? strchr (open, ']') : NULL;
  self->clock = end != NULL ? g_strndup (open + 1, (gsize) (end - open) - 1)
                            : g_strstrip (g_strdup (self->clocks));
  return TRUE;
}

/**
 * sl_recorded_formats_new:
 * @instance: where the pages come from; its clock is set
 * @events: (element-type utf8): as “system/name”
 * @error: of %G_IO_ERROR, %SL_ERROR_UNSUPPORTED
 *
 * Returns: (transfer full) (nullable): %NULL with @error
 */
SlRecordedFormats *
sl_recorded_formats_new (const char *tracefs,
                         const char *instance,
                         const GPtrArray *events,
                         GError **error)
{
  g_autoptr (SlRecordedFormats) self = g_new0 (SlRecordedFormats, 1);
  g_autofree char *symbols = sl_tracefs_read ("/proc", "kallsyms", NULL, NULL);

  self->header_info = g_byte_array_new ();
  self->ftrace_events = g_byte_array_new ();
  self->event_formats = g_byte_array_new ();
  self->printk = g_byte_array_new ();
  if (!read_clock (self, instance, error) || !read_header_info (self, tracefs, error) ||
      !read_ftrace_events (self, tracefs, error) ||
      !read_event_formats (self, tracefs, events, error))
    return NULL;

  /* Kernels without trace_printk() have no such file. */
  if (!append_sized (self->printk, tracefs, "printk_formats", FALSE, NULL))
    sl_dat_part_u32 (self->printk, 0);
  self->timers = symbols != NULL ? sl_called_symbols_pick (symbols, NULL) : NULL;
  return g_steal_pointer (&self);
}

void
sl_recorded_formats_free (SlRecordedFormats *self)
{
  g_free (self->clock);
  g_free (self->clocks);
  g_byte_array_unref (self->header_info);
  g_byte_array_unref (self->ftrace_events);
  g_byte_array_unref (self->event_formats);
  g_byte_array_unref (self->printk);
  g_free (self->timers);
  g_free (self);
}

/* Appends what a trace.dat begins with, up to the size of a page. */
void
sl_recorded_formats_append_head (const SlRecordedFormats *self, GByteArray *bytes)
{
  static const guint8 magic[] = { 0x17, 0x08, 0x44, 't', 'r', 'a', 'c', 'i', 'n', 'g', '7', '\0' };
  const guint8 machine[] = { G_BYTE_ORDER == G_BIG_ENDIAN, sizeof (long) };

  g_byte_array_append (bytes, magic, sizeof magic);
  g_byte_array_append (bytes, machine, sizeof machine);
  sl_dat_part_u32 (bytes, self->page_size);
}

/**
 * sl_recorded_formats_make_reader:
 *
 * Returns: (transfer full) (nullable): the same, as what is needed to read pages; %NULL with @error of %SL_ERROR
 */
SlTracingData *
sl_recorded_formats_make_reader (const SlRecordedFormats *self, GError **error)
{
  g_autoptr (GByteArray) head = g_byte_array_new ();
  g_autoptr (SlTracingData) tracing = NULL;
  g_autoptr (SlNotes) notes = sl_notes_new ();
  SlByteReader reader;

  sl_recorded_formats_append_head (self, head);
  sl_byte_reader_init (&reader, head->data, head->len, 0);
  tracing = sl_tracing_data_new (&reader, error);
  if (tracing == NULL)
    return NULL;

  sl_byte_reader_init (&reader, self->header_info->data, self->header_info->len, 0);
  if (!sl_tracing_data_read_header_info (tracing, &reader, error))
    return NULL;
  sl_byte_reader_init (&reader, self->event_formats->data, self->event_formats->len, 0);
  if (!sl_tracing_data_read_event_formats (tracing, &reader, notes, error))
    return NULL;
  return g_steal_pointer (&tracing);
}
