/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A dump is the bare bytes of one stretch, or one of the two usual containers that tell their
 * addresses themselves, all little endian:
 *
 * | LiME, before each stretch | | ELF core, 64 bits | |
 * | --- | --- | --- | --- |
 * | 0, 4 bytes | "EMiL" | 0, 16 | 7F "ELF" 02 01 … |
 * | 4, 4 | version: 1 | 16, 2 | type: 4 |
 * | 8, 8 | first address | 32, 8 | offset of the program headers |
 * | 16, 8 | last address | 54, 2 and 56, 2 | size and number of them |
 * | 24, 8 | reserved | header + 0, 4 | type: 1, a stretch |
 * | 32, … | the bytes | + 8, 8 | its offset in the file |
 * | | | + 24, 8 | its physical address |
 * | | | + 32, 8 | its size in the file |
 */
#include "sl-topa-memory.h"

#include <string.h>

#include "sl-byte-reader.h"
#include "sl-error.h"
#include "sl-lower-bound.h"

#define LIME_MAGIC       0x4c694d45
#define LIME_HEADER_SIZE 32
#define ELF_HEADER_SIZE  64
#define ELF_TYPE_CORE    4
#define ELF_STRETCH_SIZE 56
#define ELF_STRETCH_LOAD 1

typedef struct
{
  guint64 address;
  guint64 length;
  const guint8 *bytes;
} Stretch;

struct _SlTopaMemory
{
  GPtrArray *dumps;  /* of SlMapping, which keep the bytes */
  GArray *stretches; /* of Stretch, by address, without overlap */
  guint64 size;
};

/**
 * sl_topa_memory_new:
 *
 * Returns: (transfer full): memory of which nothing is known
 */
SlTopaMemory *
sl_topa_memory_new (void)
{
  SlTopaMemory *self = g_new0 (SlTopaMemory, 1);

  self->dumps = g_ptr_array_new_with_free_func ((GDestroyNotify) sl_mapping_unref);
  self->stretches = g_array_new (FALSE, FALSE, sizeof (Stretch));
  return self;
}

void
sl_topa_memory_free (SlTopaMemory *self)
{
  g_ptr_array_unref (self->dumps);
  g_array_unref (self->stretches);
  g_free (self);
}

/* Number of the first stretch that ends after @address. */
static guint
find_stretch (const SlTopaMemory *self, guint64 address)
{
  const Stretch *stretches = (const Stretch *) (gpointer) self->stretches->data;

  return sl_lower_bound (0, self->stretches->len, i,
                         stretches[i].address + (stretches[i].length - 1) < address);
}

static gboolean
add_stretch (SlTopaMemory *self,
             guint64 address,
             const guint8 *bytes,
             guint64 length,
             const char *name,
             GError **error)
{
  Stretch stretch = { address, length, bytes };
  guint64 end;
  guint place;

  if (length == 0)
    return TRUE;
  if (__builtin_add_overflow (address, length - 1, &end))
    {
      g_set_error (error, SL_ERROR, SL_ERROR_MALFORMED,
                   "The dump %s would reach past the last address: %" G_GUINT64_FORMAT
                   " bytes from 0x%" G_GINT64_MODIFIER "x on",
                   name, length, address);
      return FALSE;
    }

  place = find_stretch (self, address);
  if (place < self->stretches->len &&
      g_array_index (self->stretches, Stretch, place).address <= end)
    {
      const Stretch *other = &g_array_index (self->stretches, Stretch, place);

      g_set_error (error, SL_ERROR, SL_ERROR_MALFORMED,
                   "The dump %s holds 0x%" G_GINT64_MODIFIER "x to 0x%" G_GINT64_MODIFIER
                   "x, which overlaps another's 0x%" G_GINT64_MODIFIER "x to 0x%" G_GINT64_MODIFIER
                   "x: give each its base address",
                   name, address, end, other->address, other->address + (other->length - 1));
      return FALSE;
    }

  g_array_insert_val (self->stretches, place, stretch);
  self->size += length;
  return TRUE;
}

static gboolean
add_lime (SlTopaMemory *self, SlMapping *dump, GError **error)
{
  const guint8 *data = sl_mapping_get_data (dump);
  gsize size = sl_mapping_get_size (dump), position = 0;

  while (size - position >= LIME_HEADER_SIZE)
    {
      guint64 first = sl_bytes_u64_le (data + position + 8);
      guint64 last = sl_bytes_u64_le (data + position + 16);
      guint64 left = size - position - LIME_HEADER_SIZE;

      if (sl_bytes_u32_le (data + position) != LIME_MAGIC || last < first)
        {
          g_set_error (error, SL_ERROR, SL_ERROR_MALFORMED,
                       "The dump %s has no LiME header at offset %" G_GSIZE_FORMAT
                       ", where one is required",
                       sl_mapping_get_name (dump), position);
          return FALSE;
        }

      /* The last stretch of a dump that was cut short is used as far as it goes. */
      left = MIN (left, last - first == G_MAXUINT64 ? G_MAXUINT64 : last - first + 1);
      if (!add_stretch (self, first, data + position + LIME_HEADER_SIZE, left,
                        sl_mapping_get_name (dump), error))
        return FALSE;
      position += LIME_HEADER_SIZE + left;
    }

  return TRUE;
}

static gboolean
add_elf (SlTopaMemory *self, SlMapping *dump, GError **error)
{
  const guint8 *data = sl_mapping_get_data (dump);
  guint64 size = sl_mapping_get_size (dump);
  guint64 headers = sl_bytes_u64_le (data + 32);
  guint header_size = sl_bytes_u16_le (data + 54);
  guint n_headers = sl_bytes_u16_le (data + 56);

  if (header_size < ELF_STRETCH_SIZE || headers > size ||
      (guint64) header_size * n_headers > size - headers)
    {
      g_set_error (error, SL_ERROR, SL_ERROR_MALFORMED,
                   "The dump %s has %u program headers of %u bytes at offset %" G_GUINT64_FORMAT
                   ", which do not fit into its %" G_GUINT64_FORMAT " bytes",
                   sl_mapping_get_name (dump), n_headers, header_size, headers, size);
      return FALSE;
    }

  for (guint i = 0; i < n_headers; i++)
    {
      const guint8 *header = data + headers + (guint64) header_size * i;
      guint64 offset = sl_bytes_u64_le (header + 8);

      if (sl_bytes_u32_le (header) != ELF_STRETCH_LOAD || offset >= size)
        continue;
      if (!add_stretch (self, sl_bytes_u64_le (header + 24), data + offset,
                        MIN (sl_bytes_u64_le (header + 32), size - offset),
                        sl_mapping_get_name (dump), error))
        return FALSE;
    }

  return TRUE;
}

static gboolean
is_elf_core (const guint8 *data, gsize size)
{
  static const guint8 magic[] = { 0x7f, 'E', 'L', 'F', 2, 1 };

  return size >= ELF_HEADER_SIZE && memcmp (data, magic, sizeof magic) == 0 &&
         sl_bytes_u16_le (data + 16) == ELF_TYPE_CORE;
}

/**
 * sl_topa_memory_add:
 * @dump: held
 * @base: physical address of its first byte; a container tells its addresses itself
 *
 * Returns: %TRUE; or %FALSE with %SL_ERROR_MALFORMED where the dump overlaps what another holds,
 *   reaches past the last address, or is a broken container
 */
gboolean
sl_topa_memory_add (SlTopaMemory *self, SlMapping *dump, guint64 base, GError **error)
{
  const guint8 *data = sl_mapping_get_data (dump);
  gsize size = sl_mapping_get_size (dump);

  g_ptr_array_add (self->dumps, sl_mapping_ref (dump));
  if (size >= LIME_HEADER_SIZE && sl_bytes_u32_le (data) == LIME_MAGIC &&
      sl_bytes_u32_le (data + 4) == 1)
    return add_lime (self, dump, error);
  if (is_elf_core (data, size))
    return add_elf (self, dump, error);

  return add_stretch (self, base, data, size, sl_mapping_get_name (dump), error);
}

/**
 * sl_topa_memory_get_size:
 *
 * Returns: bytes of all dumps together
 */
guint64
sl_topa_memory_get_size (const SlTopaMemory *self)
{
  return self->size;
}

/**
 * sl_topa_memory_peek:
 * @address: physical
 * @length: (out): how many bytes are there, or how many are missing; up to the end of the
 *   addresses where nothing follows
 *
 * Returns: (transfer none) (nullable): the bytes from @address on, or %NULL if they are missing
 */
const guint8 *
sl_topa_memory_peek (const SlTopaMemory *self, guint64 address, guint64 *length)
{
  guint place = find_stretch (self, address);
  const Stretch *stretch;

  if (place == self->stretches->len)
    {
      *length = address == 0 ? G_MAXUINT64 : -address;
      return NULL;
    }

  stretch = &g_array_index (self->stretches, Stretch, place);
  if (stretch->address > address)
    {
      *length = stretch->address - address;
      return NULL;
    }

  *length = stretch->length - (address - stretch->address);
  return stretch->bytes + (address - stretch->address);
}

/**
 * sl_topa_memory_read_u64:
 * @address: physical
 * @value: (out): little endian
 *
 * Returns: whether a dump has all eight bytes
 */
gboolean
sl_topa_memory_read_u64 (const SlTopaMemory *self, guint64 address, guint64 *value)
{
  guint64 length;
  const guint8 *bytes = sl_topa_memory_peek (self, address, &length);

  if (bytes == NULL || length < sizeof *value)
    return FALSE;

  *value = sl_bytes_u64_le (bytes);
  return TRUE;
}

/**
 * sl_topa_memory_describe:
 *
 * Returns: (transfer full): which addresses the dumps hold, for messages
 */
char *
sl_topa_memory_describe (const SlTopaMemory *self)
{
  const Stretch *first, *last;

  if (self->stretches->len == 0)
    return g_strdup ("the dumps are empty");

  first = &g_array_index (self->stretches, Stretch, 0);
  last = &g_array_index (self->stretches, Stretch, self->stretches->len - 1);
  return g_strdup_printf ("%s 0x%" G_GINT64_MODIFIER "x to 0x%" G_GINT64_MODIFIER "x",
                          self->stretches->len == 1 ? "the dump holds" : "the dumps lie within",
                          first->address, last->address + (last->length - 1));
}
