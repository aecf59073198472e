/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-file-reader.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

static int
fail (int number, GError **error)
{
  g_set_error (error, G_IO_ERROR, (int) g_io_error_from_errno (number),
               "The file cannot be opened: %s", g_strerror (number));
  return -1;
}

static gboolean
check_kind (mode_t mode, SlFileReadKind kind, GError **error)
{
  const char *what = "something else";

  if (S_ISREG (mode) || (kind == SL_FILE_READ_REGULAR_PIPES && S_ISFIFO (mode)))
    return TRUE;

  if (S_ISDIR (mode))
    what = "a folder";
  else if (S_ISFIFO (mode))
    what = "a pipe";
  else if (S_ISSOCK (mode))
    what = "a socket";
  else if (S_ISCHR (mode) || S_ISBLK (mode))
    what = "a device";

  g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE,
               "It is %s; only regular files can be opened", what);
  return FALSE;
}

static int
open_kind (const char *path, SlFileReadKind kind, GError **error)
{
  struct stat status;
  int fd;

  /* Opening alone may have effects on a device. */
  if (stat (path, &status) != 0)
    return fail (errno, error);
  if (!check_kind (status.st_mode, kind, error))
    return -1;

  /* Something else may have taken the file's place in the meantime: nothing is waited for, and what was opened
   * is looked at once more. */
  fd = open (path, O_RDONLY | O_CLOEXEC | O_NOCTTY | (S_ISFIFO (status.st_mode) ? 0 : O_NONBLOCK));
  if (fd < 0)
    return fail (errno, error);
  if (fstat (fd, &status) != 0)
    fail (errno, error);
  else if (check_kind (status.st_mode, kind, error))
    return fd;

  close (fd);
  return -1;
}

/**
 * sl_file_open_regular:
 * @path: in the file system's encoding; links are followed
 * @error: of %G_IO_ERROR, %G_IO_ERROR_NOT_REGULAR_FILE for a folder, pipe, socket or device. Messages do not
 *   name the file
 *
 * Never waits for another program.
 *
 * Returns: a descriptor that is closed on exec, to be read; -1 on error
 */
int
sl_file_open_regular (const char *path, GError **error)
{
  return open_kind (path, SL_FILE_READ_REGULAR, error);
}

/* Reads up to @most bytes. */
static gboolean
read_path (const char *path,
           SlFileReadKind kind,
           char *bytes,
           gsize most,
           gsize *length,
           GError **error)
{
  int fd = open_kind (path, kind, error);
  gssize got = 1;

  *length = 0;
  if (fd < 0)
    return FALSE;

  while (*length < most && got != 0)
    {
      got = read (fd, bytes + *length, most - *length);
      if (got > 0)
        *length += (gsize) got;
      else if (got < 0 && errno != EINTR)
        break;
    }
  if (got < 0)
    g_set_error (error, G_IO_ERROR, (int) g_io_error_from_errno (errno),
                 "The file cannot be read: %s", g_strerror (errno));

  close (fd);
  return got >= 0;
}

static gboolean
read_remote (GFile *file, char *bytes, gsize most, gsize *length, GError **error)
{
  g_autoptr (GFileInputStream) stream = g_file_read (file, NULL, error);

  return stream != NULL &&
         g_input_stream_read_all (G_INPUT_STREAM (stream), bytes, most, length, NULL, error);
}

/**
 * sl_file_read:
 * @most: bytes that the file may have
 * @length: (out): bytes that were read
 * @error: as of sl_file_open_regular(); %G_IO_ERROR_MESSAGE_TOO_LARGE for a file of more than @most bytes, of
 *   which no more is read
 *
 * Reads a small file.
 *
 * Returns: (transfer full) (nullable): its bytes, and a 0 after them; %NULL on error
 */
char *
sl_file_read (GFile *file, SlFileReadKind kind, gsize most, gsize *length, GError **error)
{
  const char *path = g_file_peek_path (file);
  g_autofree char *bytes = g_malloc (most + 2);

  if (path != NULL ? !read_path (path, kind, bytes, most + 1, length, error)
                   : !read_remote (file, bytes, most + 1, length, error))
    return NULL;
  if (*length > most)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_MESSAGE_TOO_LARGE,
                   "The file is longer than %" G_GSIZE_FORMAT " bytes", most);
      return NULL;
    }

  bytes[*length] = '\0';
  return g_realloc (g_steal_pointer (&bytes), *length + 1);
}
