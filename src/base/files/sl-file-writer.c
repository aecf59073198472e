/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-file-writer.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "sl-file-link.h"
#include "sl-file-writer-private.h"

#define BUFFER_SIZE (64 * 1024)

/* Names that are tried for the temporary file. */
#define MAX_TRIES 100

struct _SlFileWriter
{
  int fd;
  char *target;      /* what is replaced, no link any more; NULL where bytes go to it directly */
  char *temporary;   /* NULL while the temporary file has no name */
  gboolean replaces; /* whether there is an old file, whose permissions stay */
  struct stat old;
  gboolean is_settled;

  GFileOutputStream *stream; /* instead of @fd: of a file that no path leads to */

  gsize used;
  guint8 buffer[BUFFER_SIZE];
};

gboolean sl_file_writer_may_be_anonymous = TRUE;

static gboolean
fail (int number, const char *what, GError **error)
{
  g_set_error (error, G_IO_ERROR, (int) g_io_error_from_errno (number), "%s%s", what,
               g_strerror (number));
  return FALSE;
}

/* A file without a name, which goes by itself where the program ends; -1 where the file system has
 * none, or where it could not be named later. */
static int
open_anonymous (const char *folder, int mode)
{
#ifdef O_TMPFILE
  if (sl_file_writer_may_be_anonymous && access ("/proc/self/fd", X_OK) == 0)
    return open (folder, O_TMPFILE | O_RDWR | O_CLOEXEC, mode);
#endif
  return -1;
}

/* The name does not contain the target's, which may be as long as a name can be. */
static char *
make_temporary_name (const char *folder)
{
  g_autofree char *name = g_strdup_printf (".slackline-%08x", g_random_int ());

  return g_build_filename (folder, name, NULL);
}

static gboolean
open_named (SlFileWriter *self, const char *folder, int mode)
{
  for (guint i = 0; i < MAX_TRIES; i++)
    {
      g_autofree char *name = make_temporary_name (folder);

      self->fd = open (name, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, mode);
      if (self->fd >= 0)
        self->temporary = g_steal_pointer (&name);
      if (self->fd >= 0 || errno != EEXIST)
        break;
    }

  return self->fd >= 0;
}

static gboolean
open_temporary (SlFileWriter *self, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (self->target);
  /* Nobody reads what replaces a private file, not even meanwhile. */
  int mode = self->replaces ? 0600 : 0666;

  self->fd = open_anonymous (folder, mode);
  if (self->fd >= 0 || open_named (self, folder, mode))
    return TRUE;

  if (errno == ENOENT || errno == ENOTDIR)
    return fail (errno, "", error);
  return fail (errno, "No temporary file can be created in its folder: ", error);
}

/* Pipes and devices: what is written there cannot be taken back. */
static gboolean
open_direct (SlFileWriter *self, const char *path, int descriptor, GError **error)
{
  self->fd = descriptor >= 0 ? fcntl (descriptor, F_DUPFD_CLOEXEC, 0)
                             : open (path, O_WRONLY | O_NOCTTY | O_CLOEXEC);
  return self->fd >= 0 || fail (errno, "", error);
}

static gboolean
check_input (const char *input, GError **error)
{
  if (input == NULL)
    return TRUE;

  g_set_error (error, G_IO_ERROR, G_IO_ERROR_EXISTS,
               "It is the input “%s”, which would be lost; give another name", input);
  return FALSE;
}

static gboolean
check_target (const char *path, const struct stat *status, const SlFileSet *inputs, GError **error)
{
  if (S_ISDIR (status->st_mode))
    return fail (EISDIR, "", error);
  if (!check_input (inputs != NULL ? sl_file_set_find (inputs, status) : NULL, error))
    return FALSE;
  /* Replacing asks only for a writable folder, but a file that is read-only is so for a reason. */
  return access (path, W_OK) == 0 || fail (errno, "", error);
}

static gboolean
open_path (SlFileWriter *self, const char *path, const SlFileSet *inputs, GError **error)
{
  g_autofree char *target = NULL;
  int descriptor = -1;
  gboolean exists = stat (path, &self->old) == 0;

  if (!exists && errno != ENOENT)
    return fail (errno, "", error);
  if (exists && !check_target (path, &self->old, inputs, error))
    return FALSE;
  target = sl_file_link_follow (path, &descriptor, error);
  if (target == NULL)
    return FALSE;
  if (exists && (descriptor >= 0 || !S_ISREG (self->old.st_mode)))
    return open_direct (self, path, descriptor, error);

  self->target = g_steal_pointer (&target);
  self->replaces = exists;
  return open_temporary (self, error);
}

/**
 * sl_file_writer_new:
 * @file: what is written; may exist or not
 * @inputs: (nullable): files that must not be written over, since they are read
 * @error: of %G_IO_ERROR, %G_IO_ERROR_EXISTS where @file is one of @inputs. Messages do not name the file
 *
 * Nothing of @file changes before sl_file_writer_finish(), unless sl_file_writer_is_direct().
 * Opening a pipe waits for its reader.
 *
 * Returns: (transfer full) (nullable): %NULL on error
 */
SlFileWriter *
sl_file_writer_new (GFile *file, const SlFileSet *inputs, GError **error)
{
  g_autoptr (SlFileWriter) self = g_malloc (sizeof *self);
  const char *path = g_file_peek_path (file);

  memset (self, 0, offsetof (SlFileWriter, buffer));
  self->fd = -1;
  if (path != NULL)
    return open_path (self, path, inputs, error) ? g_steal_pointer (&self) : NULL;

  if (!check_input (inputs != NULL ? sl_file_set_find_remote (inputs, file) : NULL, error))
    return NULL;
  self->stream = g_file_replace (file, NULL, FALSE, G_FILE_CREATE_NONE, NULL, error);
  return self->stream != NULL ? g_steal_pointer (&self) : NULL;
}

/**
 * sl_file_writer_free:
 *
 * Without sl_file_writer_finish() before, what was written is thrown away and the old file stays.
 */
void
sl_file_writer_free (SlFileWriter *self)
{
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();

  /* Closed in this way, a stream does not replace the file. */
  g_cancellable_cancel (cancelled);
  if (self->stream != NULL && !g_output_stream_is_closed (G_OUTPUT_STREAM (self->stream)))
    g_output_stream_close (G_OUTPUT_STREAM (self->stream), cancelled, NULL);
  g_clear_object (&self->stream);
  if (self->fd >= 0)
    close (self->fd);
  if (self->temporary != NULL)
    unlink (self->temporary);
  g_free (self->temporary);
  g_free (self->target);
  g_free (self);
}

/**
 * sl_file_writer_is_direct:
 *
 * Returns: whether the bytes go to a pipe, a device or an open descriptor, so that there is no file
 *   for anything to lie beside
 */
gboolean
sl_file_writer_is_direct (const SlFileWriter *self)
{
  return self->target == NULL && self->stream == NULL;
}

static gboolean
write_all (SlFileWriter *self, const guint8 *bytes, gsize size, GError **error)
{
  if (self->stream != NULL)
    return g_output_stream_write_all (G_OUTPUT_STREAM (self->stream), bytes, size, NULL, NULL,
                                      error);

  while (size > 0)
    {
      gssize written = write (self->fd, bytes, size);

      if (written < 0 && errno == EINTR)
        continue;
      if (written < 0)
        return fail (errno, "", error);
      bytes += written;
      size -= (gsize) written;
    }

  return TRUE;
}

/**
 * sl_file_writer_flush:
 *
 * Makes all that was written readable under sl_file_writer_dup_path(); it need not be on the disk yet.
 *
 * Returns: %FALSE with @error of %G_IO_ERROR
 */
gboolean
sl_file_writer_flush (SlFileWriter *self, GError **error)
{
  gsize used = self->used;

  self->used = 0;
  return write_all (self, self->buffer, used, error);
}

/**
 * sl_file_writer_write:
 * @error: of %G_IO_ERROR; the writer can only be freed or cut then
 *
 * Appends @bytes, sooner or later.
 *
 * Returns: %FALSE on error
 */
gboolean
sl_file_writer_write (SlFileWriter *self, gconstpointer bytes, gsize size, GError **error)
{
  g_return_val_if_fail (!self->is_settled, FALSE);

  if (size > BUFFER_SIZE - self->used && !sl_file_writer_flush (self, error))
    return FALSE;
  if (size > BUFFER_SIZE)
    return write_all (self, bytes, size, error);

  if (size > 0)
    memcpy (self->buffer + self->used, bytes, size);
  self->used += size;
  return TRUE;
}

/**
 * sl_file_writer_cut:
 * @size: bytes to keep, at most what sl_file_writer_flush() brought to the file
 *
 * Drops all after the first @size bytes, also what could not be written; what is written next follows them.
 *
 * Returns: %FALSE with @error of %G_IO_ERROR, such as for a pipe
 */
gboolean
sl_file_writer_cut (SlFileWriter *self, guint64 size, GError **error)
{
  g_return_val_if_fail (!self->is_settled, FALSE);

  self->used = 0;
  if (self->target == NULL)
    return fail (ESPIPE, "", error);
  if (ftruncate (self->fd, (off_t) size) != 0 || lseek (self->fd, (off_t) size, SEEK_SET) < 0)
    return fail (errno, "", error);
  return TRUE;
}

/**
 * sl_file_writer_dup_path:
 *
 * Returns: (transfer full) (nullable): where this process can read what was flushed, until the writer
 *   finishes; %NULL for what cannot be read
 */
char *
sl_file_writer_dup_path (const SlFileWriter *self)
{
  if (self->target == NULL)
    return NULL;
  return self->temporary != NULL ? g_strdup (self->temporary)
                                 : g_strdup_printf ("/proc/self/fd/%d", self->fd);
}

/**
 * sl_file_writer_get_fd:
 *
 * For what is laid out at several places of the file, by this or another process: after sl_file_writer_flush() and instead
 * of sl_file_writer_write().
 *
 * Returns: the descriptor of the temporary file, readable and writable, which the writer closes; -1 if that is not a regular file
 */
int
sl_file_writer_get_fd (const SlFileWriter *self)
{
  return self->target != NULL ? self->fd : -1;
}

/* Owner, group and permissions of the old file. Where the group cannot be kept, it must not get what was meant
 * for another. */
static gboolean
take_permissions (SlFileWriter *self, GError **error)
{
  mode_t mode = self->old.st_mode & 0777;
  struct stat status;

  if (fchown (self->fd, self->old.st_uid, self->old.st_gid) != 0 &&
      fchown (self->fd, (uid_t) -1, self->old.st_gid) != 0 && fstat (self->fd, &status) == 0 &&
      status.st_gid != self->old.st_gid)
    mode &= (mode_t) ~070 | ((mode & 07) << 3);

  return fchmod (self->fd, mode) == 0 || fail (errno, "", error);
}

/**
 * sl_file_writer_settle:
 *
 * Brings all that was written to the disk, so that only renaming is left for sl_file_writer_finish(): of
 * several files that belong together, either all or none should be replaced. Nothing can be written after it.
 *
 * Returns: %FALSE with @error of %G_IO_ERROR
 */
gboolean
sl_file_writer_settle (SlFileWriter *self, GError **error)
{
  if (self->is_settled)
    return TRUE;
  if (!sl_file_writer_flush (self, error))
    return FALSE;

  self->is_settled = TRUE;
  if (self->target == NULL)
    return TRUE;
  if (self->replaces && !take_permissions (self, error))
    return FALSE;
  return fsync (self->fd) == 0 || fail (errno, "", error);
}

/* Gives the temporary file a name, since only what has one can be renamed. */
static gboolean
name_temporary (SlFileWriter *self, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (self->target);
  g_autofree char *source = g_strdup_printf ("/proc/self/fd/%d", self->fd);

  for (guint i = 0; i < MAX_TRIES; i++)
    {
      g_autofree char *name = make_temporary_name (folder);

      if (linkat (AT_FDCWD, source, AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0)
        {
          self->temporary = g_steal_pointer (&name);
          return TRUE;
        }
      if (errno != EEXIST)
        break;
    }

  return fail (errno, "No temporary file can be created in its folder: ", error);
}

/* The renaming survives a loss of power, too. A file system that cannot do this has no better way. */
static void
sync_folder (const char *path)
{
  g_autofree char *folder = g_path_get_dirname (path);
  int fd = open (folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

  if (fd < 0)
    return;
  fsync (fd);
  close (fd);
}

static gboolean
replace (SlFileWriter *self, GError **error)
{
  if (self->temporary == NULL && !name_temporary (self, error))
    return FALSE;
  if (rename (self->temporary, self->target) != 0)
    return fail (errno, "", error);

  g_clear_pointer (&self->temporary, g_free);
  sync_folder (self->target);
  return TRUE;
}

/**
 * sl_file_writer_finish:
 *
 * Puts the new file in the old one's place. After it, the writer can only be freed.
 *
 * Returns: %FALSE with @error of %G_IO_ERROR; the old file is unchanged then, unless sl_file_writer_is_direct()
 */
gboolean
sl_file_writer_finish (SlFileWriter *self, GError **error)
{
  int fd;

  if (!sl_file_writer_settle (self, error))
    return FALSE;
  if (self->stream != NULL)
    return g_output_stream_close (G_OUTPUT_STREAM (self->stream), NULL, error);
  if (self->target != NULL)
    return replace (self, error);

  fd = self->fd;
  self->fd = -1;
  return close (fd) == 0 || fail (errno, "", error);
}

/**
 * sl_file_write:
 * @file: as of sl_file_writer_new(), @inputs and @error as well
 *
 * Writes a whole file.
 *
 * Returns: %FALSE on error
 */
gboolean
sl_file_write (GFile *file,
               const SlFileSet *inputs,
               gconstpointer bytes,
               gsize size,
               GError **error)
{
  g_autoptr (SlFileWriter) writer = sl_file_writer_new (file, inputs, error);

  return writer != NULL && sl_file_writer_write (writer, bytes, size, error) &&
         sl_file_writer_finish (writer, error);
}
