/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-elf.h"

#include <elfutils/libdwfl.h>
#include <gelf.h>

#include "sl-error.h"

typedef struct
{
  Elf *elf;
  gsize size; /* of the file */
  GElf_Ehdr header;
} Reader;

/* @count entries of @entry_size bytes each from @offset, of which each has at least @least bytes. libelf
 * takes a table that is not all there for one without entries. */
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

static gboolean
check_header (const Reader *self, const guint8 *identity, GError **error)
{
  const GElf_Ehdr *header = &self->header;

  if (identity[EI_DATA] != ELFDATA2LSB ||
      (identity[EI_CLASS] != ELFCLASS32 && identity[EI_CLASS] != ELFCLASS64) ||
      (header->e_machine != EM_386 && header->e_machine != EM_X86_64))
    {
      g_set_error (error, SL_ERROR, SL_ERROR_UNSUPPORTED,
                   "ELF class %u, byte order %u, machine %u: only x86 code (machine 3 or 62, "
                   "byte order 1) is supported",
                   identity[EI_CLASS], identity[EI_DATA], header->e_machine);
      return FALSE;
    }
  if (header->e_type == ET_REL)
    {
      g_set_error (
          error, SL_ERROR, SL_ERROR_UNSUPPORTED,
          "The file is an object that was not linked: its code does not have addresses yet");
      return FALSE;
    }

  return check_table (self, "The program headers", header->e_phoff, header->e_phnum,
                      header->e_phentsize, gelf_fsize (self->elf, ELF_T_PHDR, 1, EV_CURRENT),
                      error) &&
         check_table (self, "The section headers", header->e_shoff, header->e_shnum,
                      header->e_shentsize, gelf_fsize (self->elf, ELF_T_SHDR, 1, EV_CURRENT),
                      error);
}

/* That the tables of symbols and their names are in the file. */
static gboolean
check_symbols (const Reader *self, GError **error)
{
  guint64 least = gelf_fsize (self->elf, ELF_T_SYM, 1, EV_CURRENT);

  for (Elf_Scn *section = elf_nextscn (self->elf, NULL); section != NULL;
       section = elf_nextscn (self->elf, section))
    {
      GElf_Shdr header, names;
      guint64 entry_size;

      if (gelf_getshdr (section, &header) == NULL ||
          (header.sh_type != SHT_SYMTAB && header.sh_type != SHT_DYNSYM))
        continue;

      entry_size = header.sh_entsize != 0 ? header.sh_entsize : least;
      if (!check_table (self, "The symbols", header.sh_offset, header.sh_size / entry_size,
                        entry_size, least, error))
        return FALSE;
      if (gelf_getshdr (elf_getscn (self->elf, header.sh_link), &names) == NULL)
        {
          g_set_error (error, SL_ERROR, SL_ERROR_MALFORMED,
                       "The names of symbols are in section %u of %u", header.sh_link,
                       self->header.e_shnum);
          return FALSE;
        }
      if (!check_table (self, "The names of symbols", names.sh_offset, names.sh_size, 1, 1, error))
        return FALSE;
    }

  return TRUE;
}

static gboolean
check (Reader *self, SlMapping *file, GError **error)
{
  const guint8 *identity = sl_mapping_get_data (file);

  if (!sl_elf_is (file) || self->size < EI_NIDENT)
    {
      g_set_error (error, SL_ERROR, SL_ERROR_MALFORMED, "Not an ELF file");
      return FALSE;
    }
  if (elf_kind (self->elf) == ELF_K_ELF && gelf_getehdr (self->elf, &self->header) == NULL)
    {
      g_set_error (error, SL_ERROR, SL_ERROR_TRUNCATED,
                   "The header of %" G_GSIZE_FORMAT " bytes cannot be read: %s", self->size,
                   elf_errmsg (-1));
      return FALSE;
    }

  return check_header (self, identity, error) && check_symbols (self, error);
}

static int
compare_loads (gconstpointer one, gconstpointer other)
{
  const SlElfLoad *a = one, *b = other;

  return a->address < b->address ? -1 : a->address > b->address;
}

static void
add_loads (SlElf *self, const Reader *reader)
{
  for (guint i = 0; i < reader->header.e_phnum; i++)
    {
      GElf_Phdr header;
      SlElfLoad load;

      if (gelf_getphdr (reader->elf, (int) i, &header) == NULL || header.p_type != PT_LOAD ||
          header.p_memsz == 0 || header.p_offset >= reader->size ||
          header.p_memsz > G_MAXUINT64 - header.p_vaddr)
        continue;

      load = (SlElfLoad) {
        .offset = header.p_offset,
        .address = header.p_vaddr,
        .file_size = MIN (header.p_filesz, reader->size - header.p_offset),
        .size = header.p_memsz,
        .is_code = (header.p_flags & PF_X) != 0,
      };
      g_array_append_val (self->loads, load);
    }

  g_array_sort (self->loads, compare_loads);
}

/* Names of code: functions, and labels of assembly. Better ones win where two name one place. */
static gboolean
get_rank (const GElf_Sym *symbol, const GElf_Shdr *section, const char *name, guint *rank)
{
  guint type = GELF_ST_TYPE (symbol->st_info);
  guint binding = GELF_ST_BIND (symbol->st_info);

  *rank = binding == STB_GLOBAL ? 2 : binding == STB_WEAK ? 1 : 0;
  if (type == STT_FUNC || type == STT_GNU_IFUNC)
    {
      *rank += 4;
      return TRUE;
    }

  return type == STT_NOTYPE && (section->sh_flags & SHF_EXECINSTR) != 0 && name[0] != '.' &&
         name[0] != '$';
}

/* Where the code ends that a symbol without a size is in, relative to the symbol. */
static guint64
get_rest (const GElf_Sym *symbol, const GElf_Shdr *section)
{
  guint64 end;

  if (symbol->st_value < section->sh_addr ||
      __builtin_add_overflow (section->sh_addr, section->sh_size, &end) || end < symbol->st_value)
    return 0;

  return end - symbol->st_value;
}

static void
add_symbol (SlElf *self, Dwfl_Module *module, int number, GElf_Addr bias)
{
  GElf_Sym symbol;
  GElf_Addr address;
  GElf_Word index;
  GElf_Shdr section;
  Elf *elf = NULL;
  const char *name =
      dwfl_module_getsym_info (module, number, &symbol, &address, &index, &elf, NULL);
  guint rank;

  /* The special sections are not in a file. */
  if (name == NULL || name[0] == '\0' || index == SHN_UNDEF || index >= SHN_LORESERVE ||
      gelf_getshdr (elf_getscn (elf, index), &section) == NULL ||
      !get_rank (&symbol, &section, name, &rank))
    return;

  address -= bias;
  sl_symbol_table_add (self->symbols, address, symbol.st_size,
                       address + get_rest (&symbol, &section), rank, name, strlen (name));
}

static int
find_no_debug_file (Dwfl_Module *module,
                    void **data,
                    const char *name,
                    Dwarf_Addr base,
                    const char *path,
                    const char *link,
                    GElf_Word crc,
                    char **found)
{
  return -1;
}

/* The file's own symbols, and what its separate debug file has besides. */
static void
add_symbols (SlElf *self, SlMapping *file, const char *path)
{
  static const Dwfl_Callbacks beside = {
    .find_debuginfo = dwfl_standard_find_debuginfo,
    .section_address = dwfl_offline_section_address,
  };
  static const Dwfl_Callbacks alone = {
    .find_debuginfo = find_no_debug_file,
    .section_address = dwfl_offline_section_address,
  };
  Dwfl *dwfl = dwfl_begin (path != NULL ? &beside : &alone);
  Dwfl_Module *module;
  GElf_Addr bias;

  /* libelf reads the image where it is and does not write to it. */
  module =
      dwfl_report_offline_memory (dwfl, sl_mapping_get_name (file), path != NULL ? path : "",
                                  (char *) sl_mapping_get_data (file), sl_mapping_get_size (file));
  dwfl_report_end (dwfl, NULL, NULL);
  if (module != NULL && dwfl_module_getelf (module, &bias) != NULL)
    {
      int n_symbols = dwfl_module_getsymtab (module);

      for (int i = 0; i < n_symbols; i++)
        add_symbol (self, module, i, bias);
    }
  dwfl_end (dwfl);
}

/**
 * sl_elf_is:
 *
 * Returns: whether @file begins as ELF files do
 */
gboolean
sl_elf_is (SlMapping *file)
{
  return sl_mapping_get_size (file) >= SELFMAG &&
         memcmp (sl_mapping_get_data (file), ELFMAG, SELFMAG) == 0;
}

/**
 * sl_elf_new:
 * @file: need not outlive what is returned
 * @path: (nullable): where @file is, so that its separate debug file is found: in the same folder, in
 *   its ".debug", or under /usr/lib/debug; %NULL reads @file alone
 *
 * Returns: (transfer full) (nullable): what the file says of its code; %NULL with an error of
 *   %SL_ERROR where it contradicts itself
 */
SlElf *
sl_elf_new (SlMapping *file, const char *path, GError **error)
{
  g_autoptr (SlElf) self = NULL;
  Reader reader = { .size = sl_mapping_get_size (file) };

  elf_version (EV_CURRENT);
  reader.elf = elf_memory ((char *) sl_mapping_get_data (file), reader.size);
  if (check (&reader, file, error))
    {
      self = g_new0 (SlElf, 1);
      self->is_64_bit = gelf_getclass (reader.elf) == ELFCLASS64;
      self->loads = g_array_new (FALSE, FALSE, sizeof (SlElfLoad));
      self->symbols = sl_symbol_table_new ();
      add_loads (self, &reader);
      add_symbols (self, file, path);
      sl_symbol_table_seal (self->symbols);
    }
  elf_end (reader.elf);

  return g_steal_pointer (&self);
}

void
sl_elf_free (SlElf *self)
{
  g_array_unref (self->loads);
  sl_symbol_table_unref (self->symbols);
  g_free (self);
}
