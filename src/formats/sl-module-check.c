/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-module-check.h"

#include <elf.h>
#include <link.h>
#include <string.h>

#include "sl-error.h"
#include "sl-file-reader.h"

#if __ELF_NATIVE_CLASS == 64
#define OWN_CLASS ELFCLASS64
#else
#define OWN_CLASS ELFCLASS32
#endif

#define OWN_DATA (G_BYTE_ORDER == G_LITTLE_ENDIAN ? ELFDATA2LSB : ELFDATA2MSB)

typedef ElfW (Ehdr) Header;
typedef ElfW (Phdr) Segment;
typedef ElfW (Shdr) Section;

typedef struct
{
  const guint8 *bytes;
  gsize size;
} File;

/* The program's own header, which the loader has put where its first segment is. */
static const Header *
get_own_header (void)
{
  static const Header *header;

  if (g_once_init_enter (&header))
    {
      Dl_info info;
      const Header *found = NULL;

      if (dladdr ((gpointer) sl_module_check, &info) != 0)
        found = info.dli_fbase;
      g_once_init_leave (&header, found);
    }

  return header;
}

static gboolean
fail (GError **error, const char *what)
{
  g_set_error_literal (error, SL_ERROR, SL_ERROR_UNSUPPORTED, what);
  return FALSE;
}

/* Tables and pieces alike. */
static gboolean
check_piece (const File *file, const char *what, guint64 offset, guint64 size, GError **error)
{
  if (offset <= file->size && size <= file->size - offset)
    return TRUE;

  g_set_error (error, SL_ERROR, SL_ERROR_UNSUPPORTED,
               "The file is cut off: %s at offset %" G_GUINT64_FORMAT " has %" G_GUINT64_FORMAT
               " bytes, but the file ends at %" G_GSIZE_FORMAT,
               what, offset, size, file->size);
  return FALSE;
}

static gboolean
check_header (const File *file, Header *header, GError **error)
{
  const Header *own = get_own_header ();

  if (file->size < SELFMAG || memcmp (file->bytes, ELFMAG, SELFMAG) != 0)
    return fail (error, "Not a shared object: it does not begin as an ELF file");
  if (!check_piece (file, "its header", 0, sizeof *header, error))
    return FALSE;

  memcpy (header, file->bytes, sizeof *header);
  if (header->e_ident[EI_CLASS] != OWN_CLASS || header->e_ident[EI_DATA] != OWN_DATA ||
      (own != NULL && header->e_machine != own->e_machine))
    {
      g_set_error (
          error, SL_ERROR, SL_ERROR_UNSUPPORTED,
          "It was built for another kind of processor: class %u, byte order %u, machine %u",
          header->e_ident[EI_CLASS], header->e_ident[EI_DATA], header->e_machine);
      return FALSE;
    }
  if (header->e_type != ET_DYN)
    return fail (error, "Not a shared object, but a program or an object file");
  if (header->e_phentsize != sizeof (Segment) ||
      (header->e_shoff != 0 && header->e_shentsize != sizeof (Section)))
    return fail (error, "The sizes of its headers are not those of this system");

  return TRUE;
}

static gboolean
check_segments (const File *file, const Header *header, GError **error)
{
  if (!check_piece (file, "its table of segments", header->e_phoff,
                    (guint64) header->e_phnum * sizeof (Segment), error))
    return FALSE;

  for (guint i = 0; i < header->e_phnum; i++)
    {
      Segment segment;

      memcpy (&segment, file->bytes + header->e_phoff + i * sizeof segment, sizeof segment);
      if (segment.p_type == PT_LOAD && segment.p_filesz > segment.p_memsz)
        return fail (error, "A segment of it is larger in the file than in memory");
      if (!check_piece (file, "a segment", segment.p_offset, segment.p_filesz, error))
        return FALSE;
    }

  return TRUE;
}

static gboolean
check_sections (const File *file, const Header *header, GError **error)
{
  if (header->e_shoff != 0 && !check_piece (file, "its table of sections", header->e_shoff,
                                            (guint64) header->e_shnum * sizeof (Section), error))
    return FALSE;

  for (guint i = 0; header->e_shoff != 0 && i < header->e_shnum; i++)
    {
      Section section;

      memcpy (&section, file->bytes + header->e_shoff + i * sizeof section, sizeof section);
      if (section.sh_type != SHT_NOBITS && section.sh_type != SHT_NULL &&
          !check_piece (file, "a section", section.sh_offset, section.sh_size, error))
        return FALSE;
    }

  return TRUE;
}

/**
 * sl_module_check:
 * @bytes: a whole file
 * @error: %SL_ERROR_UNSUPPORTED
 *
 * Returns: whether it is a shared object for this machine of which nothing is cut off
 */
gboolean
sl_module_check (const guint8 *bytes, gsize size, GError **error)
{
  const File file = { bytes, size };
  Header header;

  return check_header (&file, &header, error) && check_segments (&file, &header, error) &&
         check_sections (&file, &header, error);
}

/**
 * sl_module_check_file:
 * @error: as of sl_module_check(), or of sl_file_open_regular()
 *
 * Returns: whether the dynamic loader may be given the file
 */
gboolean
sl_module_check_file (const char *path, GError **error)
{
  int fd = sl_file_open_regular (path, error);
  g_autoptr (SlMapping) file = fd >= 0 ? sl_mapping_new_take_fd (fd, "module", error) : NULL;

  return file != NULL &&
         sl_module_check (sl_mapping_get_data (file), sl_mapping_get_size (file), error);
}
