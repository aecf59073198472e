/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-unpack.h"

#include <archive.h>
#include <archive_entry.h>
#include <string.h>

#include "sl-error.h"
#include "sl-spill.h"

/* Members of an archive that an error message lists. */
#define MAX_LISTED 10

/* Bytes that are asked for at a time, and how many at most, of a small damaged file. */
#define RESCUE_STEP  64
#define RESCUE_LIMIT (1 << 20)

/* Traces shrink 3 to 30 times; only made-up data reaches 250. */
const SlUnpackLimits sl_unpack_default_limits = {
  .memory = SL_SPILL_MEMORY,
  .ratio = 250,
  .ratio_from = 16 << 20,
};

typedef struct archive Archive;
typedef struct archive_entry ArchiveEntry;

static void
archive_close (Archive *archive)
{
  archive_read_free (archive);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Archive, archive_close)

typedef struct
{
  const char *magic;
  gsize length;
  const char *title;
  const char *suffix;
  gboolean is_zip;
} Packing;

static const Packing packings[] = {
  { "\x1f\x8b", 2, "gzip", ".gz", FALSE },
  { "BZh", 3, "bzip2", ".bz2", FALSE },
  { "\xfd"
    "7zXZ\0",
    6, "xz", ".xz", FALSE },
  { "\x28\xb5\x2f\xfd", 4, "Zstandard", ".zst", FALSE },
  { "PK\3\4", 4, "zip", ".zip", TRUE },
  { "PK\5\6", 4, "zip", ".zip", TRUE }, /* without members */
};

typedef struct
{
  SlMapping *packed;
  const Packing *packing;
  const SlUnpackLimits *limits;
  SlOpenProgress progress;
  gpointer user_data;
  GCancellable *cancellable;
  gboolean is_open; /* libarchive got past the head */
} Job;

static const Packing *
find_packing (SlMapping *packed)
{
  for (gsize i = 0; i < G_N_ELEMENTS (packings); i++)
    {
      if (sl_mapping_get_size (packed) >= packings[i].length &&
          memcmp (sl_mapping_get_data (packed), packings[i].magic, packings[i].length) == 0)
        return &packings[i];
    }

  return NULL;
}

/* libarchive reads the mapping directly. FALSE where it does not know the bytes after all. */
static gboolean
open_archive (const Job *job, Archive *archive)
{
  if (job->packing->is_zip)
    archive_read_support_format_zip (archive);
  else
    {
      archive_read_support_filter_gzip (archive);
      archive_read_support_filter_bzip2 (archive);
      archive_read_support_filter_xz (archive);
      archive_read_support_filter_zstd (archive);
      archive_read_support_format_raw (archive);
    }

  return archive_read_open_memory (archive, sl_mapping_get_data (job->packed),
                                   sl_mapping_get_size (job->packed)) == ARCHIVE_OK;
}

static const char *
archive_message (Archive *archive)
{
  const char *message = archive_error_string (archive);

  return message != NULL ? message : "no reason given";
}

static void
set_damaged (const Job *job, Archive *archive, GError **error)
{
  g_set_error (error, SL_ERROR, SL_ERROR_MALFORMED, "The %s data is damaged from the start: %s",
               job->packing->title, archive_message (archive));
}

static gboolean
check_ratio (const Job *job, guint64 size, GError **error)
{
  guint64 packed_size = sl_mapping_get_size (job->packed);

  if (size <= job->limits->ratio_from || size / job->limits->ratio <= packed_size)
    return TRUE;

  g_set_error (error, SL_ERROR, SL_ERROR_TOO_LARGE,
               "The %s data unpacks to more than %" G_GUINT64_FORMAT
               " times its size of %" G_GUINT64_FORMAT " bytes; the limit is %" G_GUINT64_FORMAT
               " times: unpack the file yourself if you trust it",
               job->packing->title, size / packed_size, packed_size, job->limits->ratio);
  return FALSE;
}

static void
tell_progress (const Job *job, Archive *archive)
{
  g_autofree char *what = NULL;

  if (job->progress == NULL)
    return;

  what = g_strdup_printf ("Unpacking %s", sl_mapping_get_name (job->packed));
  job->progress (what,
                 CLAMP ((double) archive_filter_bytes (archive, -1) /
                            sl_mapping_get_size (job->packed),
                        0, 1),
                 job->user_data);
}

/* libarchive gives a gzip file out 64 KiB at a time, and nothing of a part that it could not finish,
 * which in a small file is all of it. Small steps get at what comes before the damage. */
static gboolean
rescue_gzip (const Job *job, SlSpill *spill, GError **error)
{
  g_autoptr (GZlibDecompressor) gzip = g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP);
  const guint8 *data = sl_mapping_get_data (job->packed);
  gsize left = sl_mapping_get_size (job->packed);
  guint8 step[RESCUE_STEP];
  gsize n_read;
  gsize n_written;

  while (sl_spill_get_size (spill) < RESCUE_LIMIT &&
         g_converter_convert (G_CONVERTER (gzip), data, left, step, sizeof step,
                              G_CONVERTER_INPUT_AT_END, &n_read, &n_written,
                              NULL) == G_CONVERTER_CONVERTED)
    {
      if (!sl_spill_write (spill, step, n_written, error))
        return FALSE;

      data += n_read;
      left -= n_read;
    }

  return TRUE;
}

static gboolean
go_to_entry (const Job *job, Archive *archive)
{
  ArchiveEntry *entry;
  int status;

  do
    status = archive_read_next_header (archive, &entry);
  while ((status == ARCHIVE_OK || status == ARCHIVE_WARN) && job->packing->is_zip &&
         archive_entry_filetype (entry) != AE_IFREG);

  return status == ARCHIVE_OK || status == ARCHIVE_WARN;
}

/* Unpacks the archive's one entry, as far as it goes. */
static gboolean
unpack_entry (const Job *job, Archive *archive, SlSpill *spill, char **note, GError **error)
{
  const void *bytes;
  gsize size;
  la_int64_t offset;
  int status = ARCHIVE_FATAL;

  if (job->is_open && go_to_entry (job, archive))
    status = ARCHIVE_OK;

  while (status == ARCHIVE_OK &&
         (status = archive_read_data_block (archive, &bytes, &size, &offset)) == ARCHIVE_OK)
    {
      if (g_cancellable_set_error_if_cancelled (job->cancellable, error) ||
          !check_ratio (job, sl_spill_get_size (spill) + size, error) ||
          !sl_spill_write (spill, bytes, size, error))
        return FALSE;

      tell_progress (job, archive);
    }

  if (status == ARCHIVE_EOF)
    return TRUE;

  if (sl_spill_get_size (spill) == 0 && g_str_equal (job->packing->suffix, ".gz") &&
      !rescue_gzip (job, spill, error))
    return FALSE;

  if (sl_spill_get_size (spill) == 0)
    {
      set_damaged (job, archive, error);
      return FALSE;
    }

  *note = g_strdup_printf ("The %s data is damaged: only what came out before is shown (%s)",
                           job->packing->title, archive_message (archive));
  return TRUE;
}

static char *
get_entry_name (ArchiveEntry *entry)
{
  const char *path = archive_entry_pathname_utf8 (entry);
  g_autofree char *name = NULL;

  if (path == NULL)
    path = archive_entry_pathname (entry);
  name = g_path_get_basename (path != NULL ? path : "");
  return g_filename_display_name (name);
}

static void
set_several (GPtrArray *names, GError **error)
{
  g_autoptr (GString) list = g_string_new (NULL);

  for (guint i = 0; i < MIN (names->len, MAX_LISTED); i++)
    g_string_append_printf (list, "%s%s", i > 0 ? ", " : "",
                            (const char *) g_ptr_array_index (names, i));
  if (names->len > MAX_LISTED)
    g_string_append (list, ", …");

  g_set_error (error, SL_ERROR, SL_ERROR_UNSUPPORTED,
               "The zip archive holds %u files (%s): unpack it and open one of them", names->len,
               list->str);
}

/* Finds the name of the archive's one file. */
static char *
find_member (const Job *job, GError **error)
{
  g_autoptr (Archive) archive = archive_read_new ();
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  ArchiveEntry *entry;
  int status = ARCHIVE_FATAL;

  if (open_archive (job, archive))
    {
      while ((status = archive_read_next_header (archive, &entry)) == ARCHIVE_OK ||
             status == ARCHIVE_WARN)
        {
          if (archive_entry_filetype (entry) == AE_IFREG)
            g_ptr_array_add (names, get_entry_name (entry));
        }
    }

  /* A damaged archive may list fewer members than it has; the one that it lists will do. */
  if (names->len == 0 && status != ARCHIVE_EOF)
    set_damaged (job, archive, error);
  else if (names->len == 0)
    g_set_error_literal (error, SL_ERROR, SL_ERROR_EMPTY, "The zip archive holds no file");
  else if (names->len > 1)
    set_several (names, error);

  return names->len == 1 ? g_ptr_array_steal_index (names, 0) : NULL;
}

static SlMapping *
unpack_to (const Job *job, Archive *archive, const char *name, char **note, GError **error)
{
  g_autoptr (SlSpill) spill = sl_spill_new (job->limits->memory, error);

  if (spill == NULL || !unpack_entry (job, archive, spill, note, error))
    return NULL;

  return sl_mapping_new_take_fd (sl_spill_steal_fd (spill), name, error);
}

/**
 * sl_unpack_strip_name:
 *
 * Returns: (transfer full): @name without the suffix of a packing, such as ".gz"
 */
char *
sl_unpack_strip_name (const char *name)
{
  for (gsize i = 0; i < G_N_ELEMENTS (packings); i++)
    {
      if (g_str_has_suffix (name, packings[i].suffix) &&
          strlen (name) > strlen (packings[i].suffix))
        return g_strndup (name, strlen (name) - strlen (packings[i].suffix));
    }

  return g_strdup (name);
}

/**
 * sl_unpack_is_session:
 * @head: (array length=size): the first bytes of a file
 *
 * Returns: whether it is a zip archive that is a trace as a whole, a session of sigrok: its first
 *   member is called "version"
 */
gboolean
sl_unpack_is_session (const guint8 *head, gsize size)
{
  static const guint8 magic[] = { 'P', 'K', 3, 4 };
  static const char name[] = "version";

  return size >= 30 + strlen (name) && memcmp (head, magic, sizeof magic) == 0 &&
         head[26] == strlen (name) && head[27] == 0 && memcmp (head + 30, name, strlen (name)) == 0;
}

/**
 * sl_unpack:
 * @packed: a file as it lies there
 * @limits: %sl_unpack_default_limits but for tests
 * @progress: (nullable): told the share of @packed that was used up
 * @note: (out) (nullable): set where the data is damaged after a good beginning
 *
 * Peels gzip, bzip2, xz, Zstandard, also several one in another, or a zip archive of one file.
 * Blocks; call it from a thread that may wait.
 *
 * Returns: (transfer full) (nullable): the plain bytes under the name of the file inside; @packed
 *   itself where it is not packed; or %NULL with an error of %SL_ERROR or %G_IO_ERROR
 */
SlMapping *
sl_unpack (SlMapping *packed,
           const SlUnpackLimits *limits,
           SlOpenProgress progress,
           gpointer user_data,
           GCancellable *cancellable,
           char **note,
           GError **error)
{
  Job job = { packed, find_packing (packed), limits, progress, user_data, cancellable, FALSE };
  g_autoptr (Archive) archive = NULL;
  g_autofree char *name = NULL;

  *note = NULL;
  if (job.packing == NULL ||
      sl_unpack_is_session (sl_mapping_get_data (packed), sl_mapping_get_size (packed)))
    return sl_mapping_ref (packed);

  name = job.packing->is_zip ? find_member (&job, error)
                             : sl_unpack_strip_name (sl_mapping_get_name (packed));
  if (name == NULL)
    return NULL;

  archive = archive_read_new ();
  job.is_open = open_archive (&job, archive);

  /* Only the magic was there: plain data after all. */
  if (job.is_open && !job.packing->is_zip &&
      archive_filter_code (archive, 0) == ARCHIVE_FILTER_NONE)
    return sl_mapping_ref (packed);

  return unpack_to (&job, archive, name, note, error);
}
