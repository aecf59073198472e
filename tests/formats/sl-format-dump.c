/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-format-dump.h"

/**
 * sl_test_open_bytes:
 * @files: (array length=n_files): contents
 * @names: (array length=n_files): file names
 * @format_id: (nullable): %NULL to detect it from the first file
 *
 * Returns: (transfer full) (nullable): the source; %NULL with @error set
 */
SlSource *
sl_test_open_bytes (GBytes *const *files,
                    const char *const *names,
                    guint n_files,
                    const char *format_id,
                    GError **error)
{
  g_autoptr (GPtrArray) mappings =
      g_ptr_array_new_with_free_func ((GDestroyNotify) sl_mapping_unref);
  g_autoptr (SlInput) input = NULL;
  SlSource *source;
  gsize size;
  const guint8 *head = g_bytes_get_data (files[0], &size);
  SlProbe probe = { head, MIN (size, SL_PROBE_LENGTH), size, names[0] };
  const SlFormat *format =
      format_id != NULL ? sl_formats_find (format_id) : sl_formats_detect (&probe, error);

  if (format == NULL)
    return NULL;

  for (guint i = 0; i < n_files; i++)
    g_ptr_array_add (mappings, sl_mapping_new_for_bytes (files[i], names[i]));
  input = sl_input_new ((SlMapping *const *) mappings->pdata, n_files);

  source = format->open (input, NULL, NULL, error);
  if (source != NULL && format->some_fields != NULL)
    sl_source_set_some_fields (source, format->some_fields);
  return source;
}

/* Returns: (transfer full) (element-type SlEvent): all events of @source, as its blocks give them */
GArray *
sl_test_read_events (SlSource *source)
{
  GArray *events = g_array_new (FALSE, FALSE, sizeof (SlEvent));
  g_autofree SlEvent *block = g_new (SlEvent, SL_BLOCK_EVENTS);

  for (guint64 number = 0;; number++)
    {
      gssize n_events = sl_source_read_block (source, number, block);

      if (n_events < 0)
        return events;
      g_array_append_vals (events, block, n_events);
    }
}

static void
dump_clock (GString *text, const SlClock *clock)
{
  guint n_rates;
  const SlRate *rates = sl_clock_get_rates (clock, &n_rates);

  g_string_append_printf (text, "clock %s from %" G_GUINT64_FORMAT "\n",
                          sl_clock_get_unit_id (clock), sl_clock_get_origin (clock));
  for (guint i = 0; i < n_rates; i++)
    g_string_append_printf (text,
                            "rate %" G_GINT64_FORMAT " %" G_GUINT64_FORMAT "/%" G_GUINT64_FORMAT
                            "\n",
                            rates[i].from, rates[i].numerator, rates[i].denominator);
}

static void
dump_event (GString *text, const SlEvent *event)
{
  g_string_append_printf (text, "%" G_GINT64_FORMAT " %s", event->time,
                          sl_kind_get (event->kind)->id);
  g_string_append_printf (text, " a=%" G_GUINT64_FORMAT " b=%" G_GUINT64_FORMAT, event->a,
                          event->b);
  g_string_append_printf (text, " at=%u:%" G_GUINT64_FORMAT, SL_OFFSET_FILE (event->offset),
                          (guint64) SL_OFFSET_BYTE (event->offset));
  if (event->cpu != 0)
    g_string_append_printf (text, " cpu=%u", event->cpu);
  if (event->detail != 0)
    g_string_append_printf (text, " detail=%u", event->detail);
  if (event->flags != 0)
    g_string_append_printf (text, " flags=0x%x", event->flags);
  g_string_append_c (text, '\n');
}

static void
dump_note (GString *text, const SlNote *note)
{
  g_string_append_printf (text, "note %s (%" G_GUINT64_FORMAT ")", note->text, note->count);
  if (note->offset != SL_OFFSET_NONE)
    g_string_append_printf (text, " at %u:%" G_GUINT64_FORMAT, SL_OFFSET_FILE (note->offset),
                            (guint64) SL_OFFSET_BYTE (note->offset));
  g_string_append_c (text, '\n');
}

/* Returns: (transfer full): clock, events and notes, a line each */
char *
sl_test_dump_source (SlSource *source)
{
  GString *text = g_string_new (NULL);
  g_autoptr (GArray) events = sl_test_read_events (source);
  g_autoptr (GArray) notes = sl_notes_snapshot (sl_source_get_notes (source));

  dump_clock (text, sl_source_get_clock (source));
  for (guint i = 0; i < events->len; i++)
    dump_event (text, &g_array_index (events, SlEvent, i));
  for (guint i = 0; i < notes->len; i++)
    dump_note (text, &g_array_index (notes, SlNote, i));

  return g_string_free (text, FALSE);
}
