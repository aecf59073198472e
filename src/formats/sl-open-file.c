/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-open-file.h"

#include <string.h>

#include "sl-error.h"
#include "sl-file-reader.h"
#include "sl-format-registry.h"
#include "sl-open-remote.h"
#include "sl-unpack.h"

/**
 * sl_open_get_display_name:
 *
 * Returns: (transfer full): the last part of the file's name as UTF-8, whatever its encoding
 */
char *
sl_open_get_display_name (GFile *file)
{
  g_autofree char *name = g_file_get_basename (file);

  return name != NULL ? g_filename_display_name (name) : g_file_get_parse_name (file);
}

static SlMapping *
map_path (const char *path, const char *name, GError **error)
{
  int fd = sl_file_open_regular (path, error);

  return fd >= 0 ? sl_mapping_new_take_fd (fd, name, error) : NULL;
}

/**
 * sl_open_file_new:
 * @file: held
 * @name: (nullable): what to call it; %NULL for its own name
 *
 * Maps the file and peels what it is packed in. Blocks.
 *
 * Returns: (transfer full) (nullable): the file, its format not yet known; or %NULL with @error,
 *   whose message begins with the file's name
 */
SlOpenFile *
sl_open_file_new (GFile *file,
                  const char *name,
                  SlOpenProgress progress,
                  gpointer user_data,
                  GCancellable *cancellable,
                  GError **error)
{
  g_autoptr (SlOpenFile) self = g_new0 (SlOpenFile, 1);
  g_autoptr (SlMapping) packed = NULL;
  const char *path = g_file_peek_path (file);

  self->file = g_object_ref (file);
  self->folder = g_file_get_parent (file);
  self->name = name != NULL ? g_strdup (name) : sl_open_get_display_name (file);
  packed = path != NULL
               ? map_path (path, self->name, error)
               : sl_open_remote_map (file, self->name, progress, user_data, cancellable, error);
  if (packed != NULL)
    self->mapping = sl_unpack (packed, sl_unpack_get_limits (), progress, user_data, cancellable,
                               &self->note, error);
  if (self->mapping == NULL)
    {
      g_prefix_error (error, "%s: ", self->name);
      return NULL;
    }

  return g_steal_pointer (&self);
}

void
sl_open_file_free (SlOpenFile *self)
{
  g_clear_object (&self->file);
  g_clear_object (&self->folder);
  g_clear_pointer (&self->mapping, sl_mapping_unref);
  g_clear_error (&self->failure);
  g_free (self->name);
  g_free (self->note);
  g_free (self);
}

/* Whether the checksum in the head of a tar archive's first member is right; all kinds of tar have it.
 * Blanks stand for the checksum itself. */
static gboolean
is_tar (const guint8 *data, gsize size)
{
  enum
  {
    HEAD = 512,
    SUM_BEGIN = 148,
    SUM_END = 156,
  };
  char digits[SUM_END - SUM_BEGIN + 1] = { 0 };
  guint64 sum = 0;
  guint64 given;
  char *end;

  if (size < HEAD || data[0] == 0)
    return FALSE;

  for (guint i = 0; i < HEAD; i++)
    sum += i >= SUM_BEGIN && i < SUM_END ? ' ' : data[i];
  memcpy (digits, data + SUM_BEGIN, SUM_END - SUM_BEGIN);
  given = g_ascii_strtoull (digits, &end, 8);
  return end > digits && given == sum;
}

/* The format of a file that a file beside it makes one of it: that goes by the name that the bytes have unpacked, as
 * companions do. */
static const SlFormat *
find_guided (const SlOpenFile *self)
{
  guint n_formats = self->folder != NULL ? sl_formats_get_count () : 0;

  for (guint i = 0; i < n_formats; i++)
    {
      const SlFormat *format = sl_formats_get (i)->format;
      g_autofree char *name = NULL;
      g_autoptr (GFile) guide = NULL;

      if (format == NULL || format->guide == NULL)
        continue;
      name = g_strconcat (sl_mapping_get_name (self->mapping), format->guide, NULL);
      guide = g_file_get_child_for_display_name (self->folder, name, NULL);
      if (guide != NULL && g_file_query_exists (guide, NULL))
        return format;
    }

  return NULL;
}

/**
 * sl_open_file_detect:
 * @forced: (nullable): the format that the user chose
 *
 * Finds the format, or the reason why it is unknown.
 */
void
sl_open_file_detect (SlOpenFile *self, const SlFormat *forced)
{
  gsize size = sl_mapping_get_size (self->mapping);
  SlProbe probe = { sl_mapping_get_data (self->mapping), MIN (size, SL_PROBE_LENGTH), size,
                    sl_mapping_get_name (self->mapping) };

  if (size == 0)
    g_set_error_literal (&self->failure, SL_ERROR, SL_ERROR_EMPTY, "The file is empty");
  else if (forced != NULL)
    self->format = forced;
  else if ((self->format = find_guided (self)) != NULL)
    return;
  else if (is_tar (probe.head, probe.head_length))
    g_set_error_literal (&self->failure, SL_ERROR, SL_ERROR_UNSUPPORTED,
                         "A tar archive is not supported: unpack it and open the files in it");
  else
    self->format = sl_formats_detect (&probe, &self->failure);
}

/**
 * sl_open_file_may_join:
 * @format: of @other
 *
 * Returns: whether the names say that @self belongs to the trace of @other: both lie in one folder
 *   and the format joins them
 */
gboolean
sl_open_file_may_join (const SlOpenFile *self, const SlFormat *format, const SlOpenFile *other)
{
  if (format->joins == NULL || self->folder == NULL || other->folder == NULL ||
      !g_file_equal (self->folder, other->folder))
    return FALSE;

  return format->joins (sl_mapping_get_name (self->mapping), sl_mapping_get_name (other->mapping));
}
