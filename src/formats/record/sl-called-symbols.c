/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-called-symbols.h"

#include <string.h>

#include "sl-kernel-symbols.h"
#include "sl-linux-kinds.h"
#include "sl-ring-page.h"

/* What a format prints as the name of a function. */
static const char *const conversions[] = { "%ps", "%pS", "%pf", "%pF" };

static gboolean
prints_functions (const SlEventFormat *format)
{
  for (guint i = 0; i < G_N_ELEMENTS (conversions); i++)
    if (strstr (format->print, conversions[i]) != NULL)
      return TRUE;

  return FALSE;
}

/* Which addresses in a format are printed so is not looked into: those that are of no function fall away later. */
static void
add_addresses (const SlTracingData *tracing,
               const SlEventFormat *format,
               const guint8 *record,
               gsize size,
               GHashTable *addresses)
{
  for (guint i = format->n_common; i < format->n_fields; i++)
    {
      const SlEventField *field = &format->fields[i];
      guint64 address;

      if (!field->is_hex || field->is_array || field->place != SL_EVENT_FIELD_FIXED ||
          field->size != tracing->commit_size || (gsize) field->offset + field->size > size)
        continue;
      address = sl_bytes_number (record + field->offset, field->size, tracing->is_big, FALSE);
      if (address != 0 && !g_hash_table_contains (addresses, &address))
        g_hash_table_add (addresses, g_memdup2 (&address, sizeof address));
    }
}

/**
 * sl_called_symbols_find:
 * @tracing: how the records are laid out
 * @pages: of the ring buffer
 *
 * Returns: (transfer full) (element-type guint64): addresses, among them those of all functions
 */
GHashTable *
sl_called_symbols_find (const SlTracingData *tracing, const guint8 *pages, gsize size)
{
  const SlRingLayout layout = { tracing->is_big, tracing->commit_size, tracing->data_offset };
  GHashTable *addresses = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  g_autofree gboolean *is_wanted = g_new0 (gboolean, SL_TRACING_IDS);

  for (guint i = 0; i < tracing->formats->len; i++)
    {
      const SlEventFormat *format = g_ptr_array_index (tracing->formats, i);

      if (format->id < SL_TRACING_IDS)
        is_wanted[format->id] = prints_functions (format);
    }

  for (gsize at = 0; size - at >= tracing->page_size; at += tracing->page_size)
    {
      const guint8 *record;
      SlRingPage page;
      guint32 length;

      sl_ring_page_open (&page, &layout, pages + at, tracing->page_size);
      while ((record = sl_ring_page_next (&page, tracing->is_big, &length)) != NULL)
        {
          guint16 id;

          if (length < tracing->type_offset + 2)
            continue;
          id = sl_bytes_u16 (record + tracing->type_offset, tracing->is_big);
          if (is_wanted[id])
            add_addresses (tracing, tracing->by_id[id], record, length, addresses);
        }
    }

  return addresses;
}

/* Whether it is a timer's function that has a meaning, or the one that writes marks: their records have an address in it. */
static gboolean
is_known (const SlKernelSymbolLine *line)
{
  g_autofree char *name = g_strndup (line->name, strcspn (line->name, "\t\n "));

  return sl_linux_find_timer (name) != SL_LINUX_TIMER_OTHER ||
         strcmp (name, "tracing_mark_write") == 0;
}

/**
 * sl_called_symbols_pick:
 * @symbols: as /proc/kallsyms: “ffffffff81000000 t name”, and perhaps a module
 * @addresses: (element-type guint64) (nullable): of which; %NULL for none
 *
 * The timers' functions whose meaning is known are always among them: a timer whose function is none of these releases
 * no job, which can only be said where their addresses are known. So is the function that writes marks: trace-cmd prints
 * its name, or that of the nearest function before it.
 *
 * Returns: (transfer full) (nullable): the lines of functions with these addresses; %NULL for none
 */
char *
sl_called_symbols_pick (const char *symbols, GHashTable *addresses)
{
  g_autoptr (GString) picked = g_string_new (NULL);
  SlKernelSymbolLine line;

  /* Addresses that this user may not know are all 0. */
  while (sl_kernel_symbols_read_line (&symbols, &line))
    if (line.address != 0 && strchr ("tTwW", line.type) != NULL &&
        ((addresses != NULL && g_hash_table_contains (addresses, &line.address)) ||
         is_known (&line)))
      {
        g_string_append_len (picked, line.text, (gssize) line.length);
        g_string_append_c (picked, '\n');
      }

  return picked->len > 0 ? g_string_free (g_steal_pointer (&picked), FALSE) : NULL;
}
