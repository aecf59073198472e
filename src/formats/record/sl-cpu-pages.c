/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-cpu-pages.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "sl-tracefs.h"

/* Of the pipe that pages go through; unprivileged users get no larger one. */
#define PIPE_SIZE (1024 * 1024)

struct _SlCpuPages
{
  int raw;
  int in;  /* end of the pipe that is written */
  int out; /* the other */
  gsize pipe_size;
  gsize part; /* bytes behind the last whole page */
};

static gboolean
fail (GError **error)
{
  int number = errno;

  g_set_error_literal (error, G_IO_ERROR, (int) g_io_error_from_errno (number),
                       g_strerror (number));
  return FALSE;
}

/**
 * sl_cpu_pages_new:
 * @instance: where its files are
 *
 * Returns: (transfer full) (nullable): %NULL with @error of %G_IO_ERROR
 */
SlCpuPages *
sl_cpu_pages_new (const char *instance, guint32 cpu, GError **error)
{
  g_autofree char *name = g_strdup_printf ("per_cpu/cpu%u/trace_pipe_raw", cpu);
  int raw = sl_tracefs_open (instance, name, O_RDONLY | O_NONBLOCK, error);
  SlCpuPages *self;
  int ends[2], size;

  if (raw < 0)
    return NULL;
  if (pipe2 (ends, O_CLOEXEC) != 0)
    {
      fail (error);
      close (raw);
      return NULL;
    }

  size = fcntl (ends[1], F_SETPIPE_SZ, PIPE_SIZE);
  if (size < 0)
    size = fcntl (ends[1], F_GETPIPE_SZ);
  self = g_new0 (SlCpuPages, 1);
  self->raw = raw;
  self->out = ends[0];
  self->in = ends[1];
  self->pipe_size = size > 0 ? (gsize) size : 65536;
  return self;
}

void
sl_cpu_pages_free (SlCpuPages *self)
{
  close (self->raw);
  close (self->in);
  close (self->out);
  g_free (self);
}

/* Of a file system that cannot take pages from a pipe. */
static gssize
copy (int from, int to, loff_t *offset, gsize size)
{
  guint8 buffer[65536];
  gssize n_read = read (from, buffer, MIN (size, sizeof buffer));
  gssize done = 0;

  while (done < n_read)
    {
      gssize written = pwrite (to, buffer + done, (gsize) (n_read - done), *offset);

      if (written < 0 && errno == EINTR)
        continue;
      if (written <= 0)
        return -1;
      done += written;
      *offset += written;
    }

  return done;
}

/* Brings @size bytes from the pipe to the file. */
static gboolean
pass_on (SlCpuPages *self, int fd, guint64 offset, gsize size, GError **error)
{
  loff_t at = (loff_t) offset;

  while (size > 0)
    {
      gssize moved = splice (self->out, NULL, fd, &at, size, SPLICE_F_MOVE);

      if (moved < 0 && errno == EINTR)
        continue;
      if (moved < 0 && errno == EINVAL)
        moved = copy (self->out, fd, &at, size);
      if (moved <= 0)
        return fail (error);
      size -= (gsize) moved;
    }

  return TRUE;
}

/* Counts what came, in whole pages. */
static void
count (SlCpuPages *self, SlGrowingDat *dat, guint index, gsize size)
{
  guint32 page_size = sl_growing_dat_get_page_size (dat);
  gsize whole = (self->part + size) / page_size * page_size;

  self->part = self->part + size - whole;
  sl_growing_dat_add (dat, index, whole);
}

/**
 * sl_cpu_pages_take:
 * @fd: of @dat
 * @index: of the CPU in @dat
 * @taken: (out): bytes
 *
 * Takes the pages that the kernel has filled.
 *
 * Returns: %FALSE with @error of %G_IO_ERROR
 */
gboolean
sl_cpu_pages_take (SlCpuPages *self,
                   SlGrowingDat *dat,
                   int fd,
                   guint index,
                   guint64 *taken,
                   GError **error)
{
  *taken = 0;
  for (;;)
    {
      guint64 room = sl_growing_dat_get_room (dat, index) - self->part;
      gssize n_pages =
          room == 0 ? 0
                    : splice (self->raw, NULL, self->in, NULL, (gsize) MIN (room, self->pipe_size),
                              SPLICE_F_NONBLOCK | SPLICE_F_MOVE);

      if (n_pages < 0 && errno == EINTR)
        continue;
      if (n_pages == 0 || (n_pages < 0 && errno == EAGAIN))
        return TRUE;
      if (n_pages < 0)
        return fail (error);
      if (!pass_on (self, fd, sl_growing_dat_get_end (dat, index) + self->part, (gsize) n_pages,
                    error))
        return FALSE;

      count (self, dat, index, (gsize) n_pages);
      *taken += (guint64) n_pages;
    }
}

/**
 * sl_cpu_pages_take_rest:
 *
 * Takes also the page that the kernel is filling, as far as it is.
 *
 * Returns: %FALSE with @error of %G_IO_ERROR
 */
gboolean
sl_cpu_pages_take_rest (SlCpuPages *self, SlGrowingDat *dat, int fd, guint index, GError **error)
{
  guint32 page_size = sl_growing_dat_get_page_size (dat);
  g_autofree guint8 *page = g_malloc (page_size);

  while (sl_growing_dat_get_room (dat, index) >= page_size && self->part == 0)
    {
      gssize n_read = read (self->raw, page, page_size);

      if (n_read < 0 && errno == EINTR)
        continue;
      if (n_read == 0 || (n_read < 0 && errno == EAGAIN))
        return TRUE;
      if (n_read < 0)
        return fail (error);
      memset (page + n_read, 0, page_size - (gsize) n_read);
      if (pwrite (fd, page, page_size, (off_t) sl_growing_dat_get_end (dat, index)) !=
          (gssize) page_size)
        return fail (error);
      sl_growing_dat_add (dat, index, page_size);
    }

  return TRUE;
}
