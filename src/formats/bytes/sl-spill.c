/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-spill.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/statvfs.h>
#include <unistd.h>

/* Left free for others on the disk, and written between two looks at what is free. */
#define RESERVE (G_GUINT64_CONSTANT (64) << 20)

struct _SlSpill
{
  int fd;
  guint64 size;
  guint64 memory_limit;
  gboolean on_disk;
  guint64 checked_until; /* free space was seen for so many bytes */
};

static gboolean
fail (const char *what, GError **error)
{
  int saved = errno;

  g_set_error (error, G_IO_ERROR, g_io_error_from_errno (saved), "%s: %s", what,
               g_strerror (saved));
  return FALSE;
}

/**
 * sl_spill_new:
 * @memory_limit: bytes up to which they stay in memory; %SL_SPILL_MEMORY but for tests
 *
 * Returns: (transfer full) (nullable): an empty store, or %NULL with an error of %G_IO_ERROR
 */
SlSpill *
sl_spill_new (guint64 memory_limit, GError **error)
{
  int fd = memfd_create ("slackline", MFD_CLOEXEC);
  SlSpill *self;

  if (fd < 0)
    {
      fail ("No memory file can be created", error);
      return NULL;
    }

  self = g_new0 (SlSpill, 1);
  self->fd = fd;
  self->memory_limit = memory_limit;
  return self;
}

void
sl_spill_free (SlSpill *self)
{
  if (self->fd >= 0)
    close (self->fd);
  g_free (self);
}

/* A file that no folder shows: it goes with the process, whatever happens. */
static int
open_unlinked (const char *folder, GError **error)
{
  g_autofree char *path = g_build_filename (folder, "unpacked-XXXXXX", NULL);
  int fd;

  if (g_mkdir_with_parents (folder, 0700) != 0 || (fd = g_mkstemp_full (path, O_RDWR, 0600)) < 0)
    {
      fail ("No file can be created in the cache folder", error);
      return -1;
    }

  fcntl (fd, F_SETFD, FD_CLOEXEC);
  g_unlink (path);
  return fd;
}

static gboolean
check_space (SlSpill *self, int fd, gsize more, GError **error)
{
  struct statvfs status;
  guint64 available;

  if (self->size + more <= self->checked_until || fstatvfs (fd, &status) != 0)
    return TRUE;

  available = (guint64) status.f_bavail * status.f_frsize;
  if (available < 2 * RESERVE + more)
    {
      g_autofree char *needed = g_format_size_full (self->size + more, G_FORMAT_SIZE_IEC_UNITS);
      g_autofree char *left = g_format_size_full (available, G_FORMAT_SIZE_IEC_UNITS);

      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE,
                   "The cache folder %s has %s left, too little for more than %s",
                   g_get_user_cache_dir (), left, needed);
      return FALSE;
    }

  self->checked_until = self->size + more + RESERVE;
  return TRUE;
}

static gboolean
move_to_disk (SlSpill *self, GError **error)
{
  g_autofree char *folder = g_build_filename (g_get_user_cache_dir (), "slackline", NULL);
  off_t position = 0;
  int fd = open_unlinked (folder, error);

  if (fd < 0)
    return FALSE;

  if (!check_space (self, fd, self->size, error))
    {
      close (fd);
      return FALSE;
    }

  while ((guint64) position < self->size)
    {
      if (sendfile (fd, self->fd, &position, self->size - position) <= 0 && errno != EINTR)
        {
          fail ("The cache folder cannot be written", error);
          close (fd);
          return FALSE;
        }
    }

  close (self->fd);
  self->fd = fd;
  self->on_disk = TRUE;
  return TRUE;
}

/**
 * sl_spill_write:
 *
 * Appends @bytes.
 *
 * Returns: %FALSE with an error of %G_IO_ERROR, also where the disk would become full
 */
gboolean
sl_spill_write (SlSpill *self, gconstpointer bytes, gsize size, GError **error)
{
  const guint8 *next = bytes;

  if (!self->on_disk && self->size + size > self->memory_limit && !move_to_disk (self, error))
    return FALSE;
  if (self->on_disk && !check_space (self, self->fd, size, error))
    return FALSE;

  while (size > 0)
    {
      gssize written = write (self->fd, next, size);

      if (written < 0 && errno == EINTR)
        continue;
      if (written < 0)
        return fail ("The unpacked data cannot be stored", error);

      next += written;
      size -= written;
      self->size += written;
    }

  return TRUE;
}

/**
 * sl_spill_get_size:
 *
 * Returns: bytes written so far
 */
guint64
sl_spill_get_size (SlSpill *self)
{
  return self->size;
}

/**
 * sl_spill_steal_fd:
 *
 * Returns: (transfer full): the descriptor of all that was written, to be mapped; nothing can be
 *   written any more
 */
int
sl_spill_steal_fd (SlSpill *self)
{
  return g_steal_fd (&self->fd);
}
