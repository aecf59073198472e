/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-mapping.h"

#include <errno.h>
#include <gio/gio.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sl-bus-fault.h"
#include "sl-error.h"

struct _SlMapping
{
  gatomicrefcount ref_count;
  char *name;
  const guint8 *data;
  gsize size;

  GBytes *bytes; /* one of these two holds the data */
  int fd;

  SlBusFaultRange *range; /* of a mapped file */
  _Atomic (gsize) intact; /* bytes from the start that no fault and no shrinking has touched */
};

static SlMapping *
mapping_new (const char *name)
{
  SlMapping *self = g_new0 (SlMapping, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->name = g_strdup (name);
  self->fd = -1;
  self->data = (const guint8 *) "";
  return self;
}

/**
 * sl_mapping_new_for_bytes:
 * @bytes: held, not copied
 * @name: UTF-8, for display, without folders
 *
 * Memory that looks like a file. It is never damaged.
 *
 * Returns: (transfer full): the mapping
 */
SlMapping *
sl_mapping_new_for_bytes (GBytes *bytes, const char *name)
{
  SlMapping *self = mapping_new (name);
  gconstpointer data = g_bytes_get_data (bytes, &self->size);

  self->bytes = g_bytes_ref (bytes);
  if (data != NULL)
    self->data = data;
  atomic_init (&self->intact, self->size);
  return self;
}

/**
 * sl_mapping_new_take_fd:
 * @fd: of a regular file or a memfd, readable; closed with the mapping, and also on failure
 * @name: UTF-8, for display, without folders
 *
 * Maps a file of any size, also an empty one. The file stays open, so that its size can be
 * compared later.
 *
 * Returns: (transfer full) (nullable): the mapping, or %NULL with an error of %G_FILE_ERROR
 */
SlMapping *
sl_mapping_new_take_fd (int fd, const char *name, GError **error)
{
  g_autoptr (SlMapping) self = mapping_new (name);
  struct stat status;
  void *data;
  int saved;

  self->fd = fd;
  if (fstat (fd, &status) != 0)
    {
      saved = errno;
      g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (saved),
                   "The size cannot be read: %s", g_strerror (saved));
      return NULL;
    }

  self->size = status.st_size;
  atomic_init (&self->intact, self->size);
  if (self->size == 0)
    return g_steal_pointer (&self);

  data = mmap (NULL, self->size, PROT_READ, MAP_PRIVATE, fd, 0);
  if (data == MAP_FAILED)
    {
      saved = errno;
      g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (saved),
                   "%" G_GSIZE_FORMAT " bytes cannot be mapped: %s", self->size,
                   g_strerror (saved));
      return NULL;
    }

  self->data = data;
  self->range = sl_bus_fault_register (self->data, self->size, &self->intact);
  return g_steal_pointer (&self);
}

/**
 * sl_mapping_ref:
 *
 * Returns: (transfer full): @self
 */
SlMapping *
sl_mapping_ref (SlMapping *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/**
 * sl_mapping_unref:
 *
 * Unmaps with the last reference. No thread may be reading the data then.
 */
void
sl_mapping_unref (SlMapping *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  if (self->range != NULL)
    {
      sl_bus_fault_unregister (self->range);
      munmap ((void *) self->data, self->size);
    }
  if (self->fd >= 0)
    close (self->fd);
  g_clear_pointer (&self->bytes, g_bytes_unref);
  g_free (self->name);
  g_free (self);
}

/**
 * sl_mapping_get_data:
 *
 * Returns: (transfer none): sl_mapping_get_size() bytes; never %NULL
 */
const guint8 *
sl_mapping_get_data (SlMapping *self)
{
  return self->data;
}

/**
 * sl_mapping_get_size:
 *
 * Returns: the size in bytes that the file had when it was mapped
 */
gsize
sl_mapping_get_size (SlMapping *self)
{
  return self->size;
}

/**
 * sl_mapping_get_name:
 *
 * Returns: (transfer none): UTF-8, for display, without folders
 */
const char *
sl_mapping_get_name (SlMapping *self)
{
  return self->name;
}

/**
 * sl_mapping_get_intact_size:
 *
 * How much of the file is still what was mapped. Asks the file for its size as well, because the
 * rest of the page in which a file now ends reads as zeros without a fault. Cheap enough to be
 * called once a block; safe from any thread.
 *
 * Returns: bytes from the start; sl_mapping_get_size() while all is well
 */
gsize
sl_mapping_get_intact_size (SlMapping *self)
{
  gsize intact = atomic_load (&self->intact);
  struct stat status;

  if (self->fd < 0 || fstat (self->fd, &status) != 0)
    return intact;

  /* A compare that fails reloads @intact: a fault may have lowered it in the meantime. */
  while ((guint64) status.st_size < intact)
    {
      if (atomic_compare_exchange_weak (&self->intact, &intact, (gsize) status.st_size))
        return status.st_size;
    }

  return intact;
}

/**
 * sl_mapping_get_loss:
 *
 * Returns: what happened to a file that is damaged. Who writes a file anew in its place empties it first
 */
SlLoss
sl_mapping_get_loss (SlMapping *self)
{
  gsize intact = sl_mapping_get_intact_size (self);
  struct stat status;

  if (self->fd >= 0 && fstat (self->fd, &status) == 0 && (guint64) status.st_size > intact)
    return SL_LOSS_WRITTEN_ANEW;

  return intact == 0 ? SL_LOSS_EMPTIED : SL_LOSS_SHRANK;
}

/**
 * sl_mapping_is_damaged:
 *
 * Returns: whether the file shrank, or a page of it could not be read, since it was mapped
 */
gboolean
sl_mapping_is_damaged (SlMapping *self)
{
  return sl_mapping_get_intact_size (self) < self->size;
}
