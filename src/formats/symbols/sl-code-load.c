/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-code-load.h"

#include <string.h>

#include "sl-elf.h"
#include "sl-error.h"
#include "sl-file-reader.h"
#include "sl-source-extras.h"
#include "sl-symbol-list.h"

/* One file, read once however often it is mapped. */
typedef struct
{
  SlElf *elf;
  SlSymbolTable *list; /* where it is no ELF file */
} File;

typedef struct
{
  SlCodeMap *map;
  GHashTable *files; /* path → File; without those that cannot be read */
} Loader;

static void
file_free (gpointer data)
{
  File *self = data;

  g_clear_pointer (&self->elf, sl_elf_free);
  g_clear_pointer (&self->list, sl_symbol_table_unref);
  g_free (self);
}

static SlMapping *
map_file (const char *path, GError **error)
{
  g_autofree char *name = g_filename_display_basename (path);
  int fd = sl_file_open_regular (path, error);

  return fd >= 0 ? sl_mapping_new_take_fd (fd, name, error) : NULL;
}

static File *
read_file (const char *path, GError **error)
{
  g_autoptr (SlMapping) mapping = map_file (path, error);
  File read = { 0 };

  if (mapping == NULL)
    return NULL;

  if (sl_elf_is (mapping))
    read.elf = sl_elf_new (mapping, path, error);
  else
    read.list = sl_symbol_list_read (mapping, error);
  if (read.elf == NULL && read.list == NULL)
    return NULL;

  return g_memdup2 (&read, sizeof read);
}

static const File *
get_file (Loader *self, const char *path, GError **error)
{
  File *file = g_hash_table_lookup (self->files, path);

  if (file != NULL)
    return file;

  file = read_file (path, error);
  if (file == NULL)
    {
      g_autofree char *name = g_filename_display_name (path);

      g_prefix_error (error, "%s: ", name);
      return NULL;
    }

  g_hash_table_insert (self->files, g_strdup (path), file);
  return file;
}

/* What to add to the addresses that the file was linked for. */
static guint64
find_bias (const SlElf *elf, const SlCodeFile *file)
{
  const SlElfLoad *first;

  if (file->address == SL_CODE_NO_BASE || elf->loads->len == 0)
    return 0;

  for (guint i = 0; i < elf->loads->len; i++)
    {
      const SlElfLoad *load = &g_array_index (elf->loads, SlElfLoad, i);

      /* The kernel maps whole pages. */
      if (file->size > 0 && load->is_code && file->file_offset <= load->offset + load->file_size &&
          load->offset <= file->file_offset + file->size)
        return file->address - file->file_offset + load->offset - load->address;
    }

  first = &g_array_index (elf->loads, SlElfLoad, 0);
  return file->address - (first->address - first->offset);
}

/* What of a piece of the file lies in what was mapped. */
static void
add_section (GArray *sections, const SlElfLoad *load, const SlCodeFile *file, guint64 bias)
{
  SlCodeSection section = { load->offset, MIN (load->file_size, load->size), load->address + bias };
  guint64 begin = file->address, end = file->address + file->size;

  if (!load->is_code || section.size == 0 || section.address > G_MAXUINT64 - section.size)
    return;
  if (file->size > 0 && file->address != SL_CODE_NO_BASE)
    {
      guint64 section_end = section.address + section.size;

      if (end < begin || section_end <= begin || section.address >= end)
        return;
      if (section.address < begin)
        {
          section.file_offset += begin - section.address;
          section.address = begin;
        }
      section.size = MIN (section_end, end) - section.address;
    }

  g_array_append_val (sections, section);
}

static guint32
get_process (Loader *self, const SlCodeFile *file)
{
  return file->cr3 != SL_CODE_NO_CR3 ? sl_code_map_add_space (self->map, file->cr3) : file->process;
}

static void
add_elf (Loader *self, const SlElf *elf, const SlCodeFile *file, const char *path)
{
  g_autoptr (GArray) sections = g_array_new (FALSE, FALSE, sizeof (SlCodeSection));
  SlCodeModule module = {
    .path = (char *) path,
    .process = get_process (self, file),
    .begin = G_MAXUINT64,
    .bias = find_bias (elf, file),
    .symbols = elf->symbols,
    .sections = sections,
  };

  for (guint i = 0; i < elf->loads->len; i++)
    {
      const SlElfLoad *load = &g_array_index (elf->loads, SlElfLoad, i);
      guint64 address = load->address + module.bias;

      add_section (sections, load, file, module.bias);
      if (address > G_MAXUINT64 - load->size)
        continue;
      module.begin = MIN (module.begin, address);
      module.end = MAX (module.end, address + load->size);
    }
  if (file->size > 0 && file->address != SL_CODE_NO_BASE &&
      file->address <= G_MAXUINT64 - file->size)
    {
      module.begin = file->address;
      module.end = file->address + file->size;
    }
  if (module.begin < module.end)
    sl_code_map_add (self->map, &module);
}

static void
add_list (Loader *self, SlSymbolTable *list, const SlCodeFile *file, const char *path)
{
  guint count = sl_symbol_table_get_count (list);
  SlCodeModule module = {
    .path = (char *) path,
    .process = get_process (self, file),
    .bias = file->address != SL_CODE_NO_BASE ? file->address : 0,
    .symbols = list,
  };

  module.begin = sl_symbol_table_get (list, 0)->begin + module.bias;
  module.end = module.begin;
  for (guint i = 0; i < count; i++)
    module.end = MAX (module.end, sl_symbol_table_get (list, i)->end + module.bias);
  if (module.begin < module.end)
    sl_code_map_add (self->map, &module);
}

static gboolean
load_file (Loader *self, const SlCodeFile *file, const char *path, GError **error)
{
  const File *read = get_file (self, path, error);

  if (read == NULL)
    return FALSE;

  if (read->elf != NULL)
    add_elf (self, read->elf, file, path);
  else
    add_list (self, read->list, file, path);
  return TRUE;
}

/* The folder that relative names of the trace mean. */
static char *
dup_folder (SlSource *source)
{
  const char *const *uris = sl_source_get_file_uris (source);
  g_autofree char *path = NULL;

  if (uris == NULL || uris[0] == NULL)
    return NULL;

  path = g_filename_from_uri (uris[0], NULL, NULL);
  return path != NULL ? g_path_get_dirname (path) : NULL;
}

/* Returns: (transfer full) (nullable): where @name, which a trace has for a file, leads to; %NULL for what is no
 * file, such as "[vdso]" */
static char *
resolve (const char *name, const char *folder)
{
  if (g_path_is_absolute (name))
    return g_str_has_prefix (name, "//") ? NULL : g_strdup (name);

  return folder != NULL && name[0] != '[' ? g_build_filename (folder, name, NULL) : NULL;
}

static void
load_traced (Loader *self, const SlCodeFile *file, const char *folder)
{
  const char *names[] = { file->path, file->other_path };

  for (guint i = 0; i < G_N_ELEMENTS (names) && names[i] != NULL; i++)
    {
      g_autofree char *path = resolve (names[i], folder);

      if (path != NULL && load_file (self, file, path, NULL))
        return;
    }
}

/**
 * sl_code_load_list_traced:
 *
 * Touches none of the files.
 *
 * Returns: (transfer full) (array zero-terminated=1) (element-type filename): the files that the trace names, each
 *   once, as paths; may be empty
 */
char **
sl_code_load_list_traced (SlSource *source)
{
  GPtrArray *traced = sl_source_get_code_files (source);
  g_autofree char *folder = dup_folder (source);
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GStrvBuilder) paths = g_strv_builder_new ();

  for (guint i = 0; traced != NULL && i < traced->len; i++)
    {
      const SlCodeFile *file = g_ptr_array_index (traced, i);
      const char *names[] = { file->path, file->other_path };

      for (guint k = 0; k < G_N_ELEMENTS (names) && names[k] != NULL; k++)
        {
          char *path = resolve (names[k], folder);

          if (path == NULL)
            continue;
          if (!g_hash_table_contains (seen, path))
            g_strv_builder_add (paths, path);
          g_hash_table_add (seen, path);
        }
    }

  return g_strv_builder_end (paths);
}

/**
 * sl_code_load:
 * @given: (nullable) (element-type SlCodeFile): what the user gave: each must be readable
 * @source: (nullable): of a trace whose user allows that the files that it names are read; those that are
 *   not there, or are no longer what they were, are passed over
 *
 * Returns: (transfer full) (nullable): where code lies; %NULL with an error that names the file
 */
SlCodeMap *
sl_code_load (GPtrArray *given, SlSource *source, GError **error)
{
  g_autoptr (SlCodeMap) map = sl_code_map_new ();
  g_autoptr (GHashTable) files = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, file_free);
  GPtrArray *traced = source != NULL ? sl_source_get_code_files (source) : NULL;
  g_autofree char *folder = source != NULL ? dup_folder (source) : NULL;
  Loader loader = { map, files };

  for (guint i = 0; given != NULL && i < given->len; i++)
    {
      const SlCodeFile *file = g_ptr_array_index (given, i);

      if (!load_file (&loader, file, file->path, error))
        return NULL;
    }
  for (guint i = 0; traced != NULL && i < traced->len; i++)
    load_traced (&loader, g_ptr_array_index (traced, i), folder);

  sl_code_map_seal (map);
  return g_steal_pointer (&map);
}

static gboolean
parse_number (const char *text, guint64 most, guint64 *number)
{
  gboolean is_hex = g_ascii_strncasecmp (text, "0x", 2) == 0;

  return g_ascii_string_to_unsigned (text + (is_hex ? 2 : 0), is_hex ? 16 : 10, 0, most, number,
                                     NULL);
}

/* What stands behind the @: "BASE", "BASE,cr3=CR3", ",pid=PID". */
static gboolean
parse_place (SlCodeFile *self, const char *text)
{
  g_auto (GStrv) parts = g_strsplit (text, ",", 2);
  guint64 number;

  if (parts[0] == NULL)
    return FALSE;
  if (parts[0][0] != '\0' && !parse_number (parts[0], G_MAXUINT64 - 1, &self->address))
    return FALSE;
  if (parts[1] == NULL)
    return parts[0][0] != '\0';
  if (g_str_has_prefix (parts[1], "cr3="))
    return parse_number (parts[1] + strlen ("cr3="), G_MAXUINT64 - 1, &self->cr3);
  if (!g_str_has_prefix (parts[1], "pid=") ||
      !parse_number (parts[1] + strlen ("pid="), G_MAXINT32, &number))
    return FALSE;

  self->process = (guint32) number;
  return TRUE;
}

/**
 * sl_code_load_parse:
 * @text: FILE, FILE\@BASE, FILE\@BASE,cr3=CR3 or FILE\@BASE,pid=PID, as bytes; numbers in hex with 0x, or
 *   decimal; BASE may be left out before a comma
 *
 * Returns: (transfer full) (nullable): the file; %NULL with %SL_ERROR_USAGE where there is no name or what
 *   follows it makes no sense
 */
SlCodeFile *
sl_code_load_parse (const char *text, GError **error)
{
  const char *at = strrchr (text, '@');
  g_autoptr (SlCodeFile) self = sl_code_file_new (text, SL_CODE_ANY_PROCESS, SL_CODE_NO_BASE);

  if (at != NULL && strchr (at, '/') == NULL)
    {
      if (parse_place (self, at + 1))
        {
          g_free (self->path);
          self->path = g_strndup (text, (gsize) (at - text));
        }
      else if (!g_file_test (text, G_FILE_TEST_EXISTS))
        {
          g_autofree char *name = g_filename_display_name (text);

          g_set_error (
              error, SL_ERROR, SL_ERROR_USAGE,
              "%s: The text after @ is not an address such as 0x555555554000, with ,cr3=0x… or "
              ",pid=… behind it for the code of one process",
              name);
          return NULL;
        }
    }
  if (*self->path != '\0')
    return g_steal_pointer (&self);

  g_set_error (error, SL_ERROR, SL_ERROR_USAGE, "%s: Names no file; give FILE or FILE@BASE", text);
  return NULL;
}

/**
 * sl_code_load_dup_place:
 *
 * Returns: (transfer full): what stands behind the \@ for the file; may be empty
 */
char *
sl_code_load_dup_place (const SlCodeFile *file)
{
  GString *text = g_string_new (NULL);

  if (file->address != SL_CODE_NO_BASE)
    g_string_append_printf (text, "0x%" G_GINT64_MODIFIER "x", file->address);
  if (file->cr3 != SL_CODE_NO_CR3)
    g_string_append_printf (text, ",cr3=0x%" G_GINT64_MODIFIER "x", file->cr3);
  else if (file->process != SL_CODE_ANY_PROCESS)
    g_string_append_printf (text, ",pid=%u", file->process);

  return g_string_free (text, FALSE);
}

/**
 * sl_code_load_add:
 * @files: (element-type SlCodeFile): appended to
 * @text: as sl_code_load_parse() takes it
 *
 * Returns: %FALSE with %SL_ERROR_USAGE where @text is wrong
 */
gboolean
sl_code_load_add (GPtrArray *files, const char *text, GError **error)
{
  SlCodeFile *file = sl_code_load_parse (text, error);

  if (file == NULL)
    return FALSE;

  g_ptr_array_add (files, file);
  return TRUE;
}
