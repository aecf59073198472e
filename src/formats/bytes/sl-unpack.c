/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-unpack.h"

#include <archive.h>
#include <archive_entry.h>
#include <string.h>

#include "sl-decoder.h"
#include "sl-error.h"
#include "sl-spill.h"
#include "sl-text-list.h"

/* Members of an archive that an error message lists. */
#define MAX_LISTED 10

/* What is decoded at a time, and how many packings may be in each other. */
#define STEP_SIZE  (64 << 10)
#define MAX_LAYERS 8

/* Traces shrink 3 to 30 times; only made-up data reaches 250. */
const SlUnpackLimits sl_unpack_default_limits = {
  .memory = SL_SPILL_MEMORY,
  .ratio = 250,
  .ratio_from = 16 << 20,
  .total = G_GUINT64_CONSTANT (4) << 30,
};

/* What holds for files that are opened: the defaults, or what the user allows. */
static SlUnpackLimits allowed;
static gboolean is_set;

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
  SlMapping *packed;
  const char *title; /* of the packing */
  guint64 size;      /* of the file as it lies there, in bytes */
  const SlUnpackLimits *limits;
  SlOpenProgress progress;
  gpointer user_data;
  GCancellable *cancellable;
} Job;

static gboolean
is_zip (SlMapping *packed)
{
  const guint8 *data = sl_mapping_get_data (packed);

  /* The second is one without members. */
  return sl_mapping_get_size (packed) >= 4 &&
         (memcmp (data, "PK\3\4", 4) == 0 || memcmp (data, "PK\5\6", 4) == 0);
}

/* libarchive reads the mapping directly. FALSE where it does not know the bytes after all. */
static gboolean
open_archive (const Job *job, Archive *archive)
{
  archive_read_support_format_zip (archive);
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
set_damaged (const Job *job, const char *reason, GError **error)
{
  g_set_error (error, SL_ERROR, SL_ERROR_MALFORMED, "The %s data is damaged from the start: %s",
               job->title, reason);
}

static gboolean
check_limits (const Job *job, guint64 size, GError **error)
{
  return sl_unpack_check_size (job->title, size, job->size, job->limits, error);
}

static void
notify_progress (const Job *job, guint64 n_used)
{
  g_autofree char *what = NULL;

  if (job->progress == NULL)
    return;

  what = g_strdup_printf ("Unpacking %s", sl_mapping_get_name (job->packed));
  job->progress (what, CLAMP ((double) n_used / sl_mapping_get_size (job->packed), 0, 1),
                 job->user_data);
}

/* Writes what came out, within the limits. */
static gboolean
take_bytes (const Job *job, SlSpill *spill, gconstpointer bytes, gsize size, GError **error)
{
  return !g_cancellable_set_error_if_cancelled (job->cancellable, error) &&
         check_limits (job, sl_spill_get_size (spill) + size, error) &&
         sl_spill_write (spill, bytes, size, error);
}

/* Unpacks the archive's one file, as far as it goes. */
static gboolean
unpack_member (const Job *job, Archive *archive, SlSpill *spill, char **note, GError **error)
{
  ArchiveEntry *entry;
  const void *bytes;
  gsize size;
  la_int64_t offset;
  int status;

  do
    status = archive_read_next_header (archive, &entry);
  while ((status == ARCHIVE_OK || status == ARCHIVE_WARN) &&
         archive_entry_filetype (entry) != AE_IFREG);
  if (status == ARCHIVE_WARN)
    status = ARCHIVE_OK;

  while (status == ARCHIVE_OK &&
         (status = archive_read_data_block (archive, &bytes, &size, &offset)) == ARCHIVE_OK)
    {
      if (!take_bytes (job, spill, bytes, size, error))
        return FALSE;
      notify_progress (job, archive_filter_bytes (archive, -1));
    }

  if (status == ARCHIVE_EOF)
    return TRUE;

  if (sl_spill_get_size (spill) == 0)
    {
      set_damaged (job, archive_message (archive), error);
      return FALSE;
    }

  *note = g_strdup_printf ("The %s data is damaged: only the data before that point is shown (%s)",
                           job->title, archive_message (archive));
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
  g_autofree char *list = sl_text_list_join (names, MAX_LISTED);

  g_set_error (error, SL_ERROR, SL_ERROR_UNSUPPORTED,
               "The zip archive holds %u files (%s): unpack it and open one of them", names->len,
               list);
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
    set_damaged (job, archive_message (archive), error);
  else if (names->len == 0)
    g_set_error_literal (error, SL_ERROR, SL_ERROR_EMPTY, "The zip archive contains no file");
  else if (names->len > 1)
    set_several (names, error);

  return names->len == 1 ? g_ptr_array_steal_index (names, 0) : NULL;
}

static SlMapping *
unpack_zip (const Job *job, char **note, GError **error)
{
  g_autofree char *name = find_member (job, error);
  g_autoptr (Archive) archive = archive_read_new ();
  g_autoptr (SlSpill) spill = name != NULL ? sl_spill_new (job->limits->memory, error) : NULL;

  if (spill == NULL)
    return NULL;
  if (!open_archive (job, archive))
    {
      set_damaged (job, archive_message (archive), error);
      return NULL;
    }
  if (!unpack_member (job, archive, spill, note, error))
    return NULL;

  return sl_mapping_new_take_fd (sl_spill_steal_fd (spill), name, error);
}

/* Decodes one stream; @step moves on to what follows it, or to where it is damaged or cut. */
static gboolean
decode_stream (const Job *job,
               const SlDecoderType *type,
               SlDecoderStep *step,
               SlSpill *spill,
               SlDecoded *end,
               GError **error)
{
  g_autofree guint8 *room = g_malloc (STEP_SIZE);
  gpointer state = type->open ();
  gboolean is_written = TRUE;
  gsize n_made;

  do
    {
      /* Little input at a time, so that what is used up says how far it is. */
      gsize n_given = MIN (step->n_in, STEP_SIZE);
      gsize n_after = step->n_in - n_given;

      step->n_in = n_given;
      step->out = room;
      step->n_out = STEP_SIZE;
      *end = type->decode (state, step);
      n_made = STEP_SIZE - step->n_out;
      is_written = take_bytes (job, spill, room, n_made, error);
      notify_progress (job, step->in - (const guint8 *) sl_mapping_get_data (job->packed));
      n_given -= step->n_in;
      step->n_in += n_after;

      /* Without input or output there is no way on. */
      if (n_given == 0 && n_made == 0)
        break;
    }
  while (is_written && *end == SL_DECODED_MORE);

  type->close (state);
  return is_written;
}

/* What of a file lies behind its last stream is padding where it is zero. */
static gboolean
is_padding (const SlDecoderStep *step)
{
  for (gsize i = 0; i < step->n_in; i++)
    {
      if (step->in[i] != 0)
        return FALSE;
    }
  return TRUE;
}

static char *
make_note (const Job *job, const SlDecoderStep *step, SlDecoded end)
{
  gsize at = step->in - (const guint8 *) sl_mapping_get_data (job->packed);

  if (end == SL_DECODED_BAD)
    return g_strdup_printf (
        "The %s data is damaged at byte 0x%" G_GSIZE_MODIFIER
        "x of the file: the data before that point is shown, and may be wrong (%s)",
        job->title, at, step->reason != NULL ? step->reason : "damaged");
  if (end == SL_DECODED_MORE)
    return g_strdup_printf ("The %s data ends too early, at byte 0x%" G_GSIZE_MODIFIER
                            "x of the file: only the data before that point is shown",
                            job->title, at);
  if (!is_padding (step))
    return g_strdup_printf ("After the %s data, from byte 0x%" G_GSIZE_MODIFIER
                            "x of the file, %" G_GSIZE_FORMAT " bytes are ignored",
                            job->title, at, step->n_in);
  return NULL;
}

/* Decodes all streams, which may follow each other. */
static SlMapping *
decode (const Job *job, const SlDecoderType *type, char **note, GError **error)
{
  SlDecoderStep step = { .in = sl_mapping_get_data (job->packed),
                         .n_in = sl_mapping_get_size (job->packed) };
  g_autoptr (SlSpill) spill = sl_spill_new (job->limits->memory, error);
  g_autofree char *name = sl_unpack_strip_name (sl_mapping_get_name (job->packed));
  SlDecoded end = SL_DECODED_END;

  if (spill == NULL)
    return NULL;

  while (end == SL_DECODED_END && type->recognize (step.in, step.n_in))
    {
      if (!decode_stream (job, type, &step, spill, &end, error))
        return NULL;
    }

  *note = make_note (job, &step, end);
  if (sl_spill_get_size (spill) == 0 && end != SL_DECODED_END)
    {
      set_damaged (job,
                   end == SL_DECODED_MORE ? "it ends before any data could be unpacked"
                   : step.reason != NULL  ? step.reason
                                          : "no reason given",
                   error);
      g_clear_pointer (note, g_free);
      return NULL;
    }

  return sl_mapping_new_take_fd (sl_spill_steal_fd (spill), name, error);
}

/**
 * sl_unpack_get_limits:
 *
 * Any thread.
 *
 * Returns: (transfer none): the limits that hold for files that are opened
 */
const SlUnpackLimits *
sl_unpack_get_limits (void)
{
  return is_set ? &allowed : &sl_unpack_default_limits;
}

/**
 * sl_unpack_set_total:
 * @total: to how many bytes a file may unpack, whatever its own size
 *
 * For the whole program, as the user wishes it. Before the first file is opened.
 */
void
sl_unpack_set_total (guint64 total)
{
  allowed = sl_unpack_default_limits;
  allowed.total = total;
  allowed.ratio = G_MAXUINT64;
  is_set = TRUE;
}

/**
 * sl_unpack_check_size:
 * @title: of the packing
 * @size: how many bytes come out at least
 * @packed_size: of the file, in bytes; not zero
 *
 * Returns: whether that many bytes may come out; if not, @error is %SL_ERROR_TOO_LARGE
 */
gboolean
sl_unpack_check_size (const char *title,
                      guint64 size,
                      guint64 packed_size,
                      const SlUnpackLimits *limits,
                      GError **error)
{
  if (size > limits->total)
    {
      g_set_error (
          error, SL_ERROR, SL_ERROR_TOO_LARGE,
          "The %s data unpacks to more than the limit of %" G_GUINT64_FORMAT
          " bytes: unpack the file yourself and open the result, or give slackline-cli a higher --unpack-limit",
          title, limits->total);
      return FALSE;
    }

  if (size <= limits->ratio_from || size / limits->ratio <= packed_size)
    return TRUE;

  g_set_error (error, SL_ERROR, SL_ERROR_TOO_LARGE,
               "The %s data unpacks to more than %" G_GUINT64_FORMAT
               " times its size of %" G_GUINT64_FORMAT " bytes; the limit is %" G_GUINT64_FORMAT
               " times: unpack the file yourself if you trust it, or give slackline-cli an "
               "--unpack-limit",
               title, size / packed_size, packed_size, limits->ratio);
  return FALSE;
}

/**
 * sl_unpack_strip_name:
 *
 * Returns: (transfer full): @name without the suffix of a packing, such as ".gz"
 */
char *
sl_unpack_strip_name (const char *name)
{
  static const char *const suffixes[] = { ".gz", ".bz2", ".xz", ".zst", ".zip" };

  for (gsize i = 0; i < G_N_ELEMENTS (suffixes); i++)
    {
      if (g_str_has_suffix (name, suffixes[i]) && strlen (name) > strlen (suffixes[i]))
        return g_strndup (name, strlen (name) - strlen (suffixes[i]));
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
 * @limits: %sl_unpack_default_limits but where the user says otherwise
 * @progress: (nullable): told the share of @packed that was used up
 * @note: (out) (nullable): set where the data is damaged after a good beginning, where its checksum
 *   is wrong, or where something else follows it; says where
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
  g_autoptr (SlMapping) plain = sl_mapping_ref (packed);
  Job job = { NULL, NULL, sl_mapping_get_size (packed), limits, progress, user_data, cancellable };

  *note = NULL;
  if (sl_unpack_is_session (sl_mapping_get_data (packed), sl_mapping_get_size (packed)))
    return g_steal_pointer (&plain);

  if (is_zip (packed))
    {
      job.packed = packed;
      job.title = "zip";
      return unpack_zip (&job, note, error);
    }

  for (guint layer = 0; layer < MAX_LAYERS && plain != NULL; layer++)
    {
      const SlDecoderType *type =
          sl_decoder_find (sl_mapping_get_data (plain), sl_mapping_get_size (plain));
      g_autoptr (SlMapping) outer = NULL;
      g_autofree char *more = NULL;

      if (type == NULL)
        break;

      outer = g_steal_pointer (&plain);
      job.packed = outer;
      job.title = type->title;
      plain = decode (&job, type, &more, error);
      if (*note == NULL)
        *note = g_steal_pointer (&more);
    }

  if (plain == NULL)
    g_clear_pointer (note, g_free);
  return g_steal_pointer (&plain);
}
