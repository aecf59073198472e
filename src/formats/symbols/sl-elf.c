/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-elf.h"

#include "sl-byte-reader.h"
#include "sl-error.h"

#define TYPE_RELOCATABLE 1
#define MACHINE_I386     3
#define MACHINE_X86_64   62
#define LOAD             1
#define LOAD_IS_CODE     1
#define SECTION_SYMTAB   2
#define SECTION_DYNSYM   11
#define SECTION_IS_CODE  4

/* Kinds of symbols. */
#define SYMBOL_NOTYPE   0
#define SYMBOL_FUNCTION 2
#define SYMBOL_INDIRECT 10

/* Special numbers of sections. */
#define SECTION_UNDEFINED 0
#define SECTION_RESERVED  0xff00

typedef struct
{
  guint32 type;
  guint64 flags;
  guint64 address;
  guint64 offset;
  guint64 size;
  guint32 link;
  guint64 entry_size;
} Section;

typedef struct
{
  const guint8 *data;
  gsize size;
  gboolean is_64_bit;
  GArray *sections; /* of Section */
} Reader;

/* A number of the class's size. */
static guint64
get_word (const Reader *self, const guint8 *at)
{
  return self->is_64_bit ? sl_bytes_u64_le (at) : sl_bytes_u32_le (at);
}

/* @count entries of @entry_size bytes each, of which at least @least are there. */
static gboolean
check_table (const Reader *self,
             const char *what,
             guint64 offset,
             guint64 count,
             guint64 entry_size,
             guint64 least,
             GError **error)
{
  guint64 length, end;

  if (count == 0)
    return TRUE;
  if (entry_size < least)
    {
      g_set_error (error, SL_ERROR, SL_ERROR_MALFORMED,
                   "%s are %" G_GUINT64_FORMAT " bytes each, fewer than the %" G_GUINT64_FORMAT
                   " of their kind",
                   what, entry_size, least);
      return FALSE;
    }
  if (!__builtin_mul_overflow (count, entry_size, &length) &&
      !__builtin_add_overflow (offset, length, &end) && end <= self->size)
    return TRUE;

  g_set_error (error, SL_ERROR, SL_ERROR_TRUNCATED,
               "%s (%" G_GUINT64_FORMAT " from offset 0x%" G_GINT64_MODIFIER
               "x) reach beyond the file's %" G_GSIZE_FORMAT " bytes",
               what, count, offset, self->size);
  return FALSE;
}

static void
read_load (SlElf *elf, const Reader *self, const guint8 *header)
{
  gboolean big = self->is_64_bit;
  SlElfLoad load = {
    .offset = get_word (self, header + (big ? 8 : 4)),
    .address = get_word (self, header + (big ? 16 : 8)),
    .file_size = get_word (self, header + (big ? 32 : 16)),
    .size = get_word (self, header + (big ? 40 : 20)),
    .is_code = (sl_bytes_u32_le (header + (big ? 4 : 24)) & LOAD_IS_CODE) != 0,
  };

  if (sl_bytes_u32_le (header) != LOAD || load.size == 0 || load.offset >= self->size)
    return;

  load.file_size = MIN (load.file_size, self->size - load.offset);
  if (load.size > G_MAXUINT64 - load.address)
    return;
  g_array_append_val (elf->loads, load);
}

static gboolean
read_loads (SlElf *elf, const Reader *self, GError **error)
{
  gboolean big = self->is_64_bit;
  guint64 offset = get_word (self, self->data + (big ? 32 : 28));
  guint entry_size = sl_bytes_u16_le (self->data + (big ? 54 : 42));
  guint count = sl_bytes_u16_le (self->data + (big ? 56 : 44));

  if (!check_table (self, "The program headers", offset, count, entry_size, big ? 56 : 32, error))
    return FALSE;

  for (guint i = 0; i < count; i++)
    read_load (elf, self, self->data + offset + (gsize) i * entry_size);
  return TRUE;
}

static gboolean
read_sections (Reader *self, GError **error)
{
  gboolean big = self->is_64_bit;
  guint64 offset = get_word (self, self->data + (big ? 40 : 32));
  guint entry_size = sl_bytes_u16_le (self->data + (big ? 58 : 46));
  guint count = sl_bytes_u16_le (self->data + (big ? 60 : 48));

  if (!check_table (self, "The section headers", offset, count, entry_size, big ? 64 : 40, error))
    return FALSE;

  for (guint i = 0; i < count; i++)
    {
      const guint8 *header = self->data + offset + (gsize) i * entry_size;
      Section section = {
        .type = sl_bytes_u32_le (header + 4),
        .flags = get_word (self, header + 8),
        .address = get_word (self, header + (big ? 16 : 12)),
        .offset = get_word (self, header + (big ? 24 : 16)),
        .size = get_word (self, header + (big ? 32 : 20)),
        .link = sl_bytes_u32_le (header + (big ? 40 : 24)),
        .entry_size = get_word (self, header + (big ? 56 : 36)),
      };

      g_array_append_val (self->sections, section);
    }

  return TRUE;
}

static const Section *
get_section (const Reader *self, guint number)
{
  return number < self->sections->len ? &g_array_index (self->sections, Section, number) : NULL;
}

/* Where the code ends that a symbol without a size is in. */
static guint64
get_limit (const Section *section, guint64 address)
{
  guint64 end;

  if (section == NULL || address < section->address ||
      __builtin_add_overflow (section->address, section->size, &end))
    return address;

  return end;
}

/* Names of code: functions, and labels of assembly. Better ones win where two name one place. */
static gboolean
get_rank (guint info, const Section *section, const char *name, guint *rank)
{
  guint type = info & 0xf;
  guint binding = info >> 4;

  *rank = binding == 1 ? 2 : binding == 2 ? 1 : 0;
  if (type == SYMBOL_FUNCTION || type == SYMBOL_INDIRECT)
    {
      *rank += 4;
      return TRUE;
    }

  return type == SYMBOL_NOTYPE && section != NULL && (section->flags & SECTION_IS_CODE) != 0 &&
         name[0] != '.' && name[0] != '$';
}

static void
read_symbol (SlElf *elf, const Reader *self, const guint8 *entry, const Section *strings)
{
  gboolean big = self->is_64_bit;
  guint64 address = get_word (self, entry + (big ? 8 : 4));
  guint64 size = get_word (self, entry + (big ? 16 : 8));
  guint info = entry[big ? 4 : 12];
  guint number = sl_bytes_u16_le (entry + (big ? 6 : 14));
  guint64 at = sl_bytes_u32_le (entry);
  const Section *section = get_section (self, number);
  const char *name;
  gsize length;
  guint rank;

  if (number == SECTION_UNDEFINED || number >= SECTION_RESERVED || at >= strings->size)
    return;

  name = (const char *) self->data + strings->offset + at;
  length = strnlen (name, strings->size - at);
  if (length > 0 && get_rank (info, section, name, &rank))
    sl_symbol_table_add (elf->symbols, address, size, get_limit (section, address), rank, name,
                         length);
}

/* The table in @table, all of whose bytes are in the file. */
static gboolean
read_symbols (SlElf *elf, const Reader *self, const Section *table, GError **error)
{
  guint64 least = self->is_64_bit ? 24 : 16;
  const Section *strings = get_section (self, table->link);
  guint64 entry_size = table->entry_size != 0 ? table->entry_size : least;
  guint64 count = table->size / entry_size;

  if (!check_table (self, "The symbols", table->offset, count, entry_size, least, error))
    return FALSE;
  if (strings == NULL ||
      !check_table (self, "The names of symbols", strings->offset, 1, strings->size, 0, error))
    {
      if (strings == NULL)
        g_set_error (error, SL_ERROR, SL_ERROR_MALFORMED,
                     "The names of symbols are in section %u of %u", table->link,
                     self->sections->len);
      return FALSE;
    }

  for (guint64 i = 0; i < count; i++)
    read_symbol (elf, self, self->data + table->offset + i * entry_size, strings);
  return TRUE;
}

/**
 * sl_elf_is:
 *
 * Returns: whether @file begins as ELF files do
 */
gboolean
sl_elf_is (SlMapping *file)
{
  return sl_mapping_get_size (file) >= 4 && memcmp (sl_mapping_get_data (file), "\177ELF", 4) == 0;
}

static gboolean
read_header (Reader *self, GError **error)
{
  guint machine;

  if (self->size < 52 || memcmp (self->data, "\177ELF", 4) != 0)
    {
      g_set_error (error, SL_ERROR, SL_ERROR_MALFORMED, "Not an ELF file");
      return FALSE;
    }

  self->is_64_bit = self->data[4] == 2;
  machine = sl_bytes_u16_le (self->data + 18);
  if (self->data[5] != 1 || (self->data[4] != 1 && self->data[4] != 2) ||
      (machine != MACHINE_I386 && machine != MACHINE_X86_64))
    {
      g_set_error (error, SL_ERROR, SL_ERROR_UNSUPPORTED,
                   "ELF class %u, byte order %u, machine %u: only code of x86 (machine 3 or 62, "
                   "byte order 1) is read",
                   self->data[4], self->data[5], machine);
      return FALSE;
    }
  if (sl_bytes_u16_le (self->data + 16) == TYPE_RELOCATABLE)
    {
      g_set_error (error, SL_ERROR, SL_ERROR_UNSUPPORTED,
                   "The file is an object that was not linked: its code has no addresses yet");
      return FALSE;
    }
  if (self->is_64_bit && self->size < 64)
    {
      g_set_error (error, SL_ERROR, SL_ERROR_TRUNCATED,
                   "The header is 64 bytes, the file only %" G_GSIZE_FORMAT, self->size);
      return FALSE;
    }

  return TRUE;
}

static int
compare_loads (gconstpointer one, gconstpointer other)
{
  const SlElfLoad *a = one, *b = other;

  return a->address < b->address ? -1 : a->address > b->address;
}

/**
 * sl_elf_new:
 * @file: need not outlive what is returned
 *
 * Returns: (transfer full) (nullable): what the file says of its code; %NULL with an error of
 *   %SL_ERROR where it contradicts itself
 */
SlElf *
sl_elf_new (SlMapping *file, GError **error)
{
  g_autoptr (SlElf) self = g_new0 (SlElf, 1);
  g_autoptr (GArray) sections = g_array_new (FALSE, FALSE, sizeof (Section));
  Reader reader = { sl_mapping_get_data (file), sl_mapping_get_size (file), FALSE, sections };

  self->loads = g_array_new (FALSE, FALSE, sizeof (SlElfLoad));
  self->symbols = sl_symbol_table_new ();
  if (!read_header (&reader, error))
    return NULL;

  self->is_64_bit = reader.is_64_bit;
  if (!read_loads (self, &reader, error) || !read_sections (&reader, error))
    return NULL;

  for (guint i = 0; i < sections->len; i++)
    {
      const Section *section = &g_array_index (sections, Section, i);

      if ((section->type == SECTION_SYMTAB || section->type == SECTION_DYNSYM) &&
          !read_symbols (self, &reader, section, error))
        return NULL;
    }

  g_array_sort (self->loads, compare_loads);
  sl_symbol_table_seal (self->symbols);
  return g_steal_pointer (&self);
}

void
sl_elf_free (SlElf *self)
{
  g_array_unref (self->loads);
  sl_symbol_table_unref (self->symbols);
  g_free (self);
}
